"""Notes on kinds: what a question adds where its problem speaks of amounts of a kind, such as times of day.

`say time as "…."` is such a note. The sentences of a problem may leave open how amounts of a kind compare, and a note
settles it for every family with slots of that kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..dsl import syntax
from ..dsl.diagnostics import Report
from ..dsl.source import Span
from .contract import Posed
from .ir import nodes as ir
from .ir.traversal import walk
from .kinds import SCALARS, Kind, List, Set
from .modules import Program
from .text.documents import Texts

if TYPE_CHECKING:
    from .family import Family

KINDS = frozenset(scalar.label for scalar in SCALARS)


@dataclass(frozen=True)
class Note:
    """A sentence about the amounts of a kind; `key` is the name of its text, `origin` the module that says it."""

    key: str
    kind: str
    text: str
    split: str
    origin: str
    span: Span


def is_note(item: syntax.Item) -> bool:
    """Return whether an item is a note on a kind: a `say` for its name, in a family whose record has such slots."""
    match item:
        case syntax.Say(pattern=syntax.Name(text=name)):
            return name in KINDS
    return False


def collect_notes(programs: Iterable[Program]) -> tuple[Note, ...]:
    """Return the notes of some programs in order: a later note on a kind takes the place of an earlier one."""
    found = [
        (item.pattern.text, phrase, module.key)
        for program in programs
        for item, module in program.items()
        if isinstance(item, syntax.Say) and isinstance(item.pattern, syntax.Name) and is_note(item)
        for phrase in item.phrases
    ]
    return tuple(
        Note(f"note {number}", kind, phrase.text, phrase.split, origin, phrase.span)
        for number, (kind, phrase, origin) in enumerate(found)
    )


def check_notes(notes: Sequence[Note], texts: Texts, report: Report) -> None:
    """Report what is wrong with the texts of notes: they have no holes."""
    for note in notes:
        report.extend(texts.check(note.key, ()))
        texts.sources(note.key)


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
