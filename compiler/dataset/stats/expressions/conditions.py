"""Conditions on the figures of a record: `slots >= 4 and not (label = A or pass_rate < 0.2)`.

condition   = conjunction { "or" conjunction }
conjunction = part { "and" part }
part        = "not" part | "(" condition ")" | comparison    # a comparison as in a statistic
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from .statistics import Comparison, Reader


@dataclass(frozen=True)
class Junction:
    """Conditions of which all must hold (`and`) or one must (`or`)."""

    operator: str
    parts: "tuple[Condition, ...]"


@dataclass(frozen=True)
class Negation:
    """A condition that must not hold."""

    part: "Condition"


Condition: TypeAlias = Comparison | Junction | Negation

DEEPEST = 100
"""How deeply parentheses and negations may be nested."""


def parse_condition(text: str) -> Condition:
    """Read a condition; raises ExpressionError."""
    reader = _ConditionReader(text)
    condition = reader.condition()
    reader.expect_end("the condition ends before this", "join comparisons with `and` or `or`")
    return condition


def holds(condition: Condition, known: Mapping[str, Any]) -> bool:
    """Return whether the figures of a record meet a condition; a comparison of a figure that it lacks is false."""
    match condition:
        case Comparison(figure):
            return figure in known and condition.holds(known[figure])
        case Junction("and", parts):
            return all(holds(part, known) for part in parts)
        case Junction(_, parts):
            return any(holds(part, known) for part in parts)
        case Negation(part):
            return not holds(part, known)


def figures_in(condition: Condition) -> Iterator[str]:
    """Yield the names of the figures that a condition compares, in order."""
    match condition:
        case Comparison(figure):
            yield figure
        case Junction(_, parts):
            for part in parts:
                yield from figures_in(part)
        case Negation(part):
            yield from figures_in(part)


class _ConditionReader(Reader):
    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._depth = 0

    def condition(self) -> Condition:
        return self._junction("or", self._conjunction())

    def _conjunction(self) -> Condition:
        return self._junction("and", self._part())

    def _junction(self, operator: str, first: Condition) -> Condition:
        parts = [first]
        while self.accept(operator):
            parts.append(self._conjunction() if operator == "or" else self._part())
        return first if len(parts) == 1 else Junction(operator, tuple(parts))

    def _part(self) -> Condition:
        self._depth += 1
        if self._depth > DEEPEST:
            raise self.wrong("this is nested too deeply", "remove parentheses")
        if self.accept("not"):
            found: Condition = Negation(self._part())
        elif self.accept("("):
            found = self.condition()
            self.expect(")")
        else:
            found = self.comparison()
        self._depth -= 1
        return found
