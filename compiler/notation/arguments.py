"""Arguments of predicates and operators, checked against the sorts of their places."""

import re
from collections.abc import Collection, Iterable, Iterator

from ...dsl import syntax
from ...dsl.diagnostics import Report, count_noun, did_you_mean
from ...dsl.edits import Edit, Help, write
from ...dsl.printing.inline import print_name
from ...dsl.source import Span
from ..ir import children, mentions, nodes as ir, walk
from .terms import StatementScope


def check_is_declared(name: str, node: syntax.Node, scope: StatementScope) -> bool:
    """Return whether a predicate is declared, or none is; report one that is not."""
    if scope.predicates is None or name in scope.predicates:
        return True
    scope.bad(
        "E0205", f"there is no predicate `{name}`", node, did_you_mean(name, scope.predicates)
    )
    return False


def check_predicate(
    name: str,
    arguments: tuple[syntax.Expr, ...],
    terms: tuple[ir.Term, ...],
    node: syntax.Node,
    scope: StatementScope,
) -> None:
    """Report a wrong number of arguments of a declared predicate, and wrong ones."""
    sorts = (scope.predicates or {}).get(name)
    if sorts is None:
        return
    if len(sorts) != len(terms):
        each = " and ".join(f"a value of `{sort}`" for sort in sorts)
        scope.bad(
            "E0306",
            f"predicate `{name}` takes {count_noun(len(sorts), 'argument')}, not {len(terms)}",
            node,
            f"give {each}" if sorts else f"write `{name}`",
        )
        return
    check_sorts(sorts, arguments, terms, scope)


def check_sorts(
    sorts: tuple[str, ...],
    arguments: tuple[syntax.Expr, ...],
    terms: tuple[ir.Term, ...],
    scope: StatementScope,
) -> None:
    """Report the terms that are none of the sorts of their places; a sort that no family declares takes any."""
    for sort, argument, term in zip(sorts, arguments, terms, strict=True):
        members = scope.sorts.get(sort)
        if sort in scope.numbers:
            _check_number(sort, argument, term, scope)
        elif not members:  # no family declares it, or it was reported
            continue
        elif isinstance(term, ir.Const) and term.name not in members:
            scope.bad(
                "E0313",
                f"`{term.name}` is not in the sort `{sort}`",
                argument,
                _value_help(term.name, scope, argument)
                or did_you_mean(term.name, members)
                or _variable_help(term.name),
            )
        elif isinstance(term, ir.Quantity) and argument.span.text not in members:
            scope.bad("E0313", f"`{argument.span.text}` is not in the sort `{sort}`", argument)
        elif isinstance(term, ir.String):
            scope.bad(
                "E0313",
                f'`"{term.text}"` is a string, not a `{sort}`',
                argument,
                write(f"`{term.text}`", argument.span)
                if term.text in members
                else f"write a name of any spelling in backquotes: `` `{term.text}` ``",
            )


def _check_number(sort: str, argument: syntax.Expr, term: ir.Term, scope: StatementScope) -> None:
    """Report a constant that is none of the whole numbers of a sort."""
    ends, shown = scope.numbers[sort], argument.span.text
    within = "" if ends is None else f" from {ends[0]} to {ends[1]}"
    match term:
        case ir.Quantity(kind="integer", amount=amount):
            if ends is not None and not ends[0] <= amount <= ends[1]:
                scope.bad(
                    "E0313",
                    f"`{shown}` is not in `{sort}`, which is {ends[0]}..{ends[1]}",
                    argument,
                    f"write a whole number{within}",
                )
        case ir.Quantity(kind=kind):
            number = re.sub(r"[^0-9]", "", shown) if kind == "percent" else ""
            scope.bad(
                "E0313",
                f"`{shown}` is of type {kind}, but `{sort}` contains whole numbers",
                argument,
                (write(number, argument.span) if number and "." not in shown else "")
                or f"write a whole number{within}",
            )
        case ir.Const() | ir.String():
            scope.bad(
                "E0313",
                f"`{shown}` is not in `{sort}`, which contains whole numbers",
                argument,
                _value_help(shown, scope, argument) or f"write a whole number{within}",
            )


