"""A phrase: the wording of a statement, or of a part of one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType

from ....dsl.source import NOWHERE, Span
from ...ir import Node
from ...kinds import Kind, Type
from ..english.sentence_ends import is_sentence

WISH = "wish"
GIVEN = "given"
MANY = "many"
ASKED = "asked"
COMMON = (WISH, GIVEN, MANY)
"""The moods that a phrase serves by itself: what should be, what one is or does, what several are or do."""
MOODS = (*COMMON, ASKED)
"""All moods. Only phrases that are made for it serve `asked`, which says what is asked."""


def inner_mood(mood: str) -> str:
    """Return the mood of the parts of a phrase in a mood: what a question is about is said as a condition."""
    return GIVEN if mood == ASKED else mood


def spoken_mood(mood: str, wishes: bool) -> str:
    """Return the mood whose words are used for a mood, where statements are wishes, and where they say what is."""
    return GIVEN if mood == WISH and not wishes else mood


def is_template(text: str) -> bool:
    """Return whether a text has something for Jinja to fill in."""
    return re.search(r"\{[{%#]", text) is not None


@dataclass(frozen=True)
class Phrase:
    """A pattern with holes and the text that words whatever matches it.

    A text that ends in `.`, `?`, `!` or such a mark of another script is a sentence and words whole
    statements; any other is a clause and words parts: formulas and terms.

    Attributes:
        pattern: a statement, formula or term with holes.
        text: Jinja source; `{{ hole }}` is replaced by the wording of the hole's value.
        mood: `wish` for the words of a requirement, `given` for those of a condition, `asked` for those of a
            question, empty for every mood but `asked`.
        kinds: the kinds of those holes whose kind is known.
        split: the split that the phrase is kept for, empty for all.
        span: the place of the text in its author's file.
        origin: what made the phrase, for messages (a test's name).
        values: the types of the parameters and chosen values that the text can mention besides the holes.
    """

    pattern: Node
    text: str
    mood: str = ""
    kinds: Mapping[str, Kind] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    split: str = ""
    span: Span = field(default=NOWHERE, compare=False, repr=False)
    origin: str = ""
    values: Mapping[str, Type] = field(default_factory=lambda: MappingProxyType({}), hash=False)

    @cached_property
    def sentence(self) -> bool:
        """Whether the phrase words a whole statement."""
        return is_sentence(self.text)
