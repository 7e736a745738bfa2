"""`rspc preview`: one problem of a family as a page, with nothing written."""

from typing import Annotated

import typer

from . import talk
from .compile import read_settings, row_files
from .faults import with_exit_codes
from .options import MOST, Level, Parameters, Preset, Rows, Seed, Spec, Width


@with_exit_codes
def command(
    spec: Spec,
    seed: Seed = 0,
    index: Annotated[int, typer.Option(min=0, max=MOST, help="Number of the instance.")] = 0,
    split: Annotated[str, typer.Option(help="Split of the vocabulary.")] = "",
    preset: Preset = "",
    level: Level = None,
    set_: Parameters = None,
    rows: Rows = None,
    whole: Annotated[
        bool, typer.Option("--whole", help="Also show the theory, certificate and metrics.")
    ] = False,
    width: Width = None,
    json: Annotated[bool, typer.Option("--json", help="Print the record as JSON.")] = False,
) -> None:
    """Show one problem of a family and write nothing."""
    from ..compiler.api import load
    from ..compiler.dataset.formats.page import page_lines, problem_lines
    from ..compiler.dataset.literal_words import literal_words
    from ..dsl.diagnostics import Report

    report = Report()
    family = load(spec, report, rows=row_files(rows or []))
    talk.show(report.warnings)
    (setting,) = read_settings(family, set_ or [], [], preset, level)
    record = family.instance(seed, index, split, **setting.params).record()
    if json:
        talk.give(record)
    else:
        columns = talk.width(width)
        talk.put_lines(
            page_lines(record, whole, columns, literal_words(record, family))
            if whole
            else problem_lines(record, columns)
        )
