"""Which phrases cannot be read backwards, whatever is said by them, and why."""

from functools import lru_cache

from ...kinds import OneOf
from ..phrases import FORMULA, SYMBOL, TERM, Entry
from ..templates.template import Field

UNDONE = frozenset({"the", "a", "capital"})
"""Forms that are undone by taking letters away; others only over a known list of words."""


@lru_cache(maxsize=8192)
def why_unreadable(entry: Entry) -> str | None:
    """Return None if a phrase made ready can be read backwards, else why not."""
    if entry.unreadable:
        return entry.unreadable
    for mood in entry.moods:
        pieces = entry.pieces(mood) or ()
        for one, other in zip(pieces, pieces[1:], strict=False):
            if isinstance(one, Field) and isinstance(other, Field) and _run_on(one, other, entry):
                return f"nothing stands between `{one.holes[0]}` and `{other.holes[0]}`"
        for piece in pieces:
            if isinstance(piece, Field):
                reason = _irreversible_filter(piece, entry)
                if reason:
                    return reason
    return None


def _run_on(one: Field, other: Field, entry: Entry) -> bool:
    """Return whether one of two adjacent fields is a formula or a list, which can end anywhere."""
    return any(
        field.plan.join or entry.standings[hole].sort == FORMULA
        for field in (one, other)
        for hole in field.holes
    )


def _irreversible_filter(field: Field, entry: Entry) -> str | None:
    """Return which filter of a field cannot be undone."""
    for name in field.plan.after:
        if name != "capital":
            return f"`{name}` of a joined list cannot be undone"
    rests = [hole for hole in field.holes if entry.standings[hole].rest]
    if len(rests) > 1:
        return f"one cannot tell where `{rests[0]}` ends and `{rests[1]}` begins"
    for hole in field.holes:
        sort, kind = entry.standings[hole].sort, entry.phrase.kinds.get(hole)
        forms = [name for name in field.plan.forms if name not in UNDONE]
        if sort == FORMULA and any(name != "capital" for name in field.plan.forms):
            return f"`{field.plan.forms[0]}` of a formula cannot be undone"
        named = forms[:1] in (["number"], ["ordinal"], ["digits"])
        if (
            forms
            and sort == TERM
            and kind is not None
            and not isinstance(kind, OneOf)
            and not named
        ):
            return f"`{forms[0]}` of a {kind.name} cannot be undone"
        if sort not in (FORMULA, TERM, SYMBOL):
            return f"`{hole}` stands for what is not read back"
    return None
