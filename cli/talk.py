"""Speaks to the person at the terminal: diagnostics, notes and JSON, in colour only on a terminal."""

from __future__ import annotations

import json
import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

import typer

from ..dsl.visible import visible, visible_json

if TYPE_CHECKING:
    from ..compiler.dataset.stats.layout.cells import Table
    from ..dsl.diagnostics import Diagnostic

_HEAD = re.compile(r"^(error|warning)\[([EW]\d{4})\](.*)$")
_CARETS = re.compile(r"^( *\| +)([\^-]+.*)$")


def say(text: str) -> None:
    """Write a line to stderr, if it is open."""
    _write_to_stderr(visible(text))


def _write_to_stderr(text: str) -> None:
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def put(text: object) -> None:
    """Write a line to stdout, with nothing in it that a terminal would obey or hide."""
    print(visible(str(text)))


def give(value: Any) -> None:
    """Write a value to stdout as one JSON document."""
    import msgspec

    plain = msgspec.to_builtins(value, enc_hook=str, str_keys=True)
    text = visible_json(json.dumps(plain, indent=2, ensure_ascii=False))
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        # Names of files need not be text, and a terminal need not know all letters; JSON has escapes for both.
        text = json.dumps(plain, indent=2)
    print(text)


MOST_SHOWN = 50
"""How many diagnostics are drawn."""


def show(diagnostics: Iterable[Diagnostic], *, as_json: bool = False, elsewhere: str = "") -> None:
    """Print diagnostics on stderr, or as a JSON list on stdout.

    If there are very many, only the first are printed, errors before warnings; `elsewhere` names the place
    of the full list.
    """
    from ..dsl.diagnostics import as_dict, render

    if as_json:
        give([as_dict(diagnostic) for diagnostic in diagnostics])
        return
    found = list(diagnostics)
    if len(found) > MOST_SHOWN:
        found.sort(key=lambda each: each.severity)
    for each in found[:MOST_SHOWN]:
        drawn = render(each)
        _write_to_stderr(f"{_colour(drawn) if colours(sys.stderr) else drawn}\n")
    more = Counter(each.severity for each in found[MOST_SHOWN:])
    if more:
        told = " and ".join(f"{n:,} more {kind}{'s' * (n > 1)}" for kind, n in more.items())
        say(f"… and {told}{f': {elsewhere} gives all of them' if elsewhere else ''}\n")


def colours(stream: TextIO) -> bool:
    """Return whether colour belongs on a stream: a terminal, unless NO_COLOR says otherwise."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def is_debugging() -> bool:
    """Return whether tracebacks are wanted: `rspc --debug …`, or RSPC_DEBUG set to anything."""
    return bool(os.environ.get("RSPC_DEBUG"))


def _colour(drawn: str) -> str:
    lines = drawn.splitlines()
    hue = typer.colors.YELLOW if lines[0].startswith("warning") else typer.colors.RED
    painted = []
    for line in lines:
        if head := _HEAD.match(line):
            severity = typer.style(f"{head[1]}[{head[2]}]", fg=hue, bold=True)
            painted.append(severity + typer.style(head[3], bold=True))
        elif carets := _CARETS.match(line):
            painted.append(carets[1] + typer.style(carets[2], fg=hue))
        else:
            painted.append(line)
    return "\n".join(painted)


def list_counts(causes: Mapping[str, int]) -> str:
    """Return causes with how often each was met, the commonest first: `no row (40), too small (2)`."""
    ordered = sorted(causes.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{cause} ({count})" for cause, count in ordered)


def compact(value: Any) -> str:
    """Return a value as JSON on one line; text stands bare."""
    import msgspec

    return value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=str).decode()


def draw(table: Table) -> None:
    """Print a table: with lines on a terminal, in plain columns elsewhere."""
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.table import Table as Drawn

        console = Console(markup=False, highlight=False)
        drawn = Drawn()
        for column in table.columns:
            drawn.add_column(visible(column), overflow="fold")
        for row in table.rows:
            drawn.add_row(*map(visible, row))
        console.print(f"\n{visible(table.title)}", style="bold")
        console.print(drawn)
        if table.note:
            console.print(visible(table.note), style="dim")
        return
    from ..compiler.dataset.formats.page import table as columns

    put(f"\n{table.title}\n{'-' * len(table.title)}")
    for line in columns([table.columns, *table.rows], widest=None):
        put(line)
    if table.note:
        put(f"({table.note})")
