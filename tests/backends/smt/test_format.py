"""Requirements in SMT-LIB: what z3 makes of what is written, what is read back, and what is refused."""

from __future__ import annotations

from random import Random

import pytest
import z3

from rspc.backends.smt.format import Smtlib
from rspc.compiler.contract import EngineError
from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import Integer, Kind, OneOf
from rspc.compiler.notation import StatementScope, lower_statement, show
from rspc.dsl.diagnostics import Report, SpecError
from rspc.dsl.parsing.parser import parse_statement
from rspc.dsl.source import Source

KINDS: dict[str, Kind] = {
    "colour": OneOf("colour", ("red", "dark blue", "green")),
    "size": Integer(),
}
DECLARED = """
(declare-datatypes ((Colour 0)) (((red) (|dark blue|) (green))))
(declare-const colour Colour)
(declare-const size Int)
"""


def requirement(node: object) -> ir.Requirement:
    report = Report()
    _, statement = lower_statement(node, StatementScope(report, slots=KINDS))  # type: ignore[arg-type]
    report.raise_errors()
    assert isinstance(statement, ir.Requirement)
    return statement


def drawn(random: Random, depth: int = 3) -> str:
    if not depth or random.random() < 0.3:
        tests = ("colour == `dark blue`", "colour != red", "size < -3", "size >= 2", "size == 4")
        return random.choice((*tests, "colour in {red, green}", "colour in {green}"))
    if random.random() < 0.3:
        return f"not ({drawn(random, depth - 1)})"
    joined = random.choice((" and ", " or "))
    return f"({drawn(random, depth - 1)}{joined}{drawn(random, depth - 1)})"


def written(*texts: str) -> str:
    given = [requirement(parse_statement(Source("text", text))) for text in texts]
    theory = ir.Theory("constraint", tuple(ir.Labelled(f"s{n}", e) for n, e in enumerate(given)))
    return Smtlib().write(theory)


@pytest.mark.parametrize("seed", range(40))
def test_z3_gives_what_is_written_the_values_of_the_formula(seed: int) -> None:
    text = drawn(Random(seed))
    (asserted,) = z3.parse_smt2_string(DECLARED + written(text))
    (again,) = Smtlib().read(Source("script", written(text)))
    python = text.replace("`dark blue`", "'dark blue'").replace("red", "'red'")
    python = python.replace("green", "'green'")
    for colour in ("red", "dark blue", "green"):
        for size in (-4, -3, 1, 2, 4):
            right = eval(python, {}, {"colour": colour, "size": size})  # the notation is Python
            name = f"|{colour}|" if " " in colour else colour
            fixed = z3.parse_smt2_string(
                f"{DECLARED}(assert (= colour {name}))(assert (= size {size if size > 0 else f'(- {-size})'}))"
            )
            solver = z3.Solver()
            solver.add(*fixed, asserted)
            assert (solver.check() == z3.sat) is right
    assert written(show(requirement(again))) == written(text)


def test_implications_chains_and_other_commands_are_read() -> None:
    found = Smtlib().read(
        Source(
            "script",
            """(set-logic ALL) ; a comment
            (declare-const size Int)
            (assert (=> (= colour red) (< size 3) (distinct colour green)))
            (assert (<= 1 size 4))
            (assert true) (check-sat)""",
        )
    )
    assert [show(requirement(each)) for each in found] == [
        "not colour == red or not size < 3 or colour != green",
        "1 <= size and size <= 4",
        "true",
    ]


SAME = (
    "(assert (! (or (= colour red) (> size 2)) :named a))",
    "(assert (ite (= colour red) true (> size 2)))",
    "(assert (let ((a (= colour red)) (s size)) (or a (> s 2))))",
    "(assert (let ((a (= colour red))) (let ((b (> size 2))) (or a b))))",
    "(assert (= (or (= colour red) (> size 2)) true))",
    "(assert (xor (and (not (= colour red)) (<= size 2)) true))",
    '(set-info :source "x y")(assert (or (= colour red) (> size 2)))',
)


@pytest.mark.parametrize("script", SAME)
def test_other_ways_to_say_the_same_are_read(script: str) -> None:
    (found,) = Smtlib().read(Source("script", script))
    asserted = z3.And(*z3.parse_smt2_string(DECLARED + script))
    (again,) = z3.parse_smt2_string(DECLARED + written(show(requirement(found))))
    solver = z3.Solver()
    solver.add(asserted != again)
    assert solver.check() == z3.unsat


def test_what_is_written_out_stays_short() -> None:
    deep = "(= colour red)"
    for _ in range(150):
        deep = f"(= {deep} (> size 2))"
    bound = "(> size 1)"
    for n in range(60):
        bound = f"(let ((a{n} {bound})) (and a{n} a{n}))"
    for text in (deep, bound, f"(distinct {'size ' * 9_000})"):
        with pytest.raises(SpecError) as raised:
            Smtlib().read(Source("script", f"(assert {text})"))
        assert raised.value.diagnostics[0].message == "the assertion is too long"


WRONG = {
    "": ("E0604", "`script` contains no statement"),
    "(check-sat)": ("E0604", "`script` contains no statement"),
    "(assert (= colour red)": ("E0101", "a bracket is not closed"),
    ")": ("E0101", "`)` begins no term"),
    "(assert)": ("E0101", "`assert` takes 1 arguments"),
    "(assert (= colour))": ("E0101", "`=` takes two or more arguments"),
    "(assert colour)": ("E0101", "`colour` is not a condition"),
    "(assert (forall ((x Int)) (< x 2)))": ("E0101", "`forall` is not known here"),
    "(assert (< (+ size 1) 2))": ("E0101", "`(+ size 1)` is not a value"),
    '(assert (= colour "red))': ("E0101", '`"` begins no term'),
    "(assert " + "(not " * 300 + "true" + ")" * 301: ("E0101", "the term is too deep"),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_assertion_is_refused_where_it_stands(text: str) -> None:
    with pytest.raises(SpecError) as raised:
        Smtlib().read(Source("script", text))
    found = raised.value.diagnostics[0]
    assert (found.code, found.message) == WRONG[text]


def test_what_needs_a_record_is_not_written() -> None:
    with pytest.raises(EngineError, match="has no form in SMT-LIB without a record"):
        written("size + 1 < 2")
