"""Tasks for Inspect, the framework of the UK AI Security Institute: <https://inspect.aisi.org.uk/>."""

from collections.abc import Mapping
from typing import Any, ClassVar

from ...contract import MESSAGES, Export, Problem, Shape
from .readme import readme

CODE = '''\
"""The problems as tasks of Inspect, one for each split."""

from pathlib import Path

import rspc
from inspect_ai import Task, task
from inspect_ai.dataset import Sample, json_dataset
from inspect_ai.model import ChatMessageAssistant, ChatMessageUser
from inspect_ai.scorer import Score, accuracy, grouped, scorer, stderr
from inspect_ai.solver import generate

FOLDER = Path(__file__).parent
ROLES = {{"user": ChatMessageUser, "assistant": ChatMessageAssistant}}


def sample(row):
    """Return the sample of a row; its metadata has the key for scoring, and the parameters."""
    return Sample(
        id=row["id"],
        input=[ROLES[turn["role"]](content=turn["content"]) for turn in row["messages"]],
        target=row["answer"],
        metadata={{"key": row["key"], **row["params"]}},
    )


@scorer(metrics={metrics})
def rspc_score():
    async def score(state, target):
        found = rspc.score(state.metadata["key"], state.output.completion)
        return Score(value=found.value, answer=found.answer, explanation=found.reason)

    return score


def problems(file):
    return Task(
        dataset=json_dataset(str(FOLDER / file), sample), solver=[generate()], scorer=rspc_score()
    )
'''

GROUPED = 'grouped(accuracy(), "param_{name}", all=False, name_template="{name}={{group_name}}")'

TASK = """

@task
def {task}():
    return problems("{file}")
"""

HOW = """\
    Each split is a task:

    ```
    pip install inspect-ai
    inspect eval tasks.py@{example} --model PROVIDER/MODEL
    ```

    The log has the accuracy with its standard error{grouped}.
    """


class Inspect:
    """Tasks for Inspect, one for each split."""

    name: ClassVar[str] = "inspect"
    suffix: ClassVar[str] = ".jsonl"
    columns: ClassVar[Mapping[str, Shape]] = {
        "id": "text",
        "messages": MESSAGES,
        "answer": "text",
        "params": "json",
        "key": "text",
    }

    def row(self, problem: Problem) -> Mapping[str, Any]:
        return {
            "id": problem.record["id"],
            "messages": problem.messages,
            "answer": problem.reply,
            "params": {f"param_{name}": value for name, value in problem.record["params"].items()},
            "key": problem.key,
        }

    def files(self, export: Export) -> Mapping[str, str]:
        names = ", ".join(f"`{name}`" for name in export.varied)
        grouped = [GROUPED.format(name=name) for name in export.varied]
        metrics = f"[{', '.join(['accuracy()', 'stderr()', *grouped])}]"
        tasks = {split: f"{export.family}_{split}".replace("-", "_") for split in export.files}
        return {
            "tasks.py": CODE.format(metrics=metrics)
            + "".join(
                TASK.format(task=task, file=export.files[split]) for split, task in tasks.items()
            ),
            "README.md": readme(
                export,
                "Inspect",
                HOW.format(
                    example=next(iter(tasks.values())),
                    grouped=f", and the accuracy for each value of {names}" if grouped else "",
                ),
            ),
        }
