"""The engines, the checker and the definitions agree on thousands of small theories, in every variant."""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache

import msgspec
import pytest

from rspc.backends.checkers.defeasible.derivation import Derivation
from rspc.backends.defeasible import fixpoint
from rspc.backends.defeasible.fixpoint import (
    DEFEASIBLY,
    DEFINITELY,
    NOT_DEFEASIBLY,
    NOT_DEFINITELY,
    NOT_SUPPORTED,
    SUPPORTED,
    Fixpoint,
    conclude,
)
from rspc.backends.defeasible.metaprogram import Metaprogram
from rspc.compiler.contract import UNDECIDED, Limits
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.to_syntax import show

from .oracle import Lit, Oracle
from .theories import VARIANTS, random_theory, retold

LIMITS = Limits()
SEEDS = int(os.environ.get("RSPC_SEEDS", "300"))
BATCH = 50
SOME = [random_theory(seed) for seed in range(20)]

TAGS = {
    DEFINITELY: "+D",
    NOT_DEFINITELY: "-D",
    DEFEASIBLY: "+d",
    NOT_DEFEASIBLY: "-d",
    SUPPORTED: "+s",
    NOT_SUPPORTED: "-s",
}


def plain(literal: ir.Literal) -> Lit:
    assert isinstance(literal.atom.predicate, str)
    return (bool(literal.negative), literal.atom.predicate, literal.atom.arguments)


@pytest.mark.parametrize("start", range(0, SEEDS, BATCH))
def test_all_engines_give_the_label_of_the_definitions(start: int) -> None:
    problems, expected = [], []
    for seed in range(start, start + BATCH):
        base, query = random_theory(seed)
        for variant in VARIANTS:
            theory = retold(base, variant)
            oracle = Oracle(theory, query)
            problems.append((theory, query))
            expected.append(oracle.label)
            derived = Derivation().derive(theory, query, {})
            labels = {
                "definitions": oracle.label,
                "metaprogram": Metaprogram().decide(theory, query, {}, LIMITS).label,
                "fixpoint": conclude(theory, query, LIMITS).label,
                "derivation": derived.label,
            }
            told = f"seed {seed}, {variant}\n{show(theory)}\n{show(query)}"
            assert len(set(labels.values())) == 1, f"{labels}\n{told}"
            written = json.loads(json.dumps(derived.certificate))
            again = msgspec.structs.replace(derived, certificate=written)
            found = Derivation().check(theory, query, again, {})
            assert found.accepted, f"{found.reason}\n{told}"
    assert Metaprogram().labels(problems, {}, LIMITS) == expected


@pytest.mark.parametrize("steps", [1, 60, 2_000, 100_000])
def test_in_bulk_every_problem_has_a_budget_of_its_own(steps: int) -> None:
    problems = [(retold(base, variant), query) for variant in VARIANTS for base, query in SOME]
    few = Limits(steps=steps)
    alone = [Metaprogram().decide(*each, {}, few).label for each in problems]
    assert Metaprogram().labels(problems, {}, few) == alone
    assert (UNDECIDED in alone) == (steps < 2_000)
    assert {"true", "false", "unknown", "inconsistent"} <= {*alone} or steps == 1


@pytest.mark.parametrize("start", range(0, SEEDS, BATCH))
def test_every_conclusion_of_the_fixpoint_is_one_of_the_definitions(start: int) -> None:
    """Proofs are the same; refutations too, but of literals that no instance kept mentions."""
    for seed in range(start, start + BATCH):
        base, query = random_theory(seed)
        for variant in VARIANTS:
            oracle = Oracle(retold(base, variant), query)
            found = conclude(retold(base, variant), query, LIMITS)
            mentioned = {plain(found.ground.node(n)) for n in range(2 * len(found.ground.atoms))}
            tags = dict(TAGS)
            if variant == "parallel":
                tags[SUPPORTED] = "+l"
            for tag, name in tags.items():
                drawn = {plain(each) for each in found.literals(tag)}
                true = {literal for each, literal in oracle.P if each == name}
                assert drawn <= true | (mentioned - set(oracle.L)), (seed, variant, name)
                assert true & mentioned <= drawn, (seed, variant, name)
                if name.startswith("+"):
                    assert drawn == true, (seed, variant, name)


def test_what_the_query_depends_on_tells_as_much_as_the_whole_theory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where that goes in no circle; and then nothing else is looked at."""
    whole = {}
    for seed in range(SEEDS):
        base, query = random_theory(seed)
        for variant in VARIANTS:
            found = conclude(retold(base, variant), query, LIMITS)
            own = found.ground.asked
            whole[seed, variant] = found.label, found.tags(own), found.tags(own ^ 1)

    def closed(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr(fixpoint, "conclude", closed)
    counts: Counter[str] = Counter()
    for seed in range(SEEDS):
        base, query = random_theory(seed)
        engine = Fixpoint()
        for variant in VARIANTS:
            try:
                verdict = engine.decide(retold(base, variant), query, {}, LIMITS)
            except LookupError:
                counts["a circle"] += 1
                continue
            counts[verdict.label] += 1
            certificate = verdict.certificate
            tags = verdict.label, certificate["literal"], certificate["complement"]
            assert tags == whole[seed, variant], (seed, variant)
    assert counts["a circle"] < sum(counts.values()) * 2 / 3
    assert min(counts.values()) > SEEDS / 20


@cache
def labels() -> list[tuple[str, ...]]:
    found = []
    for seed in range(3 * SEEDS):
        base, query = random_theory(seed)
        found.append(
            tuple(
                Fixpoint().decide(retold(base, variant), query, {}, LIMITS).label
                for variant in VARIANTS
            )
        )
    return found


def test_the_random_theories_meet_every_label_and_part_the_variants() -> None:
    counts = Counter(label for each in labels() for label in each)
    assert set(counts) == {"true", "false", "unknown", "inconsistent"}
    assert min(counts.values()) > SEEDS / 20
    parted = {
        (one, other)
        for each in labels()
        for one in range(len(VARIANTS))
        for other in range(one)
        if each[one] != each[other]
    }
    assert len(parted) == 10
