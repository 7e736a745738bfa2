"""The tutorial from its first line to its last, as a reader does it: in one folder, in a shell."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from .pages import Block, alike, blocks, steps

PAGE = "tutorial"
BIN = Path(sys.executable).parent


def shell(line: str, folder: Path) -> tuple[int, str]:
    """Return the exit code of a command and what it prints, in the environment that runs the tests."""
    settings = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"}
    done = subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env=settings,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
    )
    return done.returncode, done.stdout


def follow(block: Block, folder: Path) -> None:
    """Save what a block holds, a part of a file behind its earlier parts; or give its commands."""
    if block.language in ("rspec", "python"):
        with (folder / block.file).open("a", encoding="utf-8") as file:
            file.write(block.text if block.whole else f"\n{block.text}")
    elif block.language == "console":
        for line, shown in steps(block):
            code, printed = shell(line, folder)
            assert code == ("error[" in shown), printed
            assert alike(shown, printed) or not shown, printed


def test_every_step_does_what_is_shown(tmp_path: Path) -> None:
    sorts = {block.language for block in blocks(PAGE)}
    assert sorts == {"", "rspec", "console", "text", "python"}
    for block in blocks(PAGE):
        follow(block, tmp_path)
    assert (tmp_path / "out" / "hub" / "README.md").exists()


def test_the_spec_that_grows_is_canonical(tmp_path: Path) -> None:
    for block in blocks(PAGE):
        if block.file == "crew.rspec" and block.language == "rspec":
            follow(block, tmp_path)
    assert shell("rspc fmt --check crew.rspec", tmp_path) == (0, "0 of 1 would change\n")
