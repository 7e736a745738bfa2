"""Every engine, the checker, the stock tools and a plain reading of the definitions agree on random problems."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, event, given, settings, strategies as st

from rspc.backends.checkers.records.evaluation import Evaluation
from rspc.backends.smt.sat import Sat
from rspc.backends.smt.z3 import Z3
from rspc.compiler.contract import EngineError, Limits
from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import Integer, Kind, List, OneOf

from ..strategies import COLOUR, KINDS, SIGNATURE, formulas, queries, rows, theories

LIMITS = Limits()
FAST = settings(
    max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)

# ---------------------------------------------------------------------------------------- a plain reading


def value(term: Any, row: dict[str, Any]) -> Any:
    """Read a term as the documentation defines it: sets are Python sets, lists are Python lists."""
    if isinstance(term, ir.Slot):
        return row[term.name]
    if isinstance(term, ir.Quantity):
        return term.amount
    if isinstance(term, ir.Const):
        return term.name
    if isinstance(term, ir.SetOf):
        return {value(item, row) for item in term.items}
    if isinstance(term, ir.ListOf):
        return [value(item, row) for item in term.items]
    given = [value(operand, row) for operand in term.operands]
    if term.operator in ("first", "last") and not given[0]:
        return None if getattr(term.operands[0], "name", "") in ("stops", "tour") else 0
    return {
        "+": lambda: given[0] + given[1],
        "-": lambda: given[0] - given[1],
        "*": lambda: given[0] * given[1],
        "neg": lambda: -given[0],
        "len": lambda: len(given[0]),
        "sum": lambda: sum(given[0]),
        "min": lambda: min(given[0]) if given[0] else 0,
        "max": lambda: max(given[0]) if given[0] else 0,
        "first": lambda: given[0][0],
        "last": lambda: given[0][-1],
    }[term.operator]()


def true(formula: Any, row: dict[str, Any]) -> bool:
    if isinstance(formula, ir.Truth):
        return formula.value
    if isinstance(formula, ir.Not):
        return not true(formula.part, row)
    if isinstance(formula, ir.And | ir.Or):
        truths = [true(part, row) for part in formula.parts]
        return all(truths) if isinstance(formula, ir.And) else any(truths)
    a, b = value(formula.left, row), value(formula.right, row)
    return {
        "<": lambda: a < b,
        "<=": lambda: a <= b,
        ">": lambda: a > b,
        ">=": lambda: a >= b,
        "==": lambda: a == b,
        "!=": lambda: a != b,
        "in": lambda: any(a == each for each in b),
        "within": lambda: all(any(x == y for y in b) for x in a),
        "meets": lambda: any(any(x == y for y in b) for x in a),
    }[formula.operator]()


def plain(node: Any) -> Any:
    return value(node, {})


def answer(theory: ir.Theory, query: ir.Query) -> str:
    names = list(KINDS)
    table = {row.id: dict(zip(names, map(plain, row.values), strict=True)) for row in query.rows}
    good = [
        id
        for id, row in table.items()
        if all(true(each.statement.formula, row) for each in theory.statements)
    ]
    goal = query.goal
    if isinstance(goal, ir.Satisfying):
        return ",".join(good) or "none"
    if isinstance(goal, ir.Best):
        of = {id: value(goal.term, table[id]) for id in good}
        wanted = (
            [] if not of else [min(of.values()) if goal.direction == "min" else max(of.values())]
        )
        return ",".join(id for id in good if of[id] in wanted) or "none"
    meeting = [id for id in good if true(goal.formula, table[id])]
    if isinstance(goal, ir.Exists):
        return "true" if meeting else "false"
    if goal.function == "count":
        return str(len(meeting))
    amounts = [value(goal.term, table[id]) for id in meeting]
    if goal.function == "sum":
        return str(sum(amounts))
    return str({"min": min, "max": max}[goal.function](amounts)) if amounts else "none"


# ------------------------------------------------------------------------------------------------ agreement


@FAST
@given(theories(), queries())
def test_all_agree(theory: ir.Theory, query: ir.Query) -> None:
    expected = answer(theory, query)
    event(type(query.goal).__name__)
    assert Z3().decide(theory, query, KINDS, LIMITS).label == expected
    assert Sat().decide(theory, query, KINDS, LIMITS).label == expected
    derived = Evaluation().derive(theory, query, KINDS)
    assert derived.label == expected
    assert Evaluation().check(theory, query, derived, KINDS).accepted


@FAST
@given(formulas(3), rows())
def test_single_formulas_agree(formula: ir.Formula, given_rows: tuple[ir.Row, ...]) -> None:
    assume(given_rows)
    theory = ir.Theory("records", (ir.Labelled("r1", ir.Requirement(formula)),), SIGNATURE)
    query = ir.Query(ir.Satisfying(), given_rows)
    expected = answer(theory, query)
    assert Z3().decide(theory, query, KINDS, LIMITS).label == expected
    assert Sat().decide(theory, query, KINDS, LIMITS).label == expected
    assert Evaluation().derive(theory, query, KINDS).label == expected


def lists(*cities: str) -> ir.ListOf:
    return ir.ListOf(tuple(ir.Const(each) for each in cities))


def sets(*cities: str) -> ir.SetOf:
    return ir.SetOf(tuple(ir.Const(each) for each in cities))


def small(
    *formulas: ir.Formula, kinds: dict[str, Kind], cells: list[tuple[ir.Term, ...]]
) -> tuple[ir.Theory, tuple[ir.Row, ...]]:
    signature = ir.Signature(slots=tuple((name, kind.name) for name, kind in kinds.items()))
    statements = [ir.Labelled(f"s{n}", ir.Requirement(f)) for n, f in enumerate(formulas, 1)]
    labelled = tuple(ir.Row("ABCDEFGH"[n], row) for n, row in enumerate(cells))
    return ir.Theory("records", tuple(statements), signature), labelled


def labels(theory: ir.Theory, query: ir.Query, kinds: dict[str, Kind]) -> set[str]:
    return {
        Z3().decide(theory, query, kinds, LIMITS).label,
        Sat().decide(theory, query, kinds, LIMITS).label,
        Evaluation().derive(theory, query, kinds).label,
    }


def test_ties_are_all_told() -> None:
    kinds: dict[str, Kind] = {"n": Integer()}
    theory, given_rows = small(
        kinds=kinds, cells=[(ir.Quantity("integer", n),) for n in (3, 1, 2, 1)]
    )
    query = ir.Query(ir.Best(ir.Slot("n"), "min"), given_rows)
    assert labels(theory, query, kinds) == {"B,D"}
    text = Z3().encode(theory, query, kinds).text
    printed = stock_z3(text)
    assert "(answer |row B|)" in printed
    assert "(tied 2)" in printed


def test_no_rows_and_no_statements() -> None:
    kinds: dict[str, Kind] = {"n": Integer()}
    theory, _ = small(kinds=kinds, cells=[])
    assert labels(theory, ir.Query(ir.Satisfying()), kinds) == {"none"}
    assert labels(theory, ir.Query(ir.Best(ir.Slot("n"), "max")), kinds) == {"none"}
    assert labels(theory, ir.Query(ir.Total("sum", ir.Slot("n"), ir.Truth(True))), kinds) == {"0"}
    assert labels(theory, ir.Query(ir.Total("min", ir.Slot("n"), ir.Truth(True))), kinds) == {
        "none"
    }
    assert labels(theory, ir.Query(ir.Exists(ir.Truth(True))), kinds) == {"false"}


def test_slots_of_one_sort_opened_differently() -> None:
    """A sort may hold more symbols in one column of a user's file than in another."""
    kinds: dict[str, Kind] = {
        "home": OneOf("town", ("a", "b")),
        "stops": List(OneOf("town", ("a", "c")), 3),
        "away": OneOf("place", ("b", "z")),
    }
    cells = [
        (ir.Const("a"), lists("c", "a"), ir.Const("b")),
        (ir.Const("b"), lists("a"), ir.Const("b")),
    ]
    inside = ir.Comparison("in", ir.Slot("home"), ir.Slot("stops"))
    theory, given_rows = small(inside, kinds=kinds, cells=cells)
    assert labels(theory, ir.Query(ir.Satisfying(), given_rows), kinds) == {"A"}
    same = ir.Comparison("==", ir.Slot("home"), ir.Slot("away"))
    theory, given_rows = small(same, kinds=kinds, cells=cells)
    assert labels(theory, ir.Query(ir.Satisfying(), given_rows), kinds) == {"B"}


