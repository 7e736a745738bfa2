"""`rspc dedup`: a copy of a dataset without repeats."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from . import talk
from .compile import named_folder
from .faults import answering


@answering
def command(
    dataset: Annotated[Path, typer.Argument(metavar="DATASET", help="A folder of `rspc compile`.")],
    out: Annotated[
        Path,
        typer.Option("-o", "--out", metavar="DIR", parser=named_folder, help="The copy's folder."),
    ],
    exact: Annotated[
        bool, typer.Option("--exact", help="Leave out only what is the same word for word.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace another run's files.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Give a summary as JSON.")] = False,
) -> None:
    """Write a dataset without the problems that repeat an earlier one, names aside."""
    from ..compiler.dataset.dedup import dedup

    found = dedup(dataset, out, "exact" if exact else "canonical", force)
    if json:
        talk.give(found)
    else:
        talk.say(f"{found.kept} records kept, {found.dropped} left out")
        talk.put(found.out)
