"""The classes of programs, against their definitions by brute force and against clingo."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

import clingo
import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.analysis.program_classes import (
    FIGURES,
    MARKS,
    Classes,
    Cycle,
    Predicate,
    figures,
)
from rspc.compiler.contract import plugins
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.ir import nodes as ir
from rspc.compiler.logics.defeasible import Defeasible
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse_statement
from rspc.dsl.source import Source


def theory(*texts: str) -> ir.Theory:
    report = Report()
    scope = StatementScope(report)
    statements = []
    for number, text in enumerate(texts):
        statement = parse_statement(Source("x.rspec", text))
        statements.append(ir.Labelled(f"r{number}", lower_statement(statement, scope)[1]))
    report.raise_errors()
    return ir.Theory("programs", tuple(statements))


def names(cycle: Cycle) -> str:
    return " ".join(name for name, _ in cycle)


# --------------------------------------------------------------------------------------------------- by example


@pytest.mark.parametrize(
    ("texts", "holding"),
    [
        ((), MARKS),
        (("p(a)", "p(X) -> -q(X)"), MARKS),
        (
            ("p(X) -> q(X)", "q(X) -> p(X)"),
            ("positive", "definite", "stratified", "head_cycle_free"),
        ),
        (("not p -> q",), ("stratified", "tight", "head_cycle_free")),
        (("not p -> q", "not q -> p"), ("tight", "head_cycle_free")),
        (("not -p -> p",), ("tight", "head_cycle_free")),
        (("-> (p | q)",), ("positive", "stratified", "tight", "head_cycle_free")),
        (("-> (p | q)", "p -> q"), ("positive", "stratified", "head_cycle_free", "tight")),
        (("-> (p | q)", "p -> q", "q -> p"), ("positive", "stratified")),
        (("-> (p | q)", "p -> r", "r -> q", "q, s -> p"), ("positive", "stratified")),
        (("-> (p(X) | p(Y))", "p(X) -> p(Y)"), ("positive", "stratified")),
        (("-> (p | q)", "not p -> q"), ("tight", "head_cycle_free")),
        (("p -> false",), ("positive", "stratified", "tight", "head_cycle_free")),
        (("p(X) -> { q(X) }",), ("tight", "head_cycle_free")),
        (("-> { p : q }", "p -> q"), ("head_cycle_free",)),
        (("count { X : p(X) } > 1 -> q",), ("positive", "stratified", "tight", "head_cycle_free")),
        (("count { X : p(X) } > 1 -> p(a)",), ("positive", "head_cycle_free")),
        (("p(X) -> p(X, X)", "p(X, X) -> q"), MARKS),
        (("p(a)", "minimize { X : p(X) }"), MARKS),
    ],
)
def test_classes(texts: tuple[str, ...], holding: tuple[str, ...]) -> None:
    found = figures(theory(*texts))
    assert {mark for mark in MARKS if found[mark]} == set(holding)


def test_a_class_that_fails_has_a_witness() -> None:
    classes = Classes(theory("p -> q", "q -> r", "not r -> p", "r -> s", "s -> r"))
    assert names(classes.unstratified) == "p r q"
    assert names(classes.loop) == "r s"
    disjunctive = Classes(theory("-> (p | q)", "p -> r", "r -> q", "q, s -> p"))
    assert names(disjunctive.head_cycle) == "p q r"


def test_figures_count_the_parts_of_a_program() -> None:
    found = figures(
        theory(
            "p(a)",
            "-q(a, b)",
            "-r",
            "p(X), not -q(X, Y), not s(X), -q(X, X) -> -t(X)",
            "t(X), X < 3 -> (u(X, X, X) | -v(X, X, X, X))",
            "-> { w }",
            "t(X) -> false",
        )
    )
    wanted = {
        "rules": 4,
        "facts": 3,
        "predicates": 8,
        "constraints": 1,
        "choices": 1,
        "disjunctive": 1,
        "chain": 2,
        "arity_0": 2,
        "arity_1": 3,
        "arity_2": 1,
        "arity_3": 1,
        "arity_more": 1,
        "body_0": 1,
        "body_1": 1,
        "body_2": 1,
        "body_4": 1,
        "heads_plain": 2,
        "heads_strong": 2,
        "facts_plain": 1,
        "facts_strong": 2,
        "literals_plain": 3,
        "literals_strong": 1,
        "literals_default": 1,
        "literals_both": 1,
    }
    assert {name: found[name] for name in FIGURES if found[name]} == wanted
    assert set(found) == {*FIGURES, *MARKS}


def test_a_long_chain_takes_no_recursion() -> None:
    long = theory(*(f"p{i} -> p{i + 1}" for i in range(20_000)))
    assert figures(long)["chain"] == 20_000


# ------------------------------------------------------------------------------------------------- in records


class Telling(Defeasible):
    """A logic that tells figures of its theories."""

    figures = FIGURES
    marks = MARKS

    def classify(self, theory: ir.Theory) -> Mapping[str, Any]:
        return figures(theory)


@pytest.fixture
def telling(monkeypatch: pytest.MonkeyPatch) -> None:
    load = plugins.load
    monkeypatch.setattr(
        plugins,
        "load",
        lambda group, name: Telling if group == plugins.LOGICS else load(group, name),
    )


FAMILY = """
theory { p(a). p(X) -> q(X). q(X) => p(X). }
ask entailment q(a)
"""


def test_a_logics_figures_are_measured_and_stand_in_records(specs: Any, telling: None) -> None:
    text = f"{FAMILY}require stratified and not tight\nmeasure share = facts / statements\n"
    metrics = specs.load(text, "defeasible").instance().metrics
    assert metrics["rules"] == 2
    assert metrics["chain"] == 0
    assert metrics["stratified"] is True
    assert metrics["share"] == pytest.approx(1 / 3)


def test_a_theory_without_the_class_that_is_required_is_dropped(specs: Any, telling: None) -> None:
    found = specs.load(f"{FAMILY}require tight\n", "defeasible")
    with pytest.raises(Exhausted, match="require tight"):
        found.instance()


def test_other_logics_tell_nothing(specs: Any) -> None:
    assert "tight" not in specs.load(FAMILY, "defeasible").instance().metrics
    found = specs.refused(f"{FAMILY}require tight\n", "defeasible")
    assert [each.code for each in found] == ["E0201"]


# ---------------------------------------------------------------------------------------------------- by oracle

NAMES = "abcde"
literals = st.builds(
    lambda name, negative, default: ir.Literal(ir.Atom(name), negative, default),
    st.sampled_from(NAMES),
    st.booleans(),
    st.booleans(),
)
heads = st.builds(
    lambda name, negative: ir.Literal(ir.Atom(name), negative),
    st.sampled_from(NAMES),
    st.booleans(),
)
bodies = st.lists(literals, max_size=3).map(tuple)
aggregates = st.builds(
    lambda body: ir.Comparison(
        ">",
        ir.AggregateTerm("count", (ir.Element((ir.Var("X"),), body),)),
        ir.Quantity("integer", 0),
    ),
    bodies,
)
parts = st.lists(literals | literals | aggregates, max_size=3).map(tuple)
rules = st.builds(
    ir.Rule,
    parts,
    st.just("->"),
    heads
    | heads
    | st.lists(heads, min_size=2, max_size=3).map(lambda some: ir.Or(tuple(some)))
    | st.builds(
        lambda some, body: ir.Choice(tuple(ir.Element((each,), body) for each in some)),
        st.lists(heads, min_size=1, max_size=2),
        bodies,
    )
    | st.just(ir.Truth(False)),
)
programs = st.lists(rules, max_size=6).map(
    lambda some: ir.Theory(
        "programs", tuple(ir.Labelled(f"r{i}", each) for i, each in enumerate(some))
    )
)

Edges = set[tuple[str, str]]


def conditions(part: ir.Node) -> Iterator[tuple[ir.Literal, bool]]:
    """Yield the literals of a part of a body, and whether each stands in an aggregate."""
    if isinstance(part, ir.Literal):
        yield part, False
    elif isinstance(part, ir.Comparison) and isinstance(part.left, ir.AggregateTerm):
        for element in part.left.elements:
            for each in element.condition:
                assert isinstance(each, ir.Literal)
                yield each, True


def edges(program: ir.Theory) -> tuple[Edges, Edges, Edges, list[tuple[ir.Literal, ...]]]:
    """Return the positive edges, those of strict levels, all, and the disjunctive heads: by the definitions."""
    positive, strict, all, disjunctive = set(), set(), set(), []
    for labelled in program.statements:
        rule = labelled.statement
        assert isinstance(rule, ir.Rule)
        found: list[tuple[ir.Literal, tuple[ir.BodyPart, ...]]] = []
        match rule.head:
            case ir.Literal() as literal:
                found = [(literal, ())]
            case ir.Or(parts):
                chosen = tuple(each for each in parts if isinstance(each, ir.Literal))
                found = [(each, ()) for each in chosen]
                disjunctive.append(chosen)
                all |= {
                    (a.atom.predicate, b.atom.predicate) for a in chosen for b in chosen if a != b
                }
            case ir.Choice(elements):
                for element in elements:
                    literal = element.terms[0]
                    assert isinstance(literal, ir.Literal)
                    found.append((literal, element.condition))
                    strict.add((literal.atom.predicate, literal.atom.predicate))
        for literal, condition in found:
            for part in (*rule.body, *condition):
                for each, inside in conditions(part):
                    edge = (literal.atom.predicate, each.atom.predicate)
                    if not each.default:
                        positive.add(edge)
                    if each.default or inside:
                        strict.add(edge)
                    all.add(edge)
    return positive, strict, all | strict, disjunctive


def reach(edges: Edges) -> Edges:
    """Return which nodes lead to which by one edge or more, as a fixpoint."""
    found = set(edges)
    while more := {(a, d) for a, b in found for c, d in edges if b == c} - found:
        found |= more
    return found


def is_cycle(cycle: Iterable[Predicate], edges: Edges) -> bool:
    nodes = [name for name, _ in cycle]
    return bool(nodes) and all(
        pair in edges for pair in zip(nodes, [*nodes[1:], nodes[0]], strict=True)
    )


@settings(max_examples=150, deadline=None)
@given(programs)
def test_classes_are_those_of_the_definitions(program: ir.Theory) -> None:
    positive, strict, all, disjunctive = edges(program)
    classes = Classes(program)
    reached, led = reach(positive), reach(all)
    assert classes.stratified == (not any((b, a) in led or a == b for a, b in strict))
    if not classes.stratified:
        assert is_cycle(classes.unstratified, all)
        first, second = (classes.unstratified * 2)[:2]
        assert (first[0], second[0]) in strict
    assert classes.tight == (not any((name, name) in reached for name in NAMES))
    if not classes.tight:
        assert is_cycle(classes.loop, positive)
    free = not any(
        (a.atom.predicate, b.atom.predicate) in reached
        and (b.atom.predicate, a.atom.predicate) in reached
        for head in disjunctive
        for a, b in product(head, head)
        if a != b
    )
    assert classes.head_cycle_free == free
    if not free:
        assert is_cycle(classes.head_cycle, positive)
        through = {name for name, _ in classes.head_cycle}
        assert any(
            len({x.atom.predicate for x in head} & through) > 1
            or any(a != b and a.atom == b.atom for a in head for b in head)
            for head in disjunctive
        )
    assert classes.chain == longest(all, led)


def longest(all: Edges, led: Edges) -> int:
    """Return the most edges that leave a component on one path, every path being tried."""

    def same(a: str, b: str) -> bool:
        return a == b or ((a, b) in led and (b, a) in led)

    def below(node: str) -> int:
        members = [each for each in NAMES if same(node, each)]
        leaving = [b for a, b in all if a in members and not same(a, b)]
        return max((1 + below(each) for each in leaving), default=0)

    return max(map(below, NAMES))


# -------------------------------------------------------------------------------------------------- by clingo


def loops_of_clingo(texts: Iterable[str]) -> int:
    """Return how many non-trivial components clingo finds in the positive graph; nothing is simplified away."""
    rules = "".join(re.sub(r"^(.*) -> (.*)$", r"\2 :- \1.\n", each) for each in texts)
    control = clingo.Control(["--stats", "--warn=none"])
    control.add("base", [], "{a;b;c;d;e}.\n" + rules)
    control.ground([("base", [])])
    control.solve()
    return int(control.statistics["problem"]["lp"]["sccs"])


def test_clingo_finds_the_loop_of_a_program_that_is_not_tight() -> None:
    texts = ("p -> q", "q -> p", "a -> p", "b -> q")
    assert loops_of_clingo(texts) == 1
    assert not Classes(theory(*texts)).tight


normal = st.builds(
    lambda head, body: f"{', '.join('not ' * n + name for name, n in body)} -> {head}",
    st.sampled_from(NAMES),
    st.lists(st.tuples(st.sampled_from(NAMES), st.booleans()), min_size=1, max_size=3),
)


@settings(max_examples=150, deadline=None)
@given(st.lists(normal, min_size=1, max_size=6))
def test_clingo_finds_no_loop_in_a_tight_program(texts: list[str]) -> None:
    """It looks at what is left of the rules once they are simplified: it finds fewer loops, never more."""
    if loops_of_clingo(texts):
        assert not Classes(theory(*texts)).tight
