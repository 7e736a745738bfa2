"""What follows in one variant follows in the weaker ones, by either engine, and what one refutes the stronger refute.

That the notions of provability form such chains is the subject of Billington, Antoniou, Governatori and Maher, An
inclusion theorem for defeasible logics (ACM TOCL 2010).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias

import clingo
import pytest

from rspc.backends.defeasible.fixpoint import NAMES, conclude
from rspc.backends.defeasible.metaprogram import Metaprogram
from rspc.compiler.contract import Limits
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.to_syntax import show

from .test_textbook import THEORIES
from .theories import VARIANTS, asks, random_theory, retold, theory

LIMITS = Limits()
SEEDS = int(os.environ.get("RSPC_SEEDS", "300"))

Tagged: TypeAlias = dict[str, frozenset[str]]
"""By each tag, the literals that have it; the closure of `parallel` stands under `supported`."""

Notion: TypeAlias = tuple[str, str]
"""A variant and a tag."""

BY_FACTS: Notion = ("blocking", "definitely")
BLOCKING, INDIVIDUAL, PROPAGATING, BOTH, PARALLEL = ((each, "defeasibly") for each in VARIANTS)
SUPPORT, SUPPORT_OF_BOTH, CLOSURE = (
    (each, "supported") for each in ("propagating", "propagating_individual", "parallel")
)

REFUTED: tuple[tuple[Notion, Notion], ...] = (
    (BY_FACTS, BOTH),
    (BOTH, PROPAGATING),
    (PROPAGATING, BLOCKING),
    (BLOCKING, SUPPORT),
    (SUPPORT, SUPPORT_OF_BOTH),
    (BOTH, INDIVIDUAL),
    (INDIVIDUAL, SUPPORT_OF_BOTH),
)
"""Pairs of notions of which the second holds of all that the first holds of; their refutations the other way round."""

UNREFUTED: tuple[tuple[Notion, Notion], ...] = (
    (BY_FACTS, PARALLEL),
    (PARALLEL, CLOSURE),
    (BLOCKING, CLOSURE),
    (INDIVIDUAL, CLOSURE),
)


def by_fixpoint(problem: ir.Theory, query: ir.Query) -> Tagged:
    found = conclude(problem, query, LIMITS)
    return {
        name: frozenset(show(each) for each in found.literals(tag))
        for tag, name in enumerate(NAMES)
    }


def by_metaprogram(problem: ir.Theory, query: ir.Query) -> Tagged:
    control = clingo.Control(["--warn=none"])
    control.add("base", [], Metaprogram().encode(problem, query, {}).text)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        (shown,) = [model.symbols(shown=True) for model in handle]
    spoken: dict[str, set[str]] = {name: set() for name in NAMES}
    for each in shown:
        name = "supported" if each.name == "closure" else each.name.replace("_", " ")
        if name != "answer":
            spoken[name].add(str(each.arguments[0]))
    return {name: frozenset(own) for name, own in spoken.items()}


def problems(seeds: int) -> Iterator[tuple[ir.Theory, ir.Query]]:
    for text, asked, _ in THEORIES.values():
        yield theory(text), asks(asked)
    for seed in range(seeds):
        yield random_theory(seed)


@pytest.mark.parametrize(
    ("engine", "seeds"), [(by_fixpoint, 2 * SEEDS), (by_metaprogram, SEEDS // 5)]
)
def test_the_notions_of_provability_include_one_another(
    engine: Callable[[ir.Theory, ir.Query], Tagged], seeds: int
) -> None:
    proper: Counter[tuple[Notion, Notion]] = Counter()
    for base, query in problems(seeds):
        of = {each: engine(retold(base, each), query) for each in VARIANTS}
        for pair in (*REFUTED, *UNREFUTED):
            (one, tag), (other, wider) = pair
            assert of[one][tag] <= of[other][wider], f"{pair}\n{show(base)}"
            proper[pair] += of[one][tag] < of[other][wider]
        for (one, tag), (other, wider) in REFUTED:
            refuted = of[other][f"not {wider}"]
            assert refuted <= of[one][f"not {tag}"], f"not {tag} in {one}\n{show(base)}"
    assert all(proper[pair] for pair in (*REFUTED, *UNREFUTED)), proper


def test_nothing_is_proved_and_refuted_nor_a_literal_with_its_complement() -> None:
    """But for a literal and its complement that are both definite."""
    for base, query in problems(SEEDS):
        for variant in VARIANTS:
            found = conclude(retold(base, variant), query, LIMITS)
            definite, refuted, provable, unprovable, supported, unsupported = map(set, found.tagged)
            assert not definite & refuted
            assert not provable & unprovable
            assert not supported & unsupported
            both = {each for each in provable if each ^ 1 in provable}
            assert both <= definite, f"{variant}\n{show(base)}"
