"""What binds variables in our own check is what does in clingo."""

from __future__ import annotations

import clingo
from hypothesis import given, settings

from rspc.compiler.analysis.safety import check_safe
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.dsl.diagnostics import Report
from rspc.dsl.source import NOWHERE

from .written import rules, terms, text


def ours(rule: ir.Rule) -> bool:
    report = Report()
    check_safe(rule, NOWHERE, report)
    return not report.errors


def clingos(program: str) -> bool:
    messages: list[str] = []
    control = clingo.Control(["--warn=none"], logger=lambda _, message: messages.append(message))
    try:
        control.add("base", [], program)
        control.ground([("base", [])])
    except RuntimeError:
        assert "unsafe" in messages[0], messages
        return False
    return True


def dropped(rule: ir.Rule) -> bool:
    """Return whether clingo may leave a rule out before it looks at variables: a term without any has no value."""
    for each in walk(rule):
        match each:
            case ir.Operation(operator="/" | "mod", operands=(_, ir.Quantity(amount=0))):
                return True
            case ir.Operation() | ir.Interval() | ir.Comparison() if not any(
                isinstance(part, ir.Var) for part in walk(each)
            ):
                return True
    return False


def ranged(rule: ir.Rule) -> bool:
    """Return whether clingo alone may make ranges of integers from a rule's comparisons, as of `0 <= X, X < 9`."""
    return any(
        isinstance(each, ir.Comparison)
        and (
            each.operator in ("<", "<=", ">", ">=")
            or any(isinstance(part, ir.Operation | ir.Interval) for part in walk(each))
        )
        for each in walk(rule)
    )


def moved(rule: ir.Rule) -> bool:
    """Return whether clingo moves the condition of a choice into the body, as of `{ s : p(X) } :- not q(X)`."""
    match rule.head:
        case ir.Choice(elements=(ir.Element(condition=(_, *_)),), lower=None, upper=None):
            return True
        case _:
            return False


@given(rules(terms).filter(lambda rule: not dropped(rule)))
@settings(max_examples=150, deadline=None)
def test_a_rule_is_safe_where_clingo_says_so(rule: ir.Rule) -> None:
    if ours(rule) or not (ranged(rule) or moved(rule)):
        assert ours(rule) == clingos(text(rule)), text(rule)
