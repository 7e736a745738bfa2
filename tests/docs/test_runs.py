"""The page on runs: its formats are those that are installed, and its options those of the command."""

from __future__ import annotations

import inspect
import re

from rspc.cli import compile
from rspc.compiler.contract import plugins

from .pages import codes, read, rows, section

PAGE = "runs"


def test_the_page_lists_every_format() -> None:
    listed = [codes(row[0])[0] for row in rows(section(PAGE, "Formats"))]
    assert sorted(listed) == sorted(plugins.names(plugins.WRITERS))


def test_the_options_on_the_page_are_those_of_the_command() -> None:
    options = {
        f"--{name.strip('_').replace('_', '-')}"
        for name in inspect.signature(compile.command).parameters
    }
    assert set(re.findall(r"--[a-z]+(?:-[a-z]+)*", read(PAGE))) <= options
