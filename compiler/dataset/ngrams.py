"""How many n-grams of words a dataset shares with a public set: what a model may have seen in training.

Runs of 13 words are what Brown et al. 2020 ("Language Models are Few-Shot Learners", appendix C) look for.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import msgspec

from ...dsl.diagnostics import Diagnostic, SpecError
from .repeats import Seen

WORDS = 13
"""How many words a run has."""

MOST = 4_000_000
"""How many different runs are remembered; of more, a share."""

MOST_COUNTED = 100_000
"""How many shared runs are counted one by one."""

MOST_SHOWN = 3
LONGEST = 1 << 24
"""The longest line that is read, in bytes."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Likeness:
    """What a dataset shares with a file.

    Attributes:
        file: the file.
        problems: how many prompts were looked at.
        touched: how many of them have a run of words that occurs in the file.
        runs: how many different runs of words their prompts have.
        shared: how many of these occur in the file.
        share: the part of the file's runs that are remembered. Below 1, `shared` is estimated and `touched` too low.
        commonest: shared runs of words that most prompts have, with the number of these prompts.
    """

    file: str
    problems: int
    touched: int
    runs: int
    shared: int
    share: float
    commonest: tuple[tuple[str, int], ...]


class PublicSet:
    """The runs of words of a file."""

    def __init__(self, path: Path) -> None:
        """Read a file: each line of JSON or text. Raises SpecError (E0869)."""
        self.path = path
        self.known = Seen(MOST)
        for text in _texts(path):
            for run in _runs(text):
                self.known.add(run)
        if not self.known.problems:
            raise _refuse(path, f"it has no {WORDS} words in a row")


class SharedRuns:
    """Counts the prompts that have runs of words of a public set."""

    def __init__(self) -> None:
        self._own, self._both = Seen(MOST), Seen(MOST)
        self._problems = self._touched = 0
        self._shared = Counter[str]()

    def add(self, record: Mapping[str, Any], public: PublicSet) -> None:
        """Compare the prompt of a record."""
        runs = {*_runs(record["prompt"])}
        shared = [run for run in runs if run in public.known]
        self._problems += 1
        self._touched += bool(shared)
        for run in shared:
            self._count(run, 1)
        for run in runs:
            self._own.add(run)
        for run in shared:
            self._both.add(run)

    def merge(self, other: "SharedRuns") -> None:
        """Count the records that another one counted after this, with the same public set."""
        self._problems += other._problems
        self._touched += other._touched
        for run, number in other._shared.items():
            self._count(run, number)
        self._own.merge(other._own)
        self._both.merge(other._both)

    def _count(self, run: str, number: int) -> None:
        if len(self._shared) < MOST_COUNTED or run in self._shared:
            self._shared[run] += number

    def likeness(self, public: PublicSet) -> Likeness:
        """Return what was found."""
        common = sorted(self._shared.items(), key=lambda each: (-each[1], each[0]))
        share = 2.0**-public.known.level
        return Likeness(
            file=str(public.path),
            problems=self._problems,
            touched=self._touched,
            runs=self._own.repeats("run").different,
            shared=round(self._both.repeats("run").different / share),
            share=share,
            commonest=tuple(common[:MOST_SHOWN]),
        )


def _runs(text: str) -> Iterator[str]:
    words: Sequence[str] = _WORD.findall(text.lower())
    for start in range(len(words) - WORDS + 1):
        yield " ".join(words[start : start + WORDS])


def _texts(path: Path) -> Iterator[str]:
    """Yield the texts of a file: all strings in lines of JSON or a JSON value; of another file, all of each line."""
    try:
        with path.open("rb") as file:
            if path.suffix == ".json":
                yield from _strings(msgspec.json.decode(file.read()))
            else:
                yield from _lines(file, path.suffix == ".jsonl")
    except OSError as error:
        raise _refuse(path, f"it cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _refuse(path, f"it is neither text nor JSON: {error}") from None


def _lines(file: IO[bytes], is_json: bool) -> Iterator[str]:
    while line := file.readline(LONGEST):
        if line.strip():
            yield from _strings(msgspec.json.decode(line)) if is_json else (line.decode(),)


def _strings(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case dict():
            for each in value.values():
                yield from _strings(each)
        case list():
            for each in value:
                yield from _strings(each)


def _refuse(path: Path, why: str) -> SpecError:
    repair = "name a file of lines of JSON or text; other formats must be converted first"
    return SpecError(
        [Diagnostic("E0869", f"`{path}` is not a set to compare with: {why}", help=repair)]
    )
