"""Statements of every logic: each form has its node, and each node is written so that it is read back."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, assume, given, settings

from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import children
from rspc.compiler.kinds import Kind
from rspc.compiler.notation.literals import read_literal
from rspc.compiler.notation.lower import lower_part, lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.compiler.notation.to_syntax import show
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse_statement
from rspc.dsl.source import Source

from ..ir.building import statements

A, B, X, Y = ir.Const("a"), ir.Const("b"), ir.Var("X"), ir.Var("Y")
RED, KIND, ROUND, BLUE = (ir.Named(name) for name in ("red", "kind", "round", "blue"))


def atom(name: str, *terms: ir.Term, negative: bool = False, default: bool = False) -> ir.Literal:
    return ir.Literal(ir.Atom(name, terms), negative, default)


def lowered(text: str, **scope: object) -> tuple[str, ir.Statement, list[str]]:
    report = Report()
    label, node = lower_statement(
        parse_statement(Source("test", text)),
        StatementScope(report, **scope),  # type: ignore[arg-type]
    )
    return label, node, [each.code for each in report]


P, Q = atom("p", X), atom("q", X)
COUNT = ir.Element((X,), (P,))
RULES = {
    "p(a, b).": ir.Fact(atom("p", A, B)),
    "-p(a).": ir.Fact(atom("p", A, negative=True)),
    "p.": ir.Fact(atom("p")),
    "p(X) -> q(X).": ir.Rule((P,), "->", Q),
    "p(X) => q(X).": ir.Rule((P,), "=>", Q),
    "p(X) ~> -q(X).": ir.Rule((P,), "~>", atom("q", X, negative=True)),
    "p(X), not -q(X) -> false.": ir.Rule(
        (P, atom("q", X, negative=True, default=True)), "->", ir.Truth(False)
    ),
    "p(X) -> (q(X) | t(X)).": ir.Rule((P,), "->", ir.Or((Q, atom("t", X)))),
    "-> { a; b }.": ir.Rule(
        (), "->", ir.Choice((ir.Element((atom("a"),)), ir.Element((atom("b"),))))
    ),
    "-> 1 { p(X) : q(X) } 2.": ir.Rule(
        (),
        "->",
        ir.Choice((ir.Element((P,), (Q,)),), ir.Quantity("integer", 1), ir.Quantity("integer", 2)),
    ),
    "count { X : p(X) } > 2 -> q.": ir.Rule(
        (ir.Comparison(">", ir.AggregateTerm("count", (COUNT,)), ir.Quantity("integer", 2)),),
        "->",
        atom("q"),
    ),
    "X < Y + 1, p(X), p(Y) -> q(X).": ir.Rule(
        (
            ir.Comparison("<", X, ir.Operation("+", (Y, ir.Quantity("integer", 1)))),
            P,
            atom("p", Y),
        ),
        "->",
        Q,
    ),
    "X == Y -> q(X).": ir.Rule((ir.Comparison("==", X, Y),), "->", Q),
    "minimize { cost@1, X : p(X) }.": ir.Optimise(
        "minimize",
        (ir.Element((ir.Const("cost"), X), (P,), ir.Quantity("integer", 1)),),
    ),
    "r1 > r2.": ir.Preference("r1", "r2"),
    'p(1..3, f(a), (a, b), "a", -2).': ir.Fact(
        atom(
            "p",
            ir.Interval(ir.Quantity("integer", 1), ir.Quantity("integer", 3)),
            ir.Function("f", (A,)),
            ir.Tuple((A, B)),
            ir.String("a"),
            ir.Quantity("integer", -2),
        )
    ),
    "`P8`(a).": ir.Fact(atom("P8", A)),
}
CONCEPTS = {
    "red isa blue.": ir.Inclusion(RED, BLUE),
    "anne : red and (some likes (kind and not round)).": ir.ConceptAssertion(
        ir.Const("anne"),
        ir.And(
            (RED, ir.Restriction("some", None, "likes", ir.And((KIND, ir.Not(ROUND))))),
        ),
    ),
    "(min 2 eats thing) isa blue or only chases nothing.": ir.Inclusion(
        ir.Restriction("min", ir.Quantity("integer", 2), "eats", ir.Truth(True)),
        ir.Or((BLUE, ir.Restriction("only", None, "chases", ir.Truth(False)))),
    ),
    "likes(anne, bob).": ir.Fact(atom("likes", ir.Const("anne"), ir.Const("bob"))),
    "exactly 3 r red isa more than 2 r red.": ir.Inclusion(
        ir.Restriction("exactly", ir.Quantity("integer", 3), "r", RED),
        ir.Restriction("more than", ir.Quantity("integer", 2), "r", RED),
    ),
    "max 1 r red isa fewer than 2 r red.": ir.Inclusion(
        ir.Restriction("max", ir.Quantity("integer", 1), "r", RED),
        ir.Restriction("fewer than", ir.Quantity("integer", 2), "r", RED),
    ),
}


@pytest.mark.parametrize("text", [*RULES, *CONCEPTS])
def test_a_statement_has_its_node(text: str) -> None:
    wanted = RULES.get(text) or CONCEPTS[text]
    concepts = text in CONCEPTS
    assert lowered(text, concepts=concepts) == ("", wanted, [])
    assert lowered(f"{show(wanted)}.", concepts=concepts)[1] == wanted
    label, node, codes = lowered(f"r7: {text}", concepts=concepts)
    assert (label, node, codes) == ("r7", wanted, [])


@pytest.mark.parametrize("name", ["meets", "within", "first", "last", "len"])
@pytest.mark.parametrize(
    "scope", [{"facts": True}, {"predicates": {"NAME": ("person", "person")}, "facts": True}]
)
def test_what_slots_have_is_a_predicate_where_there_are_none(
    name: str, scope: dict[str, object]
) -> None:
    if "predicates" in scope:
        scope = {**scope, "predicates": {name: ("person", "person")}}
    fact = ir.Fact(atom(name, A, B))
    assert lowered(f"{name}(a, b)", **scope) == ("", fact, [])
    report = Report()
    pattern = StatementScope(report, pattern=True, **scope)  # type: ignore[arg-type]
    part = lower_part(parse_statement(Source("test", f"{name}(?a, ?b)")), pattern)
    assert part == atom(name, ir.Hole("a"), ir.Hole("b"))
    assert read_literal(f"{name}(a, b)") == fact.literal


def test_a_formula_over_slots_is_a_requirement(slots: Mapping[str, Kind]) -> None:
    text = "price < $500 and (town == oslo or pages > 0)."
    label, node, codes = lowered(text, slots=slots)
    assert isinstance(node, ir.Requirement)
    assert (label, codes, show(node) + ".") == ("", [], text)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("p -> q and r.", "E0311"),
        ("p and q -> r.", "E0311"),
        ("-(-p) -> q.", "E0311"),
        ("count { X : p(X) } -> q.", "E0311"),
        ("3 -> q.", "E0311"),
        ("p(1.5).", "E0302"),
        ("p(X) : q(X).", "E0310"),
        ("a : b : p(X).", "E0310"),
        ("p(not q).", "E0314"),
        ("p(some r c).", "E0314"),
    ],
)
def test_what_is_no_statement_is_refused(text: str, code: str) -> None:
    assert code in lowered(text)[2]


@pytest.mark.parametrize(
    ("text", "code"),
    [("3 isa red.", "E0315"), ("red isa p(X).", "E0315"), ("red isa 3.", "E0315")],
)
def test_what_is_no_concept_is_refused(text: str, code: str) -> None:
    assert lowered(text, concepts=True)[2] == [code]


PREDICATES = {"likes": ("animal", "animal"), "age": ("animal", "integer")}
SORTS = {"animal": frozenset({"dog", "cat"})}


@pytest.mark.parametrize(
    ("text", "code", "at", "help"),
    [
        ("lieks(dog, cat).", "E0205", "lieks(dog, cat)", "did you mean `likes`?"),
        ("likes(dog).", "E0306", "likes(dog)", "give a value of `animal` and a value of `animal`"),
        ("likes(dog, cta).", "E0313", "cta", "did you mean `cat`?"),
        ("likes(X, dgo) -> false.", "E0313", "dgo", "did you mean `dog`?"),
    ],
)
def test_predicates_are_checked_where_they_stand(text: str, code: str, at: str, help: str) -> None:
    report = Report()
    scope = StatementScope(report, predicates=PREDICATES, sorts=SORTS)
    lower_statement(parse_statement(Source("test", text)), scope)
    (found,) = report
    assert (found.code, found.span.text, found.help) == (code, at, help)


def test_what_is_declared_passes() -> None:
    for text in (
        "likes(dog, cat).",
        "likes(X, ?a).",
        "age(dog, 3).",
        "likes(dog, X) -> age(X, Y).",
    ):
        assert lowered(text, predicates=PREDICATES, sorts=SORTS)[2] == []


def _terms(elements: tuple[ir.Node, ...]) -> list[ir.Node]:
    return [term for each in elements if isinstance(each, ir.Element) for term in each.terms]


def _plain(node: ir.Node, concepts: bool) -> bool:
    """Return whether a statement and all in it have a spelling of their own: some share theirs with another node."""
    match node:
        case ir.Slot() | ir.ListOf() | ir.Expand() | ir.Requirement() | ir.Modal():
            return False
        case ir.Hole(name=name) if (
            name[0] in "slfr"
        ):  # what it stands for is not seen from its place
            return False
        case ir.Tuple(items=items) if len(items) < 2:
            return False
        case ir.Operation(operator="len" | "max" | "first"):
            return False
        case ir.Operation(operator="neg", operands=(ir.Quantity(),)):
            return False
        case ir.Operation(operands=operands) if any(isinstance(o, ir.SetOf) for o in operands):
            return False
        case ir.Comparison(operator="in" | "within" | "meets"):
            return False
        case ir.Rule(head=ir.Truth(value=True)):
            return False
        case ir.Rule(body=body, head=ir.Or(parts=parts)):  # only in a head is `|` written
            return all(_plain(each, concepts) for each in (*body, *parts))
        case ir.Choice(elements=elements):
            if not all(isinstance(term, ir.Literal) for term in _terms(elements)):
                return False
        case ir.AggregateTerm(elements=elements) | ir.Optimise(elements=elements):
            if any(isinstance(term, ir.Literal) for term in _terms(elements)):
                return False
        case ir.Restriction(bound=ir.Quantity(kind=kind)) if kind != "integer":
            return False
        case ir.Not() | ir.And() | ir.Or() | ir.Named() | ir.Restriction() if not concepts:
            return False
        case ir.Literal() | ir.Comparison() if concepts:
            return False
    return all(_plain(each, concepts) for each in children(node))


@settings(
    max_examples=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(statements(True))
def test_what_is_shown_is_read_back_as_itself(node: ir.Statement) -> None:
    concepts = isinstance(node, ir.Inclusion | ir.ConceptAssertion)
    assume(_plain(node, concepts))
    assert lowered(show(node), concepts=concepts) == ("", node, [])
