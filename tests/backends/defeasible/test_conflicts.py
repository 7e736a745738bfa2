"""Conflicts between values, compiled to rules, mean what conflict sets mean in the inference conditions."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest

from rspc.backends.checkers.defeasible.derivation import Derivation
from rspc.backends.defeasible.fixpoint import Fixpoint
from rspc.backends.defeasible.metaprogram import Metaprogram
from rspc.compiler.analysis.conflicts import write_out_conflicts
from rspc.compiler.contract import Limits
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.to_syntax import show

from .oracle import Conflicts
from .theories import VARIANTS, asks, random_theory, retold, theory

LIMITS = Limits()
SEEDS = int(os.environ.get("RSPC_SEEDS", "300")) // 2
BATCH = 50


def functional(base: ir.Theory, *names: str) -> ir.Theory:
    return ir.Theory(base.logic, base.statements, ir.Signature(functional=names), base.options)


def valued(seed: int) -> tuple[ir.Theory, ir.Query]:
    """Make a theory in which rules speak for different values of one predicate, with and without variables."""
    if seed % 4 == 3:
        base, query = random_theory(seed + 1 - seed % 3)
        return functional(base, "p", "q"), query
    random = Random(seed)
    values = [ir.Const(name) for name in "abc"[: random.randint(2, 3)]]

    def literal(variable: bool = False) -> ir.Literal:
        if random.random() < 0.35:
            return ir.Literal(ir.Atom(random.choice("rst")), random.random() < 0.4)
        value = ir.Var("V") if variable and random.random() < 0.3 else random.choice(values)
        return ir.Literal(ir.Atom("at", (ir.Const("x"), value)), random.random() < 0.25)

    statements = [ir.Labelled(f"f{n}", ir.Fact(literal())) for n in range(random.randint(0, 1))]
    rules = [f"r{n}" for n in range(random.randint(3, 8))]
    for id in rules:
        arrow = random.choices(("->", "=>", "~>"), (1, 8, 1))[0]
        body = tuple(literal(True) for _ in range(random.choice((0, 0, 0, 1, 2))))
        loose = any(isinstance(t, ir.Var) for part in body for t in part.atom.arguments)
        statements.append(ir.Labelled(id, ir.Rule(body, arrow, literal(loose))))
    for one in rules:
        for other in rules:
            if one < other and random.random() < 0.3:
                pair = ir.Preference(one, other)
                statements.append(ir.Labelled(f"x{len(statements)}", pair))
    asked = ir.Literal(ir.Atom("at", (ir.Const("x"), random.choice(values))))
    made = ir.Theory("rules", tuple(statements))
    return functional(made, "at"), ir.Query(ir.Entailed(ir.Fact(asked)))


@pytest.mark.parametrize("start", range(0, SEEDS, BATCH))
def test_all_engines_give_the_label_of_the_conflict_sets(start: int) -> None:
    for seed in range(start, start + BATCH):
        base, query = valued(seed)
        for variant in VARIANTS:
            source = retold(base, variant)
            plain = write_out_conflicts(source, query)
            derived = Derivation().derive(plain, query, {})
            labels = {
                "definitions": Conflicts(source, query).label,
                "metaprogram": Metaprogram().decide(plain, query, {}, LIMITS).label,
                "fixpoint": Fixpoint().decide(plain, query, {}, LIMITS).label,
                "derivation": derived.label,
            }
            told = f"seed {seed}, {variant}\n{show(source)}\n{show(query)}"
            assert len(set(labels.values())) == 1, f"{labels}\n{told}"
            assert Derivation().check(plain, query, derived, {}).accepted, told


def test_conflicts_between_values_change_labels_of_every_kind() -> None:
    pairs: Counter[tuple[str, str]] = Counter()
    for seed in range(SEEDS):
        base, query = valued(seed)
        with_values = Fixpoint().decide(write_out_conflicts(base, query), query, {}, LIMITS).label
        without = Fixpoint().decide(base, query, {}, LIMITS).label
        pairs[without, with_values] += 1
    assert pairs["true", "unknown"]
    assert pairs["unknown", "false"]
    assert pairs["true", "true"]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("rules", "query", "label"),
    [
        ("r: => at(x, a).", "at(x, b)", "false"),
        ("r: => at(x, a).  s: => at(x, b).", "at(x, a)", "unknown"),
        ("r: => at(x, a).  s: => at(x, b).  r > s.", "at(x, a)", "true"),
        ("r: => at(x, a).  s: => at(x, b).  r > s.", "at(x, b)", "false"),
        ("r: => at(x, a).  s: => at(x, b).  r > s.", "at(x, c)", "false"),
        ("r: => at(x, a).  s: => at(y, b).", "at(x, a)", "true"),
        ("at(x, a).  s: => at(x, b).", "at(x, b)", "false"),
        ("at(x, a).  at(x, b).", "at(x, a)", "inconsistent"),
        ("r: => at(x, a).  q: => -at(x, a).  q > r.", "at(x, b)", "unknown"),
        ("at(y, a).  r: at(y, V) => at(x, V).  s: => at(x, b).  r > s.", "at(x, b)", "false"),
    ],
)
def test_a_rule_for_one_value_speaks_against_the_others(
    rules: str, query: str, label: str, variant: str
) -> None:
    asked = asks(query)
    made = write_out_conflicts(functional(theory(rules, variant), "at"), asked)
    assert Fixpoint().decide(made, asked, {}, LIMITS).label == label


def test_a_theory_without_functional_predicates_stays_itself() -> None:
    made = theory("r: => at(x, a).")
    assert write_out_conflicts(made, asks("at(x, b)")) is made
