"""What writers of records must be, and formats of theories that are not ours."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import IO, TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, runtime_checkable

from ...dsl import syntax
from ..ir import Node, Theory

if TYPE_CHECKING:
    from ...dsl.source import Source

Columns: TypeAlias = Mapping[str, str]
"""What a dataset's records hold, by field, in order: `text`, `integer`, `number`, `truth` or `json`.

A parameter or a metric that is not a structure has a column too: `params.depth`.
"""


class Writer(Protocol):
    """Writes records to files in one format, and reads them back.

    A record is a line of JSON with its end, the same bytes whatever the format: they are what a dataset's digest is of.
    """

    name: ClassVar[str]
    suffix: ClassVar[str]

    def write(self, lines: Iterable[bytes], columns: Columns, file: IO[bytes]) -> None:
        """Write a whole file. Its bytes depend on its records, and on the columns of all the dataset's records."""

    def read(self, file: IO[bytes]) -> Iterator[bytes]:
        """Yield the lines that were written, byte for byte; ValueError where the file is damaged."""


@runtime_checkable
class Arranging(Protocol):
    """A writer with its own layout: where its files are in a dataset's folder."""

    def place(self, split: str, number: int, of: int) -> str:
        """Return the path of file `number` of `of` files of a split: in the folder `data`, with the writer's suffix."""


@runtime_checkable
class Streaming(Protocol):
    """A writer whose files depend on their own lines alone, so that it writes them while later records are made."""

    streaming: ClassVar[bool]
    """Whether it is given each line as soon as that is there, and no columns, which only all records together have."""


@runtime_checkable
class Tabular(Protocol):
    """A writer of tables that `datasets.load_dataset` reads by their suffix: no sheet is written beside them."""

    loading: ClassVar[Mapping[str, Any]]
    """The options by which it gives one text or integer for each field of a record, and no more columns."""


class Format(Protocol):
    """A text format of a logic's theories that is not ours: read into our statements, and written."""

    name: ClassVar[str]
    suffix: ClassVar[str]
    logic: ClassVar[str]

    def read(self, source: Source) -> tuple[syntax.Statement, ...]:
        """Return the statements of a text; SpecError with every place that cannot be read."""

    def settings(self, source: Source) -> Mapping[str, str | bool | int]:
        """Return the options of the logic that a text sets. Raises SpecError if a value is impossible."""

    def write(self, theory: Theory) -> str: ...


@runtime_checkable
class Taught(Protocol):
    """A format in which replies can state a theory, with instructions for their readers."""

    instructions: ClassVar[str]
    """How a theory is written: a key of the texts of languages, or a text."""

    def read_reply(self, reply: Source) -> tuple[syntax.Statement, ...]:
        """Return the statements that a reader wrote. Raises SpecError for what cannot be read."""

    def write_reply(self, theory: Theory) -> str:
        """Return a theory as a reader can write it. Raises EngineError for what the format does not have."""


@runtime_checkable
class Notation(Protocol):
    """A format in whose notation a problem is also asked and answered; for any other that is ours."""

    def read_query(self, query: Source, problem: Source) -> syntax.Statement:
        """Return the statement of a query; the text of the problem is given as well.

        Its span is the place of errors. Raises SpecError if the text is not a question.
        """

    def show(self, node: Node) -> str | None:
        """Return a literal or a statement as text, a labelled statement with its id; None for what the format lacks.

        `read` gives the same of a labelled statement again, and `read_query` the same of a literal.
        """
