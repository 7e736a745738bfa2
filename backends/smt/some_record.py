"""Whether some record meets requirements, as a propositional formula: a variable for each value of each slot.

Slots with amounts have as values the amounts near some constant of the requirements: as near as there are such slots,
on both sides. Between two constants and beyond them, that many different amounts can be ordered in every way, so no
comparison can tell a record with other amounts from one with these.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from math import prod
from typing import Any, TypeAlias

from ...compiler.ir import nodes as ir, walk
from ...compiler.kinds import Kind, OneOf, Scalar, Set, Value
from .clauses import Clauses, Encoder
from .terms import slots_in

MOST = 20_000
"""The most clauses for one comparison, and the most values of a slot."""

Tests: TypeAlias = Mapping[ir.Comparison, tuple[str, Callable[[Mapping[str, Value]], Any]]]
"""For each comparison its text, and the function that computes its truth from the values of slots."""


class TooLarge(Exception):
    """A slot, or a comparison, has too many values."""


@dataclass(frozen=True)
class SomeRecord:
    """DIMACS text that is satisfiable if there is a record, and the variables of the values of its slots."""

    text: str
    values: Mapping[tuple[str, Value], int]


@dataclass
class _RecordEncoder(Encoder):
    """Encodes formulas on a record that is sought."""

    tests: Tests = field(default_factory=dict)
    values: Mapping[str, Mapping[Value, int]] = field(default_factory=dict)

    def comparison(self, comparison: ir.Comparison) -> int:
        """Return a variable that has, with any values of its slots, the truth that these give."""
        name, compute = self.tests[comparison]
        result = self.clauses.variable(name)
        slots = slots_in(comparison)
        if prod(len(self.values[slot]) for slot in slots) > MOST:
            raise TooLarge(f"too many values are compared in `{name}`")
        for chosen in product(*(self.values[slot].items() for slot in slots)):
            row = {slot: value for slot, (value, _) in zip(slots, chosen, strict=True)}
            truth = result if compute(row) else -result
            self.clauses.clauses.append((*(-variable for _, variable in chosen), truth))
        return result


def encode_record(
    requirements: Sequence[ir.Formula], tests: Tests, kinds: Mapping[str, Kind]
) -> SomeRecord:
    """Return the formula that is satisfiable just if a record meets all requirements.

    Raises:
        TooLarge: it cannot be written out, or amounts are computed with, for which no few values will do.
    """
    clauses = Clauses()
    values: dict[str, dict[Value, int]] = {}
    for slot in slots_in(*requirements):
        own = {
            value: clauses.variable(f"{slot} = {kinds[slot].show(value)}")
            for value in _values(slot, requirements, kinds)
        }
        clauses.clauses.append(tuple(own.values()))
        clauses.clauses += [(-one, -other) for one, other in combinations(own.values(), 2)]
        values[slot] = own
    encoder = _RecordEncoder(clauses, "the record", tests=tests, values=values)
    clauses.clauses += [(encoder.literal(formula),) for formula in requirements]
    variables = {
        (slot, value): number for slot, own in values.items() for value, number in own.items()
    }
    return SomeRecord(clauses.text, variables)


def _values(
    slot: str, requirements: Sequence[ir.Formula], kinds: Mapping[str, Kind]
) -> Iterator[Value]:
    match kinds[slot]:
        case OneOf(values=values):
            yield from values
        case Set(element=element):
            if 1 << len(element.values) > MOST // 4:
                raise TooLarge(f"`{slot}` has too many sets")
            for size in range(len(element.values) + 1):
                yield from map(frozenset, combinations(element.values, size))
        case Scalar() as kind:
            yield from _amounts(slot, kind, requirements, kinds)
        case _:
            raise TooLarge(f"`{slot}` has too many lists")


def _amounts(
    slot: str, kind: Scalar, requirements: Sequence[ir.Formula], kinds: Mapping[str, Kind]
) -> list[int]:
    nodes = [node for formula in requirements for node in walk(formula)]
    if any(isinstance(node, ir.Operation) and slots_in(node) for node in nodes):
        raise TooLarge(f"`{slot}` or another slot is computed with")
    near = sum(isinstance(kinds[name], Scalar) for name in slots_in(*requirements))
    ends = (kind.low, kind.high)
    cuts = {node.amount for node in nodes if isinstance(node, ir.Quantity)}
    cuts |= {end for end in ends if end is not None} or {0}
    found = {cut + step for cut in cuts for step in range(-near, near + 1)}
    low, high = (min(found) if ends[0] is None else ends[0]), ends[1]
    kept = [each for each in sorted(found) if low <= each <= (each if high is None else high)]
    if len(kept) > 300:
        raise TooLarge(f"`{slot}` is compared with too many amounts")
    return kept
