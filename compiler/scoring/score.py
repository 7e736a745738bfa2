"""What a reply to one problem is worth."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .. import plugins
from ..contract import Score


def score(record: Mapping[str, Any], text: str) -> Score:
    """Score a reply in free text to the prompt of a record; nothing but the record is needed.

    Args:
        record: a line of `records.jsonl`, or `instance.record()`.
        text: the whole reply.

    Returns:
        1 for the right answer and 0 for any other or none, with the reason, and the answer that was found.

    Raises:
        KeyError: the record lacks a field that its task reads.
        PluginError: its task is not installed.
    """
    found: Score = plugins.load(plugins.TASKS, record["task"])().score(record, text)
    return found
