"""What a kind of value must offer, and the kinds built over others: one-of, set, list."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Self, TypeAlias

from ...dsl.printing.printer import print_name
from ..ir import Const, ListOf, SetOf, Term
from ..language import Language, english
from .expressions import list_of, one_of

Value: TypeAlias = int | str | tuple["Value", ...] | frozenset["Value"]
"""A value as it is computed with: an amount in the smallest unit, a symbol, a list, a set."""


class KindError(ValueError):
    """A string or a node is not a value of a kind. The message describes the values, for a reader."""


class Kind(ABC):
    """A type of slot values: the one home of its literal, its SMT sort, its evaluation and its words."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The words for the kind as a spec spells it: `money`, `list of airport`."""

    @property
    @abstractmethod
    def sort(self) -> str:
        """The SMT-LIB sort."""

    @property
    @abstractmethod
    def pattern(self) -> str:
        """A regular expression without groups that matches the results of `words`, and little else."""

    @abstractmethod
    def read(self, text: str) -> Value:
        """Return the value that a literal or a table's cell spells, or raise KindError."""

    @abstractmethod
    def show(self, value: Value) -> str:
        """Return the literal that spells a value, as `.rspec` writes it."""

    @abstractmethod
    def words(self, value: Value) -> str:
        """Return the wording of a value in the kind's language."""

    def told(self, value: Value) -> str:
        """Return the wording of a record's value, which for a set has all of its members and not one of them."""
        return self.words(value)

    @abstractmethod
    def unwords(self, text: str) -> Value:
        """Return the one value that `words` says with this text, or raise KindError."""

    @abstractmethod
    def term(self, value: Value) -> Term:
        """Return the node of a value."""

    @abstractmethod
    def value(self, term: Term) -> Value:
        """Return the value of a ground node of this kind, or raise KindError."""

    @abstractmethod
    def smt(self, value: Value) -> str:
        """Return the SMT-LIB term of a value."""

    def spoken(self, language: Language) -> Self:
        """Return the kind with its values worded in a language."""
        return self

    def domain(self, constant: str) -> str:
        """Return the SMT-LIB formula for what the sort alone does not say of a constant."""
        return "true"

    def declarations(self) -> tuple[str, ...]:
        """Return the SMT-LIB commands that declare the sort, in order."""
        return ()


@dataclass(frozen=True)
class Worded(Kind):
    """A kind whose wording depends on the language: English if `spoken_in` is none."""

    spoken_in: Language | None = field(default=None, kw_only=True, compare=False, repr=False)

    @property
    def language(self) -> Language:
        """The language of its words."""
        return self.spoken_in or english()

    def spoken(self, language: Language) -> Self:
        return replace(self, spoken_in=language)


_UNSAFE = frozenset("|\\%")


@lru_cache(maxsize=4096)
def smt_symbol(name: str) -> str:
    """Return an SMT-LIB symbol for any name; characters that a quoted symbol cannot contain are written as `%` and
    their code.
    """
    if name.isprintable() and _UNSAFE.isdisjoint(name):
        return f"|{name}|"
    safe = (
        f"%{ord(char):02X}" if char in _UNSAFE or not char.isprintable() else char for char in name
    )
    return f"|{''.join(safe)}|"


def join(words: Iterable[str], conjunction: str) -> str:
    """Join words as an English list, for messages: `a`, `a and b`, `a, b, and c`. Without words, return `none`."""
    return english().join(words, conjunction)


def unjoin(text: str, conjunction: str, language: Language) -> list[str]:
    """Return the words that a language joins so; of words that hold no comma and no conjunction."""
    found = language.split(text, conjunction)
    if found is None:
        raise KindError(f"a list such as `{language.join('abc', conjunction)}`")
    return found


