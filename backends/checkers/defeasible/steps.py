"""Checks proofs, step by step: each is tested against its own inference condition and the steps before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .conditions import (
    CLOSURE,
    DEFEASIBLY,
    DEFINITELY,
    NOT_DEFEASIBLY,
    NOT_DEFINITELY,
    NOT_SUPPORTED,
    SUPPORTED,
    Conclusion,
    Conditions,
)
from .instances import Instance, Lit


class Unproved(ValueError):
    """Raised if a certificate does not prove its claim. The message names the place."""


class Steps:
    """The steps of a proof that were accepted so far."""

    def __init__(
        self,
        conditions: Conditions,
        named: Mapping[str, Lit],
        closed: Mapping[Conclusion, None] | None,
    ) -> None:
        self._conditions = conditions
        self._instances = conditions.instances
        self._named = named
        self._texts = {literal: text for text, literal in named.items()}
        self._closed = closed
        self._given: list[Conclusion] = []
        self._tests: Mapping[str, Callable[[Lit, Mapping[str, Any]], bool]] = {
            DEFINITELY: self._definitely,
            NOT_DEFINITELY: self._not_definitely,
            DEFEASIBLY: self._defeasibly,
            NOT_DEFEASIBLY: self._not_defeasibly,
            SUPPORTED: self._is_supported,
            NOT_SUPPORTED: self._not_supported,
        }

    def check(self, steps: Any) -> None:
        """Accept all steps, or raise Unproved at the first that does not follow."""
        if not isinstance(steps, list | tuple):
            raise Unproved("the steps are no list")
        for number, step in enumerate(steps, 1):
            if not isinstance(step, Mapping):
                raise Unproved(f"step {number} is not an object")
            tag, gives = step.get("tag"), step.get("gives")
            literal = self._named.get(gives) if isinstance(gives, str) else None
            test = self._tests.get(tag) if isinstance(tag, str) else None
            if literal is None or test is None:
                raise Unproved(f"step {number} gives {gives!r} as {tag!r}")
            rest = {key: value for key, value in step.items() if key not in ("tag", "gives")}
            if not test(literal, rest):
                raise Unproved(f"step {number} does not show that {gives} is {tag}")
            assert isinstance(tag, str)
            self._given.append((tag, literal))

    def gives(self, number: Any, tag: str, literal: Lit) -> bool:
        """Return whether an accepted step proves a conclusion; definite ones are also defeasible and supported."""
        if type(number) is not int or not 1 <= number <= len(self._given):
            return False
        enough = [(tag, literal)]
        if tag in (DEFEASIBLY, SUPPORTED):
            enough.append((DEFINITELY, literal))
        return self._given[number - 1] in enough

    # ------------------------------------------------------------------------------------------ parts of steps

    def _is(self, part: Any, instance: Instance, *more: str) -> bool:
        """Return whether a part names an instance, and has these further fields and no others."""
        if not isinstance(part, Mapping) or set(part) != {"rule", "body", *more}:
            return False
        body = [self._texts[literal] for literal in instance.body]
        written = part["body"]
        return (part["rule"] == instance.rule and isinstance(written, list | tuple)) and list(
            written
        ) == body

    def _applies(self, part: Any, instances: Sequence[Instance], tag: str) -> Instance | None:
        """Return the instance that a part applies, if it is one of these and its body is given under the tag."""
        for instance in instances:
            if self._is(part, instance, "uses"):
                uses = part["uses"]
                if not isinstance(uses, list | tuple) or len(uses) != len(instance.body):
                    return None
                pairs = zip(uses, instance.body, strict=True)
                return instance if all(self.gives(n, tag, each) for n, each in pairs) else None
        return None

    def _fails(self, part: Any, instance: Instance, tag: str) -> bool:
        """Return whether a part shows that some literal of an instance's body is refuted under the tag."""
        return self._is(part, instance, "because") and any(
            self.gives(part["because"], tag, literal) for literal in instance.body
        )

    def _each(
        self, parts: Any, instances: Sequence[Instance], test: Callable[[Any, Instance], bool]
    ) -> bool:
        """Return whether there is one part for each instance, in order, and all pass."""
        if not isinstance(parts, list | tuple) or len(parts) != len(instances):
            return False
        return all(test(part, each) for part, each in zip(parts, instances, strict=True))

    def _all_fail(self, parts: Any, instances: Sequence[Instance], tag: str) -> bool:
        return self._each(parts, instances, lambda part, each: self._fails(part, each, tag))

    def _is_definitely_refuted(self, number: Any, literal: Lit) -> bool:
        """Return whether a literal is refuted definitely: by a step, or as nothing speaks for it."""
        if number is None:
            nothing = self._instances.given(literal) is None
            return nothing and not self._instances.strict(literal)
        return self.gives(number, NOT_DEFINITELY, literal)

    # ---------------------------------------------------------------------------------------------- conditions

    def _definitely(self, literal: Lit, step: Mapping[str, Any]) -> bool:
        fact = self._instances.given(literal)
        if fact is not None:
            return _plain(step) == {"rule": fact, "body": [], "uses": []}
        return self._applies(step, self._instances.strict(literal), DEFINITELY) is not None

    def _not_definitely(self, literal: Lit, step: Mapping[str, Any]) -> bool:
        if self._instances.given(literal) is not None or set(step) != {"failing"}:
            return False
        return self._all_fail(step["failing"], self._instances.strict(literal), NOT_DEFINITELY)

    def _defeasibly(self, literal: Lit, step: Mapping[str, Any]) -> bool:
        parallel = self._conditions.parallel
        fields = {"rule", "body", "uses", "attackers", *(() if parallel else ("free",))}
        if set(step) != fields:
            return False
        own = {key: step[key] for key in ("rule", "body", "uses")}
        supporting = self._instances.supporting(literal)
        rule = self._applies(own, supporting, DEFEASIBLY)
        if rule is None:
            return False
        if parallel:
            if literal.complement in self._instances.definite:
                return False
        elif not self._is_definitely_refuted(step["free"], literal.complement):
            return False
        team = supporting if self._conditions.team else [rule]

        def ended(part: Any, attacker: Instance) -> bool:
            return self._is_repelled(part, attacker) or self._is_beaten(part, attacker, team)

        return self._each(step["attackers"], self._instances.attacking(literal), ended)

    def _is_repelled(self, part: Any, attacker: Instance) -> bool:
        if not self._conditions.parallel:
            return self._fails(part, attacker, self._conditions.repelled)
        if not self._is(part, attacker, "outside") or self._closed is None:
            return False
        outside = self._named.get(part["outside"]) if isinstance(part["outside"], str) else None
        return outside in attacker.body and (CLOSURE, outside) not in self._closed

    def _is_beaten(self, part: Any, attacker: Instance, team: Sequence[Instance]) -> bool:
        if not self._is(part, attacker, "beaten_by"):
            return False
        winner = self._applies(part["beaten_by"], team, DEFEASIBLY)
        return winner is not None and self._instances.beats(winner, attacker)

    def _not_defeasibly(self, literal: Lit, step: Mapping[str, Any]) -> bool:
        if self._conditions.parallel or not self._is_definitely_refuted(
            step.get("unfounded", 0), literal
        ):
            return False
        supporting = self._instances.supporting(literal)
        attackers = self._instances.attacking(literal)
        attack = self._conditions.attack
        fields = set(step) - {"unfounded"}
        if fields == {"definite"}:
            return self.gives(step["definite"], DEFINITELY, literal.complement)
        if fields == {"failing"} and self._conditions.team:
            return self._all_fail(step["failing"], supporting, NOT_DEFEASIBLY)
        if fields == {"failing"}:
            return self._each(
                step["failing"],
                supporting,
                lambda part, each: (
                    self._fails(part, each, NOT_DEFEASIBLY)
                    or self._is_lost(part, each, self._conditions.unbeaten(each, attackers), attack)
                ),
            )
        if fields == {"attacker", "stronger"} and self._conditions.team:
            attacker = self._applies(step["attacker"], attackers, attack)
            if attacker is None:
                return False
            stronger = [
                instance for instance in supporting if self._instances.beats(instance, attacker)
            ]
            return self._all_fail(step["stronger"], stronger, NOT_DEFEASIBLY)
        return False

    def _is_lost(self, part: Any, instance: Instance, rivals: Sequence[Instance], tag: str) -> bool:
        """Return whether a part shows that one of the rivals of an instance applies under the tag."""
        if not self._is(part, instance, "lost_to"):
            return False
        return self._applies(part["lost_to"], rivals, tag) is not None

    def _is_supported(self, literal: Lit, step: Mapping[str, Any]) -> bool:
        if not self._conditions.propagating or set(step) != {"rule", "body", "uses", "stronger"}:
            return False
        own = {key: step[key] for key in ("rule", "body", "uses")}
        rule = self._applies(own, self._instances.supporting(literal), SUPPORTED)
        if rule is None:
            return False
        return self._all_fail(step["stronger"], self._conditions.stronger(rule), NOT_DEFEASIBLY)

    def _not_supported(self, literal: Lit, step: Mapping[str, Any]) -> bool:
        if not self._conditions.propagating or set(step) != {"unfounded", "failing"}:
            return False
        if not self._is_definitely_refuted(step["unfounded"], literal):
            return False
        return self._each(
            step["failing"],
            self._instances.supporting(literal),
            lambda part, each: (
                self._fails(part, each, NOT_SUPPORTED)
                or self._is_lost(part, each, self._conditions.stronger(each), DEFEASIBLY)
            ),
        )


def _plain(step: Mapping[str, Any]) -> dict[str, Any]:
    return {key: list(value) if isinstance(value, tuple) else value for key, value in step.items()}
