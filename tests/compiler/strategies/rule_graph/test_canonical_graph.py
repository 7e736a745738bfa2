"""Canonical forms of graphs: equal just for graphs that some renumbering makes the same."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given, settings, strategies as st

from rspc.compiler.strategies.rule_graph.canonical_graph import Edge, canonical, hash_form

Drawn = tuple[list[int], list[Edge]]


@st.composite
def graphs(draw: st.DrawFn, most: int = 5) -> Drawn:
    size = draw(st.integers(1, most))
    colours = draw(st.lists(st.integers(0, 1), min_size=size, max_size=size))
    node = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(node, node, st.integers(0, 1)), max_size=7))
    return colours, edges


def renumbered(graph: Drawn, order: list[int]) -> Drawn:
    colours, edges = graph
    moved = [0] * len(colours)
    for node, place in enumerate(order):
        moved[place] = colours[node]
    return moved, [(order[a], order[b], colour) for a, b, colour in edges]


def isomorphic(one: Drawn, other: Drawn) -> bool:
    if len(one[0]) != len(other[0]):
        return False
    wanted = (other[0], sorted(other[1]))
    tried = (renumbered(one, list(order)) for order in permutations(range(len(one[0]))))
    return any((colours, sorted(edges)) == wanted for colours, edges in tried)


@given(graphs(7), st.data())
def test_renumbering_changes_nothing(graph: Drawn, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(graph[0]))))
    assert canonical(*renumbered(graph, order)) == canonical(*graph)


@settings(max_examples=150)
@given(graphs(), graphs())
def test_forms_are_equal_just_for_isomorphic_graphs(one: Drawn, other: Drawn) -> None:
    assert (canonical(*one) == canonical(*other)) is isomorphic(one, other)


@settings(max_examples=150)
@given(graphs(), st.data())
def test_a_graph_with_one_edge_moved_is_told_apart(one: Drawn, data: st.DataObject) -> None:
    """Nearly equal graphs, which the colours of neighbours alone may not tell apart."""
    colours, edges = one
    if not edges:
        return
    place = data.draw(st.integers(0, len(edges) - 1))
    node = st.integers(0, len(colours) - 1)
    moved = (data.draw(node), data.draw(node), edges[place][2])
    other = colours, [moved if each == place else edge for each, edge in enumerate(edges)]
    assert (canonical(*one) == canonical(*other)) is isomorphic(one, other)


def test_two_triangles_are_no_hexagon() -> None:
    """All nodes have one colour and as many neighbours: only trying them in turn tells these apart."""
    triangles = [(0, 1, 0), (1, 2, 0), (2, 0, 0), (3, 4, 0), (4, 5, 0), (5, 3, 0)]
    hexagon = [(node, (node + 1) % 6, 0) for node in range(6)]
    assert canonical([0] * 6, triangles) != canonical([0] * 6, hexagon)


def test_a_name_is_sixteen_digits_and_of_the_form_alone() -> None:
    name = hash_form(canonical([0, 1], [(0, 1, 0)]))
    assert name == hash_form(canonical([1, 0], [(1, 0, 0)]))
    assert len(name) == 16
    assert int(name, 16) >= 0
