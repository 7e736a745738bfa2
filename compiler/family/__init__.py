"""A checked family as data, with the contracts of strategies and tasks."""

from .ask_scope import AskScope
from .chosen import chosen_values, params_hash, theory_params_hash
from .divisions import Division
from .draft import Draft, Found, Outcome, Rejected, Sought
from .expressions.knobs import SWITCH, Sample, Settings, check_knobs, describe_type, of_types
from .expressions.lexicon import COLUMNS, JOINING, Lexicon, build_lexicon
from .expressions.parameters import Chosen, Parameter, build_chosen, build_parameter, fixed_value
from .expressions.scope import Vocabularies
from .expressions.typed import Env, NoValue, Typed, constant_value
from .expressions.values import Expressions
from .expressions.vocabulary import PoolValues, TableRows
from .family import (
    USUAL_SPLITS,
    Answering,
    Asked,
    Family,
    Growth,
    Requirement,
    Sampler,
    Scene,
    Seeker,
    Strategy,
    Task,
)
from .foreign_words import Stray, Strays
from .grammar.expansion import asks, draw_statement, every_statement, usable_in
from .grammar.filling import every, ways
from .grammar.grammar import ANY, Conditional, Grammar, Listed, Numbers, Option, Rewriting
from .grammar.knowledge import Condition, Knowledge, build_knowledge
from .grammar.named_holes import check_named_holes, substitute_asked, substitute_in
from .grammar.productions import build_production
from .grammar.undivided import Undivided
from .grammar.well_formed import check_call, check_grammar, check_holes
from .grammar.written import Line, Part, Written, build_line, label, label_lines
from .names import DESCRIPTIVE, STYLES, WITH_WORDS, Names, Shape, rename, shape
from .naming import Naming
from .posed import Posed
from .records.evaluation import Columns, compile_mask, compile_term, exclusive, union
from .records.rows import declaration_places, read_record
from .records.spoken_names import check_in_lists, check_sort, check_symbols
from .records.tests import SlotTest, build_test, slot_values
from .records.types import RecordType, build_record
from .wording import Books, Note, Page, Words

__all__ = [
    "ANY",
    "COLUMNS",
    "DESCRIPTIVE",
    "JOINING",
    "STYLES",
    "SWITCH",
    "USUAL_SPLITS",
    "WITH_WORDS",
    "Answering",
    "AskScope",
    "Asked",
    "Books",
    "Chosen",
    "Columns",
    "Condition",
    "Conditional",
    "Division",
    "Draft",
    "Env",
    "Expressions",
    "Family",
    "Found",
    "Grammar",
    "Growth",
    "Knowledge",
    "Lexicon",
    "Line",
    "Listed",
    "Names",
    "Naming",
    "NoValue",
    "Note",
    "Numbers",
    "Option",
    "Outcome",
    "Page",
    "Parameter",
    "Part",
    "PoolValues",
    "Posed",
    "RecordType",
    "Rejected",
    "Requirement",
    "Rewriting",
    "Sample",
    "Sampler",
    "Scene",
    "Seeker",
    "Settings",
    "Shape",
    "SlotTest",
    "Sought",
    "Strategy",
    "Stray",
    "Strays",
    "TableRows",
    "Task",
    "Typed",
    "Undivided",
    "Vocabularies",
    "Words",
    "Written",
    "asks",
    "build_chosen",
    "build_knowledge",
    "build_lexicon",
    "build_line",
    "build_parameter",
    "build_production",
    "build_record",
    "build_test",
    "check_call",
    "check_grammar",
    "check_holes",
    "check_in_lists",
    "check_knobs",
    "check_named_holes",
    "check_sort",
    "check_symbols",
    "chosen_values",
    "compile_mask",
    "compile_term",
    "constant_value",
    "declaration_places",
    "describe_type",
    "draw_statement",
    "every",
    "every_statement",
    "exclusive",
    "fixed_value",
    "label",
    "label_lines",
    "of_types",
    "params_hash",
    "read_record",
    "rename",
    "shape",
    "slot_values",
    "substitute_asked",
    "substitute_in",
    "theory_params_hash",
    "union",
    "usable_in",
    "ways",
]
