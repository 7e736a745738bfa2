"""Are two programs strongly equivalent: does each stay the other, whatever rules are added to both?

They are just if they have the same models in the logic of here-and-there: pairs of a set H and a superset T that
satisfy every rule. A rule is satisfied if, in T and in H, its head is true where its body is; what is under `not` is
judged in T. Such a pair is searched as an answer set: `t`-atoms are chosen, `h`-atoms among them, one program is
satisfied, and a rule of the other is not.

Source: Lifschitz, Pearce, Valverde, Strongly equivalent logic programs (ACM TOCL 2001). An aggregate is true in H if it
is in both sets: Ferraris, Logic programs with propositional connectives and aggregates (ACM TOCL 2011). An element of a
choice is true if its atom is in H or not in T; the bounds of a choice are a constraint.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, product
from typing import Final

from ...compiler.contract import IncomparableError
from ...compiler.ir import nodes as ir, walk
from ...compiler.notation import show

HERE: Final = "h_"
THERE: Final = "t_"
NAME: Final = "name_"
BROKEN: Final = "broken_"

MOST_STEPS: Final = 100
"""An interval with more members is not written out."""

Body = tuple[ir.BodyPart, ...]
Signature = tuple[str, int, bool]


def counterexample(satisfied: ir.Theory, broken: ir.Theory, names: Sequence[ir.Term]) -> ir.Theory:
    """Return a program whose answer sets are the models of one program that are none of the other.

    Atoms have only these names as arguments. An answer set has `broken_(N)` for each place N of a statement of the
    second program that its pair does not satisfy.

    Raises:
        IncomparableError: for what optimises, makes terms that may be none of the names, or is in no program.
    """
    ids = (f"s{number}" for number in count())
    statements: list[ir.Statement] = [ir.Fact(_literal(NAME, (name,))) for name in names]
    statements += _pairs(_signatures(satisfied, broken))
    for labelled in satisfied.statements:
        for body in _violations(labelled):
            statements.append(ir.Rule(body, "->", ir.Truth(False)))
    found: list[ir.BodyPart] = []
    for place, labelled in enumerate(broken.statements):
        own = _literal(BROKEN, (ir.Quantity("integer", place),))
        bodies = list(_violations(labelled))
        statements += [ir.Rule(body, "->", own) for body in bodies]
        if bodies:
            found.append(ir.Literal(own.atom, default=True))
    statements.append(ir.Rule(tuple(found), "->", ir.Truth(False)))
    return ir.Theory(
        satisfied.logic,
        tuple(ir.Labelled(id, each) for id, each in zip(ids, statements, strict=False)),
    )


def _signatures(*theories: ir.Theory) -> list[Signature]:
    found: dict[Signature, None] = {}
    for theory in theories:
        for statement in theory.statements:
            for node in walk(statement.statement):
                match node:
                    case ir.Literal(atom=ir.Atom(predicate=str(name), arguments=terms)):
                        found[name, len(terms), bool(node.negative)] = None
    return list(found)


def _pairs(signatures: Iterable[Signature]) -> Iterator[ir.Statement]:
    """Yield the choices of T among all literals, and of H among those of T."""
    for name, size, negative in signatures:
        variables = tuple(ir.Var(f"X{place}") for place in range(size))
        there, here = (_literal(world + name, variables, negative) for world in (THERE, HERE))
        known = tuple(_literal(NAME, (each,)) for each in variables)
        yield ir.Rule((), "->", ir.Choice((ir.Element((there,), known),)))
        yield ir.Rule((), "->", ir.Choice((ir.Element((here,), (there,)),)))


def _literal(predicate: str, terms: tuple[ir.Term, ...], negative: bool = False) -> ir.Literal:
    return ir.Literal(ir.Atom(predicate, terms), negative)


# ------------------------------------------------------------------------------------------------- what breaks a rule


def _violations(labelled: ir.Labelled) -> Iterator[Body]:
    """Yield conditions on a pair of which one holds just if the pair does not satisfy a statement."""
    match labelled.statement:
        case ir.Fact(literal=ir.Literal() as head):
            _check(labelled.statement)
            yield (_denied(head, HERE),)
        case ir.Rule(body=body, arrow="->", head=head):
            _check(labelled.statement)
            there = tuple(_at(part, THERE) for part in body)
            yield from ((*there, *case) for case in _false(head, there=True))
            here = tuple(each for part in body for each in _in_both(part))
            yield from ((*here, *case) for case in _false(head, there=False))
        case _:
            raise IncomparableError("objectives are not compared")


def _check(statement: ir.Statement) -> None:
    """Refuse terms that may be none of the names: those of functions, and those computed for a head."""
    for node in walk(statement):
        if isinstance(node, ir.Function | ir.Tuple):
            raise IncomparableError(f"`{show(node)}` is none of the names")
    if not isinstance(statement, ir.Rule):
        _check_atoms(statement, frozenset())
        return
    bound = _bound(statement.body)
    if isinstance(statement.head, ir.Choice):
        for element in statement.head.elements:
            _check_atoms(element.terms[0], bound | _bound(element.condition))
    else:
        _check_atoms(statement.head, bound)


def _bound(body: Sequence[ir.BodyPart]) -> frozenset[str]:
    """Return the variables that are arguments of positive literals: these are names."""
    return frozenset(
        term.name
        for part in body
        if isinstance(part, ir.Literal) and not part.default
        for term in part.atom.arguments
        if isinstance(term, ir.Var)
    )


def _check_atoms(head: ir.Node, bound: frozenset[str]) -> None:
    literals = (node for node in walk(head) if isinstance(node, ir.Literal))
    for term in (each for literal in literals for each in literal.atom.arguments):
        for node in walk(term):
            if isinstance(node, ir.Operation) or (
                isinstance(node, ir.Var) and node.name not in bound
            ):
                raise IncomparableError(f"`{show(term)}` may be none of the names")


def _false(head: ir.Head, there: bool) -> Iterator[Body]:
    """Yield conditions of which one holds just if a head is false in T, or in H."""
    world = THERE if there else HERE
    match head:
        case ir.Truth(value=False):
            yield ()
        case ir.Truth(value=True):
            return
        case ir.Literal():
            yield (_denied(head, world),)
        case ir.Or(parts=parts):
            yield tuple(_denied(part, world) for part in parts)
        case ir.Choice(elements=written, lower=lower, upper=upper):
            elements = tuple(each for element in written for each in _expanded(element))
            if there:
                yield from _out_of_bounds(elements, lower, upper)
                return
            for element in elements:
                chosen = _chosen(element)
                condition = [each for part in element.condition for each in _in_both(part)]
                yield (*condition, _at(chosen, THERE), _denied(chosen, HERE))
        case _:
            raise IncomparableError(f"a {type(head).__name__} is not a head of a program")


def _out_of_bounds(
    elements: tuple[ir.Element, ...], lower: ir.Term | None, upper: ir.Term | None
) -> Iterator[Body]:
    """Yield conditions of which one holds just if too few or too many literals of a choice are in T."""
    counted = []
    for element in elements:
        chosen = _chosen(element)
        atom, sign = chosen.atom, ir.Quantity("integer", int(bool(chosen.negative)))
        own = ir.Tuple((ir.Const(str(atom.predicate)), sign, *atom.arguments))
        condition = (*element.condition, chosen)
        counted.append(ir.Element((own,), tuple(_at(part, THERE) for part in condition)))
    number = ir.AggregateTerm("count", tuple(counted))
    if lower is not None:
        yield (ir.Comparison("<", number, lower),)
    if upper is not None:
        yield (ir.Comparison(">", number, upper),)


def _expanded(element: ir.Element) -> Iterator[ir.Element]:
    """Yield an element for each literal that intervals in it stand for."""
    chosen = _chosen(element)
    choices: list[Sequence[ir.Term]] = []
    for term in chosen.atom.arguments:
        match term:
            case ir.Interval(
                low=ir.Quantity(kind=kind, amount=low), high=ir.Quantity(amount=high)
            ) if high - low < MOST_STEPS:
                choices.append([ir.Quantity(kind, amount) for amount in range(low, high + 1)])
            case ir.Interval():
                raise IncomparableError(f"`{show(term)}` may be none of the names")
            case _:
                choices.append([term])
    for terms in product(*choices):
        literal = ir.Literal(ir.Atom(chosen.atom.predicate, terms), chosen.negative)
        yield ir.Element((literal,), element.condition)


def _chosen(element: ir.Element) -> ir.Literal:
    match element.terms:
        case (ir.Literal(default=False) as literal,):
            return literal
        case _:
            raise IncomparableError("a choice is of literals")


# ---------------------------------------------------------------------------------------------------- in one world


def _in_both(part: ir.BodyPart) -> Iterator[ir.BodyPart]:
    """Yield what must hold for a condition to be true in H: an aggregate must be true in T as well."""
    yield _at(part, HERE)
    match part:
        case ir.Comparison(left=ir.AggregateTerm()) | ir.Comparison(right=ir.AggregateTerm()):
            yield _at(part, THERE)


def _denied(literal: ir.Formula, world: str) -> ir.Literal:
    """Return that a literal of a head is not in a set."""
    match literal:
        case ir.Literal(default=False):
            moved = _at(literal, world)
            assert isinstance(moved, ir.Literal)
            return ir.Literal(moved.atom, moved.negative, default=True)
        case _:
            raise IncomparableError("a head has literals without `not`")


def _at(part: ir.BodyPart, world: str) -> ir.BodyPart:
    """Return a condition about one of the sets; what is under `not` is about T."""
    match part:
        case ir.Literal(atom=ir.Atom(predicate=str(name), arguments=terms)):
            own = THERE if part.default else world
            return ir.Literal(ir.Atom(own + name, terms), part.negative, part.default)
        case ir.Not(part=inner):
            return ir.Not(_at(inner, THERE))
        case ir.Comparison(operator=operator, left=left, right=right):
            return ir.Comparison(operator, _side(left, world), _side(right, world))
        case ir.Truth():
            return part
        case _:
            raise IncomparableError(f"a {type(part).__name__} is not a condition of a program")


def _side(side: ir.Term | ir.AggregateTerm, world: str) -> ir.Term | ir.AggregateTerm:
    if not isinstance(side, ir.AggregateTerm):
        return side
    elements = tuple(
        ir.Element(each.terms, tuple(_at(part, world) for part in each.condition), each.priority)
        for each in side.elements
    )
    return ir.AggregateTerm(side.function, elements)
