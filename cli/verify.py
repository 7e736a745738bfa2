"""`rspc verify`: whether a dataset's labels, certificates and words are what they should be."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..dsl.diagnostics import count_noun
from . import talk
from .faults import WRONG_INPUT, with_exit_codes
from .options import MOST_WORKERS, Dataset, Executor
from .progress import expected_records, progress_counter

if TYPE_CHECKING:
    from ..compiler.dataset.verify.report import Report

SHOWN = 20
"""How many errors are printed; `--json` prints all."""


@with_exit_codes
def command(
    dataset: Dataset,
    engine: Annotated[
        list[str] | None,
        typer.Option(metavar="ENGINE", help="Also decide every problem with this engine."),
    ] = None,
    sample: Annotated[
        float,
        typer.Option(metavar="P", min=0.0, max=1.0, help="Share of the records to verify."),
    ] = 1.0,
    workers: Annotated[
        int, typer.Option(min=1, max=MOST_WORKERS, help="Number of processes that verify records.")
    ] = 1,
    executor: Executor = "local",
    family: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Use this spec or bundle instead of `family.json`."),
    ] = None,
    other_version: Annotated[
        bool,
        typer.Option(
            "--other-version",
            help="Accept records of another version, without comparing their text.",
        ),
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the report as JSON.")] = False,
) -> None:
    """Check the certificates and the records of a dataset."""
    from ..compiler.dataset.verify.dataset import verify

    if not sample:
        raise typer.BadParameter("nothing would be verified", param_hint="'--sample'")
    with progress_counter(round(expected_records(dataset) * sample)) as told:
        found = verify(
            dataset, family, engine or (), sample, told, workers, other_version, executor
        )
    if json:
        talk.give(found.as_dict())
    else:
        _tell(found)
    if not found.ok:
        raise typer.Exit(WRONG_INPUT)


def _tell(found: Report) -> None:
    talk.show(found.warnings)
    talk.show(each.diagnostic() for each in found.faults[:SHOWN])
    faults = sum(found.counts.values())
    if faults > SHOWN:
        talk.say(f"… and {faults - SHOWN} more: `rspc verify --json` gives them\n")
    of = {each.record for each in found.faults if each.record}
    whole = faults == len(found.faults)  # a report keeps only the first faults
    where = f" in {count_noun(len(of), 'record')}" if of and whole else ""
    fault = f"{count_noun(faults, 'fault')}{where}" if faults else "no fault"
    others = "".join(f"{name} decided {count}; " for name, count in found.decided.items())
    talk.put(
        f"{count_noun(found.records, 'record')}: {count_noun(found.checked, 'certificate')} checked, "
        f"{found.remade} made again; {others}{fault}"
    )
