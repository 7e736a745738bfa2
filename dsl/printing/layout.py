"""What an item is laid out as: lines of its own, and groups of units between them.

A unit (a statement, a field, a knob, a phrase) is what a comment can belong to.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .. import syntax
from .inline import PLAIN, join_parts, print_expression
from .line_breaking import wrap

WIDTH = 100
"""Columns that a line should not exceed."""

INDENT = "  "


@dataclass(frozen=True, slots=True)
class Unit:
    """The lines of one part of a group, without indentation, and the node whose place it has."""

    lines: tuple[str, ...]
    node: syntax.Node


@dataclass(frozen=True, slots=True)
class Group:
    """Units below one another, indented; `braced` if they are between braces."""

    units: tuple[Unit, ...]
    braced: bool = True


Segment = str | Group
"""A line (one that is too long is broken when drawn) or a group."""


def layout_units(nodes: Iterable[syntax.Node], texts: Iterable[str]) -> tuple[Unit, ...]:
    """Return a unit for each node and its text."""
    width = WIDTH - len(INDENT)
    return tuple(
        Unit(tuple(wrap(text, width)), node) for node, text in zip(nodes, texts, strict=True)
    )


def with_block(head: str, knobs: syntax.Knobs | None, tail: str, spread: bool) -> list[Segment]:
    """Lay out a head, a block of knobs and what follows it, on one line if it fits."""
    if knobs is None:
        return [join_parts([head, tail])]
    line = join_parts([head, PLAIN.block(knobs), tail])
    if not knobs.knobs or (len(line) <= WIDTH and not spread):
        return [line]
    units = layout_units(knobs.knobs, [PLAIN.knob(knob) for knob in knobs.knobs])
    return [f"{head} {{", Group(units), join_parts(["}", tail])]


def with_rows(head: str, value: syntax.Expr, tail: str, spread: bool) -> list[Segment]:
    """Lay out an item whose value may be many words or rows: with `spread`, in the lines the author gave them."""
    match value:
        case syntax.Braces(((_, *_) as entries,), None, None) if spread:
            return [f"{head} {{", _rows(entries), join_parts(["}", tail])]
        case syntax.Junction("|", parts) if head.startswith(("pool", "table")):
            return [join_parts([head, " | ".join(print_expression(part) for part in parts), tail])]
        case _:
            return [join_parts([head, print_expression(value), tail])]


def _rows(entries: Sequence[syntax.Entry]) -> Group:
    units: list[Unit] = []
    last = 0
    width = WIDTH - len(INDENT)
    for index, entry in enumerate(entries):
        comma = "," if index + 1 < len(entries) else ""
        text = PLAIN.entry(entry, first=not index) + comma
        line, _ = entry.span.source.place(entry.span.start)
        before = units[-1] if units and line == last else None
        if before and len(before.lines) == 1 and len(before.lines[0]) + 1 + len(text) <= width:
            units[-1] = Unit((f"{before.lines[0]} {text}",), before.node)
        else:
            units.append(Unit(tuple(wrap(text, width)), entry))
        last = line
    return Group(tuple(units))
