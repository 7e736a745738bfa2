"""Languages of prompts: the fixed texts that the compiler says to readers, by key."""

from .language import ENDINGS, ENGLISH, EXAMPLE, FORMS, NUMBER, Language, holes_of, is_list_of
from .texts import english, written_texts

__all__ = [
    "ENDINGS",
    "ENGLISH",
    "EXAMPLE",
    "FORMS",
    "NUMBER",
    "Language",
    "english",
    "holes_of",
    "is_list_of",
    "written_texts",
]
