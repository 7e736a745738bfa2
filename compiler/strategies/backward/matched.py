"""Theories that serve every label: one skeleton, and for each label a pattern of broken leaves.

First a tree of goals is drawn, independently of the label. The question has rules for it and
against it. Each of their conditions has rules in turn, down to leaves of facts, which are all
equally deep unless facts state some conditions of the rules above them. Preferences are drawn
together with the rules. A leaf holds if the condition above it is stated. It is broken if its facts
are near misses: they have the other sign, are about another individual, or rule out a condition on
what the reader knows.

Then the number of broken leaves is drawn from those that allow every label, and for each label one
of its patterns with that number. So the rules, the preferences, the number of facts of each
predicate and the number of broken leaves are the same for every label. Only the branches that have
the broken leaves differ.

The trees are after Kazemi et al., "BoardgameQA" (NeurIPS 2023), section 3; the patterns are of this
project.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TypeAlias

from ...certify.exploration import answer
from ...contract import Label
from ...family import Condition, Draft, NoValue, Outcome, Rejected, Scene
from ...ir import nodes as ir, with_sign
from ...random.stream import Stream
from .doubles import Doubles
from .goals import Fresh, Instance, instances
from .growth import Growing, Written, ids_at, shown_statements
from .knobs import BackwardKnobs
from .levels import soon
from .patterns import Branch, Goal, Leaf, Part, Patterns, leaves

SIGNS: dict[Label, int] = {"true": 1, "false": -1, "unknown": 0}
"""The sign of the standing of the question's literal, for each label."""

RULES = 6
"""The maximum number of rules about the question."""

FEWEST = 3
"""The number of broken leaves is drawn from this many of the smallest possible numbers."""

SHOWN = 0.5
"""The probability that an irrelevant leaf shows whether it is broken."""

ROUNDS = 4
"""The maximum number of patterns drawn for each label to find some that look alike."""


_Look: TypeAlias = tuple[int, int]


def draw_matched(scene: Scene, knobs: BackwardKnobs, stream: Stream) -> Draft | Rejected:
    """Draw a theory and its outcome for each label, or reject it with a reason.

    Raises NoValue if words or individuals run out.
    """
    growing = Matched(scene, knobs, stream)
    (goal,) = growing.goals(())
    asked = with_sign(goal, bool(goal.negative) is not stream.chance(0.5))
    labels = list(dict.fromkeys(sought.label for sought in scene.sought))
    turned = -1 if asked.negative is not goal.negative else 1
    signs = {label: SIGNS[label] * turned for label in labels}
    patterns, fitting = growing.question(goal, list(signs.values()))
    growing.distract(goal)
    growing.draw_doubles(goal)
    numbers = stream.shuffled(fitting[:FEWEST])
    broken = _alike(patterns, signs, numbers, growing.spare, stream)
    every = [
        *growing.statements,
        *growing.near_misses(patterns.goal),
    ]
    if soon(every, goal, knobs.depth - 1):
        return Rejected("a goal follows in fewer steps than required")
    draft = growing.draft(asked, broken)
    return (
        draft
        if _serves(scene, draft)
        else Rejected("branches share atoms, which changes the conclusions")
    )


def _alike(
    patterns: Patterns,
    signs: Mapping[Label, int],
    numbers: Sequence[int],
    spare: Sequence[Leaf],
    stream: Stream,
) -> dict[Label, list[Leaf]]:
    """Draw a pattern for each label, and break irrelevant leaves so that all look the same.

    Some leaves show that they are broken, others do not: a rule's condition may have a fact of each
    sign in either case. So a label whose leaves show more could be guessed from their number. If no
    patterns can be made to look alike, they have the first of the numbers.
    """
    free = stream.shuffled([leaf for leaf in spare if leaf.broken])
    veiled = [leaf for leaf in free if not any(leaf.look) and stream.chance(0.5)]
    telling = [leaf for leaf in free if any(leaf.look)]
    evening = _evening_leaves(telling)
    for number in numbers:
        ways: dict[Label, dict[_Look, list[list[Leaf]]]] = {each: {} for each in signs}
        for _ in range(ROUNDS):
            for label, sign in signs.items():
                broken = patterns.draw(sign, number, stream)
                look = _look(broken)
                for more, others in evening.items():
                    ways[label].setdefault(_sum(look, more), []).append([*broken, *others])
            first, *rest = ways.values()
            common = [look for look in first if all(look in each for each in rest)]
            if common:
                look = stream.pick(common)
                return {each: [*stream.pick(own[look]), *veiled] for each, own in ways.items()}
    others = [leaf for leaf in telling if stream.chance(0.5)]
    return {
        label: [*patterns.draw(sign, numbers[0], stream), *others, *veiled]
        for label, sign in signs.items()
    }


