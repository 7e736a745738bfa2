"""What the integrations share: the choice of a family and its settings, and its problems by number."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ..compiler.api import Family, choose_preset, load
from ..compiler.contract import Problem
from ..compiler.dataset.export.problems import posed
from ..compiler.replies import PLAIN, check_form


@dataclass(frozen=True)
class Problems:
    """The problems of a family with one setting. The family is loaded when the first problem is made.

    Attributes:
        family: the name of an installed family, or the path of a spec.
        preset: a preset of the family.
        level: a level of difficulty, instead of a preset.
        params: values of parameters, which take precedence.
        answer_format: the form in which prompts ask for the answer: `plain`, `boxed`, `json` or `tag`.
    """

    family: str | Path
    seed: int = 0
    split: str = ""
    preset: str = ""
    level: int | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    answer_format: str = PLAIN

    def check(self) -> None:
        """Raise ValueError or SpecError for choices that cannot be, without a look at the family."""
        choose_preset(self.preset, self.level)
        check_form(self.answer_format)

    @cached_property
    def loaded(self) -> Family:
        """The family."""
        self.check()
        return load(self.family)

    def problem(self, index: int) -> Problem:
        """Return a problem as a model gets it.

        Raises:
            SpecError: the family is unknown or refuses the setting.
            Exhausted: the family has no such problem.
        """
        preset = choose_preset(self.preset, self.level)
        made = self.loaded.instance(self.seed, index, self.split, preset, **self.params)
        return posed(made.record(), self.answer_format)
