"""The stage that makes a theory: statements written out, and those that a strategy adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from .contract import Draft, Rejected, Scene
from .ir import nodes as ir
from .named_holes import substitute_in
from .stream import Stream
from .typed import Env


def grow(scene: Scene, stream: Stream) -> Draft | Rejected:
    """Make the theory: the statements written out, then those that the strategy adds to them."""
    family = scene.family
    env = Env(stream.fork("core"), dict(scene.values), {}, scene.split)
    words = Env(stream.fork("vocabulary"), dict(scene.values), {}, scene.split)
    grammar = substitute_in(family.grammar.narrowed(words), scene.values)
    scene = replace(scene, grammar=grammar)
    core = family.growth.core.draw(grammar, env)
    scene = replace(scene, core=core)
    if family.growth.strategy is None or family.growth.knobs is None:
        theory = ir.Theory(family.logic.name, core, family.signature, family.options)
        return Draft(theory, {"statements": len(core)})
    knobs = family.growth.knobs.draw(Env(stream.fork("knobs"), dict(scene.values), {}, scene.split))
    draft = family.growth.strategy.grow(scene, knobs, stream.fork("strategy"))
    if isinstance(draft, Rejected):
        return draft
    ids = _apart([each.id for each in draft.theory.statements], {each.id for each in core})
    grown = [
        ir.Labelled(ids[each.id], _readdressed(each.statement, ids))
        for each in draft.theory.statements
    ]
    statements = (*core, *grown)
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
        needed={ids[id]: each for id, each in draft.needed.items()},
    )


def _readdressed(statement: ir.Statement, ids: Mapping[str, str]) -> ir.Statement:
    """Give a statement that names others by their new ids."""
    match statement:
        case ir.Preference(stronger=str() as stronger, weaker=str() as weaker):
            return ir.Preference(ids[stronger], ids[weaker])
        case _:
            return statement


def _apart(ids: Sequence[str], taken: set[str]) -> dict[str, str]:
    """Give each of a strategy's ids one that no written-out statement has: its own where that is free."""
    found: dict[str, str] = {}
    used = taken | set(ids)
    for id in ids:
        new, number = id, 1
        while new in taken or (new != id and new in used):
            number += 1
            new = f"{id}_{number}"
        used.add(new)
        found[id] = new
    return found
