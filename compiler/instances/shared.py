"""Several questions about one theory: what it is grown for, and what each question sees of it."""

from collections.abc import Sequence
from dataclasses import replace

from ..family import QUESTIONS, ROWS, Asked, Draft, Family, Scene, leader_of, needs_of
from ..ir import Theory


def scene_for_all(family: Family, prepared: Sequence[tuple[Asked, Scene]]) -> Scene:
    """Return the scene that a theory is grown in for several questions.

    The question that determines the theory sets its aims. All questions that the strategy is to find are
    sought, in order, and rows are drawn once.
    """
    if len(prepared) == 1:
        return prepared[0][1]
    growth, logic = family.growth, family.logic
    needs = [needs_of(asked, growth, logic) for asked, _ in prepared]
    leader = leader_of([asked for asked, _ in prepared], growth, logic)
    scene = next((scene for asked, scene in prepared if asked is leader), None)
    rows = (scene.rows for (_, scene), own in zip(prepared, needs, strict=True) if ROWS in own)
    sought = tuple(
        each
        for (_, scene), own in zip(prepared, needs, strict=True)
        if QUESTIONS in own
        for each in scene.sought
    )
    if scene is None:
        scene = replace(prepared[0][1], aims=(), barred=(), sought=())
    return replace(scene, rows=next(rows, ()), sought=sought or scene.sought)


def drafts_for_all(
    family: Family, draft: Draft, prepared: Sequence[tuple[Asked, Scene]]
) -> tuple[Draft, ...]:
    """Return the draft as each of several questions sees it: with the questions found for it.

    A question that is read off a theory sees nothing of what this was grown for.
    """
    if len(prepared) == 1:
        return (draft,)
    growth, logic = family.growth, family.logic
    leader = leader_of([asked for asked, _ in prepared], growth, logic)
    own: list[Draft] = []
    start = 0
    for asked, scene in prepared:
        if QUESTIONS in needs_of(asked, growth, logic):
            end = start + len(scene.sought)
            own.append(replace(draft, found=draft.found[start:end]))
            start = end
        else:
            own.append(draft if asked is leader else read_off(draft, draft.theory))
    return tuple(own)


def read_off(draft: Draft, theory: Theory) -> Draft:
    """Return a draft of a settled theory, without what the strategy grew it for."""
    same = theory == draft.theory
    return Draft(
        theory,
        draft.metrics,
        truths=draft.truths if same else {},
        slots=draft.slots if same else {},
        hidden=draft.hidden,
        background=draft.background,
        shape=draft.shape,
        needed=draft.needed if same else {},
    )
