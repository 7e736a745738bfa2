"""`rspc diff`: what differs between two datasets."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import talk
from .faults import WRONG_INPUT, with_exit_codes

if TYPE_CHECKING:
    from ..compiler.dataset.difference import Differences


@with_exit_codes
def command(
    first: Annotated[Path, typer.Argument(metavar="A", help="A folder written by `rspc compile`.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="Another one.")],
    json: Annotated[bool, typer.Option("--json", help="Print the differences as JSON.")] = False,
) -> None:
    """Show what differs between two datasets, and exit with 1 if their problems do."""
    from ..compiler.dataset.difference import compare

    found = compare(first, second)
    if json:
        talk.give(found)
    else:
        _print(found)
    if not found.none:
        raise typer.Exit(WRONG_INPUT)


def _print(found: Differences) -> None:
    for name, (one, other) in found.settings.items():
        talk.put(f"{name}: {one} -> {other}")
    one, other = found.records
    talk.put(f"records: {one}" if one == other else f"records: {one} -> {other}")
    talk.put(f"the same in all parts: {found.same}")
    for part, number in found.parts.items():
        talk.put(f"another {part}: {number}")
    for each in found.examples:
        pair = each.first if each.first == each.second else f"{each.first} -> {each.second}"
        talk.put(f"\n{each.part} of {pair}")
        for line in each.lines:
            talk.put(f"  {line}")
