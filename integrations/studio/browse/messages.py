"""What the server and its process say to each other about a dataset."""

from typing import Any, TypeAlias

from msgspec import Struct

from ....dsl.diagnostics import Diagnostic


class Fault(Struct, frozen=True):
    """A diagnostic without its place."""

    code: str
    message: str
    help: str = ""


class Build(Struct, frozen=True, tag=True):
    """Asks for the index of a dataset, in an empty database."""

    dataset: str
    database: str


class Describe(Struct, frozen=True, tag=True):
    """Asks for a record as HTML."""

    record: dict[str, Any]


class Score(Struct, frozen=True, tag=True):
    """Asks what a reply to a record is worth."""

    record: dict[str, Any]
    reply: str


class Judge(Struct, frozen=True, tag=True):
    """Asks for the scores of the replies in some files, a database of verdicts for each in a folder.

    Attributes:
        database: the index of the dataset. The records that it has are scored.
        by: figures for whose values accuracies and differences are wanted.
        columns: the names of columns, as `--columns` has them.
    """

    dataset: str
    database: str
    replies: tuple[str, ...]
    folder: str
    by: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()


class Export(Struct, frozen=True, tag=True):
    """Asks for a copy of a dataset with some of its records, by their numbers from 1.

    Attributes:
        database: the index of the dataset.
        by: what they are chosen by, in words.
    """

    dataset: str
    database: str
    out: str
    numbers: tuple[int, ...]
    by: str


class Statistics(Struct, frozen=True, tag=True):
    """Asks for what `rspc stats` says of a dataset, or of the records that its index has if others cannot be read."""

    dataset: str
    database: str


Question: TypeAlias = Build | Describe | Score | Judge | Export | Statistics


class Told(Struct, frozen=True):
    """An answer: HTML, or what went wrong."""

    html: str = ""
    faults: tuple[Fault, ...] = ()


class Scored(Struct, frozen=True):
    """The worth of a reply: its value, the answer that was found in it, and why it is not right."""

    value: float = 0.0
    answer: str = ""
    reason: str = ""
    faults: tuple[Fault, ...] = ()


class Drawn(Struct, frozen=True):
    """A table: its title, columns, rows and notes."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()


class Judgement(Struct, frozen=True):
    """The scores of models: their names, the tables of `rspc score`, and its remarks.

    `skipped` is how many records are not scored, as they cannot be read, and `unscored` how many, as their fields do
    not fit together.
    """

    models: tuple[str, ...] = ()
    skipped: int = 0
    tables: tuple[Drawn, ...] = ()
    remarks: tuple[Fault, ...] = ()
    faults: tuple[Fault, ...] = ()
    unscored: int = 0


class Exported(Struct, frozen=True):
    """How many records were written, and how many cannot be read."""

    kept: int = 0
    skipped: int = 0
    faults: tuple[Fault, ...] = ()


class Summary(Struct, frozen=True):
    """The verdict on a dataset: mark, name and text of each line; and all tables. `skipped` is as in `Judgement`."""

    verdict: tuple[tuple[str, str, str], ...] = ()
    skipped: int = 0
    tables: tuple[Drawn, ...] = ()
    faults: tuple[Fault, ...] = ()


Answer: TypeAlias = Told | Scored | Judgement | Exported | Summary


def as_faults(found: tuple[Diagnostic, ...]) -> tuple[Fault, ...]:
    """Return diagnostics without their places."""
    return tuple(Fault(each.code, each.message, each.help) for each in found)
