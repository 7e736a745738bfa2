"""Choosing questions that look the same whatever their labels are.

The questions of one depth have one pattern. Deeper questions come from the contrasts in the base.
Questions of depth 1 are chosen so that their concepts and subjects look as similar as possible. If
none are alike, the base is rejected, whatever the label.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from ...contract import Label
from ...family import Found, Rejected, Sought
from ...ir import nodes as ir
from ...random.stream import Stream
from .candidates import Candidate, Candidates
from .concepts import greatest
from .contrasts import Contrast
from .looks import Look, Text, apart
from .questions import chosen

FAR = 40
"""How much the looks of questions may differ at depth 1, where a sentence almost has the answer."""

TRIES = 12
"""For how many sets of questions the depth is checked."""

SETS = 60
"""How many sets of questions are kept, those that are most alike."""


class Alike(NamedTuple):
    """Questions with their looks, one for each label, and how much these differ."""

    apart: int
    asked: tuple[tuple[Look, Candidate], ...]

    def joined(self, look: Look, candidate: Candidate) -> Alike:
        far = (apart(look.counts, other.counts) for other, _ in self.asked)
        return Alike(max((self.apart, *far)), (*self.asked, (look, candidate)))


def match_questions(
    candidates: Candidates,
    sought: Sequence[Sought],
    deeper: Sequence[Contrast],
    paired: bool,
    stream: Stream,
) -> tuple[Found, ...] | Rejected:
    """Return a question of each kind, in order and without duplicates.

    Questions of depth 2 or more are those of the contrasts. Those of depth 1 look alike if the base
    is `paired`. Questions of depth 0 match only in form, since the answer can be looked up in the
    text. Unknown questions there look like deeper unknown ones.
    """
    found: dict[int, Found] = {}
    for contrast in deeper:
        if not contrast.holds(candidates.base):
            return Rejected(f"a later statement decides a question of depth {contrast.depth}")
        for place, one in enumerate(sought):
            if one.depth == contrast.depth:
                depth = None if one.label == "unknown" else one.depth
                found[place] = Found(contrast.asked[one.label], one.label, depth, one.depth)
    text = Text(candidates.statements, greatest(candidates.statements))
    shallow = [place for place, each in enumerate(sought) if paired and each.depth == 1]
    if shallow:
        labels = [sought[place].label for place in shallow]
        asked = {each.statement for each in found.values()}
        alike = _alike(candidates, text, labels, asked, stream)
        if alike is None:
            return Rejected("no two questions of depth 1 look alike")
        for place, each in zip(shallow, alike, strict=True):
            found[place] = Found(each.statement, each.label, 1 if each.bound else None, 1)
    found |= _more_unknown(candidates, text, sought, found, stream)
    left = [place for place in range(len(sought)) if place not in found]
    asked = {each.statement for each in found.values()}
    others = chosen(candidates, [sought[place] for place in left], stream, asked) if left else ()
    if isinstance(others, Rejected):
        return others
    found |= dict(zip(left, others, strict=True))
    return tuple(found[place] for place in range(len(sought)))


def _alike(
    candidates: Candidates,
    text: Text,
    labels: Sequence[Label],
    asked: Collection[ir.Statement],
    stream: Stream,
) -> tuple[Candidate, ...] | None:
    """Return a question of depth 1 for each label, from those that look most alike."""
    kinds = [_by_pattern(candidates, text, label, asked) for label in labels]
    common = [each for each in kinds[0] if all(each in other for other in kinds[1:])]
    sets = [alike for kind in common for alike in _sets(text, [own[kind] for own in kinds])]
    for found in sorted(stream.shuffled(sets), key=lambda each: each.apart)[:TRIES]:
        if all(_lies(candidates, each) for _, each in found.asked):
            return tuple(each for _, each in found.asked)
    return None


def _by_pattern(
    candidates: Candidates, text: Text, label: Label, asked: Collection[ir.Statement]
) -> Mapping[str, list[Candidate]]:
    found: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates.of[label]:
        if (label == "unknown" or candidate.bound == 1) and candidate.statement not in asked:
            found[text.look(candidate.statement).pattern].append(candidate)
    return found


def _sets(text: Text, choices: Sequence[Sequence[Candidate]]) -> Iterator[Alike]:
    """Yield sets of one candidate of each label whose looks differ little."""
    found = [Alike(0, ())]
    for one in choices:
        looks = [(text.look(candidate.statement), candidate) for candidate in one]
        grown = (own.joined(look, each) for own in found for look, each in looks)
        found = sorted(
            [alike for alike in grown if alike.apart <= FAR], key=lambda each: each.apart
        )[:SETS]
    yield from found


def _lies(candidates: Candidates, candidate: Candidate) -> bool:
    if candidate.label == "unknown":
        return candidates.unknown(candidate)
    return candidates.depth(candidate) == 1


def _more_unknown(
    candidates: Candidates,
    text: Text,
    sought: Sequence[Sought],
    found: Mapping[int, Found],
    stream: Stream,
) -> dict[int, Found]:
    """Return further unknown questions that look like an unknown question found deeper.

    They have the same concept, and a subject that the text mentions equally often.
    """
    deeper = [each for each in found.values() if each.label == "unknown" and each.among != 1]
    more: dict[int, Found] = {}
    for place, one in enumerate(sought):
        if one.label != "unknown" or place in found or not deeper:
            continue
        like = stream.pick(deeper)
        asked = {each.statement for each in (*found.values(), *more.values())}
        same = [
            candidate
            for candidate in candidates.of["unknown"]
            if candidate.statement not in asked
            and _alike_subjects(text, candidate.statement, like.statement)
        ]
        best = next(filter(candidates.unknown, stream.shuffled(same)), None)
        if best is not None:
            more[place] = Found(best.statement, best.label, None, one.depth)
    return more


def _alike_subjects(text: Text, one: ir.Statement, other: ir.Statement) -> bool:
    """Return whether two assertions have the same concept, and equally often mentioned subjects."""
    match one, other:
        case (
            ir.ConceptAssertion(individual=ir.Const(name=str(own)), concept=concept),
            ir.ConceptAssertion(individual=ir.Const(name=str(name)), concept=same),
        ):
            return concept == same and text.profile(own) == text.profile(name)
    return False
