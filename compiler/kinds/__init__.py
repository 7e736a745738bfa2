"""The types of record slots. Each kind is the one home of its literal, its SMT sort, its evaluation and its words."""

from .kind import Kind, KindError, List, OneOf, Set, Value, join, unjoin
from .scalars import (
    SCALARS,
    UNBOUNDED,
    Date,
    Duration,
    Integer,
    Money,
    Percent,
    Scalar,
    Time,
    Untyped,
    literal_kind,
    misread,
)

__all__ = [
    "SCALARS",
    "UNBOUNDED",
    "Date",
    "Duration",
    "Integer",
    "Kind",
    "KindError",
    "List",
    "Money",
    "OneOf",
    "Percent",
    "Scalar",
    "Set",
    "Time",
    "Untyped",
    "Value",
    "join",
    "literal_kind",
    "misread",
    "unjoin",
]
