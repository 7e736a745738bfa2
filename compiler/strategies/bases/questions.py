"""Choosing questions of the kinds that are sought, alike in form whatever their label, so that no form tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from ...contract import Label
from ...family import Found, Rejected, Sought
from ...ir import nodes as ir
from ...random.stream import Stream
from .candidates import Candidate, Candidates
from .forms import ALIKE, Form, apart

TRIES = 12
"""Of how many candidates for one question it is looked at how deep they lie."""

NEAR = 3
"""How much less alike than they might be the questions of one depth may be."""

OWED = Form(1, 2, 2, 2, 6)
"""How much of each part of a form the questions of one depth make up for at most, of what others have too much."""

SCARCE = ("false", "true", "unknown")
"""The labels, those first of which there are the fewest statements."""


def chosen(
    candidates: Candidates, sought: Sequence[Sought], stream: Stream
) -> tuple[Found, ...] | Rejected:
    """Return a question of each kind, in order, none twice; or say what there is none of.

    Depths are gone through from the greatest, and what the questions of one label had more of than those of another
    is made up for at the depths that are left.
    """
    lacking = next((each for each in sought if not _fitting_candidates(candidates, each)), None)
    if lacking is not None:
        return Rejected(_none(lacking))
    found: dict[int, Candidate] = {}
    had: dict[Label, Form] = dict.fromkeys(SCARCE, ALIKE)
    for depth in reversed(dict.fromkeys(each.depth for each in sought)):
        places = [place for place, each in enumerate(sought) if each.depth == depth]
        places.sort(key=lambda each: SCARCE.index(sought[each].label))
        kinds = [sought[place] for place in places]
        owed = [had[kinds[0].label].minus(had[kind.label]).within(OWED) for kind in kinds]
        aim = _aim(candidates, kinds, owed, stream)
        for place, one, more in zip(places, kinds, owed, strict=True):
            asked = {candidate.statement for candidate in found.values()}
            wanted = None if aim is None else aim.plus(more)
            best = _nearest(candidates, one, wanted, asked, stream)
            if best is None:
                return Rejected(_none(one))
            found[place] = best
            had[one.label] = had[one.label].plus(best.form)
            aim = best.form.minus(more)
    return tuple(
        Found(best.statement, best.label, _depth(candidates, best), one.depth)
        for best, one in ((found[place], one) for place, one in enumerate(sought))
    )


def _depth(candidates: Candidates, candidate: Candidate) -> int | None:
    return None if candidate.label == "unknown" else candidates.depth(candidate)


def _none(sought: Sought) -> str:
    deep = sought.depth is not None and sought.label != "unknown"
    return f"nothing is {sought.label}" + (f" at depth {sought.depth}" if deep else "")


def _fitting_candidates(candidates: Candidates, sought: Sought) -> list[Candidate]:
    """Return the candidates that can lie as deep: no deeper than what is known to suffice for them."""
    own, depth = candidates.of[sought.label], sought.depth
    if sought.label == "unknown" or depth is None:
        return own
    return [
        candidate
        for candidate in own
        if (candidate.bound >= depth if depth else not candidate.bound)
    ]


def _aim(
    candidates: Candidates, sought: Sequence[Sought], owed: Sequence[Form], stream: Stream
) -> Form | None:
    """Draw a form of the first kind that is sought to which all others, with what they owe, come as near as to any."""
    counts = [
        Counter(
            candidate.form.minus(more)
            for candidate in _fitting_candidates(candidates, one)
            if one.label == "unknown" or one.depth in (None, candidate.bound)
        )
        for one, more in zip(sought, owed, strict=True)
    ]
    if not all(counts):
        return None
    far = {
        form: sum(min(apart(form, other) for other in count) for count in counts)
        for form in sorted(counts[0])
    }
    near = [form for form, own in far.items() if own <= min(far.values()) + NEAR]
    whole = max(
        form.concepts for form in near
    )  # inclusions are rarer, and are asked for where there are any
    near = [form for form in near if form.concepts == whole]
    denied = stream.pick(
        sorted({form.names for form in near})
    )  # what denies is rarer, and is asked for as often
    near = [form for form in near if form.names == denied]
    rarest = [max(1, min(count[form] for count in counts)) for form in near]
    return near[
        stream.weighted([(1 + form[-1]) * own for form, own in zip(near, rarest, strict=True)])
    ]


def _nearest(
    candidates: Candidates,
    sought: Sought,
    aim: Form | None,
    asked: Collection[ir.Statement],
    stream: Stream,
) -> Candidate | None:
    """Return a candidate of the kind that is sought, as near to a form as there is one among those that are tried."""
    line = stream.shuffled(
        [each for each in _fitting_candidates(candidates, sought) if each.statement not in asked]
    )
    line.sort(key=lambda each: _distance(each, aim, sought))
    if sought.label == "unknown":
        return next(filter(candidates.unknown, line), None)
    for candidate in line[:TRIES]:
        depth = candidates.depth(candidate)
        settled_by_itself = candidate.bound and not depth
        if sought.depth in (None, depth) and not settled_by_itself:
            return candidate
    return None


def _distance(candidate: Candidate, aim: Form | None, sought: Sought) -> int:
    """Return how far a candidate is from a form, and from seeming to lie as deep as is sought."""
    over = max(0, candidate.bound - (sought.depth or 0))
    return 2 * over + (0 if aim is None else apart(candidate.form, aim))
