"""What a logic must be."""

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol, runtime_checkable

from msgspec import Struct

from ..ir import Theory
from .engines import Feature
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
    """The format of a rule in a text, with `{text}`, and with `{id}` if rules have names: `Rule {id}: {text}`."""

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
class Classifier(Protocol):
    """A logic that also classifies theories: metrics of the record, which a spec can require and measure.

    `figures` are the numbers that `classify` returns for the printed statements, each with its meaning.
    `marks` are the truth values, each with its meaning.
    """

    figures: ClassVar[Mapping[str, str]]
    marks: ClassVar[Mapping[str, str]]

    def classify(self, theory: Theory) -> Mapping[str, Any]: ...
