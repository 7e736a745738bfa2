"""The knobs of open answers."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ...contract import Knobs, VariableName
from ...family import Sample


class SolutionKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    wording: ClassVar[tuple[str, ...]] = ("form", "order", "rows", "columns")

    form: Annotated[
        Literal["lines", "pairs", "grid", "json", ""],
        Meta(description="how the answer is written; `lines` with templates, else `pairs`"),
    ] = ""
    order: Annotated[
        VariableName, Meta(description="the variable by whose values lines are in order")
    ] = VariableName("")
    rows: Annotated[
        VariableName, Meta(description="the variable whose values name the rows of a grid")
    ] = VariableName("")
    columns: Annotated[
        VariableName, Meta(description="the variable whose values name the columns of a grid")
    ] = VariableName("")
    most: Annotated[int, Meta(ge=2, le=1000, description="the most solutions that are counted")] = 2
    from_: Annotated[
        Sample, Meta(description="with a record, the rows to choose one from, as `60 of RECORD`")
    ] = Sample(60, "")
    same: Annotated[
        tuple[str, ...], Meta(description="with a record, the slots that are alike in all rows")
    ] = ()
