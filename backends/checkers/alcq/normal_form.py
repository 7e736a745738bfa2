"""Concepts in negation normal form: IR to IR, with three kinds of restriction left: `only`, `min` and `max`.

`some R C` is `min 1 R C`, `max 0 R C` is `only R not C`, `exactly` is a conjunction, and the negation of a
bound is the dual bound. No junction is nested in one of its kind or has repeated parts, and `thing` and
`nothing` occur only on their own.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ....compiler.contract import EngineError
from ....compiler.ir import nodes as ir
from ....compiler.notation import show

THING = ir.Truth(True)
NOTHING = ir.Truth(False)


@lru_cache(maxsize=8192)
def normal(concept: ir.Formula, positive: bool = True) -> ir.Formula:
    """Return the normal form of a concept, or of its complement.

    Raises:
        EngineError: for what is no concept of this language, such as one with holes.
    """
    match concept:
        case ir.Named(name=str()):
            return concept if positive else ir.Not(concept)
        case ir.Truth(value=value):
            return THING if value == positive else NOTHING
        case ir.Not(part=part):
            return normal(part, not positive)
        case ir.And(parts=parts):
            return _junction(positive, [normal(each, positive) for each in parts])
        case ir.Or(parts=parts):
            return _junction(not positive, [normal(each, positive) for each in parts])
        case ir.Restriction(kind=kind, role=str() as role, filler=filler):
            return _restriction(kind, amount(concept), role, filler, positive)
        case _:
            raise EngineError(f"`{show(concept)}` is not a concept")


def complement(concept: ir.Formula) -> ir.Formula:
    """Return the normal form of a concept's complement; twice, it is that of the concept itself."""
    return normal(concept, False)


def included_concept(inclusion: ir.Inclusion) -> ir.Formula:
    """Return the concept that an inclusion says everything belongs to."""
    return _junction(False, [complement(inclusion.left), normal(inclusion.right)])


def amount(restriction: ir.Restriction) -> int:
    """Return the bound of a number restriction; 1 where a restriction has none."""
    match restriction.bound:
        case None:
            return 1
        case ir.Quantity(amount=number):
            return number
        case bound:
            raise EngineError(f"`{show(bound)}` is not a bound")


def parts(concept: ir.Formula) -> Iterator[ir.Formula]:
    """Yield a concept in normal form and all concepts in it, at any depth."""
    yield concept
    match concept:
        case ir.And(parts=inner) | ir.Or(parts=inner):
            for part in inner:
                yield from parts(part)
        case ir.Restriction(filler=filler):
            yield from parts(filler)


def _junction(conjunction: bool, members: Iterable[ir.Formula]) -> ir.Formula:
    neutral, absorbing = (THING, NOTHING) if conjunction else (NOTHING, THING)
    found: dict[ir.Formula, None] = {}
    for member in members:
        inner: tuple[ir.Formula, ...] = (member,)
        match member:
            case ir.And(parts=own) if conjunction:
                inner = own
            case ir.Or(parts=own) if not conjunction:
                inner = own
        found.update(dict.fromkeys(inner))
    found.pop(neutral, None)
    if absorbing in found:
        return absorbing
    if len(found) < 2:
        return next(iter(found), neutral)
    return ir.And(tuple(found)) if conjunction else ir.Or(tuple(found))


def _restriction(
    kind: str, number: int, role: str, filler: ir.Formula, positive: bool
) -> ir.Formula:
    match kind:
        case "only" if positive:
            return _only(role, normal(filler))
        case "only":
            return _min(1, role, complement(filler))
        case "exactly" if positive:
            both = (_min(number, role, normal(filler)), _max(number, role, filler))
            return _junction(True, both)
        case "exactly":
            either = (_max(number - 1, role, filler), _min(number + 1, role, normal(filler)))
            return _junction(False, either)
        case "some" | "min" | "more than":
            least = number + (kind == "more than")
            if positive:
                return _min(least, role, normal(filler))
            return _max(least - 1, role, filler)
        case "max" | "fewer than":
            most = number - (kind == "fewer than")
            if positive:
                return _max(most, role, filler)
            return _min(most + 1, role, normal(filler))
        case _:
            raise EngineError(f"there is no restriction `{kind}`")


def _only(role: str, filler: ir.Formula) -> ir.Formula:
    return THING if filler == THING else ir.Restriction("only", None, role, filler)


def _min(number: int, role: str, filler: ir.Formula) -> ir.Formula:
    if number <= 0:
        return THING
    if filler == NOTHING:
        return NOTHING
    return ir.Restriction("min", ir.Quantity("integer", number), role, filler)


def _max(number: int, role: str, filler: ir.Formula) -> ir.Formula:
    if number < 0:
        return NOTHING
    if number == 0:
        return _only(role, complement(filler))
    inner = normal(filler)
    if inner == NOTHING:
        return THING
    return ir.Restriction("max", ir.Quantity("integer", number), role, inner)
