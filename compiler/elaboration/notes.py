"""Notes on kinds: what a question adds where its problem speaks of amounts of a kind, such as times of day.

`say time as "…."` is such a note. The sentences of a problem may leave open how amounts of a kind compare, and a note
settles it for every family with slots of that kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ...dsl import syntax
from ...dsl.diagnostics import Report
from ..family.wording import Note
from ..kinds import SCALARS
from ..sources.modules import Program
from ..text.documents import Texts

KINDS = frozenset(scalar.label for scalar in SCALARS)


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
