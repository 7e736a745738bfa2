"""Reads sentences back: finds every statement that a text can express, by taking phrases apart.

A sentence is read by the phrases that could have produced it. As in wording, later layers are ignored if an
earlier one can read a clause. A reading counts only if the same phrase produces the text again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar

from ...ir import BindingError, Bound, nodes as ir
from ...kinds import Kind, OneOf
from ...notation import read_name, read_term
from ..english import morphology
from ..phrases import FORMULA, SYMBOL, TERM, Entry, Memory, PhraseIndex, Speaker, term
from ..templates.phrase import ASKED, WISH
from ..templates.template import APPLIED, Field, MisuseError, Plan
from .beginnings import balanced, beginnings, literal_texts, own_commas
from .endings import Endings, ends, separates
from .frames import Frame, Frames
from .unreadable import UNDONE, why_unreadable
from .unwording import (
    Bindings,
    Values,
    all_kinds,
    bare,
    read_atom_written,
    read_list,
    uncapitalise,
    value_said,
)

WRITTEN = ("written",)


class Reader:
    """Reads texts by the phrases of one phrasebook. What it has read it remembers, up to a bound."""

    def __init__(self, book: PhraseIndex) -> None:
        self._book = book
        self.prefer = book.places.prefer
        layers = 1 + max((entry.layer for entry in book.entries), default=-1)
        readable = [entry for entry in book.entries if why_unreadable(entry) is None]
        self._sentences = {
            mood: [
                Frames(
                    Frame(e, mood)
                    for e in readable
                    if e.phrase.sentence and mood in e.moods and e.layer == i
                )
                for i in range(layers)
            ]
            for mood in (WISH, ASKED)
        }
        clauses = [(_part_of(e.pattern), e) for e in readable if not e.phrase.sentence]
        self._parts = tuple(dict.fromkeys((FORMULA, TERM, *(of for of, _ in clauses))))
        self._clauses = {
            (mood, of): [
                Frames(
                    Frame(e, mood)
                    for part, e in clauses
                    if e.layer == i and mood in e.moods and part == of
                )
                for i in range(layers)
            ]
            for mood in book.moods
            for of in self._parts
        }
        self._spoken = {
            mood: [sentence for sentence in each if sentence.all]
            for mood, each in self._sentences.items()
        }
        self._layers = {at: [e for e in all if e.all] for at, all in self._clauses.items()}
        self._slots: dict[str, list[ir.Slot]] = {}
        for slot, label in book.labels.items():
            self._slots.setdefault(label, []).append(ir.Slot(slot))
        self.kinds = (*all_kinds(book.kinds.values(), book.language), *book.sorts)
        self._beginnings = {mood: self._how_clauses_begin(mood) for mood in book.moods}
        words = (*book.names, *self._slots)
        self._bracketed = all(map(balanced, (*literal_texts(readable, self.kinds), *words)))
        self._own_commas = self._how_commas_show(words) if self._bracketed else None
        self._known: Memory[tuple[str, str], tuple[ir.Node, ...]] = Memory()
        self._terms: dict[
            tuple[Kind | None, tuple[str, ...]], Memory[str, tuple[ir.Node, ...]]
        ] = {}
        self._aspects: dict[tuple[str, tuple[str, ...], str], Memory[str, tuple[ir.Node, ...]]] = {}
        self._steps: dict[tuple[Frame, str], tuple[_Step, ...]] = {}
        self._values = Values(self.kinds)
        self._open: set[tuple[str, str]] = set()
        self._named: dict[tuple[str, ...], dict[str, list[str]]] = {}

    # ------------------------------------------------------------------------------------- sentences, clauses

    def sentence(self, text: str) -> tuple[ir.Node, ...]:
        """Return all statements that a sentence can be, said or asked."""
        texts = morphology.uncapital(text)
        said, asked = (self._by_layers(texts, self._spoken[mood], mood) for mood in (WISH, ASKED))
        return tuple(dict.fromkeys((*said, *asked))) if asked else said

    def clause(self, text: str, mood: str) -> tuple[ir.Node, ...]:
        """Return all formulas that a clause can be."""
        asked = (text, mood)
        known = self._known.get(asked)
        if known is not None:
            return known
        if self._bracketed and not balanced(text):
            return ()
        begins = self._beginnings[mood]
        if asked in self._open or (begins is not None and begins.match(text) is None):
            return ()
        self._open.add(asked)
        try:
            found = self._by_layers((text,), self._layers[mood, FORMULA], mood)
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

    def _how_commas_show(self, words: tuple[str, ...]) -> re.Pattern[str] | None:
        frames = (
            frame
            for (_, of), layers in self._clauses.items()
            if of in (FORMULA, TERM)
            for each in layers
            for frame in each.all
        )
        return own_commas(frames, words, self._book.language.comma)

    def frames(self, layer: int, mood: str) -> tuple[tuple[Frame, ...], ...]:
        """Return the readable phrases of a layer, by what they are parts of, and those of statements said or asked."""
        found = [self._clauses[mood, of][layer].all for of in self._parts]
        sentences = self._sentences.get(mood)
        return tuple(found) if sentences is None else (*found, sentences[layer].all)

    def parts(self, group: ir.Group, mood: str) -> list[Frames]:
        """Return the phrases for the parts of the sentences of a group, by layer."""
        return self._layers.get((mood, group.text), [])

    def by(self, frame: Frame, text: str, mood: str) -> tuple[ir.Node, ...]:
        """Return what a text can be by one phrase."""
        texts = morphology.uncapital(text) if frame.entry.phrase.sentence else (text,)
        return self.prefer(
            node for one in texts if frame.fits(one) for node in self._by_phrase(one, frame, mood)
        )

    def _by_layers(
        self, texts: tuple[str, ...], layers: list[Frames], mood: str
    ) -> tuple[ir.Node, ...]:
        for frames in layers:
            found: list[ir.Node] = []
            for text in texts:
                for frame in frames.near(text):
                    found += self._by_phrase(text, frame, mood)
            if found:
                return tuple(found) if len(found) == 1 else self.prefer(found)
        return ()

    def _by_phrase(self, text: str, frame: Frame, mood: str) -> list[ir.Node]:
        """Return what a text can be by one phrase."""
        entry = frame.entry
        found: list[ir.Node] = []
        for binding in self._bindings(frame, text, mood):
            try:
                node = entry.fill(binding)
            except BindingError:
                continue
            if not entry.invertible and not _agree(entry.matches(node), binding):
                continue
            if self._book.sense.sensible(node) and self._words(entry, node, mood):
                found.append(node)
        return found

    def _words(self, entry: Entry, node: ir.Node, mood: str) -> bool:
        """Return whether the phrase is one by which the node is worded: none of higher rank fits it."""
        split, sentence = entry.phrase.split, entry.phrase.sentence
        return entry in [each for each, _, _ in self._book.fits(node, mood, split, sentence)]

    def _bindings(self, frame: Frame, text: str, mood: str) -> Sequence[Bindings]:
        """Return the bindings of a phrase's fields that make it this text, but for the literal text before them."""
        steps = self._steps.get((frame, mood))
        if steps is None:
            steps = self._steps[frame, mood] = self._steps_of(frame, mood)
        if not steps:
            return [{}] if text == frame.before else ()
        *others, (_, _, reads) = steps
        found: list[tuple[int, Bindings]] = [(len(frame.before), {})]
        for after, endings, reads_before in others:
            found = [
                (end + len(after), {**binding, **more} if binding else more)
                for start, binding in found
                for end in (endings.of(text, start) if endings else ends(text, start, after))
                for more in reads_before(text[start:end])
                if not binding or not frame.repeats or _fits(binding, more)
            ]
            if not found:
                return ()
        end = len(text) - len(frame.end)
        return [
            {**binding, **more} if binding else more
            for start, binding in found
            if start < end
            for more in reads(text[start:end])
            if not frame.repeats or _fits(binding, more)
        ]

    def _steps_of(self, frame: Frame, mood: str) -> tuple[_Step, ...]:
        """Return how the fields of a phrase are read, from left to right."""
        found: list[_Step] = []
        for field, after in zip(frame.fields, frame.after, strict=True):
            endings = self._endings(frame.entry, field, after) if separates(after) else None
            found.append((after, endings, self._field(frame.entry, field, mood)))
        return tuple(found)

    def _endings(self, entry: Entry, field: Field, after: str) -> Endings | None:
        """Return what finds the ends of a field of one member by its texts; None if there is no table of these."""
        hole, plan = field.holes[0], field.plan
        sort, kind = entry.standings[hole].sort, entry.phrase.kinds.get(hole)
        labels = isinstance(entry.pattern, ir.Preference)
        if plan != Plan(forms=plan.forms) or len(field.holes) > 1 or labels:
            return None
        if sort == SYMBOL and plan.forms != WRITTEN:
            return Endings(self._names(plan.forms), after)
        if sort != TERM or kind is not None or plan.forms or self._layers[WISH, TERM]:
            return None
        return Endings((*self._values.finite, *self._slots), after, self._values.others)

    # ---------------------------------------------------------------------------------------------- fields

    def _field(self, entry: Entry, field: Field, mood: str) -> _Read[Bindings]:
        """Return what reads the texts of a field: as what its holes can be bound to."""
        plan, hole = field.plan, field.holes[0]
        rest = next((i for i, h in enumerate(field.holes) if entry.standings[h].rest), None)
        if plan.join == APPLIED:
            return partial(read_atom_written, field.holes, rest)
        member = self._member(entry, hole, plan, mood)

        def one(text: str) -> list[Bindings]:
            return [{hole: value} for value in member(text)]

        commas = self._own_commas if entry.standings[hole].sort == FORMULA else None
        read = partial(read_list, field, rest, entry.language, member, commas) if plan.join else one
        if "capital" not in plan.after:
            return read
        return lambda text: [
            each for plain in uncapitalise(text, plan.after) for each in read(plain)
        ]

    def _member(self, entry: Entry, hole: str, plan: Plan, mood: str) -> _Read[Any]:
        """Return what reads the texts of one member that a plan words: as its values."""
        match entry.standings[hole].sort:
            case "formula" if isinstance(entry.pattern, ir.Group):
                return self._part(entry.pattern, plan, plan.mood or mood)
            case "formula" if "capital" in plan.forms:
                return lambda text: [
                    node
                    for plain in uncapitalise(text, plan.forms)
                    for node in self._formula(plan, plain, mood)
                ]
            case "formula" if plan.negated or plan.brackets(True):
                return lambda text: self._formula(plan, text, mood)
            case "formula":
                inner = plan.mood or mood
                return lambda text: self.clause(text, inner)
            case "term" if plan.forms == WRITTEN:
                return self._read_term
            case "term":
                kind, forms = entry.phrase.kinds.get(hole), plan.forms
                return lambda text: self.term(text, kind, forms)
            case _ if isinstance(entry.pattern, ir.Preference):
                return lambda text: (text,) if _LABEL.fullmatch(text) else ()
            case _ if plan.forms == WRITTEN:
                return _split_names
            case _:
                names = self._names(plan.forms)
                return lambda text: names.get(text, ())

    def _part(self, group: ir.Group, plan: Plan, mood: str) -> _Read[ir.Node]:
        """Return what reads the texts of one part of the sentences of a group."""
        layers = self.parts(group, mood)
        read = self._aspects.setdefault((group.text, plan.forms, mood), Memory())

        def part(text: str) -> tuple[ir.Node, ...]:
            found = read.get(text)
            if found is None:
                found = self._by_layers(uncapitalise(text, plan.forms), layers, mood)
                read[text] = found
            return found

        return part

    def _formula(self, plan: Plan, text: str, mood: str) -> list[ir.Node]:
        inner, book = plan.mood or mood, self._book
        alone = self.clause(text, inner)
        if plan.brackets(True):
            found = []
            if text.startswith("(") and text.endswith(")"):
                within = self.clause(text[1:-1], inner)
                found = [node for node in within if book.compound(node, inner)]
            found += [node for node in alone if not book.compound(node, inner)]
        else:
            found = list(alone)
        if not plan.negated:
            return found
        values = [(node, book.complement(node)) for node in found]
        return [value for each, value in values if book.complement(value) == each]

    # ----------------------------------------------------------------------------------------------- terms

    def term(self, text: str, kind: Kind | None, forms: tuple[str, ...]) -> tuple[ir.Node, ...]:
        """Return all terms that a text can be, of a given kind if that is known."""
        memory = self._terms.get((kind, forms))
        if memory is None:
            memory = self._terms[kind, forms] = Memory()
        known = memory.get(text)
        if known is None:
            memory[text] = ()  # a text's parts are shorter: none is the text itself
            known = memory[text] = tuple(dict.fromkeys(self._term(text, kind, forms)))
        return known

    def _term(self, text: str, kind: Kind | None, forms: tuple[str, ...]) -> Iterator[ir.Node]:
        if forms[:1] in (("number",), ("ordinal",), ("digits",)):
            amount = self._book.language.respell(text, forms[0])
            if amount is not None and forms[1:] == ():
                yield ir.Quantity("integer", amount)
            return
        kinds = self.kinds if kind is None else (kind,)
        if any(form not in UNDONE for form in forms):
            yield from self._read_inflected(text, kinds, forms)
            return
        for plain in bare(text, tuple(form for form in forms if form != "the")):
            if kind is None:
                yield from self._values.said(plain)
            else:
                yield from value_said(plain, kind)
        if kind is None:
            yield from self._named_term(text, forms)

    def _read_term(self, text: str) -> tuple[ir.Node, ...]:
        """Return the term that is written so, and the aggregates that a text can be."""
        found = read_term(text)
        return (
            (found,)
            if found is not None
            else self._by_layers((text,), self._layers[WISH, TERM], WISH)
        )

    def _named_term(self, text: str, forms: tuple[str, ...]) -> Iterator[ir.Node]:
        """Yield the variables, slots and operations that a text can be."""
        if not forms and _VARIABLE.fullmatch(text):
            yield ir.Var(text)
        terms = self._layers[WISH, TERM]
        for plain in bare(text, forms):
            yield from self._slots.get(plain, ())
            if terms:
                yield from self._by_layers((plain,), terms, WISH)

    def _read_inflected(
        self, text: str, kinds: tuple[Kind, ...], forms: tuple[str, ...]
    ) -> Iterator[ir.Node]:
        voice = self._book.voice()
        for kind in kinds:
            if isinstance(kind, OneOf):
                for value in kind.values:
                    if _said(ir.Const(value), kind, voice, forms) == text:
                        yield ir.Const(value)

    def _names(self, forms: tuple[str, ...]) -> dict[str, list[str]]:
        """Return the symbols that each text can be under some forms."""
        known = self._named.get(forms)
        if known is None:
            known = {}
            voice = self._book.voice()
            for name in self._book.names:
                if (text := _said(name, None, voice, forms)) is not None:
                    known.setdefault(text, []).append(name)
            self._named[forms] = known
        return known