def _look(broken: Sequence[Leaf]) -> _Look:
    """Return the total look of broken leaves."""
    look = 0, 0
    for leaf in broken:
        look = _sum(look, leaf.look)
    return look


def _sum(one: _Look, other: _Look) -> _Look:
    return one[0] + other[0], one[1] + other[1]


def _evening_leaves(spare: Sequence[Leaf]) -> dict[_Look, list[Leaf]]:
    """Return the looks that breaking some of the spare leaves can add, and the leaves for each."""
    found: dict[_Look, list[Leaf]] = {(0, 0): []}
    for leaf in spare:
        found = {_sum(look, leaf.look): [*broken, leaf] for look, broken in found.items()} | found
    return found


def _is_theirs_next(tree: Goal) -> bool:
    """Return whether the side against a goal is to have one more rule.

    The next rule goes to the side with fewer rules, else the one not preferred, else the smaller
    one.
    """
    if len(tree.ours) != len(tree.theirs):
        return len(tree.theirs) < len(tree.ours)
    if tree.preferred is not None:
        return tree.preferred
    sizes = [sum(len([*leaves(branch)]) for branch in side) for side in (tree.ours, tree.theirs)]
    return sizes[1] < sizes[0]


def _numbers(patterns: Patterns, signs: Sequence[int]) -> list[int]:
    """Return the numbers of broken leaves with which a goal's standing can have each sign."""
    counts = [patterns.counts(sign) for sign in signs]
    return [number for number, each in enumerate(zip(*counts, strict=True)) if all(each)]


def _serves(scene: Scene, draft: Draft) -> bool:
    """Return whether the engines confirm every label, with the statements that are written out."""
    return all(
        answer(
            scene.family.engines,
            scene.theory(each.of(draft.theory).statements),
            ir.Query(ir.Entailed(ir.Fact(each.goal))),
        )
        == label
        for label, each in draft.outcomes.items()
    )


