"""`rspc score`: how good the predictions for a dataset are."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import talk
from .faults import with_exit_codes
from .options import Dataset
from .progress import expected_records, progress_counter

if TYPE_CHECKING:
    from ..compiler.dataset.score.verdicts import Verdict


@with_exit_codes
def command(
    dataset: Dataset,
    predictions: Annotated[
        Path,
        typer.Argument(
            metavar="PREDICTIONS", help='A file with `{"id": …, "text": …}` on each line.'
        ),
    ],
    by: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="Also report accuracy by a metric or field."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the score of each reply as a line of JSON."),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print everything as JSON, with each reply's verdict.")
    ] = False,
) -> None:
    """Score free-text replies to the prompts of a dataset."""
    from ..compiler.dataset.formats.read import files
    from ..compiler.dataset.score.layout import tables
    from ..compiler.dataset.score.scores import scores
    from ..compiler.dataset.score.verdicts import open_verdicts

    read = (predictions, *files(dataset)) if out is not None else ()
    verdicts: list[Verdict] = []

    def judged(verdict: Verdict) -> None:
        write(verdict)
        if json:
            verdicts.append(verdict)

    with progress_counter(expected_records(dataset)) as told, open_verdicts(out, *read) as write:
        found = scores(dataset, predictions, by=by or (), verdict=judged, progress=told)
    if json:
        talk.give({**vars(found), "verdicts": verdicts})
        return
    if out is not None:
        talk.say(f"verdicts {out}")
    talk.show(found.remarks)
    right, count = found.accuracy.right, found.accuracy.count
    talk.put(f"{right} of {count} right")
    for table in tables(found):
        talk.draw(table)
