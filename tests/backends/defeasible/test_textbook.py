"""Theories of the literature and of its provers have the answers given there, and part every two variants.

Those named after Deimos are of A. Rock's prover, those of Governatori of his meta-programs in answer set programming;
both state what follows. The last five part what the others do not.
"""

from __future__ import annotations

from itertools import permutations

import pytest

from rspc.backends.checkers.defeasible.derivation import Derivation
from rspc.backends.defeasible.fixpoint import NOT_DEFEASIBLY, Fixpoint, conclude
from rspc.backends.defeasible.metaprogram import Metaprogram
from rspc.compiler.contract import Limits
from rspc.compiler.notation.to_syntax import show

from .theories import VARIANTS, asks, theory

LIMITS = Limits()

OSCILLATION = """
r1: true => a. r2: a1 => -a. r3: true => a1. r4: a2 => -a1. r5: true => a2.
r6: a3 => -a2. r7: true => a3. r8: a4 => -a3. r9: true => a4. r4 > r3.
"""

CIRCLE = """
r1: p -> q. r2: -q -> -p. r3: true => p. r4: true => -q. r5: true => c. r6: p => -c.
"""
"""Deimos, 13: nothing is proved here, and only -p, q and -c are refuted."""

TEAM = "r1: true => m. r2: true => m. r3: true => -m. r4: true => -m. r1 > r3. r2 > r4.\n"
"""m is proved by the team and refuted where one rule has to beat all."""

# Where a literal follows: blocking, blocking_individual, propagating, propagating_individual, parallel.
THEORIES: dict[str, tuple[str, str, str]] = {
    "Deimos, 04: a strict rule needs no more than a provable body": (
        "f1: dutch. r1: pennsylvania -> usa. r2: dutch -> german. r3: dutch => pennsylvania. "
        "r4: german => -usa. r1 > r4.",
        "usa",
        "+++++",
    ),
    "Deimos, 06: each of two rules beats one attacker": (
        "f1: star. f2: southern. r1: star => rich. r2: rich => republican. r3: star => -republican. "
        "r4: southern => conservative. r5: conservative => republican. r6: southern => -republican. "
        "r3 > r2. r6 > r5.",
        "-republican",
        "+.+.+",
    ),
    "Deimos, 09: an ambiguous attacker": (
        "r1: true => a. r2: true => b. r3: true => c. r4: a => e. r5: b => d. r6: c => -d. r7: d => -e.",
        "e",
        "++...",
    ),
    "Deimos, 12: an ambiguous attacker of an attacker": (OSCILLATION, "a", "++..."),
    "Deimos, 12: the same with the ambiguity resolved": (OSCILLATION + "r8 > r7.", "a", "++++."),
    "Deimos, 13: a circle of strict rules": (CIRCLE, "c", "....."),
    "Deimos: a defeater beats nobody": (
        "f1: altered. r1: penguin -> bird. r2: altered -> penguin. r3: bird => flies. "
        "r4: penguin => -flies. r5: altered ~> flies. r5 > r4. r4 > r3.",
        "flies",
        ".....",
    ),
    "Governatori: an ambiguity, and a preference for what rests on it": (
        "f1: r. f2: s. r1: r => p. r2: s => -p. r3: p => q. r4: true => -q. r3 > r4.",
        "-q",
        "++...",
    ),
    "Governatori: a preference settles what an ambiguity leaves open": (
        "f1: e1. f2: e2. r1: e1 => responsible. r2: e2 => -responsible. r3: responsible => guilty. "
        "r4: true => -guilty. r5: -guilty => compensation. r6: true => -compensation. r4 > r3. r5 > r6.",
        "compensation",
        "+++++",
    ),
    "support does not ask whether the complement is definite": (
        "f1: -p. r1: true => p. r2: p => -q. r3: true => q.",
        "q",
        "++..+",
    ),
    "what only a team proves attacks nobody in individual defeat": (
        TEAM + "r5: m => -x. r6: true => x.",
        "x",
        ".+...",
    ),
    "what only a team proves takes away support": (
        TEAM + "r5: m => -x. r6: true => x. r5 > r6. r7: x => -y. r8: true => y.",
        "y",
        "+.+..",
    ),
    "the closure knows no preferences": (
        "r1: true => p. r2: true => -p. r2 > r1. r3: p => q. r4: true => -q.",
        "-q",
        "++++.",
    ),
    "an unfounded attacker": ("r1: p => p. r2: p => -q. r3: true => q.", "q", "....+"),
}


@pytest.mark.parametrize("name", THEORIES)
def test_a_literal_follows_in_just_these_variants(name: str) -> None:
    text, asked, where = THEORIES[name]
    query = asks(asked)
    for variant, mark in zip(VARIANTS, where, strict=True):
        problem = theory(text, variant)
        found = {
            Metaprogram().decide(problem, query, {}, LIMITS).label,
            Fixpoint().decide(problem, query, {}, LIMITS).label,
            Derivation().derive(problem, query, {}).label,
        }
        assert found == {"true" if mark == "+" else "unknown"}, variant


def test_a_circle_refutes_what_it_does_not_reach() -> None:
    found = conclude(theory(CIRCLE), asks("c"), LIMITS)
    refuted = {show(each) for each in found.literals(NOT_DEFEASIBLY)}
    assert refuted == {"-p", "q", "-c"}


def test_the_theories_part_all_variants_but_those_of_which_one_holds_the_other() -> None:
    parted = {
        (one, other)
        for _, _, where in THEORIES.values()
        for one, other in permutations(VARIANTS, 2)
        if where[VARIANTS.index(one)] == "+" and where[VARIANTS.index(other)] == "."
    }
    weaker = {
        ("propagating_individual", "propagating"),
        ("propagating_individual", "blocking"),
        ("propagating_individual", "blocking_individual"),
        ("propagating", "blocking"),
    }
    assert parted == set(permutations(VARIANTS, 2)) - weaker
