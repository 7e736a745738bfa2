"""The stage that makes a theory: written-out statements, and those that a strategy adds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..contract import EngineError
from ..family import Draft, Env, Family, Part, Rejected, Sampler, Scene, label_lines, substitute_in
from ..ir import nodes as ir
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
    scene = _with_core(scene, stream)
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
    return replace(draft, theory=theory, metrics={"statements": len(ids), **draft.metrics})


def sample_statements(scene: Scene, stream: Stream) -> Draft | Rejected:
    """Return statements like those of an instance: its theory's, or a sample of the strategy."""
    strategy = scene.family.growth.strategy
    if not isinstance(strategy, Sampler):
        return grow(scene, stream)
    scene = _with_core(scene, stream)
    made = strategy.sample(scene, stream.fork("strategy"))
    theory = scene.theory(scene.label(made))
    return Draft(theory, {"statements": len(theory.statements)})


def _draft_written(scene: Scene, stream: Stream) -> Draft:
    """Make a theory of the written-out statements alone."""
    family, core = scene.family, scene.family.growth.core
    parts = core.parts(scene.grammar, _core_env(scene, stream))

    def theory_of(parts: Sequence[Part]) -> ir.Theory:
        return ir.Theory(family.logic.name, label_lines(parts), family.signature, family.options)

    def again(kinds: Collection[str], stream: Stream | None) -> ir.Theory:
        env = None if stream is None else Env(stream, dict(scene.values), {}, scene.split)
        return theory_of(core.again(parts, kinds, scene.grammar, env))

    theory = theory_of(parts)
    return Draft(theory, {"statements": len(theory.statements)}, again=again)


def _with_core(scene: Scene, stream: Stream) -> Scene:
    """Return a scene with its written-out statements."""
    core = scene.family.growth.core.draw(scene.grammar, _core_env(scene, stream))
    return replace(scene, core=core)


def _core_env(scene: Scene, stream: Stream) -> Env:
    drawn = scene.lot if scene.barred and scene.lot is not None else stream
    return Env(drawn.fork("core"), dict(scene.values), {}, scene.split)
