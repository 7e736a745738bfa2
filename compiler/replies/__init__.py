"""Finding the answer in a free-text reply."""

from .amounts import Amounts, Row, amounts_like
from .answer_finder import Found, find, grade, grade_choice
from .forms import FORMS, PLAIN, check_form, in_form
from .layouts.instructions import describe_layout
from .layouts.layout import FORMS as LAYOUTS, Entry, Field, Layout, Part
from .layouts.none import read_answer_or_none
from .layouts.reading import read_answer, write_answer
from .layouts.settling import Reading
from .literal_sets import literals, without
from .names import Letter, Letters, Names, Words
from .numbers import Numbers
from .proofs import Proof, conflict_f1, has_proof, proof_steps, rule_f1

__all__ = [
    "FORMS",
    "LAYOUTS",
    "PLAIN",
    "Amounts",
    "Entry",
    "Field",
    "Found",
    "Layout",
    "Letter",
    "Letters",
    "Names",
    "Numbers",
    "Part",
    "Proof",
    "Reading",
    "Row",
    "Words",
    "amounts_like",
    "check_form",
    "conflict_f1",
    "describe_layout",
    "find",
    "grade",
    "grade_choice",
    "has_proof",
    "in_form",
    "literals",
    "proof_steps",
    "read_answer",
    "read_answer_or_none",
    "rule_f1",
    "without",
    "write_answer",
]
