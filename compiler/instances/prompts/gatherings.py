"""Statements about one thing that a sentence says together."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from ....dsl.reserved import PARTS
from ...family import Env, Family, Gathering, Posed
from ...ir import Stated, nodes as ir
from ...random.stream import Stream
from ...text import Phrasebook


def with_gatherings(family: Family, posed: Posed, values: Mapping[str, Any], split: str) -> Posed:
    """Return a question whose text says statements about one thing together, as the family asks for.

    Where a sentence for them would not read back, they have sentences of their own.
    """
    env = Env(Stream("gather"), dict(values), {}, split)
    for gathering in family.words.gatherings:
        if not gathering.holds(env):
            continue
        book = family.words.phrasebook
        found = [
            stated
            for stated, group in _gathered(gathering, posed, book, split)
            if _reads_back(group, book, split)
        ]
        hidden = posed.hidden.union(*(stated.ids for stated in found))
        posed = replace(posed, hidden=hidden, background=(*posed.background, *found))
    return posed


def _gathered(
    gathering: Gathering, posed: Posed, book: Phrasebook, split: str
) -> Iterator[tuple[Stated, ir.Group]]:
    about: dict[tuple[ir.Term, ...], list[tuple[str, ir.Aspect]]] = {}
    for each in posed.theory.statements:
        if each.id in posed.hidden:
            continue
        found = gathering.parted(each.statement, partial(book.suits, each.statement, split))
        if found is not None:
            things, aspect = found
            about.setdefault(things, []).append((each.id, aspect))
    for things, parts in about.items():
        aspects = tuple(dict.fromkeys(aspect for _, aspect in parts))
        if 1 < len(parts) == len(aspects):
            named = zip(gathering.names, things, strict=True)
            filled = (ir.Filled(name, (thing,)) for name, thing in named)
            group = ir.Group(gathering.text, (*filled, ir.Several(PARTS, aspects)))
            yield Stated(tuple(id for id, _ in parts), group, gathered=True), group


def _reads_back(group: ir.Group, book: Phrasebook, split: str) -> bool:
    """Return whether there is a sentence for a group that is read as this group only.

    Sentences of a group have the same parts, so that one is tried; the one that is used is read back again.
    """
    sentence = book.say(group, split=split)
    return sentence is not None and book.read(sentence) == (group,)
