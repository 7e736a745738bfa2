"""Colours of what a terminal shows: which stream gets them, and one style for each role of a text.

The styles are the sixteen colours of the terminal's own palette, so that they can be read on a dark and on a light
background.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, TextIO, TypeAlias

import typer

if TYPE_CHECKING:
    from rich.console import Console

Role: TypeAlias = Literal[
    "", "title", "heading", "name", "right", "wrong", "warning", "code", "help", "quiet"
]

_STYLES: Mapping[str, Mapping[str, Any]] = MappingProxyType(
    {
        "title": {"bold": True},
        "heading": {"fg": typer.colors.BLUE, "bold": True},
        "name": {"fg": typer.colors.CYAN},
        "right": {"fg": typer.colors.GREEN, "bold": True},
        "wrong": {"fg": typer.colors.RED, "bold": True},
        "warning": {"fg": typer.colors.YELLOW, "bold": True},
        "code": {"bold": True},
        "help": {"fg": typer.colors.CYAN},
        "quiet": {"dim": True},
    }
)

_SEVERITY = re.compile(r"^(error|warning)\[([EW]\d{4})\](.*)$")
_CARETS = re.compile(r"^( *\| +)([\^-]+.*)$")
_HELP = re.compile(r"^( *= )((?:help|note):.*)$")
_MARGIN = re.compile(r"^( *-->|[ \d]*\|)(.*)$")

_SECTION = re.compile(r"^[A-Z][\w ]*:$")
_ENTRY = re.compile(r"^(  )(-?\S+(?: \S+)*)(  .*)?$")


def is_coloured(stream: TextIO) -> bool:
    """Return whether a stream gets colours.

    A terminal does, unless NO_COLOR is set or TERM is `dumb`. FORCE_COLOR gives them to any other stream, unless it is
    empty or `0`. NO_COLOR is stronger than FORCE_COLOR.
    """
    if os.environ.get("NO_COLOR"):
        return False
    if is_forced():
        return True
    return stream.isatty() and os.environ.get("TERM") not in ("dumb", "unknown")


def is_forced() -> bool:
    """Return whether FORCE_COLOR asks for colours on every stream, and NO_COLOR does not forbid them."""
    return os.environ.get("FORCE_COLOR", "0") not in ("", "0") and not os.environ.get("NO_COLOR")


def paint(text: str, role: Role, stream: TextIO) -> str:
    """Return a text in the style of its role, if its stream gets colours.

    Nothing in the text may be left for the terminal to obey: this writes the only codes.
    """
    return _style(text, role) if is_coloured(stream) else text


def _style(text: str, role: str) -> str:
    if not text or not role:
        return text
    return typer.style(text, **_STYLES[role])


def paint_diagnostic(drawn: str) -> str:
    """Return a diagnostic as `render` draws it, with its severity, code, carets and help in colour."""
    lines = drawn.splitlines()
    role = "warning" if lines[0].startswith("warning") else "wrong"
    return "\n".join(_paint_line(line, role) for line in lines)


def _paint_line(line: str, role: str) -> str:
    if head := _SEVERITY.match(line):
        return _style(f"{head[1]}[{head[2]}]", role) + _style(head[3], "title")
    if carets := _CARETS.match(line):
        return _style(carets[1], "quiet") + _style(carets[2], role)
    if help := _HELP.match(line):
        return _style(help[1], "quiet") + _style(help[2], "help")
    if margin := _MARGIN.match(line):
        return _style(margin[1], "quiet") + margin[2]
    return line


def paint_help(text: str) -> str:
    """Return the help of a command with its headings, options, commands and examples in colour."""
    lines, listed = [], False
    for line in text.split("\n"):
        if line.startswith("Usage: "):
            line = _style("Usage:", "heading") + line.removeprefix("Usage:")
        elif _SECTION.match(line):
            line, listed = _style(line, "heading"), True
        elif listed and (entry := _ENTRY.match(line)):
            line = entry[1] + _style(entry[2], "name") + (entry[3] or "")
        lines.append(line)
    return "\n".join(lines)


def console(stream: TextIO) -> Console:
    """Return a console of `rich` that writes to a stream, in colour if the stream gets colours."""
    from rich.console import Console

    if is_coloured(stream):
        return Console(file=stream, markup=False, highlight=False)
    return Console(file=stream, markup=False, highlight=False, color_system=None)
