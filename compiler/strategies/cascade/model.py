"""What follows from facts and rules, and how many steps show it.

The depths are the stages of Fitting, "A Kripke-Kleene semantics for logic programs" (1985): a fact is shown in
no step, and what no rule concludes is refuted in none. What a rule concludes takes one step more than the
hardest of its conditions, by the rule for which that is least. Something that rules conclude is refuted in one
step more than the easiest refutation of a condition, by the rule for which that is greatest.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import NamedTuple, TypeAlias

from ...analysis.graphs import components, edge_within
from ...contract import Label
from ...family import Grammar
from ...ir import nodes as ir, walk

Key: TypeAlias = tuple[str, tuple[ir.Term, ...], bool]
"""A ground literal: its predicate, its terms, and whether it is strongly negated."""


class Instance(NamedTuple):
    """A ground rule. Each condition is a literal, with whether it must follow or must not."""

    head: Key
    parts: tuple[tuple[Key, bool], ...]


@dataclass(frozen=True)
class Depths:
    """In how many steps literals are shown to follow, and not to follow; `open` have no finite refutation."""

    shown: Mapping[Key, int]
    refuted: Mapping[Key, int]
    open: frozenset[Key]

    def refuted_in(self, key: Key) -> int | None:
        """Return in how many steps a literal is refuted; None if it follows, or if no number of steps does."""
        if key in self.shown or key in self.open:
            return None
        return self.refuted.get(key, 0)


@dataclass(frozen=True)
class World:
    """The facts and ground rules of a theory. What is `closed`, a positive literal, is false unless it follows."""

    grammar: Grammar
    closed: frozenset[Key] = frozenset()
    facts: tuple[Key, ...] = ()
    instances: tuple[Instance, ...] = ()
    edges: frozenset[tuple[tuple[str, bool], tuple[str, bool], bool]] = field(
        default_factory=frozenset
    )
    """From the predicate and sign of a head to those of a condition, with whether that must not follow."""
    mentioned: frozenset[str | ir.Term] = frozenset()
    """The predicates and individuals that facts and rules mention."""
    weak: bool = False
    """Whether anything to the contrary defeats what is closed: then only what follows strictly does."""

    def with_fact(self, literal: ir.Literal) -> "World | None":
        """Return the world with one more fact; None if it has it, or if it contradicts others."""
        key = key_of(literal)
        if key is None or key in self.facts or complement(key) in self.facts:
            return None
        if key[2] and complement(key) in self.closed:
            return None
        mentioned = self.mentioned | _mentioned((literal,))
        return replace(self, facts=(*self.facts, key), mentioned=mentioned)

    def with_rule(self, rule: ir.Rule) -> "World | None":
        """Return the world with one more rule; None if it is not a stratified rule between literals."""
        made = self.ground(rule)
        if made is None:
            return None
        edges = self.edges | {
            (instance.head[::2], part[0][::2], not part[1])
            for instance in made
            for part in instance.parts
        }
        graph: dict[tuple[str, bool], dict[tuple[str, bool], None]] = {}
        for head, part, _ in sorted(edges):
            graph.setdefault(head, {})[part] = None
            graph.setdefault(part, {})
        failing = [(head, part) for head, part, failed in sorted(edges) if failed]
        if edge_within(failing, components(graph)) is not None:
            return None
        literals = (part for part in (*rule.body, rule.head) if isinstance(part, ir.Literal))
        return replace(
            self,
            instances=(*self.instances, *made),
            edges=edges,
            mentioned=self.mentioned | _mentioned(literals),
        )

    def ground(self, rule: ir.Rule) -> tuple[Instance, ...] | None:
        """Return the instances of a rule; None if it is not a rule between literals."""
        if rule.arrow == "~>" or not isinstance(rule.head, ir.Literal):
            return None
        literals = [part for part in rule.body if isinstance(part, ir.Literal)]
        if len(literals) < len(rule.body) or rule.head.default:
            return None
        domains = self._domains((*literals, rule.head))
        found: dict[Instance, None] = {}
        for values in product(*domains.values()):
            binding = dict(zip(domains, values, strict=True))
            head = key_of(rule.head, binding)
            keys = [key_of(literal, binding) for literal in literals]
            if head is None or any(key is None for key in keys):
                return None
            if head[2] and complement(head) in self.closed:
                return None
            parts = tuple(
                self._condition(key, literal.default)
                for key, literal in zip(keys, literals, strict=True)
                if key is not None
            )
            if self.weak and not self._is_strict(rule, head, parts):
                return None
            if (head, True) not in parts:
                found[Instance(head, parts)] = None
        return tuple(found)

    def close(self, rule: ir.Rule) -> "World | None":
        """Return the world with what a rule makes false unless it follows; None if it does not do this.

        `not p(X) -> -p(X)` does, and so does `=> -p(X)`, which anything to the contrary defeats. Other
        conditions must be facts.
        """
        head = rule.head
        if not isinstance(head, ir.Literal) or head.negative is not True or head.default:
            return None
        own = ir.Literal(head.atom, default=True)
        rest = [part for part in rule.body if part != own]
        literals = [part for part in rest if isinstance(part, ir.Literal) and not part.default]
        if (own not in rule.body and rule.arrow != "=>") or len(literals) < len(rest):
            return None
        if own not in rule.body and rest:
            return None
        domains = self._domains((head, *literals))
        found: set[Key] = set()
        for values in product(*domains.values()):
            binding = dict(zip(domains, values, strict=True))
            key = key_of(head, binding)
            if key is None:
                return None
            if all(key_of(literal, binding) in self.facts for literal in literals):
                found.add(complement(key))
        weak = self.weak or own not in rule.body
        return replace(self, closed=self.closed | found, weak=weak)

    def _is_strict(self, rule: ir.Rule, head: Key, parts: Sequence[tuple[Key, bool]]) -> bool:
        """Return whether a rule instance defeats that its conclusion is false by default."""
        return head not in self.closed or (rule.arrow == "->" and all(met for _, met in parts))

    def mentions(self, key: Key) -> bool:
        """Return whether facts or rules mention the predicate and every individual of a literal."""
        return self.mentioned.issuperset((key[0], *key[1]))

    def depths(self) -> Depths | None:
        """Return all depths; None if the theory contradicts itself, or a condition must not follow that is open."""
        return depths(self.facts, self.instances)

    def _condition(self, key: Key, default: bool) -> tuple[Key, bool]:
        if default:
            return key, False
        return (complement(key), False) if complement(key) in self.closed else (key, True)

    def _domains(self, literals: Iterable[ir.Literal]) -> dict[str, tuple[ir.Term, ...]]:
        """Return the values of each variable: the members of the sorts of all its places."""
        domains: dict[str, tuple[ir.Term, ...]] = {}
        for literal in literals:
            sorts = self.grammar.places(literal.atom.predicate)
            for term, sort in zip(literal.atom.arguments, sorts, strict=False):
                if isinstance(term, ir.Var):
                    members = self.grammar.members(sort)
                    known = domains.get(term.name, members)
                    domains[term.name] = tuple(each for each in known if each in members)
        return domains


def _mentioned(literals: Iterable[ir.Literal]) -> frozenset[str | ir.Term]:
    """Return the predicates and individuals of some literals."""
    atoms = [literal.atom for literal in literals]
    terms = {term for atom in atoms for term in atom.arguments if not isinstance(term, ir.Var)}
    return frozenset({*terms, *(str(atom.predicate) for atom in atoms)})


def depths(facts: Collection[Key], instances: Sequence[Instance]) -> Depths | None:
    """Return in how many steps everything is shown or refuted, as `World.depths` does."""
    heads: dict[Key, list[Instance]] = {}
    for instance in instances:
        heads.setdefault(instance.head, []).append(instance)
    shown = dict.fromkeys(facts, 0)
    refuted: dict[Key, int] = {}
    left = [key for key in heads if key not in shown]

    def stage(part: tuple[Key, bool]) -> bool | None:
        """Return whether a condition is met; None if this is not known yet."""
        key, follows = part
        if key in shown:
            return follows
        if key in refuted or key not in heads:
            return not follows
        return None

    step = 0
    while left:
        step += 1
        new_shown: list[Key] = []
        new_refuted: list[Key] = []
        for key in left:
            failing = 0
            for instance in heads[key]:
                met = [stage(part) for part in instance.parts]
                if False in met:
                    failing += 1
                elif None not in met:
                    new_shown.append(key)
                    break
            else:
                if failing == len(heads[key]):
                    new_refuted.append(key)
        if not new_shown and not new_refuted:
            break
        shown |= dict.fromkeys(new_shown, step)
        refuted |= dict.fromkeys(new_refuted, step)
        left = [key for key in left if key not in shown and key not in refuted]
    open = frozenset(left)
    if any(not follows and key in open for each in instances for key, follows in each.parts):
        return None
    if any(complement(key) in shown for key in shown):
        return None
    return Depths(shown, refuted, open)


def status(world: World, found: Depths, key: Key) -> tuple[Label, int] | None:
    """Return the label of a literal and how many steps decide it; None if no number of steps does."""
    other = complement(key)
    for mine, label in ((key, "true"), (other, "false")):
        if mine in found.shown:
            return label, found.shown[mine]
    positive, negative = (other, key) if key[2] else (key, other)
    steps = found.refuted_in(positive)
    if positive in world.closed:
        return None if steps is None else ("true" if key[2] else "false", steps)
    opposite = found.refuted_in(negative)
    return None if steps is None or opposite is None else ("unknown", max(steps, opposite))


def key_of(literal: ir.Literal, binding: Mapping[str, ir.Term] | None = None) -> Key | None:
    """Return a literal with its variables bound; None if it is not ground then."""
    terms = tuple(
        (binding or {}).get(term.name, term) if isinstance(term, ir.Var) else term
        for term in literal.atom.arguments
    )
    if not isinstance(literal.atom.predicate, str) or not isinstance(literal.negative, bool):
        return None
    if any(isinstance(node, ir.Var | ir.Hole) for term in terms for node in walk(term)):
        return None
    return literal.atom.predicate, terms, literal.negative


def complement(key: Key) -> Key:
    return key[0], key[1], not key[2]


def ground_literals(grammar: Grammar) -> Iterator[Key]:
    """Yield the positive literals of an instance's predicates over different individuals."""
    for predicate, sorts in grammar.predicates.items():
        for terms in product(*map(grammar.members, sorts)):
            if len(set(terms)) == len(terms):
                yield predicate, terms, False
