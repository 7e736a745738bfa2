"""Commands of pages outside `docs/`: those of rspc are given, those that set up an environment are the gate's."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rspc.cli.app import app

from .pages import DOCS, ROOT, alike, taken_apart
from .test_adding import LTLF, installed, wheels

__all__ = ["installed", "wheels"]

GATE = ".ci/run"
SET_UP = {
    "python3 -m venv .venv": 'python3 -m venv "$work/venv"',
    "pip install .": '"$work/installed/bin/pip" install --quiet --disable-pip-version-check .',
    "pip install -e '.[dev]'": "\"$bin/pip\" install --quiet --disable-pip-version-check -e '.[dev]'",
    **{
        f"pip install --no-deps docs/examples/{name}": (
            f'"$work/installed/bin/pip" install --quiet --disable-pip-version-check --no-deps "$work/{name}"'
        )
        for name in ("ltlf", "pal")
    },
    "python -m pytest -n auto": '"$bin/python" -m pytest -n auto',
}
"""What sets up an environment, or runs the tests in one, with the line of the gate that does so."""
ELSEWHERE = {
    GATE: "the gate itself",
    "source activate": "the shell's own: the commands after it need no path",
    "pip install 'rspc[data]'": "a part of `.[dev]`",
    "python -m pytest docs/examples/ltlf": "tests/docs/test_adding.py runs the example's tests",
    "python -m pytest docs/examples/pal": "tests/docs/test_adding.py runs the example's tests",
}


Step = tuple[str, str]


def commands(page: Path) -> list[Step]:
    """Return the commands of the blocks of a page that name no language, but drawings.

    A block of text behind them is what the last of them prints; what the others print is not shown.
    """
    found: list[Step] = []
    for block in taken_apart(page.read_text("utf-8")):
        if block.language == "text" and not block.file:
            found[-1] = (found[-1][0], block.text)
        elif not block.language and "──" not in block.text:
            lines = (line for each in block.text.splitlines() for line in each.split(" && "))
            found += [(line.replace(".venv/bin/", ""), "") for line in lines]
    assert found
    return found


PAGES = {page.parent.name: page for page in (ROOT / "README.md", LTLF / "README.md")}
ALL = [*PAGES.values(), ROOT / "CONTRIBUTING.md", DOCS / "tutorial.md"]


@pytest.mark.parametrize("page", ALL, ids=str)
def test_what_sets_up_an_environment_is_what_the_gate_runs(page: Path) -> None:
    gate = (ROOT / GATE).read_text("utf-8").splitlines()
    for command, _ in commands(page):
        if not command.startswith("rspc ") and command not in ELSEWHERE:
            assert SET_UP[command] in gate


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_commands_of_rspc_are_done(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, installed: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "specs").symlink_to(ROOT / "specs")
    given = [each for each in commands(page) if each[0].startswith("rspc ")]
    assert given
    for command, shown in given:
        result = CliRunner().invoke(app, shlex.split(command)[1:])
        assert result.exit_code == 0, result.output
        assert not shown or alike(shown, result.output), result.output


def test_the_readme_enters_the_environment_before_it_names_a_command() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert text.index("source .venv/bin/activate") < text.index("rspc compile")
