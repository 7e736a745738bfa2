"""Which variables the parts of a rule bind, and what in a program that can be read has no meaning.

A rule is safe when each of its variables is bound: by a condition that is not under `not`, or by an equation with what
is bound already. Source: Calimeri et al., ASP-Core-2 input language format (TPLP 2020), with the linear terms of
clingo: `p(X + 1)` binds X, and `p(X * X)` does not. As in clingo, `0 <= X, X < 9` binds X too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import TypeVar

from ...dsl.diagnostics import Note, Report
from ...dsl.source import NOWHERE, Span
from ..ir import is_plain_fact, mentions, nodes as ir, plain_literal, ranges, rebuild, walk
from ..notation import show

MOST = 4
"""How many literals that no rule gives are named in a warning."""

ANY, FRESH = "_", "_ "
"""The variable that is another one at each place, and how the names begin that these are distinguished by."""

T = TypeVar("T", bound=ir.Fact | ir.Rule | ir.Optimise)


def check_safe(
    statement: ir.Fact | ir.Rule | ir.Optimise | ir.ConceptAssertion, span: Span, report: Report
) -> None:
    """Report the variables of a statement that nothing binds."""
    if isinstance(statement, ir.ConceptAssertion):
        _report(_outside(statement.individual), "fact", span, report)
        return
    if is_plain_fact(statement) or (isinstance(statement, ir.Fact) and not any(_names(statement))):
        return
    match apart(statement):
        case ir.Fact(literal=literal):
            _report(_outside(literal), "fact", span, report)
        case ir.Optimise(elements=elements):
            _check_elements(elements, frozenset(), span, report)
        case ir.Rule(body=body, head=head):
            bound = bindings(body)
            loose = [name for part in body for name in _needed_variables(part) if name not in bound]
            if loose:
                _report(loose, "rule", span, report)
            else:
                _report((n for n in _outside(head) if n not in bound), "head", span, report)
            shared = frozenset(n for part in (*body, head) for n in _outside(part))
            for part in (*body, head):
                _check_elements(_elements(part), shared, span, report)


def _report(names: Iterable[str], where: str, span: Span, report: Report) -> None:
    loose = list(dict.fromkeys(ANY if name.startswith(FRESH) else name for name in names))
    if not loose:
        return
    unbound = ", ".join(f"`{name}`" for name in loose) + (" is" if len(loose) == 1 else " are")
    help = f"add a condition that binds `{loose[0]}`"
    if where == "fact":
        help = "write a constant, or a rule with a condition"
    report.add("E0426", f"{unbound} unbound in this {where}", span, help=help + as_name(loose[0]))


def as_name(variable: str) -> str:
    """Return the repair for an unbound variable that looks like a name."""
    if len(variable) < 2 or not variable[1].islower():
        return ""
    return f"; a name is written `{variable[0].lower()}{variable[1:]}`, or in backquotes: `` `{variable}` ``"


def _check_elements(
    elements: Sequence[ir.Element], shared: frozenset[str], span: Span, report: Report
) -> None:
    """Report the unbound variables within braces; variables that also occur outside are bound by the rule."""
    for element in elements:
        bound = bindings(element.condition, shared)
        parts: list[ir.Node] = [*element.terms]
        if element.priority is not None:
            parts.append(element.priority)
        names = [name for part in parts for name in _outside(part)]
        names += [name for part in element.condition for name in _needed_variables(part)]
        loose = [name for name in names if name not in bound]
        _report(loose, f"part `{show(_together(element))}`", span, report)


def bindings(parts: Sequence[ir.BodyPart], known: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the variables that conditions bind together, besides those that are known."""
    bound = {*known, *ranges(parts)}
    for part in parts:
        if isinstance(part, ir.Literal) and not part.default:
            bound |= {name for term in part.atom.arguments for name in _matched_variables(term)}
    equations = [pair for part in parts for pair in _equations(part)]
    shared = frozenset(name for part in parts for name in _outside(part))
    growing = True
    while growing:
        before = len(bound)
        for side, other in equations:
            if all(name in bound for name in _inside(other, shared)):
                bound |= set(
                    _matched_variables(side) if not isinstance(side, ir.AggregateTerm) else ()
                )
        growing = len(bound) > before
    return frozenset(bound)


