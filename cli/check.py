"""`rspc check`: everything wrong with specs, short of proofs or with them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import talk
from .compile import row_files
from .faults import WRONG_INPUT, with_exit_codes
from .standard_input import STDIN, STDIN_NAME, standard_input

if TYPE_CHECKING:
    from ..dsl.diagnostics import Diagnostic


@with_exit_codes
def command(
    specs: Annotated[
        list[str],
        typer.Argument(
            metavar="SPEC…",
            help="Spec files, names of installed families, or `-` for standard input.",
        ),
    ],
    prove: Annotated[
        bool,
        typer.Option("--prove", help="Also prove that each test and its complement are opposites."),
    ] = False,
    rows: Annotated[
        list[str] | None,
        typer.Option(metavar="RECORD=FILE", help="Also check the rows of a record in this file."),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Print the diagnostics as a JSON list.")
    ] = False,
) -> None:
    """Check specs: report every error and warning."""
    found: list[Diagnostic] = []
    for spec in specs:
        here = _faults(spec, prove, row_files(rows or []))
        found += here
        if not json:
            talk.show(here, elsewhere="`--json`")
            if all(diagnostic.severity == "warning" for diagnostic in here):
                shown = STDIN_NAME if spec == STDIN else spec
                talk.say(f"{shown}: {'proved' if prove else 'fine'}")
    if json:
        talk.show(found, as_json=True)
    if any(diagnostic.severity == "error" for diagnostic in found):
        raise typer.Exit(WRONG_INPUT)


def _faults(spec: str, prove: bool, rows: dict[str, Path]) -> tuple[Diagnostic, ...]:
    from ..compiler.api import check
    from ..dsl.diagnostics import SpecError

    try:
        return check(standard_input() if spec == STDIN else spec, rows=rows, prove=prove)
    except SpecError as error:
        return error.diagnostics
