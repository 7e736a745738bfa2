"""A stream of problems whose difficulty follows a learner."""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..api import Family, load, load_bundle
from ..instances import Exhausted, Instance
from ..random.stream import Stream
from .log import Choice, Head, Log, Outcome, read_entries, read_head
from .model import SuccessModel

MOST_SETTINGS = 1_000
"""How many settings a curriculum can choose from."""

MOST_EXHAUSTED = 100
"""How many problems in a row may fail to be made."""


class Curriculum:
    """Problems at which a learner succeeds neither too often nor too seldom.

    The learner's success decides which setting comes next, and nothing else: each problem is the instance of its
    setting, seed, split and index, and the indices of a setting are used in order. Choices and outcomes are a log, and
    `replay` makes the same problems from it. Iterate over a curriculum, and `report` the outcome of each problem.
    """

    def __init__(
        self,
        family: Family | str | Path,
        settings: Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Any]] | None = None,
        *,
        seed: int = 0,
        split: str = "",
        low: float = 0.5,
        high: float = 0.7,
        log: str | Path | None = None,
    ) -> None:
        """Choose what may be asked.

        Args:
            settings: values for each parameter, which are crossed, or a list of settings; by default the family's
                levels of difficulty.
            low: the lowest share of success that is wanted.
            high: the highest.
            log: a file to which choices and outcomes are written. If it exists, the curriculum continues from there.

        Raises:
            SpecError: the family refuses a setting, or has no levels; E0868 for a log of another curriculum.
            ValueError: there are no settings, too many, or the bounds are not 0 <= low < high <= 1.
        """
        if not 0 <= low < high <= 1:
            raise ValueError(f"0 <= low < high <= 1 must hold: low is {low}, and high is {high}")
        self.family = family if isinstance(family, Family) else load(family)
        self.family.check_split(split)
        self.settings = _read_settings(self.family, settings)
        self._seed, self._split = seed, split
        self._low, self._high = low, high
        self._model = SuccessModel([_complete(self.family, each) for each in self.settings])
        self._indices = [0] * len(self.settings)
        self._waiting: dict[int, int] = {}
        self._numbers: dict[str, int] = {}
        self._number = 0
        self._log: Log | None = None
        head = self._head()
        if log is not None:
            self._log = Log(Path(log), head)
            for entry in self._log.earlier():
                self._take(entry)

    def _head(self) -> Head:
        shown = [
            {name: self.family.shown(name, value) for name, value in setting.items()}
            for setting in self.settings
        ]
        return Head.of(self.family.bundle(), self._seed, self._split, shown, self._low, self._high)

    def __iter__(self) -> Iterator[Instance]:
        """Yield problems without end."""
        return self

    def __next__(self) -> Instance:
        """Return the next problem.

        Raises:
            Exhausted: a hundred problems in a row could not be made.
            Disagreement, EngineError: as `Family.instance` does.
        """
        for left in range(MOST_EXHAUSTED - 1, -1, -1):
            setting = choose(self.rates(), self._low, self._high, self._seed, self._number)
            index = self._indices[setting]
            try:
                instance = self.family.instance(
                    self._seed, index, self._split, **self.settings[setting]
                )
            except Exhausted:
                if not left:
                    raise
                self._indices[setting] += 1
                continue
            choice = Choice(self._number, instance.id, setting, index)
            self._take(choice)
            if self._log is not None:
                self._log.write(choice)
            return instance
        raise AssertionError("unreachable")

    def take(self, n: int) -> list[Instance]:
        """Return the next problems, all chosen by what is known now."""
        return list(itertools.islice(self, n))

    def report(self, problem: Instance | str, success: float, trials: int = 1) -> None:
        """Say how often the learner solved a problem.

        Args:
            problem: one that this curriculum gave, or its id.
            success: the share of replies that were right, from 0 to 1.
            trials: the number of replies.

        Raises:
            ValueError: the problem is unknown or was reported, or a number is out of range.
        """
        id = problem if isinstance(problem, str) else problem.id
        if not (0 <= success <= 1 and trials >= 1):
            raise ValueError(f"success {success} is not from 0 to 1, or trials {trials} not from 1")
        number = self._numbers.get(id)
        if number not in self._waiting:
            known = "was reported before" if id in self._numbers else "is not of this curriculum"
            raise ValueError(f"problem `{id}` {known}")
        outcome = Outcome(number, float(success), trials)
        self._take(outcome)
        if self._log is not None:
            self._log.write(outcome)

    def rates(self) -> list[float]:
        """Return the estimated share of success at each of `settings`, in order."""
        return self._model.rates()

    def _take(self, entry: Choice | Outcome) -> None:
        """Change the state as an entry of the log says."""
        match entry:
            case Choice(number, id, setting, index):
                self._waiting[number] = setting
                self._numbers[id] = number
                self._indices[setting] = index + 1
                self._number = number + 1
            case Outcome(number, success, trials):
                self._model.update(self._waiting.pop(number), success, trials)


def choose(rates: Sequence[float], low: float, high: float, seed: int, number: int) -> int:
    """Return a setting at random; those whose estimated rate is near the middle of the bounds are likely.

    Args:
        number: how many problems came before.
    """
    middle, width = (low + high) / 2, (high - low) / 4
    distances = [abs(rate - middle) / width for rate in rates]
    nearest = min(distances)
    weights = [math.exp((nearest**2 - distance**2) / 2) for distance in distances]
    return Stream("curriculum", seed, number).weighted(weights)


def replay(log: str | Path) -> Iterator[Instance]:
    """Make the problems of a curriculum again, in order, from its log alone.

    Raises:
        SpecError: E0868 if the file is no such log, or of another version of rspc.
    """
    head = read_head(Path(log))
    family = load_bundle(head.family)
    settings = [family.settings(setting) for setting in head.settings]
    for entry in read_entries(Path(log), head):
        if isinstance(entry, Choice):
            yield family.instance(head.seed, entry.index, head.split, **settings[entry.setting])


def _read_settings(
    family: Family, wanted: Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Any]] | None
) -> list[Mapping[str, Any]]:
    """Return settings as the family types them, each once."""
    if wanted is None:
        if not family.levels:
            raise ValueError(
                f"family `{family.name}` has no levels: name the settings to choose from"
            )
        found = [family.typed({}, level) for level in family.levels]
    else:
        if isinstance(wanted, Mapping):
            crossed = itertools.islice(itertools.product(*wanted.values()), MOST_SETTINGS + 1)
            wanted = [dict(zip(wanted, values, strict=True)) for values in crossed]
        found = [family.typed(setting) for setting in wanted]
    different: list[Mapping[str, Any]] = list(
        {repr(sorted(each.items())): each for each in found}.values()
    )
    if not 1 <= len(different) <= MOST_SETTINGS:
        raise ValueError(f"there must be 1 to {MOST_SETTINGS} settings")
    return different


def _complete(family: Family, setting: Mapping[str, Any]) -> dict[str, Any]:
    """Return a setting with the defaults of the parameters that it does not set."""
    return {name: each.default for name, each in family.parameters.items()} | dict(setting)
