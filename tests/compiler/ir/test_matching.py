from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.matching import invertible, match, matcher
from rspc.compiler.ir.substitution import fill, filler, holes
from rspc.compiler.ir.traversal import rebuild

from .building import bindings, literals, nodes, statements

modest = settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)

A, B, C = ir.Const("a"), ir.Const("b"), ir.Const("c")
X, Y = ir.Hole("x"), ir.Hole("y")
REST = ir.Hole("rest", rest=True)
TRUE, FALSE = ir.Truth(True), ir.Truth(False)


def atom(*arguments: Any, predicate: Any = "p") -> ir.Atom:
    return ir.Atom(predicate, arguments)


@modest
@given(nodes(False))
def test_what_has_no_holes_matches_itself(node: ir.Node) -> None:
    assert match(node, node) == {}


@modest
@given(nodes(False), nodes(False))
def test_what_has_no_holes_matches_nothing_else(one: ir.Node, other: ir.Node) -> None:
    assert (match(one, other) == {}) == (one == other)


@modest
@given(nodes(True), st.data())
def test_matching_undoes_filling(pattern: ir.Node, data: st.DataObject) -> None:
    binding = data.draw(bindings(holes(pattern)))
    filled = fill(pattern, binding)
    assert match(pattern, filled) == binding
    assert matcher(pattern)(filled) == binding
    assert filler(pattern)(binding) == filled


@modest
@given(nodes(True), st.data())
def test_what_is_called_invertible_is(pattern: ir.Node, data: st.DataObject) -> None:
    binding = data.draw(bindings(holes(pattern)))
    if invertible(pattern):
        assert match(pattern, filler(pattern)(binding)) == binding


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        (ir.Fact(ir.Hole("l")), True),
        (ir.Not(ir.Hole("l")), True),
        (ir.Rule((ir.Hole("a"), ir.Hole("rest", rest=True)), "->", ir.Hole("h")), True),
        (ir.Comparison("<", ir.Hole("x"), ir.Hole("x")), False),
        (ir.Or((ir.Hole("a"), ir.Hole("rest", rest=True))), False),
    ],
)
def test_what_is_invertible(pattern: ir.Node, expected: bool) -> None:
    assert invertible(pattern) is expected


@modest
@given(literals(True) | statements(True), literals(False) | statements(False))
def test_filling_undoes_matching_of_anything(pattern: ir.Node, node: ir.Node) -> None:
    found = match(pattern, node)
    if found is not None:
        assert fill(pattern, found) == node
        assert set(found) == set(holes(pattern))


@st.composite
def generalised(draw: Any, node: ir.Node) -> ir.Node:
    """Put holes in place of parts of a node: equal parts get equal holes."""
    names: dict[tuple[str, Any], str] = {}

    def hole(sort: str, value: Any) -> ir.Hole:
        return ir.Hole(names.setdefault((sort, value), f"h{len(names)}"))

    def loosen(each: ir.Node) -> ir.Node:
        if draw(st.integers(0, 3)) == 0 and not isinstance(
            each, ir.Atom | ir.Element | ir.Labelled | ir.Row | ir.Signature
        ):
            return hole("node", each)
        each = rebuild(each, loosen)
        match each:
            case ir.Atom(predicate=str(name)) if draw(st.booleans()):
                return ir.Atom(hole("name", name), each.arguments)
            case ir.Literal(negative=bool(sign)) if draw(st.booleans()):
                return ir.Literal(each.atom, hole("sign", sign), each.default)
            case _:
                return each

    return loosen(node)


@modest
@given(nodes(False), st.data())
def test_a_node_matches_what_it_was_generalised_to(node: ir.Node, data: st.DataObject) -> None:
    pattern = data.draw(generalised(node))
    found = match(pattern, node)
    assert found is not None
    assert set(found) == set(holes(pattern))
    assert fill(pattern, found) == node


def test_the_same_hole_twice() -> None:
    assert match(atom(X, X), atom(A, A)) == {"x": A}
    assert match(atom(X, X), atom(A, B)) is None
    assert match(atom(X, Y), atom(A, A)) == {"x": A, "y": A}
    assert match(ir.And((ir.Not(X), X)), ir.And((ir.Not(TRUE), FALSE))) is None


