"""Expressions of a spec: their types, and how values are computed and drawn."""

from .bounds import bounds, count_bounds
from .distributions import check_weights
from .knobs import SWITCH, Sample, Settings, check_knobs, describe_type, of_types
from .lexicon import COLUMNS, JOINING, Lexicon, build_lexicon
from .parameters import (
    Chosen,
    Parameter,
    build_chosen,
    build_parameter,
    read_settings,
    shown_params,
)
from .presets import Preset, build_presets
from .scope import Vocabularies
from .typed import (
    BUILTINS,
    Env,
    Names,
    NoValue,
    TooLarge,
    Typed,
    constant_value,
    inline_source,
    placeholder,
    source,
    swift,
    whole_number,
)
from .values import Expressions
from .vocabulary import PoolValues, TableRows

__all__ = [
    "BUILTINS",
    "COLUMNS",
    "JOINING",
    "SWITCH",
    "Chosen",
    "Env",
    "Expressions",
    "Lexicon",
    "Names",
    "NoValue",
    "Parameter",
    "PoolValues",
    "Preset",
    "Sample",
    "Settings",
    "TableRows",
    "TooLarge",
    "Typed",
    "Vocabularies",
    "bounds",
    "build_chosen",
    "build_lexicon",
    "build_parameter",
    "build_presets",
    "check_knobs",
    "check_weights",
    "constant_value",
    "count_bounds",
    "describe_type",
    "inline_source",
    "of_types",
    "placeholder",
    "read_settings",
    "shown_params",
    "source",
    "swift",
    "whole_number",
]
