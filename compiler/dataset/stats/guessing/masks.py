"""Which words of a dataset make up the form of its texts, and which words, pairs and shapes are counted."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from . import alternatives
from .asked import Page, patterns, places
from .clauses import GRAMMAR, read, sentences, stem, tokens
from .reading import Reading

MOST_READ = 2_000
"""How many records are read for their words."""

MOST_TERMS = 12_000

COMMON = 0.7
"""The share of texts or questions that must contain a word for it to count as a word of form."""

FEWEST = 5
"""The number of the records read that must contain a term for it to be counted."""

MOST_SHAPES = 24
MOST_FORMS = 24

MENTIONED = 0.5
"""The share of the choices that texts must mention, on average, for them to be read as alternatives."""

_SIGN = re.compile(r"[^\W\d_]{1,2}\d*")
_CAPITAL = re.compile(r"(?<=[^\W\d_] )[A-Z][\w-]*")


@dataclass(frozen=True)
class Masks:
    """What was learnt about a family's vocabulary, without its answers.

    Attributes:
        common: function words in addition to those of the grammar.
        terms: a number for each counted word and pair of words.
        forms: function words that occur in some of the questions.
        shapes: the commonest shapes of sentences about the statement in question, or about an alternative.
        units: the numbers that all options have.
        labels: the commonest answers.
        alternatives: whether options or choices are read one by one.
    """

    common: frozenset[str]
    terms: Mapping[str, int]
    forms: tuple[str, ...]
    shapes: tuple[str, ...]
    units: tuple[str, ...]
    labels: tuple[str, ...]
    alternatives: bool


def masks(readings: Sequence[Reading], labels: tuple[str, ...]) -> Masks:
    """Read the words of some records of a family."""
    common = _common(readings)
    pages = [Page(each.context, common) for each in readings]
    chosen = _has_alternatives(readings, pages)
    shapes = Counter[str]()
    terms = Counter[str]()
    asked = Counter[str]()
    for reading, page in zip(readings, pages, strict=True):
        if chosen:
            own = alternatives.words(reading, page)
            terms.update({word for words in own for word in words})
            if not reading.options:
                shapes.update({word for words in own for word in words if word.startswith("said")})
        else:
            terms.update(all_terms(reading, page))
            shapes.update(
                {pattern for pattern in patterns(page, reading.question) if ";" not in pattern}
            )
            asked.update(set(tokens(reading.question)))
    kept = [each for each, count in _order_counts(terms) if count >= FEWEST][:MOST_TERMS]
    some = [
        each
        for each, count in _order_counts(asked)
        if (each in GRAMMAR or each in common) and FEWEST <= count <= len(readings) - FEWEST
    ]
    return Masks(
        common=common,
        terms={each: place for place, each in enumerate(kept)},
        forms=tuple(some[:MOST_FORMS]),
        shapes=tuple(each for each, count in _order_counts(shapes) if count >= FEWEST)[
            :MOST_SHAPES
        ],
        units=tuple(_units(readings)),
        labels=labels,
        alternatives=chosen,
    )


def _order_counts(counts: Counter[str]) -> list[tuple[str, int]]:
    """Return counts from the greatest on, equal ones by name."""
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _common(readings: Sequence[Reading]) -> frozenset[str]:
    """Return the words that nearly all texts or questions have, and variables.

    A capitalised name in a fact is not one of them. A variable is a short sign, such as `X` or `V3`, that
    occurs only in rules.
    """
    texts, questions = Counter[str](), Counter[str]()
    named, stated = set[str](), set[str]()
    for reading in readings:
        texts.update(set(tokens(reading.context)))
        questions.update(set(tokens(reading.question)))
        for sentence in sentences(reading.context):
            if not read(sentence, frozenset()).is_rule:
                named.update(word.lower() for word in _CAPITAL.findall(sentence))
                stated.update(tokens(sentence))
    least = COMMON * len(readings)
    frequent = {
        word
        for counts in (texts, questions)
        for word, count in counts.items()
        if count >= least and word not in named and word[0].isalpha()
    }
    variables = {
        word
        for word, count in texts.items()
        if count >= FEWEST and _SIGN.fullmatch(word) and word not in stated | questions.keys()
    }
    return frozenset(frequent | variables)


def _has_alternatives(readings: Sequence[Reading], pages: Sequence[Page]) -> bool:
    """Return whether alternatives are read: options, or choices that the texts mention."""
    if any(each.options for each in readings):
        return True
    shares = [
        sum(stem(choice.lower().split(" ")[-1]) in page.occurrences for choice in reading.choices)
        / len(reading.choices)
        for reading, page in zip(readings, pages, strict=True)
        if reading.choices
    ]
    return bool(shares) and sum(shares) / len(readings) >= MENTIONED


def _units(readings: Sequence[Reading]) -> list[str]:
    """Return the units that nearly all options have."""
    counts = Counter(
        unit
        for reading in readings
        for text in reading.options
        for unit in alternatives.amounts(text)
    )
    options = sum(len(each.options) for each in readings)
    return sorted(unit for unit, count in counts.items() if 2 * count >= options)[:MOST_SHAPES]


def all_terms(reading: Reading, page: Page) -> set[str]:
    """Return the words and pairs of words of the question and of the prompt, and the shapes of what is said of them."""
    found = {f"asked: {gram}" for gram in _grams(tokens(reading.question))}
    found.update(_grams(tokens(reading.prompt)))
    found.update(patterns(page, reading.question))
    found.update(places(page, reading.question))
    return found


def _grams(words: Sequence[str]) -> Iterator[str]:
    yield from words
    yield from (f"{first} {second}" for first, second in pairwise(words))


def term_numbers(terms: Iterable[str], known: Mapping[str, int]) -> list[int]:
    """Return the numbers of the terms that have one, in order."""
    return sorted(known[term] for term in terms if term in known)
