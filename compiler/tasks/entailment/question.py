"""Reading `ask entailment`: its statement, with or without holes, and its mode."""

from ....dsl import syntax
from ....dsl.diagnostics import did_you_mean
from ...analysis.soundness import check_query
from ...family import QUESTIONS, THEORY, AskScope, Growth, Seeker, check_holes
from ...ir import nodes as ir, walk
from ...notation import lower_statement

OF_THE_DRAFT = ir.Entailed(ir.Fact(ir.Hole("goal")))
"""The goal if the spec names no statement: what the theory was grown for."""

MODES = ("cautious", "brave")
"""Whether a statement must hold in every answer set, or in one."""


def read_question(ask: syntax.Ask, scope: AskScope) -> ir.Goal | None:
    """Return the goal of `ask entailment`; report what is wrong with it and return None otherwise."""
    mode = ""
    if "answer_sets" in scope.accepts and len(ask.arguments) == 2:
        match ask.arguments[1]:
            case syntax.Name(text="cautious" | "brave" as mode):
                pass
        if not mode and isinstance(ask.arguments[1], syntax.Name):
            word = ask.arguments[1]
            scope.report.add(
                "E0421",
                f"there is no mode `{word.text}`",
                word.span,
                help=did_you_mean(word.text, MODES) or f"the modes are {', '.join(MODES)}",
            )
            return None
    asked = _asked_statement(ask)
    extra = len(ask.arguments) > 1 + bool(mode) or (asked is None and ask.body is not None)
    if extra or scope.statements is None:
        scope.report.add(
            "E0421",
            "`ask entailment` takes one statement",
            ask.span,
            help="write `ask entailment`, `ask entailment p(a)` or `ask entailment a : c`",
        )
        return None
    if asked is None:
        _refuse_balance(ask, scope)
        return OF_THE_DRAFT
    before = len(scope.report.errors)
    _, statement = lower_statement(asked, scope.statements)
    check_query(statement, asked.span, scope.report)
    if any(isinstance(node, ir.Expand | ir.SetOf) for node in walk(statement)):
        scope.report.add(
            "E0421",
            "a statement to ask about must not have expansions",
            asked.span,
            help="write the statement out, with holes where words are drawn",
        )
    if scope.grammar is not None:
        check_holes(statement, scope.grammar, asked.span, scope.report)
    if len(scope.report.errors) > before:
        return None
    return ir.Entailed(statement, mode)


def needs_of_statement(goal: ir.Goal, growth: Growth) -> frozenset[str]:
    """Return what a question without a statement needs of a theory; others are read off any."""
    if goal is not OF_THE_DRAFT:
        return frozenset()
    return frozenset({QUESTIONS if isinstance(growth.strategy, Seeker) else THEORY})


def _asked_statement(ask: syntax.Ask) -> syntax.Statement | None:
    """Return the statement of a question: the first argument, or `a : C` with the body as C."""
    if not ask.arguments:
        return None
    first = ask.arguments[0]
    return (
        first
        if ask.body is None
        else syntax.Named(first, ask.body, span=first.span.to(ask.body.span))
    )


def _refuse_balance(ask: syntax.Ask, scope: AskScope) -> None:
    """Report the knob `balanced` if the strategy chooses the statement."""
    for knob in ask.knobs.knobs if ask.knobs is not None else ():
        if knob.name == "balanced":
            scope.report.add(
                "E0471",
                "knob `balanced` needs a statement: if you write none, the labels are always balanced",
                knob.span,
                help="write the statement, as in `ask entailment p(a) { balanced on }`, or remove the knob",
            )
