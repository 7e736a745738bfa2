"""Has clingo ground a program within a fence of wall time."""

from __future__ import annotations

from math import inf
from threading import Thread
from typing import Any

from ..compiler.ir import nodes as ir
from ..compiler.ir.mentions import mentions
from ..compiler.ir.ranges import ranges
from ..compiler.ir.traversal import walk

DEEP = 20
"""With more variables in a statement nobody counts."""

_MAKING = frozenset((ir.Interval, ir.Operation, ir.Function, ir.Tuple))
"""What makes terms that are not written out."""

MANY = 1_000_000
"""So many bindings of a theory's variables clingo tries in well under a second."""


def ground(control: Any, bindings: float, seconds: float) -> None:
    """Ground the program that a clingo `Control` holds of a theory with so many bindings; the time is in seconds.

    Grounding neither stops nor hears signals while it only tries a long join, for then no observer is called. So it
    runs in a thread of its own, which is left to itself when its time is over or a signal comes; but for a theory
    whose joins are short, since a thread costs a quarter of a small program's time.

    Raises:
        TimeoutError: when the time is over.
    """
    if bindings <= MANY:
        control.ground([("base", [])])
        return
    raised: list[BaseException] = []

    def run() -> None:
        try:
            control.ground([("base", [])])
        except BaseException as error:  # handed on to the caller's thread, whatever it is
            raised.append(error)

    grounding = Thread(target=run, name="grounding", daemon=True)
    grounding.start()
    grounding.join(max(0.0, seconds))
    if raised:
        raise raised[0]
    if grounding.is_alive():
        raise TimeoutError


def bindings(theory: ir.Theory) -> float:
    """Give how many bindings the variables of all statements have at most; infinity where terms can be made.

    What is written out is all that there is, unless a statement has intervals, arithmetic or functions.
    """
    constants: set[ir.Node] = set()
    sizes: list[int] = []
    for each in theory.statements:
        found = mentions(each.statement)
        if not _MAKING.isdisjoint(found.kinds):
            return inf
        if ir.Comparison in found.kinds:
            parts = walk(each.statement)
            if ranges(part for part in parts if isinstance(part, ir.Comparison | ir.Not)):
                return inf
        constants.update(found.values)
        sizes.append(len(found.variables) + found.unnamed)
    if max(sizes, default=0) > DEEP:
        return inf
    return float(sum(max(1, len(constants)) ** size for size in sizes))
