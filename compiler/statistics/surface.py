"""How well a label is guessed from the form of its prompt alone.

A guess is the label that was commonest, in one half of the records, among those with the same feature; it is tried on
the other half. Where nothing shows, it is right as often as the commonest label occurs.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from .account import Record, words
from .chi_squared import binomial_tail
from .counting import OTHERS
from .factors import Bins, told_apart
from .shortcuts import Reader

MOST_FEATURES = 50_000
"""How many different questions, and how many words, are learnt."""

FEWEST = 10
"""In how many of the records that are learnt from a word stands, and is missing, for a guess to be made by it."""

SHOWN = 5
"""How many of the best words are given."""

DOUBT = 0.05


@dataclass(frozen=True)
class Guess:
    """How often a guess by one feature is right on the half that it is tried on.

    Attributes:
        chance: the share of the commonest label of that half.
        error: the standard error of `accuracy`.
        tested: how many records it was tried on.
        looked: how many guesses this one is the best of, or one of the best.
        p: how likely so many hits are by chance in any of as many guesses as were looked at (Bonferroni): the binomial
            tail times their number, at most 1.
        leaks: whether `p` is below 0.05.
    """

    feature: str
    accuracy: float
    chance: float
    error: float
    tested: int
    looked: int
    p: float
    leaks: bool


@dataclass(frozen=True)
class Surface:
    """The guesses from the whole question, from the length of the prompt, by the best single words, and by readers.

    A reader weighs all words together.
    """

    trained: int
    tested: int
    question: Guess
    length: Guess
    words: tuple[Guess, ...]
    readers: tuple[Guess, ...]


def judged(feature: str, hits: int, tested: int, labels: Counter[str], looked: int = 1) -> Guess:
    """Judge a guess by how often it is right on records with these labels."""
    commonest = max((number for label, number in labels.items() if label != OTHERS), default=0)
    chance, accuracy = commonest / tested, hits / tested
    error = math.sqrt(accuracy * (1 - accuracy) / tested)
    p = min(1.0, looked * binomial_tail(hits, tested, chance))
    return Guess(feature, accuracy, chance, error, tested, looked, p, p < DOUBT)


class _Half:
    """Labels by features, in one half of the records."""

    def __init__(self) -> None:
        self.labels: Counter[str] = Counter()
        self.features: dict[str, Counter[str]] = {}

    def guess(self, counts: Counter[str] | None = None) -> str:
        """Give the commonest label of some counts, of the half where there are none; the first by name of equals.

        Labels that are counted together are no guess. Where there are no others, nothing is guessed.
        """
        for among in (counts or Counter(), self.labels):
            if told := among.keys() - {OTHERS}:
                return min(told, key=lambda label: (-among[label], label))
        return ""


class _Feature:
    """One way to look at a record, in both halves."""

    def __init__(self) -> None:
        self.train, self.test = _Half(), _Half()

    def learn(self, seen: set[str], label: str) -> None:
        self.train.labels[label] += 1
        for each in seen:
            if each in self.train.features or len(self.train.features) < MOST_FEATURES:
                self.train.features.setdefault(each, Counter())[label] += 1

    def try_on(self, seen: set[str], label: str) -> None:
        self.test.labels[label] += 1
        for each in seen:
            if each in self.train.features:
                self.test.features.setdefault(each, Counter())[label] += 1

    def hits(self) -> int:
        """Give how often the guess by the value is right, where each record has one; unseen ones get the commonest."""
        default = self.train.guess()
        right = self.test.labels[default]
        for value, counts in self.test.features.items():
            right += counts[self.train.guess(self.train.features[value])] - counts[default]
        return right

    def by_presence(self) -> Iterator[tuple[str, int]]:
        """Yield for each word that tells labels apart how often the guess by its presence is right."""
        trained = self.train.labels
        for word, present in self.train.features.items():
            absent = trained - present
            if min(present.total(), absent.total()) < FEWEST:
                continue
            there, missing = self.train.guess(present), self.train.guess(absent)
            if there != missing:
                tried = self.test.features.get(word, Counter())
                yield word, tried[there] + self.test.labels[missing] - tried[missing]


class Surfaces:
    """Learns from some records, and is tried on others when all of these are learnt.

    The commonest labels are told apart.
    """

    def __init__(
        self, lengths: Bins, labels: Mapping[str, int], readers: Sequence[Reader] = ()
    ) -> None:
        self._readers = readers
        self._lengths = lengths
        self._trained = self._tested = 0
        self._labels = told_apart(labels)
        self._question, self._length = _Feature(), _Feature()
        self._words = {"prompt": _Feature(), "question": _Feature()}

    def learn(self, record: Record) -> None:
        self._trained += 1
        label = self._label(record)
        for feature, seen in self._looks(record):
            feature.learn(seen, label)
        for reader in self._readers:
            reader.learn(record)

    def fit(self) -> None:
        """End the learning."""
        for reader in self._readers:
            reader.fit()

    def try_on(self, record: Record) -> None:
        self._tested += 1
        label = self._label(record)
        for feature, seen in self._looks(record):
            feature.try_on(seen, label)
        for reader in self._readers:
            reader.try_on(record)

    def _label(self, record: Record) -> str:
        label: str = record["label"]
        return label if label in self._labels else OTHERS

    def _looks(self, record: Record) -> Iterator[tuple[_Feature, set[str]]]:
        """Yield each feature with what the record has of it."""
        yield self._question, {blake2b(record["question"].encode(), digest_size=8).hexdigest()}
        yield self._length, {str(self._lengths.of(len(record["prompt"].split())))}
        for part, feature in self._words.items():
            yield feature, set(words(record[part]))

    def result(self) -> Surface | None:
        """Give the guesses; None where a half is empty."""
        tested = self._tested
        if not self._trained or not tested:
            return None
        labels = self._question.test.labels

        tried = [
            (hits, f"`{word}` in the {part}")
            for part, feature in self._words.items()
            for word, hits in feature.by_presence()
        ]
        best = sorted(tried, key=lambda each: (-each[0], each[1]))[:SHOWN]
        return Surface(
            trained=self._trained,
            tested=tested,
            question=judged("the question", self._question.hits(), tested, labels),
            length=judged("the length of the prompt", self._length.hits(), tested, labels),
            words=tuple(judged(name, hits, tested, labels, len(tried)) for hits, name in best),
            readers=tuple(
                judged(each.feature, each.hits, each.tried, each.labels)
                for each in self._readers
                if each.tried
            ),
        )