_QUOTED = re.compile(r"`(?:\\.|[^`\\])*`", re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_MEANT = {"n": "\n", "t": "\t", "r": "\r"}


def set_parts(text: str) -> list[str]:
    """Return the members that a set's literal or cell spells: separated by `;` if there is one, else by `,`."""
    inner = text.strip().removeprefix("{").removesuffix("}")
    return split_outside(inner, ";" if len(split_outside(inner, ";")) > 1 else ",")


def list_parts(text: str) -> list[str]:
    """Return the members that a list's literal `list(a, b)` or its cell `a; b` spells."""
    text = text.strip()
    if text.startswith("list(") and text.endswith(")"):
        return split_outside(text[5:-1], ",")
    return split_outside(text.removeprefix("[").removesuffix("]"), ";")


def split_outside(text: str, separator: str) -> list[str]:
    """Split a string at the separators outside backquotes, and strip blanks around the parts; no parts if blank."""
    if not text.strip():
        return []
    if "`" not in text:
        return [part.strip() for part in text.split(separator)]
    held = _QUOTED.sub(lambda found: "`" * len(found[0]), text)
    ends = [place for place, char in enumerate(held) if char == separator] + [len(text)]
    starts = [0, *(end + 1 for end in ends)]
    return [text[start:end].strip() for start, end in zip(starts, ends, strict=False)]


@dataclass(frozen=True)
class OneOf(Kind):
    """One symbol of a finite sort. `label` names the sort: two slots of one sort can be compared."""

    label: str
    values: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.label

    @property
    def sort(self) -> str:
        return smt_symbol(self.label)

    @cached_property
    def said(self) -> dict[str, str]:
        """Each value's words; an underscore is said as a blank."""
        return {value: value.replace("_", " ") for value in self.values}

    @cached_property
    def _read(self) -> dict[str, str]:
        return {words: value for value, words in self.said.items()}

    @cached_property
    def pattern(self) -> str:
        return one_of(self._read)

    def read(self, text: str) -> str:
        if text in self.said:
            return text
        if _QUOTED.fullmatch(text):
            return self.read(_ESCAPE.sub(lambda found: _MEANT.get(found[1], found[1]), text[1:-1]))
        if text in self._read:
            return self._read[text]
        known = ", ".join(self.values[:6]) + (", …" if len(self.values) > 6 else "")
        raise KindError(f"one of {known}")

    def show(self, value: Value) -> str:
        return print_name(str(value))

    def words(self, value: Value) -> str:
        return self.said[str(value)]

    def unwords(self, text: str) -> str:
        try:
            return self._read[text]
        except KeyError:
            raise KindError(f"one of the values of {self.label}") from None

    def term(self, value: Value) -> Const:
        return Const(str(value))

    def value(self, term: Term) -> str:
        if isinstance(term, Const) and term.name in self.said:
            return term.name
        raise KindError(f"one of the values of {self.label}")

    def smt(self, value: Value) -> str:
        return smt_symbol(f"{self.label}.{value}")

    def declarations(self) -> tuple[str, ...]:
        members = " ".join(f"({self.smt(value)})" for value in self.values)
        return (f"(declare-datatypes (({self.sort} 0)) (({members})))",)


@dataclass(frozen=True)
class Set(Worded):
    """A set of symbols of a finite sort; shown and said in the sort's order."""

    element: OneOf

    @property
    def name(self) -> str:
        return f"set of {self.element.name}"

    @property
    def sort(self) -> str:
        return f"(Array {self.element.sort} Bool)"

    @cached_property
    def pattern(self) -> str:
        return list_of(self.element.pattern, "or", self.language)

    def _order(self, value: Value) -> list[str]:
        assert isinstance(value, frozenset)
        return [each for each in self.element.values if each in value]

    def read(self, text: str) -> frozenset[Value]:
        inner = text.strip().removeprefix("{").removesuffix("}").strip()
        if inner in self.element.said:
            return frozenset((inner,))
        return frozenset(self.element.read(part) for part in set_parts(text))

    def show(self, value: Value) -> str:
        return "{" + ", ".join(self.element.show(each) for each in self._order(value)) + "}"

    def words(self, value: Value) -> str:
        return self.language.join(map(self.element.words, self._order(value)), "or")

    def told(self, value: Value) -> str:
        return self.language.join(self.parts(value), "and")

    def parts(self, value: Value) -> tuple[str, ...]:
        """Return the wordings of the members, in the sort's order."""
        return tuple(map(self.element.words, self._order(value)))

    def unwords(self, text: str) -> frozenset[Value]:
        said = [self.element.unwords(each) for each in unjoin(text, "or", self.language)]
        value: frozenset[Value] = frozenset(said)
        if self.words(value) != text:
            raise KindError(f"a set of {self.element.name} in order, without repeats")
        return value

    def term(self, value: Value) -> SetOf:
        return SetOf(tuple(self.element.term(each) for each in self._order(value)))

    def value(self, term: Term) -> frozenset[Value]:
        if not isinstance(term, SetOf):
            raise KindError(f"a {self.name}")
        return frozenset(self.element.value(item) for item in term.items)

    def smt(self, value: Value) -> str:
        text = f"((as const {self.sort}) false)"
        for each in self._order(value):
            text = f"(store {text} {self.element.smt(each)} true)"
        return text

    def declarations(self) -> tuple[str, ...]:
        return self.element.declarations()


@dataclass(frozen=True)
class List(Worded):
    """A list of at most `longest` values of a scalar or one-of kind."""

    element: Kind
    longest: int = 8

    @property
    def name(self) -> str:
        return f"list of {self.element.name}"

    @property
    def sort(self) -> str:
        return f"(Seq {self.element.sort})"

    @cached_property
    def pattern(self) -> str:
        return list_of(self.element.pattern, "then", self.language)

    def spoken(self, language: Language) -> Self:
        return replace(self, element=self.element.spoken(language), spoken_in=language)

    def read(self, text: str) -> tuple[Value, ...]:
        value = tuple(self.element.read(part) for part in list_parts(text))
        if len(value) > self.longest:
            raise KindError(f"at most {self.longest} values separated by `;`")
        return value

    def show(self, value: Value) -> str:
        assert isinstance(value, tuple)
        return "list(" + ", ".join(self.element.show(each) for each in value) + ")"

    def words(self, value: Value) -> str:
        return self.language.join(self.parts(value), "then")

    def parts(self, value: Value) -> tuple[str, ...]:
        """Return the wordings of the elements in order."""
        assert isinstance(value, tuple)
        return tuple(map(self.element.words, value))

    def unwords(self, text: str) -> tuple[Value, ...]:
        return tuple(self.element.unwords(each) for each in unjoin(text, "then", self.language))

    def term(self, value: Value) -> ListOf:
        assert isinstance(value, tuple)
        return ListOf(tuple(self.element.term(each) for each in value))

    def value(self, term: Term) -> tuple[Value, ...]:
        if not isinstance(term, ListOf):
            raise KindError(f"a {self.name}")
        return tuple(self.element.value(item) for item in term.items)

    def smt(self, value: Value) -> str:
        assert isinstance(value, tuple)
        units = [f"(seq.unit {self.element.smt(each)})" for each in value]
        match units:
            case []:
                return f"(as seq.empty {self.sort})"
            case [only]:
                return only
            case _:
                return f"(seq.++ {' '.join(units)})"

    def domain(self, constant: str) -> str:
        members = [
            f"(or (<= (seq.len {constant}) {i}) {self.element.domain(f'(seq.nth {constant} {i})')})"
            for i in range(self.longest)
        ]
        return f"(and (<= (seq.len {constant}) {self.longest}) {' '.join(members)})"

    def declarations(self) -> tuple[str, ...]:
        return self.element.declarations()
