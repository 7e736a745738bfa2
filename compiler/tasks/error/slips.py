"""Making one line of a proof wrong, so that all others still follow from what they name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from ...contract import Claimed
from ...ir import Labelled
from ...random.stream import Stream

Kind: TypeAlias = Literal["fact", "rule", "converse", "preference", "missing", "skip"]
KINDS: tuple[Kind, ...] = ("fact", "rule", "converse", "preference", "missing", "skip")
"""A fact or a rule is misread, a rule is taken for its converse, a preference is ignored, something is not named, or a
line in between is left out.
"""


def lines_before(kind: Kind, lines: int) -> int:
    """Return how many lines a right proof has that has so many with the slip."""
    return lines + 1 if kind == "skip" else lines


def slips(
    steps: Sequence[Claimed],
    place: int,
    kind: Kind,
    statements: Sequence[Labelled],
    stream: Stream,
) -> Iterator[list[Claimed]]:
    """Yield proofs in which a line does not name all that it needs, in random order, or no proof for other kinds.

    Whether the line is wrong then is for the checker to say.

    Args:
        statements: those of the theory that the text numbers.
    """
    match kind:
        case "skip":
            yield from _skipped(steps, place, stream)
        case "missing":
            yield from _missing(steps, place, {each.id for each in statements}, stream)


def _with(steps: Sequence[Claimed], place: int, step: Claimed) -> list[Claimed]:
    return [*steps[:place], step, *steps[place + 1 :]]


def _missing(
    steps: Sequence[Claimed], place: int, numbered: set[str], stream: Stream
) -> Iterator[list[Claimed]]:
    step = steps[place]
    uses = [id for id in step.uses if id in numbered]
    if len(uses) + len(step.premises) < 2:  # a line that names nothing is seen to be wrong
        return
    changed = [replace(step, uses=tuple(each for each in step.uses if each != id)) for id in uses]
    changed += [
        replace(step, premises=tuple(each for each in step.premises if each != number))
        for number in step.premises
    ]
    for each in stream.shuffled(changed):
        yield _with(steps, place, each)


def _skipped(steps: Sequence[Claimed], place: int, stream: Stream) -> Iterator[list[Claimed]]:
    """Leave out a line that only the line at `place + 1` names, which then names what that one named."""
    user = place + 1
    for number in stream.shuffled(steps[user].premises):
        users = [at for at, each in enumerate(steps) if number in each.premises]
        if users != [user]:
            continue
        left = steps[number - 1]
        # A line that named the skipped line's own rule would say what the skipped line says.
        rules = left.uses[:-1]
        merged = replace(
            steps[user],
            uses=tuple(dict.fromkeys((*rules, *steps[user].uses))),
            premises=tuple(
                dict.fromkeys(
                    (*left.premises, *(each for each in steps[user].premises if each != number))
                )
            ),
        )
        yield [
            replace(each, premises=tuple(at - (at > number) for at in each.premises))
            for at, each in enumerate(_with(steps, user, merged), 1)
            if at != number
        ]
