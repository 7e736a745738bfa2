"""The stages of an attempt at an instance, in order: from its values to a decided problem and its sentences."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from .certify.certify import certify, necessity_certificate, with_necessity_evidence
from .contract import Verdict
from .family import (
    Asked,
    Draft,
    Env,
    Family,
    Posed,
    Rejected,
    chosen_values,
    rename,
    said_values,
    substitute_asked,
)
from .instances import (
    Attempt,
    Dropped,
    Kept,
    Prepared,
    Setting,
    arrange,
    check_members,
    check_shared,
    figures,
    grow,
    keep,
    misread,
    names_of,
    open_scene,
    pose_all,
    rename_draft,
    say_all,
    scene_for_all,
    with_class_figures,
    with_gatherings,
    with_grids,
    with_question,
    with_wording,
    without_background,
)
from .random.stream import Stream


def attempt(
    setting: Setting,
    made: Attempt,
    watch: Callable[[Mapping[str, Any], Posed], None] = lambda values, posed: None,
) -> list[Kept]:
    """Make the instances that share a theory; `made` records their progress.

    Args:
        watch: called with the values and each question that meets the requirements, before it is said.

    Raises:
        Dropped: a stage rejects the draft.
        NoValue: something cannot be drawn.
    """
    values = _draw_values(setting, made)
    asked = [_prepare(setting, made, each, values) for each in made.asks]
    scene = scene_for_all(setting.family, [(each.asked, each.scene) for each in asked])
    made.draft = keep(grow(scene, made.stream.fork("grow")))
    closed = setting.family.growth.world is not None
    check_members(made.draft, [each.goal for each in asked], scene.grammar, closed)
    asked = [replace(each, scene=replace(each.scene, rows=scene.rows)) for each in asked]
    asked, made.draft = _rename(setting, made, values, asked, made.draft)
    kept: list[Kept] = []
    for each in pose_all(setting, made, asked, made.draft):
        prepared, draft = each.prepared, each.draft
        check_shared(setting, each, kept)
        posed = with_question(
            with_class_figures(setting.family.logic, each.posed), prepared.asked, prepared.scene
        )
        made.draft, made.posed = draft, posed
        _require(setting.family, values, draft, posed)
        watch(values, posed)
        if not posed.numbered:  # each sentence with a number says one statement
            posed = keep(with_grids(prepared.scene.family, posed, values, setting.split))
            posed = with_gatherings(prepared.scene.family, posed, values, setting.split)
        shared = kept[-1] if kept and _have_one_text(posed, kept[-1].posed) else None
        sentences = _say(setting, made, prepared.scene.family, posed, shared)
        verdict, engines = _certify(setting, draft, posed)
        style = prepared.stream.fork("rows", each.member).below(1 << 16)
        targets = prepared.asked.task.targets(prepared.knobs)
        own = made.number, prepared.asked, prepared.scene, draft, posed, sentences
        arranged = (
            arrange(
                prepared.scene.family,
                posed,
                sentences,
                values,
                setting.split,
                made.stream.fork("discourse"),
            )
            if shared is None
            else shared.arrangement
        )
        kept.append(Kept(*own, verdict, engines, style, targets, {}, {}, arranged))
    return kept


def _have_one_text(posed: Posed, other: Posed) -> bool:
    """Return whether two questions are about one theory, which the text says in the same way."""
    return posed.theory == other.theory and posed.numbered == other.numbered


def _draw_values(setting: Setting, made: Attempt) -> dict[str, Any]:
    """Draw the chosen values of the group; if drafts are dropped for their labels, again after some attempts."""
    key: tuple[str | int, ...] = (*setting.key, made.place)
    if made.redraws and any(map(setting.redraws, made.asks)):
        key = (*key, "again", made.redraws)
    return chosen_values(setting.family, setting.given, key, made.group, setting.split)


def _prepare(setting: Setting, made: Attempt, asked: Asked, values: Mapping[str, Any]) -> Prepared:
    """Open the scene, fill the holes of a question, and draw what the theory is to be grown on."""
    stream, place = made.stream, setting.family.asks.index(asked)
    own, lot = (
        (each.fork("ask", place) if setting.shared else each) for each in (stream, made.lot)
    )
    scene = open_scene(
        with_wording(setting.family, values), values, stream.fork("grow"), setting.split
    )
    goal, given = substitute_asked(asked.goal, scene.grammar, values)
    book = scene.family.words.phrasebook
    said = {**({} if asked.phrase is None else said_values(asked.values, values)), **given}
    words = partial(asked.worded, book=book, pattern=goal, given=said)
    kept = scene.grammar.kept(asked.kept)
    scene = replace(scene, asked=goal, lot=lot, words=words, kept=kept, templates=asked.templates)
    knobs = asked.knobs.draw(Env(own.fork("knobs"), dict(values), {}, setting.split))
    prepared = keep(asked.task.prepare(scene, knobs, own.fork("prepare")))
    return Prepared(asked, place, own, prepared, goal, knobs, words)


def _rename(
    setting: Setting,
    made: Attempt,
    values: Mapping[str, Any],
    asked: list[Prepared],
    draft: Draft,
) -> tuple[list[Prepared], Draft]:
    """Assign predicates other names, if the family has a style of them; their sentences are the standard ones."""
    names = names_of(setting.family, values, draft, setting.split, made.stream.fork("names"))
    if names is None:
        return asked, draft
    renamed: list[Prepared] = []
    for prepared in asked:
        scene = prepared.scene
        family = replace(scene.family, words=scene.family.words.standard)
        words = partial(prepared.words, book=family.words.phrasebook)
        scene = replace(scene, family=family, words=words)
        goal = rename(prepared.goal, names)
        renamed.append(replace(prepared, scene=scene, goal=goal, words=words))
    draft = without_background(setting.family.words.standard, draft)
    return renamed, rename_draft(draft, names)


def _require(family: Family, values: Mapping[str, Any], draft: Draft, posed: Posed) -> None:
    """Drop an instance that does not meet a requirement of the family."""
    if family.requirements:
        env = Env(Stream("require"), {**values, **figures(draft, posed)})
        for requirement in family.requirements:
            if not requirement.holds.draw(env):
                raise Dropped(Rejected(f"require {requirement.text}"))


def _say(
    setting: Setting, made: Attempt, family: Family, posed: Posed, shared: Kept | None
) -> Mapping[str, str]:
    """Word the statements, unless another member of the group has done so, and read them and the question back."""
    reading = setting.known is None
    sentences = (
        keep(say_all(family, posed, setting.split, made.stream.fork("words"), reading))
        if shared is None
        else shared.sentences
    )
    other = misread(family, posed, sentences) if reading else None
    if other is not None:
        raise Dropped(other)
    return sentences


def _certify(setting: Setting, draft: Draft, posed: Posed) -> tuple[Verdict, Mapping[str, str]]:
    """Have all engines decide; of what is known, add no more than what follows from the draft."""
    family = setting.family
    whole = posed.theory == draft.theory
    if setting.known is not None:
        needed = {"needed": necessity_certificate(draft)} if whole and draft.needed else {}
        labels = dict.fromkeys(family.engines.names, posed.expected)
        return Verdict(posed.expected, setting.known.verdict.engine, needed), labels
    verdict, labels = keep(certify(family.engines, posed, setting.deferred))
    return (with_necessity_evidence(family.engines, draft, verdict) if whole else verdict), labels
