"""What a family says: its phrases, its documents, and how the sentences of a theory are arranged."""

from .collect import DOCUMENT_NAMES, build_words, is_note, say_phrases
from .discourse import build_discourses

__all__ = ["DOCUMENT_NAMES", "build_discourses", "build_words", "is_note", "say_phrases"]
