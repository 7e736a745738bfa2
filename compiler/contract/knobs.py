"""The base of knob schemas."""

from typing import ClassVar

from msgspec import Struct


class Knobs(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of knob schemas: fields are knobs, annotated with bounds and a description (`msgspec.Meta`).

    A field may be a block of knobs in its turn; `bare` names the knob of the block that a value before it sets, as in
    `conflict 0.5 { type1 0.3 }`. Of a task's knobs, `shared` names the one that says how many instances share a theory,
    and `seeking` those that ask a `Seeker` for what it finds. `wording` names the knobs whose values are words that a
    reader sees: theories and labels do not depend on them, but may depend on their keys.
    """

    bare: ClassVar[str] = ""
    wording: ClassVar[tuple[str, ...]] = ()
    shared: ClassVar[str] = ""
    seeking: ClassVar[tuple[str, ...]] = ()
