"""Statements about one thing that a sentence says together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from ...family import PARTS, Env, Family, Gathering, Posed
from ...ir import Stated, nodes as ir
from ...random.stream import Stream
from ...text import WISH, Phrasebook, covers


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
        own = [
            entry.pattern for entry, _, _ in book.fits(each.statement, WISH, split, sentence=True)
        ]
        found = gathering.parted(each.statement, partial(_may_say, own))
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


def _may_say(own: Sequence[ir.Node], pattern: ir.Node) -> bool:
    """Return whether the part for a pattern may say a statement: no pattern of its own phrases is more specific."""
    return not any(_narrower(each, pattern) for each in own)


@lru_cache(maxsize=4096)
def _narrower(pattern: ir.Node, other: ir.Node) -> bool:
    """Return whether a pattern is more specific than another: its words are for fewer statements."""
    return covers(other, pattern) and not covers(pattern, other)


def _reads_back(group: ir.Group, book: Phrasebook, split: str) -> bool:
    """Return whether there are sentences for a group, each of which is read as this group only."""
    said = [
        entry.render(binding, book.voice(), WISH)
        for entry, binding, _ in book.fits(group, WISH, split, sentence=True)
    ]
    texts = (f"{text[:1].upper()}{text[1:]}" for text in said)
    return bool(said) and all(book.read(text) == (group,) for text in texts)
