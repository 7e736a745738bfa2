"""Families as datasets of Reasoning Gym: <https://github.com/open-thought/reasoning-gym>.

Importing this module registers each installed family as `rspc_NAME`, and `rspc` for a family that its configuration
names.
"""

from dataclasses import dataclass, field, make_dataclass
from functools import cached_property
from typing import Any

from reasoning_gym.dataset import ProceduralDataset
from reasoning_gym.factory import DATASETS, register_dataset

from ..compiler.dataset.score.score import score
from ..compiler.replies import PLAIN
from ..compiler.sources import installed_families
from .problems import Problems


@dataclass
class RspcConfig:
    """What a dataset is made from; see `Problems`. Reasoning Gym sets `seed` and `size`."""

    family: str = ""
    seed: int | None = None
    size: int = 500
    split: str = ""
    preset: str = ""
    level: int | None = None
    params: dict[str, Any] = field(default_factory=dict)
    answer_format: str = PLAIN

    def validate(self) -> None:
        """Raise ValueError or SpecError for a choice that cannot be."""
        if self.size < 1:
            raise ValueError(f"size must be 1 or more, not {self.size}")
        self.problems().check()

    def problems(self, seed: int = 0) -> Problems:
        """Return the problems of the configuration with a seed."""
        return Problems(
            self.family, seed, self.split, self.preset, self.level, self.params, self.answer_format
        )


class RspcDataset(ProceduralDataset):
    """The problems of a family. Item `i` is instance `i` of its seed; nothing is made before it is asked for."""

    name = "rspc"

    def __init__(self, config: RspcConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)

    @cached_property
    def _problems(self) -> Problems:
        return self.config.problems(self.seed)

    def __getitem__(self, idx: int) -> dict[str, Any]:
        """Return an item, whose metadata has what scoring needs."""
        if not 0 <= idx < self.size:
            raise IndexError(f"index {idx} is not below the size {self.size}")
        problem = self._problems.problem(idx)
        return {
            "question": problem.prompt,
            "answer": problem.reply,
            "metadata": {
                "source_dataset": self.name,
                "source_index": idx,
                "id": problem.record["id"],
                "difficulty": dict(problem.record["params"]),
                "key": problem.key,
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Return the score of a reply from 0 to 1; the whole reply is read, not the answer alone."""
        return 0.0 if answer is None else score(entry["metadata"]["key"], answer).value


def register() -> None:
    """Register the installed families that are not registered yet; of families with one name, none is."""
    names = [family.name for family in installed_families()]
    own = {f"rspc_{name}": name for name in names if names.count(name) == 1}
    for name, family in {"rspc": "", **own}.items():
        if name not in DATASETS:
            config = make_dataclass(
                f"{name}_config", [("family", str, family)], bases=(RspcConfig,)
            )
            register_dataset(name, type(name, (RspcDataset,), {"name": name}), config)


register()
