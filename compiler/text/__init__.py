"""Wording: phrases for statements, reading sentences back, and documents."""

from .clashes import find_clashes, values_of
from .documents import Texts
from .english.morphology import bases, capital
from .english.sentence_ends import NEXT, STOPS, is_question, is_sentence, without_stop
from .grids import Board, draw_grid, is_mark, is_shown, read_grid
from .markup import (
    Piece,
    boxed_answers,
    boxed_places,
    end_of,
    json_answers,
    pieces,
    plain,
    strip_reasoning,
    strip_strikethrough,
    tagged_answers,
    tagged_places,
    without_unseen,
)
from .phrasebook import Phrasebook
from .phrases import (
    FORMULA,
    SYMBOL,
    TERM,
    Entry,
    Places,
    covers,
    members,
    mentioned_names,
    standings,
)
from .reading.unreadable import why_unreadable
from .templates.phrase import ASKED, GIVEN, MOODS, WISH, Phrase, is_template

__all__ = [
    "ASKED",
    "FORMULA",
    "GIVEN",
    "MOODS",
    "NEXT",
    "STOPS",
    "SYMBOL",
    "TERM",
    "WISH",
    "Board",
    "Entry",
    "Phrase",
    "Phrasebook",
    "Piece",
    "Places",
    "Texts",
    "bases",
    "boxed_answers",
    "boxed_places",
    "capital",
    "covers",
    "draw_grid",
    "end_of",
    "find_clashes",
    "is_mark",
    "is_question",
    "is_sentence",
    "is_shown",
    "is_template",
    "json_answers",
    "members",
    "mentioned_names",
    "pieces",
    "plain",
    "read_grid",
    "standings",
    "strip_reasoning",
    "strip_strikethrough",
    "tagged_answers",
    "tagged_places",
    "values_of",
    "why_unreadable",
    "without_stop",
    "without_unseen",
]
