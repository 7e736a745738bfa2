"""The stage that makes a theory: written-out statements, and those that a strategy adds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, TypeAlias

from ..contract import Closing, EngineError
from ..family import (
    Draft,
    Env,
    Family,
    Part,
    Rejected,
    Sampler,
    Scene,
    label_background,
    substitute_in,
)
from ..ir import Stated, nodes as ir
from ..random.stream import Stream


def open_scene(family: Family, values: Mapping[str, Any], stream: Stream, split: str = "") -> Scene:
    """Return the scene of an instance.

    Its grammar has the instance's words, the only ones to draw from.
    """
    env = Env(stream.fork("vocabulary"), dict(values), {}, split)
    return Scene(family, values, substitute_in(family.undivided.narrowed(env), values), split)


def grow(scene: Scene, stream: Stream) -> Draft | Rejected:
    """Make the theory: the written-out statements, then those that the strategy adds.

    If an answer is drawn once for all attempts at an instance, so are the written-out statements.
    So combinations of an answer and these statements are not rarer for being hard to achieve.
    """
    family = scene.family
    if family.growth.strategy is None or family.growth.knobs is None:
        return _draft_written(scene, stream)
    scene, background = _with_core(scene, stream)
    knobs = family.growth.knobs.draw(Env(stream.fork("knobs"), dict(scene.values), {}, scene.split))
    draft = family.growth.strategy.grow(scene, knobs, stream.fork("strategy"))
    if isinstance(draft, Rejected):
        return draft
    theory = scene.theory(draft.theory.statements)
    ids = [statement.id for statement in theory.statements]
    if len(set(ids)) < len(ids):
        raise EngineError(
            f"strategy `{family.growth.strategy.name}` gave two statements the same id"
        )
    draft = replace(draft, theory=theory, metrics={"statements": len(ids), **draft.metrics})
    return _with_background(draft, background)


def sample_statements(scene: Scene, stream: Stream) -> Draft | Rejected:
    """Return statements like those of an instance: its theory's, or a sample of the strategy."""
    strategy = scene.family.growth.strategy
    if not isinstance(strategy, Sampler):
        return grow(scene, stream)
    scene, background = _with_core(scene, stream)
    made = strategy.sample(scene, stream.fork("strategy"))
    theory = scene.theory(scene.label(made))
    return _with_background(Draft(theory, {"statements": len(theory.statements)}), background)


def _draft_written(scene: Scene, stream: Stream) -> Draft:
    """Make a theory of the written-out statements alone."""
    family, core = scene.family, scene.family.growth.core
    parts = core.parts(scene.grammar, _core_env(scene, stream, "core"))
    groups = _draw_background(scene, stream)

    def stated_of(parts: Sequence[Part]) -> tuple[tuple[ir.Labelled, ...], tuple[Stated, ...]]:
        order = core.arranged(parts, _core_env(scene, stream, "order"))
        given, own = label_background([part for part, _ in groups], [order])
        return _closed(scene, (*chain(*given), *own), _stated(given, groups))

    def theory_of(parts: Sequence[Part]) -> ir.Theory:
        statements, _ = stated_of(parts)
        return ir.Theory(family.logic.name, statements, family.signature, family.options)

    def again(kinds: Collection[str], stream: Stream | None) -> ir.Theory:
        env = None if stream is None else Env(stream, dict(scene.values), {}, scene.split)
        return theory_of(core.again(parts, kinds, scene.grammar, env))

    theory = theory_of(parts)
    draft = Draft(theory, {"statements": len(theory.statements)}, again=again)
    return _with_background(draft, stated_of(parts)[1])


_Groups: TypeAlias = Sequence[tuple[Part, ir.Group | None]]
"""The statements of each background, and what its sentence says."""


def _draw_background(scene: Scene, stream: Stream) -> _Groups:
    env = _core_env(scene, stream, "background")
    return [group.draw(scene.grammar, env) for group in scene.family.growth.background]


def _stated(labelled: Sequence[Sequence[ir.Labelled]], groups: _Groups) -> tuple[Stated, ...]:
    return tuple(
        Stated(tuple(each.id for each in own), group)
        for own, (_, group) in zip(labelled, groups, strict=True)
        if own
    )


def _with_background(draft: Draft, background: tuple[Stated, ...]) -> Draft:
    """Return a draft whose theory has these groups, without sentences of their own."""
    ids = (id for stated in background for id in stated.ids)
    return replace(draft, hidden=draft.hidden.union(ids), background=background)


def _with_core(scene: Scene, stream: Stream) -> tuple[Scene, tuple[Stated, ...]]:
    """Return a scene with its background and its written-out statements, and the groups of the background."""
    parts = scene.family.growth.core.parts(scene.grammar, _core_env(scene, stream, "core"))
    groups = _draw_background(scene, stream)
    given, own = label_background([part for part, _ in groups], parts)
    core, stated = _closed(scene, (*chain(*given), *own), _stated(given, groups))
    return replace(scene, core=core), stated


def _closed(
    scene: Scene, statements: tuple[ir.Labelled, ...], stated: tuple[Stated, ...]
) -> tuple[tuple[ir.Labelled, ...], tuple[Stated, ...]]:
    """Add to statements and groups those that close the world, if it is closed."""
    world, logic = scene.family.growth.world, scene.family.logic
    if world is None or not isinstance(logic, Closing):
        return statements, stated
    env = Env(Stream("world"), dict(scene.values), {}, scene.split)
    closed, group = world.draw(logic, scene.grammar, env, statements)
    if not closed:
        return statements, stated
    last = Stated(tuple(each.id for each in closed), group)
    return (*statements, *closed), (*stated, last)


def _core_env(scene: Scene, stream: Stream, name: str) -> Env:
    drawn = scene.lot if scene.barred and scene.lot is not None else stream
    return Env(drawn.fork(name), dict(scene.values), {}, scene.split)
