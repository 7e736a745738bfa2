"""What a reply to one problem is worth."""

from collections.abc import Mapping
from typing import Any

from ...contract import Score
from ..formats import record
from .key import keyed, task_of


def score(row: Mapping[str, Any] | str, text: str) -> Score:
    """Score a reply in free text to the prompt of a record; nothing but the record is needed.

    Args:
        row: a record, as `rspc.records` or `instance.record()` returns it; a row of a dataset in any format;
            or a key that `rspc.key` made of either.
        text: the whole reply.

    Returns:
        1 for the right answer and 0 for any other or none, with the reason, and the answer that was found.

    Raises:
        KeyError: the record lacks a field that its task reads.
        SpecError: E0805 if a key or a column of the row is not the JSON that it should be, or the task is not
            installed.
        PluginError: its task cannot be loaded.
    """
    own = keyed(row) if isinstance(row, str) else record(row)
    found: Score = task_of(own).score(own, text)
    return found
