"""Speaks to the person at the terminal: diagnostics, notes and JSON, in colour only on a terminal."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ..dsl.visible import visible, visible_json
from . import colours

if TYPE_CHECKING:
    from ..compiler.dataset.stats.layout.cells import Table
    from ..dsl.diagnostics import Diagnostic


def say(text: str) -> None:
    """Write a line to stderr, if it is open."""
    _write_to_stderr(visible(text))


def say_parts(*parts: tuple[str, colours.Role]) -> None:
    """Write a line to stderr that consists of parts, each in the colour of its role on a terminal."""
    _write_to_stderr(
        "".join(colours.paint(visible(text), role, sys.stderr) for text, role in parts)
    )


def say_last(text: str) -> None:
    """Write a line to stderr after all that stdout has got so far."""
    sys.stdout.flush()
    say(text)


def _write_to_stderr(text: str) -> None:
    with suppress(OSError):
        print(text, file=sys.stderr, flush=True)


def say_next(out: Path) -> None:
    """Say on stderr where a dataset was written, and what to do with it next."""
    named = shlex.quote(str(out))
    say(f"dataset {out}")
    say(f"next: see a problem with `rspc show {named}`, and statistics with `rspc stats {named}`")


def put(text: object) -> None:
    """Write a line to stdout, with nothing in it that a terminal would obey or hide."""
    print(visible(str(text)))


def put_parts(*parts: tuple[str, colours.Role]) -> None:
    """Write a line to stdout that consists of parts, each in the colour of its role on a terminal."""
    print("".join(colours.paint(visible(text), role, sys.stdout) for text, role in parts))


def put_lines(lines: Iterable[tuple[str, colours.Role]]) -> None:
    """Write lines to stdout, each in the colour of its role on a terminal."""
    for line in lines:
        put_parts(line)


def width(asked: int | None = None) -> int:
    """Return how many characters a line of stdout has: as many as asked for, else the terminal's, or 80 elsewhere."""
    if asked is not None:
        return asked
    return shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 80


def width_of_messages() -> int:
    """Return how many characters a line of stderr has: the terminal's; elsewhere it has no end."""
    return shutil.get_terminal_size((80, 24)).columns if sys.stderr.isatty() else sys.maxsize


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
        painted = colours.paint_diagnostic(drawn) if colours.is_coloured(sys.stderr) else drawn
        _write_to_stderr(f"{painted}\n")
    more = Counter(each.severity for each in found[MOST_SHOWN:])
    if more:
        told = " and ".join(f"{n:,} more {kind}{'s' * (n > 1)}" for kind, n in more.items())
        say(f"… and {told}{f': {elsewhere} gives all of them' if elsewhere else ''}\n")


def is_debugging() -> bool:
    """Return whether tracebacks are wanted: `rspc --debug …`, or RSPC_DEBUG set to anything."""
    return bool(os.environ.get("RSPC_DEBUG"))


def list_counts(causes: Mapping[str, int]) -> str:
    """Return causes with how often each was met, the commonest first: `no row (40), too small (2)`."""
    ordered = sorted(causes.items(), key=lambda item: (-item[1], item[0]))
    return ", ".join(f"{cause} ({count})" for cause, count in ordered)


def compact(value: Any) -> str:
    """Return a value as JSON on one line; text stands bare."""
    import msgspec

    return value if isinstance(value, str) else msgspec.json.encode(value, enc_hook=str).decode()


def draw(table: Table) -> None:
    """Print a table: with lines on a terminal, in plain columns elsewhere. Each cell stands on one line."""
    from ..compiler.dataset.stats.layout.cells import on_one_line

    title, heads = on_one_line(table.title), [*map(on_one_line, table.columns)]
    rows = [[*map(on_one_line, row)] for row in table.rows]
    if sys.stdout.isatty():
        from rich.table import Table as Drawn

        console = colours.console(sys.stdout)
        drawn = Drawn()
        for name, right in zip(heads, table.right, strict=True):
            side: Literal["right", "left"] = "right" if right else "left"
            word = max(map(len, name.split()), default=0)  # no word of a heading is cut
            drawn.add_column(name, overflow="fold", justify=side, no_wrap=right, min_width=word)
        for row in rows:
            drawn.add_row(*row)
        console.print(f"\n{title}", style="bold")
        console.print(drawn)
        if table.note:
            console.print(visible(table.note), style="dim")
        return
    from ..compiler.dataset.formats.page import table as columns

    put(f"\n{title}\n{'-' * len(title)}")
    for line in columns([heads, *rows], widest=None):
        put(line)
    if table.note:
        put(f"({table.note})")
