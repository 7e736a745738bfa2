"""Choosing questions of the wanted kinds, so similar in form that no form reveals the label."""

from collections import Counter
from collections.abc import Collection, Sequence

from ...contract import Label
from ...family import Found, Rejected, Sought
from ...ir import nodes as ir
from ...random.stream import Stream
from .candidates import Candidate, Candidates
from .forms import ALIKE, Form, apart

TRIES = 12
"""For how many candidates of one question the depth is checked."""

NEAR = 3
"""How much more the questions of one depth may differ than they have to."""

OWED = Form(1, 2, 2, 2, 6)
"""The most that the questions of one depth make up for, in each count of a form."""

SCARCE = ("false", "true", "unknown")
"""The labels, ordered from the fewest to the most statements."""


def chosen(
    candidates: Candidates,
    sought: Sequence[Sought],
    stream: Stream,
    before: Collection[ir.Statement] = (),
) -> tuple[Found, ...] | Rejected:
    """Return a question of each kind, in order and without duplicates; or reject what is missing.

    None of them asks what was asked `before`.

    The greatest depths come first. If the questions of one label have more of something than those
    of another, the remaining depths make up for it.
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
            asked = {*before, *(candidate.statement for candidate in found.values())}
            best = _nearest(candidates, one, None if aim is None else aim.plus(more), asked, stream)
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
    """Return the candidates whose bound allows the wanted depth."""
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
    """Draw a form of the first kind that the other kinds, with what they owe, match best."""
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
    )  # inclusions are rarer, so use them if there are any
    near = [form for form in near if form.concepts == whole]
    denied = stream.pick(
        sorted({form.names for form in near})
    )  # denials are rarer, so draw them equally often
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
    """Return the candidate of the wanted kind that is nearest to a form, of those tried."""
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
    """Return how far a candidate is from a form, and its bound from the wanted depth."""
    over = max(0, candidate.bound - (sought.depth or 0))
    return 2 * over + (0 if aim is None else apart(candidate.form, aim))
