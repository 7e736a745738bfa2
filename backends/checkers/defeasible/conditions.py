"""The inference conditions of defeasible logic's variants, one function a tag, as `docs/defeasible.md` has them."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from .instances import Instance, Instances, Lit

DEFINITELY = "definitely"
NOT_DEFINITELY = "not definitely"
DEFEASIBLY = "defeasibly"
NOT_DEFEASIBLY = "not defeasibly"
SUPPORTED = "supported"
NOT_SUPPORTED = "not supported"
CLOSURE = "in the closure"

OPPOSITE: Mapping[str, str] = {
    DEFINITELY: NOT_DEFINITELY,
    NOT_DEFINITELY: DEFINITELY,
    DEFEASIBLY: NOT_DEFEASIBLY,
    NOT_DEFEASIBLY: DEFEASIBLY,
    SUPPORTED: NOT_SUPPORTED,
    NOT_SUPPORTED: SUPPORTED,
    CLOSURE: CLOSURE,
}
"""The tag that no literal has together with a tag: the conditions of the two exclude each other."""

Conclusion: TypeAlias = tuple[str, Lit]
"""A tag and a literal."""

Holds: TypeAlias = Callable[[str, Lit], bool]
"""Whether a conclusion was accepted."""

VARIANTS = (
    "blocking",
    "blocking_individual",
    "propagating",
    "propagating_individual",
    "parallel",
)


class Conditions:
    """What follows, in one step, from accepted conclusions.

    All conditions are monotone in the conclusions of their own stage.
    """

    def __init__(self, instances: Instances, variant: str) -> None:
        self.instances = instances
        self.parallel = variant == "parallel"
        self.team = not variant.endswith("individual")
        self.propagating = variant.startswith("propagating")
        self.attack = SUPPORTED if self.propagating else DEFEASIBLY
        self.repelled = NOT_SUPPORTED if self.propagating else NOT_DEFEASIBLY
        self._conditions: dict[str, Callable[[Conditions, Lit, Holds], bool]] = {
            DEFINITELY: Conditions._definitely,
            NOT_DEFINITELY: Conditions._not_definitely,
            DEFEASIBLY: Conditions._defeasibly,
            NOT_DEFEASIBLY: Conditions._not_defeasibly,
        }
        if self.propagating:
            self._conditions |= {
                SUPPORTED: Conditions._is_supported,
                NOT_SUPPORTED: Conditions._not_supported,
            }
        if self.parallel:
            self._conditions = {
                DEFINITELY: Conditions._definitely,
                CLOSURE: Conditions._in_closure,
                DEFEASIBLY: Conditions._parallel,
            }

    @property
    def stages(self) -> tuple[tuple[str, ...], ...]:
        """The tags, in the groups that are closed one after the other."""
        tags = tuple(self._conditions)
        return tuple((tag,) for tag in tags) if self.parallel else (tags,)

    def follows(self, tag: str, literal: Lit, holds: Holds) -> bool:
        """Return whether a conclusion's condition is met."""
        return self._conditions[tag](self, literal, holds)

    def unbeaten(self, instance: Instance, attackers: Iterable[Instance]) -> list[Instance]:
        """Return the attackers that an instance does not beat."""
        return [attacker for attacker in attackers if not self.instances.beats(instance, attacker)]

    # ------------------------------------------------------------------------------------------ definite: Δ

    def _definitely(self, literal: Lit, holds: Holds) -> bool:
        if self.instances.given(literal) is not None:
            return True
        return any(_all(DEFINITELY, instance, holds) for instance in self.instances.strict(literal))

    def _not_definitely(self, literal: Lit, holds: Holds) -> bool:
        if self.instances.given(literal) is not None:
            return False
        return all(
            _any(NOT_DEFINITELY, instance, holds) for instance in self.instances.strict(literal)
        )

    # ---------------------------------------------------------------------------- defeasible: ∂, ∂*, δ, δ*

    def _applicable(self, literal: Lit, holds: Holds) -> list[Instance]:
        """Return the rules for a literal whose bodies are defeasibly proved."""
        return [
            instance
            for instance in self.instances.supporting(literal)
            if _all(DEFEASIBLY, instance, holds)
        ]

    def _defeasibly(self, literal: Lit, holds: Holds) -> bool:
        if holds(DEFINITELY, literal):
            return True
        if not holds(NOT_DEFINITELY, literal.complement):
            return False
        applicable = self._applicable(literal, holds)
        rivals = [
            instance
            for instance in self.instances.attacking(literal)
            if not _any(self.repelled, instance, holds)
        ]
        if not applicable or not self.team:
            return any(not self.unbeaten(instance, rivals) for instance in applicable)
        return all(any(self.instances.beats(t, rival) for t in applicable) for rival in rivals)

    def _not_defeasibly(self, literal: Lit, holds: Holds) -> bool:
        if not holds(NOT_DEFINITELY, literal):
            return False
        if holds(DEFINITELY, literal.complement):
            return True
        standing = [
            instance
            for instance in self.instances.supporting(literal)
            if not _any(NOT_DEFEASIBLY, instance, holds)
        ]
        attackers = [
            instance
            for instance in self.instances.attacking(literal)
            if _all(self.attack, instance, holds)
        ]
        if not standing or not self.team:
            return all(self.unbeaten(instance, attackers) for instance in standing)
        return any(
            not any(self.instances.beats(t, attacker) for t in standing) for attacker in attackers
        )

    # ---------------------------------------------------------------------------------- support: σ and σ*

    def _is_supported(self, literal: Lit, holds: Holds) -> bool:
        return holds(DEFINITELY, literal) or any(
            _all(SUPPORTED, instance, holds)
            and all(_any(NOT_DEFEASIBLY, rival, holds) for rival in self.stronger(instance))
            for instance in self.instances.supporting(literal)
        )

    def _not_supported(self, literal: Lit, holds: Holds) -> bool:
        return holds(NOT_DEFINITELY, literal) and all(
            _any(NOT_SUPPORTED, instance, holds)
            or any(_all(DEFEASIBLY, rival, holds) for rival in self.stronger(instance))
            for instance in self.instances.supporting(literal)
        )

    def stronger(self, instance: Instance) -> list[Instance]:
        """Return the attackers that beat an instance."""
        attackers = self.instances.attacking(instance.head)
        return [attacker for attacker in attackers if self.instances.beats(attacker, instance)]

    # ------------------------------------------------------------------------------------ parallel: λ and ∂‖

    def _in_closure(self, literal: Lit, holds: Holds) -> bool:
        return holds(DEFINITELY, literal) or (
            literal.complement not in self.instances.definite
            and any(
                _all(CLOSURE, instance, holds) for instance in self.instances.supporting(literal)
            )
        )

    def _parallel(self, literal: Lit, holds: Holds) -> bool:
        if holds(DEFINITELY, literal):
            return True
        if literal.complement in self.instances.definite:
            return False
        applicable = self._applicable(literal, holds)
        rivals = [
            instance
            for instance in self.instances.attacking(literal)
            if _all(CLOSURE, instance, holds)
        ]
        return bool(applicable) and all(
            any(self.instances.beats(t, rival) for t in applicable) for rival in rivals
        )


def _all(tag: str, instance: Instance, holds: Holds) -> bool:
    return all(holds(tag, literal) for literal in instance.body)


def _any(tag: str, instance: Instance, holds: Holds) -> bool:
    return any(holds(tag, literal) for literal in instance.body)
