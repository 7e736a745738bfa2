"""Decides defeasible theories natively: their proof theory as Horn clauses over conclusions, closed in linear time.

Each inference condition of `docs/defeasible.md` becomes clauses over tagged literals and over groups of instances: the
instances of one rule for one head. A group applies when one of its instances does, and fails when all of them do; so
superiority, which holds between rules, costs no more than the rules. Source: Maher, Propositional defeasible logic has
linear complexity (TPLP 2001).
"""

import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from msgspec import Struct

from ...compiler.contract import UNDECIDED, Encoding, EngineError, Feature, Label, Limits, Verdict
from ...compiler.ir import nodes as ir
from ...compiler.kinds import Kind
from ...compiler.notation import show
from .acyclic import Cone, Tags, Unsuited
from .grounding import Budget, Ground, Spent, Watched, ground
from .horn import Horn

DEFINITELY, NOT_DEFINITELY, DEFEASIBLY, NOT_DEFEASIBLY, SUPPORTED, NOT_SUPPORTED = range(6)
NAMES = (
    "definitely",
    "not definitely",
    "defeasibly",
    "not defeasibly",
    "supported",
    "not supported",
)
"""The tags of conclusions; in `parallel`, the closure stands under `supported`, and nothing is refuted."""

VARIANTS: Mapping[str, tuple[bool, bool]] = {
    "blocking": (False, True),
    "blocking_individual": (False, False),
    "propagating": (True, True),
    "propagating_individual": (True, False),
}
"""Of each variant with refutations: whether ambiguity propagates, and whether rules defeat as a team."""

PARALLEL = "parallel"


@dataclass(frozen=True)
class Conclusions:
    """What follows from a theory, tag by tag: the ground literals, in the order in which they were concluded."""

    ground: Ground
    tagged: tuple[tuple[int, ...], ...]

    def literals(self, tag: int) -> list[ir.Literal]:
        """Return the literals that have a tag."""
        return [self.ground.node(each) for each in self.tagged[tag]]

    @property
    def label(self) -> Label:
        """The answer to the query."""
        asked, definitely = self.ground.asked, set(self.tagged[DEFINITELY])
        if any(each ^ 1 in definitely for each in definitely):
            return "inconsistent"
        proved = self.tagged[DEFEASIBLY]
        return _label(asked in proved, asked ^ 1 in proved)

    def tags(self, literal: int) -> list[str]:
        """Name the tags of a literal."""
        return [name for name, own in zip(NAMES, self.tagged, strict=True) if literal in own]


