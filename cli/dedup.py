"""`rspc dedup`: a copy of a dataset without repeats."""

from typing import Annotated

import typer

from . import talk
from .faults import with_exit_codes
from .options import Dataset, Force, JsonSummary, Out


@with_exit_codes
def command(
    dataset: Dataset,
    out: Out,
    exact: Annotated[
        bool, typer.Option("--exact", help="Drop only problems with the same text.")
    ] = False,
    force: Force = False,
    json: JsonSummary = False,
) -> None:
    """Copy a dataset without its repeated problems."""
    from ..compiler.dataset.dedup import dedup

    found = dedup(dataset, out, "exact" if exact else "canonical", force)
    if json:
        talk.give(found)
    else:
        talk.say(f"{found.kept} records kept, {found.dropped} left out")
        talk.put(found.out)
