"""Scores several models on the same problems, and compares each two of them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

from .....dsl.diagnostics import Diagnostic, SpecError
from ....random.stream import Stream
from ...stats.account import figures
from ...stats.counting import value_name
from ..accounts import MOST_GROUPS, order_values, theory_of
from ..outcome import Scores
from ..predictions import Predictions
from ..scores import Judged, judge
from .paired import Difference, differ, holm

MOST_MODELS = 20
"""How many models are compared at once: each with each."""

SAMPLES = 20
"""How many problems are kept as samples."""

LONGEST_SAMPLE = 4_000
"""How many characters of a sample's prompt and of each of its replies are kept: the last ones, where answers are."""


@dataclass(frozen=True)
class Comparison:
    """Two models on the same problems.

    Attributes:
        all: their difference on all problems.
        adjusted: its p, adjusted for the number of comparisons by Holm's procedure.
        by: their difference for each value of each requested figure.
    """

    first: str
    second: str
    all: Difference
    adjusted: float
    by: Mapping[str, Mapping[str, Difference]]


@dataclass(frozen=True)
class Sample:
    """A problem on which models differ; with one model, a problem that it does not solve."""

    id: str
    prompt: str
    answer: str
    replies: tuple[str, ...]
    values: tuple[float, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Comparisons:
    """The scores of some models, by name, the comparisons of each two, and sample problems."""

    dataset: str
    models: Mapping[str, Scores]
    comparisons: tuple[Comparison, ...]
    samples: tuple[Sample, ...]


@contextmanager
def open_models(
    paths: Sequence[Path], format: str | None, columns: Mapping[str, str]
) -> Iterator[dict[str, Predictions]]:
    """Open the predictions of some models, and yield them by name: the file's, or the model that a log names.

    Raises:
        SpecError: E0838 for too many files, or one that is given twice; and what `Predictions` raises.
    """
    if len(paths) > MOST_MODELS:
        raise _refused(
            f"there are {len(paths)} files of predictions; at most {MOST_MODELS} can be compared",
            "score them in several runs",
        )
    repeated = next((a for a, b in combinations(paths, 2) if _is_same(a, b)), None)
    if repeated is not None:
        raise _refused(f"`{repeated}` is given twice", "name each file once")
    with ExitStack() as files:
        given = [files.enter_context(Predictions(path, format, columns)) for path in paths]
        yield dict(zip(_names(given), given, strict=True))


def _is_same(first: Path, second: Path) -> bool:
    return first == second or (first.exists() and second.exists() and first.samefile(second))


def _refused(message: str, repair: str) -> SpecError:
    return SpecError([Diagnostic("E0838", message, help=repair)])


def _names(given: Sequence[Predictions]) -> list[str]:
    """Return different names for models: what a log says, else the names of files, else their paths."""
    for names in (
        [_unicode(each.model or each.path.stem) for each in given],
        [_unicode(each.path.name) for each in given],
    ):
        if len(set(names)) == len(names):
            return names
    return [_unicode(str(each.path)) for each in given]


def _unicode(name: str) -> str:
    """Return a name that can be written to any file: names of files need not be Unicode."""
    return name.encode("utf-8", "backslashreplace").decode()


class _Values:
    """The values of all models for each problem, in some twenty bytes a model."""

    def __init__(self, models: int, by: tuple[str, ...]) -> None:
        self.theories = array("q")
        self.values = [array("d") for _ in range(models)]
        self._by = by
        self._groups: dict[str, dict[str, array[int]]] = {name: {} for name in by}

    def add(self, judged: Judged) -> None:
        place = len(self.theories)
        self.theories.append(theory_of(judged.record))
        for own, verdict in zip(self.values, judged.verdicts, strict=True):
            own.append(verdict.value)
        known = figures(judged.record) if self._by else {}
        for name, groups in self._groups.items():
            if name in known and len(groups) <= MOST_GROUPS:
                groups.setdefault(value_name(known[name]), array("q")).append(place)

    def compare(self, first: int, second: int, seed: int) -> Difference:
        return differ(self.values[first], self.values[second], self.theories, seed)

    def by(self, first: int, second: int, seed: int) -> dict[str, dict[str, Difference]]:
        return {
            name: {
                value: differ(
                    [self.values[first][each] for each in places],
                    [self.values[second][each] for each in places],
                    [self.theories[each] for each in places],
                    seed,
                )
                for value, places in order_values(groups)
            }
            for name, groups in self._groups.items()
        }


class _Samples:
    """Some of the problems on which models differ, each as likely as any other (Vitter, 1985, algorithm R)."""

    def __init__(self, seed: int) -> None:
        self._stream = Stream("samples of problems", seed)
        self._met = 0
        self._held: list[tuple[int, Sample]] = []

    def add(self, judged: Judged) -> None:
        values = tuple(verdict.value for verdict in judged.verdicts)
        if len(set(values)) < 2 and (len(values) > 1 or values[0] == 1):
            return
        self._met += 1
        if len(self._held) < SAMPLES:
            self._held.append((self._met, _sample(judged, values)))
        elif (place := self._stream.below(self._met)) < SAMPLES:
            self._held[place] = self._met, _sample(judged, values)

    def result(self) -> tuple[Sample, ...]:
        return tuple(sample for _, sample in sorted(self._held, key=lambda each: each[0]))


def _sample(judged: Judged, values: tuple[float, ...]) -> Sample:
    record: Mapping[str, Any] = judged.record
    return Sample(
        id=record["id"],
        prompt=_end(record["prompt"]),
        answer=record["answer"],
        replies=tuple(
            _end("\n\n".join(reply.text for reply in replies)) for replies in judged.replies
        ),
        values=values,
        reasons=tuple(verdict.reason for verdict in judged.verdicts),
    )


def _end(text: str) -> str:
    return text if len(text) <= LONGEST_SAMPLE else f"…{text[1 - LONGEST_SAMPLE :]}"


def compare(
    dataset: Path,
    given: Mapping[str, Predictions],
    *,
    by: Sequence[str] = (),
    seed: int = 0,
    sampled: bool = False,
    each: Callable[[Judged], None] = lambda _: None,
    progress: Callable[[int], None] = lambda _: None,
    records: Iterable[Mapping[str, Any]] | None = None,
    unscored: Callable[[SpecError], None] | None = None,
) -> Comparisons:
    """Score models on a dataset, which is read once, and compare each two.

    Args:
        given: the predictions of each model.
        by: figures for whose values accuracies and differences are given as well.
        seed: of the draws of tests and samples.
        sampled: whether sample problems are wanted.
        each: called with each record, its replies and their scores, in order.
        records: those of its records that are scored; None for all of them.
        unscored: takes the fault of a record that is left out, as `judge` has it.

    Raises:
        SpecError: as `judge` does.
    """
    values, samples = _Values(len(given), tuple(by)), _Samples(seed)

    def judged(found: Judged) -> None:
        if len(given) > 1:
            values.add(found)
        if sampled:
            samples.add(found)
        each(found)

    scores = judge(dataset, list(given.values()), tuple(by), judged, progress, records, unscored)
    pairs = [
        Comparison(a, b, values.compare(i, j, seed), 1.0, values.by(i, j, seed))
        for (i, a), (j, b) in combinations(enumerate(given), 2)
    ]
    adjusted = holm([pair.all.p for pair in pairs])
    compared = tuple(replace(pair, adjusted=p) for pair, p in zip(pairs, adjusted, strict=True))
    models = dict(zip(given, scores, strict=True))
    return Comparisons(str(dataset), models, compared, samples.result())
