"""Saying statements: which phrase words what, and the words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Literal, TypeAlias

from ....dsl.diagnostics import Diagnostic, Report
from ...ir import BindingError, Bound, nodes as ir
from ...kinds import SCALARS, Kind, OneOf
from ...language import Language, english
from ..english import morphology
from ..templates.phrase import ASKED, GIVEN, MANY, WISH, Phrase
from ..templates.template import Field
from .bounded_cache import Memory
from .complements import Complements, Pair
from .entry import Entry, members
from .patterns import FORMULA, Key, Standing, covers, key, wider
from .places import Places
from .preparation import prepare
from .sense import Sense
from .wording import Chooser, Unsayable, connective, term

Fit: TypeAlias = "tuple[Entry, dict[str, Bound], str | None]"
"""A phrase that fits, the values of its holes, and the text if it is known and there is nothing to choose."""


class First:
    """Picks the first alternative: for messages and tests without a stream."""

    def below(self, n: int) -> int:
        return 0


class PhraseIndex:
    """All phrases of a family, in layers; earlier layers take precedence.

    Attributes:
        diagnostics: errors and warnings; a phrase with an error is left out.
        entries: the prepared phrases.
        moods: the moods in use.
        kinds: the kind of each slot.
        language: the language of the phrases.
        amounts: the kinds of amounts by name, in that language.
    """

    def __init__(
        self,
        layers: Sequence[Sequence[Phrase]],
        complements: Sequence[Pair] = (),
        labels: Mapping[str, str] | None = None,
        kinds: Mapping[str, Kind] | None = None,
        names: Iterable[str] = (),
        sorts: Iterable[OneOf] = (),
        places: Places | None = None,
        favoured: Mapping[str, int] | None = None,
        language: Language | None = None,
        wishes: bool = True,
    ) -> None:
        """Make the phrases ready.

        Args:
            layers: phrases, the family's own first, the standard library's last.
            complements: pairs of patterns of formulas that are each other's complement.
            labels: the label of a slot; a slot without a label by its name with blanks.
            kinds: the kind of each slot.
            names: predicates and other symbols that a text read back may name.
            sorts: the individuals that it may name.
            places: the names that can be each argument of a predicate.
            favoured: the modules whose phrases come before others of the same pattern; of these, those with the
                greatest number.
            language: the language of the phrases; English if none.
            wishes: whether statements are wishes, as requirements are.
        """
        report = Report()
        self.language = language or english()
        self.wishes = wishes
        self.kinds = {slot: kind.spoken(self.language) for slot, kind in (kinds or {}).items()}
        self.labels = {slot: slot.replace("_", " ") for slot in self.kinds} | dict(labels or {})
        self.amounts = {scalar.label: scalar(spoken_in=self.language) for scalar in SCALARS}
        self.sense = Sense(self.kinds)
        self.names = tuple(dict.fromkeys(names))
        self.sorts = tuple(sorts)
        self.places = places or Places()
        self.favoured = dict(favoured or {})
        self.complement = Complements(complements)
        entries: list[Entry] = []
        for layer, phrases in enumerate(layers):
            for phrase in phrases:
                entry, found = prepare(phrase, layer, len(entries), self.language, wishes)
                report.extend(found)
                if entry is not None:
                    entries.append(entry)
        self.diagnostics: tuple[Diagnostic, ...] = tuple(report)
        self.entries = tuple(entries)
        spoken = {field.plan.mood for entry in entries for field in entry.clauses[WISH]}
        spoken |= {mood for entry in entries for mood in entry.moods if mood == ASKED}
        self.moods = (WISH, GIVEN, *(mood for mood in (MANY, ASKED) if mood in spoken))
        self._favours = any(entry.phrase.origin in self.favoured for entry in entries)
        self._splits = {entry.phrase.split for entry in entries}
        self._index: dict[tuple[bool, Any], list[Entry]] = defaultdict(list)
        for entry in entries:
            self._index[entry.phrase.sentence, key(entry.pattern)].append(entry)
        self._told_apart = {part for _, place in self._index for part in place}
        self._fits: Memory[tuple[ir.Node, str, str], tuple[Fit, ...]] = Memory()
        self._nearby: Memory[tuple[bool, Key, str, str], tuple[Entry, ...]] = Memory()
        self._runs: Memory[tuple[bool, Key, str, str], tuple[tuple[Entry, ...], ...]] = Memory()
        self._open: set[tuple[ir.Node, str, str]] = set()
        self._cover: dict[tuple[int, int], bool] = {}
        self._narrower: Memory[tuple[ir.Node, Key, str], frozenset[Entry]] = Memory()

    def say(self, statement: ir.Node, stream: Chooser | None = None, split: str = "") -> str | None:
        """Return a statement as one sentence; None if no phrase fits the whole statement.

        The stream chooses among phrases of the same rank. Raises SpecError where a phrase's Jinja fails on
        the values.
        """
        fits = self._sentences(statement, split)
        if not fits:
            return None
        return morphology.capital(self.voice(stream, split).told(fits, WISH))

    def ask(self, statement: ir.Node, stream: Chooser | None = None, split: str = "") -> str | None:
        """Return a statement as a question; None if no phrase asks for it as a whole. Raises as `say` does."""
        fits = self.fits(statement, ASKED, split, sentence=True) if ASKED in self.moods else ()
        return morphology.capital(self.voice(stream, split).told(fits, ASKED)) if fits else None

    def say_by(self, phrase: Phrase, binding: dict[str, Bound]) -> str | None:
        """Return the values of the holes of a phrase; None if a part has no wording or the phrase is not visible."""
        for entry in self.entries:
            if entry.phrase != phrase:
                continue
            voice = self.voice(None, phrase.split)
            for _, _, text in Saying(binding, entry.standings, voice, WISH).by((entry,)):
                said = entry.render(binding, self.voice(), WISH) if text is None else text
                return morphology.capital(said)
        return None

    def clause(
        self, formula: ir.Node, mood: str = WISH, stream: Chooser | None = None, split: str = ""
    ) -> str | None:
        """Return a formula or term as a part of a sentence; None if no phrase fits it."""
        if not self.fits(formula, mood, split):
            return None
        return self.voice(stream, split).formula(formula, mood)

    def compound(self, formula: ir.Node, mood: str, split: str = "") -> bool:
        """Return whether a formula is worded by a phrase that only joins or denies others."""
        if isinstance(formula, ir.Literal):
            return False
        return any(connective(entry.pattern) for entry, _, _ in self.fits(formula, mood, split))

    def value(self, value: ir.Node, kind: Kind | None = None) -> str | None:
        """Return the wording of a value or slot; None if it has no wording."""
        try:
            return term(value, kind, self.voice())
        except Unsayable:
            return None

    def _sentences(self, statement: ir.Node, split: str) -> tuple[Fit, ...]:
        return self.fits(statement, WISH, split, sentence=True)

    def fits(
        self, node: ir.Node, mood: str, split: str = "", sentence: bool = False
    ) -> tuple[Fit, ...]:
        """Return the phrases of highest rank that word a node and all its parts."""
        if split not in self._splits:  # no phrase is for this split alone
            split = ""
        asked = (node, mood + "." if sentence else mood, split)
        known = self._fits.get(asked)
        if known is not None:
            return known
        if asked in self._open:
            return ()
        self._open.add(asked)
        try:
            found = self._find(node, mood, split, sentence)
        finally:
            self._open.discard(asked)
        self._fits[asked] = found
        return found

    def _find(self, node: ir.Node, mood: str, split: str, sentence: bool) -> tuple[Fit, ...]:
        found: list[Fit] = []
        saying: Saying | None = None
        matches = None
        speaker = self.voice(None, split)
        for entries in self._alike(sentence, key(node), mood, split):
            first = entries[0]
            if found and first.layer != found[0][0].layer:
                break
            if first.matches is not matches:  # equal patterns have one matcher
                matches = first.matches
                binding = matches(node)
                saying = (
                    None if binding is None else Saying(binding, first.standings, speaker, mood)
                )
            if saying is not None:
                found += saying.by(entries)
        return self._best(found, split)

    def _alike(
        self, sentence: bool, at: Key, mood: str, split: str
    ) -> tuple[tuple[Entry, ...], ...]:
        """Return the phrases that may fit a node of a key in runs of those that say the same parts of it."""
        asked = (sentence, at, mood, split)
        known = self._runs.get(asked)
        if known is None:
            entries = self._near(sentence, at, mood, split)
            runs = groupby(entries, lambda entry: _saying_parts(entry, mood))
            known = self._runs[asked] = tuple(tuple(run) for _, run in runs)
        return known

    def _near(self, sentence: bool, at: Key, mood: str, split: str) -> tuple[Entry, ...]:
        """Return the phrases that may fit a node of a key, in their order."""
        if at[-1] not in self._told_apart:  # no phrase is of this predicate, slot, ... alone
            at = at[:-1]
        asked = (sentence, at, mood, split)
        known = self._nearby.get(asked)
        if known is None:
            entries = [
                entry
                for place in wider(at)
                for entry in self._index.get((sentence, place), ())
                if mood in entry.moods and entry.phrase.split in ("", split)
            ]
            entries.sort(key=lambda entry: entry.number)
            known = self._nearby[asked] = tuple(entries)
        return known

    def _best(self, found: list[Fit], split: str) -> tuple[Fit, ...]:
        """Keep the most special patterns, of these the favoured phrases, and of these those of the split, if any."""
        if len(found) < 2:
            return tuple(found)
        patterns = list({id(entry.matches): entry for entry, _, _ in found}.values())
        if len(patterns) > 1:
            beaten = {
                id(one.matches)
                for one in patterns
                if any(self._beats(other, one) for other in patterns if other is not one)
            }
            found = [each for each in found if id(each[0].matches) not in beaten]
        if self._favours:
            places = [self.favoured.get(one[0].phrase.origin, -1) for one in found]
            most = max(places)
            found = [one for one, at in zip(found, places, strict=True) if at == most]
        own = [one for one in found if split and one[0].phrase.split == split]
        return tuple(own or found)

    def suits(self, statement: ir.Node, split: str, pattern: ir.Node) -> bool:
        """Return whether no sentence with a pattern more specific than this one says a statement."""
        at = key(statement)
        narrower = self._narrower.get((pattern, at, split))
        if narrower is None:
            narrower = self._narrower[pattern, at, split] = frozenset(
                entry
                for entry in self._near(True, at, WISH, split)
                if covers(pattern, entry.pattern) and not covers(entry.pattern, pattern)
            )
        return not narrower or narrower.isdisjoint(
            entry for entry, _, _ in self._sentences(statement, split)
        )

    def overtaken(self, entry: Entry) -> bool:
        """Return whether a favoured phrase of the same pattern is always said in place of this one."""
        favour = self.favoured.get(entry.phrase.origin, -1)
        return any(
            other.pattern == entry.pattern
            and other.layer == entry.layer
            and set(other.moods).issuperset(entry.moods)
            and other.phrase.split in ("", entry.phrase.split)
            and self.favoured.get(other.phrase.origin, -1) > favour
            for other in self._index[entry.phrase.sentence, key(entry.pattern)]
        )

    def _beats(self, special: Entry, general: Entry) -> bool:
        if special.pattern == general.pattern:
            return False
        pair = (special.number, general.number)
        if pair not in self._cover:
            self._cover[pair] = covers(general.pattern, special.pattern) and not covers(
                special.pattern, general.pattern
            )
        return self._cover[pair]

    def voice(self, stream: Chooser | None = None, split: str = "") -> Voice:
        """Return what words the parts of one sentence."""
        return Voice(self, stream or First(), split)


class Saying:
    """The words of one node by phrases of one pattern, which share its binding and many of their fields."""

    __slots__ = ("_mood", "_names", "_sayable", "_speaker", "_standings", "_words", "binding")

    def __init__(
        self,
        binding: dict[str, Bound],
        standings: Mapping[str, Standing],
        speaker: Voice,
        mood: str,
    ) -> None:
        self.binding = binding
        self._speaker = speaker
        self._mood = mood
        self._standings = standings
        self._names: bool | None = None
        self._sayable: set[int] = set()
        self._words: dict[int, str] = {}

    def by(self, entries: Sequence[Entry]) -> list[Fit]:
        """Return the phrases of a run if they have words, the first with its text if nothing is to be chosen in it."""
        first = entries[0]
        for field, way in first.numbered_clauses[self._mood]:
            if way not in self._sayable:
                if not self._can_say(first, field):
                    return []
                self._sayable.add(way)
        if (first.of_formulas and first.standings) or (
            self._mood in first.sure and self._is_of_names()
        ):
            return [(entry, self.binding, None) for entry in entries]
        text = self._text(first)
        if text is False:
            return []
        return [
            (first, self.binding, text),
            *((entry, self.binding, None) for entry in entries[1:]),
        ]

    def _is_of_names(self) -> bool:
        """Return whether every value is a name or a formula."""
        if self._names is None:
            self._names = all(
                isinstance(value, ir.Const | str) or self._standings[hole].sort == FORMULA
                for hole, value in self.binding.items()
            )
        return self._names

    def _text(self, entry: Entry) -> str | Literal[False] | None:
        """Return the text by a phrase: False if it has no words, None if parts of it are still to be chosen."""
        try:
            text = entry.render(self.binding, self._speaker, self._mood, self._words)
        except (Unsayable, BindingError):
            return False
        chosen = entry.numbered_clauses[self._mood] or entry.said is None
        return None if chosen or any(map(_operates, self.binding.values())) else text

    def _can_say(self, entry: Entry, field: Field) -> bool:
        mood = field.plan.mood or self._mood
        for value, sort, _ in members(entry, field.holes, self.binding):
            if sort == FORMULA:
                part = self._speaker.complement(value) if field.plan.negated else value
                if not self._speaker.fits(part, mood):
                    return False
        return True


def _saying_parts(entry: Entry, mood: str) -> tuple[object, ...]:
    """Return what phrases share that say the same parts of a node, so that all of them have words for it or none."""
    ways = entry.ways(mood) or entry
    return entry.layer, id(entry.matches), ways, mood in entry.sure, entry.of_formulas


def _operates(value: Bound) -> bool:
    """Return whether a value contains an operation, which has its own phrase."""
    if isinstance(value, tuple):
        return any(map(_operates, value))
    return isinstance(value, ir.Operation | ir.AggregateTerm)


class Voice:
    """Words the parts of one sentence, choosing among phrases by a stream."""

    __slots__ = ("_book", "_split", "_stream")

    def __init__(self, book: PhraseIndex, stream: Chooser, split: str) -> None:
        self._book = book
        self._stream = stream
        self._split = split

    def fits(self, formula: ir.Node, mood: str) -> tuple[Fit, ...]:
        return self._book.fits(formula, mood, self._split)

    def formula(self, formula: ir.Node, mood: str) -> str:
        fits = self.fits(formula, mood)
        if not fits:
            raise Unsayable("a part has no words")
        return self.told(fits, mood)

    def operation(self, term: ir.Node) -> str:
        return self.formula(term, WISH)

    def complement(self, formula: ir.Node) -> ir.Node:
        return self._book.complement(formula)

    def compound(self, formula: ir.Node, mood: str) -> bool:
        return self._book.compound(formula, mood, self._split)

    @property
    def language(self) -> Language:
        return self._book.language

    def amount(self, kind: str, amount: int) -> str:
        return self._book.amounts[kind].words(amount)

    def label(self, slot: str) -> str:
        return self._book.labels.get(slot) or slot.replace("_", " ")

    def told(self, fits: tuple[Fit, ...], mood: str) -> str:
        """Word a node by one of the phrases that fit."""
        place = self._stream.below(len(fits)) if len(fits) > 1 else 0
        entry, binding, text = fits[place]
        return text if text is not None else entry.render(binding, self, mood)
