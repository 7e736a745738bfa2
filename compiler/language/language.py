"""A language: the fixed texts of prompts, proofs and instructions, and what they say of lists and numbers."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from string import Formatter

ENGLISH = "en"
"""The code of the language that is spoken if no other is chosen."""

FORMS = "forms"
"""The table with the forms of words: its first column has the words, and each other one a form of them."""

MONTHS = "date months"
NUMBERS = "number words"
ORDINALS = "ordinal words"
ENDINGS = "ordinal endings"
EXAMPLE = "number example"
NUMBER = r"1([^\d-]?)234(?!\1)([^\d-])50"
"""The texts of the example: the number 1234.50 with any two signs that differ."""

_HOLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[str, ...]:
    """Return a text divided at its holes: literal text and the names of holes in turn."""
    return tuple(_HOLE.split(text))


def holes_of(text: str) -> frozenset[str]:
    """Return the names of the holes of a text."""
    return frozenset(_parts(text)[1::2])


def is_list_of(key: str) -> int:
    """Return how many words the text of a key lists; 0 if it is not a list."""
    return {MONTHS: 12, NUMBERS: 100, ORDINALS: 99, ENDINGS: 20}.get(key, 0)


@dataclass(frozen=True, eq=False)
class Language:
    """The texts of a language by key, and the forms of words by the name of the form.

    A text is a string with holes `{{ name }}`. What is not a key is the text itself, a format string, so that
    a logic of a third party can say what no language has.
    """

    texts: Mapping[str, str]
    forms: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    @property
    def code(self) -> str:
        """The language's code, as in BCP 47: `en`, `de`, `pt-BR`."""
        return self.texts["language"]

    def text(self, key: str) -> str:
        """Return the text of a key with its holes; what is not a key is the text."""
        return self.texts.get(key, key)

    def holes(self, key: str) -> tuple[str, ...]:
        """Return the names of the holes of a key's text, in order."""
        if key in self.texts:
            return _parts(self.texts[key])[1::2]
        return tuple(name for _, name, _, _ in Formatter().parse(key) if name is not None)

    def say(self, key: str, **values: object) -> str:
        """Return the text of a key with these values in its holes."""
        if key not in self.texts:
            return key.format(**values)
        parts = _parts(self.texts[key])
        if len(parts) == 1:
            return parts[0]
        said = list(parts)
        for place in range(1, len(parts), 2):
            said[place] = str(values[parts[place]])
        return "".join(said)

    def replaced(self, key: str, literal: Callable[[str], str], holes: Mapping[str, str]) -> str:
        """Return the text of a key with its literal text and its holes replaced."""
        return "".join(
            holes[part] if place % 2 else literal(part)
            for place, part in enumerate(_parts(self.text(key)))
        )

    # -------------------------------------------------------------------------------------------------- lists

    def join(self, words: Iterable[str], conjunction: str, again: str = "") -> str:
        """Join words as a list: `a`, `a and b`, `a, b, and c`. Without words, return the word for none.

        Args:
            conjunction: `and`, `or`, `then`, or another name of the texts of lists.
            again: the word before each but the first: with `if`, `a and if b`, `a, if b, and if c`.
        """
        parts = list(words)
        if len(parts) < 2:
            return parts[0] if parts else self.texts["none"]
        after = f"{again} " if again else ""
        end = self.between(conjunction if len(parts) == 2 else f"{conjunction} last")
        return f"{f'{self.comma}{after}'.join(parts[:-1])}{end}{after}{parts[-1]}"

    @property
    def comma(self) -> str:
        """What separates the members of a list."""
        return self.between("comma")

    def between(self, name: str) -> str:
        """Return what stands between two members: `and` of two, `and last` before the last of more."""
        return _parts(self.texts[f"list {name}"])[2]

    def split(self, text: str, conjunction: str) -> list[str] | None:
        """Return the words that `join` joined, of words without a comma and a conjunction; None if it is no list."""
        if text == self.texts["none"]:
            return []
        if self.comma in text:
            head, found, last = text.rpartition(self.between(f"{conjunction} last"))
            return [*head.split(self.comma), last] if found else None
        return text.split(self.between(conjunction))

    # ------------------------------------------------------------------------------------------------ numbers

    @cached_property
    def _signs(self) -> tuple[str, str]:
        """The sign between groups of three digits, and the one before decimals, by the example 1234.50."""
        found = re.fullmatch(NUMBER, self.texts[EXAMPLE])
        return (found[1], found[2]) if found else (",", ".")

    @property
    def group(self) -> str:
        """The sign between groups of three digits; empty if there is none."""
        return self._signs[0]

    @property
    def point(self) -> str:
        """The sign before decimals."""
        return self._signs[1]

    def grouped(self, amount: int) -> str:
        """Return a number in digits, in groups of three."""
        return f"{amount:,}".replace(",", self.group)

    def plain(self, text: str) -> str:
        """Return a number in digits without signs between groups, and with `.` before decimals."""
        whole = text.replace(self.group, "") if self.group else text
        return whole.replace(self.point, ".")

    @cached_property
    def digit(self) -> str:
        """A regular expression for a digit, or a sign between groups of digits."""
        return rf"[0-9{re.escape(self.group)}]"

    @cached_property
    def months(self) -> tuple[str, ...]:
        return tuple(self.texts[MONTHS].split())

    @cached_property
    def _numbers(self) -> tuple[str, ...]:
        return tuple(self.texts[NUMBERS].split())

    @cached_property
    def _ordinals(self) -> tuple[str, ...]:
        return tuple(self.texts[ORDINALS].split())

    def number(self, amount: int) -> str:
        """Return the word for a number from 0 to 99, digits for any other."""
        return self._numbers[amount] if 0 <= amount < 100 else self.grouped(amount)

    def ordinal(self, amount: int) -> str:
        """Return `first`, `second` … for 1 to 99, and `101st`, `112th` … for any other."""
        if 1 <= amount < 100:
            return self._ordinals[amount - 1]
        endings = self.texts[ENDINGS].split()
        last = abs(amount) % 100
        return f"{self.grouped(amount)}{endings[last if last < 20 else last % 10]}"

    def spell(self, amount: int, name: str) -> str:
        """Return a number as the filter `number`, `ordinal` or `digits` says it."""
        return {"number": self.number, "ordinal": self.ordinal, "digits": self.digits}[name](amount)

    def digits(self, amount: int) -> str:
        """Return a number as a year is written, without groups."""
        return str(amount)

    @cached_property
    def spelled(self) -> Mapping[str, Mapping[str, int]]:
        """The words of numbers, by the filter that says them."""
        return {
            "number": {word: number for number, word in enumerate(self._numbers)},
            "ordinal": {word: number for number, word in enumerate(self._ordinals, 1)},
            "digits": {},
        }

    def respell(self, text: str, name: str) -> int | None:
        """Return the number that a filter (`number`, `ordinal`, `digits`) says so; None if there is none."""
        if text in self.spelled[name]:
            return self.spelled[name][text]
        found = re.match(rf"-?{self.digit}+", text)
        if found is None:
            return None
        plain = found[0].replace(self.group, "") if self.group else found[0]
        amount = int(plain) if plain.strip("-") else 0
        return amount if self.spell(amount, name) == text else None

    # -------------------------------------------------------------------------------------------------- forms

    def form(self, word: str, name: str) -> str | None:
        """Return a form of a word (its dative, say) by the family's table `forms`; None if it has none."""
        return self.forms.get(name, {}).get(word)
