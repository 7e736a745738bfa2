"""`rspc stats`: a dataset's figures, and how near a reference they are."""

from pathlib import Path
from typing import Annotated

import typer

from . import talk
from .faults import WRONG_INPUT, with_exit_codes
from .options import MOST_WORKERS, Dataset, Executor
from .progress import expected_records, progress_counter


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
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """Show statistics of a dataset, how varied its text is, and how well guessing does."""
    from ..compiler.dataset.stats.layout.tables import tables
    from ..compiler.dataset.stats.stats import stats

    others = beside or ()
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
        from ..compiler.dataset.stats.report import html as page

        html.write_text(page(found), "utf-8")
        talk.say(f"wrote {html}")
    if json:
        talk.give(found)
    else:
        talk.put(f"{found.all.instances} instances of {', '.join(found.families)}")
        for table in tables(found):
            talk.draw(table)
    if not found.ok:
        raise typer.Exit(WRONG_INPUT)
