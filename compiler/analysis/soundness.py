"""Errors in rules that are written out, although each can be read: reported where they occur."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from ...dsl.diagnostics import Note, Report, did_you_mean
from ...dsl.source import NOWHERE, Span
from ..ir import is_plain_fact, nodes as ir, walk
from ..notation import show
from .graphs import components
from .safety import as_name, check_safe


def check_rules(
    statements: Sequence[ir.Labelled],
    spans: Mapping[str, Span],
    report: Report,
    drawn: Collection[str] = (),
    functional: Collection[str] = (),
    contradictory: bool = False,
) -> None:
    """Report cyclic or useless preferences, unbound variables and contradictory facts.

    Args:
        statements: facts, rules and preferences without holes; others are ignored.
        spans: the span of each statement, by its id.
        report: receives all diagnostics.
        drawn: the labels of drawn statements, which a preference may name.
        functional: the predicates of which two values conflict.
        contradictory: whether facts may contradict each other.
    """
    rules = {
        statement.id: statement.statement
        for statement in statements
        if isinstance(statement.statement, ir.Rule)
    }
    for statement in statements:
        if is_plain_fact(statement.statement):  # nothing in it is unbound
            continue
        span = spans.get(statement.id, NOWHERE)
        match statement.statement:
            case ir.Rule() | ir.Fact() | ir.Optimise() | ir.ConceptAssertion():
                check_safe(statement.statement, span, report)
            case ir.Requirement() if loose := next(_variables(statement.statement), ""):
                report.add(
                    "E0426",
                    f"`{loose}` is unbound in this formula",
                    span,
                    help=f"write it for an individual, by its name{as_name(loose)}",
                )
            case ir.Preference(stronger=stronger, weaker=weaker):
                for name in (stronger, weaker):
                    if name not in rules and name not in drawn and isinstance(name, str):
                        _no_rule(name, statements, list(rules), span, report)
                pair = rules.get(str(stronger)), rules.get(str(weaker))
                _check_purpose(*pair, functional, span, report)
    if not contradictory:
        _check_facts(statements, spans, functional, report)
    _check_circles(statements, spans, report)


def check_template(template: ir.Node, span: Span, report: Report) -> None:
    """Report the variables of a rule to be drawn that nothing binds, whatever its holes are filled with.

    A hole for a condition, or an expansion, may bind any; then nothing is reported.
    """
    if isinstance(template, ir.Rule) and not any(map(_may_bind, template.body)):
        check_safe(template, span, report)


def _may_bind(part: ir.Node) -> bool:
    return isinstance(part, ir.Hole) or any(isinstance(node, ir.Expand) for node in walk(part))


def check_query(statement: ir.Statement, span: Span, report: Report) -> None:
    """Report a question that no theory answers: about a rule or a preference, with `not`, a variable or a sum."""
    if isinstance(statement, ir.Rule | ir.Preference | ir.Optimise):
        report.add(
            "E0421",
            "a question must be about a statement, not about a rule",
            span,
            help="ask about the rule's conclusion",
        )
    elif isinstance(statement, ir.Fact) and _has_default_negation(statement.literal):
        report.add(
            "E0421",
            "a question must be about a literal without `not`",
            span,
            help="ask about the literal: its label is `true` if it holds",
        )
    elif isinstance(statement, ir.Fact) and any(map(_reckons, walk(statement))):
        report.add(
            "E0421",
            "a question must name a value, not an expression",
            span,
            help="write the value: `p(3)` for `p(1 + 2)`",
        )
    elif loose := list(_variables(statement)):
        report.add(
            "E0426",
            f"`{loose[0]}` is unbound in this query",
            span,
            help=f"ask about an individual, by its name{as_name(loose[0])}",
        )


def _has_default_negation(node: ir.Node) -> bool:
    return isinstance(node, ir.Literal) and node.default


def _reckons(node: ir.Node) -> bool:
    """Return whether a term is not a value yet; `-a` and `-f(1)` are values of programs."""
    match node:
        case ir.Operation(operator="neg", operands=(ir.Const() | ir.Function() | ir.Tuple(),)):
            return False
        case ir.Interval() | ir.Operation():
            return True
        case _:
            return False


def _no_rule(
    name: str,
    statements: Sequence[ir.Labelled],
    rules: Sequence[str],
    span: Span,
    report: Report,
) -> None:
    if any(statement.id == name for statement in statements):
        message = f"a preference must be between rules, and `{name}` is not a rule"
        help = "remove the preference: no rule can override a fact"
    else:
        message = f"there is no rule `{name}`"
        known = f"its rules are {', '.join(rules[:12])}" if rules else ""
        help = did_you_mean(name, rules) or known
    report.add("E0429", message, span, help=help)


def _check_purpose(
    stronger: ir.Rule | None,
    weaker: ir.Rule | None,
    functional: Collection[str],
    span: Span,
    report: Report,
) -> None:
    """Warn of a preference between two rules whose heads never conflict."""
    if stronger is None or weaker is None or stronger is weaker:
        return
    one, other = stronger.head, weaker.head
    if not isinstance(one, ir.Literal) or not isinstance(other, ir.Literal):
        return
    if not _conflict(one, other, functional):
        report.add(
            "W0430",
            f"`{show(one)}` and `{show(other)}` never conflict: this preference has no effect",
            span,
            help="write the labels of two rules with conflicting conclusions",
        )


def _conflict(one: ir.Literal, other: ir.Literal, functional: Collection[str]) -> bool:
    """Return whether two literals may be opposite, or two values of one predicate; never False where they may."""
    if one.negative != other.negative:
        return _meet(one.atom, other.atom)
    if one.negative or one.atom.predicate not in functional or not one.atom.arguments:
        return False
    first, second = (
        ir.Atom(literal.atom.predicate, literal.atom.arguments[:-1]) for literal in (one, other)
    )
    values = one.atom.arguments[-1], other.atom.arguments[-1]
    return _meet(first, second) and (values[0] != values[1] or _open(values[0]))


def _meet(one: ir.Atom, other: ir.Atom) -> bool:
    """Return whether two atoms may have an instance in common; never False where they have."""
    pairs = list(zip(one.arguments, other.arguments, strict=False))
    alike = one.predicate == other.predicate and len(one.arguments) == len(other.arguments)
    return alike and all(left == right or _open(left) or _open(right) for left, right in pairs)


def _open(term: ir.Node) -> bool:
    return any(isinstance(node, ir.Var) for node in walk(term))


def _variables(node: ir.Node) -> Iterator[str]:
    return (each.name for each in walk(node) if isinstance(each, ir.Var))


def _check_facts(
    statements: Sequence[ir.Labelled],
    spans: Mapping[str, Span],
    functional: Collection[str],
    report: Report,
) -> None:
    """Report each fact whose strong negation, or another value, was given before it."""
    given: dict[bool, dict[ir.Atom, str]] = {False: {}, True: {}}
    values: dict[ir.Atom, tuple[ir.Literal, str]] = {}
    for statement in statements:
        match statement.statement:
            case ir.Fact(literal=ir.Literal(negative=bool(negative), default=False) as literal):
                opposite = given[not negative].get(literal.atom)
                if not negative and literal.atom.predicate in functional:
                    rest = ir.Atom(literal.atom.predicate, literal.atom.arguments[:-1])
                    first_value, id = values.setdefault(rest, (literal, statement.id))
                    opposite = opposite or (None if first_value == literal else id)
                if opposite is not None:
                    first = Note(spans.get(opposite, NOWHERE), "given here")
                    report.add(
                        "E0427",
                        f"the fact `{show(literal)}` contradicts another fact",
                        spans.get(statement.id, NOWHERE),
                        notes=(first,),
                        help="remove one of the two facts",
                    )
                given[negative].setdefault(literal.atom, statement.id)


def _check_circles(
    statements: Sequence[ir.Labelled], spans: Mapping[str, Span], report: Report
) -> None:
    """Report each circle of preferences once, at the preference that closes it, with the others as notes."""
    preferences = [
        (statement.id, statement.statement.stronger, statement.statement.weaker)
        for statement in statements
        if isinstance(statement.statement, ir.Preference)
    ]
    below: dict[str, list[str]] = {}
    for _, stronger, weaker in preferences:
        below.setdefault(str(stronger), []).append(str(weaker))
    circle_of = components(below)
    above: dict[str, dict[str, str]] = {}
    beaten: set[str] = set()
    for id, stronger, weaker in preferences:
        if not isinstance(stronger, str) or not isinstance(weaker, str):
            continue
        if circle_of[stronger] != circle_of[weaker]:
            continue
        beaten.add(weaker)
        path = _path(weaker, stronger, above) if stronger in beaten else None
        above.setdefault(stronger, {}).setdefault(weaker, id)
        if path is None:
            continue
        names = [stronger, weaker, *(end for end, _ in path)]
        circle = f"these preferences go in a circle: {' > '.join(names)}"
        itself = f"the rule `{stronger}` is preferred to itself"
        report.add(
            "E0428",
            circle if path else itself,
            spans.get(id, NOWHERE),
            notes=tuple(Note(spans.get(other, NOWHERE), "and this one") for _, other in path),
            help="remove one of them",
        )


def _path(
    start: str, end: str, above: Mapping[str, Mapping[str, str]]
) -> list[tuple[str, str]] | None:
    """Return a shortest path from rule to rule, each with the preference's id; None if there is no path."""
    before: dict[str, tuple[str, str]] = {}
    queue = [start]
    for rule in queue:  # grows while it is walked
        if rule == end:
            break
        for weaker, id in above.get(rule, {}).items():
            if weaker not in before and weaker != start:
                before[weaker] = rule, id
                queue.append(weaker)
    else:
        return None
    way: list[tuple[str, str]] = []
    while end != start:
        above_it, id = before[end]
        way.append((end, id))
        end = above_it
    return way[::-1]
