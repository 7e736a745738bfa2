"""What a logic must be."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol, runtime_checkable

from msgspec import Struct

from ..ir import Labelled, Term, Theory, nodes as ir
from .engines import Feature, Label
from .knobs import Knobs


class Logic(Protocol):
    """The statements that a logic accepts and the engines that decide them by default."""

    name: ClassVar[str]
    accepts: ClassVar[frozenset[Feature]]
    options: ClassVar[type[Knobs]]
    phrasebook: ClassVar[str]
    """The library's module with a phrase for every statement: `std.rules`; `NAME.rules` of a package that is
    registered as `NAME` in the group `rspc.libraries`."""
    establishes: ClassVar[str]
    confirms: ClassVar[tuple[str, ...]]
    """The backends and checkers that establish and confirm labels where the family names none."""
    explores: ClassVar[str]
    """The backend that answers during the search for questions; the others certify its answers later."""
    introduces: ClassVar[str]
    """The format of a rule in a text, with `{text}`, and with `{id}` if rules have names: `Rule {id}: {text}`; or
    the key of such a text, with `{{ text }}` and `{{ id }}`, as languages have it: `rule`."""

    def readings(self, options: Knobs) -> Mapping[str, Knobs]:
        """Return other options under which the same statements may mean something else, by name."""


class Operator(Struct, frozen=True):
    """The arguments of an operator: terms of these sorts, and then this many formulas.

    A family declares the sort of each term. If it declares no sort of that name, any term is allowed.
    """

    formulas: int = 1
    terms: tuple[str, ...] = ()


@runtime_checkable
class Modal(Protocol):
    """A logic whose statements are formulas over atoms: literals, `not`, `and`, `or` and the operators that it names.

    An operator's name is the feature that it needs: `always`, `until`, `knows`.
    """

    operators: ClassVar[Mapping[str, Operator]]


@runtime_checkable
class Monotonic(Protocol):
    """A logic that says whether consequences stay when statements are added, those that follow and those that are
    excluded.

    Of a logic that does not say, this is not assumed. Only if it is true, tasks take for settled what a single
    statement of a theory settles by itself.
    """

    monotonic: ClassVar[bool]


@runtime_checkable
class Ordered(Protocol):
    """A logic that says whether the order of statements counts, as that of announcements or of steps.

    If it does, theories in two orders are two problems, and a statement may be in a theory twice.
    Of a logic that does not say, a theory is a set of statements.
    """

    ordered: ClassVar[bool]


@runtime_checkable
class Meaning(Protocol):
    """A logic that says what each label of the question about a statement means, to a reader.

    Each meaning ends a clause that begins with a label: `yes if it follows`. It is a key of the texts of
    languages, or a text.
    """

    def meanings(self, goal: ir.Entailed) -> Mapping[Label, str]: ...


@runtime_checkable
class Written(Protocol):
    """A logic that says how its statements are written in our notation, to readers who are to write them.

    The parts are those of all theories, under an empty name, and those for what a theory has. Each is a key of the
    texts of languages, or a text.
    """

    notation: ClassVar[Mapping[Feature, str]]


FOLLOWING: Mapping[Label, str] = {
    "true": "if follows",
    "false": "if opposite follows",
    "unknown": "if neither follows",
}
"""The keys of what labels of a literal mean, whose opposite can follow."""

EXCLUDED: Mapping[Label, str] = {
    "true": "if follows",
    "false": "if impossible",
    "unknown": "if neither",
}
"""The keys of what labels of other statements mean, which have no opposite that could follow."""


def is_monotonic(logic: Logic) -> bool:
    """Return whether what follows or is excluded stays so in larger theories."""
    return isinstance(logic, Monotonic) and logic.monotonic


def is_ordered(logic: Logic) -> bool:
    """Return whether the order of the statements of a theory counts."""
    return isinstance(logic, Ordered) and logic.ordered


def label_meanings(logic: Logic, goal: ir.Entailed) -> Mapping[Label, str]:
    """Return what each label of a question means: as its logic says, or by whether its statement is a literal."""
    if isinstance(logic, Meaning):
        return logic.meanings(goal)
    return FOLLOWING if isinstance(goal.statement, ir.Fact) else EXCLUDED


class Unclosable(Exception):
    """A logic cannot close the world of these statements so that whatever does not follow is false."""


@runtime_checkable
class Closing(Protocol):
    """A logic that can close the world: whatever is not stated and does not follow is false."""

    def close(
        self,
        predicates: Mapping[str, Sequence[Sequence[Term]]],
        statements: Sequence[Labelled],
        ids: Iterator[str],
    ) -> Sequence[Labelled]:
        """Return the statements that close the world for some predicates.

        Args:
            predicates: for each the possible terms of each of its arguments.
            statements: all other statements of the theory.
            ids: ids that no statement has.

        Raises:
            Unclosable: something that does not follow would not be false.
        """


@runtime_checkable
class Classifier(Protocol):
    """A logic that also classifies theories: metrics of the record, which a spec can require and measure.

    `figures` are the numbers that `classify` returns for the printed statements, each with its meaning.
    `marks` are the truth values, each with its meaning.
    """

    figures: ClassVar[Mapping[str, str]]
    marks: ClassVar[Mapping[str, str]]

    def classify(self, theory: Theory) -> Mapping[str, Any]: ...