def _equations(
    part: ir.BodyPart,
) -> Iterator[tuple[ir.Term | ir.AggregateTerm, ir.Term | ir.AggregateTerm]]:
    """Yield the pairs of sides that an equation makes equal."""
    match part:
        case ir.Comparison(operator="==", left=left, right=right):
            pass
        case ir.Not(part=ir.Comparison(operator="!=", left=left, right=right)):
            if isinstance(left, ir.AggregateTerm) or isinstance(right, ir.AggregateTerm):
                return
        case _:
            return
    for side, other in ((left, right), (right, left)):
        if not isinstance(other, ir.AggregateTerm) or isinstance(side, ir.Var):
            yield side, other


def _inside(side: ir.Term | ir.AggregateTerm, shared: frozenset[str]) -> Iterator[str]:
    """Yield the variables that must be bound before a side of an equation has a value.

    Those within braces that are not shared with the outside are bound there.
    """
    if not isinstance(side, ir.AggregateTerm):
        yield from _names(side)
        return
    for element in side.elements:
        own = bindings(element.condition)
        names = [name for term in element.terms for name in _names(term)]
        names += [name for part in element.condition for name in _needed_variables(part)]
        yield from (name for name in names if name in shared or name not in own)


def _matched_variables(term: ir.Term) -> Iterator[str]:
    """Yield the variables that a term binds when it is matched with a value."""
    match term:
        case ir.Var(name=name):
            yield name
        case ir.Function(arguments=parts) | ir.Tuple(items=parts):
            yield from (name for part in parts for name in _matched_variables(part))
        case ir.Operation() if (variable := _linear(term)) is not None:
            yield variable


def _linear(term: ir.Term) -> str | None:
    """Return the variable of a term such as `2 * X + 1`, which its value determines; None for any other."""
    match term:
        case ir.Var(name=name):
            return name
        case ir.Operation(operator="neg", operands=(operand,)):
            return _linear(operand)
        case ir.Operation(operator="+" | "-", operands=(left, right)):
            if _is_ground(right):
                return _linear(left)
            return _linear(right) if _is_ground(left) else None
        case ir.Operation(operator="*", operands=(left, right)):
            zero = ir.Quantity("integer", 0)
            if _is_ground(right) and right != zero:
                return _linear(left)
            return _linear(right) if _is_ground(left) and left != zero else None
        case _:
            return None


def _is_ground(term: ir.Term) -> bool:
    return isinstance(term, ir.Quantity)


# ---------------------------------------------------------------------------------------------------- variables


def _names(node: ir.Node) -> Iterator[str]:
    if isinstance(node, ir.Literal):  # most have no functions
        return (
            each.name
            for term in node.atom.arguments
            for each in ((term,) if term.__class__ is ir.Var else walk(term))
            if isinstance(each, ir.Var)
        )
    return (each.name for each in walk(node) if isinstance(each, ir.Var))


def _elements(part: ir.Node) -> tuple[ir.Element, ...]:
    """Return the members of the braces in a head or a part of a body."""
    match part:
        case ir.Choice(elements=elements):
            return elements
        case ir.Not(part=inner):
            return _elements(inner)
        case ir.Comparison(left=left, right=right):
            sides = (left, right)
            return tuple(e for s in sides if isinstance(s, ir.AggregateTerm) for e in s.elements)
        case _:
            return ()


