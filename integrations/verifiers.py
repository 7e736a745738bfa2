"""Families as tasksets of Prime Intellect's Verifiers: <https://github.com/PrimeIntellect-ai/verifiers>."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import verifiers.v1 as vf
from pydantic import Field

from ..compiler.dataset.score.score import score
from ..compiler.replies import PLAIN
from .problems import Problems

__all__ = ["RspcTaskset"]


class RspcConfig(vf.TasksetConfig):
    """What tasks are made from; see `Problems`."""

    family: str
    seed: int = 0
    split: str = ""
    preset: str = ""
    level: int | None = None
    params: dict[str, Any] = Field(default_factory=dict)
    answer_format: str = PLAIN


class RspcData(vf.TaskData):
    """A problem."""

    key: str
    """What scoring a reply needs."""
    answer: str
    params: dict[str, Any]


class RspcTask(vf.Task[RspcData, vf.State, vf.TaskConfig]):
    """A problem, and the score of a reply to it."""

    @vf.reward
    async def correct(self, trace: vf.Trace) -> float:
        """Return the score of the last reply, from 0 to 1."""
        return score(self.data.key, trace.last_reply or "").value


class RspcTaskset(vf.Taskset[RspcTask, RspcConfig]):
    """The problems of a family, without end; each is made when it is taken."""

    INFINITE = True

    def load(self) -> Iterator[RspcTask]:
        """Yield tasks in the order of their indices."""
        own = self.config
        problems = Problems(
            own.family, own.seed, own.split, own.preset, own.level, own.params, own.answer_format
        )
        for index in count():
            problem = problems.problem(index)
            data = RspcData(
                id=problem.record["id"],
                prompt=problem.prompt,
                key=problem.key,
                answer=problem.reply,
                params=problem.record["params"],
            )
            yield RspcTask(data, own.task)
