"""Grids of a family: which statements are drawn in squares, and what a square shows for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from msgspec import Meta

from ...dsl.source import Span
from ..contract import Knobs
from ..ir import nodes as ir
from .expressions import Env, Settings, Typed

Size = Annotated[int, Meta(ge=1, le=40)]
BoxSize = Annotated[int, Meta(ge=0, le=40)]


class GridKnobs(Knobs, frozen=True):
    """The knobs of `grid`."""

    rows: Annotated[Size, Meta(description="how many rows the grid has")]
    columns: Annotated[Size, Meta(description="how many columns it has")]
    empty: Annotated[str, Meta(description="what a square shows without a statement")] = "."
    box_rows: Annotated[BoxSize, Meta(description="rows of a box; 0 draws no lines")] = 0
    box_columns: Annotated[BoxSize, Meta(description="columns of a box; 0 draws no lines")] = 0


@dataclass(frozen=True)
class GridPart:
    """Statements of one pattern, and what a square shows for each: a text, or the value of a hole.

    Attributes:
        row, column: the holes for the place.
        value: the hole whose value the square shows; empty if it shows `text`.
    """

    pattern: ir.Node
    matches: Callable[[ir.Node], Any]
    row: str
    column: str
    value: str
    text: str
    span: Span


@dataclass(frozen=True)
class Grid:
    """A checked `grid`: its knobs, its parts, and the condition under which it is drawn."""

    settings: Settings
    parts: tuple[GridPart, ...]
    guard: Typed | None
    span: Span

    def holds(self, env: Env) -> bool:
        """Return whether it is drawn for an instance with these values."""
        return self.guard is None or bool(self.guard.draw(env))
