"""The notes on kinds that a question needs."""

from __future__ import annotations

from ..family.family import Family
from ..family.posed import Posed
from ..family.wording import Note
from ..ir import nodes as ir
from ..ir.traversal import walk
from ..kinds import Kind, List, Set


def settled(family: Family, posed: Posed, split: str) -> str:
    """Return the notes on the kinds that the statements shown and the question speak of, to follow the question."""
    words = family.words
    shown = (e.statement for e in posed.theory.statements if e.id not in posed.hidden)
    nodes = (node for part in (*shown, posed.query.goal) for node in walk(part))
    slots = {node.name for node in nodes if isinstance(node, ir.Slot)}
    spoken = {_of(words.kinds[name]).name for name in slots if name in words.kinds}
    chosen: dict[str, Note] = {}
    for note in words.notes:
        if note.kind in spoken and note.split in ("", split):
            known = chosen.get(note.kind)
            if known is None or known.origin != note.origin or (note.split and not known.split):
                chosen[note.kind] = note
    return "".join(f" {words.texts.render(note.key, {}).strip()}" for note in chosen.values())


def _of(kind: Kind) -> Kind:
    """Return the kind of a slot's amounts: that of the members of a list or set."""
    return _of(kind.element) if isinstance(kind, List | Set) else kind
