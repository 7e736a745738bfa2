"""Undoing what wording does to values: lists joined, letters made capital, articles, amounts in words."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias

from ...ir import nodes as ir
from ...kinds import SCALARS, Kind, KindError, List, OneOf, Set
from ...language import Language
from ...notation import read_atom
from ..english import morphology
from ..templates.template import LISTED, Field, Plan

Bindings: TypeAlias = dict[str, Any]


def dealt(
    holes: tuple[str, ...], rest: int | None, spare: int, values: tuple[Any, ...]
) -> Bindings:
    """Deal the members of a list out to holes, the rest hole taking what the others leave."""
    binding: Bindings = {}
    place = 0
    for i, hole in enumerate(holes):
        if i == rest:
            binding[hole] = values[place : place + 1 + spare]
            place += 1 + spare
        else:
            binding[hole] = values[place]
            place += 1
    return binding


def read_atom_written(holes: tuple[str, ...], rest: int | None, text: str) -> list[Bindings]:
    """Return the values of the holes of a predicate and of its arguments in an atom that is written out."""
    found = read_atom(text)
    if found is None:
        return []
    called, arguments = found
    spare = 1 + len(arguments) - len(holes)
    if spare < 0 or (rest is None and spare):
        return []
    return [dealt(holes, rest, spare, (called, *arguments))]


def read_list(
    field: Field,
    rest: int | None,
    language: Language,
    member: Callable[[str], Sequence[Any]],
    own_commas: re.Pattern[str] | None,
    text: str,
) -> list[Bindings]:
    """Return what the holes of a list can be bound to by a text.

    A member with a comma outside brackets and quotes has `own_commas` somewhere; None if it can be any text.
    """
    parted = (
        own_commas is not None
        and '"' not in text
        and "`" not in text
        and own_commas.search(text) is None
    )
    known: dict[str, tuple[Any, ...]] = {}

    def read(item: str) -> tuple[Any, ...]:
        found = known.get(item)
        if found is None:
            found = known[item] = tuple(member(item))
        return found

    bindings: list[Bindings] = []
    for items in split_list(text, field.plan, read, language, parted):
        spare = len(items) - len(field.holes)
        if spare < 0 or (rest is None and spare):
            continue
        bindings += [
            dealt(field.holes, rest, spare, values)
            for values in product(*(read(item) for item in items))
        ]
    return bindings


def split_list(
    text: str,
    plan: Plan,
    read: Callable[[str], tuple[Any, ...]],
    language: Language,
    parted: bool = False,
) -> Iterator[list[str]]:
    """Yield the lists of members, each of which reads, that are joined as this text."""
    commas = _parted_lists if parted else _comma_lists
    again = f"{plan.again} " if plan.again else ""
    comma = language.comma + again
    if plan.join == LISTED:
        yield from commas(text, comma, read)
        return
    if read(text):
        yield [text]
    between = language.between(plan.join) + again
    for at in _places(text, between):
        one, other = text[:at], text[at + len(between) :]
        if one and other and read(one) and read(other):
            yield [one, other]
    final = language.between(f"{plan.join} last") + again
    for at in _places(text, final):
        last = text[at + len(final) :]
        if last and read(last):
            for items in commas(text[:at], comma, read):
                if len(items) > 1:
                    yield [*items, last]


def _comma_lists(
    text: str, comma: str, read: Callable[[str], tuple[Any, ...]]
) -> Iterator[list[str]]:
    if read(text):
        yield [text]
    for at in _places(text, comma):
        if read(text[:at]):
            for items in _comma_lists(text[at + len(comma) :], comma, read):
                yield [text[:at], *items]


def _parted_lists(
    text: str, comma: str, read: Callable[[str], tuple[Any, ...]]
) -> Iterator[list[str]]:
    """Yield the one list of members, each of which closes its brackets and has no other comma."""
    items: list[str] = []
    opened = 0
    for part in text.split(comma):
        if opened:
            items[-1] += comma + part
        else:
            items.append(part)
        opened += part.count("(") - part.count(")")
    if not opened and all(map(read, items)):
        yield items


def _places(text: str, of: str) -> Iterator[int]:
    at = text.find(of)
    while at >= 0:
        yield at
        at = text.find(of, at + 1)


def uncapitalise(text: str, forms: tuple[str, ...]) -> tuple[str, ...]:
    return morphology.uncapital(text) if "capital" in forms else (text,)


def bare(text: str, forms: tuple[str, ...]) -> Iterator[str]:
    """Yield the texts that some undoable forms make this one of."""
    if not forms:
        yield text
        return
    *others, last = forms
    match last:
        case "capital":
            plains: tuple[str, ...] = uncapitalise(text, (last,))
        case "the":
            plains = (text[4:],) if text.startswith("the ") else ()
        case _:
            plain = text.partition(" ")[2]
            plains = (plain,) if plain and morphology.with_article(plain) == text else ()
    for plain in plains:
        yield from bare(plain, tuple(others))


_COMPILED: dict[str, re.Pattern[str]] = {}


def value_said(text: str, kind: Kind) -> Iterator[ir.Node]:
    """Yield the value of a kind with this wording."""
    pattern = kind.pattern
    compiled = _COMPILED.get(pattern)
    if compiled is None:
        compiled = _COMPILED[pattern] = re.compile(pattern)
    if compiled.fullmatch(text) is None:
        return
    try:
        value = kind.unwords(text)
    except KindError:
        return
    if kind.words(value) == text:
        yield kind.term(value)


class Values:
    """The values of several kinds, by their wording; those of finite kinds are in a table.

    Attributes:
        finite: the values of finite kinds, by their wording.
        others: matches how the wording of any other value begins, and how a variable begins.
    """

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.finite: dict[str, list[ir.Node]] = {}
        self._others = tuple(kind for kind in kinds if not isinstance(kind, OneOf))
        for kind in kinds:
            if isinstance(kind, OneOf):
                for value in kind.values:
                    self.finite.setdefault(kind.words(value), []).append(kind.term(value))
        patterns = "|".join(f"(?:{kind.pattern})" for kind in self._others)
        self._any = re.compile(patterns or "(?!)")
        self.others = re.compile("|".join(filter(None, ("[A-Z_]", patterns))))

    def said(self, text: str) -> Iterator[ir.Node]:
        """Yield the values with this wording."""
        yield from self.finite.get(text, ())
        if self._any.fullmatch(text) is not None:
            for kind in self._others:
                yield from value_said(text, kind)


def all_kinds(kinds: Any, language: Language) -> tuple[Kind, ...]:
    """Return the kinds of which an unknown value may be: every scalar, and those of the slots."""
    found: dict[str, Kind] = {kind.label: kind(spoken_in=language) for kind in SCALARS}
    for kind in kinds:
        found.setdefault(kind.name, kind)
        match kind:
            case OneOf():
                found.setdefault(f"set of {kind.name}", Set(kind, spoken_in=language))
            case Set(element):
                found.setdefault(element.name, element)
            case List(element):
                found.setdefault(element.name, element)
                if isinstance(element, OneOf):
                    found.setdefault(f"set of {element.name}", Set(element, spoken_in=language))
    return tuple(found.values())
