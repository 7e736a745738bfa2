"""`rspc lsp`: the language server, for editors."""

from importlib.util import find_spec
from typing import Annotated

import typer

from .faults import with_exit_codes
from .signals import end_at_once


@with_exit_codes
def command(
    stdio: Annotated[
        bool,
        typer.Option("--stdio", help="Use standard input and output, which is the default."),
    ] = False,
) -> None:
    """Start the language server for editors, on standard input and output.

    `pip install 'rspc[lsp]'` installs what it needs.
    """
    from ..dsl.diagnostics import Diagnostic, SpecError

    if find_spec("pygls") is None or find_spec("lsprotocol") is None:
        raise SpecError(
            [
                Diagnostic(
                    "E0816",
                    "`rspc lsp` needs the package `pygls`, which is not installed",
                    help="install it with `pip install 'rspc[lsp]'`",
                )
            ]
        )
    from ..integrations.language_server.methods import serve

    end_at_once()
    serve()
