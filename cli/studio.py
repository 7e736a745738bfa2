"""`rspc studio`: specs and datasets in a browser."""

from importlib.util import find_spec
from typing import Annotated

import typer

from . import talk
from .faults import with_exit_codes

NEEDED = ("nicegui", "lsprotocol")


@with_exit_codes
def command(
    target: Annotated[
        str,
        typer.Argument(
            metavar="TARGET",
            help="A spec, an installed family, a dataset, or a folder with specs and datasets.",
        ),
    ] = ".",
    host: Annotated[str, typer.Option(help="Address that the server listens at.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the server; 0 for a free one.")
    ] = 0,
    no_token: Annotated[
        bool,
        typer.Option("--no-token", help="Answer everybody on this machine, without a token."),
    ] = False,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Only show the address, and open no browser.")
    ] = False,
) -> None:
    """Write specs and look at datasets in a browser.

    The server runs on this machine, and nothing is sent to others. `pip install 'rspc[studio]'` installs what it
    needs. Ctrl-C ends it.
    """
    from ..dsl.diagnostics import Diagnostic, SpecError

    lacking = next((name for name in NEEDED if find_spec(name) is None), None)
    if lacking is not None:
        raise SpecError(
            [
                Diagnostic(
                    "E0816",
                    f"`rspc studio` needs the package `{lacking}`, which is not installed",
                    help="install it with `pip install 'rspc[studio]'`",
                )
            ]
        )
    if no_token and not _is_own(host):
        raise typer.BadParameter(
            f"others can reach `{host}`: without a token they could read and change files",
            param_hint="--no-token",
        )
    from ..integrations.studio.target import read_target

    found = read_target(target)
    from ..integrations.studio.address import Address
    from ..integrations.studio.serving import serve

    serve(found, Address(host, port, not no_token), talk.put, browse=not no_browser)


def _is_own(host: str) -> bool:
    """Return whether only this machine can reach an address."""
    return host == "localhost" or host == "::1" or host.startswith("127.")
