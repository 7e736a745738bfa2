"""How many answers a question has: of the ways to fill its holes, and of a theory from which answers are removed."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from msgspec import structs

from ...certify.exploration import answer
from ...family import (
    Draft,
    Family,
    Rejected,
    Scene,
)
from ...ir import nodes as ir, walk
from ...random.stream import Stream
from ..fillings import literal_fillings
from ..perturbations import KINDS, perturbations
from .knobs import ValueKnobs

Answered: TypeAlias = tuple[ir.Answers, tuple[ir.Term, ...]]
"""A question with its answers."""


def fitting(
    theory: ir.Theory,
    asked: Iterable[tuple[ir.Answers, Sequence[ir.Term]]],
    knobs: ValueKnobs,
) -> Iterator[Answered]:
    """Yield the questions with few enough answers that no statement gives away, each with these."""
    said = {node for node in walk(theory) if isinstance(node, ir.Atom)}
    for question, values in asked:
        least = knobs.least if knobs.questions > 1 else 0
        if least <= len(values) <= knobs.most and said.isdisjoint(
            question.instance(value).atom for value in values
        ):
            yield question, tuple(values)


def fitting_fillings(
    scene: Scene, theory: ir.Theory, goal: ir.Answers, knobs: ValueKnobs
) -> Iterator[Answered]:
    """Yield the ways to fill the holes of a question whose answers engines decide one by one."""
    asked = []
    for literal in literal_fillings(goal.literal, theory, scene):
        question = structs.replace(goal, literal=literal)
        labels = label_each(scene.family, theory, question)
        if not set(labels.values()) - {"true", "false", "unknown"}:
            right = [ir.Const(name) for name, label in labels.items() if label == "true"]
            asked.append((question, right))
    return fitting(theory, asked, knobs)


def pick_question(
    fitting: Iterable[Answered],
    scene: Scene,
    knobs: ValueKnobs,
    target: int,
    stream: Stream,
) -> ir.Answers | Rejected:
    """Return one of the questions that fit; of several about one theory, a different one for each.

    A single question is drawn by its answers: all that occur are equally likely, however many questions have them.
    If the numbers of answers are balanced, there must be enough questions with each number.
    """
    found = [each for each in fitting if each[0] not in scene.others]
    if not found:
        return Rejected("every possible question is already answered by a statement")
    if knobs.questions == 1:
        groups: dict[tuple[ir.Term, ...], list[ir.Answers]] = {}
        for question, answers in found:
            groups.setdefault(answers, []).append(question)
        return stream.pick(stream.pick(list(groups.values())))
    assert scene.lot is not None
    drawn = scene.lot.fork("fillings").shuffled(found)
    if not knobs.balanced:
        if len(drawn) < knobs.questions:
            return Rejected("there are too few questions about the theory")
        return drawn[scene.member][0]
    heaps = [
        [question for question, answers in drawn if len(answers) == knobs.least + place]
        for place in range(knobs.numbers)
    ]
    if min(map(len, heaps)) < knobs.times:
        return Rejected("there are too few questions with each number of answers")
    return heaps[target % knobs.numbers][target // knobs.numbers]


def remove_answers(
    scene: Scene, draft: Draft, goal: ir.Answers, least: int, stream: Stream
) -> list[ir.Theory] | None:
    """Return a draft's theory with all its answers, then with one fewer each, down to `least`.

    None if that is not possible.
    """
    family, theory, wanted = scene.family, draft.theory, len(draft.goals)
    found = [theory]
    if count_answers(family, theory, goal) != wanted:
        return None
    for left in reversed(range(least, wanted)):
        tried = perturbations(scene.grammar, replace(draft, theory=theory), KINDS, stream)
        fitting = (
            changed
            for _, changed in tried
            if _count_following(family, changed, draft.goals) <= left
            and count_answers(family, changed, goal) == left
        )
        changed = next(fitting, None)
        if changed is None:
            return None
        theory = changed
        found.append(theory)
    return found


def _count_following(family: Family, theory: ir.Theory, goals: Sequence[ir.Literal]) -> int:
    """Return how many of the goals follow: a quick check before all individuals are tried."""
    asked = (ir.Query(ir.Entailed(ir.Fact(goal))) for goal in goals)
    return sum(answer(family.engines, theory, query) == "true" for query in asked)


def label_each(family: Family, theory: ir.Theory, goal: ir.Answers) -> dict[str, str]:
    """Return the label of the literal for each individual."""
    parts = goal.split(theory)
    return {
        name: answer(family.engines, own, ir.Query(part)) for name, (own, part) in parts.items()
    }


def count_answers(family: Family, theory: ir.Theory, goal: ir.Answers) -> int | None:
    """Return the number of answers; None if a literal is neither shown to follow nor shown not to."""
    labels = list(label_each(family, theory, goal).values())
    decided = all(label in ("true", "false", "unknown") for label in labels)
    return labels.count("true") if decided else None
