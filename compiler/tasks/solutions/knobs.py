"""The knobs of open answers."""

import re
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ...contract import Knobs, VariableName
from ...family import Sample

_WORD = re.compile(r"\w+")


class SolutionKnobs(Knobs, frozen=True):
    """The knobs of the task."""

    wording: ClassVar[tuple[str, ...]] = ("form", "order", "rows", "columns", "none", "listed")
    redrawing: ClassVar[str] = "balanced"

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
    none: Annotated[
        str,
        Meta(
            description="the sentence that answers if there is no solution; otherwise such drafts are dropped"
        ),
    ] = ""
    balanced: Annotated[
        bool,
        Meta(
            description="with `none`, whether it is drawn first if there is a solution, each equally often"
        ),
    ] = False
    listed: Annotated[
        bool,
        Meta(
            description="with a record, whether the form says which values slots can have; else a document has to"
        ),
    ] = True
    from_: Annotated[
        Sample, Meta(description="with a record, the rows to choose one from, as `60 of RECORD`")
    ] = Sample(60, "")
    same: Annotated[
        tuple[str, ...], Meta(description="with a record, the slots that are alike in all rows")
    ] = ()

    def __post_init__(self) -> None:
        if self.none and len(_WORD.findall(self.none)) < 2:
            raise ValueError("Expected a sentence of two words or more in `none`")
        if len(self.none.splitlines()) > 1:
            raise ValueError("Expected one line in `none`")
        if self.balanced and not self.none:
            raise ValueError("Expected `none` with a sentence, because `balanced` is on")
