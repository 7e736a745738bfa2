"""Unknown commands and options, and what is proposed for them."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from rspc.cli.app import app
from rspc.cli.usage import EXAMPLES, GROUPS


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("generate x", ["Did you mean 'compile'?", "The commands are compile, preview"]),
        ("chek x", ["Did you mean 'check'?"]),
        ("frobnicate", ["The commands are compile, preview"]),
        ("compile x --num 3", ["No such option: --num.", "Did you mean '-n'?"]),
        ("compile x --output y", ["Did you mean '--out'?"]),
        ("compile x --seeds 3", ["Did you mean '--seed'?"]),
        ("stats --bye x", ["Did you mean '--by'?"]),
        ("compile x --xyzzy", ["The options are -n"]),
        ("compile x -n three", ["-n", "`three` is not a whole number"]),
        ("compile x --seed 1.5", ["--seed", "`1.5` is not a whole number"]),
    ],
)
def test_wrong_usage_proposes_what_was_meant(line: str, words: list[str]) -> None:
    result = CliRunner().invoke(app, line.split())
    assert result.exit_code == 2
    shown = " ".join(result.output.split())
    assert all(each in shown for each in words), shown


@pytest.mark.parametrize("value", ["1-3", "1:3", "1..3", "1to3"])
def test_a_range_is_no_value_and_is_swept(value: str) -> None:
    line = ["compile", "specs/flight.rspec", "-n", "1", "--set", f"slots={value}", "-o", "unused"]
    result = CliRunner().invoke(app, line)
    assert result.exit_code == 1
    assert "`--sweep slots=1..3`" in result.output


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("u.rspec", "family x\n".encode("utf-16"), "it looks like UTF-16"),
        ("e.rspec", b"", "does not begin with `family NAME`"),
        ("a.json", b"{}", "is not a family bundle: it lacks `main`"),
        ("b.json", b"[1]", "is not a family bundle: it is not a file that `rspc compile` writes"),
    ],
)
def test_a_file_that_is_no_spec_is_one_error(
    name: str, content: bytes, words: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    result = CliRunner().invoke(app, ["check", str(path)])
    assert result.exit_code == 1
    assert words in result.output
    assert result.output.count("error[") == 1


def test_a_missing_spec_is_answered_with_the_nearest_file(tmp_path: Path) -> None:
    (tmp_path / "flight.rspec").write_text("family flight\n")
    result = CliRunner().invoke(app, ["compile", str(tmp_path / "flightt.rspec")])
    assert result.exit_code == 1
    assert "help: did you mean `flight.rspec`?" in result.output
    assert "|" not in result.output
    result = CliRunner().invoke(app, ["check", str(tmp_path / "none" / "x.rspec")])
    assert "help: check the path" in result.output


COMMANDS: Any = typer.main.get_command(app)


def test_help_has_every_command_in_a_group_with_a_whole_sentence() -> None:
    grouped = [name for names in GROUPS.values() for name in names]
    assert sorted(grouped) == sorted(COMMANDS.commands)
    for width in (80, 120):
        shown = CliRunner().invoke(app, ["--help"], env={"COLUMNS": str(width)}).output
        assert "..." not in shown.replace("[ARGS]...", "")
        assert all(f"\n{title}:\n" in shown for title in GROUPS)
        assert max(map(len, shown.splitlines())) <= width


@pytest.mark.parametrize("name", EXAMPLES)
def test_help_has_examples_that_the_command_takes(name: str) -> None:
    command = COMMANDS.commands[name]
    shown = CliRunner().invoke(app, [name, "--help"]).output
    assert "\nExamples:\n" in shown
    for example in EXAMPLES[name]:
        assert f"  rspc {example}\n" in shown
        first, *arguments = shlex.split(example)
        assert first == name
        command.make_context(name, arguments)


def test_every_command_has_examples() -> None:
    assert EXAMPLES.keys() == COMMANDS.commands.keys()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_and_options(shell: str) -> None:
    environment = {**os.environ, "_RSPC_COMPLETE": f"complete_{shell}"}
    for words, expected in (("rspc ver", "verify"), ("rspc compile --wor", "--workers")):
        own = {"COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
        own |= {"_TYPER_COMPLETE_ARGS": words, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
        run = subprocess.run(
            [sys.executable, "-m", "rspc"],
            env={**environment, **own},
            capture_output=True,
            text=True,
            check=False,
        )
        assert expected in run.stdout, (run.stdout, run.stderr)
