"""`rspc stats`: a dataset's figures, and how near a reference they are."""

import sys
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from pathlib import Path
from shutil import get_terminal_size
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated

import typer

from . import colours, talk
from .faults import WRONG_INPUT, with_exit_codes
from .options import MOST_WORKERS, Dataset, Executor
from .progress import expected_records, progress_counter

if TYPE_CHECKING:
    from ..compiler.dataset.stats.layout.cells import Table

NARROWEST = 40
"""For how many columns output is laid out at least, however narrow the terminal."""

_MARKS: Mapping[str, colours.Role] = MappingProxyType({"ok": "right", "warn": "warning"})


@with_exit_codes
def command(
    dataset: Dataset,
    by: Annotated[
        str | None,
        typer.Option(metavar="KEY", help="Group statistics by a parameter or metric."),
    ] = None,
    statistic: Annotated[
        list[str] | None,
        typer.Option(metavar="EXPR", help="Also compute this: `mean(words where depth = 2)`."),
    ] = None,
    reference: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Compare with a CSV of statistic,value,tolerance[,source]; exit 1 on a difference.",
        ),
    ] = None,
    beside: Annotated[
        list[Path] | None,
        typer.Option(metavar="DATASET", help="Report problems shared with this other dataset."),
    ] = None,
    against: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Report runs of words shared with a public set."),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, max=MOST_WORKERS, help="Number of processes that count records.")
    ] = 1,
    executor: Executor = "local",
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write an HTML page with tables and plots."),
    ] = None,
    all_: Annotated[
        bool, typer.Option("--all", help="Show all values of figures, not only the first ten rows.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Show statistics of a dataset, how varied its text is, and how well guessing does."""
    from ..compiler.dataset.formats.outputs import check_outputs, dataset_files, write_output
    from ..compiler.dataset.stats.layout.tables import tables
    from ..compiler.dataset.stats.layout.verdict import verdict_lines
    from ..compiler.dataset.stats.stats import stats

    others = beside or ()
    if html is not None:
        named = (*(against or ()), *([reference] if reference is not None else ()))
        read = chain.from_iterable(map(dataset_files, (dataset, *others)))
        check_outputs({"--html": html}, (*named, *read))
    expected = [expected_records(each) for each in (dataset, *others)]
    with progress_counter(sum(expected) if all(expected) else 0) as told:
        found = stats(
            dataset,
            by=by,
            reference=reference,
            statistics=statistic or (),
            beside=others,
            against=against or (),
            progress=told,
            workers=workers,
            executor=executor,
        )
    if html is not None:
        from ..compiler.dataset.stats.page.report import html as page

        write_output(html, page(found).encode(), "--html")
        talk.say(f"wrote {html}")
    if json:
        talk.give(found)
    else:
        talk.put(f"{found.all.instances} instances of {', '.join(found.families)}\n")
        width = max(NARROWEST, get_terminal_size((80, 24)).columns)
        for line in verdict_lines(found.verdict, width):
            mark, blank, rest = line.partition(" ")
            talk.put_parts((mark, _MARKS.get(mark, "")), (blank + rest, ""))
        for table in tables(found, all_):
            _draw(table, width)
    if not found.ok:
        raise typer.Exit(WRONG_INPUT)


def _draw(table: "Table", width: int) -> None:
    """Print a table: with lines on a terminal, in plain columns elsewhere."""
    from ..compiler.dataset.stats.layout.cells import lines

    if sys.stdout.isatty() and table.rows:
        talk.draw(replace(table, note="\n".join(table.notes)))
        return
    talk.put("")
    for line in lines(table, width):
        talk.put(line)