def test_one_hole_as_name_and_as_term() -> None:
    assert match(atom(X, predicate=X), atom(A, predicate="a")) == {"x": A}
    assert match(atom(X, predicate=X), atom(A, predicate="b")) is None
    assert match(atom(X, predicate=X), atom(ir.String("a"), predicate="a")) is None
    assert match(atom(REST, predicate=Y), atom(A)) == {"y": "p", "rest": (A,)}


def test_names_and_signs() -> None:
    pattern = ir.Literal(atom(A, predicate=X), Y)
    assert match(pattern, ir.Literal(atom(A), True)) == {"x": "p", "y": ir.Sign(True)}
    assert match(pattern, ir.Literal(atom(A), False)) == {"x": "p", "y": ir.Sign(False)}
    assert match(pattern, ir.Literal(atom(A), True, default=True)) is None
    two = ir.Or((ir.Literal(atom(A), Y), ir.Literal(atom(B), Y)))
    assert match(two, ir.Or((ir.Literal(atom(A)), ir.Literal(atom(B), True)))) is None
    assert match(ir.Named(X), ir.Named("red")) == {"x": "red"}
    assert match(ir.Preference(X, X), ir.Preference("r1", "r1")) == {"x": "r1"}


def test_a_hole_takes_what_fits_its_place_alone() -> None:
    assert match(ir.Comparison("<", X, Y), ir.Comparison("<", A, ir.AggregateTerm("sum", ()))) == {
        "x": A,
        "y": ir.AggregateTerm("sum", ()),
    }
    assert match(ir.Choice((), X), ir.Choice(())) is None
    assert match(ir.Choice((), X), ir.Choice((), A)) == {"x": A}
    assert match(X, ir.Fact(X)) == {"x": ir.Fact(X)}


def test_lengths() -> None:
    assert match(ir.Or((X, Y)), ir.Or((TRUE, FALSE))) == {"x": TRUE, "y": FALSE}
    assert match(ir.Or((X, Y)), ir.Or((TRUE, FALSE, TRUE))) is None
    assert match(ir.Or((X, Y)), ir.And((TRUE, FALSE))) is None


@pytest.mark.parametrize(
    ("pattern", "node", "rest"),
    [
        (atom(REST), atom(A, B), (A, B)),
        (atom(REST), atom(), None),
        (atom(A, REST), atom(A, B), (B,)),
        (atom(A, REST), atom(A), None),
        (atom(REST, C), atom(A, B, C), (A, B)),
        (atom(REST, C), atom(A, B), None),
        (atom(A, REST, C), atom(A, B, B, C), (B, B)),
        (atom(A, REST, C), atom(A, C), None),
        (atom(A, REST, A), atom(A), None),
    ],
)
def test_rest_holes(pattern: ir.Node, node: ir.Node, rest: Any) -> None:
    assert match(pattern, node) == (None if rest is None else {"rest": rest})


def test_the_same_rest_hole_twice() -> None:
    pattern = ir.Or((ir.Literal(atom(REST)), ir.Literal(atom(A, REST))))
    same = ir.Or((ir.Literal(atom(B, C)), ir.Literal(atom(A, B, C))))
    other = ir.Or((ir.Literal(atom(B, C)), ir.Literal(atom(A, C, B))))
    assert match(pattern, same) == {"rest": (B, C)}
    assert match(pattern, other) is None


def test_two_rest_holes_in_one_tuple() -> None:
    with pytest.raises(ValueError, match="more than one rest hole: `rest`, `more`"):
        matcher(atom(REST, ir.Hole("more", rest=True)))


def test_a_rest_hole_outside_a_tuple_matches_nothing() -> None:
    assert match(REST, A) is None
    assert match(ir.Not(REST), ir.Not(TRUE)) is None


def test_holes_of_the_node_are_values() -> None:
    assert match(atom(X, predicate=Y), atom(Y, predicate=X)) == {"x": Y, "y": X}
    assert match(atom(A), atom(X)) is None


def test_a_failed_match_leaves_no_trace() -> None:
    run = matcher(atom(X, X))
    assert run(atom(A, B)) is None
    assert run(atom(B, B)) == {"x": B}