def test_only_slots_that_occur_stand_in_the_script() -> None:
    kinds = dict(KINDS)
    theory = ir.Theory(
        "records",
        (
            ir.Labelled(
                "s1",
                ir.Requirement(ir.Comparison("<", ir.Slot("price"), ir.Quantity("money", 50000))),
            ),
        ),
        SIGNATURE,
    )
    row = ir.Row("A", tuple(kind.term(_any(kind)) for kind in kinds.values()))
    text = Z3().encode(theory, ir.Query(ir.Satisfying(), (row,)), kinds).text
    assert "; s1: price < $500" in text
    assert "|price|" in text
    for other in kinds.keys() - {"price"}:
        assert f"|{other}|" not in text


def _any(kind: Kind) -> Any:
    if isinstance(kind, OneOf):
        return kind.values[0]
    if kind.name.startswith("set"):
        return frozenset()
    return () if isinstance(kind, List) else 1


def test_sorts_are_declared_once() -> None:
    same = ir.Comparison("in", ir.Slot("home"), ir.Slot("stops"))
    theory = ir.Theory("records", (ir.Labelled("s1", ir.Requirement(same)),), SIGNATURE)
    row = ir.Row("A", tuple(kind.term(_any(kind)) for kind in KINDS.values()))
    text = Z3().encode(theory, ir.Query(ir.Satisfying(), (row,)), KINDS).text
    assert text.count("(declare-datatypes ((|city| 0))") == 1
    assert COLOUR.sort not in text


