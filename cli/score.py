"""`rspc score`: how good the predictions for a dataset are, and whether models differ."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import talk
from .faults import with_exit_codes
from .options import Dataset, Seed
from .progress import expected_records, progress_counter

if TYPE_CHECKING:
    from ..compiler.dataset.score.comparing.comparison import Comparisons
    from ..compiler.dataset.score.scores import Judged
    from ..compiler.dataset.score.verdicts import Verdict


@with_exit_codes
def command(
    dataset: Dataset,
    predictions: Annotated[
        list[Path],
        typer.Argument(
            metavar="PREDICTIONS...",
            help='Replies: lines of `{"id": …, "text": …}`, CSV, Parquet, a log of Inspect, or samples of lm-eval. '
            "Name several files to compare models by a paired test.",
        ),
    ],
    format: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="Format of the replies: jsonl, csv, tsv, parquet, inspect or lm-eval. "
            "By default, it is detected.",
        ),
    ] = None,
    columns: Annotated[
        list[str] | None,
        typer.Option(metavar="id=NAME,reply=NAME", help="Columns with the ids and the replies."),
    ] = None,
    by: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="Also report accuracy by a metric or field."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--out",
            metavar="FILE",
            help="Write the score of each reply: lines of JSON, or a table if FILE ends in .csv or .parquet.",
        ),
    ] = None,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write an HTML page with scores and samples."),
    ] = None,
    seed: Seed = 0,
    json: Annotated[
        bool, typer.Option("--json", help="Print everything as JSON, with each reply's verdict.")
    ] = False,
) -> None:
    """Score free-text replies to the prompts of a dataset, and compare models."""
    from ..compiler.dataset.formats.outputs import check_outputs, dataset_files, write_output
    from ..compiler.dataset.score.comparing.comparison import compare, open_models
    from ..compiler.dataset.score.reading.names import read_columns
    from ..compiler.dataset.score.verdicts import OPTION, open_verdicts

    if out is not None or html is not None:
        check_outputs({OPTION: out, "--html": html}, (*predictions, *dataset_files(dataset)))
    with open_models(predictions, format, read_columns(columns or ())) as models:
        names = list(models)
        verdicts: dict[str, list[Verdict]] = {name: [] for name in names}

        def judged(each: Judged) -> None:
            for name, verdict in zip(names, each.verdicts, strict=True):
                write(verdict, name)
                if json:
                    verdicts[name].append(verdict)

        with (
            progress_counter(expected_records(dataset)) as told,
            open_verdicts(out, named=len(names) > 1) as write,
        ):
            found = compare(
                dataset,
                models,
                by=by or (),
                seed=seed,
                sampled=html is not None,
                each=judged,
                progress=told,
            )
    if html is not None:
        from ..compiler.dataset.score.comparing.page import html as page

        write_output(html, page(found).encode(), "--html")
    if json:
        talk.give(_whole(found, verdicts))
        return
    for name, path in (("verdicts", out), ("wrote", html)):
        if path is not None:
            talk.say(f"{name} {path}")
    _show(found)


def _whole(found: Comparisons, verdicts: dict[str, list[Verdict]]) -> dict[str, Any]:
    """Return everything that is known: of one model, its scores; of several, those of each, and comparisons."""
    models = {
        name: {**vars(each), "verdicts": verdicts[name]} for name, each in found.models.items()
    }
    if len(models) == 1:
        return next(iter(models.values()))
    return {"dataset": found.dataset, "models": models, "comparisons": found.comparisons}


def _show(found: Comparisons) -> None:
    from ..compiler.dataset.score.comparing.layout import tables as compared
    from ..compiler.dataset.score.layout import tables
    from ..compiler.dataset.stats.layout.cells import number, on_one_line

    for each in found.models.values():
        talk.show(each.remarks)
    for name, each in found.models.items():
        own = f"{on_one_line(name)}: " if len(found.models) > 1 else ""
        talk.put(f"{own}{number(each.accuracy.right)} of {each.accuracy.count} right")
    alone = next(iter(found.models.values()))
    for table in compared(found) if len(found.models) > 1 else tables(alone):
        talk.draw(table)
