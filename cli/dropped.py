"""Shows drafts that were dropped, one for each cause: what is wrong with their wording, their theory and question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import talk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ..compiler.dataset.runs import Plan, Summary
    from ..compiler.instances import Drop

MOST = 20
"""How many causes an example is shown of."""


def examples(
    plan: Plan, summary: Summary, every: bool
) -> Iterator[tuple[str, Mapping[str, Any], Drop]]:
    """Yield causes with the place of their first draft, and that draft made again, the commonest cause first.

    Without `every` only those are shown whose sentences cannot be used, for which a count alone says little.
    """
    from ..compiler.instances import OF_WORDS

    causes = sorted(summary.drops, key=lambda cause: (-summary.rejections.get(cause, 0), cause))
    for cause in [each for each in causes if every or each in OF_WORDS][:MOST]:
        place = summary.drops[cause]
        setting = plan.settings[place["setting"]].params
        drop = plan.family.explain(
            plan.seed, place["index"], place["attempt"], place["split"], **setting
        )
        if drop is not None and drop.cause == cause:
            yield cause, place, drop


def as_dict(plan: Plan, summary: Summary, every: bool) -> dict[str, Any]:
    """Return where the first draft of each cause was dropped, with the drafts that are shown."""
    found = {cause: dict(place) for cause, place in summary.drops.items()}
    for cause, place, drop in examples(plan, summary, every):
        found[cause] = {**place, **_show_drop(drop, every)}
    return found


def _show_drop(drop: Drop, every: bool) -> dict[str, Any]:
    return drop.as_dict() if every else {"details": list(drop.details)}


def tell(plan: Plan, summary: Summary, every: bool) -> None:
    """Show the drafts on stderr."""
    for cause, place, drop in examples(plan, summary, every):
        split = f" of split {place['split']}" if place["split"] else ""
        setting = plan.settings[place["setting"]].label
        where = f"instance {place['index']}{split}{f', {setting}' if setting else ''}"
        talk.say(f"{cause}: for example at attempt {place['attempt'] + 1} at {where}")
        for line in drop.lines() if every else drop.details:
            talk.say(f"  {line}")
