"""The questions of the server to its processes, and their answers."""

from typing import Any, TypeAlias

from msgspec import Struct

from .positions import Area

MAIN = ""
"""Stands for the file that was asked about, in the place of its path."""


class Spot(Struct, frozen=True):
    """A range of a file: its path, or MAIN."""

    file: str
    area: Area


class Change(Struct, frozen=True):
    """A text in the place of a range."""

    spot: Spot
    text: str


class Fault(Struct, frozen=True):
    """A diagnostic."""

    code: str
    message: str
    spot: Spot
    label: str = ""
    help: str = ""
    notes: tuple[tuple[Spot, str], ...] = ()
    changes: tuple[Change, ...] = ()


class Name(Struct, frozen=True):
    """A declared name that can be seen in a file: its kind is the keyword of its item, or `field`."""

    name: str
    kind: str
    line: str
    spot: Spot
    about: str = ""
    module: str = ""
    values: tuple[str, ...] = ()


class Files(Struct, frozen=True):
    """A spec as it stands in an editor: its path, or none, and the texts of open files by path.

    A spec without a path is read as if it were in the folder.
    """

    path: str
    folder: str
    text: str
    texts: dict[str, str] = {}
    encoding: str = "utf-16"


class Check(Struct, frozen=True, tag=True):
    """Asks for everything that is wrong with a spec, and for its names."""

    files: Files


class Checked(Struct, frozen=True):
    faults: tuple[Fault, ...] = ()
    reached: tuple[str, ...] = ()
    names: tuple[Name, ...] = ()
    logic: str = ""
    is_family: bool = False
    failed: str = ""


class Locate(Struct, frozen=True, tag=True):
    """Asks what a name at a place refers to, and where else it is written.

    The place is in the file, which is MAIN or one that a spec uses. With a new name, the changes that give it that name
    are asked for.
    """

    files: Files
    file: str
    line: int
    column: int
    renamed: str | None = None


class Located(Struct, frozen=True):
    """`here` is the name at the place; `refused` says why it cannot get another name."""

    here: Spot | None = None
    name: str = ""
    declaration: Spot | None = None
    places: tuple[Spot, ...] = ()
    changes: tuple[Change, ...] = ()
    refused: str = ""
    failed: str = ""


class Browse(Struct, frozen=True, tag=True):
    """Asks for what is installed."""


class Exports(Struct, frozen=True, tag=True):
    """Asks for the names of an installed module."""

    module: str


class Installed(Struct, frozen=True):
    """What is installed: plug-ins by group and name as `rspc list --json` shows them, and modules of libraries."""

    plugins: dict[str, dict[str, Any]] = {}
    modules: dict[str, str] = {}
    failed: str = ""


class Exported(Struct, frozen=True):
    names: tuple[Name, ...] = ()
    failed: str = ""


class Preview(Struct, frozen=True, tag=True):
    """Asks for the answer, the size and the sentences of a problem."""

    files: Files
    seed: int = 0
    index: int = 0


class Previewed(Struct, frozen=True):
    answer: str = ""
    words: int = 0
    sentences: tuple[tuple[str, str], ...] = ()
    failed: str = ""


class Render(Struct, frozen=True, tag=True):
    """Asks for a problem as a page."""

    files: Files
    seed: int = 0
    index: int = 0


class Rendered(Struct, frozen=True):
    html: str = ""
    text: str = ""
    failed: str = ""


Question: TypeAlias = Check | Locate | Browse | Exports | Preview | Render
Reply: TypeAlias = Checked | Located | Installed | Exported | Previewed | Rendered
