"""Divides text into sentences, and sentences into conditions and conclusions, by their words alone.

The theory is not used: a sentence is a rule if it has a name, an arrow, or a word such as `if`, `whoever`
or `every`; commas and conjunctions separate its parts.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ....text import NEXT

_TOKEN = re.compile(
    r"\d[\d,]*(?:\.\d+)?(?::\d\d)?|\w+(?:[’'-]\w+)*|[=-]>|:-|(?<!\w)-(?=[^\W\d])|[,:;{}]"
)
_NUMBER = re.compile(r"\d")
_SET = re.compile(r"\{[^{}]*\}")
_ARGUMENTS = re.compile(r"\([^()]*\)")

LONGEST_FORM = 200
"""How many characters of a form are compared."""


def _words(*lines: str) -> frozenset[str]:
    return frozenset(word for line in lines for word in line.split())


NEGATIONS = _words(
    "not no never nobody nothing none neither nor cannot without false nowhere -",
    "isn't aren't doesn't don't didn't can't won't",
)
"""Words that turn a clause round; `-` is before an atom."""

DEFAULTS = _words("evidence unless except exception")
"""Words of a condition that is true if something is not known."""

ARROWS = _words("-> => :-")

_CONDITIONAL = _words("if where whenever when case event provided unless whose")
_GENERAL = _words("whoever anyone anybody everyone everybody every all any each whatever")
_DIVIDING = ARROWS | _words(", ; and or but then if where unless")
_VERBS = _words("is are may must can cannot should will does do has have")
_RELATIVE = _words("which that who whom whose not")

GRAMMAR = (
    NEGATIONS
    | DEFAULTS
    | _CONDITIONAL
    | _GENERAL
    | _DIVIDING
    | _VERBS
    | _RELATIVE
    | _words(
        "a an the this these those it its they them their he she him her his i me my you your we",
        "there here be been am was were had did would could might shall of to in on at by for from",
        "with as than into onto over under about between among through up down out off so too also",
        "only just both either whether one ones some somebody someone something anything everything",
        "others other another most many few least more less exactly following statement true unknown",
        "proved disproved follows follow holds hold event rule rules normally usually known",
        "explicitly how what why yes",
    )
)
"""Words that make up the form of a sentence. Words that nearly all records share count as such, too."""


@dataclass(frozen=True)
class Clause:
    """A part of a sentence: the stems of its content words, in order.

    Attributes:
        negative: whether it contains an odd number of negations.
        default: whether it is a condition that something is not known.
    """

    stems: tuple[str, ...]
    negative: bool
    default: bool = False


@dataclass(frozen=True)
class Sentence:
    """A sentence; one without conditions states its conclusions as a fact.

    Attributes:
        name: the name before its colon, such as `r1`.
        words: how many tokens it has.
        shape: its tokens with content masked.
    """

    name: str
    tokens: tuple[str, ...]
    conditions: tuple[Clause, ...]
    conclusions: tuple[Clause, ...]
    stems: tuple[str, ...]
    negations: int

    @property
    def is_rule(self) -> bool:
        return bool(self.conditions)


def sentences(text: str) -> list[str]:
    """Cut a text at the ends of its sentences and lines."""
    return [part for line in text.split("\n") for part in NEXT.split(line) if part.strip()]


def tokens(text: str) -> list[str]:
    """Return the words, numbers and signs of a text, in small letters; commas between arguments are left out."""
    text = _ARGUMENTS.sub(lambda found: found[0].replace(",", " "), text.lower())
    return _TOKEN.findall(text)


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """Return a word without the commonest endings of English."""
    word = word.removesuffix("'s").removesuffix("’s")
    if len(word) <= 3 or _NUMBER.search(word):
        return word
    for ending in ("ing", "ied", "ies", "ed", "es", "s", "e", "y"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def content(words: Iterable[str], common: frozenset[str]) -> Iterator[str]:
    """Yield the stems of the words that are neither grammar, nor signs, nor common to the records."""
    for word in words:
        if word not in GRAMMAR and word not in common and (word[0].isalnum() or word[0] == "_"):
            yield stem(word)


def mask_content(words: Iterable[str], common: frozenset[str]) -> str:
    """Return the form of a text: content becomes `_`, a number `#`, and repeated signs are written once."""
    form: list[str] = []
    for word in words:
        if word[0].isdigit():
            shown = "#"
        elif word in GRAMMAR or word in common or not word[0].isalnum():
            shown = word
        else:
            shown = "_"
        if not form or form[-1] != shown:
            form.append(shown)
    return " ".join(form)


def form(question: str, common: frozenset[str]) -> str:
    """Return the form of a question; a set that it asks about is left empty."""
    return mask_content(tokens(_SET.sub("{ }", question)), common)[:LONGEST_FORM]


def read(text: str, common: frozenset[str]) -> Sentence:
    """Read one sentence; `common` are the words that nearly all records share."""
    own = tokens(text)
    name = ""
    if ":" in own[1:4] and not own[0][0].isdigit():
        end = own.index(":")
        name, own = own[end - 1], own[end + 1 :]
    before, after = _parts(own, bool(name))
    return Sentence(
        name=name,
        tokens=tuple(own),
        conditions=tuple(_clauses(before, common)),
        conclusions=tuple(_clauses(after, common)),
        stems=tuple(content(own, common)),
        negations=sum(each in NEGATIONS for each in own),
    )


def _parts(own: Sequence[str], named: bool) -> tuple[Sequence[str], Sequence[str]]:
    """Return the tokens of the conditions and of the conclusion; a fact has no conditions."""
    for place, each in enumerate(own):
        if each in ARROWS:
            parts = own[:place], own[place + 1 :]
            return (parts[1], parts[0]) if each == ":-" else parts
    marks = [place for place, each in enumerate(own) if each in _CONDITIONAL]
    general = [place for place, each in enumerate(own[:4]) if each in _GENERAL]
    if not marks and not general and not named:
        return (), own
    leading = bool(marks) and GRAMMAR.issuperset(own[: marks[0]])
    if marks and not leading and not general:
        return own[marks[0] :], own[: marks[0]]
    return _after_the_condition(own, min((*general, *marks[:1]), default=0))


def _after_the_condition(own: Sequence[str], start: int) -> tuple[Sequence[str], Sequence[str]]:
    """Divide a sentence whose condition starts at a place: at `then`, at the last comma, or at the main verb."""
    for mark in ("then", "follows"):
        if mark in own:
            place = own.index(mark)
            return own[:place], own[place + 1 :]
    commas = [place for place in range(start + 1, len(own) - 1) if own[place] == ","]
    if commas and own[commas[-1] + 1] not in ("and", "or", "if", "where"):
        return own[: commas[-1]], own[commas[-1] + 1 :]
    verbs = [
        place
        for place in range(start + 2, len(own))
        if own[place] in _VERBS and not _RELATIVE & set(own[max(0, place - 3) : place])
    ]
    place = verbs[-1] if verbs else (start + len(own) + 1) // 2
    return own[:place], own[place:]


def _clauses(own: Sequence[str], common: frozenset[str]) -> Iterator[Clause]:
    """Divide tokens at commas and conjunctions; a part without content is left out."""
    part: list[str] = []
    for each in (*own, ","):
        if each not in _DIVIDING:
            part.append(each)
            continue
        if stems := tuple(content(part, common)):
            default = any(word in DEFAULTS for word in part) or each == "unless"
            count = sum(word in NEGATIONS for word in part) - ("evidence" in part)
            yield Clause(stems, count % 2 == 1, default)
        part = [each] if each in DEFAULTS else []


def question_statement(question: str, common: frozenset[str]) -> Clause:
    """Return the statement that a question asks about: what follows the question mark, else the question itself."""
    last = [sentence for sentence in sentences(question) if not sentence.rstrip().endswith("}")]
    own = tokens(last[-1]) if last else tokens(question)
    stems = tuple(content(own, common))
    if not stems:
        own = tokens(question)
        stems = tuple(content(own, common))
    return Clause(stems, sum(each in NEGATIONS for each in own) % 2 == 1)
