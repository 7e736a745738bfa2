"""Builds the `grid` items of a family."""

import re
from collections.abc import Iterator

from ....dsl import syntax
from ....dsl.edits import Help, remove
from ...contract import Logic, is_ordered
from ...family import Grid, GridKnobs, GridPart, check_knobs
from ...ir import matcher, nodes as ir, walk
from ...kinds import BOOLEAN
from ...notation import StatementScope, lower_statement
from ..context import Stage
from .named_rules import is_named

_VALUE = re.compile(r"\{\{\s*(\w+)\s*\}\}")


def build_grids(stage: Stage, scope: StatementScope, logic: Logic) -> tuple[Grid, ...]:
    """Return the grids of a family, and report errors."""
    found = []
    for item, module in stage.items(syntax.Grid):
        if is_ordered(logic):
            told = "this cannot be drawn in a grid: the order of statements counts in this logic"
            stage.report.add(
                "E0537", told, item.span, help=Help("remove the item", remove(item.span))
            )
        expressions = stage.expressions(module)
        settings = check_knobs(item.knobs, GridKnobs, "`grid`", item.span, expressions)
        guard = None if item.guard is None else expressions.typed(item.guard, BOOLEAN)
        parts = tuple(_parts(item, scope, logic))
        found.append(Grid(settings, parts, guard, item.span))
    return tuple(found)


def _parts(item: syntax.Grid, scope: StatementScope, logic: Logic) -> Iterator[GridPart]:
    for part in item.parts:
        inner = scope.for_pattern()
        _, node = lower_statement(part.pattern, inner)
        holes = list(dict.fromkeys(each.name for each in walk(node) if isinstance(each, ir.Hole)))
        named = "rules have names in this logic, which it would not show"
        fault = named if is_named(node, logic) else _fault(holes, part.text)
        if fault:
            scope.report.add(
                "E0537", f"this cannot be drawn in a grid: {fault}", part.span, help=_HELP
            )
            continue
        shown = _VALUE.fullmatch(part.text.strip())
        value = shown[1] if shown is not None else ""
        yield GridPart(node, matcher(node), holes[0], holes[1], value, part.text.strip(), part.span)


_HELP = (
    "write a pattern with holes for the row, the column, and perhaps what the square shows: "
    '`cell(?r, ?c, ?v) as "{{ v }}"`'
)


def _fault(holes: list[str], text: str) -> str:
    """Return why a pattern with these holes and a text cannot be part of a grid; nothing if it can."""
    shown = _VALUE.fullmatch(text.strip())
    if len(holes) < 2:
        return "the pattern has no holes for a row and a column"
    if shown is None and ("{" in text or text.split() != [text.strip()]):
        return "a square shows one short text without blanks, or the value of one hole"
    if shown is not None and shown[1] not in holes[2:]:
        return f"the square shows `{shown[1]}`, which is not the third hole of the pattern"
    if len(holes) != (2 if shown is None else 3):
        return "the value of each hole must be seen in the grid"
    return ""