def _said(value: Any, kind: Kind | None, voice: Speaker, forms: tuple[str, ...]) -> str | None:
    """Return the wording of a name under some forms; None if it has one of them not."""
    try:
        return term(value, kind, voice, forms)
    except MisuseError:
        return None


def _split_names(text: str) -> tuple[str, ...]:
    found = read_name(text)
    return () if found is None else (found,)


def _part_of(pattern: ir.Node) -> str:
    """Return what a phrase without a full stop is a part of: formulas, terms, or the sentences of a group."""
    if isinstance(pattern, ir.Aspect):
        return pattern.text
    return TERM if isinstance(pattern, ir.Operation | ir.AggregateTerm) else FORMULA


_LABEL = re.compile(r"\w+")
_VARIABLE = re.compile(r"_|[A-Z]\w*")


_R = TypeVar("_R")
_Read: TypeAlias = Callable[[str], Sequence[_R]]
"""What reads a part of a text: every way in which it can be read."""

_Step: TypeAlias = "tuple[str, Endings | None, _Read[Bindings]]"
"""The text after a field, where the field can end if that can be looked up, and what reads it."""


def _fits(binding: Bindings, more: Bindings) -> bool:
    return all(binding.get(hole, value) == value for hole, value in more.items())


def _agree(again: dict[str, Bound] | None, binding: Bindings) -> bool:
    return again is not None and all(again.get(hole) == value for hole, value in binding.items())
