"""The stage that makes a theory: statements written out, and those that a strategy adds."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..family.draft import Draft, Rejected
from ..family.expressions.typed import Env
from ..family.family import Family, Sampler, Scene
from ..family.grammar.named_holes import substitute_in
from ..family.grammar.written import Part, label, numbered
from ..ir import nodes as ir
from ..random.stream import Stream

KNOWN = "k"
"""Begins the ids of statements that readers supply from what they know: no prompt shows these."""


def opened(family: Family, values: Mapping[str, Any], stream: Stream, split: str = "") -> Scene:
    """Give the scene of an instance. Its grammar has the instance's words: all that strategies and tasks draw from."""
    env = Env(stream.fork("vocabulary"), dict(values), {}, split)
    return Scene(family, values, substitute_in(family.undivided.narrowed(env), values), split)


def grow(scene: Scene, stream: Stream) -> Draft | Rejected:
    """Make the theory: the statements written out, then those that the strategy adds to them.

    Where an answer is drawn for all attempts at an instance, so are the statements written out: what an individual is
    in them, beside the answer, is no rarer for being hard to make.
    """
    family = scene.family
    if family.growth.strategy is None or family.growth.knobs is None:
        return _written_out(scene, stream)
    scene = _with_core(scene, stream)
    core = scene.core
    knobs = family.growth.knobs.draw(Env(stream.fork("knobs"), dict(scene.values), {}, scene.split))
    draft = family.growth.strategy.grow(scene, knobs, stream.fork("strategy"))
    if isinstance(draft, Rejected):
        return draft
    labels = {line.label for line in family.growth.core.lines}
    statements, ids = _renumbered(core, labels, draft)
    return replace(
        draft,
        theory=ir.Theory(family.logic.name, statements, family.signature, family.options),
        metrics={"statements": len(statements), **draft.metrics},
        truths={ids[id]: masks for id, masks in draft.truths.items()},
        slots={ids[id]: names for id, names in draft.slots.items()},
        hidden=frozenset(ids[id] for id in draft.hidden),
        swaps=tuple({ids[id]: each for id, each in swap.items()} for swap in draft.swaps),
        outcomes={
            label: replace(each, changes={ids[id]: new for id, new in each.changes.items()})
            for label, each in draft.outcomes.items()
        },
        variants=tuple({ids[id]: new for id, new in variant.items()} for variant in draft.variants),
        needed={ids[id]: each for id, each in draft.needed.items()},
    )


def sampled(scene: Scene, stream: Stream) -> Draft | Rejected:
    """Give statements such as an instance has: those of a theory, or a sample of its strategy if it can give one."""
    strategy = scene.family.growth.strategy
    if not isinstance(strategy, Sampler):
        return grow(scene, stream)
    scene = _with_core(scene, stream)
    family = scene.family
    made = strategy.sample(scene, stream.fork("strategy"))
    statements = label(
        [(each.id, each.statement) for each in scene.core] + [("", each) for each in made]
    )
    theory = ir.Theory(family.logic.name, statements, family.signature, family.options)
    return Draft(theory, {"statements": len(statements)})


def _written_out(scene: Scene, stream: Stream) -> Draft:
    """Make a theory of the statements written out alone."""
    family, core = scene.family, scene.family.growth.core
    parts = core.parts(scene.grammar, _core_env(scene, stream))

    def theory_of(parts: Sequence[Part]) -> ir.Theory:
        return ir.Theory(family.logic.name, numbered(parts), family.signature, family.options)

    def again(kinds: Collection[str], stream: Stream | None) -> ir.Theory:
        env = None if stream is None else Env(stream, dict(scene.values), {}, scene.split)
        return theory_of(core.again(parts, kinds, scene.grammar, env))

    theory = theory_of(parts)
    return Draft(theory, {"statements": len(theory.statements)}, again=again)


def _with_core(scene: Scene, stream: Stream) -> Scene:
    """Give a scene with the statements written out."""
    core = scene.family.growth.core.draw(scene.grammar, _core_env(scene, stream))
    return replace(scene, core=core)


def _core_env(scene: Scene, stream: Stream) -> Env:
    drawn = scene.lot if scene.barred and scene.lot is not None else stream
    return Env(drawn.fork("core"), dict(scene.values), {}, scene.split)


def _renumbered(
    core: tuple[ir.Labelled, ...], labels: Collection[str], draft: Draft
) -> tuple[tuple[ir.Labelled, ...], dict[str, str]]:
    """Number the statements in the order of the prompt, those of a draft after the ones written out.

    Return the statements, and the new id of each statement of the draft. The author's labels stay, and hidden
    statements have numbers of their own: so those of the rules that a prompt shows have no gaps.
    """
    hidden = [each.id for each in draft.theory.statements if each.id in draft.hidden]
    numbers = (f"{KNOWN}{number}" for number in range(1, len(hidden) + len(labels) + 1))
    free = (id for id in numbers if id not in labels)
    known = dict(zip(hidden, free, strict=False))
    together = label(
        [(each.id if each.id in labels else "", each.statement) for each in core]
        + [(known.get(each.id, ""), each.statement) for each in draft.theory.statements]
    )
    grown = together[len(core) :]
    pairs = zip(draft.theory.statements, grown, strict=True)
    ids = {old.id: new.id for old, new in pairs}
    renamed = (ir.Labelled(each.id, _readdressed(each.statement, ids)) for each in grown)
    return (*together[: len(core)], *renamed), ids


def _readdressed(statement: ir.Statement, ids: Mapping[str, str]) -> ir.Statement:
    """Give a statement that names others by their new ids."""
    match statement:
        case ir.Preference(stronger=str() as stronger, weaker=str() as weaker):
            return ir.Preference(ids.get(stronger, stronger), ids.get(weaker, weaker))
        case _:
            return statement
