"""What a family says: its phrases, its documents, and how the sentences of a theory are arranged."""

from .collect import DOCUMENT_NAMES, build_words, is_note, say_phrases
from .discourse import build_discourses
from .gatherings import build_gatherings
from .grids import build_grids

__all__ = [
    "DOCUMENT_NAMES",
    "build_discourses",
    "build_gatherings",
    "build_grids",
    "build_words",
    "is_note",
    "say_phrases",
]
