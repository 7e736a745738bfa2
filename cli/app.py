"""The command line: the list of commands. Each has a module of its own."""

import io
import os
import sys
from typing import Annotated

import typer

from ..version import __version__
from . import (
    check,
    compile,
    dedup,
    diff,
    explain,
    export,
    filter,
    fmt,
    installed,
    lsp,
    mix,
    new,
    preview,
    score,
    show,
    solve,
    stats,
    studio,
    verify,
)
from .faults import final_exit_code, report_write_error
from .usage import Command, Commands

app = typer.Typer(
    name="rspc",
    cls=Commands,
    help="Compile families of reasoning problems into worded, certified instances.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(asked: bool) -> None:
    if asked:
        print(f"rspc {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show a traceback when rspc fails (as RSPC_DEBUG does).")
    ] = False,
) -> None:
    """Compile families of reasoning problems into worded, certified instances."""
    if debug:
        os.environ["RSPC_DEBUG"] = "1"


app.command("compile", cls=Command)(compile.command)
app.command("preview", cls=Command)(preview.command)
app.command("check", cls=Command)(check.command)
app.command("fmt", cls=Command)(fmt.command)
app.command("explain", cls=Command)(explain.command)
app.command("show", cls=Command)(show.command)
app.command("stats", cls=Command)(stats.command)
app.command("diff", cls=Command)(diff.command)
app.command("verify", cls=Command)(verify.command)
app.command("dedup", cls=Command)(dedup.command)
app.command("filter", cls=Command)(filter.command)
app.command("mix", cls=Command)(mix.command)
app.command("export", cls=Command)(export.command)
app.command("score", cls=Command)(score.command)
app.command("solve", cls=Command)(solve.command)
app.command("list", cls=Command)(installed.command)
app.command("new", cls=Command)(new.command)
app.command("lsp", cls=Command)(lsp.command)
app.command("studio", cls=Command)(studio.command)


def main() -> None:
    """Run the command line and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    code: str | int | None = 0
    try:
        app(prog_name="rspc")
    except SystemExit as end:
        code = end.code
    except OSError as fault:
        code = report_write_error(fault)
    sys.exit(final_exit_code(code))
