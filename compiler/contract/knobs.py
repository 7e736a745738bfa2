"""The base of knob schemas."""

from typing import ClassVar, NewType

from msgspec import Struct

VariableName = NewType("VariableName", str)
"""The type of a knob whose value is a logical variable: `order T`."""


class Knobs(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of knob schemas: fields are knobs, annotated with bounds and a description (`msgspec.Meta`).

    A field can itself be a block of knobs; `bare` names the knob of the block that is set by a value before
    it, as in `conflict 0.5 { type1 0.3 }`. Of a task's knobs, `shared` names the one for the number of
    instances that share a theory, `seeking` those that need the findings of a `Seeker`, and `filling` those
    of them that also work for a question with holes. `wording` names the knobs whose values are words that a
    reader sees: theories and labels do not depend on them, but can depend on their keys. `redrawing`
    names the knob with which drafts are dropped for their labels: after some attempts, chosen values are
    redrawn, too, because they may allow one label only.
    """

    bare: ClassVar[str] = ""
    wording: ClassVar[tuple[str, ...]] = ()
    shared: ClassVar[str] = ""
    seeking: ClassVar[tuple[str, ...]] = ()
    redrawing: ClassVar[str] = ""
    filling: ClassVar[tuple[str, ...]] = ()
