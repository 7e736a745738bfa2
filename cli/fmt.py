"""`rspc fmt`: specs in their canonical form."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from . import talk
from .faults import WRONG_INPUT, with_exit_codes
from .standard_input import STDIN, STDIN_NAME, standard_input


@with_exit_codes
def command(
    specs: Annotated[
        list[Path],
        typer.Argument(
            metavar="SPEC…", help="Files to format, or `-`: standard input, to standard output."
        ),
    ],
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
            if str(spec) == STDIN:
                changed += _format_input(check or json)
            elif reformat(spec, write=not check):
                changed.append(str(spec))
        except SpecError as error:
            report.extend(error.diagnostics)
    if not json:
        for name in changed:
            if name != STDIN_NAME or check:
                talk.put(name)
        talk.say(f"{len(changed)} of {len(specs)} {'would change' if check else 'changed'}")
    report.raise_errors()
    if json:
        talk.give(changed)
    if check and changed:
        raise typer.Exit(WRONG_INPUT)


def _format_input(quiet: bool) -> list[str]:
    """Write standard input in canonical form, unless it is only to be checked; return its name if that is another."""
    from ..dsl.printing.formatting import format_text

    source = standard_input()
    canonical = format_text(source)
    if not quiet:
        sys.stdout.buffer.write(canonical.encode())
        sys.stdout.buffer.flush()
    return [STDIN_NAME] if canonical != source.text else []
