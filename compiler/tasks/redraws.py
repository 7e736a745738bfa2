"""Statements redrawn until an answer that was drawn first is the only one.

The rest of the theory is drawn before, without regard to the answer. Each individual is equally
likely to be the answer, so what the rest says about one reveals nothing: only both parts together
decide.
"""

from collections import Counter
from collections.abc import Callable, Collection, Sequence

from ..certify.exploration import ground
from ..contract import Undecided
from ..family import Draft, Family, Rejected, Scene
from ..ir import nodes as ir, rebuild, walk
from ..random.stream import Stream

TRIES = 300
"""How often the statements are redrawn before a draft is dropped."""

SELF = ir.Const("*")
"""Replaces an individual in the facts about it."""


def redraw_until(
    scene: Scene,
    draft: Draft,
    kinds: Collection[str],
    among: Sequence[ir.Term],
    answers: Callable[[ir.Theory], Sequence[ir.Term]],
    stream: Stream,
) -> ir.Theory | Rejected:
    """Draw one of the possible answers, and redraw statements of some kinds until it is the answer.

    The answer is the same in all attempts at an instance, so that no answer is rarer for being hard
    to achieve.
    """
    if draft.again is None or scene.lot is None or not among:
        return Rejected("the theory has no statements that can be redrawn")
    if _alike(draft.again(kinds, None), among):
        return Rejected("two possible answers are alike")
    wanted = scene.lot.fork("answer").pick(among)
    theory = draft.theory
    for number in range(TRIES):
        if list(answers(theory)) == [wanted]:
            return theory
        theory = draft.again(kinds, stream.fork(number))
    return Rejected("the drawn answer was never the only one")


def only_set(family: Family, theory: ir.Theory) -> Sequence[ir.Literal] | None:
    """Return the only answer set; None if there is none, or several.

    This is faster than what a certificate shows.
    """
    try:
        session = ground(family.engines, theory)
        sets = session.answer_sets((), (), 2)
    except Undecided:
        return None
    return [session.atoms[each] for each in sets[0]] if len(sets) == 1 else None


def _alike(theory: ir.Theory, among: Sequence[ir.Term]) -> bool:
    """Return whether facts without numbers distinguish some individuals, but not all of them."""
    said: dict[ir.Term, set[ir.Node]] = {term: set() for term in among}
    for labelled in theory.statements:
        fact = labelled.statement
        if not isinstance(fact, ir.Fact):
            continue
        nodes = set(walk(fact))
        if not any(isinstance(node, ir.Quantity) for node in nodes):
            for term in said.keys() & nodes:
                said[term].add(_mask(fact, term))
    profiles = Counter(map(frozenset, said.values()))
    return len(profiles) > 1 and max(profiles.values()) > 1


def _mask(node: ir.Node, term: ir.Term) -> ir.Node:
    return SELF if node == term else rebuild(node, lambda child: _mask(child, term))
