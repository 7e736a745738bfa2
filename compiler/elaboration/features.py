"""Whether a logic can express a family, and if not, which logics can."""

from collections.abc import Mapping, Sequence

from ...dsl import syntax
from ...dsl.source import NOWHERE, Span
from ..contract import Logic, plugins
from ..family import Grammar, Line, SlotTest
from ..ir import needs, nodes as ir
from .context import Stage

NEEDED: Mapping[type, frozenset[str]] = {
    syntax.Vocabulary: frozenset({"facts", "concepts"}),
    syntax.Knowledge: frozenset({"knowledge"}),
    syntax.Style: frozenset({"facts"}),
    syntax.Record: frozenset({"slots"}),
    syntax.Test: frozenset({"slots"}),
}
"""The features of which a logic needs at least one for an item to have a meaning."""

CONFLICTS = ("strong_negation", "defeaters")
"""The features that conflicts between values are compiled to."""


def check_features(
    stage: Stage, logic: Logic, lines: Sequence[Line], grammar: Grammar, tests: Sequence[SlotTest]
) -> None:
    """Refuse statements that the logic cannot express."""
    found: list[tuple[str, ir.Node, Span]] = [
        ("this statement", line.template, line.span or NOWHERE)
        for line in lines
        if line.template is not None
    ]
    for production in grammar.productions.values():
        named = f"{production.kind} `{production.name}`"
        found += [(named, option.template, option.span) for option in production.options]
    for test in tests:
        found.append((f"test `{test.name}`", test.formula, test.item.formula.span))
    for named, node, span in found:
        needed = needs(node)
        if not logic.accepts.issuperset(needed):
            missing = next(each for each in needed if each not in logic.accepts)
            refuse(stage, named, missing, needed, span, logic)
    for item, _ in stage.program.items():
        wanted = NEEDED.get(type(item))
        if wanted is not None and not logic.accepts & wanted:
            named = f"this {type(item).__name__.lower()}"
            refuse(stage, named, min(wanted), [min(wanted)], item.span, logic)
        elif isinstance(item, syntax.Vocabulary) and item.functional:
            lacking = next((each for each in CONFLICTS if each not in logic.accepts), None)
            if lacking is not None:
                refuse(stage, "this `functional`", lacking, CONFLICTS, item.span, logic)


def refuse(
    stage: Stage,
    named: str,
    lacking: str,
    needed: Sequence[str],
    span: Span,
    logic: Logic,
    help: str = "",
) -> None:
    """Report a missing feature, and the logics that have all that the item needs, if there is no other help."""
    stage.report.add(
        "E0312",
        f"{named} cannot be expressed in logic `{logic.name}`",
        span,
        f"needs {lacking.replace('_', ' ')}",
        help=help or _strict_rule(lacking, needed, logic) or _logics_with(lacking, needed),
    )


def _strict_rule(lacking: str, needed: Sequence[str], logic: Logic) -> str:
    """Return the help for a rule with exceptions, in a logic that has other rules."""
    others = {*needed} - {"defeasible_rules", "rules"}
    if lacking != "defeasible_rules" or "rules" not in logic.accepts or others - logic.accepts:
        return ""
    return f"write a rule without exceptions, with `->`; {_logics_with(lacking, needed)}"


def _logics_with(feature: str, needed: Sequence[str]) -> str:
    accepted: dict[str, frozenset[str]] = {
        name: plugins.load("rspc.logics", name).accepts for name in plugins.names("rspc.logics")
    }
    told = feature.replace("_", " ")
    for name, accepts in accepted.items():
        if accepts.issuperset(needed):
            return f"{told}: use `logic {name}`"
    for name, accepts in accepted.items():
        if feature in accepts:
            other = next(each for each in needed if each not in accepts).replace("_", " ")
            return f"no installed logic has both: `logic {name}` has {told}, and no {other}"
    return f"no installed logic has {told}"
