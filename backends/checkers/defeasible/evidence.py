"""Writes proofs: for a conclusion that was drawn, a step that names what it was drawn from, premises first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

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

Step: TypeAlias = dict[str, Any]


class Evidence:
    """Steps for conclusions, made on demand; a premise is one that was drawn earlier.

    Attributes:
        steps: what was written so far; a step's number is its place, counted from 1.
        leans_on_closure: whether a step says that a literal is not in the closure.
    """

    def __init__(
        self, conditions: Conditions, ranks: Mapping[Conclusion, int], texts: Mapping[Lit, str]
    ) -> None:
        self.steps: list[Step] = []
        self.leans_on_closure = False
        self._conditions = conditions
        self._instances = conditions.instances
        self._ranks = ranks
        self._texts = texts
        self._numbers: dict[Conclusion, int] = {}
        self._write: Mapping[str, Callable[[Evidence, Lit, _Ask], Step]] = {
            DEFINITELY: Evidence._definitely,
            NOT_DEFINITELY: Evidence._not_definitely,
            DEFEASIBLY: Evidence._defeasibly,
            NOT_DEFEASIBLY: Evidence._not_defeasibly,
            SUPPORTED: Evidence._support,
            NOT_SUPPORTED: Evidence._not_supported,
        }

    def step(self, wanted: Conclusion) -> int:
        """Return the number of the step for a conclusion, writing it and what it needs first."""
        stack = [self._shortest(wanted)]
        while stack:
            conclusion = stack[-1]
            if conclusion in self._numbers:
                stack.pop()
                continue
            ask = _Ask(self._ranks, self._ranks[conclusion], self._numbers)
            step = self._write[conclusion[0]](self, conclusion[1], ask)
            if ask.missing:
                stack += reversed(ask.missing)
                continue
            stack.pop()
            tag, literal = conclusion
            self.steps.append({"tag": tag, "gives": self._texts[literal], **step})
            self._numbers[conclusion] = len(self.steps)
        return self._numbers[self._shortest(wanted)]

    def _shortest(self, conclusion: Conclusion) -> Conclusion:
        """What is definite is defeasible and supported too, without a step of its own."""
        tag, literal = conclusion
        definite = (DEFINITELY, literal)
        positive = tag in (DEFEASIBLY, SUPPORTED)
        return definite if positive and definite in self._ranks else conclusion

    # --------------------------------------------------------------------------------------------------- parts

    def _name_instance(self, instance: Instance) -> Step:
        body = [self._texts[literal] for literal in instance.body]
        return {"rule": instance.rule, "body": body}

    def _apply(self, instance: Instance, tag: str, ask: _Ask) -> Step:
        uses = [ask.number(self._shortest((tag, literal))) for literal in instance.body]
        return {**self._name_instance(instance), "uses": uses}

    def _first(self, instances: Iterable[Instance], tag: str, ask: _Ask) -> Instance | None:
        """Return the first instance whose body was drawn earlier under a tag."""
        return next(
            (
                instance
                for instance in instances
                if all(ask.knows(tag, part) for part in instance.body)
            ),
            None,
        )

    def _find_failed(self, instance: Instance, tag: str, ask: _Ask) -> Step | None:
        """Return which literal of a body is refuted, if one is: the one that was refuted first."""
        known = [(tag, literal) for literal in instance.body if ask.knows(tag, literal)]
        if not known:
            return None
        earliest = min(known, key=self._ranks.__getitem__)
        return {**self._name_instance(instance), "because": ask.number(earliest)}

    def _refute_definitely(self, literal: Lit, ask: _Ask) -> int | None:
        """Return the step that refutes a literal definitely; None if no fact and no strict rule speaks for it."""
        if not self._instances.strict(literal):
            return None
        return ask.number((NOT_DEFINITELY, literal))

    # --------------------------------------------------------------------------------------------------- steps

    def _definitely(self, literal: Lit, ask: _Ask) -> Step:
        fact = self._instances.given(literal)
        if fact is not None:
            return {"rule": fact, "body": [], "uses": []}
        rule = self._first(self._instances.strict(literal), DEFINITELY, ask)
        assert rule is not None
        return self._apply(rule, DEFINITELY, ask)

    def _not_definitely(self, literal: Lit, ask: _Ask) -> Step:
        rules = self._instances.strict(literal)
        return {"failing": [self._find_failed(rule, NOT_DEFINITELY, ask) for rule in rules]}

    def _defeasibly(self, literal: Lit, ask: _Ask) -> Step:
        conditions = self._conditions
        applicable = [
            instance
            for instance in self._instances.supporting(literal)
            if all(ask.knows(DEFEASIBLY, part) for part in instance.body)
        ]
        attackers = self._instances.attacking(literal)
        standing = [attacker for attacker in attackers if not self._repel(attacker, ask)]
        rule = applicable[0]
        if not conditions.team:
            rule = next(
                instance for instance in applicable if not conditions.unbeaten(instance, standing)
            )
        step = self._apply(rule, DEFEASIBLY, ask)
        if not conditions.parallel:
            step["free"] = self._refute_definitely(literal.complement, ask)
        team = applicable if conditions.team else [rule]
        step["attackers"] = [
            self._repel(attacker, ask) or self._beat(attacker, team, ask) for attacker in attackers
        ]
        return step

    def _repel(self, attacker: Instance, ask: _Ask) -> Step | None:
        if not self._conditions.parallel:
            return self._find_failed(attacker, self._conditions.repelled, ask)
        outside = [literal for literal in attacker.body if (CLOSURE, literal) not in self._ranks]
        if not outside:
            return None
        self.leans_on_closure = True
        return {**self._name_instance(attacker), "outside": self._texts[outside[0]]}

    def _beat(self, attacker: Instance, team: list[Instance], ask: _Ask) -> Step:
        winner = next(instance for instance in team if self._instances.beats(instance, attacker))
        return {**self._name_instance(attacker), "beaten_by": self._apply(winner, DEFEASIBLY, ask)}

    def _not_defeasibly(self, literal: Lit, ask: _Ask) -> Step:
        step: Step = {"unfounded": self._refute_definitely(literal, ask)}
        opposite = (DEFINITELY, literal.complement)
        if ask.knows(*opposite):
            return {**step, "definite": ask.number(opposite)}
        supporting = self._instances.supporting(literal)
        attackers = self._instances.attacking(literal)
        if not self._conditions.team:
            return {
                **step,
                "failing": [self._lose(instance, attackers, ask) for instance in supporting],
            }
        if all(any(ask.knows(NOT_DEFEASIBLY, p) for p in instance.body) for instance in supporting):
            failing = [self._find_failed(instance, NOT_DEFEASIBLY, ask) for instance in supporting]
            return {**step, "failing": failing}
        for attacker in attackers:
            if not all(ask.knows(self._conditions.attack, part) for part in attacker.body):
                continue
            stronger = [
                instance for instance in supporting if self._instances.beats(instance, attacker)
            ]
            if all(
                any(ask.knows(NOT_DEFEASIBLY, p) for p in instance.body) for instance in stronger
            ):
                step["attacker"] = self._apply(attacker, self._conditions.attack, ask)
                step["stronger"] = [
                    self._find_failed(instance, NOT_DEFEASIBLY, ask) for instance in stronger
                ]
                return step
        raise AssertionError("a literal was refuted without a reason")

    def _lose(self, instance: Instance, attackers: list[Instance], ask: _Ask) -> Step:
        failed = self._find_failed(instance, NOT_DEFEASIBLY, ask)
        if failed is not None:
            return failed
        unbeaten = self._conditions.unbeaten(instance, attackers)
        rival = self._first(unbeaten, self._conditions.attack, ask)
        assert rival is not None
        applied = self._apply(rival, self._conditions.attack, ask)
        return {**self._name_instance(instance), "lost_to": applied}

    def _support(self, literal: Lit, ask: _Ask) -> Step:
        for instance in self._instances.supporting(literal):
            stronger = self._conditions.stronger(instance)
            safe = all(any(ask.knows(NOT_DEFEASIBLY, p) for p in each.body) for each in stronger)
            if safe and all(ask.knows(SUPPORTED, part) for part in instance.body):
                step = self._apply(instance, SUPPORTED, ask)
                step["stronger"] = [
                    self._find_failed(each, NOT_DEFEASIBLY, ask) for each in stronger
                ]
                return step
        raise AssertionError("a literal was supported without a reason")

    def _not_supported(self, literal: Lit, ask: _Ask) -> Step:
        failing = []
        for instance in self._instances.supporting(literal):
            failed = self._find_failed(instance, NOT_SUPPORTED, ask)
            if failed is None:
                rival = self._first(self._conditions.stronger(instance), DEFEASIBLY, ask)
                assert rival is not None
                applied = self._apply(rival, DEFEASIBLY, ask)
                failed = {**self._name_instance(instance), "lost_to": applied}
            failing.append(failed)
        return {"unfounded": self._refute_definitely(literal, ask), "failing": failing}


class _Ask:
    """What a step may use: conclusions drawn before its own; those without a step yet are collected."""

    def __init__(
        self, ranks: Mapping[Conclusion, int], before: int, numbers: Mapping[Conclusion, int]
    ) -> None:
        self._ranks = ranks
        self._before = before
        self._numbers = numbers
        self.missing: list[Conclusion] = []

    def knows(self, tag: str, literal: Lit) -> bool:
        """Return whether a conclusion was drawn earlier; what is definite is also defeasible and supported."""
        if tag in (DEFEASIBLY, SUPPORTED) and self.knows(DEFINITELY, literal):
            return True
        rank = self._ranks.get((tag, literal))
        return rank is not None and rank < self._before

    def number(self, conclusion: Conclusion) -> int:
        """Return a conclusion's step, 0 while it has none."""
        if conclusion not in self._numbers:
            self.missing.append(conclusion)
        return self._numbers.get(conclusion, 0)
