"""Phrases: patterns of statements with their wording."""

from .bounded_cache import Memory
from .entry import Entry, members
from .index import PhraseIndex
from .patterns import FORMULA, SYMBOL, TERM, covers, standings
from .places import Places
from .preparation import mentioned_names
from .wording import Speaker, Unsayable, term, text_filters

__all__ = [
    "FORMULA",
    "SYMBOL",
    "TERM",
    "Entry",
    "Memory",
    "PhraseIndex",
    "Places",
    "Speaker",
    "Unsayable",
    "covers",
    "members",
    "mentioned_names",
    "standings",
    "term",
    "text_filters",
]
