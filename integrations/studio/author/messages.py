"""The questions of the page of a spec to its processes, and their answers."""

from typing import Annotated, Any, TypeAlias

from msgspec import Meta, Struct

from ...language_server.messages import (
    Browse,
    Check,
    Exports,
    Fault,
    Files,
    Locate,
    Preview,
    Render,
)

MOST_NUMBER = 2**53 - 1
"""The largest seed or index that a browser can write exactly."""

Count: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]


class Choice(Struct, frozen=True):
    """What a user has set: a preset, values of parameters as text, and the place of an instance."""

    preset: str = ""
    params: dict[str, str] = {}
    seed: Count = 0
    index: Count = 0
    split: str = ""


class Knob(Struct, frozen=True):
    """A parameter: its type, its domain, and its value in the preset, as a user writes them.

    `is_wording` is whether it changes words alone.
    """

    name: str
    kind: str
    value: str
    about: str = ""
    low: str = ""
    high: str = ""
    members: tuple[str, ...] = ()
    is_wording: bool = False


class Described(Struct, frozen=True):
    """What can be set in a family."""

    name: str
    knobs: tuple[Knob, ...] = ()
    presets: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    splits: tuple[str, ...] = ()


class Make(Struct, frozen=True, tag=True):
    """Asks for a problem of a spec as it stands in the editor."""

    files: Files
    choice: Choice


class Prove(Struct, frozen=True, tag=True):
    """Asks what is wrong with the words of a spec, which is found by making problems and comparing phrases."""

    files: Files


class Proved(Struct, frozen=True):
    """What `Prove` finds."""

    faults: tuple[Fault, ...] = ()
    failed: str = ""


class Dropped(Struct, frozen=True):
    """Drafts that were dropped for one cause: how many, and the first of them."""

    cause: str
    count: int
    place: str = ""
    lines: tuple[str, ...] = ()


class Stated(Struct, frozen=True):
    """A statement of a theory."""

    id: str
    text: str


class Evidence(Struct, frozen=True):
    """A sentence about a certificate, with the statements that it quotes and its items."""

    text: str
    quoted: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


class Made(Struct, frozen=True):
    """A problem: its record, and what is not in it. `failed` is why there is none; `faults` are those of the spec."""

    record: dict[str, Any] = {}
    statements: tuple[Stated, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    engines: str = ""
    drops: tuple[Dropped, ...] = ()
    described: Described | None = None
    seconds: float = 0.0
    failed: str = ""
    faults: tuple[Fault, ...] = ()


class Look(Struct, frozen=True, tag=True):
    """Asks for figures over instances 0 to `most` of a spec: so many more of them as fit into some seconds."""

    files: Files
    choice: Choice
    seconds: float
    most: int


class Spread(Struct, frozen=True):
    """The values of a figure: its counts if it has few values, else the counts of ten equal parts of its range."""

    name: str
    low: float
    mean: float
    high: float
    counts: tuple[tuple[str, int], ...]


class Reading(Struct, frozen=True):
    """How often a reader guesses right, against chance."""

    reader: str
    accuracy: float
    chance: float
    low: float
    high: float
    tested: int
    leaks: bool
    telling: tuple[str, ...] = ()


class Looked(Struct, frozen=True):
    """Figures over the instances that were made so far; `lost` are those of which every draft was dropped."""

    made: int = 0
    lost: int = 0
    most: int = 0
    seconds: float = 0.0
    answers: tuple[tuple[str, int], ...] = ()
    spreads: tuple[Spread, ...] = ()
    drops: tuple[Dropped, ...] = ()
    readers: tuple[Reading, ...] = ()
    failed: str = ""


Question: TypeAlias = Browse | Check | Exports | Locate | Look | Make | Preview | Prove | Render