class Fixpoint:
    """The native engine, linear in the ground theory (with individual defeat, in the pairs of opposing rules).

    What a query depends on is enough where it goes in no circle; else the whole theory is closed.
    """

    name: ClassVar[str] = "fixpoint"
    decides: ClassVar[frozenset[Feature]] = frozenset(
        {"facts", "rules", "defeasible_rules", "defeaters", "preferences", "strong_negation"}
    )

    def encode(self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind]) -> Encoding:
        """Return the ground theory as text, a rule a line, with the id of its statement: what the engine decides on."""
        steps = Limits().steps
        try:
            made = ground(theory.statements, _query_literal(query), Budget(steps))
        except Spent:
            return Encoding(".txt", f"% The ground theory takes more than {steps:,} steps.\n")
        return Encoding(".txt", "".join(f"{line}\n" for line in _lines(theory, made)))

    def decide(
        self, theory: ir.Theory, query: ir.Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Verdict:
        """Return the label, and all tags of the query's literal and of its complement.

        A step is a row met in a join, an instance, or a condition tested. Out of steps the label is
        `undecided`.

        Raises:
            EngineError: the theory is not a defeasible one.
        """
        begun = time.perf_counter()
        try:
            label, literal, complement = _decide(theory, query, limits)
        except Spent:
            return Verdict(UNDECIDED, self.name, {}, time.perf_counter() - begun)
        certificate = {"kind": "conclusions", "literal": literal, "complement": complement}
        return Verdict(label, self.name, certificate, time.perf_counter() - begun)


def _decide(
    theory: ir.Theory, query: ir.Query, limits: Limits
) -> tuple[Label, list[str], list[str]]:
    """Return the label, and the names of the tags of the query's literal and of its complement."""
    asked, variant = _query_literal(query), _variant(theory)
    try:
        cone = _reach(theory.statements, asked.atom, limits)
    except Unsuited:
        found = conclude(theory, query, limits)
        number = found.ground.asked
        return found.label, found.tags(number), found.tags(number ^ 1)
    one, other = cone.tags(variant)
    if asked.negative:
        one, other = other, one
    names = _names(one, variant), _names(other, variant)
    if cone.inconsistent:
        return "inconsistent", *names
    return _label(one.defeasibly, other.defeasibly), *names


def _label(proved: bool, denied: bool) -> Label:
    if proved and denied:
        return "inconsistent"
    return "true" if proved else "false" if denied else "unknown"


def _names(tags: Tags, variant: str) -> list[str]:
    """Name the tags of a literal. Except in `parallel`, a literal that is not proved is refuted."""
    found = []
    for place, holds in enumerate(tags):
        if holds:
            found.append(NAMES[2 * place])
        elif holds is not None and variant != PARALLEL:
            found.append(NAMES[2 * place + 1])
    return found


def conclude(theory: ir.Theory, query: ir.Query, limits: Limits) -> Conclusions:
    """Return everything that follows from a theory.

    Raises:
        Spent: out of the budget of steps.
        EngineError: for what is no defeasible theory, and at the time limit.
    """
    variant = _variant(theory)
    budget = Watched(limits.steps, limits.seconds)
    made, steps = _ground_once(theory.statements, _query_literal(query), limits)
    budget.spend(steps)
    rules = _Groups(made)
    if variant == PARALLEL:
        return Conclusions(made, _parallel(made, rules, budget))
    propagating, team = VARIANTS[variant]
    horn = Horn(6, 2 * len(made.atoms))
    _definite(horn, made, rules)
    _refute_definitely(horn, made, rules)
    _refutable(horn, made, rules, SUPPORTED if propagating else DEFEASIBLY, team)
    if propagating:
        _support(horn, rules)
    horn.close(budget)
    return Conclusions(made, horn.tagged())


@lru_cache(maxsize=4)
def _reach(statements: tuple[ir.Labelled, ...], asked: ir.Atom, limits: Limits) -> Cone:
    """Return what an atom depends on; kept for next calls, as `_grounded` is, and for the theory of each label."""
    return Cone(statements, asked, Watched(limits.steps, limits.seconds))


@lru_cache(maxsize=1)
def _ground_once(
    statements: tuple[ir.Labelled, ...], asked: ir.Literal, limits: Limits
) -> tuple[Ground, int]:
    """Ground a theory, and return it with its cost. It is kept for the next call, often with another variant."""
    budget = Watched(limits.steps, limits.seconds)
    made = ground(statements, asked, budget)
    return made, limits.steps - budget.left


def _variant(theory: ir.Theory) -> str:
    variant = str(dict(theory.options).get("variant", "blocking"))
    if variant not in VARIANTS and variant != PARALLEL:
        raise EngineError(f"there is no variant `{variant}`")
    return variant


def _query_literal(query: ir.Query) -> ir.Literal:
    match query.goal:
        case ir.Entailed(statement=ir.Fact(literal=ir.Literal() as literal), mode=""):
            return literal
    raise EngineError("the query must be one literal")


def _lines(theory: ir.Theory, made: Ground) -> Iterable[str]:
    yield f"% query: {show(made.node(made.asked))}"
    for literal, id in made.facts.items():
        yield f"{id}: {show(made.node(literal))}."
    for rule in made.rules:
        schema = made.schemas[rule.schema]
        body = ", ".join(show(made.node(each)) for each in rule.body)
        yield f"{schema.id}: {body or 'true'} {schema.arrow} {show(made.node(rule.head))}."
    for statement in theory.statements:
        if isinstance(statement.statement, ir.Preference):
            yield f"{show(statement.statement)}."


# ------------------------------------------------------------------------------------------ groups of instances


class Group(Struct, frozen=True):
    """The instances of one rule for one head."""

    id: str
    arrow: str
    head: int
    bodies: list[tuple[int, ...]]


class _Groups:
    """The groups of a ground theory, by their heads; `strictly` are the heads of strict rules."""

    def __init__(self, made: Ground) -> None:
        self.superior = made.superior
        self.literals = range(2 * len(made.atoms))
        found: dict[tuple[int, int], Group] = {}
        self._heading: dict[int, list[Group]] = defaultdict(list)
        self._supporting: dict[int, list[Group]] = defaultdict(list)
        for rule in made.rules:
            key = (rule.schema, rule.head)
            group = found.get(key)
            if group is None:
                schema = made.schemas[rule.schema]
                group = found[key] = Group(schema.id, schema.arrow, rule.head, [])
                self._heading[rule.head].append(group)
                if schema.arrow != "~>":
                    self._supporting[rule.head].append(group)
            group.bodies.append(rule.body)
        self.strictly = {head for _, head in found if self.strict(head)}
        self._nodes: dict[tuple[int, str, str, int], int] = {}

    def strict(self, literal: int) -> list[Group]:
        return [group for group in self._heading.get(literal, ()) if group.arrow == "->"]

    def supporting(self, literal: int) -> Sequence[Group]:
        return self._supporting.get(literal, ())

    def attacking(self, literal: int) -> Sequence[Group]:
        return self._heading.get(literal ^ 1, ())

    def beats(self, stronger: Group, weaker: Group) -> bool:
        return weaker.id in self.superior.get(stronger.id, ())

    def applies(self, horn: Horn, group: Group, tag: int) -> int:
        """Return the node that says: some instance has all of its body under the tag."""
        key = (tag, "applies", group.id, group.head)
        if key not in self._nodes:
            node = self._nodes[key] = horn.node()
            for body in group.bodies:
                horn.clause(node, [horn.tag(tag, each) for each in body])
        return self._nodes[key]

    def fails(self, horn: Horn, group: Group, tag: int) -> int:
        """Return the node that says: each instance has some of its body under the tag, a refutation."""
        key = (tag, "fails", group.id, group.head)
        if key not in self._nodes:
            nodes = []
            for body in group.bodies:
                node = horn.node()
                nodes.append(node)
                for each in body:
                    horn.clause(node, [horn.tag(tag, each)])
            whole = self._nodes[key] = nodes[0] if len(nodes) == 1 else horn.node()
            if len(nodes) > 1:
                horn.clause(whole, nodes)
        return self._nodes[key]


# -------------------------------------------------------------------------------------- the inference conditions


def _definite(horn: Horn, made: Ground, rules: _Groups) -> None:
    """Facts, and what strict rules give."""
    for literal in made.facts:
        horn.given(horn.tag(DEFINITELY, literal))
    for literal in rules.strictly:
        for group in rules.strict(literal):
            horn.clause(horn.tag(DEFINITELY, literal), [rules.applies(horn, group, DEFINITELY)])


def _refute_definitely(horn: Horn, made: Ground, rules: _Groups) -> None:
    """What is no fact, and whose strict rules all have a refuted body."""
    for literal in rules.literals:
        if literal not in made.facts:
            strict = rules.strict(literal) if literal in rules.strictly else ()
            failed = [rules.fails(horn, group, NOT_DEFINITELY) for group in strict]
            horn.clause(horn.tag(NOT_DEFINITELY, literal), failed)


def _refutable(horn: Horn, made: Ground, rules: _Groups, attack: int, team: bool) -> None:
    """The conditions of ∂ and δ, with team or individual defeat; rules attack by the tag `attack`."""
    condition = _team if team else _individual
    for literal in rules.literals:
        if literal in made.facts or literal in rules.strictly:
            horn.clause(horn.tag(DEFEASIBLY, literal), [horn.tag(DEFINITELY, literal)])
        refuted = horn.tag(NOT_DEFEASIBLY, literal)
        unfounded = horn.tag(NOT_DEFINITELY, literal)
        opposite = literal ^ 1
        if opposite in made.facts or opposite in rules.strictly:
            horn.clause(refuted, [unfounded, horn.tag(DEFINITELY, opposite)])
        if rules.supporting(literal):
            condition(horn, rules, literal, attack)
        else:
            horn.clause(refuted, [unfounded])


def _team(horn: Horn, rules: _Groups, literal: int, attack: int) -> None:
    proved = horn.tag(DEFEASIBLY, literal)
    refuted = horn.tag(NOT_DEFEASIBLY, literal)
    unfounded = horn.tag(NOT_DEFINITELY, literal)
    supporting, attacking = rules.supporting(literal), rules.attacking(literal)
    discarded = [rules.fails(horn, group, NOT_DEFEASIBLY) for group in supporting]
    applicable = [rules.applies(horn, group, DEFEASIBLY) for group in supporting]
    horn.clause(refuted, [unfounded, *discarded])
    unopposed = horn.node()
    countered = []
    for attacker in attacking:
        stronger = [place for place, each in enumerate(supporting) if rules.beats(each, attacker)]
        node = horn.node()
        countered.append(node)
        horn.clause(node, [rules.fails(horn, attacker, attack + 1)])
        for place in stronger:
            horn.clause(node, [applicable[place]])
        lasting = [rules.applies(horn, attacker, attack), *(discarded[place] for place in stronger)]
        horn.clause(refuted, [unfounded, *lasting])
    horn.clause(unopposed, [horn.tag(NOT_DEFINITELY, literal ^ 1), *countered])
    for each in applicable:
        horn.clause(proved, [unopposed, each])


def _individual(horn: Horn, rules: _Groups, literal: int, attack: int) -> None:
    proved = horn.tag(DEFEASIBLY, literal)
    lost = []
    for group in rules.supporting(literal):
        node = horn.node()
        lost.append(node)
        horn.clause(node, [rules.fails(horn, group, NOT_DEFEASIBLY)])
        rivals = [each for each in rules.attacking(literal) if not rules.beats(group, each)]
        for rival in rivals:
            horn.clause(node, [rules.applies(horn, rival, attack)])
        repelled = [rules.fails(horn, rival, attack + 1) for rival in rivals]
        free = horn.tag(NOT_DEFINITELY, literal ^ 1)
        horn.clause(proved, [free, rules.applies(horn, group, DEFEASIBLY), *repelled])
    horn.clause(horn.tag(NOT_DEFEASIBLY, literal), [horn.tag(NOT_DEFINITELY, literal), *lost])


def _support(horn: Horn, rules: _Groups) -> None:
    """The conditions of σ: a rule supports unless a stronger one is provable to apply."""
    for literal in rules.literals:
        supported = horn.tag(SUPPORTED, literal)
        horn.clause(supported, [horn.tag(DEFINITELY, literal)])
        lost = []
        for group in rules.supporting(literal):
            stronger = [each for each in rules.attacking(literal) if rules.beats(each, group)]
            discarded = [rules.fails(horn, each, NOT_DEFEASIBLY) for each in stronger]
            horn.clause(supported, [rules.applies(horn, group, SUPPORTED), *discarded])
            node = horn.node()
            lost.append(node)
            horn.clause(node, [rules.fails(horn, group, NOT_SUPPORTED)])
            for each in stronger:
                horn.clause(node, [rules.applies(horn, each, DEFEASIBLY)])
        horn.clause(horn.tag(NOT_SUPPORTED, literal), [horn.tag(NOT_DEFINITELY, literal), *lost])


def _parallel(made: Ground, rules: _Groups, budget: Budget) -> tuple[tuple[int, ...], ...]:
    """Three fixpoints, each on the last: what is definite, the closure λ, and ∂‖."""
    horn = Horn(1, len(rules.literals))
    _definite(horn, made, rules)
    horn.close(budget)
    (definite,) = horn.tagged()
    strict = set(definite)
    free = [each for each in rules.literals if each ^ 1 not in strict]
    closed = _from(definite, len(rules.literals), SUPPORTED)
    upper = _Groups(made)
    for literal in free:
        for group in upper.supporting(literal):
            closed.clause(closed.tag(SUPPORTED, literal), [upper.applies(closed, group, SUPPORTED)])
    closed.close(budget)
    closure = closed.tagged()[SUPPORTED]
    within = set(closure)
    proved = _from(definite, len(rules.literals), DEFEASIBLY)
    lower = _Groups(made)
    for literal in free:
        _refute_unbeaten(proved, lower, literal, within)
    proved.close(budget)
    return definite, (), proved.tagged()[DEFEASIBLY], (), closure, ()


def _from(definite: Iterable[int], literals: int, tag: int) -> Horn:
    horn = Horn(6, literals)
    for literal in definite:
        horn.given(horn.tag(tag, literal))
    return horn


def _refute_unbeaten(horn: Horn, rules: _Groups, literal: int, closure: set[int]) -> None:
    supporting = rules.supporting(literal)
    countered = []
    for attacker in rules.attacking(literal):
        if all(any(each not in closure for each in body) for body in attacker.bodies):
            continue
        node = horn.node()
        countered.append(node)
        for each in supporting:
            if rules.beats(each, attacker):
                horn.clause(node, [rules.applies(horn, each, DEFEASIBLY)])
    for group in supporting:
        proved = [rules.applies(horn, group, DEFEASIBLY), *countered]
        horn.clause(horn.tag(DEFEASIBLY, literal), proved)
