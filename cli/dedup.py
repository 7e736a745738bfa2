"""`rspc dedup`: a copy of a dataset without repeats."""

from typing import Annotated

import typer

from . import talk
from .faults import with_exit_codes
from .options import Dataset, Force, JsonSummary, Out
from .progress import expected_records, progress_counter


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
    """Copy a dataset without problems that repeat another up to names and order."""
    from ..compiler.dataset.dedup import dedup

    with progress_counter(expected_records(dataset)) as told:
        found = dedup(dataset, out, "exact" if exact else "canonical", force, told)
    if json:
        talk.give(found)
    else:
        talk.say(f"{found.kept} records kept, {found.dropped} left out")
        talk.say_next(found.out)
        talk.put(found.out)
