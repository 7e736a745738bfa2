"""Choosing the best row that satisfies a requirement, and others beside it that do not give it away."""

from collections.abc import Sequence

from ...random.stream import Stream
from .options import Judged, places


def choose_leading(
    ranked: Sequence[int], right: int, count: int, stream: Stream
) -> list[int] | None:
    """Choose the best right row and others, any number of them better.

    None if not all numbers are possible. Better rows are wrong. If there are worse rows, at least
    one of them is right.
    """
    good = [place for place, row in enumerate(ranked) if right >> row & 1]
    before = {place: place - number for number, place in enumerate(good)}
    ranks = [
        [
            place
            for place in good
            if before[place] >= rank
            and len(ranked) - place > count - 1 - rank
            and (rank == count - 1 or place < good[-1])
        ]
        for rank in range(count)
    ]
    if not all(ranks):
        return None
    rank = stream.below(count)
    best = stream.pick(ranks[rank])
    better = [row for row in ranked[:best] if not right >> row & 1]
    worse = list(ranked[best + 1 :])
    chosen = stream.sample(better, rank)
    if rank < count - 1:
        chosen.append(
            worse.pop(stream.pick([p for p, row in enumerate(worse) if right >> row & 1]))
        )
    return [ranked[best], *chosen, *stream.sample(worse, count - 1 - len(chosen))]


def choose_tempting(
    worth: Sequence[int], judged: Judged, count: int, stream: Stream
) -> list[int] | None:
    """Choose the best right row, a worse right one, and others, some better; None if impossible."""
    wrong = places(judged.every & ~judged.right)
    for best in stream.shuffled(places(judged.right)):
        better = [row for row in wrong if worth[row] < worth[best]]
        worse = [row for row, own in enumerate(worth) if own > worth[best]]
        rivals = [row for row in worse if judged.right >> row & 1]
        fewest, most = max(1, count - 1 - len(worse)), min(len(better), count - 2)
        if rivals and fewest <= most:
            number = fewest + stream.below(most - fewest + 1)
            rival = worse.pop(worse.index(stream.pick(rivals)))
            others = stream.sample(better, number) + stream.sample(worse, count - 2 - number)
            return [best, rival, *others]
    return None
