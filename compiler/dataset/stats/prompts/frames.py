"""The forms of sentences: names, numbers and the words of a vocabulary are masked."""

import re
from collections.abc import Iterator, Mapping
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
    for token in _TOKEN.findall(sentence):
        shown = MASK if _is_masked(token, begins, masked) else token.lower()
        if shown != MASK or form[-1:] != [MASK]:
            form.append(shown)
        begins = token in _OPENS
    return _LIST.sub(_shorten, " ".join(form))


def _shorten(found: re.Match[str]) -> str:
    return f"{MASK} , {MASK}{(found['last'] or '').replace(' , ', ' ')}"


def _is_masked(token: str, begins: bool, vocabulary: frozenset[str]) -> bool:
    if not token[0].isalnum():
        return False
    word = token.lower()
    if word in _NUMBERS or _DIGIT.search(token):
        return True
    if word not in GRAMMAR and any(_is_known(part, vocabulary) for part in _WORD.findall(token)):
        return True
    return not begins and token[0].isupper() and token != "I"


def _is_known(word: str, vocabulary: frozenset[str]) -> bool:
    if len(word) > LONGEST:
        return False
    small = word.lower()
    return bool({word, small} & vocabulary) or not vocabulary.isdisjoint(_bases(small))


@lru_cache(maxsize=50_000)
def _bases(word: str) -> frozenset[str]:
    return bases(word)
