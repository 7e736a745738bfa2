"""The forms of sentences: names, numbers and the words of a vocabulary are masked."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ....text import bases
from ..guessing.clauses import GRAMMAR

MASK = "_"

LONGEST = 40
"""How many letters a word of a vocabulary has at most."""

_NUMBERS = frozenset(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "  # noqa: SIM905
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million "
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth once twice".split()
)

_TOKEN = re.compile(r"[^\W_]+(?:['’_.,:-][^\W_]+)*|[^\w\s]")
_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile(r"\d")
_SYMBOL = re.compile(r"[^\W\d]\w*")
_LABEL = re.compile(r"^\w+: ")
_VARIABLE = re.compile(r"_|[A-Z]\d*")
_OPENS = frozenset(':(["“‘«.?!')
_LIST = re.compile(rf"{MASK}(?: , {MASK})+(?P<last>(?: ,)? (?:and|or|then) {MASK})?")


def words(text: str) -> set[str]:
    """Return the different words of a text, in small letters, without digits and signs."""
    return set(_WORD.findall(text.lower()))


def vocabulary(record: Mapping[str, Any], spoken: frozenset[str]) -> frozenset[str]:
    """Return the words that a record's problem fills into sentences.

    These are the words of the names in the theory, the question and the options, without words of grammar. A
    word with a capital letter is masked only where it has one.

    Args:
        spoken: the names that phrases have words of their own for.
    """
    found = set[str]()
    for name in _names(record):
        if name not in spoken and not _VARIABLE.fullmatch(name):
            found.update(word for word in name.split("_") if word.lower() not in GRAMMAR)
    found.discard("")
    return frozenset(found)


def _names(record: Mapping[str, Any]) -> Iterator[str]:
    for statement in record["theory"]:
        yield from _SYMBOL.findall(_LABEL.sub("", statement))
    yield from _SYMBOL.findall(record["query"])
    for option in record["options"] or ():
        for value in option["values"].values():
            yield from _SYMBOL.findall(str(value))


def frame(sentence: str, masked: frozenset[str]) -> str:
    """Return the form of a sentence: masked words as `_`, neighbours as one, all lists alike.

    Args:
        masked: the words of the vocabulary, without endings.
    """
    form: list[str] = []
    begins = True
    for token in map(_token, _TOKEN.findall(sentence)):
        if token.is_number or not masked.isdisjoint(token.words) or (token.is_name and not begins):
            if form[-1:] != [MASK]:
                form.append(MASK)
        else:
            form.append(token.small)
        begins = token.opens
    return _LIST.sub(_shorten, " ".join(form))


def _shorten(found: re.Match[str]) -> str:
    return f"{MASK} , {MASK}{(found['last'] or '').replace(' , ', ' ')}"


@dataclass(frozen=True, slots=True)
class _Token:
    """A word or a sign of a sentence.

    Attributes:
        small: how a frame shows it, unless it is masked.
        words: it is masked if a vocabulary has one of these.
        is_number: whether it is always masked.
        is_name: whether it is masked where no sentence begins.
        opens: whether a sentence begins after it.
    """

    small: str
    words: frozenset[str]
    is_number: bool = False
    is_name: bool = False
    opens: bool = False


_NUMBER = _Token("", frozenset(), is_number=True)


@lru_cache(maxsize=50_000)
def _token(text: str) -> _Token:
    small = text.lower()
    if not text[0].isalnum():
        return _Token(small, frozenset(), opens=text in _OPENS)
    if small in _NUMBERS or _DIGIT.search(text):
        return _NUMBER
    words = frozenset[str]()
    if small not in GRAMMAR:
        parts = [part for part in _WORD.findall(text) if len(part) <= LONGEST]
        words = words.union(parts, *(bases(part.lower()) | {part.lower()} for part in parts))
    return _Token(small, words, is_name=text[0].isupper() and text != "I")
