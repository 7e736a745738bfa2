"""The stock `clingo` command gives the same conclusions on what is emitted, whatever things are called."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rspc.backends.checkers.defeasible.derivation import Derivation
from rspc.backends.defeasible.fixpoint import DEFEASIBLY, DEFINITELY, Fixpoint, conclude
from rspc.backends.defeasible.metaprogram import Metaprogram
from rspc.compiler.contract import UNDECIDED, EngineError, Limits
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.to_syntax import show

from .oracle import Oracle
from .theories import VARIANTS, asks, random_theory, retold, theory

LIMITS = Limits()
ENGINES = [Metaprogram(), Fixpoint()]


def stock(text: str, folder: Path) -> list[str]:
    """Run the command on a file, and give the atoms of the one answer set."""
    file = folder / "theory.lp"
    file.write_text(text, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-m", "clingo", str(file), "--outf=2", "0"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ended.stderr == ""
    (call,) = json.loads(ended.stdout)["Call"]
    (answer,) = call["Witnesses"]
    atoms: list[str] = answer["Value"]
    return atoms


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(12))
def test_the_stock_command_gives_the_same_conclusions(
    seed: int, variant: str, tmp_path: Path
) -> None:
    base, query = random_theory(seed)
    problem = retold(base, variant)
    oracle = Oracle(problem, query)
    text = Metaprogram().encode(problem, query, {}).text
    for each in problem.statements:
        assert f"% {show(each)}" in text
    atoms = stock(text, tmp_path)
    assert f"answer({oracle.label})" in atoms
    for name, tag in (("defeasibly", "+d"), ("definitely", "+D")):
        drawn = sum(each.startswith(f"{name}(") for each in atoms)
        assert drawn == sum(each == tag for each, _ in oracle.P)


NAMES = [
    "not",
    "p",
    "P8",
    "_p",
    "p q",
    'a"b',
    "a\\b",
    "a\\nb",
    "50%",
    "%{2}",
    "#show",
    "São Paulo",
    "x.y",
    "p(a)",
    "*%",
    "\u2028",
    "\x00",
    "",
]


def test_things_of_any_spelling_stay_apart(tmp_path: Path) -> None:
    """Each name is a predicate, a constant and a string, and all of them are different."""
    constants: list[ir.Term] = [ir.Const(name) for name in NAMES]
    constants += [ir.String(name) for name in NAMES]
    constants += [
        ir.Quantity("integer", amount) for amount in (0, -3, 2**31 - 1, 2**31, -(2**31), 10**15)
    ]
    constants += [ir.Quantity("money", 3), ir.Const("3"), ir.String("3")]
    facts = [
        ir.Labelled(f"{name} f", ir.Fact(ir.Literal(ir.Atom(name, (term,)))))
        for name, term in zip(NAMES * 3, constants, strict=False)
    ]
    # Every fact gives one conclusion of its own; a rule of a strange label and strange variables gives each again.
    x = ir.Var("x y")
    rules = [
        ir.Labelled(
            f"{name} r",
            ir.Rule(
                (ir.Literal(ir.Atom(name, (x,))),),
                "=>",
                ir.Literal(ir.Atom(name, (x, ir.Const(name)))),
            ),
        )
        for name in NAMES
    ]
    problem = ir.Theory("rules", (*facts, *rules))
    query = ir.Query(ir.Entailed(ir.Fact(ir.Literal(ir.Atom("", (ir.Const("x"), ir.Const("")))))))
    text = Metaprogram().encode(problem, query, {}).text
    atoms = stock(text, tmp_path)
    found = conclude(problem, query, LIMITS)
    assert len(facts) == len(found.literals(DEFINITELY))
    assert len([each for each in atoms if each.startswith("definitely")]) == len(facts)
    assert len([each for each in atoms if each.startswith("defeasibly")]) == 2 * len(facts)
    assert len(found.literals(DEFEASIBLY)) == 2 * len(facts)


def test_a_predicate_of_two_arities_is_two_and_underscores_are_fresh() -> None:
    problem = theory("p(a).  p(a, b).\nr1: p(_, _), p(_) => q.\nr2: p(_, a) => r.")
    for query, label in (("q", "true"), ("r", "unknown"), ("p", "unknown"), ("p(b)", "unknown")):
        for engine in ENGINES:
            assert engine.decide(problem, asks(query), {}, LIMITS).label == label
        assert Derivation().derive(problem, asks(query), {}).label == label


def test_what_a_rule_says_of_nothing_applies_to_every_constant() -> None:
    problem = theory("p(a).\nr1: true => q(X, Y).\nr2: p(X) => r(X, Y).\nr3: false -> -q(a, a).")
    for query, label in (("q(a, b)", "true"), ("r(a, b)", "true"), ("r(b, a)", "unknown")):
        assert (
            Oracle(theory("p(a).\nr1: true => q(X, Y).\nr2: p(X) => r(X, Y)."), asks(query)).label
            == label
        )
        for engine in ENGINES:
            assert engine.decide(problem, asks(query), {}, LIMITS).label == label
        assert Derivation().derive(problem, asks(query), {}).label == label


def test_a_join_meets_only_what_can_be_derived() -> None:
    """Two hundred constants and four variables: all bindings would be 1.6 thousand million."""
    edges = "".join(f"e(c{n}, c{n + 1}).\n" for n in range(200))
    problem = theory(
        f"{edges}r1: e(A, B), e(B, C), e(C, D) => far(A, D).\nr2: far(X, Y) => -near(X, Y)."
    )
    query = asks("near(c0, c3)")
    assert Metaprogram().decide(problem, query, {}, Limits(20_000, 60)).label == "false"
    assert Fixpoint().decide(problem, query, {}, Limits(20_000, 60)).label == "false"
    assert Derivation().derive(problem, query, {}).label == "false"


@pytest.mark.parametrize("engine", ENGINES, ids=lambda each: each.name)
def test_out_of_steps_is_undecided_and_out_of_time_an_error(engine: Any) -> None:
    numbers = "".join(f"n({n}).\n" for n in range(60))
    problem = theory(f"{numbers}r1: n(X), n(Y) => m(X, Y).\nr2: m(X, Y) => q.")
    query = asks("q")
    assert engine.decide(problem, query, {}, Limits(2_000_000, 60)).label == "true"
    assert engine.decide(problem, query, {}, Limits(1_000, 60)).label == UNDECIDED
    with pytest.raises(EngineError, match="time limit"):
        engine.decide(problem, query, {}, Limits(2_000_000, 0))


@pytest.mark.parametrize("engine", [*ENGINES, Derivation()], ids=lambda each: each.name)
@pytest.mark.parametrize(
    "statement",
    [
        ir.Requirement(ir.Truth(True)),
        ir.Fact(ir.Literal(ir.Atom("p"), False, True)),
        ir.Fact(ir.Hole("x")),
        ir.Fact(ir.Literal(ir.Atom("p", (ir.Function("f", ()),)))),
        ir.Rule((ir.Comparison("<", ir.Var("X"), ir.Var("X")),), "=>", ir.Literal(ir.Atom("p"))),
        ir.Rule((), "->", ir.Truth(False)),
        ir.Rule((), ":-", ir.Literal(ir.Atom("p"))),
        ir.Preference("r1", ir.Hole("r")),
    ],
)
def test_what_is_no_statement_of_the_logic_is_an_error(engine: Any, statement: Any) -> None:
    problem = ir.Theory("rules", (ir.Labelled("s1", statement),))
    arguments = () if isinstance(engine, Derivation) else (LIMITS,)
    decide = engine.derive if isinstance(engine, Derivation) else engine.decide
    with pytest.raises(EngineError):
        decide(problem, asks("p"), {}, *arguments)


@pytest.mark.parametrize("engine", [*ENGINES, Derivation()], ids=lambda each: each.name)
def test_an_unknown_variant_is_an_error(engine: Any) -> None:
    arguments = () if isinstance(engine, Derivation) else (LIMITS,)
    decide = engine.derive if isinstance(engine, Derivation) else engine.decide
    with pytest.raises(EngineError, match="no variant `other`"):
        decide(theory("p.", "other"), asks("p"), {}, *arguments)


def test_the_ground_theory_is_written_with_its_ids() -> None:
    problem = theory("f1: p(a).\nr1: p(X) => q(X).\nr2: true ~> -q(b).\nr1 > r2.")
    encoding = Fixpoint().encode(problem, asks("q(a)"), {})
    assert encoding.suffix == ".txt"
    assert encoding.text == (
        "% query: q(a)\nf1: p(a).\nr1: p(a) => q(a).\nr2: true ~> -q(b).\nr1 > r2.\n"
    )
    assert re.search(
        r"% r1: p\(X\) => q\(X\)\n", Metaprogram().encode(problem, asks("q(a)"), {}).text
    )