class Matched(Growing):
    """A tree of goals that is being drawn, with its statements as if every leaf holds."""

    def __init__(self, scene: Scene, knobs: BackwardKnobs, stream: Stream) -> None:
        super().__init__(scene, knobs, stream)
        functional = self.family.signature.functional
        rare = [
            name
            for name, sorts in self.grammar.predicates.items()
            if len(sorts) < 2 or name in functional
        ]
        self.fresh = Fresh(self.grammar, self.env, knobs.negation.body, rare)
        self.doubles = Doubles(self.fresh, functional, stream)
        self.some: set[ir.Term] = set()
        self.spare: list[Leaf] = []
        self.about: ir.Term | None = None

    # ------------------------------------------------------------------------------------------- the question

    def question(self, goal: ir.Literal, signs: Sequence[int]) -> tuple[Patterns, list[int]]:
        """Draw the tree of the question's literal, with enough rules that each label is possible.

        Returns:
            The tree's patterns, and the numbers of broken leaves that allow every label.
        """
        depth = self.knobs.depth
        rival = self.rival(goal)
        self.about = next(iter(goal.atom.arguments), None)
        tree = self._goal(goal, depth, rival)
        patterns = Patterns(tree)
        while not (numbers := _numbers(patterns, signs)):
            if len(tree.ours) + len(tree.theirs) == RULES:
                raise NoValue("no choice of facts yields every label, as `matched` requires")
            if _is_theirs_next(tree):
                tree = replace(tree, theirs=(*tree.theirs, self._branch(rival, depth)))
            else:
                tree = replace(tree, ours=(*tree.ours, self._branch(goal, depth)))
            patterns = Patterns(tree)
        return patterns, numbers

    def _goal(self, literal: ir.Literal, depth: int, rival: ir.Literal | None = None) -> Goal:
        """Draw a rule for a literal, and one against it if there is a rival or a conflict."""
        self.counts["steps"] += 1
        self.doubles.avoid(literal)
        wins = self.conflicting(rival is not None)
        ours = self._branch(literal, depth)
        if wins is None and rival is None:
            return Goal((ours,))
        theirs = self._branch(rival or self.rival(literal), depth)
        if wins is not None:
            self.prefer(ours.rule, theirs.rule, wins)
        return Goal((ours,), (theirs,), wins)

    def _branch(self, literal: ir.Literal, depth: int) -> Branch:
        step = self.step(literal, depth)
        self.statements.append(step.rule)
        carried = self.carried(step.body)
        parts = tuple(
            self._part(step, place, depth - 1 if place in carried else 0)
            for place in range(len(step.body))
        )
        return Branch(step.rule, parts)

    def _part(self, step: Instance, place: int, depth: int) -> Part:
        part, condition = step.body[place], step.rule.body[place]
        if isinstance(part, Condition):
            return self._add_knowledge(part)
        assert isinstance(condition, ir.Literal)
        pairs = zip(condition.atom.arguments, part.atom.arguments, strict=True)
        some = _some(step.rule)
        self.some |= {own for term, own in pairs if term in some}
        if depth:
            return self._goal(part, depth)
        bound, fixed = self._movable(part, step.rule, place)
        at = self.stream.pick(bound or fixed) if bound or fixed else None
        return self._leaf(part, [*bound, *fixed], at, bool(bound))

    # --------------------------------------------------------------------------------------------- the leaves

    def _leaf(
        self, literal: ir.Literal, movable: Sequence[int], at: int | None, veiled: bool
    ) -> Leaf:
        """Add the facts of a leaf, and return it with the near misses that replace them.

        Two facts exchange their individuals, so that the numbers of individuals, predicates and
        signs are the same in either case. If that is not possible, they exchange their signs, or
        the only fact changes its sign.

        Args:
            movable: the places where another individual would break the condition.
            at: the place of the individual that is exchanged; None for none.
            veiled: whether a reader must know what a variable stands for to see which of the two
                facts the condition needs.
        """
        both = None if at is None else self._exchange(literal, movable, at)
        holds, broken = both or ([literal], [with_sign(literal, not literal.negative)])
        self.doubles.note(literal, (*holds, *broken))
        look = int(not (veiled and both)), int(self.about in literal.atom.arguments)
        places = self._add([ir.Fact(hold) for hold in holds])
        return Leaf(places, tuple(ir.Fact(each) for each in broken), look)

    def _exchange(
        self, literal: ir.Literal, movable: Sequence[int], at: int
    ) -> tuple[list[ir.Literal], list[ir.Literal]] | None:
        """Return two literals that meet a condition, and two that do not; None if no predicate is left."""
        sorts = self._sorts(literal)
        moved = _with(literal, at, self.doubles.open(sorts[at]))
        others = [place for place in movable if place != at]
        if others:
            place = self.stream.pick(others)
            double = self.doubles.open(sorts[place])
            return [literal, _with(moved, place, double)], [moved, _with(literal, place, double)]
        if len(sorts) == 1:
            try:
                other = self.fresh.predicate(sorts, 1, [str(literal.atom.predicate)])
            except NoValue:
                return None
            return [literal, _rename_predicate(moved, other)], [
                moved,
                _rename_predicate(literal, other),
            ]
        signs = [with_sign(each, not each.negative) for each in (moved, literal)]
        return [literal, signs[0]], [signs[1], moved]

    def _movable(
        self, literal: ir.Literal, rule: ir.Rule, place: int
    ) -> tuple[list[int], list[int]]:
        """Return the places where another individual breaks a condition.

        Those of variables come first, then those of individuals.
        """
        condition = rule.body[place]
        assert isinstance(condition, ir.Literal)
        places: tuple[list[int], list[int]] = ([], [])
        for at, (term, own) in enumerate(
            zip(condition.atom.arguments, literal.atom.arguments, strict=True)
        ):
            if own not in self.some:
                places[not isinstance(term, ir.Var)].append(at)
        return places

    def _add_knowledge(self, condition: Condition) -> Leaf:
        """Add the facts that make a condition true; return a leaf with those that rule it out."""
        self.counts["knowledge"] += 1
        places = self._add(shown_statements(condition.true), len(condition.true.facts))
        others = () if condition.false is None else shown_statements(condition.false)
        pairs = zip_longest(places, others)
        return Leaf(places, tuple(each for _, each in pairs) if others else ())

    def _add(self, statements: Sequence[ir.Statement], shown: int | None = None) -> tuple[int, ...]:
        """Add statements and return their places; the reader is shown only the first `shown`."""
        first = len(self.statements)
        self.statements += statements
        places = tuple(range(first, len(self.statements)))
        self.hidden |= set(places[len(places) if shown is None else shown :])
        return places

    # ------------------------------------------------------------------------------------------ the distractors

    def distract(self, goal: ir.Literal) -> None:
        """Add irrelevant branches about the question's individual, and facts, as the knob says."""
        left = self.counts["distractors"] = self.knobs.distractors * self.counts["steps"]
        while left > 1:
            literal = self._draw_beside(goal, self.stream.chance(self.knobs.negation.head))
            depth = self.knobs.depth if self.stream.chance(0.5) else 1
            left -= self._spare(literal, min(depth, left - 1), left)
        if left:
            literal = self.fresh.literal(self.stream.chance(self.knobs.negation.body))
            self.statements.append(ir.Fact(literal))

    def _draw_beside(self, goal: ir.Literal, negative: bool) -> ir.Literal:
        """Draw a literal; half of the time with a goal's first argument, if the sorts allow it."""
        literal = self.fresh.literal(negative)
        if self._sorts(literal)[:1] != self._sorts(goal)[:1] or self.stream.chance(0.5):
            return literal
        terms = (*goal.atom.arguments[:1], *literal.atom.arguments[1:])
        return ir.Literal(ir.Atom(literal.atom.predicate, terms), negative)

    def _sorts(self, literal: ir.Literal) -> tuple[str, ...]:
        return self.grammar.places(literal.atom.predicate)

    def _spare(self, literal: ir.Literal, depth: int, room: int) -> int:
        """Add a rule for a literal and its support, as far as there is room; return how many."""
        step = instances(self.grammar, self.family.knowledge, literal, self.fresh, False)
        self.statements.append(step.rule)
        self.doubles.avoid(literal)
        added = 1
        for place, part in enumerate(step.body):
            if added < room and isinstance(part, ir.Literal):
                if depth > 1:
                    added += self._spare(part, depth - 1, room - added)
                else:
                    added += self._spare_leaf(part, step.rule, place, room - added)
        return added

    def _spare_leaf(self, literal: ir.Literal, rule: ir.Rule, place: int, room: int) -> int:
        """Add the facts of a leaf; return their number."""
        bound, fixed = self._movable(literal, rule, place)
        crossed = [] if room == 1 else fixed if self.stream.chance(SHOWN) else bound
        at = self.stream.pick(crossed) if crossed else None
        leaf = self._leaf(literal, [*bound, *fixed], at, crossed is bound)
        self.spare.append(leaf)
        return len(leaf.places)

    # -------------------------------------------------------------------------------------------------- the end

    def draw_doubles(self, goal: ir.Literal) -> None:
        """Draw the individuals of the side facts, once all others are known."""
        rules = [each for each in self.statements if isinstance(each, ir.Rule)]
        self.doubles.draw(rules, goal)
        self.statements = [self.doubles.statement(each) for each in self.statements]

    def near_misses(self, tree: Goal) -> Iterator[ir.Statement]:
        """Yield the statements that break the leaves of a tree."""
        for leaf in leaves(tree):
            yield from (self.doubles.statement(each) for each in leaf.broken if each)

    def draft(self, asked: ir.Literal, broken: dict[Label, list[Leaf]]) -> Draft:
        """Return the theory in which every leaf holds, and each label's changes to it."""
        written = self.written()
        outcomes = {
            label: Outcome(asked, dict(self._changes(each, written)))
            for label, each in broken.items()
        }
        hidden = ids_at(self.hidden, written)
        return Draft(
            written.theory, self.figures(), goals=(asked,), hidden=hidden, outcomes=outcomes
        )

    def _changes(
        self, broken: Sequence[Leaf], written: Written
    ) -> Iterator[tuple[str, ir.Statement | None]]:
        for leaf in broken:
            for place, each in zip(leaf.places, leaf.broken, strict=True):
                yield written.ids[place], each and self.doubles.statement(each)


def _with(literal: ir.Literal, at: int, term: ir.Term) -> ir.Literal:
    terms = (*literal.atom.arguments[:at], term, *literal.atom.arguments[at + 1 :])
    return ir.Literal(ir.Atom(literal.atom.predicate, terms), literal.negative)


def _rename_predicate(literal: ir.Literal, predicate: str) -> ir.Literal:
    return ir.Literal(ir.Atom(predicate, literal.atom.arguments), literal.negative)


def _some(rule: ir.Rule) -> set[ir.Term]:
    """Return the variables that occur only in a rule's body: any individual may stand for them."""
    assert isinstance(rule.head, ir.Literal)
    found: set[ir.Term] = set()
    for condition in rule.body:
        if isinstance(condition, ir.Literal):
            found |= {term for term in condition.atom.arguments if isinstance(term, ir.Var)}
    return found.difference(rule.head.atom.arguments)
