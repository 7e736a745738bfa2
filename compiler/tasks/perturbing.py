"""One small change of a theory: a predicate, a sign, a fact or a preference. After Kazemi et al. (2023)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..contract import Draft
from ..family import Family
from ..goals import signed
from ..ir import nodes as ir
from ..stream import Stream

KINDS = ("predicate", "sign", "fact", "preference")


def perturbed(
    family: Family, draft: Draft, kinds: Sequence[str], stream: Stream, most: int
) -> Iterator[tuple[str, ir.Theory]]:
    """Yield theories that differ from a draft's in one place, with the kind of the change, in random order.

    Hidden statements stay: no reader could know that they changed.
    """
    statements = draft.theory.statements
    places = [
        (kind, place)
        for kind in kinds
        if kind in CHANGES
        for place, labelled in enumerate(statements)
        if labelled.id not in draft.hidden
    ]
    for kind, place in stream.shuffled(places)[:most]:
        changed = CHANGES[kind](family, statements[place].statement, stream)
        if changed is None or any(changed == each.statement for each in statements):
            continue
        made = ir.Labelled(statements[place].id, changed)
        all_of_them = (*statements[:place], made, *statements[place + 1 :])
        theory = draft.theory
        yield kind, ir.Theory(theory.logic, all_of_them, theory.signature, theory.options)


def _literals(statement: ir.Statement) -> list[tuple[int, ir.Literal]]:
    """Give the literals of a fact or rule with their places: those of the body, then the head at -1."""
    match statement:
        case ir.Fact(literal=ir.Literal() as literal):
            return [(-1, literal)]
        case ir.Rule(body=body, head=ir.Literal() as head):
            within = [(i, part) for i, part in enumerate(body) if isinstance(part, ir.Literal)]
            return [*within, (-1, head)]
        case _:
            return []


def _with(statement: ir.Statement, place: int, literal: ir.Literal) -> ir.Statement:
    match statement:
        case ir.Rule(body=body, arrow=arrow, head=head) if place >= 0:
            return ir.Rule((*body[:place], literal, *body[place + 1 :]), arrow, head)
        case ir.Rule(body=body, arrow=arrow):
            return ir.Rule(body, arrow, literal)
        case _:
            return ir.Fact(literal)


def _predicate(family: Family, statement: ir.Statement, stream: Stream) -> ir.Statement | None:
    literals = [each for each in _literals(statement) if each[1].atom.predicate in _known(family)]
    if not literals:
        return None
    place, literal = stream.pick(literals)
    sorts = _known(family)[str(literal.atom.predicate)]
    others = [
        name
        for name, own in _known(family).items()
        if own == sorts and name != literal.atom.predicate
    ]
    if not others:
        return None
    atom = ir.Atom(stream.pick(others), literal.atom.arguments)
    return _with(statement, place, ir.Literal(atom, literal.negative))


def _sign(family: Family, statement: ir.Statement, stream: Stream) -> ir.Statement | None:
    literals = [each for each in _literals(statement) if each[1].atom.predicate in _known(family)]
    if not literals:
        return None
    place, literal = stream.pick(literals)
    return _with(statement, place, signed(literal, not literal.negative))


def _fact(family: Family, statement: ir.Statement, stream: Stream) -> ir.Statement | None:
    """Let a fact speak of another individual in one of its places."""
    match statement:
        case ir.Fact(literal=ir.Literal(atom=ir.Atom(predicate=name, arguments=arguments))):
            sorts = _known(family).get(str(name), ())
        case _:
            return None
    literal = statement.literal
    assert isinstance(literal, ir.Literal)
    if not sorts:
        return None
    place = stream.below(len(sorts))
    others = [
        each
        for each in family.grammar.sorts.get(sorts[place], ())
        if ir.Const(each) not in arguments
    ]
    if not others:
        return None
    changed = ir.Const(stream.pick(others))
    atom = ir.Atom(name, (*arguments[:place], changed, *arguments[place + 1 :]))
    return ir.Fact(ir.Literal(atom, literal.negative))


def _preference(family: Family, statement: ir.Statement, stream: Stream) -> ir.Statement | None:
    match statement:
        case ir.Preference(stronger=stronger, weaker=weaker):
            return ir.Preference(weaker, stronger)
        case _:
            return None


def _known(family: Family) -> Mapping[str, tuple[str, ...]]:
    return family.grammar.predicates


CHANGES: Mapping[str, Callable[[Family, ir.Statement, Stream], ir.Statement | None]] = {
    "predicate": _predicate,
    "sign": _sign,
    "fact": _fact,
    "preference": _preference,
}
