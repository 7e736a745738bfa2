"""Tells proofs to readers: the steps of a certificate, what speaks against each, and why that fails."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ....compiler.contract import Part, Said, Step
from ....compiler.ir import nodes as ir
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

UNDERIVABLE: Final = "does not follow"
"""The tag of a literal of which it is known, once all that follows was derived, that it is not among that."""

FAILED: Final = {
    NOT_DEFINITELY: "not certain",
    NOT_DEFEASIBLY: "not shown",
    NOT_SUPPORTED: "not supported",
    UNDERIVABLE: "not following",
}
"""The keys of what each tag says of a literal that fails."""


class Explanation:
    """The steps of one certificate.

    A fact has its own step only if it is the query. So has a literal without any rule or fact.
    """

    def __init__(
        self,
        conditions: Conditions,
        theory: ir.Theory,
        named: Mapping[str, Lit],
        certificate: Mapping[str, Any],
    ) -> None:
        self._conditions = conditions
        self._instances = conditions.instances
        self._labelled = {statement.id: statement for statement in theory.statements}
        self._preferences: dict[tuple[str, str], ir.Labelled] = {}
        for statement in theory.statements:
            match statement.statement:
                case ir.Preference(stronger=str(stronger), weaker=str(weaker)):
                    self._preferences[stronger, weaker] = statement
        self._named = named
        self._certificate = certificate
        self._given: Mapping[int, Mapping[str, Any]] = dict(enumerate(certificate["steps"], 1))
        self._facts: dict[int, str] = {}
        self._numbers: dict[int, int] = {}
        self._found: list[Step] = []

    def steps(self) -> tuple[Step, ...]:
        """Return the steps of the proof, premises first; of both attempts that fail where neither side follows."""
        claimed = {value["step"] for value in self._certificate["claims"]}
        for number, step in self._given.items():
            tag = step["tag"]
            if tag in FAILED:
                if number in claimed or not self._empty(number):
                    self._numbers[number] = self._add(self._explain_refutation(step))
            elif tag == DEFINITELY and self._is_fact(step["rule"]):
                self._facts[number] = step["rule"]
                if number in claimed:
                    self._add(self._fact(step))
            else:
                self._numbers[number] = self._explain_proof(step)
        for step_of in self._gaps():
            self._add(step_of)
        return tuple(self._found)

    def _add(self, step: Step) -> int:
        self._found.append(step)
        return len(self._found)

    # ------------------------------------------------------------------------------------------------- proofs

    def _is_fact(self, id: str) -> bool:
        return isinstance(self._labelled[id].statement, ir.Fact)

    def _fact(self, step: Mapping[str, Any]) -> Step:
        literal = self._literal(step["gives"])
        said = Said("given", {"claim": literal})
        return Step(literal, step["tag"], (step["rule"],), said=(said,))

    def _explain_proof(self, step: Mapping[str, Any]) -> int:
        """Add a step that applies a rule, and before it one for each further rule that beats an attacker for it."""
        tag, literal = step["tag"], self._literal(step["gives"])
        attackers = [value for value in step.get("attackers", ()) if "beaten_by" in value]
        team: dict[tuple[str, ...], list[str]] = {}
        parts: dict[tuple[str, ...], Mapping[str, Any]] = {}
        for attacker in attackers:
            winner = attacker["beaten_by"]
            key = (winner["rule"], *winner["body"])
            parts[key] = winner
            team.setdefault(key, []).append(attacker["rule"])
        own = (step["rule"], *step["body"])
        beaten = tuple(dict.fromkeys(team.pop(own, [])))
        helpers = []
        for key, losers in team.items():
            lost = tuple(dict.fromkeys(losers))
            helpers.append(self._add(self._explain_rule(literal, tag, parts[key], lost)))
        made = self._explain_rule(literal, tag, step, beaten, tuple(self._explain_repelled(step)))
        premises = (*made.premises, *helpers)
        return self._add(
            Step(literal, tag, made.uses, tuple(dict.fromkeys(premises)), beaten, made.said)
        )

    def _explain_rule(
        self,
        literal: ir.Literal,
        tag: str,
        part: Mapping[str, Any],
        beaten: tuple[str, ...],
        more: tuple[Said, ...] = (),
    ) -> Step:
        rule = part["rule"]
        used, premises = self._sources(part)
        shown = Said("supported", {"claim": literal}) if tag == SUPPORTED else literal
        said = [self._because_of_body("by rule", part, {"claim": shown})]
        said += [
            Said(
                "against beaten",
                {"rule": self._labelled[each], "preference": self._preferences[rule, each]},
            )
            for each in beaten
        ]
        return Step(literal, tag, (*used, rule), premises, beaten, (*said, *more))

    def _because_of_body(self, key: str, part: Mapping[str, Any], more: Mapping[str, Part]) -> Said:
        """Return what a key says of the rule of a part; with the literals of its body if there are any."""
        body = tuple(self._literal(value) for value in part["body"])
        parts = {"rule": self._labelled[part["rule"]], **more}
        return Said(f"{key} since", {**parts, "body": body}) if body else Said(key, parts)

    def _sources(self, part: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[int, ...]]:
        """Return the facts and the numbers of the steps that a part rests on."""
        uses = part["uses"]
        facts = dict.fromkeys(self._facts[use] for use in uses if use in self._facts)
        steps = dict.fromkeys(self._numbers[use] for use in uses if use in self._numbers)
        return tuple(facts), tuple(steps)

    def _explain_repelled(self, step: Mapping[str, Any]) -> Iterator[Said]:
        """Say of each rule against a step that does not apply why it does not."""
        for value in (*step.get("attackers", ()), *step.get("stronger", ())):
            if "because" in value or "outside" in value:
                rule, reason = self._labelled[value["rule"]], self._because(value)
                yield Said("against but", {"rule": rule, "reason": reason})

    def _because(self, part: Mapping[str, Any]) -> Said:
        """Return why a rule does not apply: a literal of its body is missing."""
        if "outside" in part:
            return Said("nothing would give", {"claim": self._literal(part["outside"])})
        refuted = self._given[part["because"]]
        key = "nothing says" if self._empty(part["because"]) else FAILED[refuted["tag"]]
        return Said(key, {"claim": self._literal(refuted["gives"])})

    # -------------------------------------------------------------------------------------------- refutations

    def _empty(self, number: int) -> bool:
        """Return whether a step refutes a literal merely because no fact and no rule gives it."""
        step = self._given[number]
        if step.get("failing") != [] or step.get("unfounded") is not None:
            return False
        return step["tag"] in FAILED and not self._unmet(step["gives"], step["tag"])

    def _explain_refutation(self, step: Mapping[str, Any]) -> Step:
        tag, literal = step["tag"], self._literal(step["gives"])
        said = [_sentence(FAILED[tag], literal)]
        uses: tuple[str, ...] = ()
        needed: list[int] = []
        if "definite" in step:
            said.append(Said("opposite certain", {"claim": _opposite(literal)}))
            needed.append(step["definite"])
        elif "attacker" in step:
            said += self._explain_overruled(step)
            facts, _ = self._sources(step["attacker"])
            uses = (*facts, step["attacker"]["rule"])
            needed += step["attacker"]["uses"]
        elif not step["failing"] and not self._unmet(step["gives"], tag):
            said = [_sentence("nothing says", literal)]
        for value in step.get("failing", ()):
            said.append(self._attempt(value, tag))
            needed += value["lost_to"]["uses"] if "lost_to" in value else ()
        if "failing" in step:
            said += self._unmet(step["gives"], tag)
        needed += [
            each["because"]
            for each in (*step.get("failing", ()), *step.get("stronger", ()))
            if "because" in each
        ]
        numbers = dict.fromkeys(self._numbers[each] for each in needed if each in self._numbers)
        return Step(literal, tag, uses, tuple(numbers), said=tuple(said))

    def _unmet(self, gives: str, tag: str) -> list[Said]:
        """Return what is said of the rules for a literal that cannot apply to anything."""
        certain = tag == NOT_DEFINITELY
        key = "would make certain but unmet" if certain else "would give but unmet"
        rules = [self._labelled[id] for id in self._instances.inapplicable(self._named[gives])]
        return [
            Said(key, {"rule": rule})
            for rule in rules
            if not certain or (isinstance(rule.statement, ir.Rule) and rule.statement.arrow == "->")
        ]

    def _explain_overruled(self, step: Mapping[str, Any]) -> Iterator[Said]:
        """Return the rule that attacks a literal, and the evidence that no rule for the literal beats it."""
        attacker = step["attacker"]
        against = self._labelled[attacker["rule"]]
        lit = self._named[step["gives"]]
        rules = dict.fromkeys(instance.rule for instance in self._instances.supporting(lit))
        for rule in rules:
            yield Said("rule would give", {"rule": self._labelled[rule]})
        yield self._because_of_body("but speaks against", attacker, {})
        stronger = {each["rule"] for each in step["stronger"]}
        for value in step["stronger"]:
            preference = self._preferences[value["rule"], attacker["rule"]]
            reason = self._because(value)
            yield Said("preference but", {"preference": preference, "reason": reason})
        if rules.keys() - stronger:
            key = "no other preferred" if stronger else "none preferred"
            yield Said(key, {"rule": against})

    def _attempt(self, part: Mapping[str, Any], tag: str) -> Said:
        """Return why a rule for a literal does not give it."""
        rule = self._labelled[part["rule"]]
        key = "would make certain but" if tag == NOT_DEFINITELY else "would give but"
        if "lost_to" in part:
            rival = part["lost_to"]["rule"]
            preference = self._preferences.get((rival, part["rule"]))
            parts = {"rule": rule, "rival": self._labelled[rival]}
            if preference is not None:
                return Said(f"{key} beaten", {**parts, "preference": preference})
            return Said(f"{key} unbeaten", parts)
        return Said(key, {"rule": rule, "reason": self._because(part)})

    # -------------------------------------------------------------------------------------- what is not there

    def _gaps(self) -> Iterator[Step]:
        """Yield a step for each claim that something does not follow, and for what is missing for it, each once."""
        closed = {
            (value["tag"], self._named[value["literal"]])
            for value in self._certificate["closed"] or ()
        }
        queue = [
            self._named[value["literal"]]
            for value in self._certificate["claims"]
            if value["step"] is None
        ]
        for literal in queue:  # grows while it is walked
            said, missing = self._explain_unproved(literal, closed)
            queue += [each for each in missing if each not in queue]
            yield Step(literal.node, UNDERIVABLE, said=said)

    def _explain_unproved(
        self, literal: Lit, closed: set[Conclusion]
    ) -> tuple[tuple[Said, ...], list[Lit]]:
        """Return why each rule for a literal does not derive it, and the literals that are missing."""
        supporting = self._instances.supporting(literal)
        rules = [self._labelled[id] for id in self._instances.inapplicable(literal)]
        unmet = [Said("would give but unmet", {"rule": rule}) for rule in rules]
        if not supporting and not unmet:
            return (_sentence("nothing says", literal.node),), []
        said = [_sentence(FAILED[UNDERIVABLE], literal.node)]
        if (DEFINITELY, literal.complement) in closed:
            said.append(Said("opposite certain", {"claim": literal.complement.node}))
            return tuple(said), []
        missing: list[Lit] = []
        team = [each for each in supporting if not self._lacking_literals(each, closed)]
        rivals = [each for each in self._instances.attacking(literal) if self._stands(each, closed)]
        for instance in supporting:
            rule = self._labelled[instance.rule]
            lacking = self._lacking_literals(instance, closed)
            side = team if self._conditions.team else [instance]
            winning = [r for r in rivals if not any(self._instances.beats(t, r) for t in side)]
            if lacking:
                why = Said(FAILED[UNDERIVABLE], {"claim": lacking[0].node})
                reason = Said("would give but", {"rule": rule, "reason": why})
                missing.append(lacking[0])
            elif winning:
                against = self._labelled[winning[0].rule]
                reason = Said("would give but unbeaten", {"rule": rule, "rival": against})
            else:
                reason = Said("would give but open", {"rule": rule})
            said.append(reason)
        return (*said, *unmet), missing

    def _lacking_literals(self, instance: Instance, closed: set[Conclusion]) -> list[Lit]:
        """Return the literals of a body that do not follow."""
        return [
            literal
            for literal in instance.body
            if (DEFEASIBLY, literal) not in closed and (DEFINITELY, literal) not in closed
        ]

    def _stands(self, attacker: Instance, closed: set[Conclusion]) -> bool:
        if self._conditions.parallel:
            return all((CLOSURE, literal) in closed for literal in attacker.body)
        return not any((self._conditions.repelled, literal) in closed for literal in attacker.body)

    def _literal(self, text: str) -> ir.Literal:
        return self._named[text].node


def _opposite(literal: ir.Literal) -> ir.Literal:
    return ir.Literal(literal.atom, not literal.negative)


def _sentence(key: str, literal: ir.Literal) -> Said:
    """Return a sentence of what a key says of a literal."""
    return Said("is so", {"clause": Said(key, {"claim": literal})})
