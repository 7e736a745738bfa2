"""The syntactic classes of programs under the answer set semantics, and the figures of their form.

Everything is computed on the statements as written, with their variables. The nodes of the dependency graph
are predicates, of one name and one arity; `p` and `-p` are one node. An edge leads from a predicate in a
head to each predicate that the rule's body uses. Statements that optimise choose among answer sets and have
no part in this.

A choice `{ p }` stands for `p | not p` (Ferraris and Lifschitz, "Weight constraints as nested expressions",
TPLP 5, 2005), so that `p` depends on itself through default negation: a program with a choice is neither
positive nor stratified.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

from ..ir import Mentions, mentions, nodes as ir
from .graphs import Graph, closed_walk, components, depth, edge_within

Predicate: TypeAlias = tuple[str, int]
"""A name and a number of arguments."""

Cycle: TypeAlias = tuple[Predicate, ...]
"""Predicates that each depend on the next, and the last on the first; empty without a cycle."""

MARKS: Mapping[str, str] = {
    "positive": "there is no default negation and no choice (Gelfond and Lifschitz 1991)",
    "definite": "it is positive, each head is one literal, and there are no aggregates (Lloyd 1987)",
    "stratified": "no cycle leads through default negation or an aggregate, the literals of a head being in one "
    "stratum (Apt, Blair and Walker 1988; Leone et al. 2006; Calimeri et al. 2020)",
    "tight": "the positive dependency graph, without what is under `not`, has no cycle (Fages 1994; Erdem and "
    "Lifschitz 2003)",
    "head_cycle_free": "no cycle of that graph goes through two literals of a disjunctive head (Ben-Eliyahu and "
    "Dechter 1994)",
}
"""The classes, as truth values among a record's metrics, each with when a theory is in it."""

_DENYING = frozenset((ir.Choice, ir.Not))
"""What denies besides default negation of a literal."""

ARITIES, SIZES = 4, 6
_KINDS = {"plain": "no sign", "strong": "`-`", "default": "`not`", "both": "both"}

FIGURES: Mapping[str, str] = {
    "rules": "how many rules there are, constraints among them",
    "facts": "how many facts there are",
    "predicates": "how many predicates are used",
    "constraints": "how many rules have the head `false`",
    "choices": "how many rules have a choice as their head",
    "disjunctive": "how many rules have alternatives in their head",
    "chain": "the most edges on a path of the dependency graph, predicates on a cycle counting as one",
    **{f"arity_{n}": f"how many predicates have the arity {n}" for n in range(ARITIES)},
    "arity_more": "how many predicates have a greater one",
    **{f"body_{n}": f"how many rules have a body of length {n}" for n in range(SIZES)},
    "body_more": "how many rules have a longer one",
    "heads_plain": "literals in heads of rules without `-`",
    "heads_strong": "literals in heads of rules with `-`",
    "facts_plain": "facts without `-`",
    "facts_strong": "facts with `-`",
    **{f"literals_{kind}": f"literals in bodies with {said}" for kind, said in _KINDS.items()},
}
"""The numbers of `figures`, each with what it counts."""


@dataclass(frozen=True)
class Use:
    """A predicate that a body uses.

    Attributes:
        positive: whether it is used as written: under no default negation.
        strict: whether a stratification must put it below the head: it is under default negation or in an
            aggregate.
    """

    predicate: Predicate
    positive: bool
    strict: bool


