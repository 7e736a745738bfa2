"""Files that a browser sends in pieces, such as those of replies that are opened on the page."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LARGEST = 256 << 20
"""Bytes of the largest file that is taken."""

PIECE = 1 << 20
"""Bytes of the largest piece."""

MOST = 20
"""How many files of a page are taken."""

LONGEST_NAME = 60


class Uploads:
    """The files that a page has sent, in a folder of its own; each has the name that it has in the browser.

    Args:
        folder: an empty folder.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._paths: dict[str, Path] = {}
        self._known: dict[str, set[int]] = {}

    def add(self, piece: Mapping[str, Any]) -> Path | str | None:
        """Write a piece of a file: its `key`, `name`, `size`, its place `at`, and `content` in base 64.

        Returns:
            The path of the file once it is whole, None before; or why it is not taken.
        """
        match piece:
            case {
                "key": str(key),
                "name": str(name),
                "size": int(size),
                "at": int(at),
                "content": str(content),
            } if 0 <= at <= size and at % PIECE == 0 and len(content) <= 2 * PIECE:
                pass
            case _:
                return "the file did not arrive whole"
        if size > LARGEST:
            return (
                f"`{name[:LONGEST_NAME]}` has more than {LARGEST >> 20} MB: name its path instead"
            )
        if key not in self._paths:
            if len(self._paths) >= MOST:
                return f"more than {MOST} files were opened: name their paths instead"
            home = self._folder / str(len(self._paths))
            home.mkdir()
            self._paths[key] = home / _plain(name)
            self._paths[key].touch()
            self._known[key] = set()
        try:
            data = base64.b64decode(content, validate=True)
        except (binascii.Error, ValueError):
            return "the file did not arrive whole"
        if len(data) != min(PIECE, size - at):
            return "the file did not arrive whole"
        with self._paths[key].open("r+b") as file:
            file.seek(at)
            file.write(data)
        self._known[key].add(at)
        return self._paths[key] if len(self._known[key]) >= -(-size // PIECE) else None


def _plain(name: str) -> str:
    """Return the name of a file without anything that has a meaning in paths; its end says the format."""
    found = re.sub(r"[^\w.,+ -]", "_", name.rpartition("/")[2])[-LONGEST_NAME:].lstrip(". ")
    return found or "replies"
