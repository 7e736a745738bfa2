"""Gathers a dataset's cases in two passes: words are learnt from some records, then all that were drawn are counted."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module

from ....contract import plugins
from ....random.stream import Stream
from ..account import Record
from .cases import Cases
from .judging import Guess
from .masks import MOST_READ, masks
from .readers import SMALL, Reader, guesses
from .reading import Reading, read_record

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


class _Drawing:
    """Decides which records of a dataset are drawn: fewer of those with open answers."""

    def __init__(self, records: int) -> None:
        self._all = SelectionSampling(records, MOST_RECORDS, "records")
        self._open = SelectionSampling(records, MOST_OPEN, "open answers")

    def takes(self, record: Record) -> bool:
        drawn, sampled = self._all.takes(), self._open.takes()
        return sampled if has_open_answer(record) else drawn


def has_open_answer(record: Record) -> bool:
    """Return whether other answers than that of a record can be right."""
    return bool(record.get("reply"))


def _right_answers(record: Record, answers: Sequence[str]) -> tuple[str, ...]:
    """Return which answers are right for a record, by its own task; its own answer is one of them."""
    task = plugins.make(plugins.TASKS, record["task"])
    own = str(record["answer"])
    others = [each for each in answers if each != own and task.score(record, each).value == 1]
    return (own, *others)


class Gathering:
    """Gets all records twice, in the same order: first `look`, then `add`."""

    def __init__(self, records: int) -> None:
        self._first, self._second = _Drawing(records), _Drawing(records)
        self._words = SelectionSampling(min(records, MOST_RECORDS), MOST_READ, "words")
        self._judged = 0
        self._read: dict[str, list[Reading]] = {}
        self._answers: dict[str, Counter[str]] = {}
        self._cases: dict[str, Cases] = {}

    def look(self, record: Record) -> None:
        """Learn the words of a record, if it is drawn."""
        if not self._first.takes(record):
            return
        own = read_record(record)
        self._answers.setdefault(own.family, Counter())[own.answer] += 1
        if self._words.takes() or has_open_answer(record):
            self._read.setdefault(own.family, []).append(own)

    def known(self) -> None:
        """End the looking."""
        for family, readings in self._read.items():
            answers = self._answers[family]
            ordered = sorted(answers, key=lambda each: (-answers[each], each))
            self._cases[family] = Cases(family, masks(readings, tuple(ordered[:MOST_LABELS])))
        self._read = {}

    def add(self, record: Record) -> None:
        """Count a record, if it is drawn."""
        if not self._second.takes(record):
            return
        own = read_record(record)
        if own.family not in self._cases:
            return
        cases = self._cases[own.family]
        if has_open_answer(record) and not cases.masks.alternatives:
            self._judged += 1
            cases.add(own, _right_answers(record, cases.labels))
        else:
            cases.add(own)

    def result(self, only: Sequence[Reader] = ()) -> Surface | None:
        """Return the guesses of some readers, or of all that can be tried; None if no family has records enough."""
        own = [case for case in self._cases.values() if len(case) >= FEWEST]
        if not own:
            return None
        readers, left_out = (only, ()) if only else available()
        found = tuple(guess for cases in own for guess in guesses(cases, readers))
        if not found:
            return None
        return Surface(
            records=sum(map(len, own)),
            theories=len({theory for cases in own for theory in cases.theories}),
            judged=self._judged,
            readers=found,
            left_out=left_out,
        )


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
