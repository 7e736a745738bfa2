"""Figures over many problems of a spec, of which more are made each time that they are asked for."""

import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from ....compiler.api import Family
from ....compiler.dataset.stats.account import figures
from ....compiler.dataset.stats.guessing.gathering import FEWEST, Gathering
from ....compiler.dataset.stats.guessing.kept import has_open_answer
from ....compiler.dataset.stats.guessing.readers import SMALL
from ....compiler.instances import Exhausted, Instance
from .making import MOST_CAUSES, MOST_LINES, family_of, known_params
from .messages import Dropped, Look, Looked, Reading, Spread

FEW = 10
"""Up to how many values of a figure are counted one by one."""

BARS = 10

MOST_ANSWERS = 20
"""How many answers are shown, the commonest of all."""

READ_AT = (60, 120, 200, 300, 500, 1000)
"""After how many problems the readers guess, because that takes longer than making a problem."""

MOST_LOST = 5
"""After how many problems in a row without any draft that is kept no more are made."""

LEFT_OUT = frozenset(
    {"seed", "index", "family", "logic", "task", "split", "label", "answer", "question_words"}
)
"""Figures that are the same for all problems, or shown elsewhere."""


@dataclass
class Sample:
    """The problems that were made of one spec under one choice."""

    family: Family
    params: dict[str, Any]
    made: int = 0
    lost: int = 0
    lost_in_a_row: int = 0
    seconds: float = 0.0
    answers: Counter[str] = field(default_factory=Counter)
    values: dict[str, list[float]] = field(default_factory=dict)
    rejections: Counter[str] = field(default_factory=Counter)
    first: dict[str, tuple[int, int]] = field(default_factory=dict)
    examples: dict[str, tuple[str, ...]] = field(default_factory=dict)
    gathering: Gathering = field(default_factory=Gathering)
    is_open: bool = False
    readers: tuple[Reading, ...] = ()
    read: int = 0


_samples: dict[str, tuple[Any, Sample]] = {}


def look(asked: Look) -> Looked:
    """Make more problems, within the seconds that are given, and return the figures over all of them.

    Raises:
        SpecError: the spec or a setting is wrong.
        Disagreement, EngineError: as `Family.instance`.
    """
    family = family_of(asked.files)
    choice = asked.choice
    key = (
        family.hash,
        choice.preset,
        tuple(sorted(choice.params.items())),
        choice.seed,
        choice.split,
    )
    known = _samples.get("last")
    if known is None or known[0] != key:
        params = family.settings(known_params(family, choice), choice.preset)
        known = key, Sample(family, params)
        _samples.clear()
        _samples["last"] = known
    sample = known[1]
    sample.family = family
    _go_on(sample, asked)
    _read(sample, asked.most)
    return _result(sample, asked)


def forget() -> None:
    """Forget the problems that are kept: one was given up midway."""
    _samples.clear()


def _go_on(sample: Sample, asked: Look) -> None:
    started = time.perf_counter()
    choice = asked.choice
    while sample.made + sample.lost < asked.most and sample.lost_in_a_row < MOST_LOST:
        index = sample.made + sample.lost
        try:
            made = sample.family.instance(choice.seed, index, choice.split, **sample.params)
        except Exhausted as error:
            sample.lost += 1
            sample.lost_in_a_row += 1
            sample.rejections.update(error.rejections)
            for cause in error.rejections:
                if cause not in sample.examples:
                    drop = error.explain(cause)
                    sample.first.setdefault(cause, (index, 0))
                    sample.examples[cause] = tuple(drop.lines()[:MOST_LINES]) if drop else ()
        else:
            sample.lost_in_a_row = 0
            _count(sample, made, index)
        if time.perf_counter() - started > asked.seconds:
            break
    sample.seconds += time.perf_counter() - started


def _count(sample: Sample, made: Instance, index: int) -> None:
    record = made.record()
    sample.made += 1
    sample.answers[made.answer] += 1
    sample.rejections.update(made.rejections)
    for cause, attempt in made.drops.items():
        sample.first.setdefault(cause, (index, attempt))
    for name, value in figures(record).items():
        if name in LEFT_OUT or "." in name or isinstance(value, bool):
            continue
        if isinstance(value, int | float) and name not in record["params"]:
            sample.values.setdefault(name, []).append(float(value))
    sample.is_open = sample.is_open or has_open_answer(record)
    if not sample.is_open:
        sample.gathering.add(record)


def _read(sample: Sample, most: int) -> None:
    """Let the readers guess, if there are enough more problems than when they last did."""
    due = max((count for count in (*READ_AT, most) if count <= sample.made), default=0)
    if sample.is_open or due <= sample.read or sample.made < FEWEST:
        return
    sample.read = due
    surface = sample.gathering.gathered().result(SMALL)
    if surface is not None:
        sample.readers = tuple(
            Reading(
                each.reader,
                each.accuracy,
                each.chance,
                each.low,
                each.high,
                each.tested,
                each.leaks,
                tuple(each.telling[:3]),
            )
            for each in surface.readers
        )


def _result(sample: Sample, asked: Look) -> Looked:
    commonest = sorted(sample.answers.items(), key=lambda item: (-item[1], item[0]))[:MOST_ANSWERS]
    return Looked(
        sample.made,
        sample.lost,
        asked.most,
        sample.seconds,
        tuple(sorted(commonest)),
        tuple(spread(name, values) for name, values in sorted(sample.values.items())),
        tuple(_drops(sample, asked)),
        sample.readers,
    )


def _drops(sample: Sample, asked: Look) -> list[Dropped]:
    """Return the causes of dropped drafts; an example is made of one more cause each time, which takes a while."""
    ordered = sorted(sample.rejections, key=lambda cause: (-sample.rejections[cause], cause))
    choice = asked.choice
    new = [cause for cause in ordered[:MOST_CAUSES] if cause not in sample.examples]
    if new:
        index, attempt = sample.first[new[0]]
        drop = sample.family.explain(choice.seed, index, attempt, choice.split, **sample.params)
        sample.examples[new[0]] = tuple(drop.lines()[:MOST_LINES]) if drop is not None else ()
    found = []
    for cause in ordered[:MOST_CAUSES]:
        index, attempt = sample.first.get(cause, (0, 0))
        place = f"attempt {attempt + 1} at instance {index}"
        lines = sample.examples.get(cause, ())
        found.append(Dropped(cause, sample.rejections[cause], place, lines))
    return found


def spread(name: str, values: list[float]) -> Spread:
    """Return how the values of a figure are spread."""
    low, high = min(values), max(values)
    counts = Counter(values)
    if len(counts) <= FEW:
        bars = tuple((_shown(value), counts[value]) for value in sorted(counts))
    else:
        width = (high - low) / BARS
        places = Counter(min(BARS - 1, int((value - low) / width)) for value in values)
        bars = tuple(
            (f"{_shown(low + place * width)} to {_shown(low + (place + 1) * width)}", places[place])
            for place in range(BARS)
        )
    return Spread(name, low, sum(values) / len(values), high, bars)


def _shown(value: float) -> str:
    return f"{value:.4g}"
