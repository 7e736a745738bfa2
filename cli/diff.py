"""`rspc diff`: what differs between two datasets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import talk
from .changes import draw_changes, fill_lines
from .faults import WRONG_INPUT, with_exit_codes
from .options import Width
from .progress import expected_records, progress_counter

if TYPE_CHECKING:
    from ..compiler.dataset.difference import Differences


@with_exit_codes
def command(
    first: Annotated[
        Path,
        typer.Argument(
            metavar="A", help="A folder written by `rspc compile`, or a file of records."
        ),
    ],
    second: Annotated[Path, typer.Argument(metavar="B", help="Another one.")],
    width: Width = None,
    json: Annotated[bool, typer.Option("--json", help="Print the differences as JSON.")] = False,
) -> None:
    """Compare two datasets: show what differs, and exit with 1 if their problems do."""
    from ..compiler.dataset.difference import compare

    with progress_counter(max(map(expected_records, (first, second)))) as told:
        found = compare(first, second, told)
    if json:
        talk.give(found)
    else:
        _print(found, talk.width(width))
    if not found.none:
        raise typer.Exit(WRONG_INPUT)


def _shown(value: Any) -> str:
    return "nothing" if value is None else talk.compact(value)


def _print(found: Differences, width: int) -> None:
    for name, (one, other) in found.settings.items():
        for line in fill_lines(f"{name}: {_shown(one)} -> {_shown(other)}", width):
            talk.put(line)
    one, other = found.records
    talk.put(f"records: {one}" if one == other else f"records: {one} -> {other}")
    talk.put(f"problems that are the same: {found.same}")
    for part, number in found.parts.items():
        talk.put(f"problems that differ in {part}: {number}")
    for each in found.examples:
        pair = each.first if each.first == each.second else f"{each.first} -> {each.second}"
        talk.put(f"\n{each.part} of {pair}")
        for parts in draw_changes(each.lines, width - 2):
            talk.put_parts(("  ", ""), *parts)
