"""Concepts as trees: their parts, their size, and counts of what is in them."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from ...ir import nodes as ir, rebuild, walk


def complement(concept: ir.Formula) -> ir.Formula:
    """Return the complement, without two negations in a row."""
    return concept.part if isinstance(concept, ir.Not) else ir.Not(concept)


def opposites(concept: ir.Formula, most: int) -> tuple[ir.Formula, ...]:
    """Return the wordings of the complement: with `not`, with the dual restriction, or both.

    A restriction that would have to be denied as a whole has only its dual, if that exists. A bound
    in a dual is from 1 to `most`.
    """
    denied, dual = complement(concept), _dual(concept, most)
    if dual is None:
        return (denied,)
    return (
        (denied, dual)
        if isinstance(concept, ir.Restriction) and concept.kind == "some"
        else (dual,)
    )


def _dual(concept: ir.Formula, most: int) -> ir.Formula | None:
    """Return the complement of a restriction as one without `not`; None if there is none."""
    match concept:
        case ir.Restriction(kind="some" | "only" as kind, role=role, filler=filler):
            plain = isinstance(complement(complement(filler)), ir.Named)
            dual = "only" if kind == "some" else "some"
            return ir.Restriction(dual, None, role, complement(filler)) if plain else None
        case ir.Restriction(
            kind=kind, bound=ir.Quantity(amount=int() as n), role=role, filler=filler
        ):
            duals = {
                "min": ("max", n - 1),
                "max": ("min", n + 1),
                "more than": ("fewer than", n + 1),
                "fewer than": ("more than", n - 1),
            }
            dual, bound = duals.get(kind, ("", 0))
            if 1 <= bound <= most:
                return ir.Restriction(dual, ir.Quantity("integer", bound), role, filler)
    return None


def implied_concepts(concept: ir.Formula) -> Iterator[ir.Formula]:
    """Yield concepts that obviously include a concept: its parts, and weaker restrictions."""
    match concept:
        case ir.And(parts=inner):
            for part in inner:
                yield part
                yield from implied_concepts(part)
        case ir.Restriction(
            kind="some" | "min" | "exactly" | "more than", role=role, filler=filler
        ):
            within = filler.parts if isinstance(filler, ir.And) else ()
            for each in (filler, *within, ir.Truth(True)):
                yield ir.Restriction("some", None, role, each)
        case ir.Restriction(kind="only", role=role, filler=filler):
            for each in filler.parts if isinstance(filler, ir.And) else (filler,):
                yield ir.Restriction("only", None, role, each)
                if isinstance(each, ir.Not):
                    yield ir.Not(ir.Restriction("some", None, role, each.part))
        case ir.Not(part=ir.Restriction(kind="some", role=role, filler=ir.Named() as filler)):
            yield ir.Restriction("only", None, role, ir.Not(filler))


def greatest(statements: Iterable[ir.Statement]) -> int:
    """Return the greatest bound that occurs in statements; 0 if there is none."""
    nodes = (each for statement in statements for each in walk(statement))
    return max((int(node.amount) for node in nodes if isinstance(node, ir.Quantity)), default=0)


def sides(statement: ir.Statement) -> tuple[ir.Formula, ...]:
    """Return the whole concepts that a statement is about."""
    match statement:
        case ir.Inclusion(left=left, right=right):
            return (left, right)
        case ir.ConceptAssertion(concept=concept):
            return (concept,)
        case _:
            return ()


def parts(concept: ir.Formula) -> Iterator[ir.Formula]:
    """Yield a concept and all concepts in it."""
    yield concept
    match concept:
        case ir.And(parts=inner) | ir.Or(parts=inner):
            for each in inner:
                yield from parts(each)
        case ir.Not(part=part):
            yield from parts(part)
        case ir.Restriction(filler=filler):
            yield from parts(filler)


def conjuncts(concept: ir.Formula) -> tuple[ir.Formula, ...]:
    """Return a concept, followed by the parts that `and` joins in it."""
    return (concept, *concept.parts) if isinstance(concept, ir.And) else (concept,)


def occurring(statements: Iterable[ir.Statement]) -> list[ir.Formula]:
    """Return the concepts that occur in statements, in order, without negation or duplicates.

    A role fact counts as a `some` restriction: its first individual has the role to something.
    """
    found: dict[ir.Formula, None] = {}
    for statement in statements:
        match statement:
            case ir.Fact(literal=ir.Literal(atom=ir.Atom(predicate=role))):
                found[ir.Restriction("some", None, role, ir.Truth(True))] = None
        for side in sides(statement):
            for part in parts(side):
                bare = part.part if isinstance(part, ir.Not) else part
                if not isinstance(bare, ir.Truth):
                    found[bare] = None
    return list(found)


def flatten(node: ir.Node) -> ir.Node:
    """Return a statement without repeated parts, or junctions directly inside one of their kind."""
    node = rebuild(node, flatten)
    match node:
        case ir.And(parts=inner) | ir.Or(parts=inner):
            kind = type(node)
            found: dict[ir.Formula, None] = {}
            for part in inner:
                found |= dict.fromkeys(part.parts if isinstance(part, kind) else (part,))
            return kind(tuple(found)) if len(found) > 1 else next(iter(found))
        case _:
            return node


def connectives(concept: ir.Node) -> int:
    """Count `and` and `or`; one that joins three parts counts as two."""
    return sum(len(node.parts) - 1 for node in walk(concept) if isinstance(node, ir.And | ir.Or))


def quantifiers(concept: ir.Node) -> int:
    return sum(isinstance(node, ir.Restriction) for node in walk(concept))


@lru_cache(maxsize=4096)
def negations(concept: ir.Node) -> tuple[int, int, int]:
    """Count the negated names, negated `some` restrictions and other negated concepts.

    Each of the three has its own wording.
    """
    denied = [node.part for node in walk(concept) if isinstance(node, ir.Not)]
    names = sum(isinstance(part, ir.Named) for part in denied)
    some = sum(isinstance(part, ir.Restriction) and part.kind == "some" for part in denied)
    return names, some, len(denied) - names - some


@lru_cache(maxsize=4096)
def length(concept: ir.Node) -> int:
    """Return about how many words say that someone belongs to a concept: two for "is kind"."""
    match concept:
        case ir.And(parts=inner) | ir.Or(parts=inner):
            return len(inner) + sum(map(length, inner))
        case ir.Not(part=ir.Named()):
            return 3
        case ir.Not(part=ir.Restriction(kind="some") as part):
            return length(part)
        case ir.Not(part=part):
            return 5 + length(part)
        case ir.Restriction(kind=kind, filler=filler):
            return {"some": 2, "only": 3, "exactly": 4}.get(kind, 5) + _length_within(filler)
        case _:
            return 2


def _length_within(filler: ir.Formula) -> int:
    match filler:
        case ir.Truth():
            return 0
        case ir.Named():
            return 1
        case _:
            return 1 + length(filler)
