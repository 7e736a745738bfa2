"""Questions about the answer sets of a program."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

from ..optimisation import sums
from ..theory import Literal, Theory
from .goal import ANSWER_SETS, AnswerSets, GoalNode, Reader, Show


class Optimum(GoalNode, frozen=True):
    """What is the least, or greatest, sum that the theory asks for?

    The label is digits: of several priorities, one sum each, from the highest priority, joined by `,`.
    """

    def text(self, show: Show) -> str:
        return "optimum"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        return cls() if text == "optimum" else None

    def behind(self, accepts: frozenset[str]) -> AnswerSets | None:
        return AnswerSets(1) if ANSWER_SETS in accepts else None

    def read_off(
        self, theory: Theory, label: str, literals: Sequence[Literal], cost: Any, show: Show
    ) -> str:
        return ",".join(map(str, sums(theory, cost)))

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"answer": int(label.split(",")[0])}


class Stable(GoalNode, frozen=True):
    """Is this set of ground literals an answer set? The label is `true` or `false`.

    Of a theory that optimises, an optimal one.
    """

    literals: tuple[Literal, ...]

    def text(self, show: Show) -> str:
        return f"stable {{{', '.join(map(show, self.literals))}}}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(r"stable \{(.*)\}", text, re.DOTALL)
        return cls(reader.literals(found[1])) if found else None

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"holds": label == "true"}


class Solution(GoalNode, frozen=True):
    """Which instances of some literals does an answer set hold? Of a theory that optimises, an optimal one.

    The label is `1` if there is one answer set, and `more` if there are more: then any of them will do.
    """

    shown: tuple[Literal, ...]

    def text(self, show: Show) -> str:
        return f"solution {{{', '.join(map(show, self.shown))}}}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(r"solution \{(.*)\}", text, re.DOTALL)
        return cls(reader.literals(found[1])) if found else None

    def behind(self, accepts: frozenset[str]) -> AnswerSets | None:
        return AnswerSets(1) if ANSWER_SETS in accepts else None

    def read_off(
        self, theory: Theory, label: str, literals: Sequence[Literal], cost: Any, show: Show
    ) -> str:
        return label
