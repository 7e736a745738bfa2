"""Quantifier-free formulas over the typed slots of records."""

from collections.abc import Mapping
from typing import ClassVar

from ..contract import Feature, Knobs
from ..ir import CONSISTENCY


class Options(Knobs, frozen=True):
    """The logic has no options."""


class Constraint:
    """A theory is a list of requirements; a record satisfies it when it meets every one."""

    name: ClassVar[str] = "constraint"
    accepts: ClassVar[frozenset[Feature]] = frozenset(
        {
            "requirements",
            "comparisons",
            "conjunction",
            "disjunction",
            "negation",
            "arithmetic",
            "slots",
            CONSISTENCY,
        }
    )
    options: ClassVar[type[Knobs]] = Options
    phrasebook: ClassVar[str] = "std.records"
    establishes: ClassVar[str] = "z3"
    confirms: ClassVar[tuple[str, ...]] = ("evaluation",)
    explores: ClassVar[str] = "z3"
    monotonic: ClassVar[bool] = True
    introduces: ClassVar[str] = "{text}"
    notation: ClassVar[Mapping[Feature, str]] = {"": "notation requirements"}

    def readings(self, options: Knobs) -> Mapping[str, Knobs]:
        return {}
