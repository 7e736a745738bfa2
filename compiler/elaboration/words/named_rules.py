"""Rules that a text introduces by name: each has a sentence of its own, so that others can refer to it."""

from ...contract import Logic
from ...ir import nodes as ir
from ...language import english


def is_named(pattern: ir.Node, logic: Logic) -> bool:
    """Return whether the statements of a pattern are rules with names, which preferences may mention."""
    return isinstance(pattern, ir.Rule) and "id" in english().holes(logic.introduces)
