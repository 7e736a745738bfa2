"""Renaming the predicates of a draft, in the style of its family."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ..family import DESCRIPTIVE, Draft, Family, Names, Outcome, Shape, rename, shape
from ..random.stream import Stream


def names_of(
    family: Family, values: Mapping[str, Any], draft: Draft, split: str, stream: Stream
) -> Names | None:
    """Return other names for the declared predicates, in the family's style; None if they keep their own."""
    if family.naming is None or str(values[family.naming.style]) == DESCRIPTIVE:
        return None
    declared = family.undivided.predicates
    if not declared:
        return None
    seen = shape(draft.theory)
    own = {name: each for name, each in seen.predicates.items() if name in declared}
    joined = tuple((one, other) for one, other in seen.joined if one in own and other in own)
    return family.naming.names(Shape(own, joined), values, stream, split) if own else None


def rename_draft(draft: Draft, names: Names) -> Draft:
    """Return a draft with other names for predicates."""
    again = draft.again
    return replace(
        draft,
        theory=rename(draft.theory, names),
        goals=tuple(rename(goal, names) for goal in draft.goals),
        candidates=tuple(rename(candidate, names) for candidate in draft.candidates),
        outcomes={
            label: Outcome(
                rename(each.goal, names),
                {
                    id: None if other is None else rename(other, names)
                    for id, other in each.changes.items()
                },
            )
            for label, each in draft.outcomes.items()
        },
        variants=tuple(
            {id: rename(other, names) for id, other in variant.items()}
            for variant in draft.variants
        ),
        found=tuple(replace(each, statement=rename(each.statement, names)) for each in draft.found),
        needed={
            id: tuple(rename(literal, names) for literal in literals)
            for id, literals in draft.needed.items()
        },
        again=again and (lambda kinds, stream: rename(again(kinds, stream), names)),
    )
