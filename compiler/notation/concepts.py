"""Concepts and roles, from syntax to nodes: each name is one thing, and one that is declared where any is."""

from collections.abc import Collection, Iterator

from ...dsl import syntax
from ...dsl.diagnostics import Report, did_you_mean
from ...dsl.source import Span
from ..ir import nodes as ir, walk
from .terms import StatementScope, expand, lower_term, name_or_hole

ANOTHER = {"concept": "a concept", "role": "a role", "individual": "an individual"}
"""What a name can be in a logic of concepts."""


def lower_concept(node: syntax.Statement, scope: StatementScope) -> ir.Formula:
    """Return a concept. In a pattern, `?c` matches any concept, `?c()` an atomic one."""
    match node:
        case syntax.Name(text=text):
            _declare_name(text, "concept", scope.atomic, node, scope)
            return ir.Named(text)
        case syntax.Hole(text=text, rest=False) if not scope.pattern:
            return ir.Named(ir.Hole(text))
        case syntax.Call(function=syntax.Hole(text=text), arguments=()):
            return ir.Named(ir.Hole(text))
        case syntax.Word(text="thing" | "true"):
            return ir.Truth(True)
        case syntax.Word():
            return ir.Truth(False)
        case syntax.Hole(text=text, rest=rest):
            return ir.Hole(text, rest)
        case syntax.Expansion():
            return expand(node, scope)
        case syntax.Prefix(operator="not", operand=operand):
            return ir.Not(lower_concept(operand, scope))
        case syntax.Junction(operator="and", parts=parts):
            return ir.And(tuple(lower_concept(part, scope) for part in parts))
        case syntax.Junction(operator="or", parts=parts):
            return ir.Or(tuple(lower_concept(part, scope) for part in parts))
        case syntax.Restriction(kind=kind, bound=bound, role=role, filler=filler):
            return ir.Restriction(
                kind,
                None if bound is None else _lower_bound(bound, scope),
                _role(role, scope),
                lower_concept(filler, scope),
            )
        case _:
            scope.bad(
                "E0315",
                "this is not a concept",
                node,
                "expected a name, `not C`, `C and D`, `C or D` or `some R C`",
            )
            return ir.Truth(True)


def lower_individual(node: syntax.Expr, scope: StatementScope) -> ir.Term:
    """Return an individual: the individuals of which concepts are asserted, and which roles join."""
    term = lower_term(node, scope)
    match term:
        case ir.Const(name=name):
            _check_use(name, "individual", node, scope)
        case ir.Hole() | ir.Expand() | ir.Var():
            pass
        case _ if scope.paired:
            scope.bad(
                "E0315",
                "this is not an individual",
                node,
                "write a name in lower case, or any name in backquotes",
            )
    return term


def check_assertion(node: syntax.Statement, scope: StatementScope) -> None:
    """Report an assertion that is not about two individuals, or whose predicate is not a role."""
    match node:
        case syntax.Call(function=syntax.Name(text=name), arguments=arguments):
            _declare_name(name, "role", scope.roles, node.function, scope)
            for part in arguments if len(arguments) == 2 else ():
                lower_individual(part, scope)
        case syntax.Name(text=name):
            arguments = ()
        case _:
            return
    if len(arguments) != 2:
        scope.bad(
            "E0306",
            f"a role takes two individuals, not {len(arguments)}",
            node,
            f"write `a : {name}` for a concept, `{name}(a, b)` for a role",
        )


def _lower_bound(node: syntax.Expr, scope: StatementScope) -> ir.Term:
    """Return a bound, or the set of those that it is drawn from."""
    broken = isinstance(node, syntax.Quantity) and "." in node.text
    bound = ir.Quantity("integer", 0) if broken else lower_term(node, scope)
    drawn = bound.items if isinstance(bound, ir.SetOf) else (bound,)
    whole = not broken and all(
        isinstance(term, ir.Quantity) and term.kind == "integer" and term.amount >= 0
        for term in drawn
    )
    if scope.paired and not whole and not isinstance(bound, ir.Hole | ir.Expand):
        scope.bad(
            "E0320",
            "the bound of a restriction must be a whole number",
            node,
            "write a number from 0 on: `min 2 r c`",
        )
    return bound


def _role(node: syntax.Expr, scope: StatementScope) -> str | ir.Hole:
    if isinstance(node, syntax.Name | syntax.Hole):
        if isinstance(node, syntax.Name):
            _declare_name(node.text, "role", scope.roles, node, scope)
        return name_or_hole(node)
    scope.bad("E0315", "a role must be a name", node)
    return "error"


def _declare_name(
    name: str, kind: str, known: Collection[str] | None, node: syntax.Node, scope: StatementScope
) -> None:
    if scope.paired and known is not None and name not in known:
        scope.bad(
            "E0321",
            f"there is no {kind} `{name}`",
            node,
            did_you_mean(name, known) or f"declare it: `{kind} from` a pool that holds it",
        )
        return
    _check_use(name, kind, node, scope)


def _check_use(name: str, kind: str, node: syntax.Node, scope: StatementScope) -> None:
    """Report a name that had another use before, because one of the two statements would be misread."""
    if scope.pattern or not scope.paired:
        return
    before = scope.used.setdefault(name, kind)
    if before != kind:
        scope.bad(
            "E0322",
            f"`{name}` is {ANOTHER[before]} elsewhere, and {ANOTHER[kind]} here",
            node,
            "rename one of them",
        )


def check_known(asked: ir.Node, theory: ir.Theory, span: Span, report: Report) -> None:
    """Report the names in a question that its theory does not have: nothing follows of them but what always holds."""
    known = set(names(theory))
    for name, kind in dict.fromkeys(names(asked)):
        if (name, kind) in known:
            continue
        others = [other for other, its in known if its == kind]
        if elsewhere := next((its for other, its in sorted(known) if other == name), ""):
            report.add(
                "E0322",
                f"`{name}` is {ANOTHER[elsewhere]} of the theory, and {ANOTHER[kind]} here",
                span,
                help=did_you_mean(name, others),
            )
        else:
            report.add(
                "E0321", f"the theory has no {kind} `{name}`", span, help=did_you_mean(name, others)
            )


def names(node: ir.Node) -> Iterator[tuple[str, str]]:
    """Yield each name in a statement or theory of concepts with its use."""
    for each in walk(node):
        match each:
            case ir.Named(name=str() as name):
                yield name, "concept"
            case ir.Restriction(role=str() as name) | ir.Atom(predicate=str() as name):
                yield name, "role"
            case ir.Const(name=name):
                yield name, "individual"
