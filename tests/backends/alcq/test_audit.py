"""Bases as large as those of a family, under audit: HermiT, models of all smaller sets, models that are tampered with.

The suite takes a few bases a level. `RSPC_AUDIT=300` takes so many; `-s` shows what was met.
"""

from __future__ import annotations

import copy
import os
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest

from rspc.backends.alcq.backend import Justification
from rspc.backends.alcq.base import Base
from rspc.backends.checkers.alcq.justification import prove
from rspc.backends.checkers.alcq.models import Interpretation, NoModel, individuals
from rspc.backends.owl.hermit import Hermit
from rspc.compiler.contract import EngineError, Limits, Verdict
from rspc.compiler.ir import nodes as ir

from .bases import asked, levelled, theory
from .closure import Candidate, closure

BASES = int(os.environ.get("RSPC_AUDIT", "2"))
SAMPLE = 24
"""How many candidates of a base are looked at, and as many inclusions as assertions of each label where there are."""
PATIENT = Limits(500_000_000, 1800.0)
"""What is given to all candidates of a base together."""

SHARE = 1 if BASES > 10 else 5
"""Of so many candidates one is looked at."""

LACKING = Hermit.lacks()
levels = pytest.mark.parametrize("level", range(4))


def audited(level: int) -> Iterator[tuple[int, list[ir.Statement], list[Candidate]]]:
    """Yield bases with candidates of every label, inclusions and assertions; none where a base is inconsistent."""
    for seed in range(BASES):
        statements = levelled(10_000 * level + seed, level)
        base = Base(statements, limits=PATIENT)
        if not base.consistent():
            yield seed, statements, []
            continue
        sorts: dict[tuple[str, type], list[Candidate]] = {}
        for each in closure(base):
            sorts.setdefault((each.label, type(each.statement)), []).append(each)
        draw = random.Random(seed)
        yield (
            seed,
            statements,
            [
                each
                for own in sorts.values()
                for each in draw.sample(own, min(len(own), SAMPLE // 6))
            ],
        )


@pytest.mark.skipif(bool(LACKING), reason=LACKING or "HermiT is there")
@pytest.mark.timeout(4 * 3600)
@levels
def test_hermit_gives_the_same_labels(level: int) -> None:
    met: Counter[str] = Counter()
    for seed, statements, candidates in audited(level):
        given = theory(statements)
        everything = [Candidate(statements[-1], "inconsistent", 0)]
        for each in candidates[::SHARE] or everything:
            try:
                found = Hermit().decide(given, asked(each.statement), {}, Limits(1, 10.0)).label
            except EngineError:
                met["out of time"] += 1
                continue
            assert found == each.label, (seed, each)
            met[each.label] += 1
    print(f"level {level}: {dict(met)}")
    assert {"true", "false", "unknown"} <= met.keys()


@levels
@pytest.mark.timeout(4 * 3600)
def test_certificates_are_smallest_and_their_models_bear_no_change(level: int) -> None:
    met: Counter[str] = Counter()
    for seed, statements, candidates in audited(level):
        given = theory(statements)
        for each in candidates[::SHARE]:
            query = asked(each.statement)
            verdict = Justification().derive(given, query, {}, Limits(20_000_000))
            assert verdict.label == each.label, (seed, each)
            if each.label == "unknown":
                assert_no_change(given, query, verdict, random.Random(seed), met)
            else:
                size = len(verdict.certificate["justification"])
                assert size <= each.bound
                met[f"size {size}"] += 1
                met["smaller sets"] += assert_smallest(statements, each, verdict)
    print(f"level {level}: {dict(met)}")
    assert met["changes"]
    assert met["smaller sets"]


def assert_smallest(statements: list[ir.Statement], each: Candidate, verdict: Verdict) -> int:
    """Find a model for every set that is smaller than a justification, or of its size and before it; tell how many.

    The checker evaluates the models. One shows it of all sets whose statements it makes true.
    """
    base, tried = Base([*statements, each.statement]), 0
    own = tuple(int(name[1:]) - 1 for name in verdict.certificate["justification"])
    true = verdict.label == "true"
    shown: list[set[int]] = []
    for size in range(len(own) + 1):
        for chosen in combinations(range(len(statements)), size):
            if chosen == own:
                return tried
            tried += 1
            if any(known.issuperset(chosen) for known in shown):
                continue
            active = sum(1 << place for place in chosen) | (0 if true else 1 << len(statements))
            assert base.refuted(active, each.statement if true else None) is None, (each, chosen)
            model = Interpretation(base.model().plain(base.nodes), (), True)
            assert model.holds(each.statement) is not true, (each, chosen)
            shown.append({place for place, one in enumerate(statements) if holds(model, one)})
            assert shown[-1].issuperset(chosen), (each, chosen)
    raise AssertionError(f"{own} is not a set of statements")


def holds(model: Interpretation, statement: ir.Statement) -> bool:
    """Return whether a model makes a statement true; one of inclusions alone has no individuals."""
    return model.individuals.keys() >= {*individuals([statement])} and model.holds(statement)


def assert_no_change(
    given: ir.Theory, query: ir.Query, verdict: Verdict, draw: random.Random, met: Counter[str]
) -> None:
    """Change a countermodel at one place: the checker refuses it, whether or not it is another model."""
    for side in ("without", "with"):
        changes = list(changed(verdict.certificate["models"][side]))
        for model in draw.sample(changes, min(2, len(changes))):
            models = {**verdict.certificate["models"], side: model}
            other = Verdict("unknown", verdict.engine, {**verdict.certificate, "models": models})
            assert not Justification().check(given, query, other, {}).accepted
            met["changes"] += 1
            try:
                prove(given, query, "unknown", other.certificate)
                met["changes to another model"] += 1
            except NoModel:
                pass


def changed(model: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a model with one member or successor more or less, or one individual elsewhere."""
    for kind in ("concepts", "roles"):
        for name, own in model[kind].items():
            for place in range(len(own)):
                other = copy.deepcopy(model)
                del other[kind][name][place]
                yield other
    for name, own in model["concepts"].items():
        for each in model["elements"]:
            if each not in own:
                other = copy.deepcopy(model)
                other["concepts"][name] = sorted([*own, each])
                yield other
    for name in model["individuals"]:
        other = copy.deepcopy(model)
        other["individuals"][name] = len(model["elements"])
        yield other
