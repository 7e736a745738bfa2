"""The wording of a family as data: its phrasebook, and the documents of its rows and prompts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ...dsl.source import Span
from ..ir import nodes as ir, walk
from ..kinds import Kind, List, Set
from ..language import Language
from ..random.stream import Stream
from ..text import Entry, Phrase, Phrasebook, Texts
from .discourse import Discourse
from .expressions import Env, NoValue, Typed
from .gathering import Gathering
from .grid import Grid


@dataclass(frozen=True)
class Note:
    """A sentence about the amounts of a kind or about a slot, its `subject`; `key` is the name of its text, `origin`
    the module that says it.
    """

    key: str
    subject: str
    text: str
    split: str
    origin: str
    span: Span


@dataclass(frozen=True)
class Page:
    """A document, and the condition under which it makes the prompt."""

    name: str
    guard: Typed | None
    shows: frozenset[str]
    """Which of `demonstration`, `demonstrations` and `question_first` it uses: worked problems are made for the first
    two alone."""


class Books:
    """The phrasebooks of a family, each made when it is wanted first: with the phrases of some modules, or without."""

    def __init__(self, phrases: Sequence[Phrase], made: Callable[[list[Phrase]], Phrasebook]):
        self._phrases = phrases
        self._made = made
        self._known: dict[frozenset[str], Phrasebook] = {}

    def without(self, modules: frozenset[str]) -> Phrasebook:
        """Return the phrasebook without the phrases of some modules, by their keys."""
        if modules not in self._known:
            self._known[modules] = self._made(
                [phrase for phrase in self._phrases if phrase.origin not in modules]
            )
        return self._known[modules]


@dataclass(frozen=True)
class Words:
    """The wording of a family.

    Attributes:
        rows: the documents for a row, each with its split (empty for all). One that fits is chosen for each
            instance;
            the default is the plain list.
    """

    phrasebook: Phrasebook
    texts: Texts
    pages: tuple[Page, ...]
    rows: tuple[tuple[str, str], ...]
    unreadable: bool
    """Whether some phrase cannot be read back, so that a sentence without a reading may be its own."""
    labels: Mapping[str, str]
    kinds: Mapping[str, Kind]
    conditions: Mapping[str, tuple[Typed, ...]] = field(default_factory=dict)
    """For each module that is used under conditions alone, those under one of which its phrases count."""
    books: Books | None = field(default=None, repr=False, compare=False)
    notes: tuple[Note, ...] = ()
    discourses: tuple[Discourse, ...] = ()
    grids: tuple[Grid, ...] = ()
    gatherings: tuple[Gathering, ...] = ()

    @property
    def language(self) -> Language:
        """The language of the prompts, with their fixed texts."""
        return self.phrasebook.language

    def under(self, values: Mapping[str, Any]) -> Words:
        """Return the words of an instance with these values: with the phrases of the modules that it uses."""
        if self.books is None or not self.conditions:
            return self
        env = Env(Stream("words"), dict(values))
        lacking = frozenset(
            key
            for key, guards in self.conditions.items()
            if not any(guard.draw(env) for guard in guards)
        )
        notes = tuple(note for note in self.notes if note.origin not in lacking)
        return replace(self, phrasebook=self.books.without(lacking), notes=notes)

    def by_default(self, defaults: Mapping[str, Any]) -> Words:
        """Return the words without the phrases of modules that the defaults of the parameters rule out.

        Conditions on chosen values may hold.
        """
        if self.books is None or not self.conditions:
            return self
        env = Env(Stream("words"), dict(defaults))
        lacking = frozenset(
            key
            for key, guards in self.conditions.items()
            if not any(_may_hold(guard, env) for guard in guards)
        )
        return replace(self, phrasebook=self.books.without(lacking))

    def each_book(self) -> Iterator[Phrasebook]:
        """Yield the phrasebook without the modules used under conditions, and that with each of them alone."""
        if self.books is None or not self.conditions:
            yield self.phrasebook
            return
        together: dict[tuple[Span | None, ...], set[str]] = {(): set()}
        for key, guards in self.conditions.items():
            together.setdefault(tuple(guard.span for guard in guards), set()).add(key)
        for keys in together.values():
            yield self.books.without(frozenset(self.conditions) - keys)

    @cached_property
    def standard(self) -> Words:
        """The same with general phrases alone, for statements with other names than the family's.

        These are the standard ones, and before them those of modules that are used under a condition.
        """
        book = self.phrasebook
        last = max((entry.layer for entry in book.entries), default=0)
        chosen = [
            entry.phrase
            for entry in book.entries
            if entry.layer != last and entry.phrase.origin in self.conditions and _is_general(entry)
        ]
        phrases = [entry.phrase for entry in book.entries if entry.layer == last]
        plain = Phrasebook(
            [chosen, phrases],
            (),
            book.labels,
            book.kinds,
            book.names,
            book.sorts,
            book.places,
            book.favoured,
            book.language,
            book.wishes,
        )
        return replace(self, phrasebook=plain)

    def row(self, row: Mapping[str, Any], choice: int = 0, split: str = "") -> str:
        """Return the wording of a row: by the family's phrase for its record, or slot by slot."""
        said = {name: kind.told(row[name]) for name, kind in self.kinds.items()}
        kept = [name for name, only in self.rows if split and only == split]
        fitting = kept or [name for name, only in self.rows if not only]
        if not fitting:
            return "; ".join(f"{self.labels[name]}: {text}" for name, text in said.items())
        each = {
            name: kind.parts(row[name])
            for name, kind in self.kinds.items()
            if isinstance(kind, List | Set)
        }
        text = self.texts.render(
            fitting[choice % len(fitting)], {"each": each, **said, "amount": dict(row)}
        )
        return " ".join(text.split())

    def page(self, env: Env) -> Page:
        """Return the document whose condition holds, the first in the author's order."""
        for page in self.pages:
            if page.guard is None or page.guard.draw(env):
                return page
        return self.pages[-1]


def _is_general(entry: Entry) -> bool:
    """Return whether a phrase names no predicate, concept or role, so that it fits any."""
    for node in walk(entry.pattern):
        match node:
            case ir.Atom(predicate=str()) | ir.Named(name=str()) | ir.Restriction(role=str()):
                return False
    return True


def _may_hold(guard: Typed, env: Env) -> bool:
    """Return whether a condition holds, or depends on a value that is still to be chosen."""
    try:
        return bool(guard.draw(env))
    except (KeyError, NoValue):
        return True
