"""Gatherings of a family: which statements about one thing a sentence says together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from ...dsl.reserved import PARTS
from ...dsl.source import Span
from ..ir import as_statement, fill, match, nodes as ir
from .expressions import Env, Typed

_BLANK = ir.Const("")


@dataclass(frozen=True)
class Gathering:
    """A checked `gather`.

    Attributes:
        text: the item as its author wrote it, without its words: what tells it apart from others.
        patterns: those of the statements.
        names: the holes for the things that the statements share.
        guards: it counts if of each of these at least one condition holds.
    """

    text: str
    patterns: tuple[ir.Node, ...]
    names: tuple[str, ...]
    guards: tuple[tuple[Typed, ...], ...]
    span: Span

    def holds(self, env: Env) -> bool:
        """Return whether an instance with these values says statements together."""
        return all(any(guard.draw(env) for guard in some) for some in self.guards)

    def group(self) -> ir.Group:
        """Return the pattern of its sentences."""
        things = tuple(ir.Filled(name, (ir.Hole(name),)) for name in self.names)
        return ir.Group(self.text, (*things, ir.Several(PARTS, (ir.Hole(PARTS, True),))))

    def aspect(self, pattern: ir.Node) -> ir.Aspect:
        """Return the pattern of what a sentence says of the thing, of the pattern of a statement."""
        blank = fill(pattern, dict.fromkeys(self.names, _BLANK))
        return ir.Aspect(self.text, as_statement(blank))

    @cached_property
    def _aspects(self) -> tuple[tuple[ir.Node, ir.Aspect], ...]:
        return tuple((pattern, self.aspect(pattern)) for pattern in self.patterns)

    def parted(
        self, statement: ir.Statement, fits: Callable[[ir.Node], bool]
    ) -> tuple[tuple[ir.Term, ...], ir.Aspect] | None:
        """Return the things that a statement is about, and what it says of them; None if it is not gathered.

        Args:
            fits: whether the part for a pattern may say the statement.
        """
        for pattern, aspect in self._aspects:
            binding = match(pattern, statement)
            if binding is not None and fits(pattern):
                things = (binding.pop(name) for name in self.names)
                said = as_statement(fill(aspect.statement, binding))
                return tuple(t for t in things if isinstance(t, ir.Term)), ir.Aspect(
                    self.text, said
                )
        return None
