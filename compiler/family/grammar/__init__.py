"""What theories are made of: productions, sorts, rule templates, and statements written out."""

from .background import Background, ClosedWorld
from .expansion import asks, draw_statement, every_statement, usable_in
from .filling import every, ways
from .grammar import ANY, Conditional, Grammar, Listed, Numbers, Option, Rewriting, sorted_terms
from .indices import Index, check_indices, index_types
from .kept import KeptWords, WordList, build_kept, check_kept, fits
from .knowledge import KNOWLEDGE, Condition, Knowledge, build_knowledge
from .named_holes import (
    check_named_holes,
    hole_places,
    said_values,
    sayable,
    substitute_asked,
    substitute_in,
)
from .productions import build_production, expansions
from .undivided import Undivided
from .well_formed import check_call, check_grammar, check_holes
from .written import (
    KNOWN,
    Line,
    Part,
    Written,
    build_line,
    label,
    label_background,
    label_lines,
)

__all__ = [
    "ANY",
    "KNOWLEDGE",
    "KNOWN",
    "Background",
    "ClosedWorld",
    "Condition",
    "Conditional",
    "Grammar",
    "Index",
    "KeptWords",
    "Knowledge",
    "Line",
    "Listed",
    "Numbers",
    "Option",
    "Part",
    "Rewriting",
    "Undivided",
    "WordList",
    "Written",
    "asks",
    "build_kept",
    "build_knowledge",
    "build_line",
    "build_production",
    "check_call",
    "check_grammar",
    "check_holes",
    "check_indices",
    "check_kept",
    "check_named_holes",
    "draw_statement",
    "every",
    "every_statement",
    "expansions",
    "fits",
    "hole_places",
    "index_types",
    "label",
    "label_background",
    "label_lines",
    "said_values",
    "sayable",
    "sorted_terms",
    "substitute_asked",
    "substitute_in",
    "usable_in",
    "ways",
]
