"""Whether a record's answer is what its label is answered by, as its task tells from the record and the family."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ....dsl.diagnostics import SpecError
from ...family.expressions.knobs import Settings
from ...family.expressions.typed import Env
from ...family.family import Answering, Family
from ...instances.sentences import worded
from ...ir import nodes as ir
from ...random.stream import Stream
from .report import Fault


def check_answer(record: Mapping[str, Any], goal: ir.Goal, family: Family) -> Iterator[Fault]:
    """Yield a fault where none of the family's questions of the record's task has the answer for the label."""
    params = {
        name: family.shown(name, value)
        for name, value in record["params"].items()
        if name in family.parameters or name in family.chosen_types
    }
    try:
        values = dict(family.settings(params))
    except SpecError as error:
        message = error.diagnostics[0].message
        yield Fault("E0842", record["id"], "params", f"`params` cannot be read: {message}")
        return
    own = worded(family, values)
    env = Env(Stream("answer"), values, {}, record["split"])
    asked = [each for each in family.asks if each.task.name == record["task"]]
    if not asked:
        yield Fault("E0842", record["id"], "task", f"the family asks no `{record['task']}`")
    answers = [
        _answered(each.task, record, goal, each.knobs, env, own)
        for each in asked
        if isinstance(each.task, Answering)
    ]
    if answers and record["answer"] not in answers:
        told = " or ".join(f"`{each}`" for each in answers if each) or "nothing"
        message = f"`answer` is `{record['answer']}`, and the label {record['label']} is answered by {told}"
        yield Fault("E0841", record["id"], "answer", message)


def _answered(
    task: Answering,
    record: Mapping[str, Any],
    goal: ir.Goal,
    knobs: Settings,
    env: Env,
    family: Family,
) -> str | None:
    try:
        return task.answered(record, goal, knobs.draw(env), family)
    except (SpecError, LookupError, TypeError, ValueError):
        return None  # no label of this question
