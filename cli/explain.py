"""`rspc explain`: what a diagnostic's code means."""

from typing import Annotated

import typer

from . import talk
from .faults import with_exit_codes


@with_exit_codes
def command(
    code: Annotated[str, typer.Argument(metavar="CODE", help="A code such as E0201.")],
    json: Annotated[bool, typer.Option("--json", help="Print the page as JSON.")] = False,
) -> None:
    """Explain the code of a diagnostic."""
    from ..dsl.diagnostics import Diagnostic, SpecError, codes, did_you_mean, page

    wanted = code.strip().upper()
    text = page(wanted)
    if text is None:
        raise SpecError(
            [Diagnostic("E0809", f"there is no code `{code}`", help=did_you_mean(wanted, codes()))]
        )
    if json:
        talk.give({"code": wanted, "text": text})
    else:
        talk.put(text.rstrip("\n"))
