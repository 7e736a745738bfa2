"""`rspc score`: how good the predictions for a dataset are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import talk
from .faults import answering
from .progress import counting, expected


@answering
def command(
    dataset: Annotated[Path, typer.Argument(metavar="DATASET", help="A folder of `rspc compile`.")],
    predictions: Annotated[
        Path,
        typer.Argument(
            metavar="PREDICTIONS", help='A file with `{"id": …, "text": …}` on each line.'
        ),
    ],
    by: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="Give the accuracy by a metric or field, too."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Give everything as JSON.")] = False,
) -> None:
    """Score predictions: replies in free text to the prompts of a dataset."""
    from ..compiler.scoring.layout import tables
    from ..compiler.scoring.scores import scores

    with counting(expected(dataset)) as told:
        found = scores(dataset, predictions, by=by or (), progress=told)
    if json:
        talk.give(found)
        return
    talk.show(found.remarks)
    right, count = found.accuracy.right, found.accuracy.count
    talk.put(f"{right} of {count} right")
    for each in tables(found):
        talk.draw(each)
