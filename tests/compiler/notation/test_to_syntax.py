from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import KindError
from rspc.compiler.notation.to_syntax import raise_formula, raise_statement, raise_term, show
from rspc.dsl.parsing.parser import parse_expression, parse_statement
from rspc.dsl.printing.printer import print_expression, print_statement
from rspc.dsl.source import Source

from ..ir.building import formulas, labelled, nodes, statements, terms

modest = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)

A, B, X = ir.Const("a"), ir.Const("b"), ir.Var("X")
RED, KIND = ir.Named("red"), ir.Named("kind")
PRICE = ir.Comparison("<", ir.Slot("price"), ir.Quantity("money", 50000))


def p(*arguments: ir.Term, predicate: str | ir.Hole = "p") -> ir.Literal:
    return ir.Literal(ir.Atom(predicate, arguments))


@modest
@given(statements(True) | labelled(True))
def test_statements_are_read_back(node: ir.Statement | ir.Labelled) -> None:
    tree = raise_statement(node)
    text = print_statement(tree)
    assert parse_statement(Source("printed", text)) == tree, text


@modest
@given(formulas(True))
def test_formulas_are_read_back(node: ir.Formula) -> None:
    tree = raise_formula(node)
    text = print_expression(tree)
    assert parse_expression(Source("printed", text)) == tree, text


@modest
@given(terms(True))
def test_terms_are_read_back(node: ir.Term) -> None:
    tree = raise_term(node)
    text = print_expression(tree)
    assert parse_expression(Source("printed", text)) == tree, text


@modest
@given(nodes(True))
def test_every_node_can_be_shown(node: ir.Node) -> None:
    assert isinstance(show(node), str)


TERMS = [
    (A, "a"),
    (ir.Const("Tom Hanks"), "`Tom Hanks`"),
    (ir.Slot("price"), "price"),
    (ir.String("a"), '"a"'),
    (X, "X"),
    (ir.Hole("v"), "?v"),
    (ir.Expand("concept", (ir.Quantity("integer", 0),)), "<concept(0)>"),
    (ir.Quantity("integer", -3), "-3"),
    (ir.Quantity("money", 120050), "$1200.50"),
    (ir.Quantity("percent", -1250), "-12.5%"),
    (ir.Quantity("time", 1050), "17:30"),
    (ir.Quantity("duration", 150), "2h30m"),
    (ir.Quantity("date", 739723), "2026-04-17"),
    (ir.Function("f", (A, X)), "f(a, X)"),
    (ir.Tuple((A, B)), "(a, b)"),
    (ir.Tuple((A,)), "(a,)"),
    (ir.Interval(A, B), "a .. b"),
    (ir.Operation("+", (A, ir.Operation("*", (B, X)))), "a + b * X"),
    (ir.Operation("*", (ir.Operation("+", (A, B)), X)), "(a + b) * X"),
    (ir.Operation("-", (A, B, X)), "a - b - X"),
    (ir.Operation("neg", (ir.Slot("price"),)), "-price"),
    (ir.Operation("max", (ir.Slot("waits"),)), "max(waits)"),
    (ir.Operation("+", (ir.Hole("r", rest=True),)), "`+`(?r...)"),
    (ir.SetOf(()), "{}"),
    (ir.SetOf((A, B)), "{a, b}"),
    (ir.ListOf((A, B)), "list(a, b)"),
    (
        ir.AggregateTerm("sum", (ir.Element((A, X), (p(X), p(A))), ir.Element((B,)))),
        "sum { a, X : p(X), p(a); b }",
    ),
]


@pytest.mark.parametrize(("node", "text"), TERMS, ids=[text for _, text in TERMS])
def test_terms(node: ir.Term, text: str) -> None:
    assert raise_term(node) == parse_expression(Source("expected", text))


