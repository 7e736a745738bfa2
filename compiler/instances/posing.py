"""Questions on a grown theory: one, or all that share it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ..analysis.canonical_form import exact, place as place_of_form
from ..contract import EngineError
from ..family import Asked, Draft, Posed, Rejected, Scene, leader_of, needs_of
from ..ir import nodes as ir
from ..random.balance import place
from ..random.stream import Stream
from .groups import Attempt, Dropped, Kept
from .sentences import with_background
from .setting import Setting
from .shared import drafts_for_all, read_off

Made = TypeVar("Made")


@dataclass(frozen=True)
class Prepared:
    """What a question of an attempt is posed on: its scene, the question with its holes filled, and its knobs.

    `place` is its place among those of the family, and `stream` the source of its draws.
    """

    asked: Asked
    place: int
    stream: Stream
    scene: Scene
    goal: ir.Goal
    knobs: Any
    words: Callable[..., str | None]


@dataclass(frozen=True)
class PosedOn:
    """A question with what it was posed on; `member` is its number among those of its `ask`."""

    prepared: Prepared
    member: int
    draft: Draft
    posed: Posed


def keep(made: Made | Rejected) -> Made:
    """Return what was made; raise Dropped with the reason if it was rejected."""
    if isinstance(made, Rejected):
        raise Dropped(made)
    return made


def pose_all(
    setting: Setting, made: Attempt, asked: list[Prepared], draft: Draft
) -> Iterator[PosedOn]:
    """Yield the questions of a group, in order.

    The question that determines a shared theory is posed first. Then the others must be possible for each
    of its answers, so that no answer is rarer for what else is asked.
    """
    family = setting.family
    own = drafts_for_all(family, draft, [(each.asked, each.scene) for each in asked])
    views = list(zip(asked, own, strict=True))
    if len(asked) == 1:
        return _pose_each(setting, made, views)
    leader = leader_of(made.asks, family.growth, family.logic)
    if leader is None:  # those that the strategy finds come first: the others differ from them
        views.sort(key=lambda each: not needs_of(each[0].asked, family.growth, family.logic))
        read_off_all = _pose_each(setting, made, views)
        return iter(sorted(read_off_all, key=lambda each: each.prepared.place))
    lead, view = next(each for each in views if each[0].asked is leader)
    others = [each for each in asked if each is not lead]
    found: dict[ir.Theory, list[PosedOn]] = {}
    wanted, all_posed = _target(setting, made, lead, 0), []
    for target in range(lead.asked.task.targets(lead.knobs)):
        posed = _pose(setting, lead, view, target, 0)
        all_posed.append(posed)
        if posed.theory not in found:
            read = [(each, read_off(draft, posed.theory)) for each in others]
            found[posed.theory] = list(_pose_each(setting, made, read, (posed.query.goal,)))
    settled = all_posed[wanted]
    whole = [PosedOn(lead, 0, view, settled), *found[settled.theory]]
    return iter(sorted(whole, key=lambda each: each.prepared.place))


def _pose_each(
    setting: Setting,
    made: Attempt,
    views: Iterable[tuple[Prepared, Draft]],
    before: tuple[ir.Goal, ...] = (),
) -> Iterator[PosedOn]:
    """Pose questions on their drafts; `before` is what was asked before about the theory."""
    for prepared, view in views:
        scene = replace(prepared.scene, others=before)
        for member in range(setting.members(prepared.asked)):
            target = _target(setting, made, prepared, member)
            posed = _pose(setting, replace(prepared, scene=scene), view, target, member)
            before = (*before, posed.query.goal)
            yield PosedOn(prepared, member, view, posed)


def _target(setting: Setting, made: Attempt, prepared: Prepared, member: int) -> int:
    """Return which answer a member of the group is to have."""
    targets = prepared.asked.task.targets(prepared.knobs)
    number = made.group * setting.members(prepared.asked) + member
    return place((*setting.key, prepared.place, "target"), targets, number)


def _pose(setting: Setting, prepared: Prepared, draft: Draft, target: int, member: int) -> Posed:
    """Make the question of a member of the group, with the target's answer."""
    stream = prepared.stream.fork("pose", member)
    scene = replace(prepared.scene, member=member)
    task = prepared.asked.task
    posed = keep(task.pose(scene, draft, prepared.goal, prepared.knobs, target, stream))
    return keep(with_background(posed, draft))


def check_shared(setting: Setting, each: PosedOn, kept: Sequence[Kept]) -> None:
    """Drop a question of another split; raise EngineError for one whose theory is not that of the others."""
    shared = setting.shared or setting.members(each.prepared.asked) > 1
    if setting.shared and kept and each.posed.theory != kept[0].posed.theory:
        task = each.prepared.asked.task.name
        raise EngineError(f"task `{task}` changed a theory that several questions share")
    if setting.split and not _belongs(setting, each.posed, shared):
        raise Dropped(Rejected("split"))


def _belongs(setting: Setting, posed: Posed, shared: bool) -> bool:
    """Return whether a problem belongs to the split. Each belongs to one; those that share a theory, to the same."""
    form = exact(posed.theory, None if shared else posed.query)
    return setting.splits[place_of_form(form, len(setting.splits))] == setting.split
