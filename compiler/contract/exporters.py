"""What exporters must be: they write a finished dataset in the form that another program reads."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, TypeAlias

Shape: TypeAlias = "str | tuple[Shape] | Mapping[str, Shape]"
"""What a column holds: `text`, `integer`, any `json`, a list (a tuple of its one shape), or a structure by member."""

Message: TypeAlias = Mapping[str, str]
"""A turn of a conversation: its `role` and its `content`."""

MESSAGES: Shape = ({"role": "text", "content": "text"},)
"""The shape of a conversation."""


@dataclass(frozen=True)
class Problem:
    """A problem as a model gets it.

    Attributes:
        record: its record.
        split: the name of its split; `train` for records without one.
        prompt: the whole prompt: worked problems, if any, the record's own prompt, and the form of the answer.
        messages: the same as a conversation that ends with the turn of the user.
        key: what `rspc.score` and `rspc.reward` need of the record.
        reply: the right answer in its form.
        solution: the proof of the answer in words, and the right answer; empty if the record has no proof.
    """

    record: Mapping[str, Any]
    split: str
    prompt: str
    messages: tuple[Message, ...]
    key: str
    reply: str
    solution: str


@dataclass(frozen=True)
class Export:
    """A dataset that is exported.

    Attributes:
        family: the name of its family, or of the dataset if it has several.
        version: the family's digest, or that of the dataset.
        rspc: the version of rspc that exports it.
        files: the file of each split.
        counts: how many problems each split has.
        varied: the parameters with several values, and those values.
    """

    family: str
    version: str
    rspc: str
    files: Mapping[str, str]
    counts: Mapping[str, int]
    varied: Mapping[str, tuple[Any, ...]]


class Unsuitable(Exception):
    """A target cannot have such a problem; the message says why."""


class Exporter(Protocol):
    """Writes one file of rows for each split, and the files that make another program read them.

    Attributes:
        name: the name of the target, such as `trl`.
        suffix: `.jsonl` or `.parquet`.
        columns: the columns of a row.
    """

    name: ClassVar[str]
    suffix: ClassVar[str]
    columns: ClassVar[Mapping[str, Shape]]

    def row(self, problem: Problem) -> Mapping[str, Any]:
        """Return the row of a problem. Raises Unsuitable if the target cannot have it."""

    def files(self, export: Export) -> Mapping[str, str]:
        """Return the texts of all further files by name; `README.md` says how to run them."""
