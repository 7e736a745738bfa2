"""Right and wrong options, chosen so that counting does not reveal the right ones.

A requirement is as likely to be drawn as any other that has the same literals in other groups. So
each wrong option is one that such a requirement accepts and the rest reject. Which option is right
then depends on which of the requirements was drawn. For all of them, the options satisfy the same
literals, differ equally from each other, and have the same words named.
"""

from collections.abc import Iterable, Sequence
from functools import partial

from ...family import Scene, union
from ...kinds import Scalar
from ...random.stream import Stream
from ...strategies.product_of_sums import dealt
from .balanced_rows import Trait, even
from .options import Judged, places

GROUPINGS = 10
"""How many other groupings of the literals are drawn for each group of wrong options."""

TRIES = 30
"""How often groupings are chosen that are each supposed to accept options of their own."""

DROPPED = {True: 0.97, False: 0.5}
"""How often a draft without such options is dropped: with enough literals and groupings, or not."""


def choose_matched(
    scene: Scene, judged: Judged, right: int, sizes: Sequence[int], stream: Stream
) -> tuple[list[int], list[int]] | None:
    """Choose right and wrong rows, so that the right ones rank at random in what a reader counts.

    Wrong rows are accepted by requirements that group the same literals differently. If there are
    none, the draft is usually dropped: None. Otherwise, and if the literals have too few groupings
    for any draft, right rows rank where even chances put them.

    Args:
        sizes: how many wrong rows each of the other requirements accepts.
    """
    own, *others = groupings(judged, GROUPINGS * len(sizes), stream)
    if len(others) > len(sizes):
        found = exchangeable(own, others, judged.every, [right, *sizes], stream)
        if found is not None:
            return found[0], [row for group in found[1:] for row in group]
        plenty = len(others) > 2 * len(sizes) and len(judged.all) > len(sizes)
        if stream.chance(DROPPED[plenty]):
            return None
    draw = partial(_draw_matched, judged, right, sum(sizes), stream)
    outside = places(judged.every & ~judged.right)
    return even(draw, outside, _traits(scene, judged), stream)


def groupings(judged: Judged, draws: int, stream: Stream) -> list[int]:
    """Return the rows that the requirement and different groupings of its literals accept.

    Args:
        draws: how many groupings are drawn.
    """
    if accepted_rows(judged.literals, judged.every) != judged.right:
        return [judged.right]
    sizes = list(map(len, judged.literals))
    found = {_alike(judged.literals): judged.right}
    for _ in range(draws):
        literals = dealt(judged.all, sizes, stream)
        alike = _alike(literals)
        if alike not in found:
            found[alike] = accepted_rows(literals, judged.every)
    return list(found.values())


def accepted_rows(literals: Iterable[Iterable[int]], every: int) -> int:
    """Return the rows that satisfy a literal of each group."""
    found = every
    for group in literals:
        found &= union(group)
    return found


def _alike(literals: Sequence[Sequence[int]]) -> frozenset[frozenset[int]]:
    return frozenset(map(frozenset, literals))


def exchangeable(
    own: int, others: Sequence[int], every: int, sizes: Sequence[int], stream: Stream
) -> list[list[int]] | None:
    """Choose rows that the requirement accepts, and rows that other groupings accept alone.

    Args:
        sizes: how many rows for the requirement, then for each of the others.
    """
    accepting = [0] * every.bit_length()
    for each in (own, *others):
        for row in places(each):
            accepting[row] += 1
    for _ in range(TRIES):
        chosen = _apart(own, others, accepting, sizes, stream)
        if chosen is not None:
            alone = _alone(chosen)
            return [stream.sample(rows, size) for rows, size in zip(alone, sizes, strict=True)]
    return None


def _apart(
    own: int, others: Sequence[int], accepting: Sequence[int], sizes: Sequence[int], stream: Stream
) -> list[int] | None:
    """Choose groupings, one after another, that each accept enough rows that the others reject.

    The requirement itself comes at a random position, since later groupings must reject what the
    earlier ones accept. Of the rows that a grouping accepts, those that the fewest accept are used.

    Args:
        accepting: for each row, how many requirements accept it.
    """
    turn = stream.below(len(sizes))
    order = [*sizes[1 : turn + 1], sizes[0], *sizes[turn + 1 :]]
    chosen: list[int] = []
    left = others
    taken, outside = 0, -1
    for number, size in enumerate(order):
        if number:
            left = [each for each in left if not each & taken]
        found = [own] if number == turn else left
        found = [each for each in found if (each & outside).bit_count() >= size]
        if not found or (number <= turn and own & taken):
            return None
        chosen.append(stream.pick(found))
        free = stream.shuffled(places(chosen[-1] & outside))
        taken = sum([1 << row for row in sorted(free, key=accepting.__getitem__)[:size]])
        outside &= ~chosen[-1]
    return [chosen.pop(turn), *chosen]


def _alone(chosen: Sequence[int]) -> list[list[int]]:
    """Return for each requirement the rows that it accepts and the others reject."""
    some = several = 0
    for each in chosen:
        several |= some & each
        some |= each
    return [places(each & ~several) for each in chosen]


def _draw_matched(
    judged: Judged, right: int, wrong: int, stream: Stream
) -> tuple[list[int], list[int]]:
    """Draw right rows, and wrong rows that satisfy the same number of literals, or nearly, if there are too few."""
    outside = places(judged.every & ~judged.right)
    level = judged.met[stream.pick(places(judged.right))]
    far = {row: abs(met - level) for row, met in enumerate(judged.met)}
    good = sorted(stream.shuffled(places(judged.right)), key=far.__getitem__)[:right]
    return good, sorted(stream.shuffled(outside), key=far.__getitem__)[:wrong]


def _traits(scene: Scene, judged: Judged) -> list[Trait]:
    """Return the traits of the rows that a reader sees."""
    rows = range(len(scene.rows))
    seen = [literal for literals in judged.seen for literal in literals]
    plain = [each.mask ^ judged.every if each.negated else each.mask for each in seen]
    named: dict[bool, dict[str, list[int]]] = {}
    found = [
        Trait(judged.met, 4.0),
        Trait(_numbers((each.mask for each in seen if not each.negated), rows)),
        Trait(_numbers(plain, rows)),
    ]
    kinds = scene.family.kinds
    for each, mask in zip(seen, plain, strict=True):
        if not isinstance(kinds.get(each.slot), Scalar):
            named.setdefault(each.negated, {}).setdefault(each.slot, []).append(mask)
    found += [Trait(_numbers(map(union, slots.values()), rows), 4.0) for slots in named.values()]
    for slot in dict.fromkeys(each.slot for each in seen):
        if isinstance(kinds.get(slot), Scalar):
            found.append(Trait([row[slot] for row in scene.rows]))
    return found


def _numbers(masks: Iterable[int], rows: Sequence[int]) -> list[int]:
    """Return how many of the masks each row is in."""
    held = list(masks)
    return [sum(mask >> row & 1 for mask in held) for row in rows]
