"""How much of the prompts is always the same, and how many words and forms of sentences they have.

What is counted fits into bounded memory, and does not depend on the order of the records: the counts of parts of
a dataset merge into those of the whole.
"""

import heapq
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from ...repeats import digest
from ..families import Families
from .distinct import Distinct
from .frames import frame, vocabulary, words
from .paraphrases import Paraphrases, spoken_names
from .sentences import Sentence, count_words, cut, sentence_texts

USUAL = 0.95
"""The share of the prompts that have a sentence which counts as fixed."""

FEWEST_WORDS = 80
"""Families whose median prompt is shorter are exempt: an instruction alone is a large share of it."""

MOST_PROMPTS = 2_000
"""How many prompts of a family are kept to find fixed sentences; the same ones whatever their order."""

MOST_FAMILIES = 50
"""How many families are distinguished."""

LONGEST = 10_000
"""Prompts of more words count as having this many, for the median."""

RAREST = 0.01
"""The share of the prompts that must have a sentence for its paraphrases to be looked for."""

MOST_SHOWN = 20
"""How many fixed sentences are listed."""


@dataclass(frozen=True)
class FixedSentence:
    """What nearly all prompts say, by its commonest sentence.

    Attributes:
        words: how many words of a prompt say it, on average.
        sentences: how many different sentences say it, or a part of it.
        share: the share of the prompts that have it.
    """

    text: str
    words: float
    sentences: int
    share: float


@dataclass(frozen=True)
class Variety:
    """The words and sentences of a family's prompts.

    Attributes:
        median_words: the median number of words of a prompt.
        fixed: the share of a prompt's words in fixed sentences, on average.
        exempt: whether prompts are so short that this share says little.
        looked_at: how many prompts were looked at for fixed sentences.
        sentences: the fixed sentences, those with the most words first.
        word_types: the number of different words of the prompts, and of their theories.
        frames: the number of forms of sentences of the prompts, and of their theories.
        exact: whether these numbers are exact, not estimated.
        reason: why paraphrases and vocabulary are not known; empty if they are.
    """

    family: str
    prompts: int
    median_words: float
    fixed: float
    exempt: bool
    looked_at: int
    sentences: tuple[FixedSentence, ...]
    word_types: int
    theory_word_types: int
    frames: int
    theory_frames: int
    exact: bool
    reason: str = ""


