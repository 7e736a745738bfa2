"""What a reply to one problem is worth."""

from collections.abc import Mapping
from typing import Any

from ....dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ...contract import Score, plugins
from ..formats import record


def score(row: Mapping[str, Any], text: str) -> Score:
    """Score a reply in free text to the prompt of a record; nothing but the record is needed.

    Args:
        row: a record, as `rspc.records` or `instance.record()` returns it, or a row of a dataset in any format.
        text: the whole reply.

    Returns:
        1 for the right answer and 0 for any other or none, with the reason, and the answer that was found.

    Raises:
        KeyError: the record lacks a field that its task reads.
        SpecError: E0805 if a column of the row is not the JSON that it should be, or its task is not installed.
        PluginError: its task cannot be loaded.
    """
    own = record(row)
    known = plugins.names(plugins.TASKS)
    if own["task"] not in known:
        raise SpecError(
            [
                Diagnostic(
                    "E0805",
                    f"record `{own.get('id', '')}` has a task that is not installed: `{own['task']}`",
                    help=did_you_mean(str(own["task"]), known) or f"there are: {', '.join(known)}",
                )
            ]
        )
    found: Score = plugins.load(plugins.TASKS, own["task"])().score(own, text)
    return found
