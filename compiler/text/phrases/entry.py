"""A phrase made ready: its holes, and its text taken apart."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import count
from typing import Any

from ....dsl.diagnostics import Diagnostic, SpecError
from ...ir import Bound, filler, invertible, nodes as ir
from ...kinds import Kind
from ...language import Language, english
from ..templates.phrase import ASKED, COMMON, MOODS, WISH, Phrase, inner_mood, spoken_mood
from ..templates.sandbox import environment
from ..templates.template import (
    ENGLISH_FORMS,
    WORDS,
    Field,
    MisuseError,
    Plan,
    speak_name,
)
from ..templates.template_errors import complaint
from .patterns import FORMULA, SYMBOL, TERM, Standing
from .wording import Member, Said, Speaker, Unsayable, phrase_filters, word_values


@dataclass(eq=False)
class Entry:
    """A phrase in a phrasebook.

    Attributes:
        layer: its layer, 0 for the family's own.
        number: its place among all phrases.
        pattern: the pattern, of statements if the phrase is a sentence.
        standings: its holes.
        said: the text in each mood, divided into parts; None if Jinja is needed.
        unreadable: why the text cannot be read back, empty if it can be.
        matches: returns the binding of a node that the pattern matches, else None.
        wishes: whether the statements of the family are wishes, "should be"; else they say what is.
    """

    phrase: Phrase
    layer: int
    number: int
    pattern: ir.Node
    standings: Mapping[str, Standing]
    said: Mapping[str, tuple[str | Field, ...]] | None
    unreadable: str
    matches: Callable[[ir.Node], Any] = field(repr=False)
    language: Language = field(repr=False, default_factory=english)
    wishes: bool = True

    @cached_property
    def fill(self) -> Callable[[Mapping[str, Bound]], Any]:
        """Returns the node of a binding. Raises BindingError if there is none."""
        return filler(self.pattern)

    @cached_property
    def invertible(self) -> bool:
        """Whether every binding is that of the node which it gives."""
        return invertible(self.pattern)

    def pieces(self, mood: str) -> tuple[str | Field, ...] | None:
        return None if self.said is None else self.said[mood]

    @cached_property
    def moods(self) -> tuple[str, ...]:
        if self.phrase.mood == ASKED:
            return (ASKED,)
        if self.phrase.sentence:
            return (WISH,)
        return (self.phrase.mood,) if self.phrase.mood else COMMON

    @cached_property
    def clauses(self) -> Mapping[str, tuple[Field, ...]]:
        """The fields that say formulas, in each mood."""
        return {
            mood: tuple(
                said
                for said in self.fields(mood)
                if any(self.standings[hole].sort == FORMULA for hole in said.holes)
            )
            for mood in MOODS
        }

    @cached_property
    def numbered_clauses(self) -> Mapping[str, tuple[tuple[Field, int], ...]]:
        """The same, with the numbers under which `render` keeps their words."""
        return {
            mood: tuple((said, self._way(said)) for said in fields)
            for mood, fields in self.clauses.items()
        }

    @cached_property
    def of_formulas(self) -> bool:
        """Whether every hole is for formulas, and the text can be divided into parts."""
        return self.said is not None and all(
            standing.sort == FORMULA for standing in self.standings.values()
        )

    @cached_property
    def sure(self) -> frozenset[str]:
        """The moods in which the phrase has words for all names, if it has some for the formulas in it."""
        return frozenset(
            mood for mood in self.said or () if all(map(self._sure, self.fields(mood)))
        )

    def _sure(self, said: Field) -> bool:
        plan, sorts = said.plan, {self.standings[hole].sort for hole in said.holes}
        known = Plan(forms=plan.forms, after=plan.after)
        of_names = len(said.holes) == 1 and sorts <= {TERM, SYMBOL} and plan == known
        return (
            (of_names or sorts == {FORMULA})
            and all(self.phrase.kinds.get(hole) is None for hole in said.holes)
            and all(form in (*ENGLISH_FORMS, "capital") for form in (*plan.forms, *plan.after))
        )

    def fields(self, mood: str) -> tuple[Field, ...]:
        return tuple(piece for piece in self.pieces(mood) or () if isinstance(piece, Field))

    @cached_property
    def _worded(self) -> Mapping[str, tuple[str | tuple[Field, int], ...]]:
        """The text in each mood; a field comes with the number of its way of wording, which phrases of one pattern
        may share.
        """
        return {
            mood: tuple(
                piece if isinstance(piece, str) else (piece, self._way(piece)) for piece in pieces
            )
            for mood, pieces in (self.said or {}).items()
        }

    def ways(self, mood: str) -> frozenset[int]:
        """Return the numbers of the ways of wording of all fields; none if Jinja is needed."""
        return frozenset(
            piece[1] for piece in self._worded.get(mood, ()) if not isinstance(piece, str)
        )

    def _way(self, said: Field) -> int:
        return _number(
            said, tuple((self.standings[h].sort, self.phrase.kinds.get(h)) for h in said.holes)
        )

    def render(
        self,
        binding: Mapping[str, Bound],
        speaker: Speaker,
        mood: str,
        known: dict[int, str] | None = None,
    ) -> str:
        """Word the phrase. Raises SpecError where its text fails on these values.

        What is worded once for the same binding, speaker and mood is taken from `known`, and kept there.
        """
        known = {} if known is None else known
        text = ""
        try:
            if self.said is None:
                return self.by_jinja(binding, speaker, mood)
            for piece in self._worded[mood]:
                if isinstance(piece, str):
                    text += piece
                    continue
                place, way = piece
                words = known.get(way)
                if words is None:
                    values = members(self, place.holes, binding)
                    words = known[way] = word_values(values, place.plan, speaker, mood)
                text += words
        except MisuseError as error:
            raise SpecError([misuse(error, self.phrase)]) from error
        return text

    def by_jinja(self, binding: Mapping[str, Bound], speaker: Speaker, mood: str) -> str:
        """Word the phrase by Jinja: the same text, for any template."""
        mood = spoken_mood(mood, self.wishes)
        values: dict[str, Any] = {
            name: binding[name]
            if isinstance(binding[name], bool)
            else Said(members(self, (name,), binding), Plan(), speaker, inner_mood(mood))
            for name in self.standings
        }
        values |= {name: speak_name(name).text(mood) for name in WORDS}
        values["mood"] = mood
        try:
            with phrase_environment(self.language).text():
                text: str = phrase_template(self.phrase.text, self.language).render(values)
            return text
        except (Unsayable, SpecError, MisuseError):
            raise
        except Exception as error:
            raise SpecError([complaint(error, self.phrase.span)]) from error


_ways = count()


@cache
def _number(said: Field, holes: tuple[tuple[str, Kind | None], ...]) -> int:
    """Return a number for a field, with the sorts and kinds of its holes; equal ones have one number."""
    return next(_ways)


@lru_cache(maxsize=8)
def phrase_environment(language: Language) -> Any:
    return environment(phrase_filters(language))


@cache
def phrase_template(text: str, language: Language) -> Any:
    return phrase_environment(language).from_string(text)


def misuse(error: Exception, phrase: Phrase) -> Diagnostic:
    return Diagnostic("E0507", str(error), phrase.span)


def members(entry: Entry, holes: tuple[str, ...], binding: Mapping[str, Bound]) -> list[Member]:
    """Return the values of a field's holes one after the other, rest holes spread out."""
    found: list[Member] = []
    for hole in holes:
        sort, kind = entry.standings[hole].sort, entry.phrase.kinds.get(hole)
        value = binding[hole]
        if isinstance(value, tuple):
            found += [(node, sort, kind) for node in value]
        else:
            found.append((value, sort, kind))
    return found
