"""The types of values: kinds, which slots can hold, and plain types, which none can."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .kind import Kind, List, OneOf, Set
from .scalars import Scalar


@dataclass(frozen=True)
class Plain:
    """A type of values that no slot can hold."""

    name: str


@dataclass(frozen=True)
class Row(Plain):
    """The type of a row: values of several types together."""

    columns: tuple[Type, ...] = ()


BOOLEAN = Plain("truth value")
TEXT = Plain("text")
NOTHING = Plain("unknown")
"""The type of what has been complained about: fits everywhere."""

Type: TypeAlias = Kind | Plain

SYMBOL = Plain("name")


def with_article(type: Type) -> str:
    """Return the words for a type with its article, for messages."""
    if isinstance(type, Scalar):
        return type.described
    return f"{'an' if type.name[:1] in 'aeiou' else 'a'} {type.name}"


def common_type(found: Type, other: Type) -> Type | None:
    """Return the type of what is of the one type or of the other, or None if they have nothing in common."""
    if found is NOTHING or found == other:
        return other
    match found, other:
        case (_, _) if other is NOTHING:
            return found
        case (OneOf(), OneOf()):
            if found.label == other.label:
                return found
            return OneOf(found.label, tuple(dict.fromkeys((*found.values, *other.values))))
        case (List(), List()):
            element = common_type(found.element, other.element)
            return List(element) if isinstance(element, Kind) else None
        case (Row(), Row()) if len(found.columns) == len(other.columns):
            columns = [common_type(a, b) for a, b in zip(found.columns, other.columns, strict=True)]
            if any(column is None for column in columns):
                return None
            return Row("row", tuple(column for column in columns if column is not None))
        case _ if fits(other, found):
            return other if found is SYMBOL else found
        case _:
            return None


def fits(found: Type, expected: Type) -> bool:
    """Return whether a value of one type can be used where another is expected."""
    if NOTHING in (found, expected) or found is expected:
        return True
    if found is SYMBOL or expected is SYMBOL:
        return isinstance(found, OneOf | Plain) and isinstance(expected, OneOf | Plain)
    match found, expected:
        case (Row(), Row()):
            return len(found.columns) == len(expected.columns) and all(
                fits(a, b) for a, b in zip(found.columns, expected.columns, strict=True)
            )
        case (Plain(), Plain()):
            return found == expected
        case (OneOf(), OneOf()):
            return found.label == expected.label or bool(set(found.values) & set(expected.values))
        case (List() | Set(), List() | Set()):
            return fits(found.element, expected.element)
        case (Scalar(), Scalar()):
            return found.name == expected.name
        case _:
            return False
