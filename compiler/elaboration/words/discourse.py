"""Builds the `discourse` items of a family."""

from collections.abc import Iterator

from ....dsl import syntax
from ....dsl.diagnostics import did_you_mean
from ....dsl.edits import write
from ...contract import Logic, is_ordered
from ...family import Discourse, DiscourseKnobs, PoolValues, Settings, check_knobs
from ...kinds import BOOLEAN
from ...sources import Module
from ..context import Stage


def build_discourses(stage: Stage, logic: Logic) -> tuple[Discourse, ...]:
    """Return how the sentences of a family can be arranged, and report errors."""
    return tuple(
        _build(item, module, stage, logic) for item, module in stage.items(syntax.Discourse)
    )


def _build(item: syntax.Discourse, module: Module, stage: Stage, logic: Logic) -> Discourse:
    expressions = stage.expressions(module)
    settings = check_knobs(item.knobs, DiscourseKnobs, "`discourse`", item.span, expressions)
    guard = None if item.guard is None else expressions.typed(item.guard, BOOLEAN)
    if is_ordered(logic) and settings.is_on("order") and _is_mixed(item):
        stage.report.add(
            "E0535",
            f"sentences cannot be mixed in logic `{logic.name}`",
            settings.spans["order"],
            "their order has a meaning in this logic",
            help=write("order stated", settings.spans["order"]),
        )
    if settings.is_on("words") and "asides" not in settings.values:
        stage.report.add(
            "E0535",
            "`words` needs `asides`: there is nothing to add",
            settings.spans["words"],
            help="name a pool: `asides 0 of remarks`, with `use std.remarks`",
        )
    return Discourse(settings, guard, dict(_pools(item, module, settings, stage)), item.span)


def _is_mixed(item: syntax.Discourse) -> bool:
    """Return whether the order can be other than that of the theory."""
    values = (knob.value for knob in item.knobs.knobs if knob.name == "order")
    return any(not (isinstance(each, syntax.Name) and each.text == "stated") for each in values)


def _pools(
    item: syntax.Discourse, module: Module, settings: Settings, stage: Stage
) -> Iterator[tuple[str, PoolValues]]:
    """Yield the pools that the knobs name; report those that do not exist."""
    for knob in item.knobs.knobs:
        match knob.value:
            case syntax.Infix(operator="of", right=syntax.Name(text=name)) as value:
                pool = stage.vocabularies.pool(module, name)
                if pool is not None:
                    yield name, pool
                elif knob.name in settings.values:
                    known = [other for other, each in module.names.items() if _is_pool(each.item)]
                    stage.report.add(
                        "E0201",
                        f"there is no pool `{name}`",
                        value.right.span,
                        help=did_you_mean(name, known) or "write `use std.remarks` for texts",
                    )


def _is_pool(item: syntax.Node) -> bool:
    return isinstance(item, syntax.Pool | syntax.Sort)
