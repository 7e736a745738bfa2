"""A glance at the first records of a run: whether their answers can be guessed, in a small share of the run's time."""

import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice

from ...dsl.diagnostics import Diagnostic
from .stats.account import Record
from .stats.guessing.gathering import Gathered, Gathering
from .stats.guessing.judging import Guess
from .stats.guessing.kept import has_open_answer
from .stats.guessing.readers import SMALL
from .stats.layout.cells import share

MOST_RECORDS = 1_000
"""How many records are looked at."""

FEWEST = 60
"""With fewer records than this nothing is tried."""

PART = 0.05
"""What share of a run's time is spent on it."""

TIMED = 20
"""From how many records it is learnt how long one takes."""

TIMES = 1.75
"""How long everything takes, compared with reading and counting the records."""

DOUBT = 0.001
"""How unlikely guesses are by chance that are warned of; less than a table's, since every run is looked at."""


def glance(
    records: Iterable[Record], seconds: float, clock: Callable[[], float] = time.perf_counter
) -> list[Diagnostic]:
    """Warn about each family whose answers the simple readers guess (W0852).

    It reads as many records as it can in a twentieth of the run's seconds, or none if that is too few for a
    result. Records with open answers are left out, because judging guesses takes too long.
    """
    started = clock()
    coming = _without_open(records, started + PART * seconds, clock)
    timed = list(islice(coming, TIMED))
    _gather(timed)
    each = (clock() - started) / max(1, len(timed))
    budget = PART * seconds - (clock() - started)
    count = MOST_RECORDS if each <= 0 else min(MOST_RECORDS, int(budget / (TIMES * each)))
    if count < FEWEST:
        return []
    read = list(islice(chain(timed, coming), count))
    if len(read) < FEWEST:
        return []
    surface = _gather(read).result(SMALL)
    best: dict[str, Guess] = {}
    for guess in surface.readers if surface else ():
        if guess.leaks and guess.p < DOUBT:
            known = best.get(guess.family)
            best[guess.family] = max(known or guess, guess, key=lambda each: each.accuracy)
    return [_make_warning(guess) for guess in best.values()]


def _without_open(
    records: Iterable[Record], deadline: float, clock: Callable[[], float]
) -> Iterator[Record]:
    """Yield the records without open answers; end at an open one after a deadline, for all others may be open too."""
    for record in records:
        if not has_open_answer(record):
            yield record
        elif clock() > deadline:
            return


def _gather(records: list[Record]) -> Gathered:
    gathering = Gathering()
    for record in records:
        gathering.add(record)
    return gathering.gathered()


def _make_warning(guess: Guess) -> Diagnostic:
    by = f"the most important feature is “{guess.telling[0]}”; " if guess.telling else ""
    return Diagnostic(
        "W0852",
        (
            f"answers of `{guess.family}` can be guessed without reasoning: {guess.reader} is right in "
            f"{share(guess.accuracy)} of {guess.tested} records, chance {share(guess.chance)}"
        ),
        help=f"{by}`rspc stats` shows all readers",
    )
