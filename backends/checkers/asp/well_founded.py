"""Programs whose well-founded model decides every atom: it is their only candidate for an answer set.

The instances of the rules over all possible atoms are made once. Then what is certainly true and what may be true come
closer to each other; where they meet, the model is total. Every other program goes the general way. Source: Van Gelder,
Ross and Schlipf, The Well-Founded Semantics for General Logic Programs (Journal of the ACM 1991); Van Gelder, The
Alternating Fixpoint of Logic Programs with Negation (1993).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import TypeAlias

from ....compiler.ir import nodes as ir, plain_literal
from ....compiler.notation import show_literal, show_term
from ..common.budget import Budget
from .atoms import Signature
from .grounding import components
from .instances import Atom, Instance, Instances, Rule, TooManyRowsError
from .terms import spots
from .values import EXTREMES, SYMBOL, TEXT, Value, node

Rounds: TypeAlias = tuple[dict[Atom, int], dict[Atom, list[Instance]]]
"""Each atom with its round, and the instances that give it in that round."""

_NAMES = frozenset({ir.Var, ir.Const, ir.String})


class Model:
    """A total well-founded model.

    Attributes:
        rounds: the atoms, each with the round in which one of its instances first has all its positive atoms; 0 for
            facts.
        consistent: whether this is an answer set: no constraint is violated, and no two atoms are complementary.
    """

    def __init__(
        self, facts: Mapping[Atom, str], instances: Sequence[Instance], rounds: Rounds
    ) -> None:
        self.rounds, self._founders = rounds
        self.consistent = not any(
            each.head is None and self.rounds.keys() >= set(each.positive) for each in instances
        ) and not any(
            ((False, *signature[1:]), row) in self.rounds
            for signature, row in self.rounds
            if signature[0]
        )
        self._facts = facts
        self._texts: dict[Value, str] = {}

    def text(self, atom: Atom) -> str:
        """Return an atom as a spec would spell it."""
        (negative, name, _), values = atom
        known = self._texts
        shown = [known.get(value) or self._spell(value) for value in values]
        return show_literal(name, shown, negative)

    def _spell(self, value: Value) -> str:
        text = self._texts[value] = show_term(node(value))
        return text

    def listed(self) -> list[str]:
        """Return the texts of all atoms in canonical order."""
        return sorted(map(self.text, self.rounds))

    def derivation(self, goal: Atom) -> list[list[str]]:
        """Return the atoms on which an atom is founded, itself last, each with the id of its statement.

        If several instances give an atom in the same round, the one of the first statement is reported.
        """
        text = self.text
        needed = {goal: ""}
        queue = [goal]
        for atom in queue:  # grows while it is walked
            if atom in self._facts:
                needed[atom] = self._facts[atom]
                continue
            best = min(
                self._founders[atom],
                key=lambda each: (each.rule.number, sorted(set(map(text, each.positive)))),
            )
            needed[atom] = best.rule.id
            for each in best.positive:
                if each not in needed:
                    needed[each] = ""
                    queue.append(each)
        order = sorted(needed, key=lambda each: (self.rounds[each], text(each)))
        return [[text(each), needed[each]] for each in order]


def _find_rounds(facts: Iterable[Atom], instances: Sequence[Instance]) -> Rounds:
    """Return the least model of instances without their negative parts."""
    rounds: dict[Atom, int] = dict.fromkeys(facts, 0)
    founders: dict[Atom, list[Instance]] = {}
    missing: list[int] = []
    users: dict[Atom, list[int]] = {}
    ready: list[Instance] = []
    for place, instance in enumerate(instances):
        needed = {each for each in instance.positive if each not in rounds}
        missing.append(len(needed))
        if not needed:
            ready.append(instance)
        for each in needed:
            users.setdefault(each, []).append(place)
    level = 0
    while ready:
        level += 1
        new: dict[Atom, list[Instance]] = {}
        for instance in ready:
            if instance.head is not None and instance.head not in rounds:
                new.setdefault(instance.head, []).append(instance)
        ready = []
        for head, own in new.items():
            rounds[head], founders[head] = level, own
            for place in users.get(head, ()):
                missing[place] -= 1
                if not missing[place]:
                    ready.append(instances[place])
    return rounds, founders


def evaluate(theory: ir.Theory, budget: Budget) -> Model | None:
    """Return the well-founded model of a program, if it is total; None also for all but facts, normal rules and
    constraints over names and variables, and where there is too much to join. Steps over the budget raise `Spent`.
    """
    facts: dict[Atom, str] = {}
    rules: list[Rule] = []
    for number, labelled in enumerate(theory.statements):
        match labelled.statement:
            case ir.Fact() as fact:
                literal = plain_literal(fact)
                atom = None if literal is None else ground_atom(literal)
                if atom is None:
                    return None
                facts.setdefault(atom, labelled.id)
            case ir.Rule(arrow="->") as rule if rule.body and _is_of_names(rule):
                rules.append(Rule(number, labelled.id, rule))
            case _:
                return None
    if not all(rule.is_safe() for rule in rules):
        return None
    made = Instances(facts, budget)
    try:
        for own in _by_component(rules):
            made.run_until_closed(own)
        for each in rules:
            if each.head is None:
                made.run(each)
    except TooManyRowsError:
        return None
    return _decide(facts, list(made.made), made.possible)


def _decide(
    facts: Mapping[Atom, str], instances: Sequence[Instance], possible: Set[Atom]
) -> Model | None:
    """Return the well-founded model by alternating fixpoints; None if it leaves an atom open."""
    certain: Set[Atom] | None = None
    while True:
        reduct = [each for each in instances if possible.isdisjoint(each.negative)]
        rounds = _find_rounds(facts, reduct)
        surer = rounds[0].keys()
        if surer == possible:
            return Model(facts, reduct, rounds)
        if surer == certain:
            return None
        certain = surer
        open = [each for each in instances if certain.isdisjoint(each.negative)]
        possible = set(_find_rounds(facts, open)[0])


def ground_atom(literal: ir.Literal) -> Atom | None:
    """Return the atom of a ground literal over names; None for another one."""
    negative, predicate = literal.negative, literal.atom.predicate
    if not isinstance(predicate, str) or not isinstance(negative, bool) or literal.default:
        return None
    values: list[Value] = []
    for term in literal.atom.arguments:
        if isinstance(term, ir.Const):
            values.append(EXTREMES.get(term.name) or (SYMBOL, term.name))
        elif isinstance(term, ir.String):
            values.append((TEXT, term.text))
        else:
            return None
    return (negative, predicate, len(values)), tuple(values)


def _is_plain(literal: ir.Literal, default: bool) -> bool:
    """Return whether a literal has names and variables alone, and `not` only where it may."""
    atom = literal.atom
    return (
        isinstance(atom.predicate, str)
        and isinstance(literal.negative, bool)
        and (default or not literal.default)
        and all(argument.__class__ in _NAMES for argument in atom.arguments)
        and "_" not in (spots(literal) or ())
    )


def _is_of_names(rule: ir.Rule) -> bool:
    head = rule.head
    if not (isinstance(head, ir.Truth) and not head.value) and not (
        isinstance(head, ir.Literal) and _is_plain(head, False)
    ):
        return False
    return all(isinstance(part, ir.Literal) and _is_plain(part, True) for part in rule.body)


def _by_component(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    """Yield the rules of each strongly connected component of predicates, after those that it depends on."""
    after: dict[Signature, dict[Signature, None]] = {}
    own: dict[Signature, list[Rule]] = {}
    for rule in rules:
        if rule.head is not None:
            head = rule.head.signature
            own.setdefault(head, []).append(rule)
            after.setdefault(head, {}).update(
                dict.fromkeys(each.signature for each in rule.positive)
            )
    for component in components({head: list(each) for head, each in after.items()}):
        found = [rule for signature in component for rule in own.get(signature, ())]
        if found:
            yield found
