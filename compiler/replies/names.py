"""Finds answers in a text: letters of options, words, names.

Each function returns the answers that a text mentions, with one spelling for each. `several` is true if an
answer consists of several things.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import ClassVar, Protocol

from ..text import bases, plain
from .numerals import ALONE, NUMERALS, digits

NONE = "none"
"""Words that mean no name at all."""


@dataclass(frozen=True)
class Mention:
    """An answer that a text mentions, and its position."""

    value: str
    start: int
    end: int


class Answers(Protocol):
    """What the answers to a question are, and how a text names them."""

    @property
    def several(self) -> bool:
        """Whether an answer consists of several things."""

    def mentions(self, text: str) -> list[Mention]:
        """Return the answers that a text names, in order."""

    def readable(self, text: str, found: Sequence[Mention]) -> bool:
        """Return whether nothing else in a text can be an answer, too: one that is not known."""


_GAP = re.compile(r"(?<=[^\W\d])[\s–-]+(?=[^\W\d])|\s+")


def _joining_pattern(words: Sequence[str]) -> str:
    """Return a pattern for any of the words, of one that is part of another the longer.

    A blank in it may be a hyphen, and a hyphen a blank or left out.
    """
    longest = sorted(words, key=len, reverse=True)
    return "|".join(_loose(each) for each in longest) or "(?!)"


def _loose(word: str) -> str:
    gaps = (r"[\s–-]+" if hit[0].isspace() else r"[\s–-]?" for hit in _GAP.finditer(word))
    parts = [re.escape(each) for each in _GAP.split(word)]
    return "".join(part + gap for part, gap in zip(parts, [*gaps, ""], strict=True))


def _single(text: str) -> str:
    return _GAP.sub("", text.casefold())


# ------------------------------------------------------------------------------------------------------- letters

_CROSSED = re.compile(r"\W{0,4}[❌✗✘✖]| it (?:is not|isn't|was)\b")
_CROSSING = re.compile(r"[❌✗✘✖]\W{0,4}$")
"""Words that mark an option as wrong, after and before it."""

_VERBS = (
    "or|and|plus|as well|rather|not|instead|is|meets|satisfies|fulfils|fulfills|fits|works|matches|because|since|but"
    "|fails|does|has|would|was|wins|takes|then|for sure|it (?:is|must|has)|it's"
)
_NOUNS = ("ption ", "nswer ", "hoice ")
_CALLED = "|".join(f"(?<={each})" for each in _NOUNS)


def _held(found: re.Match[str]) -> str:
    return str(next(filter(None, found.groups()))).upper()


@dataclass(frozen=True)
class Letters:
    """The letters of options: capitals anywhere, small ones on their own, in parentheses or after `option`.

    `A` and `I` before a word are an article and a pronoun, unless the word is a verb or they are called an
    option.
    """

    letters: tuple[str, ...]
    several: ClassVar[bool] = True

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        either = "|".join(sorted(map(re.escape, self.letters), key=len, reverse=True))
        words = "|".join(letter for letter in self.letters if letter in "AI") or "(?!)"
        sure = "|".join(letter for letter in self.letters if letter not in "AI") or "(?!)"
        return re.compile(
            rf"\((?P<held>(?i:{either}))\)"
            rf"|(?<![\w'.-])(?:(?P<sure>{sure})|(?:{_CALLED})(?P<called>(?i:{either}))"
            rf"|(?P<word>{words})(?! (?!(?:{_VERBS})\b)[a-z]))(?![\w'-])"
        )

    @cached_property
    def _alone(self) -> re.Pattern[str]:
        either = "|".join(map(re.escape, self.letters))
        return re.compile(rf"[^\w]*(?:{either})(?:(?:[^\w]+|\s+and\s+)(?:{either}))*[^\w]*", re.I)

    def mentions(self, text: str) -> list[Mention]:
        known = set(self.letters)
        named = (
            [(hit[0].upper(), hit) for hit in re.finditer(r"\w+", text)]
            if self._alone.fullmatch(text)
            else [(_held(hit), hit) for hit in self._pattern.finditer(text)]
        )
        return [
            Mention(letter, each.start(), each.end())
            for letter, each in named
            if letter in known
            and not _CROSSED.match(text, each.end())
            and not _CROSSING.search(text[max(0, each.start() - 6) : each.start()])
        ]

    def readable(self, text: str, found: Sequence[Mention]) -> bool:
        return True


@dataclass(frozen=True)
class Letter(Letters):
    """The letter of one option."""

    several: ClassVar[bool] = False


# --------------------------------------------------------------------------------------------------------- words

_JOINING = (
    "or|and|but|because|since|as|so|if|unless|while|though|although|whereas"
    "|is|was|would|rather|not|instead|yes|no"
)
_DETERMINER = re.compile(rf"\s+(?!(?:{_JOINING})\b)\w", re.I)
_FIRST_DETERMINER = re.compile(rf"\s+(?!(?:it|there|that|this|such|{_JOINING})\b)\w", re.I)
"""Words after `no` that make it a determiner: within a text, and at its beginning, where `no` can be an answer."""


_CHINESE = {
    "yes": ("是",),
    "no": ("否", "不是"),
    "true": ("真", "正确"),
    "false": ("假", "错误"),
    "proved": ("已证明", "被证明"),
    "disproved": ("已否定", "被否定", "已证伪", "被证伪"),
    "unknown": ("未知", "无法确定", "不确定"),
}
"""What models write for these words if they answer an English question in Chinese."""


@dataclass(frozen=True)
class Words:
    """A few words, one of which is the answer; in any case, and whole: `disproved` does not name `proved`."""

    words: tuple[str, ...]
    several: ClassVar[bool] = False

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        written = _joining_pattern([*self.words, *self._translated])
        return re.compile(rf"(?<![\w-])(?:{written})(?![\w-])", re.I)

    @cached_property
    def _own(self) -> dict[str, str]:
        return self._translated | {_single(word): word for word in self.words}

    @cached_property
    def _translated(self) -> dict[str, str]:
        """The answer of each word in Chinese."""
        return {other: word for word in self.words for other in _CHINESE.get(_single(word), ())}

    def mentions(self, text: str) -> list[Mention]:
        begin = len(text) - len(text.lstrip())
        named = ((self._own.get(_single(hit[0])), hit) for hit in self._pattern.finditer(text))
        return [
            Mention(word, each.start(), each.end())
            for word, each in named
            if word is not None and not _determines(each, text, begin)
        ]

    def readable(self, text: str, found: Sequence[Mention]) -> bool:
        return True


def _determines(word: re.Match[str], text: str, begin: int) -> bool:
    """Return whether a `no` belongs to the noun after it, in a text whose words begin at a place."""
    if word[0].casefold() != "no":
        return False
    pattern = _FIRST_DETERMINER if word.start() == begin else _DETERMINER
    return pattern.match(text, word.end()) is not None


# --------------------------------------------------------------------------------------------------------- names

_NOBODY = ("none of them", "none", "nobody", "nothing", "no one", "no-one")
_CARRIERS = frozenset(
    """a an the and or so thus hence therefore then it is are was were be been s re they this that these those there
    only just both all following can must has have do does did i we name names named called answer answers who which
    what its value number at in on by of to for from with during as conclude find get elimination one ones not but
    rather than instead neither nor she he they him her his them person thing item cell digit resident occupant living
    lives belong contain hold include consist equal gives giving given final result solution remaining left correct must
    also exactly namely dollar where missing considering
    clue course think believe am sure certain confident my say""".split()  # noqa: SIM905
)
"""Words that can be next to names without being names."""

NEAR = 60
"""How many characters before a name are searched for the word before it."""

_SUM = re.compile(
    r"(?>(?<!\w)(?:[a-z]\d{0,9}|[rc]\d[rc]\d|\d[\d.,]{0,12}%?)(?!\w)[\s+*/×·()−-]{0,9}){1,12}+=\s*",
    re.I,
)

_ARTICLES = frozenset(("the", "a", "an"))


@dataclass(frozen=True)
class Names:
    """Names: the answer has all right ones, or is `none`.

    A name after the same word as in the question, or before the same verb, restates the question. Names in
    a row without commas are one row of a table. Words that are neither names nor forms of the question's
    words may be unknown names, so that the text cannot be read.
    """

    names: tuple[str, ...]
    question: str = ""
    none: str = ""
    several: ClassVar[bool] = True

    @cached_property
    def _nobody(self) -> tuple[str, ...]:
        """The words for none; `none` is that of another language."""
        return (*_NOBODY, self.none) if self.none else _NOBODY

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        known = [*self.names, *(plain(name) for name in self.names), *self._nobody]
        written = _joining_pattern([*filter(None, dict.fromkeys(known))])
        return re.compile(rf"(?<![\w-])(?:{written})(?![\w-])", re.I)

    @cached_property
    def _written(self) -> dict[str, str]:
        """The answer of each name, as written, and without markup and typographic signs."""
        bare = {_single(plain(name)): name for name in reversed(self.names)}
        nobody = dict.fromkeys((each for each in self._nobody if each not in self.names), NONE)
        return bare | {_single(name): name for name in self.names} | nobody

    @cached_property
    def _asked(self) -> frozenset[tuple[str, str]]:
        """The names of the question, each with the word before it."""
        found = ((_before(self.question, hit.start()), _single(hit[0])) for hit in self._all)
        return frozenset(each for each in found if each[0])

    @cached_property
    def _subjects(self) -> frozenset[tuple[str, str]]:
        """The names of the question, each with the forms of the word after it, unless that word is a carrier."""
        return frozenset(
            (_single(hit[0]), base)
            for hit in self._all
            for base in _bases(_behind(self.question, hit.end()))
        )

    @cached_property
    def _numbered(self) -> frozenset[str]:
        """The words before numbers in the question."""
        return frozenset(word for word, number in self._asked if number.isdigit())

    def _elsewhere(self, text: str) -> bool:
        """Return whether a text is about another numbered place than the question: about `row 1`, not `row 2`."""
        said = (
            (_before(text, hit.start()), hit[0])
            for hit in self._pattern.finditer(text if self._numbered else "")
            if hit[0].isdigit()
        )
        return any(each[0] in self._numbered and each not in self._asked for each in said)

    def _is_restated(self, name: re.Match[str], text: str) -> bool:
        """Return whether the question has this name after this word; for a number, any: `row 1` for `row 2`."""
        if name[0].isdigit():
            return bool(self._numbered) and _before(text, name.start()) in self._numbered
        written = _single(name[0])
        if written not in self._named:
            return False
        verb = _bases(_behind(text, name.end()))
        return (_before(text, name.start()), written) in self._asked or any(
            (written, base) in self._subjects for base in verb
        )

    @cached_property
    def _all(self) -> list[re.Match[str]]:
        return list(self._pattern.finditer(self.question))

    @cached_property
    def _named(self) -> frozenset[str]:
        return frozenset(_single(hit[0]) for hit in self._all)

    def mentions(self, text: str) -> list[Mention]:
        own = self._written
        alone = ALONE.fullmatch(text)
        if alone is not None and (number := digits(alone["number"])) in own:
            return [Mention(own[number], alone.start("number"), alone.end("number"))]
        found = [
            Mention(own[_single(hit[0])], hit.start(), hit.end())
            for hit in self._pattern.finditer(_blank_sums(text))
            if _single(hit[0]) in own and not self._is_restated(hit, text)
        ]
        gaps = (text[one.end : other.start] for one, other in pairwise(found))
        row = len(found) > 2 and not any(gap.strip(" |") for gap in gaps)
        return [] if row or self._elsewhere(text) else found

    def readable(self, text: str, found: Sequence[Mention]) -> bool:
        words = set(re.findall(r"\w+", self._pattern.sub(" ", _blank_sums(text)).casefold()))
        return all(_stem(value) in self._carriers or _bases(value) & self._own for value in words)

    @cached_property
    def _own(self) -> frozenset[str]:
        """What the words of the question are forms of."""
        return _bases(self.question)

    @cached_property
    def _carriers(self) -> set[str]:
        """The words that are not names: stems of those of the question, and of such as `and`."""
        words = {*re.findall(r"\w+", self.question), *_CARRIERS}
        return {*_CARRIERS, *NUMERALS, *map(_stem, words)}


def _blank_sums(text: str) -> str:
    """Return a text with blanks in place of the left sides of sums: `9 + 5 + x = 15`."""
    return _SUM.sub(lambda each: " " * len(each[0]), text)


@lru_cache(maxsize=4)
def _words(text: str) -> tuple[list[int], list[str]]:
    """Return where the words of a text end, except articles, and their stems."""
    found = [hit for hit in re.finditer(r"\w+", text) if hit[0].casefold() not in _ARTICLES]
    return [hit.end() for hit in found], [_stem(hit[0]) for hit in found]


def _before(text: str, place: int) -> str:
    """Return the stem of the word before a place, skipping an article; "" if there is no word."""
    ends, stems = _words(text)
    last = bisect_right(ends, place) - 1
    return stems[last] if last >= 0 and place - ends[last] < NEAR else ""


def _behind(text: str, place: int) -> str:
    """Return the word directly after a place, unless it is one that can occur anywhere."""
    found = re.match(r" (\w+)", text[place : place + NEAR])
    return found[1] if found and _stem(found[1]) not in _CARRIERS else ""


def _bases(text: str) -> frozenset[str]:
    """Return the words that those of a text may be forms of."""
    words = re.findall(r"\w+", text.casefold())
    return frozenset(base for value in words for base in bases(value))


def _stem(word: str) -> str:
    """Return a word without the `s` or `es` by which verbs and nouns agree."""
    return re.sub(r"(?<=\w{2})(?:es|s|e)$", "", word.casefold())
