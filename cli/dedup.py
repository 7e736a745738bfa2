"""`rspc dedup`: a copy of a dataset without repeats."""

from pathlib import Path
from typing import Annotated

import typer

from . import talk
from .compile import read_folder_name
from .faults import with_exit_codes


@with_exit_codes
def command(
    dataset: Annotated[
        Path, typer.Argument(metavar="DATASET", help="A folder written by `rspc compile`.")
    ],
    out: Annotated[
        Path,
        typer.Option("-o", "--out", metavar="DIR", parser=read_folder_name, help="Output folder."),
    ],
    exact: Annotated[
        bool, typer.Option("--exact", help="Drop only problems with the same text.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite the files of another run.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print a summary as JSON.")] = False,
) -> None:
    """Copy a dataset without its repeated problems."""
    from ..compiler.dataset.dedup import dedup

    found = dedup(dataset, out, "exact" if exact else "canonical", force)
    if json:
        talk.give(found)
    else:
        talk.say(f"{found.kept} records kept, {found.dropped} left out")
        talk.put(found.out)
