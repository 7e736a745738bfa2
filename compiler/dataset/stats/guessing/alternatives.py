"""Counts of the alternatives of a problem: its options, or the answers to choose from that its text mentions.

Each number is given with its rank among the alternatives: 0 for the least, 1 for the greatest, and the mean for equals.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from .asked import Page
from .clauses import Sentence, content, mask_content, stem, tokens
from .reading import Reading

_AMOUNT = re.compile(r"([$€£]?)(\d[\d,]*(?:\.\d+)?)(?::(\d\d))?(?:\s*([^\W\d]+|%))?")

MENTIONS = (
    "mentions",
    "mentions in facts",
    "mentions in conditions",
    "mentions in conclusions",
    "mentions in negated sentences",
    "mentions at the beginning of a sentence",
    "mentions at the end of a sentence",
    "first mention",
    "last mention",
    "sum of numbers beside it",
    "greatest number beside it",
    "least number beside it",
    "words of the text that it shares",
    "words of the question that it shares",
    "words",
    "letters",
    "words that no other has",
    "words that all have",
    "words shared with others",
    "numbers that no other has",
)


GREATEST = 1e30
"""Greater numbers count as this one: counts are kept in single precision, and are added up."""


def amounts(text: str) -> dict[str, float]:
    """Return the numbers of a text by their units: the word before or after them."""
    found: dict[str, float] = {}
    for sign, digits, minutes, unit in _AMOUNT.findall(text):
        name = sign or ("clock" if minutes else unit.lower().rstrip("s"))
        value = _number(digits) + (float(minutes) / 60 if minutes else 0)
        number = sum(each.split(", ")[0] == name for each in found)
        found[f"{name}, number {number + 1}"] = value
    return found


def _number(digits: str) -> float:
    return min(GREATEST, float(digits.replace(",", "")))


def names(measured: Sequence[str], shapes: Sequence[str]) -> list[str]:
    """Return the names of the counts of an alternative."""
    ranked = [*MENTIONS, *(f"{each} in it" for each in measured)]
    return [
        "place",
        *ranked,
        *(f"rank by {each}" for each in ranked),
        *shapes,
    ]


def rows(
    page: Page, reading: Reading, measured: Sequence[str], shapes: Sequence[str]
) -> list[list[float]]:
    """Return the counts of each alternative of a problem."""
    texts = reading.options or reading.choices
    stems = [_stems(text, page) for text in texts]
    shared = Counter(each for own in stems for each in set(own))
    asked = set(content(tokens(reading.question), page.common))
    numbers = [amounts(text) for text in reading.options] or [{} for _ in texts]
    digits = Counter(value for own in numbers for value in set(own.values()))
    found = []
    for own, text, given in zip(stems, texts, numbers, strict=True):
        counts = _count_mentions(page, own, bool(reading.options))
        kept = set(own)
        counts += [
            sum(each in page.occurrences for each in kept),
            len(kept & asked),
            len(own),
            len(text),
            sum(shared[each] == 1 for each in kept),
            sum(shared[each] == len(texts) for each in kept),
            sum(shared[each] - 1 for each in kept),
            sum(digits[each] == 1 for each in set(given.values())),
        ]
        found.append(
            [float(count) for count in counts] + [given.get(each, -1.0) for each in measured]
        )
    ranks = list(zip(*(_ranks(column) for column in zip(*found, strict=True)), strict=True))
    said = [
        _count_shapes(page, own, shapes) if not reading.options else [0.0] * len(shapes)
        for own in stems
    ]
    return [
        [float(place), *own, *rank, *shown]
        for place, (own, rank, shown) in enumerate(zip(found, ranks, said, strict=True))
    ]


def _count_mentions(page: Page, stems: Sequence[str], option: bool) -> list[float]:
    """Count the sentences that contain an answer; of an option only how many sentences share words with it."""
    own = set(stems)
    places = [
        place
        for place, each in enumerate(page.sentences)
        if (own.intersection(each.stems) if option else own <= set(each.stems))
    ]
    about = [page.sentences[place] for place in places]
    beside = [
        value for sentence in about for value in _numbers(sentence) if sentence.stems != stems
    ] or [-1.0]
    first, last = stems[0], stems[-1]
    return [
        len(about),
        sum(not sentence.is_rule for sentence in about),
        sum(bool(own.intersection(c.stems)) for sentence in about for c in sentence.conditions),
        sum(bool(own.intersection(c.stems)) for sentence in about for c in sentence.conclusions),
        sum(sentence.negations % 2 for sentence in about),
        sum(sentence.stems[:1] == (first,) for sentence in about),
        sum(sentence.stems[-1:] == (last,) for sentence in about),
        places[0] if places else -1,
        places[-1] if places else -1,
        sum(beside),
        max(beside),
        min(beside),
    ]


def _numbers(sentence: Sentence) -> Iterator[float]:
    for token in sentence.tokens:
        # Superscripts and circled numbers are digits, too, but no decimal ones.
        if token[0].isdecimal() and ":" not in token:
            yield _number(token)


def _count_shapes(page: Page, stems: Sequence[str], shapes: Sequence[str]) -> list[float]:
    """Count for each shape how many of the sentences about an answer have it."""
    seen = Counter(shape for shape in sentence_shapes(page, stems))
    return [float(seen[each]) for each in shapes]


def sentence_shapes(page: Page, stems: Sequence[str]) -> Iterator[str]:
    """Yield the shapes of the sentences that contain an answer, which becomes `X`."""
    own = set(stems)
    for sentence in page.sentences:
        if own <= set(sentence.stems):
            marked = ["*" if stem(word) in own else word for word in sentence.tokens]
            shape = " ".join(
                "X" if each == "*" else mask_content((each,), page.common) for each in marked
            )
            yield f"said of it: {shape.replace('_ _', '_')[:80]}"


def _ranks(column: Sequence[float]) -> list[float]:
    """Return the rank of each of some numbers, between 0 and 1."""
    if len(column) < 2:
        return [0.5 for _ in column]
    below = [sum(other < each for other in column) for each in column]
    equal = [sum(other == each for other in column) - 1 for each in column]
    return [(low + same / 2) / (len(column) - 1) for low, same in zip(below, equal, strict=True)]


def words(reading: Reading, page: Page) -> list[set[str]]:
    """Return the words of each alternative, with its place, and the shapes of the clauses about it."""
    texts = reading.options or reading.choices
    found = []
    for place, text in enumerate(texts):
        own = {f"place {place + 1}", *tokens(text)}
        if not reading.options:
            own.update(sentence_shapes(page, _stems(text, page)))
        found.append(own)
    return found


def _stems(text: str, page: Page) -> tuple[str, ...]:
    """Return the stems of an alternative; of one without content, its text."""
    return tuple(content(tokens(text), page.common)) or (stem(text.lower()),)
