"""The nodes as `.rspec` text: lowering syntax trees, and showing nodes."""

from .arguments import check_constants, check_members, warn_undeclared
from .canonical import reformat, replace_file
from .concepts import check_known, lower_concept, names
from .formulas import FUNCTIONS, FormulaScope, lower_formula, lower_value, mentions_untyped
from .literal_sets import NONE, format_set, parse_answer_set, plain, read_plain_literal, refusal
from .literals import read_literal, read_statement
from .lower import lower_condition, lower_part, lower_statement
from .rule_parts import lower_literal
from .source_notation import OURS, SourceNotation
from .spelling import (
    APPLICATION,
    CALLED,
    NotationError,
    free_spelling,
    read_atom,
    read_name,
    read_term,
    spell,
    spell_application,
    spell_name,
)
from .terms import StatementScope, lower_term
from .to_syntax import show, show_literal, show_term

__all__ = [
    "APPLICATION",
    "CALLED",
    "FUNCTIONS",
    "NONE",
    "OURS",
    "FormulaScope",
    "NotationError",
    "SourceNotation",
    "StatementScope",
    "check_constants",
    "check_known",
    "check_members",
    "format_set",
    "free_spelling",
    "lower_concept",
    "lower_condition",
    "lower_formula",
    "lower_literal",
    "lower_part",
    "lower_statement",
    "lower_term",
    "lower_value",
    "mentions_untyped",
    "names",
    "parse_answer_set",
    "plain",
    "read_atom",
    "read_literal",
    "read_name",
    "read_plain_literal",
    "read_statement",
    "read_term",
    "reformat",
    "refusal",
    "replace_file",
    "show",
    "show_literal",
    "show_term",
    "spell",
    "spell_application",
    "spell_name",
    "warn_undeclared",
]