class Classes:
    """The classes of one theory, each found when it is asked for, in time linear in the size of the theory."""

    def __init__(self, theory: ir.Theory) -> None:
        self._rules: list[ir.Rule] = []
        self._mentions: list[Mentions] = []
        self.positive_graph: Graph[Predicate] = {}
        self._graph: Graph[Predicate] = {}
        self._strict: dict[tuple[Predicate, Predicate], None] = {}
        self._alternatives: list[tuple[ir.Literal, ...]] = []
        for statement in theory.statements:
            match statement.statement:
                case ir.Fact(ir.Literal() as literal):
                    self._add(ir.Rule((), "->", literal))
                case ir.Rule() as rule:
                    self._add(rule)
                case _:
                    continue
            self._mentions.append(mentions(statement.statement))

    def _add(self, rule: ir.Rule) -> None:
        self._rules.append(rule)
        used = [use for part in rule.body for use in _uses(part, True, False)]
        heads = [*_heads(rule.head)]
        for literal, condition in heads:
            head = predicate(literal.atom)
            self._graph.setdefault(head, {})
            self.positive_graph.setdefault(head, {})
            own = (use for part in condition for use in _uses(part, True, False))
            for use in (*used, *own):
                self._edge(head, use)
        if isinstance(rule.head, ir.Choice):
            for literal, _ in heads:
                self._edge(
                    predicate(literal.atom),
                    Use(predicate(literal.atom), positive=False, strict=True),
                )
        elif len(heads) > 1:
            self._alternatives.append(tuple(literal for literal, _ in heads))
            first = predicate(heads[0][0].atom)
            for literal, _ in heads[1:]:  # one stratum for all of a head
                self._graph[first][predicate(literal.atom)] = None
                self._graph[predicate(literal.atom)][first] = None

    def _edge(self, head: Predicate, use: Use) -> None:
        self._graph[head][use.predicate] = None
        self._graph.setdefault(use.predicate, {})
        self.positive_graph.setdefault(use.predicate, {})
        if use.positive:
            self.positive_graph[head][use.predicate] = None
        if use.strict:
            self._strict[head, use.predicate] = None

    @cached_property
    def positive(self) -> bool:
        """Whether there is no default negation, not even that of a choice.

        Source: Gelfond and Lifschitz, "Classical negation in logic programs and disjunctive databases" (NGC 9, 1991).
        """
        return not any(mention.defaults or mention.kinds & _DENYING for mention in self._mentions)

    @cached_property
    def definite(self) -> bool:
        """Whether every rule is a definite clause: one literal in its head, and a positive body without aggregates.

        Source: Lloyd, "Foundations of Logic Programming" (2nd edition, 1987), section 2, literals for atoms.
        """
        if not self.positive or any(
            ir.AggregateTerm in mention.kinds for mention in self._mentions
        ):
            return False
        return all(isinstance(rule.head, ir.Literal) for rule in self._rules)

    @property
    def stratified(self) -> bool:
        """Whether no cycle leads through default negation or an aggregate, all of a head being in one stratum.

        Sources: Apt, Blair and Walker, "Towards a theory of declarative knowledge" (1988); for disjunctive heads Leone
        et al., "The DLV system" (TOCL 7, 2006); for aggregates Calimeri et al., "ASP-Core-2 input language format"
        (TPLP 20, 2020), section 5.
        """
        return not self.unstratified

    @cached_property
    def unstratified(self) -> Cycle:
        """A cycle that begins with an edge through default negation or an aggregate."""
        edge = edge_within(self._strict, self._found)
        return closed_walk(self._graph, *edge) if edge else ()

    @property
    def tight(self) -> bool:
        """Whether the positive dependency graph has no cycle; literals in aggregates count as others do.

        Source: Fages, "Consistency of Clark's completion and existence of stable models" (1994); for programs with
        variables Erdem and Lifschitz, "Tight logic programs" (TPLP 3, 2003).
        """
        return not self.loop

    @cached_property
    def loop(self) -> Cycle:
        """A cycle of the positive dependency graph."""
        edges = ((head, body) for head, bodies in self.positive_graph.items() for body in bodies)
        edge = edge_within(edges, self._loops)
        return closed_walk(self.positive_graph, *edge) if edge else ()

    @property
    def head_cycle_free(self) -> bool:
        """Whether no cycle of the positive dependency graph goes through two literals of one disjunctive head.

        Source: Ben-Eliyahu and Dechter, "Propositional semantics for disjunctive logic programs" (AMAI 12, 1994).
        """
        return not self.head_cycle

    @cached_property
    def head_cycle(self) -> Cycle:
        """A closed walk of the positive dependency graph through two literals of one head; it may meet itself."""
        sizes = Counter(self._loops.values())
        for head in self._alternatives:
            seen: dict[int, ir.Literal] = {}
            for literal in head:
                node = predicate(literal.atom)
                other = seen.setdefault(self._loops[node], literal)
                cyclic = sizes[self._loops[node]] > 1 or node in self.positive_graph[node]
                if cyclic and other != literal:
                    return closed_walk(self.positive_graph, predicate(other.atom), node)
        return ()

    @cached_property
    def chain(self) -> int:
        """The most edges on a path of the dependency graph, each of its components being one node."""
        return depth(self._graph, self._found)

    @cached_property
    def _found(self) -> dict[Predicate, int]:
        return components(self._graph)

    @cached_property
    def _loops(self) -> dict[Predicate, int]:
        return components(self.positive_graph)