def _outside(part: ir.Node) -> Iterator[str]:
    """Yield the variables of a head, or of a part of a body, that occur outside braces."""
    match part:
        case ir.Choice(lower=lower, upper=upper):
            yield from (name for bound in (lower, upper) if bound for name in _names(bound))
        case ir.Not(part=inner):
            yield from _outside(inner)
        case ir.Comparison(left=left, right=right):
            for side in (left, right):
                if not isinstance(side, ir.AggregateTerm):
                    yield from _names(side)
        case _:
            yield from _names(part)


def _needed_variables(part: ir.BodyPart) -> Iterator[str]:
    """Yield the variables of a condition that must be bound.

    `not p(_)` means that there is no p at all, and `not not p(_)` that there is one. clingo does not read
    `not -p(_)` or `not p(_ + 1)` in this way.
    """
    free: set[str] = set()
    literal = part.part if isinstance(part, ir.Not) else part
    if isinstance(literal, ir.Literal) and literal.default and not literal.negative:
        free = {name for term in literal.atom.arguments for name in _projected_variables(term)}
    yield from (name for name in _outside(part) if name not in free)


def _projected_variables(term: ir.Term) -> Iterator[str]:
    match term:
        case ir.Var(name=name) if name.startswith(FRESH):
            yield name
        case ir.Function(arguments=parts) | ir.Tuple(items=parts):
            yield from (name for part in parts for name in _projected_variables(part))


def apart(node: T) -> T:
    """Return a node in which each `_` has a name of its own."""
    if not mentions(node).unnamed:
        return node
    fresh = count(1)

    def renamed(part: ir.Node) -> ir.Node:
        return ir.Var(f"{FRESH}{next(fresh)}") if part == ir.Var(ANY) else rebuild(part, renamed)

    return rebuild(node, renamed)  # type: ignore[return-value]


def _together(node: ir.Node) -> ir.Node:
    """Return a node with `_` in place of the names that distinguish it."""
    if isinstance(node, ir.Var) and node.name.startswith(FRESH):
        return ir.Var(ANY)
    return rebuild(node, _together)


# ------------------------------------------------------------------------------------------ what has no meaning


def check_program(
    statements: Sequence[ir.Labelled], spans: Mapping[str, Span], report: Report, whole: bool
) -> None:
    """Report statements that are not allowed in answer set programs; warn about conditions that are never true.

    Args:
        whole: whether these are all statements of the program, so that no others derive literals.
    """
    for statement in statements:
        literal = plain_literal(statement.statement)
        if literal is not None and ir.Quantity not in map(type, literal.atom.arguments):
            continue  # only a number is a fault in a fact
        for message, help in _faults(statement.statement):
            report.add("E0431", message, spans.get(statement.id, NOWHERE), help=help)
    if whole:
        _warn_of_nothing(statements, spans, report)


def _faults(statement: ir.Statement) -> Iterator[tuple[str, str]]:
    plain = is_plain_fact(statement)
    if not plain and any(literal.default for literal in possible_heads(statement)):
        yield (
            "`not` stands in a head",
            "`not p(X)` cannot be a conclusion: write `p(X) -> false`, or give `-p(X)`",
        )
    seen: set[str] = set()
    nodes: Iterable[ir.Node] = ()
    if plain:
        nodes = statement.literal.atom.arguments  # type: ignore[union-attr]
    elif not _FAULTY.isdisjoint(mentions(statement).kinds):
        nodes = walk(statement)
    for node in nodes:
        fault = _fault(node)
        if fault is not None and fault[0] not in seen:
            seen.add(fault[0])
            yield fault
    if isinstance(statement, ir.Rule):
        for part in statement.body:
            if not isinstance(part, ir.Literal | ir.Comparison | ir.Not | ir.Truth):
                yield f"`{show(part)}` is not a condition of a rule", "write a rule for each case"


_FAULTY = frozenset({ir.Quantity, ir.SetOf, ir.ListOf, ir.Slot, ir.Comparison, ir.Element})
"""What may be wrong by itself."""


