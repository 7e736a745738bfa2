"""`rspc stats`: a dataset's figures, and how near a reference they are."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import talk
from .faults import WRONG_INPUT, answering

if TYPE_CHECKING:
    from ..compiler.statistics.layout import Table


@answering
def command(
    dataset: Annotated[Path, typer.Argument(metavar="DATASET", help="A folder of `rspc compile`.")],
    by: Annotated[
        str | None,
        typer.Option(metavar="KEY", help="Show figures for each value of a parameter or metric."),
    ] = None,
    statistic: Annotated[
        list[str] | None,
        typer.Option(metavar="EXPR", help="Measure this too: `mean(words where depth = 2)`."),
    ] = None,
    reference: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Compare with a CSV of statistic,value,tolerance[,source]; exit 1 if any is off.",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Give everything as JSON.")] = False,
) -> None:
    """Show the figures of a dataset: labels, sizes, metrics, what the labels hang on."""
    from ..compiler.statistics.layout import tables
    from ..compiler.statistics.stats import stats

    found = stats(dataset, by=by, reference=reference, statistics=statistic or ())
    if json:
        talk.give(found)
    else:
        print(f"{found.all.instances} instances of {', '.join(found.families)}")
        for each in tables(found):
            _draw(each)
    if not found.ok:
        raise typer.Exit(WRONG_INPUT)


def _draw(table: Table) -> None:
    """Print a table: with lines on a terminal, in plain columns elsewhere."""
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table as Drawn

        console = Console(markup=False, highlight=False)
        drawn = Drawn()
        for column in table.columns:
            drawn.add_column(column, overflow="fold")
        for row in table.rows:
            drawn.add_row(*row)
        console.print(f"\n{table.title}", style="bold")
        console.print(drawn)
        if table.note:
            console.print(table.note, style="dim")
        return
    from ..compiler.emit.page import table as columns

    print(f"\n{table.title}\n{'-' * len(table.title)}")
    for line in columns([table.columns, *table.rows], widest=None):
        print(line)
    if table.note:
        print(f"({table.note})")
