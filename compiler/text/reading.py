"""Reading sentences back: every statement that a text can be, by the phrases taken apart.

A sentence is read by the phrases that could have worded it; where phrases of an earlier layer read a clause, later
layers are not asked, as in wording. What is read counts only if its wording by the same phrase is the text again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from ..ir import nodes as ir
from ..ir.fill import BindingError, Bound, fill
from ..kinds import Kind, OneOf
from .beginnings import beginnings
from .entry import Entry
from .frames import Frame, Frames, ends
from .memory import Memory
from .patterns import FORMULA, SYMBOL, TERM
from .phrase import GIVEN, WISH, Phrase
from .template import Field, Plan
from .undoing import (
    Bindings,
    all_kinds,
    bare,
    dealt,
    spelled,
    split_list,
    uncapitalised,
    value_said,
)
from .wording import term

if TYPE_CHECKING:
    from .phrasebook import Phrasebook

_UNDONE = frozenset({"the", "a", "capital"})
"""Forms that are undone by taking letters away; others only over a known list of words."""


def readable(phrase: Phrase) -> str | None:
    """Give None if the phrase can be read backwards, else why not."""
    from .entry import prepare

    entry, found = prepare(phrase, 0, 0)
    if entry is None:
        return f"the phrase has an error: {found[0].message}"
    return why_unreadable(entry)


def why_unreadable(entry: Entry) -> str | None:
    """Give None if a phrase made ready can be read backwards, else why not."""
    if entry.unreadable:
        return entry.unreadable
    for mood in entry.moods:
        pieces = entry.pieces(mood) or ()
        for one, other in zip(pieces, pieces[1:], strict=False):
            if isinstance(one, Field) and isinstance(other, Field):
                return f"nothing stands between `{one.holes[0]}` and `{other.holes[0]}`"
        for piece in pieces:
            if isinstance(piece, Field):
                reason = _lasting(piece, entry)
                if reason:
                    return reason
    return None


def _lasting(field: Field, entry: Entry) -> str | None:
    """Say which filter of a field cannot be undone."""
    for name in field.plan.after:
        if name != "capital":
            return f"`{name}` of a joined list cannot be undone"
    rests = [hole for hole in field.holes if entry.standings[hole].rest]
    if len(rests) > 1:
        return f"one cannot tell where `{rests[0]}` ends and `{rests[1]}` begins"
    for hole in field.holes:
        sort, kind = entry.standings[hole].sort, entry.phrase.kinds.get(hole)
        forms = [name for name in field.plan.forms if name not in _UNDONE]
        if sort == FORMULA and any(name != "capital" for name in field.plan.forms):
            return f"`{field.plan.forms[0]}` of a formula cannot be undone"
        named = forms[:1] in (["number"], ["ordinal"], ["digits"])
        if (
            forms
            and sort == TERM
            and kind is not None
            and not isinstance(kind, OneOf)
            and not named
        ):
            return f"`{forms[0]}` of a {kind.name} cannot be undone"
        if sort not in (FORMULA, TERM, SYMBOL):
            return f"`{hole}` stands for what is not read back"
    return None


class Reader:
    """Reads texts by the phrases of one phrasebook. What it has read it remembers, up to a bound."""

    def __init__(self, book: Phrasebook) -> None:
        self._book = book
        layers = 1 + max((entry.layer for entry in book.entries), default=-1)
        readable = [entry for entry in book.entries if why_unreadable(entry) is None]
        self._sentences = [
            Frames(Frame(e, WISH) for e in readable if e.phrase.sentence and e.layer == i)
            for i in range(layers)
        ]
        self._clauses = {
            (mood, of): [
                Frames(
                    Frame(e, mood)
                    for e in readable
                    if e.layer == i
                    and mood in e.moods
                    and not e.phrase.sentence
                    and isinstance(e.pattern, ir.Operation) == (of == TERM)
                )
                for i in range(layers)
            ]
            for mood in (WISH, GIVEN)
            for of in (FORMULA, TERM)
        }
        self._slots: dict[str, list[ir.Slot]] = {}
        for slot, label in book.labels.items():
            self._slots.setdefault(label, []).append(ir.Slot(slot))
        self.kinds = (*all_kinds(book.kinds.values()), *book.sorts)
        self._beginnings = {mood: self._how_clauses_begin(mood) for mood in (WISH, GIVEN)}
        self._known: Memory[tuple[str, str], tuple[ir.Node, ...]] = Memory()
        self._terms: Memory[tuple[str, Kind | None, tuple[str, ...]], tuple[ir.Node, ...]] = (
            Memory()
        )
        self._open: set[tuple[str, str]] = set()
        self._named: dict[tuple[str, ...], dict[str, list[str]]] = {}

    # ------------------------------------------------------------------------------------- sentences, clauses

    def sentence(self, text: str) -> tuple[ir.Node, ...]:
        """Give all statements that a sentence can be."""
        if text[:1] != text[:1].upper():
            return ()
        texts = dict.fromkeys((text, text[:1].lower() + text[1:]))
        return self._by_layers(tuple(texts), self._sentences, WISH)

    def clause(self, text: str, mood: str) -> tuple[ir.Node, ...]:
        """Give all formulas that a clause can be."""
        asked = (text, mood)
        known = self._known.get(asked)
        if known is not None:
            return known
        begins = self._beginnings[mood]
        if asked in self._open or (begins is not None and begins.match(text) is None):
            return ()
        self._open.add(asked)
        try:
            found = self._by_layers((text,), self._clauses[mood, FORMULA], mood)
        finally:
            self._open.discard(asked)
        self._known[asked] = found
        return found

    def _how_clauses_begin(self, mood: str) -> re.Pattern[str] | None:
        formulas, terms = (
            [frame for frames in self._clauses[mood, of] for frame in frames.all]
            for of in (FORMULA, TERM)
        )
        return beginnings(formulas, terms, self._slots, self.kinds)

    def frames(self, layer: int, mood: str) -> tuple[tuple[Frame, ...], ...]:
        """Give the readable phrases of a layer: those of formulas, of operations, and, as wishes, of statements."""
        found = [self._clauses[mood, FORMULA][layer].all, self._clauses[mood, TERM][layer].all]
        return (*found, self._sentences[layer].all) if mood == WISH else tuple(found)

    def by(self, frame: Frame, text: str, mood: str) -> tuple[ir.Node, ...]:
        """Give what a text can be by one phrase."""
        texts = [text]
        if frame.entry.phrase.sentence:
            texts.append(text[:1].lower() + text[1:])
        found = [
            each for one in texts if frame.fits(one) for each in self._by_phrase(one, frame, mood)
        ]
        return tuple(dict.fromkeys(found))

    def _by_layers(
        self, texts: tuple[str, ...], layers: list[Frames], mood: str
    ) -> tuple[ir.Node, ...]:
        for frames in layers:
            found: dict[ir.Node, None] = {}
            for text in texts:
                for frame in frames.near(text):
                    found.update(dict.fromkeys(self._by_phrase(text, frame, mood)))
            if found:
                return tuple(found)
        return ()

    def _by_phrase(self, text: str, frame: Frame, mood: str) -> Iterator[ir.Node]:
        """Yield what a text can be by one phrase."""
        entry = frame.entry
        for binding in self._bindings(frame, 0, text, len(frame.before), {}, mood):
            try:
                node = fill(entry.pattern, binding)
            except BindingError:
                continue
            again = entry.matches(node)
            if again is None or not _agree(again, binding):
                continue
            if self._book.sense.sensible(node) and self._words(entry, node, mood):
                yield node

    def _words(self, entry: Entry, node: ir.Node, mood: str) -> bool:
        """Tell whether the phrase is one by which the node is worded: none of higher rank fits it."""
        split, sentence = entry.phrase.split, entry.phrase.sentence
        return any(each is entry for each, _, _ in self._book.fits(node, mood, split, sentence))

    def _bindings(
        self, frame: Frame, i: int, text: str, start: int, binding: Bindings, mood: str
    ) -> Iterator[Bindings]:
        """Yield the bindings of the fields from the i-th on, which begin at `start`."""
        if i == len(frame.fields):
            if start == len(text):
                yield binding
            return
        field, after = frame.fields[i], frame.after[i]
        last = i + 1 == len(frame.fields)
        for end in ends(text, start, after, last):
            for more in self._field(frame.entry, field, text[start:end], mood):
                if all(binding.get(hole, value) == value for hole, value in more.items()):
                    yield from self._bindings(
                        frame, i + 1, text, end + len(after), {**binding, **more}, mood
                    )

    # ---------------------------------------------------------------------------------------------- fields

    def _field(self, entry: Entry, field: Field, text: str, mood: str) -> Iterator[Bindings]:
        """Yield what the holes of a field can be bound to by a text."""
        plan = field.plan
        for plain in uncapitalised(text, plan.after):
            if plan.join:
                yield from self._list(entry, field, plain, mood)
            else:
                hole = field.holes[0]
                for value in self._member(entry, hole, plan, plain, mood):
                    yield {hole: value}

    def _list(self, entry: Entry, field: Field, text: str, mood: str) -> Iterator[Bindings]:
        rest = next((i for i, h in enumerate(field.holes) if entry.standings[h].rest), None)
        first = field.holes[0]

        known: dict[str, tuple[Any, ...]] = {}

        def read(item: str) -> tuple[Any, ...]:
            found = known.get(item)
            if found is None:
                found = known[item] = tuple(self._member(entry, first, field.plan, item, mood))
            return found

        for items in split_list(text, field.plan.join, read):
            spare = len(items) - len(field.holes)
            if spare < 0 or (rest is None and spare):
                continue
            for values in product(*(read(item) for item in items)):
                yield dealt(field.holes, rest, spare, values)

    def _member(self, entry: Entry, hole: str, plan: Plan, text: str, mood: str) -> Iterator[Any]:
        """Yield the values of one member that a plan words with a text."""
        match entry.standings[hole].sort:
            case "formula":
                for plain in uncapitalised(text, plan.forms):
                    yield from self._formula(plan, plain, mood)
            case "term":
                yield from self.term(text, entry.phrase.kinds.get(hole), plan.forms)
            case _ if isinstance(entry.pattern, ir.Preference):
                if _LABEL.fullmatch(text):
                    yield text
            case _:
                yield from self._names(plan.forms).get(text, ())

    def _formula(self, plan: Plan, text: str, mood: str) -> Iterator[ir.Node]:
        inner = plan.mood or mood
        found: list[ir.Node] = []
        if plan.grouped or plan.join:
            if text.startswith("(") and text.endswith(")"):
                within = self.clause(text[1:-1], inner)
                found += [each for each in within if self._book.compound(each, inner)]
            alone = self.clause(text, inner)
            found += [each for each in alone if not self._book.compound(each, inner)]
        else:
            found += self.clause(text, inner)
        for each in found:
            value = self._book.complement(each) if plan.negated else each
            if not plan.negated or self._book.complement(value) == each:
                yield value

    # ----------------------------------------------------------------------------------------------- terms

    def term(self, text: str, kind: Kind | None, forms: tuple[str, ...]) -> tuple[ir.Node, ...]:
        """Give all terms that a text can be, of a kind where that is known."""
        asked = (text, kind, forms)
        known = self._terms.get(asked)
        if known is None:
            self._terms[asked] = ()  # a text's parts are shorter: none is the text itself
            known = self._terms[asked] = tuple(dict.fromkeys(self._term(text, kind, forms)))
        return known

    def _term(self, text: str, kind: Kind | None, forms: tuple[str, ...]) -> Iterator[ir.Node]:
        if forms[:1] in (("number",), ("ordinal",), ("digits",)):
            amount = spelled(text, forms[0])
            if amount is not None and forms[1:] == ():
                yield ir.Quantity("integer", amount)
            return
        kinds = self.kinds if kind is None else (kind,)
        if any(form not in _UNDONE for form in forms):
            yield from self._inflected(text, kinds, forms)
            return
        for plain in bare(text, tuple(form for form in forms if form != "the")):
            for each in kinds:
                yield from value_said(plain, each)
        if kind is None:
            yield from self._named_term(text, forms)

    def _named_term(self, text: str, forms: tuple[str, ...]) -> Iterator[ir.Node]:
        """Yield the variables, slots and operations that a text can be."""
        if not forms and _VARIABLE.fullmatch(text):
            yield ir.Var(text)
        for plain in bare(text, forms):
            yield from self._slots.get(plain, ())
            yield from self._by_layers((plain,), self._clauses[WISH, TERM], WISH)

    def _inflected(
        self, text: str, kinds: tuple[Kind, ...], forms: tuple[str, ...]
    ) -> Iterator[ir.Node]:
        voice = self._book.voice()
        for kind in kinds:
            if isinstance(kind, OneOf):
                for value in kind.values:
                    if term(ir.Const(value), kind, voice, forms) == text:
                        yield ir.Const(value)

    def _names(self, forms: tuple[str, ...]) -> dict[str, list[str]]:
        """Give the symbols that each text can be under some forms."""
        known = self._named.get(forms)
        if known is None:
            known = {}
            voice = self._book.voice()
            for name in self._book.names:
                known.setdefault(term(name, None, voice, forms), []).append(name)
            self._named[forms] = known
        return known


_LABEL = re.compile(r"\w+")
_VARIABLE = re.compile(r"_|[A-Z]\w*")


def _agree(again: dict[str, Bound], binding: Bindings) -> bool:
    return all(again.get(hole) == value for hole, value in binding.items())