class _Kept:
    """The prompts whose records have the smallest digests: a sample that does not depend on their order."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, str]] = []

    def add(self, place: int, prompt: str) -> None:
        if len(self._heap) < MOST_PROMPTS:
            heapq.heappush(self._heap, (-place, prompt))
        else:
            heapq.heappushpop(self._heap, (-place, prompt))

    def merge(self, other: "_Kept") -> None:
        for place, prompt in other._heap:
            self.add(-place, prompt)

    def __iter__(self) -> Iterator[str]:
        return (prompt for _, prompt in sorted(self._heap, reverse=True))


class _Counts:
    """The counts of one family's prompts."""

    def __init__(self, hash: str) -> None:
        self.hash = hash
        self.lengths = Counter[int]()
        self.kept = _Kept()
        self.distinct = {
            name: Distinct()
            for name in ("word_types", "theory_word_types", "frames", "theory_frames")
        }

    def add(self, record: Mapping[str, Any], spoken: frozenset[str]) -> None:
        prompt, context = record["prompt"], record["context"]
        self.hash = min(self.hash, record["family_hash"])
        self.lengths[min(LONGEST, count_words(prompt))] += 1
        self.kept.add(digest(f"{record['id']}\n{prompt}"), prompt)
        masked = vocabulary(record, spoken)
        forms: dict[str, str] = {}
        for text, prefix in ((prompt, ""), (context, "theory_")):
            self.distinct[f"{prefix}word_types"].add(words(text))
            sentences = sentence_texts(text)
            forms |= {each: frame(each, masked) for each in sentences - forms.keys()}
            self.distinct[f"{prefix}frames"].add({forms[each] for each in sentences})

    def merge(self, other: "_Counts") -> None:
        self.hash = min(self.hash, other.hash)
        self.lengths += other.lengths
        self.kept.merge(other.kept)
        for name, each in self.distinct.items():
            each.merge(other.distinct[name])

    def median(self) -> float:
        """Return the median number of words: of an even number of prompts, that between the middle two."""
        lengths = sorted(self.lengths)
        ends = [*accumulate(self.lengths[each] for each in lengths)]
        middle = ((ends[-1] - 1) // 2, ends[-1] // 2)
        return sum(lengths[bisect_right(ends, place)] for place in middle) / 2


class SpokenNames:
    """The words for names that each family has."""

    def __init__(self, families: Families) -> None:
        self._families = families
        self._known: dict[str, frozenset[str]] = {}

    def of(self, hash: str) -> frozenset[str]:
        """Return the words of the family with a hash, none if it is not known."""
        if hash not in self._known:
            if len(self._known) > MOST_FAMILIES:
                self._known.clear()
            family = self._families.of(hash)
            self._known[hash] = frozenset() if family is None else spoken_names(family)
        return self._known[hash]


class VarietyCounter:
    """Counts the words and sentences of a dataset's prompts, each family's by themselves."""

    def __init__(self) -> None:
        self._counts: dict[str, _Counts] = {}

    def add(self, record: Mapping[str, Any], names: SpokenNames) -> None:
        name, hash = record["family"], record["family_hash"]
        self._counts.setdefault(name, _Counts(hash)).add(record, names.of(hash))
        self._settle()

    def merge(self, other: "VarietyCounter") -> None:
        """Add what another one counted, of other records of the same dataset."""
        for name, counts in other._counts.items():
            self._counts.setdefault(name, _Counts(counts.hash)).merge(counts)
        self._settle()

    def _settle(self) -> None:
        """Keep the families whose names have the smallest digests, which does not depend on their order."""
        while len(self._counts) > MOST_FAMILIES:
            del self._counts[max(self._counts, key=digest)]

    def result(self, families: Families) -> tuple[Variety, ...]:
        return tuple(
            _variety(name, counts, families) for name, counts in sorted(self._counts.items())
        )


def _variety(name: str, counts: _Counts, families: Families) -> Variety:
    family = families.of(counts.hash)
    paraphrases = None if family is None else Paraphrases(family)
    prompts = [[*cut(prompt)] for prompt in counts.kept]
    keys = _keys(prompts, paraphrases)
    texts = {each.text for prompt in prompts for each in prompt}
    beside = {} if paraphrases is None else paraphrases.beside(texts)
    fixed = _fixed_keys(prompts, keys, beside)
    median = counts.median()
    return Variety(
        family=name,
        prompts=counts.lengths.total(),
        median_words=median,
        fixed=sum(_fixed_share(prompt, keys, fixed) for prompt in prompts) / len(prompts),
        exempt=median < FEWEST_WORDS,
        looked_at=len(prompts),
        sentences=tuple(_fixed_sentences(prompts, keys, fixed))[:MOST_SHOWN],
        word_types=counts.distinct["word_types"].count,
        theory_word_types=counts.distinct["theory_word_types"].count,
        frames=counts.distinct["frames"].count,
        theory_frames=counts.distinct["theory_frames"].count,
        exact=all(each.exact for each in counts.distinct.values()),
        reason="" if family is not None else families.reason or "its family is another",
    )


def _keys(
    prompts: Sequence[Sequence[Sentence]], paraphrases: Paraphrases | None
) -> Mapping[str, str]:
    """Return what each sentence says that is common enough to be a paraphrase of a fixed one."""
    counts = Counter(text for prompt in prompts for text in {each.text for each in prompt})
    common = [text for text, number in counts.items() if number >= RAREST * len(prompts)]
    common.sort(key=lambda text: (-counts[text], text))
    return {each: each for each in common} if paraphrases is None else paraphrases.keys(common)


def _fixed_keys(
    prompts: Sequence[Sequence[Sentence]], *keys: Mapping[str, str]
) -> Mapping[str, float]:
    """Return what the prompts say always, by any of some keys, and the share of the prompts that say it."""
    counts = Counter[str]()
    for prompt in prompts:
        texts = {each.text for each in prompt}
        counts.update({own[text] for own in keys for text in texts if text in own})
    least = USUAL * len(prompts)
    return {key: number / len(prompts) for key, number in counts.items() if number >= least}


def _fixed_share(
    prompt: Sequence[Sentence], keys: Mapping[str, str], fixed: Mapping[str, float]
) -> float:
    total = sum(each.words for each in prompt)
    return sum(each.words for each in prompt if keys.get(each.text) in fixed) / max(1, total)


def _fixed_sentences(
    prompts: Sequence[Sequence[Sentence]], keys: Mapping[str, str], fixed: Mapping[str, float]
) -> Iterator[FixedSentence]:
    told: dict[str, Counter[str]] = {key: Counter() for key in fixed}
    lengths = Counter[str]()
    for prompt in prompts:
        for each in prompt:
            key = keys.get(each.text, "")
            if key in told:
                told[key][each.text] += 1
                lengths[key] += each.words
    for key in sorted(lengths, key=lambda each: (-lengths[each], each)):
        text = min(told[key], key=lambda each: (-told[key][each], each))
        words = lengths[key] / len(prompts)
        yield FixedSentence(text, words, len(told[key]), fixed[key])
