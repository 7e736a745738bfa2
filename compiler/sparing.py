"""What a theory has without each of some statements: the part of the contract for engines that tell it at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from .contract import Label, Limits
from .ir.nodes import Literal, Theory
from .kinds import Kind


@runtime_checkable
class Sparer(Protocol):
    """A backend or checker that can also tell of many statements at once what a theory has without each of them."""

    def spared(
        self,
        theory: Theory,
        sets: Mapping[str, Sequence[Literal]],
        kinds: Mapping[str, Kind],
        limits: Limits,
    ) -> Mapping[str, Label]:
        """Give for each statement's id the label of the question whether its set is an answer set of the others."""
        ...
