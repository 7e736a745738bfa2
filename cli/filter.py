"""`rspc filter`: a copy of a dataset with the records that meet a condition."""

from pathlib import Path
from typing import Annotated

import typer

from . import talk
from .faults import with_exit_codes
from .options import Dataset, Force, JsonSummary, Out
from .progress import expected_records, progress_counter


@with_exit_codes
def command(
    dataset: Dataset,
    where: Annotated[
        str,
        typer.Option(
            metavar="CONDITION",
            help="What the records must meet: `slots >= 4 and label = B`.",
        ),
    ],
    out: Out,
    verdicts: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE",
            help="Verdicts of `rspc score --out`, for `pass_rate`. Several are averaged.",
        ),
    ] = None,
    tokenizer: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A `tokenizer.json`, with which `tokens` are counted."),
    ] = None,
    force: Force = False,
    json: JsonSummary = False,
) -> None:
    """Copy the problems of a dataset that meet a condition, such as a certain label."""
    from ..compiler.dataset.filter import filter

    with progress_counter(expected_records(dataset)) as told:
        found = filter(dataset, where, out, verdicts or (), tokenizer, force, told)
    if json:
        talk.give(found)
    else:
        talk.say(f"{found.kept} records kept, {found.dropped} left out")
        talk.say_next(found.out)
        talk.put(found.out)
