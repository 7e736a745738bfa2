"""What instances depend on: parameters, a seed, a split; and which question each has."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ...dsl.diagnostics import Diagnostic, SpecError
from ..certify.deferred import DeferredChecks
from ..contract import Verdict
from ..family import (
    Asked,
    Env,
    Family,
    asked_under,
    params_hash,
    sharing_faults,
    theory_params_hash,
)
from ..ir import nodes as ir
from ..random.balance import place
from ..random.stream import Stream


@dataclass(frozen=True)
class Known:
    """A problem whose verdict is known, such as that of a finished record."""

    theory: ir.Theory
    query: ir.Query
    verdict: Verdict


@dataclass(frozen=True)
class Setting:
    """What the instances of a run have in common.

    Attributes:
        given: the parameters and chosen values that are set.
        known: the problem of the instance, if its verdict replaces the engines.
        deferred: collects the checks that some engines do later, for many instances together.
        shown: the name of a stream that no instance uses, for worked examples.
    """

    family: Family
    given: Mapping[str, Any]
    seed: int = 0
    split: str = ""
    known: Known | None = None
    deferred: DeferredChecks | None = None
    shown: tuple[str | int, ...] = ()

    @cached_property
    def params_hash(self) -> str:
        """The hash of all values that are set."""
        return params_hash(self.family, self.given)

    @cached_property
    def key(self) -> tuple[str | int, ...]:
        """What theories and questions depend on, besides their number."""
        theory = self.family.theory_hash, theory_params_hash(self.family, self.given)
        return (*theory, self.seed, self.split, *self.shown)

    @property
    def splits(self) -> tuple[str, ...]:
        """The splits that a problem can belong to."""
        return self.family.all_splits

    @cached_property
    def asks(self) -> tuple[Asked, ...]:
        """The questions whose guards hold under the parameters.

        Raises SpecError if there is none, or if they cannot be asked about one theory that they share.
        """
        asks = asked_under(self.family.asks, self._parameters)
        if not asks:
            raise SpecError(
                [
                    Diagnostic(
                        "E0441",
                        "no `ask` applies with these parameters",
                        self.family.asks[0].span,
                        help="add an `ask` without `when`, or one whose condition holds",
                    )
                ]
            )
        if self.shared:
            faults = sharing_faults(asks, self.family.growth, self.family.logic)
            if faults:
                raise SpecError(faults)
        return asks

    @property
    def shared(self) -> bool:
        """Whether all questions are asked about each theory."""
        return self.family.growth.shared

    @cached_property
    def _parameters(self) -> dict[str, Any]:
        values = {name: p.default for name, p in self.family.parameters.items()}
        return values | {name: value for name, value in self.given.items() if name in values}

    def ask_at(self, index: int) -> tuple[Asked, int]:
        """Return the question of an index, and the number of the instance among those of that question."""
        if len(self.asks) == 1:
            return self.asks[0], index
        if self.shared:
            group, member = divmod(index, self.block)
            for asked in self.asks:
                own = self.members(asked)
                if member < own:
                    return asked, group * own + member
                member -= own
        chosen = place((*self.key, "ask"), len(self.asks), index)
        return self.asks[chosen], index // len(self.asks)

    def members(self, asked: Asked) -> int:
        """Return how many instances of a question share a theory."""
        knob = asked.knobs.schema.shared
        number = asked.knobs.values.get(knob)
        if number is None:
            return 1
        try:
            return max(1, int(number.draw(Env(Stream(knob), self._parameters))))
        except KeyError as error:
            raise SpecError(
                [
                    Diagnostic(
                        "E0411",
                        f"knob `{knob}` cannot depend on {error}, which is redrawn for every theory",
                        asked.knobs.spans[knob],
                    )
                ]
            ) from None

    def redraws(self, asked: Asked) -> bool:
        """Return whether chosen values are redrawn after some attempts: drafts are dropped for their labels."""
        knob, known = asked.knobs.values.get(asked.knobs.schema.redrawing), self._parameters
        if knob is None or not knob.needs <= known.keys():
            return False
        return bool(knob.draw(Env(Stream("redraws"), known)))

    @property
    def block(self) -> int:
        """How many instances in a row share a theory, if all questions are asked about each."""
        return sum(map(self.members, self.asks))

    @property
    def batch(self) -> int:
        """How many indices to make at once: no theory is shared across a multiple of it.

        If several questions share theories among different numbers, that holds for the largest.
        """
        if self.shared:
            return self.block
        return len(self.asks) * max(map(self.members, self.asks))
