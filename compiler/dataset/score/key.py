"""The key of a record: the part that scoring a reply needs, as one string.

Trainers and harnesses pass a single column to their reward functions. A key fits into it, and survives JSON, CSV
and Parquet unchanged.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from ....dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ...contract import plugins
from ...replies import FORMS, PLAIN
from ..formats import record

ALWAYS = ("id", "task", "prompt", "question", "answer")
"""The fields of every key: the task, what reading a reply needs, and the right answer."""

PROOF = ("theory", "proof")
"""The fields that comparing proofs needs."""


def key(row: Mapping[str, Any], *, proof: bool = False, form: str = PLAIN) -> str:
    """Return the key of a record, which `rspc.score` and `rspc.reward` take in its place.

    Args:
        row: a record, or a row of a dataset in any format.
        proof: whether the key also has what comparing proofs needs.
        form: the form of answers that the prompt asks for, such as `boxed`.

    Returns:
        Compact JSON of the fields that the record's task reads.

    Raises:
        KeyError: the record lacks such a field.
        SpecError: E0805 if a column of the row is not JSON, or its task is not installed.
        PluginError: its task cannot be loaded.
    """
    own = record(row)
    found: dict[str, Any] = {}
    for path in (*ALWAYS, *task_of(own).reads, *(PROOF if proof else ())):
        name, _, member = path.partition(".")
        found[name] = _member(own[name], member) if member else own[name]
    if form != PLAIN:
        found["form"] = form
    return msgspec.json.encode(found).decode()


def keyed(key: str) -> dict[str, Any]:
    """Return the fields of a key.

    Raises:
        SpecError: E0805 if it is not one.
    """
    try:
        found = msgspec.json.decode(key, type=dict[str, Any])
        if "task" not in found:
            why = "it names no task"
        elif found.get("form", PLAIN) not in FORMS:
            why = f"there is no form `{found['form']}` of answers"
        else:
            return found
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        why = str(error)
    raise SpecError(
        [
            Diagnostic(
                "E0805",
                f"a key cannot be read: {why}",
                help="pass what `rspc.key` returned, unchanged",
            )
        ]
    )


def task_of(record: Mapping[str, Any]) -> Any:
    """Return a new task of a record.

    Raises:
        SpecError: E0805 if it is not installed.
        PluginError: it cannot be loaded.
    """
    known = plugins.names(plugins.TASKS)
    if record["task"] not in known:
        raise SpecError(
            [
                Diagnostic(
                    "E0805",
                    f"record `{record.get('id', '')}` has a task that is not installed: `{record['task']}`",
                    help=did_you_mean(str(record["task"]), known)
                    or f"there are: {', '.join(known)}",
                )
            ]
        )
    return plugins.make(plugins.TASKS, record["task"])


def _member(value: Any, name: str) -> Any:
    """Return a field with one member only; of a list, the same of each item."""
    if isinstance(value, Mapping):
        return {name: value[name]} if name in value else {}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [_member(item, name) for item in value]
    return value