def _fault(node: ir.Node) -> tuple[str, str] | None:
    """Return what is wrong with a node by itself, and how to fix it."""
    match node:
        case ir.Quantity(kind=kind) if kind != "integer":
            return (
                f"`{show(node)}` is not a whole number",
                "write whole numbers, as of cents or days",
            )
        case ir.Quantity(amount=amount) if abs(amount) >= 2**31:
            return f"`{show(node)}` is too great", f"write numbers below {2**31}"
        case ir.SetOf() | ir.ListOf() | ir.Slot():
            return f"`{show(node)}` is not a term of a program", "write a fact for each member"
        case ir.Comparison(operator="in" | "within" | "meets" as operator):
            return (
                f"`{operator}` compares nothing here",
                "write a literal that holds of the members",
            )
        case ir.Comparison(left=ir.AggregateTerm(), right=ir.AggregateTerm()):
            return (
                "two aggregates are compared",
                "name one of them: `X == count { … }, count { … } > X`",
            )
        case ir.Element(condition=condition) if any(
            isinstance(part, ir.AggregateTerm) for each in condition for part in walk(each)
        ):
            return (
                "an aggregate stands within braces",
                "write a separate rule: `count { … } > 1 -> many`, and write `many` in the braces",
            )
        case _:
            return None


def possible_heads(statement: ir.Statement) -> Iterator[ir.Literal]:
    """Yield the literals that a statement may make true."""
    match statement:
        case ir.Fact(literal=ir.Literal() as literal) | ir.Rule(head=ir.Literal() as literal):
            yield literal
        case ir.Rule(head=ir.Or(parts=parts)):
            yield from (part for part in parts if isinstance(part, ir.Literal))
        case ir.Rule(head=ir.Choice(elements=elements)):
            yield from (
                t for element in elements for t in element.terms if isinstance(t, ir.Literal)
            )


def _warn_of_nothing(
    statements: Sequence[ir.Labelled], spans: Mapping[str, Span], report: Report
) -> None:
    """Warn, once, of the literals in conditions that no statement gives."""
    known = {
        _signature(literal)
        for statement in statements
        if not is_plain_fact(statement.statement)
        for literal in possible_heads(statement.statement)
    }
    facts = [each for labelled in statements if (each := plain_literal(labelled.statement))]
    known.update(map(_signature, {_shape(literal): literal for literal in facts}.values()))
    missing: dict[str, str] = {}
    for statement in statements:
        if is_plain_fact(statement.statement):  # it has no conditions
            continue
        heads = [id(literal) for literal in possible_heads(statement.statement)]
        for literal in _literals(statement.statement):
            if id(literal) not in heads:
                name = _signature(literal)
                if name not in known:
                    missing.setdefault(name, statement.id)
    if not missing:
        return
    told = [f"`{each}`" for each in missing]
    names = ", ".join(told if len(told) <= MOST else [*told[:MOST], f"{len(told) - MOST} others"])
    first, *others = dict.fromkeys(spans.get(each, NOWHERE) for each in missing.values())
    report.add(
        "W0432",
        f"no fact or rule has {names} as a conclusion",
        first,
        notes=tuple(Note(span, "and here") for span in others[:MOST]),
        help="such a condition never holds, and always holds after `not`",
    )


def _literals(statement: ir.Statement) -> Iterator[ir.Literal]:
    """Yield the literals of a statement, at any depth."""
    if isinstance(statement, ir.Rule):
        for part in (*statement.body, statement.head):
            if isinstance(part, ir.Literal):
                yield part
            else:
                yield from (node for node in walk(part) if isinstance(node, ir.Literal))
    else:
        yield from (node for node in walk(statement) if isinstance(node, ir.Literal))


def _shape(literal: ir.Literal) -> tuple[bool | ir.Hole, str | ir.Hole, int]:
    """Return what the signature of a literal depends on."""
    return literal.negative, literal.atom.predicate, len(literal.atom.arguments)


def _signature(literal: ir.Literal) -> str:
    atom = literal.atom
    return f"{'-' if literal.negative else ''}{atom.predicate}/{len(atom.arguments)}"
