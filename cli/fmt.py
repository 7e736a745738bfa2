"""`rspc fmt`: specs in their canonical form."""

from pathlib import Path
from typing import Annotated

import typer

from . import talk
from .faults import WRONG_INPUT, with_exit_codes


@with_exit_codes
def command(
    specs: Annotated[list[Path], typer.Argument(metavar="SPEC…", help="Files to format.")],
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit with 1 if a file would change.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the changed files as JSON.")] = False,
) -> None:
    """Format specs in their canonical style."""
    from ..compiler.notation import reformat
    from ..dsl.diagnostics import Report, SpecError

    report = Report()
    changed = []
    for spec in specs:
        try:
            if reformat(spec, write=not check):
                changed.append(str(spec))
        except SpecError as error:
            report.extend(error.diagnostics)
    if not json:
        for name in changed:
            talk.put(name)
        talk.say(f"{len(changed)} of {len(specs)} {'would change' if check else 'changed'}")
    report.raise_errors()
    if json:
        talk.give(changed)
    if check and changed:
        raise typer.Exit(WRONG_INPUT)
