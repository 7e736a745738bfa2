"""The kinds of slots as plain values, so that a record alone is enough to judge a reply."""

from collections.abc import Mapping
from typing import Any

from ...kinds import UNBOUNDED, Kind, List, OneOf, Scalar, Set


def plain_kind(kind: Kind) -> dict[str, Any]:
    """Return a kind as JSON."""
    match kind:
        case OneOf(label=label, values=values):
            return {"one": label, "of": list(values)}
        case Set(element=element):
            return {"set": plain_kind(element)}
        case List(element=element, longest=longest):
            return {"list": plain_kind(element), "longest": longest}
        case Scalar(low=low, high=high):
            return {"amount": kind.label, "low": low, "high": high}
        case _:
            raise TypeError(f"`{kind.name}` is not a kind of slots")


def kind_of(plain: Mapping[str, Any]) -> Kind:
    """Return the kind of such JSON."""
    match plain:
        case {"one": label, "of": values}:
            return OneOf(label, tuple(values))
        case {"set": element}:
            inner = kind_of(element)
            assert isinstance(inner, OneOf)
            return Set(inner)
        case {"list": element, "longest": longest}:
            return List(kind_of(element), longest)
        case _:
            return type(UNBOUNDED[plain["amount"]])(plain["low"], plain["high"])
