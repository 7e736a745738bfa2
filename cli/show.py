"""`rspc show`: one problem of a dataset as a page."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import talk
from .faults import answering


@answering
def command(
    dataset: Annotated[Path, typer.Argument(metavar="DATASET", help="A folder of `rspc compile`.")],
    wanted: Annotated[
        str | None, typer.Argument(metavar="ID", help="An id or an index; else the first.")
    ] = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="Cut nothing, however wide the tables become.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Give the record as JSON.")] = False,
) -> None:
    """Show one problem of a dataset as a page."""
    from ..compiler.dataset.formats.page import page
    from ..compiler.dataset.formats.read import find

    record = find(dataset, wanted)
    if json:
        talk.give(record)
        return
    shown = page(record, whole)
    talk.put(shown)
    if shown != page(record, whole=True):
        talk.say("\nwhat ends in … is cut: `rspc show … --whole` shows all of it")
