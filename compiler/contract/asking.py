"""What a task must be: what it asks of a theory, and how it scores a reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from msgspec import Struct

from ...dsl import syntax
from ..ir.nodes import Goal, Node, Query, Theory
from .engines import Feature, Label
from .growing import Draft, Knobs, Rejected, Scene

if TYPE_CHECKING:
    from ...dsl.diagnostics import Report
    from ..family import Family
    from ..productions import Grammar
    from ..records import RecordType
    from ..stream import Stream
    from ..terms import StatementScope


@dataclass(frozen=True)
class Posed:
    """A question about a theory: the label that it must have, and what the text needs to ask it.

    `rows` are the values of the query's rows, in order; `answer` is the label as a reader would give it, one of
    `choices` where there are few; `hidden` are the ids of the statements that no sentence says. With `symbols`, the
    question or its answer is in symbols, which a reader must be able to tell from the sentences. `says` are sentences
    within the question, each with the statement that it says, or the whole question with the query's goal: they are
    read back as the sentences of the theory are.
    """

    theory: Theory
    query: Query
    expected: Label
    metrics: Mapping[str, Any] = field(default_factory=dict)
    question: str = ""
    answer_format: str = ""
    rows: tuple[Mapping[str, Any], ...] = ()
    answer: str = ""
    choices: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()
    symbols: bool = False
    says: tuple[tuple[str, Node], ...] = ()


class Score(Struct, frozen=True):
    """How good a reply is, from 0 to 1, and why; `answer` is what it was found to answer, as a record would say it."""

    value: float
    reason: str = ""
    answer: str = ""


@dataclass(frozen=True)
class AskScope:
    """What the words after `ask TASK` are read against."""

    record: RecordType | None
    report: Report
    statements: StatementScope | None = None
    accepts: frozenset[Feature] = frozenset()
    """What the family's logic accepts."""
    grammar: Grammar | None = None
    """What fills the holes of a statement that is asked about."""


class Task(Protocol):
    """Asks, labels and scores. `figures` are the numbers among the metrics that it adds, each with what it counts."""

    name: ClassVar[str]
    knobs: ClassVar[type[Knobs]]
    figures: ClassVar[Mapping[str, str]]

    def read(self, ask: syntax.Ask, scope: AskScope) -> Goal | None:
        """Check what an `ask` says besides its knobs; None, with a report, when it is wrong."""
        ...

    def targets(self, knobs: Any) -> int:
        """Give how many answers there are to balance instances over; 1 where nothing is balanced."""
        ...

    def prepare(self, scene: Scene, knobs: Any, stream: Stream) -> Scene | Rejected:
        """Draw what the theory must be grown on (rows); the scene unchanged where there is nothing."""
        ...

    def pose(
        self, scene: Scene, draft: Draft, goal: Goal, knobs: Any, target: int, stream: Stream
    ) -> Posed | Rejected:
        """Make the question. `target`, below `targets(knobs)`, says which answer this instance should have."""
        ...

    def score(self, record: Mapping[str, Any], answer: str) -> Score: ...


@runtime_checkable
class Answering(Protocol):
    """A task that also tells how a record's label is answered, from what else the record and its family say.

    By this, an altered answer is found in records that are not made again, those of another version.
    """

    def answered(
        self, record: Mapping[str, Any], goal: Goal, knobs: Any, family: Family
    ) -> str: ...
