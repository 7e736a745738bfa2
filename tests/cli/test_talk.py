"""What is written to the person at the terminal."""

from __future__ import annotations

import io
import json
import re
from contextlib import redirect_stderr

import pytest

from rspc.cli import progress, talk
from rspc.compiler.dataset.runs.progress import Progress
from rspc.dsl.diagnostics import Diagnostic
from rspc.dsl.source import Source, Span

SOURCE = Source("a.rspec", "family a\nlogic b\n")
WRONG = Diagnostic(
    "E0213", "there is no logic `b`", Span(SOURCE, 15, 16), "not installed", help="c"
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_is_for_terminals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    with redirect_stderr(Terminal()) as plain:
        talk.show([WRONG])
    assert "\x1b[31m" in plain.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    with redirect_stderr(Terminal()) as plain:
        talk.show([WRONG])
    assert plain.getvalue()
    assert "\x1b" not in plain.getvalue()


def test_elsewhere_there_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    talk.show([WRONG])
    out, err = capsys.readouterr()
    assert out == ""
    assert err.splitlines() == [
        "error[E0213]: there is no logic `b`",
        "  --> a.rspec:2:7",
        "  |",
        "2 | logic b",
        "  |       ^ not installed",
        "  = help: c",
        "",
    ]


def test_of_very_many_the_first_are_drawn_and_errors_before_warnings(
    capsys: pytest.CaptureFixture[str],
) -> None:
    remark = Diagnostic("W0101", "a remark")
    talk.show([remark, *[WRONG] * (talk.MOST_SHOWN + 1), remark], elsewhere="`--json`")
    drawn = capsys.readouterr().err
    assert drawn.count("error[E0213]") == talk.MOST_SHOWN
    assert drawn.endswith(
        "\n… and 1 more error and 2 more warnings: `--json` gives all of them\n\n"
    )
    talk.show([remark, WRONG])
    assert "…" not in capsys.readouterr().err


def test_json_is_a_list_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    talk.show([WRONG], as_json=True)
    out, err = capsys.readouterr()
    assert err == ""
    (found,) = json.loads(out)
    assert (found["code"], found["line"], found["column"]) == ("E0213", 2, 7)


def test_without_a_terminal_progress_is_not_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for asked in (None, "", "0", "-1", "often"):
        if asked is None:
            monkeypatch.delenv("RSPC_PROGRESS", raising=False)
        else:
            monkeypatch.setenv("RSPC_PROGRESS", asked)
        with progress.show_progress(9) as tell:
            tell(Progress(3, 9, "", {}))
        assert capsys.readouterr().err == ""
    monkeypatch.setenv("RSPC_PROGRESS", "1e-9")
    with progress.show_progress(9) as tell:
        tell(Progress(3, 9, "", {}))
    assert capsys.readouterr().err == "3 of 9\n"


def test_progress_is_a_line_now_and_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    with progress.show_progress(9) as tell:
        tell(Progress(3, 9, "depth=2", {"too small": 2, "no row": 40}))
    assert capsys.readouterr().err == "3 of 9 (depth=2, dropped 42: no row (40), too small (2))\n"
    monkeypatch.setattr(progress, "EVERY", 1000.0)
    with progress.show_progress(9) as tell:
        tell(Progress(3, 9, "", {}))
    assert capsys.readouterr().err == ""


def test_progress_to_an_end_that_is_not_known(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    with progress.show_progress(0) as tell:
        tell(Progress(50, 0, "", {}, 50))
    (line,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"50 \([\d.]+ a second\)", line)


def test_progress_beyond_the_end_that_was_expected(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    with progress.progress_counter(50) as told:
        told(50)
        told(51)
    first, last = capsys.readouterr().err.splitlines()
    assert first.startswith("50 of 50 (")
    assert re.fullmatch(r"51 \([\d.]+ a second\)", last)
    monkeypatch.setenv("TERM", "xterm")
    with redirect_stderr(Terminal()) as seen, progress.progress_counter(9) as told:
        told(12)
    assert "12/12" in seen.getvalue()


def test_progress_is_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with redirect_stderr(Terminal()) as seen, progress.show_progress(9) as tell:
        tell(Progress(9, 9, "", {"[odd] cause": 2}))
    assert "9/9" in seen.getvalue()
    assert "dropped 2: [odd] cause (2)" in seen.getvalue()


def test_a_count_is_told_apart_from_the_cause_that_it_counts() -> None:
    told = progress.drop_counts({"require sums <= 4": 1, "a sum excludes no row": 12})
    assert told == "dropped 13: a sum excludes no row (12), require sums <= 4 (1)"
    assert progress.drop_counts({}) == ""