def figures(theory: ir.Theory) -> Mapping[str, Any]:
    """Return the numbers of `FIGURES` and the truth values of `MARKS` for a theory.

    `body_N` counts rules by the parts of their bodies, `heads_…` the literals in the heads of rules, choices too, and
    `literals_…` those that stand in bodies by themselves: with `-`, with `not`, with both, plain.
    """
    classes = Classes(theory)
    counts: Counter[str] = Counter(dict.fromkeys(FIGURES, 0))
    predicates: dict[Predicate, None] = {}
    for statement in theory.statements:
        match statement.statement:
            case ir.Fact(ir.Literal() as literal):
                counts["facts"] += 1
                counts[f"facts_{_kind(literal)}"] += 1
            case ir.Rule() as rule:
                counts.update(_of_rule(rule))
        predicates.update(dict.fromkeys(mentions(statement.statement).predicates))
    counts.update(f"arity_{_up_to(arity, ARITIES)}" for _, arity in predicates)
    counts["predicates"] = len(predicates)
    counts["chain"] = classes.chain
    return {**counts, **{mark: getattr(classes, mark) for mark in MARKS}}


def _of_rule(rule: ir.Rule) -> Iterator[str]:
    yield "rules"
    yield f"body_{_up_to(len(rule.body), SIZES)}"
    match rule.head:
        case ir.Truth():
            yield "constraints"
        case ir.Choice():
            yield "choices"
        case ir.Or():
            yield "disjunctive"
    for literal, _ in _heads(rule.head):
        yield f"heads_{_kind(literal)}"
    for part in rule.body:
        if isinstance(part, ir.Literal):
            yield f"literals_{_kind(part)}"


def predicate(atom: ir.Atom) -> Predicate:
    """Return the predicate of an atom."""
    assert isinstance(atom.predicate, str)
    return atom.predicate, len(atom.arguments)


def _up_to(number: int, most: int) -> str:
    return str(number) if number < most else "more"


def _kind(literal: ir.Literal) -> str:
    if literal.default:
        return "both" if literal.negative else "default"
    return "strong" if literal.negative else "plain"


def _heads(head: ir.Head) -> Iterator[tuple[ir.Literal, tuple[ir.BodyPart, ...]]]:
    """Yield the literals of a head, each with the condition under which it may be chosen."""
    match head:
        case ir.Literal():
            yield head, ()
        case ir.Or(parts):
            yield from ((part, ()) for part in parts if isinstance(part, ir.Literal))
        case ir.Choice(elements):
            for element in elements:
                for term in element.terms:
                    if isinstance(term, ir.Literal):
                        yield term, element.condition


def _uses(part: ir.BodyPart, positive: bool, strict: bool) -> Iterator[Use]:
    match part:
        case ir.Literal(atom, _, default):
            yield Use(predicate(atom), positive and not default, strict or default)
        case ir.Not(inner):
            yield from _uses(inner, False, True)
        case ir.And(parts) | ir.Or(parts):
            for each in parts:
                yield from _uses(each, positive, strict)
        case ir.Comparison(_, left, right):
            for side in (left, right):
                for element in side.elements if isinstance(side, ir.AggregateTerm) else ():
                    for each in element.condition:
                        yield from _uses(each, positive, True)
