"""How far a reader gets who learns words and does not reason: linear readers of the prompt, or of the options.

A reader is fitted to some records and tried on others. Where a record has options of which
one is right, it reads them: each option's words, its length and place, and in which properties it has the least or the
greatest number. Else it reads the words of the prompt, and those of the question apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeAlias

from .account import Record, words
from .logit import Example, Features, chosen, fit
from .places import right

MOST_TRAINED = 1_500
MOST_TRIED = 5_000
MOST_LABELS = 12
"""With more labels than this, no reader of prompts is tried."""

MOST_FEATURES = 30_000

Alternatives: TypeAlias = tuple[list[list[Hashable]], int]
"""What a reader sees of each alternative, and which is right."""

_NUMBER = re.compile(r"-?\d[\d,]*(?:\.\d+)?")


class Reader:
    """Is fitted to some records, and tried on others when all of these are learnt; of many it takes one in so many."""

    def __init__(
        self, feature: str, records: int, seen: Callable[[Record], Alternatives | None]
    ) -> None:
        self.feature = feature
        self.tried = self.hits = 0
        self.labels: Counter[str] = Counter()
        self._seen = seen
        self._learnt = _Thinned(records // 2, MOST_TRAINED)
        self._tried = _Thinned(records // 2, MOST_TRIED)
        self._features = Features(MOST_FEATURES)
        self._examples: list[Example] = []
        self._weights: list[float] = []

    def learn(self, record: Record) -> None:
        if self._learnt.takes() and (example := self._example(record)):
            self._examples.append(example)

    def fit(self) -> None:
        """End the learning."""
        self._features.closed = True
        self._weights = fit(self._examples, len(self._features))
        self._examples = []

    def try_on(self, record: Record) -> None:
        if self._weights and self._tried.takes() and (example := self._example(record)):
            self.tried += 1
            self.labels[record["label"]] += 1
            self.hits += chosen(self._weights, example.alternatives) == example.right

    def _example(self, record: Record) -> Example | None:
        told = self._seen(record)
        if told is None:
            return None
        return Example(tuple(self._features.of(each) for each in told[0]), told[1])


class _Thinned:
    """Takes about `most` of `count` things, evenly spaced, and all where they are no more."""

    def __init__(self, count: int, most: int) -> None:
        self._count, self._most = max(count, 1), most
        self._place = 0

    def takes(self) -> bool:
        """Tell whether the next thing is taken."""
        place, self._place = self._place, self._place + 1
        share = min(self._most, self._count)
        return (place + 1) * share // self._count > place * share // self._count


def of_prompts(labels: Sequence[str]) -> Callable[[Record], Alternatives | None]:
    """Give how prompts are read: the labels are the alternatives, and a feature is a word with a label."""

    def seen(record: Record) -> Alternatives | None:
        if right(record) or record["label"] not in labels:
            return None
        asked = (("question", each) for each in sorted(set(words(record["question"]))))
        told: list[Hashable] = ["", *sorted(set(words(record["prompt"]))), *asked]
        return [[(each, label) for each in told] for label in labels], labels.index(record["label"])

    return seen


def of_options(record: Record) -> Alternatives | None:
    """Read the options of a record of which one is right."""
    named = right(record)
    if len(named) != 1:
        return None
    letters = [option["label"] for option in record["options"]]
    return _options(record["options"]), letters.index(named[0])


def _options(options: Sequence[Mapping[str, Any]]) -> list[list[Hashable]]:
    """Give the features of each option."""
    found: list[list[Hashable]] = []
    for option in options:
        found.append([("place", option["label"]), *sorted(set(words(option["text"])))])
    lengths = [float(len(option["text"])) for option in options]
    _ranked("length", lengths, found)
    for name in options[0]["values"]:
        texts = [str(option["values"].get(name, "")) for option in options]
        numbers = [_NUMBER.search(each) for each in texts]
        if all(numbers):
            amounts = [float(each[0].replace(",", "")) for each in numbers if each]
            _ranked(name, amounts, found)
    return found


def _ranked(name: str, amounts: Sequence[float], found: list[list[Hashable]]) -> None:
    """Say of each option whether it has the least or the greatest amount."""
    least, most = min(amounts), max(amounts)
    for own, amount in zip(found, amounts, strict=True):
        if amount == least:
            own.append((name, "least"))
        if amount == most:
            own.append((name, "greatest"))
