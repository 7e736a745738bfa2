"""`rspc export`: a dataset in the form that a harness or a trainer reads."""

from pathlib import Path
from typing import Annotated

import typer

from . import talk
from .faults import with_exit_codes
from .options import JsonSummary, Out
from .progress import expected_records, progress_counter


@with_exit_codes
def command(
    dataset: Annotated[
        Path,
        typer.Argument(
            metavar="DATASET", help="A folder written by `rspc compile`, or a file of records."
        ),
    ],
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="What to export to; `rspc list exporters` shows what there is. The `datasets` of Hugging Face loads "
            "DATASET as it is.",
        ),
    ],
    out: Out,
    shots: Annotated[
        int, typer.Option("--shots", metavar="K", help="Worked problems before each prompt.")
    ] = 0,
    shots_from: Annotated[
        str | None,
        typer.Option(
            "--shots-from",
            metavar="SPLIT",
            help="The split of the worked problems, which is not exported; `train` if not given.",
        ),
    ] = None,
    answer_format: Annotated[
        str,
        typer.Option(
            "--answer-format",
            metavar="FORM",
            help="The form of answers that prompts ask for: plain, boxed, json or tag.",
        ),
    ] = "plain",
    proof: Annotated[
        bool, typer.Option("--proof", help="Let keys include what a reward for proofs needs.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace an earlier export in the folder.")
    ] = False,
    json: JsonSummary = False,
) -> None:
    """Write a dataset for a harness or a trainer, with a README that says how to run it."""
    from ..compiler.dataset.export.export import export

    with progress_counter(expected_records(dataset)) as told:
        found = export(
            dataset,
            target,
            out,
            shots=shots,
            shots_from=shots_from,
            answer_format=answer_format,
            proof=proof,
            force=force,
            progress=told,
        )
    if json:
        talk.give(found)
        return
    counts = ", ".join(f"{count} of `{split}`" for split, count in found.counts.items())
    talk.say(f"problems exported: {counts}")
    talk.say(f"next: read `{found.out / 'README.md'}`")
    talk.put(found.out)
