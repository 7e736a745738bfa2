"""Families as tasks of Inspect, made when an evaluation begins: `inspect eval rspc/NAME -T n=100 -T level=3`."""

from collections.abc import Callable
from inspect import signature
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState, generate

from ..compiler.dataset.score.score import score
from ..compiler.replies import PLAIN
from ..compiler.sources import installed_families
from .problems import Problems


@scorer(metrics=[accuracy(), stderr()])
def rspc_score() -> Scorer:
    """Score replies with the key in a sample's metadata."""

    async def judge(state: TaskState, target: Target) -> Score:
        found = score(state.metadata["key"], state.output.completion)
        return Score(value=found.value, answer=found.answer, explanation=found.reason)

    return judge


def family_task(
    family: str,
    n: int = 100,
    seed: int = 0,
    split: str = "",
    preset: str = "",
    level: int | None = None,
    answer_format: str = PLAIN,
    **params: Any,
) -> Task:
    """Return a task with the first problems of a family.

    Args:
        family: the name of an installed family, or the path of a spec.
        n: how many problems.
        params: values of parameters of the family.
    """
    problems = Problems(family, seed, split, preset, level, params, answer_format)
    samples = [_sample(problems, index) for index in range(n)]
    name = problems.loaded.name
    return Task(dataset=MemoryDataset(samples, name=name), solver=[generate()], scorer=rspc_score())


def _sample(problems: Problems, index: int) -> Sample:
    problem = problems.problem(index)
    record = problem.record
    return Sample(
        id=record["id"],
        input=problem.prompt,
        target=problem.reply,
        metadata={"key": problem.key, **{f"param_{k}": v for k, v in record["params"].items()}},
    )


def _named(family: str) -> Callable[..., Task]:
    """Return the task of a family; its parameters are those of `family_task`, for Inspect to record."""

    def make(**settings: Any) -> Task:
        return family_task(family, **settings)

    own = signature(family_task)
    rest = [each for name, each in own.parameters.items() if name != "family"]
    make.__signature__ = own.replace(parameters=rest)  # type: ignore[attr-defined]
    return task(name=family)(make)


TASKS = {family.name: _named(family.name) for family in installed_families()}
"""The task of each installed family."""

spec = task(name="spec")(family_task)
"""The task of any spec: `inspect eval rspc/spec -T family=./path/of.rspec`."""
