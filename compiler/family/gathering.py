"""Gatherings of a family: which statements about the same things one sentence says together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...dsl.source import Span
from ..ir import nodes as ir
from .expressions import Env, Typed


@dataclass(frozen=True)
class Gathering:
    """A checked `gather`.

    With one pattern, all its statements about the same things are said together, if there are two or more. With
    several patterns, a statement of each is.

    Attributes:
        text: the item as its author wrote it, without its words: what tells it apart from others.
        patterns: what matches the statements of each pattern, and returns what fills its holes.
        names: the holes for the things that the statements share.
        others: the other holes.
        guards: it counts if of each of these at least one condition holds.
    """

    text: str
    patterns: tuple[Callable[[ir.Node], Any], ...]
    names: tuple[str, ...]
    others: tuple[str, ...]
    guards: tuple[tuple[Typed, ...], ...]
    span: Span

    def holds(self, env: Env) -> bool:
        """Return whether an instance with these values says statements together."""
        return all(any(guard.draw(env) for guard in some) for some in self.guards)

    def pattern(self) -> ir.Group:
        """Return the pattern of its sentences."""
        shared = (ir.Filled(name, (ir.Hole(name),)) for name in self.names)
        several = len(self.patterns) == 1
        kind = ir.Several if several else ir.Filled
        others = (kind(name, (ir.Hole(name, several),)) for name in self.others)
        return ir.Group(self.text, (*shared, *others))
