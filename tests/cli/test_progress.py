"""Progress of commands on a terminal, and none in a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_colours import run, run_on_terminal
from .test_commands import rspc


@pytest.fixture
def dataset(spec: Path) -> Path:
    assert rspc("compile", spec, "-n", 4, "-o", "out").exit_code == 0
    return Path("out")


def test_commands_show_how_far_they_are_on_a_terminal_alone(dataset: Path) -> None:
    commands = (
        ("dedup", "out", "-o", "unique"),
        ("filter", "out", "--where", "words > 0", "-o", "kept"),
        ("export", "out", "chat", "-o", "chats"),
        ("diff", "out", "out"),
        ("verify", "out"),
    )
    for words in commands:
        force = ("--force",) if "-o" in words else ()
        assert "4/4" in run_on_terminal(*words, NO_COLOR="1"), words
        piped = run(*words, *force)
        assert "4/4" not in piped
        assert "a second" not in piped


def test_copies_say_what_was_written_and_what_is_next(dataset: Path) -> None:
    for words in (("dedup", "out"), ("filter", "out", "--where", "words > 0")):
        copied = rspc(*words, "-o", "a copy")
        assert copied.exit_code == 0
        assert copied.stdout == "a copy\n"
        assert copied.stderr.splitlines()[-2:] == [
            "dataset a copy",
            "next: see a problem with `rspc show 'a copy'`, and statistics with `rspc stats 'a copy'`",
        ]
        for path in sorted(Path("a copy").rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