# ----------------------------------------------------------------------------------------------- stock tools


def stock_z3(text: str) -> str:
    command = [str(Path(sys.executable).with_name("z3")), "-in", "-smt2"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    return done.stdout


@settings(FAST, max_examples=4)
@given(theories(), queries())
def test_the_stock_command_gives_the_same_answer(theory: ir.Theory, query: ir.Query) -> None:
    from rspc.backends.smt import models
    from rspc.backends.smt.smtlib import script

    problem = script(theory, query, KINDS)
    assert problem.text == Z3().encode(theory, query, KINDS).text
    status, _, rest = stock_z3(problem.text).partition("\n")
    assert status == "sat"
    satisfied = Z3().decide(theory, query, KINDS, LIMITS).certificate["satisfied"]
    if problem.asked:
        found = dict(zip(problem.asked, models.values(rest, len(problem.asked)), strict=True))
        for id, truth in satisfied.items():
            assert found[f"|{id} satisfies|"] == str(truth).lower()
    goal = query.goal
    expected = answer(theory, query)
    if isinstance(goal, ir.Exists | ir.Total) and expected != "none":
        shown = found["answer"]
        assert (shown if isinstance(goal, ir.Exists) else str(models.whole(shown))) == expected


@settings(FAST, max_examples=10)
@given(theories(), rows())
def test_another_solver_reads_the_dimacs_text(
    tmp_path_factory: pytest.TempPathFactory, theory: ir.Theory, given_rows: tuple[ir.Row, ...]
) -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    query = ir.Query(ir.Satisfying(), given_rows)
    path = tmp_path_factory.mktemp("cnf") / "problem.cnf"
    path.write_text(Sat().encode(theory, query, KINDS).text, encoding="utf-8")
    cnf = CNF(from_file=str(path))
    meaning = dict(line[2:].split(" = ", 1)[::-1] for line in cnf.comments)
    with Solver(name="glucose4", bootstrap_with=cnf) as solver:
        assert solver.solve()
        model = set(solver.get_model())
    holding = [row.id for row in given_rows if int(meaning[f"row {row.id} satisfies"]) in model]
    assert (",".join(holding) or "none") == answer(theory, query)


# ---------------------------------------------------------------------------------------- budgets and faults


def test_other_statements_are_refused() -> None:
    fact = ir.Labelled("f1", ir.Fact(ir.Literal(ir.Atom("p"))))
    theory = ir.Theory("records", (fact,), SIGNATURE)
    query = ir.Query(ir.Satisfying())
    for engine in (Z3(), Sat()):
        with pytest.raises(EngineError):
            engine.decide(theory, query, KINDS, LIMITS)
    with pytest.raises(EngineError):
        Evaluation().derive(theory, query, KINDS)


def test_other_goals_are_refused() -> None:
    theory = ir.Theory("records", (), SIGNATURE)
    query = ir.Query(ir.Entailed(ir.Requirement(ir.Truth(True))))
    for engine in (Z3(), Sat()):
        with pytest.raises(EngineError):
            engine.decide(theory, query, KINDS, LIMITS)
    with pytest.raises(EngineError):
        Evaluation().derive(theory, query, KINDS)


def test_a_cell_of_another_kind_is_told_by_row_and_slot() -> None:
    kinds: dict[str, Kind] = {"n": Integer()}
    positive = ir.Comparison(">", ir.Slot("n"), ir.Quantity("integer", 0))
    theory, given_rows = small(positive, kinds=kinds, cells=[(ir.Const("x"),)])
    with pytest.raises(EngineError, match="slot `n` of row A is not an integer such as 3"):
        Z3().decide(theory, ir.Query(ir.Satisfying(), given_rows), kinds, LIMITS)


@given(st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30))
@settings(max_examples=20, deadline=None)
def test_amounts_of_any_size(a: int, b: int) -> None:
    kinds: dict[str, Kind] = {"n": Integer()}
    more = ir.Comparison(">", ir.Slot("n"), ir.Quantity("integer", b))
    theory, given_rows = small(more, kinds=kinds, cells=[(ir.Quantity("integer", a),)])
    query = ir.Query(ir.Satisfying(), given_rows)
    assert labels(theory, query, kinds) == {"A" if a > b else "none"}
