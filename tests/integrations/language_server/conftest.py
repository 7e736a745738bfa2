"""A language server for the tests that only ask it things."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from .client import Client

SPECS = Path(__file__).parents[3] / "specs"
FAMILY = SPECS / "boardgame.rspec"
URI = FAMILY.as_uri()
TEXT = FAMILY.read_text("utf-8")

collect_ignore_glob = [] if find_spec("pygls") else ["test_*.py"]


@pytest.fixture(scope="module")
def server() -> Iterator[Client]:
    client = Client(SPECS)
    yield client
    client.kill()


@pytest.fixture(scope="module")
def opened(server: Client) -> Client:
    server.open(URI, TEXT)
    server.diagnostics(URI)
    return server


def place(text: str, needle: str, more: int = 0) -> tuple[int, int]:
    offset = text.index(needle) + more
    return text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1)


def apply(text: str, edits: list[dict[str, Any]]) -> str:
    """Apply edits of ASCII documents, from the last to the first."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:row]) for row in range(len(lines) + 1)]
    for edit in sorted(edits, key=lambda each: str(each), reverse=True):
        start, end = (
            starts[each["line"]] + each["character"]
            for each in (edit["range"]["start"], edit["range"]["end"])
        )
        text = text[:start] + edit["newText"] + text[end:]
    return text