def _value_help(name: str, scope: StatementScope, node: syntax.Node) -> str:
    """Return how the value of a parameter or choice of that name is written."""
    if name not in scope.values:
        return ""
    edits = [Edit(node.span, f"?{name}")] if node.span.text == name else []
    return Help(f"write `?{name}` for the value", *edits)


def _variable_help(name: str) -> str:
    """Return how a variable and a hole of a name are written, if it is a letter, which names nobody; else nothing."""
    return (
        f"write `{name.upper()}` for a variable, or `?{name}` for a hole" if len(name) == 1 else ""
    )


def check_members(template: ir.Node, node: syntax.Node, scope: StatementScope) -> None:
    """Report each constant of a statement that is in no sort: it equals no individual, and no fact has it."""
    known = scope.constants
    if known is None:
        return
    loose = {*_constants(template)} - known
    for name in syntax.names_in(node):
        if name.text in loose and not scope.report.has_error(name.span):
            loose.discard(name.text)
            sorts = ", ".join(f"`{sort}`" for sort in scope.sorts)
            scope.bad(
                "E0313",
                f"`{name.text}` is not in any sort",
                name,
                (
                    _value_help(name.text, scope, name)
                    or did_you_mean(name.text, known)
                    or _variable_help(name.text)
                )
                or f"declare it in a sort; the sorts are {sorts}",
            )


def check_constants(
    template: ir.Node, node: syntax.Node, values: Collection[str], scope: StatementScope
) -> None:
    """Warn of a constant that is spelt like a value of the family, such as a parameter, and is of no sort."""
    if not values or scope.constants is not None:  # those of no sort were reported
        return
    names = {*_constants(template)} & {*values}
    for name in sorted(names.difference(*scope.sorts.values())):
        scope.bad(
            "W0325",
            f"`{name}` is a constant here, not the value of that name",
            node,
            f"write `?{name}` for the value",
        )


def _constants(node: ir.Node) -> Iterator[str]:
    """Yield the constants of a statement; what an expansion is given is computed with, and is none."""
    if isinstance(node, ir.Const):
        yield node.name
    elif not isinstance(node, ir.Expand):
        for child in children(node):
            yield from _constants(child)


def check_variables(rule: ir.Rule, node: syntax.Node, scope: StatementScope) -> None:
    """Warn about a variable that is spelt like a name of its sort except for capitals.

    Warn also about one that is a name of another sort: a reader cannot distinguish them.
    """
    told: dict[str, str] = {}
    for each in walk(rule) if scope.predicates and scope.sorts else ():
        if isinstance(each, ir.Atom) and isinstance(each.predicate, str):
            sorts = (scope.predicates or {}).get(each.predicate, ())
            for sort, term in zip(sorts, each.arguments, strict=False):
                if isinstance(term, ir.Var):
                    spelt = term.name.casefold()
                    for name in scope.sorts.get(sort, ()):
                        if name == term.name or (len(spelt) > 1 and name.casefold() == spelt):
                            told[term.name] = name
    for variable, name in told.items():
        warn_of_variable(variable, name, node.span, scope.report)
    for variable in (each for each in mentions(rule).variables if each not in told):
        for sort in (sort for sort, members in scope.sorts.items() if variable in members):
            scope.report.add(
                "W0324",
                f"`{variable}` is a variable here, but also a name of the sort `{sort}`",
                node.span,
                help=f"rename the variable, for example `{variable}1`",
            )


def warn_undeclared(
    statements: Iterable[tuple[ir.Node, Span]], names: Collection[str], report: Report
) -> None:
    """Warn of a variable that is spelt like a name which statements use without declaring it."""
    for statement, span in statements:
        for variable in sorted(set(mentions(statement).variables).intersection(names)):
            warn_of_variable(variable, variable, span, report)


def warn_of_variable(variable: str, name: str, span: Span, report: Report) -> None:
    """Warn of a variable that a reader takes for a name."""
    written = print_name(name)
    report.add(
        "W0324",
        f"`{variable}` is a variable; did you mean the name `{name}`?",
        span,
        help=f"write the name as {f'`` {written} ``' if '`' in written else f'`{written}`'}",
    )
