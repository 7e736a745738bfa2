"""Answers drawn before the theory: which individuals, or how many, it is to have and to lack; and labels."""

from collections.abc import Sequence
from dataclasses import replace
from math import comb

from ..family import Env, Rejected, Scene
from ..ir import nodes as ir
from ..random.stream import Stream

OUT_OF_BUDGET = "the engine's budget ran out before the label was decided"


def other_label(label: str, wanted: str) -> Rejected:
    """Reject a draft for its label; runs count these drafts by the label that was drawn and the draft's own."""
    return Rejected(f"the label is {label}, and {wanted} was drawn", label=label)


def members(scene: Scene, goal: ir.Answers | ir.Number) -> tuple[ir.Term, ...]:
    """Return the possible values of the variable in this instance, in the order of its sort."""
    atom = goal.literal.atom
    sorts = scene.grammar.places(atom.predicate)
    return members_of(scene, sorts[atom.arguments.index(ir.Var(goal.variable))])


def members_of(scene: Scene, sort: str) -> tuple[ir.Term, ...]:
    """Return the members that a sort has in this instance, in order."""
    grammar = scene.grammar
    if sort in grammar.numbers:
        env = Env(Stream("answers"), dict(scene.values), {}, scene.split)
        numbers = grammar.numbers[sort].members(env)
        return tuple(ir.Quantity("integer", int(number)) for number in numbers)
    return tuple(map(ir.Const, grammar.sorts.get(sort, ())))


def aim_at_set(scene: Scene, numbers: Sequence[int]) -> Scene | Rejected:
    """Aim at a set of answers with one of these sizes; all sets are equally likely."""
    return _aim(scene, numbers, sets=True)


def aim_at_number(scene: Scene, numbers: Sequence[int]) -> Scene | Rejected:
    """Aim at one of these numbers of answers, all equally likely, and then at random answers."""
    return _aim(scene, numbers, sets=False)


def _aim(scene: Scene, numbers: Sequence[int], sets: bool) -> Scene | Rejected:
    """Aim at answers that are drawn by their places in the sort.

    All attempts at an instance draw the same answers, so that answers that are hard to achieve are
    not rarer. If an instance has only some of the words, these were drawn in random order before,
    so that a place reveals nothing about them.
    """
    goal = scene.asked
    assert isinstance(goal, ir.Answers | ir.Number)
    known = members(scene, goal)
    fitting = [each for each in numbers if each <= len(known)]
    if not fitting or scene.lot is None:
        return Rejected("there are no answers to draw from")
    weights = [comb(len(known), each) if sets else 1 for each in fitting]
    number = fitting[scene.lot.weighted(weights)]
    drawn = set(scene.lot.sample(range(len(known)), number))
    filled = [_fill_goal(goal, term) for term in known]
    return replace(
        scene,
        aims=tuple(each for place, each in enumerate(filled) if place in drawn),
        barred=tuple(each for place, each in enumerate(filled) if place not in drawn),
    )


def _fill_goal(goal: ir.Answers | ir.Number, value: ir.Term) -> ir.Literal:
    atom = goal.literal.atom
    terms = (
        value if argument == ir.Var(goal.variable) else argument for argument in atom.arguments
    )
    return ir.Literal(ir.Atom(atom.predicate, tuple(terms)), goal.literal.negative)
