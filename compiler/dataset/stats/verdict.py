"""The verdict on a dataset: five figures, each with the limit that it is to keep."""

from collections.abc import Sequence
from dataclasses import dataclass

from ..formats import cut, fold
from ..repeats import Overlap, Repeats
from .balance import Commonest
from .counting import share
from .guessing.gathering import FEWEST, Surface
from .guessing.judging import DOUBT, MARGIN
from .repeats import CANONICAL, EXACT, PROMPT

REPEATED = MARGIN
"""What share of problems may repeat others: who has seen these gains no more than a reader that leaks."""

LONGEST = 40
"""How many characters of a name are shown."""

POINTS = f"{100 * MARGIN:g} points"


@dataclass(frozen=True)
class Check:
    """One line of the verdict.

    Attributes:
        ok: whether the figure keeps its limit; None if there is no figure.
        text: what was measured, and the limit.
        value: the figure, and `limit` the greatest one that is no warning.
    """

    name: str
    ok: bool | None
    text: str
    value: float | None = None
    limit: float | None = None

    @property
    def mark(self) -> str:
        """The word for it: `ok`, `warn`, or a dash if there is no figure."""
        return "-" if self.ok is None else "ok" if self.ok else "warn"


@dataclass(frozen=True)
class Rows:
    """How many rows of a reference were compared, and how many are off; `reason` says why none was."""

    compared: int
    off: int
    given: bool
    reason: str


def verdict(
    labels: Sequence[Commonest],
    surface: Surface | None,
    repeats: Sequence[Repeats],
    overlaps: Sequence[Overlap],
    rows: Rows,
) -> tuple[Check, ...]:
    """Return the five lines of the verdict, always in the same order."""
    return (
        _balanced(labels),
        _guessing(surface),
        _repeats(repeats),
        _overlap(overlaps),
        _reference(rows),
    )


def _balanced(labels: Sequence[Commonest]) -> Check:
    judged = [each for each in labels if each.even < 1 or not each.open]
    if not judged:
        return Check("balanced", None, "answers are open, and all labels are the same")
    constant = [each for each in judged if each.even == 1]
    if constant:
        where = _of(constant[0].family, labels)
        return Check("balanced", False, f"all labels are the same{where}, limit two labels", 1.0)
    worst = max(judged, key=lambda each: (_is_uneven(each), each.share - each.even))
    limit = worst.even + MARGIN
    told = (
        f"commonest label {share(worst.share)}{_of(worst.family, labels)}, "
        f"limit {share(limit)} (even share + {POINTS})"
    )
    uneven = _is_uneven(worst)
    if worst.share > limit and not uneven:
        told += _by_chance(worst.p)
    return Check("balanced", not uneven, told, worst.share, limit)


def _is_uneven(each: Commonest) -> bool:
    return each.share > each.even + MARGIN and each.p < DOUBT


def _by_chance(p: float) -> str:
    """Return that a figure above its limit may be due to chance: it would be this high with probability `p`."""
    return f"; above it by chance, perhaps (p {p:.2g})"


def _of(family: str, every: Sequence[Commonest]) -> str:
    return f" of {_named(family)}" if len(every) > 1 else ""


def _named(name: str) -> str:
    """Return the name of a family, split or dataset, in quotes and not too long."""
    return f"`{cut(fold(name), LONGEST)}`"


def _guessing(surface: Surface | None) -> Check:
    if surface is None:
        return Check("guessing", None, f"not tried: no family has {FEWEST} records with labels")
    best = max(surface.readers, key=lambda each: (each.leaks, each.accuracy - each.chance))
    several = len({each.family for each in surface.readers}) > 1
    limit = best.chance + MARGIN
    told = (
        f"best reader right in {share(best.accuracy)}{f' of {_named(best.family)}' if several else ''}, "
        f"limit {share(limit)} (chance + {POINTS})"
    )
    if best.accuracy > limit and not best.leaks:
        told += _by_chance(best.p)
    return Check("guessing", not best.leaks, told, best.accuracy, limit)


def _repeats(repeats: Sequence[Repeats]) -> Check:
    by = {each.form: each for each in repeats}
    found = by.get(CANONICAL) or by.get(PROMPT)
    if found is None:
        return Check("repeats", None, "the records have no prompts")
    value = found.repeats / found.problems
    what = "up to names and order" if CANONICAL in by else "word for word"
    told = f"{share(value)} of problems repeat another {what}, limit {share(REPEATED)}"
    return Check("repeats", value <= REPEATED, told, value, REPEATED)


def _overlap(overlaps: Sequence[Overlap]) -> Check:
    if not overlaps:
        return Check("overlap", None, "not tried: one split, and no other dataset to compare with")
    exact = max(
        (each for each in overlaps if each.form == EXACT),
        key=lambda each: each.shared,
        default=None,
    )
    if exact is not None and exact.shared:
        problems = "problem" if exact.shared == 1 else "problems"
        told = f"{_named(exact.first)} and {_named(exact.second)} share {exact.shared} {problems}, limit 0"
        return Check("overlap", False, told, float(exact.shared), 0.0)
    forms = [each for each in overlaps if each.form == CANONICAL]
    if not forms:
        return Check("overlap", True, "splits share 0 problems, limit 0", 0.0, 0.0)
    worst = max(forms, key=_part)
    told = (
        f"no problem shared; {share(_part(worst))} up to names and order, limit {share(REPEATED)}"
    )
    if _part(worst) > REPEATED:
        told += f": {_named(worst.first)} and {_named(worst.second)}"
    return Check("overlap", _part(worst) <= REPEATED, told, _part(worst), REPEATED)


def _part(overlap: Overlap) -> float:
    """Return what two sets share, as a share of the smaller one."""
    return overlap.shared / max(1, min(overlap.of_first, overlap.of_second))


def _reference(rows: Rows) -> Check:
    if not rows.compared:
        return Check("reference", None, rows.reason)
    whose = "figures of the reference" if rows.given else "published figures"
    told = f"{rows.off} of {rows.compared} {whose} off, limit 0"
    return Check("reference", not rows.off, told, float(rows.off), 0.0)
