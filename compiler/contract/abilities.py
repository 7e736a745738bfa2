"""Optional abilities of backends, besides deciding a query: one protocol each."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from msgspec import Struct

from ..ir import Formula, Literal, Query, Statement, Term, Theory
from ..kinds import Kind
from .engines import EngineError, Label, Limits


class Counterexample(Struct, frozen=True):
    """Values of slots and holes, as literals, for which two formulas are both true or both false."""

    values: tuple[tuple[str, str], ...]
    both: bool


@runtime_checkable
class Prover(Protocol):
    """A backend that can also prove that two formulas are exact complements over whole kinds."""

    def complementary(
        self,
        formula: Formula,
        complement: Formula,
        slots: Mapping[str, Kind],
        holes: Mapping[str, Kind],
        limits: Limits,
    ) -> Counterexample | None:
        """Return None if exactly one of the two holds for all values; raise `Undecided` out of budget."""


class Session(Protocol):
    """A theory that is made ready once and then asked for its answer sets under many assumptions.

    Literals are given by their places in `atoms`, which has every literal that an answer set can hold, and perhaps
    others. All of them raise `Undecided` out of budget.
    """

    @property
    def atoms(self) -> Sequence[Literal]: ...

    def answer_sets(
        self, true: Iterable[int], false: Iterable[int], most: int
    ) -> list[frozenset[int]]:
        """Return up to `most` answer sets that hold the ones and lack the others; which, is the engine's affair."""

    def count(self, true: Iterable[int], false: Iterable[int], most: int) -> int:
        """Return how many of them there are, or `most` if there are more."""

    def possible(self, true: Iterable[int], false: Iterable[int]) -> frozenset[int]:
        """Return what some answer set holds of those that hold the ones and lack the others."""


@runtime_checkable
class Grounder(Protocol):
    """A backend that can also be asked again and again about one theory. What is to be optimised counts for nothing."""

    def ground(self, theory: Theory, kinds: Mapping[str, Kind], limits: Limits) -> Session: ...


class KnowledgeBase(Protocol):
    """A growing base of statements, with repeated questions about what follows.

    Statements are about concepts and roles; questions are inclusions and assertions. All methods raise
    `Undecided` when the questions together are out of budget.
    """

    def take(self, statement: Statement) -> str:
        """Add a statement and return an empty string; or leave it out and return the reason.

        The reason is `trivial` if it always holds or fails, `implied` if it follows already, `inconsistent`
        if the base would have no model, and `incoherent` if a named concept could have no member.
        """

    def follows(self, statement: Statement) -> int | None:
        """Return a number of statements that suffice for one to follow; None if it does not."""

    def excluded(self, statement: Statement) -> int | None:
        """Return a number of statements that suffice to contradict one; None if it can hold."""

    def trivial(self, statement: Statement) -> bool:
        """Return whether a statement follows from nothing; of an assertion, also whether its opposite does."""

    def depth(self, statement: Statement, follows: bool) -> int:
        """Return how many statements a smallest justification of an entailed or an excluded statement has."""


@runtime_checkable
class Reasoner(Protocol):
    """A backend that can also reason about a base of concepts and roles while it grows."""

    def base(self, theory: Theory, kinds: Mapping[str, Kind], limits: Limits) -> KnowledgeBase:
        """Return the base with the statements of a theory, which must be consistent and coherent."""


@runtime_checkable
class Labeller(Protocol):
    """A backend that can also give a label without evidence, which it is quicker at."""

    def label(
        self, theory: Theory, query: Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Label:
        """Return the label that `decide` would give."""


@runtime_checkable
class Bulk(Protocol):
    """A backend that is quicker at deciding many problems at once than at each by itself."""

    def labels(
        self, problems: Sequence[tuple[Theory, Query]], kinds: Mapping[str, Kind], limits: Limits
    ) -> Sequence[Label]:
        """Return the label of each that `decide` would give, whatever the others are; no evidence."""


@runtime_checkable
class Sparer(Protocol):
    """A backend or checker that can also decide for many statements at once what a theory entails without each."""

    def spared(
        self,
        theory: Theory,
        sets: Mapping[str, Sequence[Literal]],
        kinds: Mapping[str, Kind],
        limits: Limits,
    ) -> Mapping[str, Label]:
        """Return for each statement's id the label of the question whether its set is an answer set of the others."""


class IncomparableError(EngineError):
    """A theory has a statement that cannot be compared; says which, and why."""


class Difference(Struct, frozen=True):
    """How two theories differ in meaning.

    Attributes:
        first: whether the first of the two theories says more.
        id: the statement of that theory that the other one does not make; empty if none is known.
        added: facts with which the theories have different conclusions, where that is what tells them apart.
        literal: what is then concluded from that theory alone.
    """

    first: bool
    id: str = ""
    added: tuple[Literal, ...] = ()
    literal: Literal | None = None


@runtime_checkable
class Comparer(Protocol):
    """A backend that can also tell whether two theories mean the same, whatever else may be stated.

    Both are about the same individuals, `names`. All methods raise `Undecided` out of budget, and `IncomparableError`
    for a statement that they cannot compare.
    """

    def difference(
        self, one: Theory, other: Theory, names: Sequence[Term], limits: Limits
    ) -> Difference | None:
        """Return how two theories differ; None if they mean the same."""

    def consequences(
        self, theory: Theory, names: Sequence[Term], limits: Limits
    ) -> Sequence[Literal]:
        """Return all literals over the names that follow from a theory."""
