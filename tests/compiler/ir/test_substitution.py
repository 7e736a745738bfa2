from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.substitution import BindingError, fill, holes

from .building import bindings, nodes

modest = settings(
    max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)

A, B, C = ir.Const("a"), ir.Const("b"), ir.Const("c")
X = ir.Hole("x")
REST = ir.Hole("rest", rest=True)
TRUE, FALSE = ir.Truth(True), ir.Truth(False)


def fact(*arguments: Any, predicate: Any = "p", negative: Any = False) -> ir.Fact:
    return ir.Fact(ir.Literal(ir.Atom(predicate, arguments), negative))


@modest
@given(nodes(True))
def test_filling_nothing_changes_nothing(node: ir.Node) -> None:
    assert fill(node, {}) is node
    assert fill(node, {"unheard_of": A}) is node


@modest
@given(nodes(False))
def test_what_has_no_holes_stays(node: ir.Node) -> None:
    assert holes(node) == ()
    assert fill(node, {"t1": A, "n1": "a"}) is node


@modest
@given(nodes(True), st.data())
def test_filling_all_holes_leaves_none(node: ir.Node, data: st.DataObject) -> None:
    assert holes(fill(node, data.draw(bindings(holes(node))))) == ()


@modest
@given(nodes(True), st.data())
def test_filling_in_two_steps_is_filling_at_once(node: ir.Node, data: st.DataObject) -> None:
    binding = data.draw(bindings(holes(node)))
    first = data.draw(st.sets(st.sampled_from(sorted(binding)))) if binding else set()
    one = {name: value for name, value in binding.items() if name in first}
    other = {name: value for name, value in binding.items() if name not in first}
    assert holes(fill(node, one)) == tuple(name for name in holes(node) if name not in first)
    assert fill(fill(node, one), other) == fill(node, binding)


def test_values_are_not_filled_themselves() -> None:
    assert fill(fact(X, ir.Hole("y")), {"x": ir.Hole("y"), "y": A}) == fact(ir.Hole("y"), A)


def test_holes_in_order_of_first_occurrence() -> None:
    template = fact(ir.Hole("b"), ir.Hole("a"), ir.Hole("b"), predicate=ir.Hole("p"))
    assert holes(template) == ("p", "b", "a")
    assert holes(X) == ("x",)


def test_a_hole_alone() -> None:
    assert fill(X, {"x": TRUE}) == TRUE
    assert fill(X, {"y": TRUE}) is X


def test_names() -> None:
    assert fill(fact(A, predicate=X), {"x": "q"}) == fact(A, predicate="q")
    assert fill(fact(A, predicate=X), {"x": ir.Const("q")}) == fact(A, predicate="q")
    assert fill(fact(A, predicate=X), {"x": ir.Hole("y")}) == fact(A, predicate=ir.Hole("y"))
    assert fill(ir.Named(X), {"x": "red"}) == ir.Named("red")
    assert fill(ir.Preference(X, ir.Hole("y")), {"x": "r1", "y": "r2"}) == ir.Preference("r1", "r2")
    some = ir.Restriction("some", None, X, ir.Named("red"))
    assert fill(some, {"x": ir.Const("likes")}) == ir.Restriction(
        "some", None, "likes", ir.Named("red")
    )


def test_one_constant_as_name_and_term() -> None:
    assert fill(fact(X, predicate=X), {"x": A}) == fact(A, predicate="a")


@pytest.mark.parametrize("sign", [ir.Sign(True), True])
def test_signs(sign: ir.Sign | bool) -> None:
    assert fill(fact(A, negative=X), {"x": sign}) == fact(A, negative=True)


def test_whole_statements() -> None:
    template = ir.Labelled("r1", X)  # type: ignore[arg-type]
    assert fill(template, {"x": fact(A)}) == ir.Labelled("r1", fact(A))
    assert fill(ir.Fact(X), {"x": fact(A).literal}) == fact(A)


def test_rest_holes_splice() -> None:
    assert fill(fact(A, REST, B), {"rest": (C, C)}) == fact(A, C, C, B)
    assert fill(fact(A, REST, B), {"rest": ()}) == fact(A, B)
    assert fill(fact(A, REST, B), {}) == fact(A, REST, B)


def test_junctions_of_one_part_collapse() -> None:
    assert fill(ir.And((REST, X)), {"rest": (), "x": TRUE}) == TRUE
    assert fill(ir.Or((REST,)), {"rest": (FALSE,)}) == FALSE
    assert fill(ir.Not(ir.Or((REST,))), {"rest": (FALSE,)}) == ir.Not(FALSE)
    assert fill(ir.Or((TRUE, REST)), {"rest": (FALSE,)}) == ir.Or((TRUE, FALSE))
    assert fill(ir.And((REST,)), {"rest": ()}) == TRUE
    assert fill(ir.Or((REST,)), {"rest": ()}) == FALSE


def test_a_lone_rest_hole_does_not_collapse() -> None:
    other = ir.Hole("other", rest=True)
    assert fill(ir.And((REST,)), {"rest": (other,)}) == ir.And((other,))


@pytest.mark.parametrize(
    ("template", "value", "told"),
    [
        (fact(X), "a", "hole `x` takes a term, not `'a'`"),
        (fact(X), TRUE, "hole `x` takes a term, not a node `Truth`"),
        (fact(X), (A, B), "hole `x` takes a term, not 2 nodes"),
        (fact(X), True, "hole `x` takes a term, not `True`"),
        (ir.Not(X), A, "hole `x` takes a formula, not a node `Const`"),
        (fact(A, predicate=X), ir.Var("X"), "hole `x` takes a name, not a node `Var`"),
        (fact(A, predicate=X), True, "hole `x` takes a name, not `True`"),
        (fact(A, negative=X), A, "hole `x` takes a sign, not a node `Const`"),
        (fact(A, negative=X), "a", "hole `x` takes a sign, not `'a'`"),
        (ir.Fact(X), TRUE, "hole `x` takes Literal, not a node `Truth`"),
        (ir.Labelled("r", X), A, "hole `x` takes a statement, not a node `Const`"),  # type: ignore[arg-type]
        (X, "a", "hole `x` takes a node, not `'a'`"),
        (
            fact(ir.Hole("x", True)),
            A,
            "the rest hole `x` takes a tuple of nodes, not a node `Const`",
        ),
        (
            fact(ir.Hole("x", True)),
            (A, TRUE),
            "member of the rest hole `x` is a term, not a node `Truth`",
        ),
        (ir.Not(ir.Hole("x", True)), (TRUE,), "hole `x` takes a formula, not 1 nodes"),
    ],
)
def test_bindings_that_do_not_fit(template: ir.Node, value: Any, told: str) -> None:
    with pytest.raises(BindingError) as caught:
        fill(template, {"x": value})
    assert told in str(caught.value)


def test_a_part_that_cannot_be_a_head() -> None:
    rule = ir.Rule((), "->", ir.Or((REST,)))
    literal = fact(A).literal
    assert fill(rule, {"rest": (literal,)}) == ir.Rule((), "->", literal)  # type: ignore[arg-type]
    with pytest.raises(BindingError, match="found a node `Not`"):
        fill(rule, {"rest": (ir.Not(TRUE),)})
