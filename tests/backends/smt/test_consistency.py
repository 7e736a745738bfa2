"""Whether some record meets all requirements: engines and checker agree with trying every record."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from rspc.backends.checkers.records.evaluation import Evaluation
from rspc.backends.smt.sat import Sat
from rspc.backends.smt.z3 import Z3
from rspc.compiler.contract import LIMITS, UNDECIDED, EngineError, Limits, Verdict
from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import Integer, Kind, List, OneOf, Set, Time

from .test_agreement import true

TOWN = OneOf("town", ("rome", "oslo", "bern", "riga"))
KINDS: dict[str, Kind] = {
    "a": Integer(),
    "b": Integer(),
    "level": Integer(low=0, high=3),
    "home": TOWN,
    "goal": TOWN,
    "seen": Set(OneOf("town", ("rome", "oslo", "bern"))),
}
QUERY = ir.Query(ir.Consistent())
TRIED: dict[str, list[Any]] = {
    "a": [*range(-3, 9)],
    "b": [*range(-3, 9)],
    "level": [*range(4)],
    "home": [*TOWN.values],
    "goal": [*TOWN.values],
    "seen": [
        {name for name, held in zip(("rome", "oslo", "bern"), chosen, strict=True) if held}
        for chosen in product((False, True), repeat=3)
    ],
}
"""Constants are from 0 to 5. So amounts from -3 to 8 leave room for all orders of three slots around them."""


def amount(number: int) -> ir.Term:
    return ir.Quantity("integer", number)


def comparison(draw: random.Random, arithmetic: bool) -> ir.Formula:
    numbers = [ir.Slot(name) for name in ("a", "b", "level")]
    towns = [ir.Slot("home"), ir.Slot("goal")]
    order = draw.choice(("<", "<=", ">", ">=", "==", "!="))
    kind = draw.randrange(8 if arithmetic else 7)
    if kind < 3:
        return ir.Comparison(order, draw.choice(numbers), amount(draw.randrange(6)))
    if kind == 3:
        return ir.Comparison(order, *draw.sample(numbers, 2))
    if kind == 4:
        other = draw.choice([*towns, *map(ir.Const, TOWN.values)])
        return ir.Comparison(draw.choice(("==", "!=")), draw.choice(towns), other)
    if kind == 5:
        some = tuple(map(ir.Const, draw.sample(TOWN.values, 2)))
        return ir.Comparison("in", draw.choice(towns), ir.SetOf(some))
    if kind == 6:
        some = ir.SetOf(tuple(map(ir.Const, draw.sample(("rome", "oslo", "bern"), 2))))
        return draw.choice(
            [
                ir.Comparison("meets", ir.Slot("seen"), some),
                ir.Comparison("within", ir.Slot("seen"), some),
                ir.Comparison("in", draw.choice(towns), ir.Slot("seen")),
            ]
        )
    total = ir.Operation("+", tuple(draw.sample(numbers, 2)))
    return ir.Comparison(order, total, amount(draw.randrange(6)))


def formula(draw: random.Random, arithmetic: bool, depth: int = 2) -> ir.Formula:
    shape = draw.randrange(4)
    if not depth or shape == 0:
        return comparison(draw, arithmetic)
    if shape == 1:
        return ir.Not(formula(draw, arithmetic, depth - 1))
    parts = tuple(formula(draw, arithmetic, depth - 1) for _ in range(2))
    return (ir.And if shape == 2 else ir.Or)(parts)


def theory(*formulas: ir.Formula) -> ir.Theory:
    statements = (ir.Labelled(f"c{n}", ir.Requirement(each)) for n, each in enumerate(formulas, 1))
    slots = tuple((name, kind.name) for name, kind in KINDS.items())
    return ir.Theory("constraint", tuple(statements), ir.Signature(slots=slots))


def drawn(seed: int, arithmetic: bool) -> ir.Theory:
    draw = random.Random(seed)
    formulas = [formula(draw, arithmetic) for _ in range(draw.randrange(2, 8))]
    if arithmetic:
        ends = [(name, sign, end) for name in ("a", "b") for sign, end in ((">=", -3), ("<=", 8))]
        formulas += [ir.Comparison(sign, ir.Slot(name), amount(end)) for name, sign, end in ends]
    return theory(*formulas)


def used(formulas: list[ir.Formula]) -> list[str]:
    return [name for name in KINDS if any(f"'{name}'" in str(each) for each in formulas)]


def met(formulas: list[ir.Formula]) -> bool:
    """Try every record, slots in the order of their formulas, to leave out what fails early."""
    names = used(formulas)
    return any(
        all(true(each, dict(zip(names, values, strict=True))) for each in formulas)
        for values in product(*(TRIED[name] for name in names))
    )


def of(problem: ir.Theory) -> list[ir.Formula]:
    return [each.statement.formula for each in problem.statements]  # type: ignore[union-attr]


def refutes(node: Any, problem: ir.Theory, chosen: dict[str, ir.Term]) -> bool:
    """Replay a refutation: its cases are all values that stand for others, and each violates what it says."""
    if isinstance(node, str):
        (own,) = (each for each in problem.statements if each.id == node)
        names = used([own.statement.formula])  # type: ignore[union-attr]
        assert set(names) <= chosen.keys()
        row = {name: KINDS[name].value(chosen[name]) for name in names}
        return not true(own.statement.formula, row)  # type: ignore[union-attr]
    kind = KINDS[node["slot"]]
    return all(
        refutes(case, problem, {**chosen, node["slot"]: kind.term(kind.read(text))})
        for text, case in node["cases"].items()
    )


@pytest.mark.parametrize("seed", range(50))
@pytest.mark.parametrize("arithmetic", [False, True])
def test_all_agree_with_every_record(seed: int, arithmetic: bool) -> None:
    problem = drawn(seed, arithmetic)
    expected = "true" if met(of(problem)) else "false"
    verdict = Evaluation().derive(problem, QUERY, KINDS)
    assert verdict.label == expected
    assert Evaluation().check(problem, QUERY, verdict, KINDS).accepted
    z3 = Z3().decide(problem, QUERY, KINDS, LIMITS)
    assert z3.label == expected
    sat = Sat().decide(problem, QUERY, KINDS, LIMITS)
    assert sat.label == (expected if sat.label != UNDECIDED else UNDECIDED)
    assert arithmetic or sat.label == expected
    for found in (verdict, z3, sat):
        record = found.certificate.get("record")
        if record is not None:
            row = {name: KINDS[name].read(text) for name, text in record.items()}
            assert all(true(each, row) for each in of(problem))
    if expected == "false":
        core = verdict.certificate["requirements"]
        small = theory()
        kept = tuple(each for each in problem.statements if each.id in core)
        small = ir.Theory(small.logic, kept, small.signature)
        assert refutes(verdict.certificate["refutation"], small, {})
        for left in kept if not arithmetic else ():
            others = [each.statement.formula for each in kept if each is not left]  # type: ignore[union-attr]
            assert met(others)


def test_the_problem_written_out_is_that_of_the_stock_tools() -> None:
    problem = theory(ir.Comparison("<", ir.Slot("a"), amount(3)))
    assert "(check-sat)" in Z3().encode(problem, QUERY, KINDS).text
    assert Sat().encode(problem, QUERY, KINDS).text.startswith("c 1 = a = ")


HIGH, LOW = (ir.Comparison(sign, ir.Slot("a"), amount(3)) for sign in (">", "<"))
RED = ir.Comparison("==", ir.Slot("home"), ir.Const("rome"))


@pytest.mark.parametrize(
    ("formulas", "path", "value"),
    [
        ((HIGH,), ("record", "a"), "5"),
        ((HIGH,), ("record", "a"), "3"),
        ((HIGH,), ("kind",), "refutation"),
        ((HIGH, LOW), ("requirements",), ["c1"]),
        ((HIGH, LOW, RED), ("requirements",), ["c1", "c2", "c3"]),
        ((HIGH, LOW), ("refutation", "slot"), "b"),
        ((HIGH, LOW), ("refutation", "cases", "2"), "c2"),
        ((HIGH, LOW), ("refutation", "cases"), {}),
        ((HIGH, LOW), ("refutation",), "c1"),
    ],
)
def test_corrupted_certificates_are_refused(
    formulas: tuple[ir.Formula, ...], path: tuple[str, ...], value: Any
) -> None:
    import json

    from rspc.compiler.instances.instance import canonical_json

    problem = theory(*formulas)
    good = Evaluation().derive(problem, QUERY, KINDS)
    changed = json.loads(canonical_json(good.certificate))
    part = changed
    for key in path[:-1]:
        part = part[key]
    assert part[path[-1]] != value
    part[path[-1]] = value
    bad = Verdict(good.label, good.engine, changed)
    assert not Evaluation().check(problem, QUERY, bad, KINDS).accepted
    other = Verdict({"true": "false", "false": "true"}[good.label], good.engine, good.certificate)
    assert not Evaluation().check(problem, QUERY, other, KINDS).accepted


def test_amounts_that_are_computed_with_need_bounds() -> None:
    total = ir.Operation("+", (ir.Slot("a"), ir.Slot("b")))
    open_ = theory(ir.Comparison("==", total, amount(4)))
    verdict = Evaluation().derive(open_, QUERY, KINDS)
    assert verdict.label == UNDECIDED
    assert "`a` is computed with" in verdict.certificate["reason"]
    assert Sat().decide(open_, QUERY, KINDS, LIMITS).label == UNDECIDED
    bounds = [
        ir.Comparison(sign, ir.Slot(name), amount(end))
        for name in ("a", "b")
        for sign, end in ((">=", 0), ("<=", 9))
    ]
    closed = theory(ir.Comparison("==", total, amount(4)), *bounds)
    assert Evaluation().derive(closed, QUERY, KINDS).label == "true"


def bounded(seed: int) -> ir.Theory:
    """Five random clues about two amounts, with bounds of both; a clue may bound one of them itself."""
    draw = random.Random(seed)
    slots = [ir.Slot("a"), ir.Slot("b")]

    def one() -> ir.Formula:
        left: ir.Term = draw.choice(slots)
        if draw.random() < 0.5:
            left = ir.Operation(draw.choice(("+", "-")), tuple(slots))
        order = draw.choice(("<", "<=", ">", ">=", "==", "!="))
        return ir.Comparison(order, left, amount(draw.randrange(8)))

    def clue() -> ir.Formula:
        shape = draw.choice((None, None, ir.And, ir.Or))
        return one() if shape is None else shape((one(), one()))

    ends = [(slot, sign, end) for slot in slots for sign, end in ((">=", 0), ("<=", 6))]
    bounds = [bound(draw.randrange(4), slot, sign, end) for slot, sign, end in ends]
    return theory(*draw.sample([*bounds, *(clue() for _ in range(5))], 9))


def bound(form: int, slot: ir.Slot, sign: str, end: int) -> ir.Formula:
    """Write a bound in one of four ways."""
    plain = ir.Comparison(sign, slot, amount(end))
    if form == 0:
        return ir.Comparison({">=": "<=", "<=": ">="}[sign], amount(end), slot)
    if form == 1:
        return ir.Not(ir.Comparison({">=": "<", "<=": ">"}[sign], slot, amount(end)))
    if form == 2:
        return ir.And((ir.And((plain, plain)), plain))
    return plain


def test_bounded_amounts_are_always_decided() -> None:
    labels = {"true": 0, "false": 0}
    for seed in range(600):
        problem = bounded(seed)
        places = product(range(7), repeat=2)
        expected = any(all(true(each, {"a": a, "b": b}) for each in of(problem)) for a, b in places)
        verdict = Evaluation().derive(problem, QUERY, KINDS)
        assert verdict.label == ("true" if expected else "false"), seed
        labels[verdict.label] += 1
        if seed % 10 == 0:
            assert Evaluation().check(problem, QUERY, verdict, KINDS).accepted
        if not expected:
            core = verdict.certificate["requirements"]
            kept = tuple(each for each in problem.statements if each.id in core)
            small = ir.Theory(problem.logic, kept, problem.signature)
            assert refutes(verdict.certificate["refutation"], small, {})
            again = Evaluation().derive(small, QUERY, KINDS)
            assert (again.label, again.certificate) == ("false", verdict.certificate)
    assert min(labels.values()) > 100, labels


def test_a_clue_that_only_bounds_keeps_the_bounds_of_its_other_slots() -> None:
    a, b = ir.Slot("a"), ir.Slot("b")
    total = ir.Comparison(">", ir.Operation("+", (a, b)), amount(6))
    ends = [(slot, sign, end) for slot in (a, b) for sign, end in ((">=", 0), ("<=", 6))]
    problem = theory(
        *(ir.Comparison(sign, slot, amount(end)) for slot, sign, end in ends),
        ir.And((total, ir.Comparison("<", b, amount(2)))),
        ir.Comparison(">", b, amount(3)),
    )
    verdict = Evaluation().derive(problem, QUERY, KINDS)
    assert verdict.label == "false"
    assert verdict.certificate["requirements"] == ["c1", "c2", "c5", "c6"]
    assert Evaluation().check(problem, QUERY, verdict, KINDS).accepted


def test_a_search_has_a_budget() -> None:
    problem = drawn(3, False)
    assert Evaluation().derive(problem, QUERY, KINDS, Limits(steps=2)).label == UNDECIDED


def test_kinds_with_ends_keep_them() -> None:
    kinds = {"start": Time(), "end": Time()}
    signature = ir.Signature(slots=(("start", "time"), ("end", "time")))
    early = ir.Comparison("<", ir.Slot("start"), ir.Quantity("time", 0))
    late = ir.Comparison("<", ir.Quantity("time", 23 * 60 + 58), ir.Slot("start"))
    after = ir.Comparison("<", ir.Slot("start"), ir.Slot("end"))
    for formulas, expected in (
        ((early,), "false"),
        ((late,), "true"),
        ((late, after), "false"),
        ((after,), "true"),
        ((ir.Comparison("<", ir.Quantity("time", 23 * 60 + 57), ir.Slot("start")), after), "true"),
    ):
        statements = tuple(
            ir.Labelled(f"c{number}", ir.Requirement(each)) for number, each in enumerate(formulas)
        )
        problem = ir.Theory("constraint", statements, signature)
        assert Evaluation().derive(problem, QUERY, kinds).label == expected
        assert Z3().decide(problem, QUERY, kinds, LIMITS).label == expected
        assert Sat().decide(problem, QUERY, kinds, LIMITS).label == expected


def test_lists_are_not_tried() -> None:
    kinds: dict[str, Kind] = {"stops": List(TOWN, 3)}
    signature = ir.Signature(slots=(("stops", "list of town"),))
    some = ir.Comparison("in", ir.Const("rome"), ir.Slot("stops"))
    problem = ir.Theory("constraint", (ir.Labelled("c1", ir.Requirement(some)),), signature)
    assert Evaluation().derive(problem, QUERY, kinds).label == UNDECIDED
    assert Z3().decide(problem, QUERY, kinds, LIMITS).label == "true"


def test_what_is_no_requirement_is_an_error() -> None:
    fact = ir.Fact(ir.Literal(ir.Atom("p")))
    problem = ir.Theory("constraint", (ir.Labelled("f1", fact),))
    for engine in (Evaluation().derive, lambda *a: Z3().decide(*a, LIMITS)):
        with pytest.raises(EngineError):
            engine(problem, QUERY, KINDS)
