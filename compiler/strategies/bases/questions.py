"""Choosing questions of the kinds that are sought, alike in form whatever their label, so that no form tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ...contract import Found, Rejected, Sought
from ...stream import Stream
from .candidates import Candidate, Candidates

TRIES = 12
"""Of how many candidates of one kind the depth is looked for."""


def chosen(
    candidates: Candidates, sought: Sequence[Sought], stream: Stream
) -> tuple[Found, ...] | Rejected:
    """Give a question of each kind, in order, none twice; or say what there is none of."""
    found: dict[int, Candidate] = {}
    depths = sorted({each.depth for each in sought}, key=lambda each: -1 if each is None else each)
    for depth in reversed(depths):
        asked = [place for place, each in enumerate(sought) if each.depth == depth]
        aim = _aim(candidates, [sought[place] for place in asked], stream)
        for place in sorted(asked, key=lambda each: _SCARCE.index(sought[each].label)):
            best = _nearest(candidates, sought[place], aim, set(found.values()), stream)
            if best is None:
                return Rejected(_lacking(sought[place]))
            found[place] = best
            aim = aim or best.form
    return tuple(
        Found(found[place].statement, each.label, _depth(candidates, found[place]))
        for place, each in enumerate(sought)
    )


_SCARCE = ("false", "true", "unknown")


def _depth(candidates: Candidates, candidate: Candidate) -> int | None:
    return None if candidate.label == "unknown" else candidates.depth(candidate)


def _lacking(sought: Sought) -> str:
    depth = "" if sought.depth is None or sought.label == "unknown" else f" at depth {sought.depth}"
    return f"nothing is {sought.label}{depth}"


def _fits(candidate: Candidate, depth: int | None) -> bool:
    """Tell whether a candidate can lie so deep: no deeper than what is known to suffice for it."""
    if candidate.label == "unknown" or depth is None:
        return True
    return candidate.bound >= depth if depth else not candidate.bound


def _aim(
    candidates: Candidates, sought: Sequence[Sought], stream: Stream
) -> tuple[str, int, int] | None:
    """Draw a form that there seem to be candidates of for all labels; None where there is none."""
    counts = [
        Counter(
            each.form
            for each in candidates.of[one.label]
            if _fits(each, one.depth) and (one.label == "unknown" or each.bound == one.depth)
        )
        for one in sought
    ]
    common = sorted(form for form in counts[0] if all(each[form] for each in counts))
    if not common:
        return None
    return common[stream.weighted([min(each[form] for each in counts) for form in common])]


def _nearest(
    candidates: Candidates,
    sought: Sought,
    aim: tuple[str, int, int] | None,
    taken: set[Candidate],
    stream: Stream,
) -> Candidate | None:
    """Give a candidate of the kind that is sought, as near to a form as there is one among those that are tried."""
    fitting = [
        each
        for each in candidates.of[sought.label]
        if each not in taken and _fits(each, sought.depth)
    ]
    line = stream.shuffled(fitting)
    line.sort(key=lambda each: _distance(each, aim, sought))
    for candidate in line[:TRIES]:
        if sought.label == "unknown" or sought.depth in (None, 0):
            return candidate
        if candidates.depth(candidate) == sought.depth:
            return candidate
    return None


def _distance(
    candidate: Candidate, aim: tuple[str, int, int] | None, sought: Sought
) -> tuple[int, int]:
    """Tell how far a candidate is from a form; of those alike, those first that seem to lie as deep as is sought."""
    over = candidate.bound - sought.depth if sought.depth and candidate.bound else 0
    if aim is None:
        return over, 0
    form = candidate.form
    far = 4 * (form[0] != aim[0]) + 3 * abs(form[1] - aim[1]) + abs(form[2] - aim[2])
    return far, over
