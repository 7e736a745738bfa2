"""What the sentences of an instance say: single statements, and groups of several."""

from __future__ import annotations

from collections.abc import Iterator

from rspc.compiler.instances.instance import Instance
from rspc.compiler.ir import nodes as ir


def said(instance: Instance) -> Iterator[tuple[str, ir.Node]]:
    """Yield each sentence of an instance with what it says; nothing for what readers know."""
    together = {id for stated in instance.background for id in stated.ids}
    for stated in instance.background:
        if stated.group is not None:
            yield instance.sentences[f"{stated.ids[0]}..{stated.ids[-1]}"], stated.group
    for each in instance.theory.statements:
        if each.id not in together:
            yield instance.sentences[each.id], each.statement
