"""Rows that satisfy a requirement, paired with rows that do not but satisfy equally many of its literals.

So no count of satisfied literals reveals how many of the shown rows satisfy the requirement. This depends
on which literals share a sum.
"""

from collections.abc import Sequence
from itertools import chain

from ...random.stream import Stream
from .options import Judged, places

DROPPED = 0.9
"""How often a draft without enough pairs is dropped; some are kept in case no draft has any."""


def draw_pairs(
    judged: Judged, among: int, count: int, stream: Stream
) -> list[tuple[int, int]] | None:
    """Draw pairs of a right and a wrong row that satisfy equally many literals; None if too few.

    The rows of a pair may satisfy any number of literals if the requirement allows no such pairs,
    for example if every sum has one literal. This is also so for a few drafts without enough pairs.
    """
    right = stream.shuffled(places(among & judged.right))
    wrong = stream.shuffled(places(among & ~judged.right & judged.every))
    found = _alike(judged.met, right, wrong)
    if len(found) < count and (not comparable(judged) or not stream.chance(DROPPED)):
        found = list(zip(right, wrong, strict=False))
    return stream.sample(found, count) if len(found) >= count else None


def _alike(met: Sequence[int], right: Sequence[int], wrong: Sequence[int]) -> list[tuple[int, int]]:
    levels = sorted({met[row] for row in right})
    return list(
        chain.from_iterable(
            zip(
                (row for row in right if met[row] == level),
                (row for row in wrong if met[row] == level),
                strict=False,
            )
            for level in levels
        )
    )


def level(judged: Judged, stream: Stream) -> list[int]:
    """Return the rows that satisfy one number of literals, drawn by how many pairs have it.

    If no wrong row can satisfy as many literals as a right one, return all rows.
    """
    rows = range(len(judged.rows))
    if not comparable(judged):
        return list(rows)
    pairs = _alike(judged.met, places(judged.right), places(judged.every & ~judged.right))
    if not pairs:
        return []
    number = judged.met[stream.pick(pairs)[0]]
    return [row for row in rows if judged.met[row] == number]


def comparable(judged: Judged) -> bool:
    """Return whether a wrong row can satisfy as many literals as a right one.

    It can satisfy at most all literals except those of the narrowest sum.
    """
    widths = list(map(len, judged.literals))
    return len(widths) <= sum(widths) - min(widths)
