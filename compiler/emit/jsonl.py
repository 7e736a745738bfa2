"""Records as JSON lines: UTF-8, one record a line, keys in the record's own order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec


class Jsonl:
    """The format `jsonl`."""

    name: ClassVar[str] = "jsonl"
    suffix: ClassVar[str] = ".jsonl"

    def __init__(self) -> None:
        self._encoder = msgspec.json.Encoder()

    def encode(self, record: Mapping[str, Any]) -> bytes:
        """Give a record's line, with its end."""
        return self._encoder.encode(record) + b"\n"
