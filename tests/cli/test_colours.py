"""Which streams get colours, and what is in them."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from rspc.cli import colours
from rspc.dsl.diagnostics import Diagnostic, render
from rspc.dsl.source import Source, Span

CODES = re.compile(r"\x1b\[[0-9;]*m")


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("terminal", "given", "coloured"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
        (False, {"FORCE_COLOR": "1"}, True),
        (False, {"FORCE_COLOR": "0"}, False),
        (False, {"FORCE_COLOR": ""}, False),
        (True, {"FORCE_COLOR": "1", "TERM": "dumb"}, True),
        (True, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
    ],
)
def test_what_gets_colours(
    terminal: bool, given: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    stream = Terminal() if terminal else io.StringIO()
    assert colours.is_coloured(stream) is coloured
    assert ("\x1b[" in colours.paint("x", "right", stream)) is coloured


def test_a_painted_diagnostic_is_the_plain_one_without_its_codes() -> None:
    source = Source("a.rspec", "family a\nlogic b\n")
    wrong = Diagnostic("E0213", "there is no logic `b`", Span(source, 15, 16), "no", help="c")
    for each in (wrong, Diagnostic("W0101", "careful")):
        plain = render(each)
        painted = colours.paint_diagnostic(plain)
        assert painted != plain
        assert CODES.sub("", painted) == plain
    head, *_, carets, help = colours.paint_diagnostic(render(wrong)).splitlines()
    assert head.startswith("\x1b[31m\x1b[1merror[E0213]\x1b[0m")
    assert "\x1b[31m\x1b[1m^ no\x1b[0m" in carets
    assert "\x1b[36mhelp: c\x1b[0m" in help


def test_painted_help_is_the_plain_one_without_its_codes() -> None:
    plain = "Usage: rspc x\n\n  A sentence here.\n\nOptions:\n  --all  Take  all.\n  -o, --out DIR\n         Here.\n"
    painted = colours.paint_help(plain)
    assert CODES.sub("", painted) == plain
    assert "\x1b[36m--all\x1b[0m  Take  all." in painted
    assert "\x1b[36m-o, --out DIR\x1b[0m" in painted
    assert "\n  A sentence here.\n" in painted


def run(*words: str, **environment: str) -> str:
    """Return what a command writes to pipes."""
    own = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")}
    done = subprocess.run(
        [sys.executable, "-m", "rspc", *words],
        env={**own, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def run_on_terminal(*words: str, **environment: str) -> str:
    """Return what a command writes to a terminal of 60 columns."""
    own = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "COLUMNS")}
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "rspc", *words],
        env={**own, "TERM": "xterm", "COLUMNS": "60", **environment},
        stdin=child,
        stdout=child,
        stderr=child,
    )
    os.close(child)
    parts = []
    while True:
        try:
            part = os.read(parent, 65536)
        except OSError:  # Linux says so when the other end is closed
            break
        if not part:
            break
        parts.append(part)
    os.close(parent)
    process.wait()
    return b"".join(parts).decode().replace("\r\n", "\n")


def test_commands_are_coloured_on_a_terminal_alone(tmp_path: Path) -> None:
    bad = tmp_path / "bad.rspec"
    bad.write_text("family bad\nlogic nonsense\n")
    for words in (("check", str(bad)), ("--help",), ("list", "writers")):
        plain = run(*words)
        assert "\x1b" not in plain
        assert plain
        assert "\x1b[" in run(*words, FORCE_COLOR="1")
        assert "\x1b[" in run_on_terminal(*words)
        assert "\x1b" not in run_on_terminal(*words, NO_COLOR="1")
        assert "\x1b" not in run_on_terminal(*words, TERM="dumb")