FORMULAS = [
    (p(), "p"),
    (p(A, predicate=ir.Hole("q")), "?q(a)"),
    (p(predicate=ir.Hole("q")), "?q"),
    (ir.Literal(ir.Atom("p"), True, True), "not -p"),
    (ir.Literal(ir.Atom("p"), ir.Hole("s")), "~p"),
    (PRICE, "price < $500"),
    (ir.Comparison("in", ir.Slot("carrier"), ir.SetOf((A, B))), "carrier in {a, b}"),
    (ir.Comparison("within", ir.Slot("stops"), ir.SetOf((A,))), "within(stops, {a})"),
    (ir.Comparison("meets", ir.Slot("stops"), ir.SetOf((A,))), "meets(stops, {a})"),
    (ir.Not(PRICE), "not price < $500"),
    (ir.And((PRICE, ir.Or((p(A), p(B))))), "price < $500 and (p(a) or p(b))"),
    (ir.And((ir.And((p(A), p(B))), p(X))), "(p(a) and p(b)) and p(X)"),
    (ir.And((ir.Hole("r", rest=True),)), "?r..."),
    (ir.Truth(False), "false"),
    (ir.Not(ir.Truth(True)), "not true"),
    (ir.And((RED, ir.Truth(True))), "red and thing"),
    (ir.Restriction("some", None, "likes", ir.Truth(False)), "some likes nothing"),
    (
        ir.Restriction("more than", ir.Quantity("integer", 2), ir.Hole("r"), ir.Not(KIND)),
        "more than 2 ?r not kind",
    ),
]


@pytest.mark.parametrize(("node", "text"), FORMULAS, ids=[text for _, text in FORMULAS])
def test_formulas(node: ir.Formula, text: str) -> None:
    assert raise_formula(node) == parse_expression(Source("expected", text))


STATEMENTS = [
    (ir.Labelled("f1", ir.Fact(p(A))), "f1: p(a)."),
    (ir.Fact(ir.Expand("knowledge")), "<knowledge>."),
    (ir.Rule((p(X), ir.Not(PRICE)), "=>", p(A)), "p(X), not price < $500 => p(a)."),
    (ir.Rule((), "->", ir.Truth(False)), "-> false."),
    (ir.Rule((p(X),), "->", ir.Or((p(A), p(B)))), "p(X) -> (p(a) | p(b))."),
    (
        ir.Rule(
            (p(X),),
            "->",
            ir.Choice(
                (ir.Element((p(A),), (p(B),)),),
                ir.Quantity("integer", 1),
                ir.Quantity("integer", 2),
            ),
        ),
        "p(X) -> 1 { p(a) : p(b) } 2.",
    ),
    (ir.Preference("r1", "r2"), "r1 > r2."),
    (
        ir.Optimise(
            "minimize", (ir.Element((ir.Var("C"), X), (p(X),), ir.Quantity("integer", 1)),)
        ),
        "minimize { C@1, X : p(X) }.",
    ),
    (ir.Optimise("maximize", (ir.Element((), (p(A),)),)), "maximize { true : p(a) }."),
    (ir.Inclusion(RED, ir.Truth(False)), "red isa nothing."),
    (
        ir.Labelled("a1", ir.ConceptAssertion(ir.Const("anne"), ir.And((RED, ir.Not(KIND))))),
        "a1: anne : red and not kind.",
    ),
    (ir.Labelled("r1", ir.Requirement(ir.Or((PRICE, p(A))))), "r1: price < $500 or p(a)."),
]


@pytest.mark.parametrize(("node", "text"), STATEMENTS, ids=[text for _, text in STATEMENTS])
def test_statements(node: ir.Statement | ir.Labelled, text: str) -> None:
    assert raise_statement(node) == parse_statement(Source("expected", text))


def test_an_amount_of_no_kind() -> None:
    with pytest.raises(KindError, match="`parsec`"):
        raise_term(ir.Quantity("parsec", 12))


def test_what_is_shown_of_theories_and_queries() -> None:
    theory = ir.Theory("some", (ir.Labelled("r1", ir.Requirement(PRICE)),))
    row = ir.Row("A", (ir.Quantity("money", 100), A))
    assert show(theory) == "r1: price < $500."
    assert show(ir.Query(ir.Exists(PRICE), (row,))) == "exists: price < $500\nA: $1, a"
    assert show(ir.Best(ir.Slot("price"), "min")) == "best price min"
    assert show(ir.Total("count", None, PRICE)) == "count: price < $500"
    assert show(ir.Entailed(ir.Fact(p(A)), "brave")) == "entailed brave: p(a)"
    assert show(ir.Satisfying()) == "satisfying"
    assert show(ir.Sign(True)) == "-"
    signature = ir.Signature((("p", ("animal",)),), (("price", "money"),), (("animal", ("dog",)),))
    assert show(signature) == "p(animal)\nprice: money\nanimal = {dog}"
