"""Choosing questions that look the same whatever their labels are.

The questions of one depth have one pattern, and what one sees of their concepts and of whom they are about differs as
little as it can. Where none are alike, the base does for no label.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from ...contract import Found, Label, Rejected, Sought
from ...ir import nodes as ir
from ...stream import Stream
from .candidates import Candidate, Candidates
from .concepts import greatest
from .looks import Look, Text, differing
from .questions import chosen

SHALLOW, DEEP = 40, 6
"""How much the looks of questions may differ at depth 1, where a sentence nearly says what is asked, and deeper."""

TRIES = 12
"""Of how many sets of questions it is looked at how deep they lie."""

SETS = 60
"""How many sets of questions are gone on with, of those that are most alike."""

Kind: TypeAlias = tuple[str, tuple[int, ...]]
"""What must be the same of questions that are alike: the pattern, and below depth 1 what tells the most."""


class Alike(NamedTuple):
    """Questions with their looks, one for each label, and how much these differ."""

    apart: int
    asked: tuple[tuple[Look, Candidate], ...]

    def joined(self, look: Look, candidate: Candidate) -> Alike:
        far = (differing(look, other) for other, _ in self.asked)
        return Alike(max((self.apart, *far)), (*self.asked, (look, candidate)))


def matched(
    candidates: Candidates, sought: Sequence[Sought], depths: Sequence[int], stream: Stream
) -> tuple[Found, ...] | Rejected:
    """Give a question of each kind, in order, none twice, alike at some depths; or say at what depth none are.

    What is stated in the text, or denied literally, is found by looking it up: questions of depth 0 match in form
    alone. What is unknown there looks like what is unknown deeper.
    """
    text = Text(candidates.statements, greatest(candidates.statements))
    found: dict[int, Candidate] = {}
    for depth in sorted(depths, reverse=True):
        places = [place for place, each in enumerate(sought) if each.depth == depth]
        asked = {each.statement for each in found.values()}
        labels = [sought[place].label for place in places]
        alike = _alike(candidates, text, depth, labels, asked, stream)
        if alike is None:
            return Rejected(f"no questions of depth {depth} are alike")
        found |= dict(zip(places, alike, strict=True))
    among = {place: sought[place].depth for place in found}
    among |= _add_unknown(candidates, text, sought, found, stream)
    left = [place for place in range(len(sought)) if place not in found]
    others = chosen(candidates, [sought[place] for place in left], stream) if left else ()
    if isinstance(others, Rejected):
        return others
    settled = dict(zip(left, others, strict=True))
    return tuple(
        settled[place] if place in settled else _question(found[place], each, among[place])
        for place, each in enumerate(sought)
    )


def _question(candidate: Candidate, sought: Sought, among: int | None) -> Found:
    unknown = candidate.label == "unknown"
    return Found(candidate.statement, candidate.label, None if unknown else sought.depth, among)


def _alike(
    candidates: Candidates,
    text: Text,
    depth: int,
    labels: Sequence[Label],
    asked: Collection[ir.Statement],
    stream: Stream,
) -> tuple[Candidate, ...] | None:
    """Give a question of each label, of those that look most alike."""
    kinds = [_by_kind(candidates, text, depth, label, asked) for label in labels]
    common = [each for each in kinds[0] if all(each in other for other in kinds[1:])]
    most = SHALLOW if depth == 1 else DEEP
    sets = [each for kind in common for each in _sets(text, [own[kind] for own in kinds], most)]
    for found in sorted(stream.shuffled(sets), key=lambda each: each.apart)[:TRIES]:
        if all(_lies(candidates, each, depth) for _, each in found.asked):
            return tuple(each for _, each in found.asked)
    return None


def _by_kind(
    candidates: Candidates, text: Text, depth: int, label: Label, asked: Collection[ir.Statement]
) -> Mapping[Kind, list[Candidate]]:
    found: dict[Kind, list[Candidate]] = defaultdict(list)
    for each in candidates.of[label]:
        if (label == "unknown" or each.bound == depth) and each.statement not in asked:
            look = text.look(each.statement)
            found[look.pattern, look.telling if depth > 1 else ()].append(each)
    return found


def _sets(text: Text, choices: Sequence[Sequence[Candidate]], most: int) -> Iterator[Alike]:
    """Yield sets of one candidate of each label whose looks differ by no more than so much."""
    found = [Alike(0, ())]
    for one in choices:
        looks = [(text.look(each.statement), each) for each in one]
        grown = (own.joined(look, each) for own in found for look, each in looks)
        near = [each for each in grown if each.apart <= most]
        found = sorted(near, key=lambda each: each.apart)[:SETS]
    yield from found


def _lies(candidates: Candidates, candidate: Candidate, depth: int) -> bool:
    if candidate.label == "unknown":
        return candidates.unknown(candidate)
    return candidates.depth(candidate) == depth


def _add_unknown(
    candidates: Candidates,
    text: Text,
    sought: Sequence[Sought],
    found: dict[int, Candidate],
    stream: Stream,
) -> dict[int, int | None]:
    """Add what is unknown, and sought where others are stated, of those that look like one found deeper.

    Gives the depth of that one by the place of the question.
    """
    deeper = [place for place, each in found.items() if each.label == "unknown"]
    deeper = [place for place in deeper if sought[place].depth != 1] or deeper
    among: dict[int, int | None] = {}
    for place, one in enumerate(sought):
        if one.label != "unknown" or place in found or not deeper:
            continue
        like = stream.pick(deeper)
        look = text.look(found[like].statement)
        asked = {each.statement for each in found.values()}
        kinds = _by_kind(candidates, text, 2, "unknown", asked)
        near = stream.shuffled(kinds[look.pattern, look.telling])
        near.sort(key=lambda each: differing(look, text.look(each.statement)))
        best = next(filter(candidates.unknown, near), None)
        if best is not None:
            found[place], among[place] = best, sought[like].depth
    return among
