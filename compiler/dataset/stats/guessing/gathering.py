"""Makes cases of a dataset: some records are kept while it is read; their words are learnt, then all are counted."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module

from ....contract import plugins
from ....random.stream import Stream
from ...formats.read import report_damage
from ..account import Record
from .cases import Cases
from .judging import Guess
from .kept import Kept, Sample
from .masks import MOST_READ, masks
from .readers import SMALL, Reader, guesses
from .reading import Reading

MOST_RECORDS = 20_000
"""How many records are drawn of a dataset."""

MOST_OPEN = 200
"""How many records are drawn of a dataset with open answers, for which each guess is judged by the task."""

MOST_LABELS = 12
"""How many different answers are guessed, the commonest ones, where a record has no alternatives."""

FEWEST = 20
"""In fewer records of a family than this nothing is guessed."""

NEEDED = (
    "sklearn.ensemble",
    "sklearn.feature_extraction.text",
    "sklearn.linear_model",
    "threadpoolctl",
)
"""What the readers of the extra import."""

INSTALL = "pip install 'rspc[readers]'"


@dataclass(frozen=True)
class Surface:
    """What readers guess.

    Attributes:
        records: how many records were drawn.
        theories: how many different theories these have.
        judged: how many of them have open answers.
        left_out: the readers that need the extra `readers`, where it is not installed.
    """

    records: int
    theories: int
    judged: int
    readers: tuple[Guess, ...]
    left_out: tuple[str, ...]


class SelectionSampling:
    """Decides for one record after another whether it is drawn: `wanted` of them, all equally likely.

    Source: selection sampling (Knuth, The Art of Computer Programming 2, 3.4.2, algorithm S).
    """

    def __init__(self, records: int, wanted: int, name: str) -> None:
        self._left, self._wanted = records, min(wanted, records)
        self._stream = Stream("readers", name)

    def takes(self) -> bool:
        taken = self._wanted > 0 and self._stream.below(self._left) < self._wanted
        self._left -= 1
        self._wanted -= taken
        return taken


@dataclass(frozen=True)
class Gathered:
    """The cases of some records, by family; `judged` of these records have open answers."""

    cases: tuple[Cases, ...]
    judged: int

    def result(self, only: Sequence[Reader] = ()) -> Surface | None:
        """Return the guesses of some readers, or of all that can be tried; None if no family has records enough."""
        own = [case for case in self.cases if len(case) >= FEWEST]
        if not own:
            return None
        readers, left_out = (only, ()) if only else available()
        found = tuple(guess for cases in own for guess in guesses(cases, readers))
        if not found:
            return None
        return Surface(
            records=sum(map(len, own)),
            theories=len({theory for cases in own for theory in cases.theories}),
            judged=self.judged,
            readers=found,
            left_out=left_out,
        )


class Gathering:
    """Takes each record of a dataset once, keeps some of them, and makes cases of these."""

    def __init__(self) -> None:
        self._sample = Sample(MOST_RECORDS)

    def add(self, record: Record) -> None:
        """Keep a record, if it is drawn."""
        self._sample.add(record)

    def merge(self, other: "Gathering") -> None:
        """Keep what another one kept, of records that come after these."""
        self._sample.merge(other._sample)

    def gathered(self) -> Gathered:
        """Return the cases of what was kept: words are learnt from some records, then all are counted.

        Raises:
            SpecError: E0805 if the fields of a record do not fit together.
        """
        found: dict[str, Cases] = {}
        for family, (readings, answers) in self._read().items():
            ordered = sorted(answers, key=lambda each: (-answers[each], each))
            found[family] = Cases(family, masks(readings, tuple(ordered[:MOST_LABELS])))
        judged = 0
        for kept in self._drawn():
            if kept.reading.family in found:
                with report_damage({"id": kept.id}):
                    judged += _count(kept, found[kept.reading.family])
        return Gathered(tuple(found.values()), judged)

    def _drawn(self) -> Iterator[Kept]:
        """Yield what was kept, but fewer of the records with open answers."""
        sampled = SelectionSampling(len(self._sample), MOST_OPEN, "open answers")
        for kept in self._sample:
            if sampled.takes() or not kept.is_open:
                yield kept

    def _read(self) -> dict[str, tuple[list[Reading], Counter[str]]]:
        """Return of each family the readings whose words are learnt, and how often each answer is drawn."""
        words = SelectionSampling(len(self._sample), MOST_READ, "words")
        answers: dict[str, Counter[str]] = {}
        found: dict[str, tuple[list[Reading], Counter[str]]] = {}
        for kept in self._drawn():
            own = kept.reading
            counts = answers.setdefault(own.family, Counter())
            counts[own.answer] += 1
            if words.takes() or kept.is_open:
                found.setdefault(own.family, ([], counts))[0].append(own)
        return found


def _count(kept: Kept, cases: Cases) -> bool:
    """Count a record, and return whether the task judged answers to it."""
    if kept.record is None or cases.masks.alternatives:
        cases.add(kept.reading)
        return False
    cases.add(kept.reading, _right_answers(kept.record, cases.labels))
    return True


def _right_answers(record: Record, answers: Sequence[str]) -> tuple[str, ...]:
    """Return which answers are right for a record, by its own task; its own answer is one of them."""
    task = plugins.make(plugins.TASKS, record["task"])
    own = str(record["answer"])
    others = [each for each in answers if each != own and task.score(record, each).value == 1]
    return (own, *others)


def available() -> tuple[tuple[Reader, ...], tuple[str, ...]]:
    """Return the readers that can be tried, and the names of those whose package is missing or cannot be loaded."""
    try:
        for each in NEEDED:
            import_module(each)
    except ImportError:
        return SMALL, LARGE_NAMES
    from .boosting import LARGE

    return (*SMALL, *LARGE), ()


LARGE_NAMES = (
    "words and pairs, by regression",
    "nearest neighbours, anonymised",
    "boosting over counts",
)
