"""Indexed lines over paths, trees, graphs and other structures of elements."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product
from typing import Any

import pytest

from rspc.compiler.api import load_bundle
from rspc.compiler.family import NoValue
from rspc.compiler.family.grammar.elements.random_structures import draw_graph
from rspc.compiler.notation import show
from rspc.compiler.random.stream import Stream

from .indexed import ASK, WORLD, drawn, is_connected, pairs_of


def test_a_path_visits_each_member_once_in_a_random_order(specs: Any) -> None:
    seen = Counter()
    for statements in drawn(specs, "each (?a, ?b) in path({ann, bob, cal}): likes(?a, ?b).", 600):
        first, second = pairs_of(statements)
        assert first[1] == second[0]
        seen[(*first, second[1])] += 1
    assert set(seen) == set(permutations(("ann", "bob", "cal")))
    assert all(60 <= count <= 140 for count in seen.values())


def test_a_path_of_a_chosen_list_keeps_its_order(specs: Any) -> None:
    items = "choose start = first(chain)\nchoose end = last(chain)\n"
    body = "each (?a, ?b) in path(chain): likes(?a, ?b).  likes(?start, ?end)."
    for statements in drawn(specs, body, 20, items):
        *path, ends = pairs_of(statements)
        assert len(path) == 3
        assert all(one[1] == other[0] for one, other in zip(path, path[1:], strict=False))
        assert ends == (path[0][0], path[-1][1])


def test_a_path_of_some_pairs_and_a_cycle(specs: Any) -> None:
    for statements in drawn(specs, "each (?a, ?b) in path(person, rounds): likes(?a, ?b).", 10):
        found = pairs_of(statements)
        assert len(found) == 3
        assert len({name for pair in found for name in pair}) == 4
    for statements in drawn(specs, "each (?a, ?b) in cycle(person): likes(?a, ?b).", 10):
        found = dict(pairs_of(statements))
        at, visited = "ann", []
        for _ in range(8):
            visited.append(at)
            at = found[at]
        assert at == "ann"
        assert len(set(visited)) == 8


def test_a_tree_is_connected_acyclic_and_uniform(specs: Any) -> None:
    seen = Counter()
    for statements in drawn(specs, "each (?a, ?b) in tree({ann, bob, cal}): likes(?a, ?b).", 900):
        found = pairs_of(statements)
        parents = {child: parent for parent, child in found}
        assert len(found) == len(parents) == 2
        (root,) = {"ann", "bob", "cal"} - parents.keys()
        for at in parents:
            steps = 0
            while at != root:
                at, steps = parents[at], steps + 1
                assert steps < 3
        seen[tuple(sorted(found))] += 1
    # Three orders of the root, and a chain (once) or a star (from two orders of the children).
    assert len(seen) == 9
    stars = {tree for tree in seen if len({parent for parent, _ in tree}) == 1}
    assert len(stars) == 3
    assert all(110 <= seen[tree] <= 190 for tree in stars)
    assert all(45 <= seen[tree] <= 110 for tree in seen if tree not in stars)


@pytest.mark.parametrize(
    ("size", "edges"), [(2, 1), (4, 3), (4, 4), (4, 6), (5, 5), (9, 8), (9, 30), (12, 20)]
)
def test_a_graph_is_connected_and_simple(size: int, edges: int) -> None:
    nodes = set(range(size))
    degrees = Counter[int]()
    for number in range(200):
        found = draw_graph(sorted(nodes), edges, Stream("graph", number))
        assert len(found) == edges
        assert len({frozenset(pair) for pair in found}) == edges
        assert all(one != other for one, other in found)
        assert is_connected(nodes, set(map(frozenset, found)))
        degrees.update(node for pair in found for node in pair)
    mean = 200 * 2 * edges / size
    assert all(abs(degrees[node] - mean) < 5 * mean**0.5 for node in nodes)


@pytest.mark.parametrize("size", [3, 4])
def test_every_connected_graph_occurs(size: int) -> None:
    nodes = set(range(size))
    pairs = list(combinations(range(size), 2))
    for edges in range(size - 1, len(pairs) + 1):
        wanted = {
            graph
            for chosen in combinations(map(frozenset, pairs), edges)
            if is_connected(nodes, set(graph := frozenset(chosen)))
        }
        drawn = Counter(
            frozenset(map(frozenset, draw_graph(sorted(nodes), edges, Stream(edges, number))))
            for number in range(80 * len(wanted))
        )
        assert drawn.keys() == wanted
        if edges == size - 1:  # all trees alike
            assert all(35 <= count <= 130 for count in drawn.values())


def test_edges_of_a_graph_have_random_directions_and_places() -> None:
    first, turned = Counter[int](), 0
    for number in range(600):
        found = draw_graph(range(4), 4, Stream("order", number))
        first.update(found[0])
        turned += sum(one > other for one, other in found)
    assert all(240 <= first[node] <= 360 for node in range(4))
    assert 1080 <= turned <= 1320


def test_a_graph_of_a_sort_a_chosen_list_and_numbers_that_are_parameters(specs: Any) -> None:
    for body, size in (
        ("each (?a, ?b) in graph(person, rounds + 7): likes(?a, ?b).", 8),
        ("each (?a, ?b) in graph(chain, rounds): likes(?a, ?b).", 4),
        ("each (?a, ?b) in graph(3 of person, 3): likes(?a, ?b).", 3),
        ("each (?x, ?n) in zip(graph(1..3, 3), 1..3): at(?x, ?n).", 0),
    ):
        if not size:
            assert "E0483" in specs.codes(f"{WORLD}theory {{ {body} }}{ASK}", "asp")
            continue
        for statements in drawn(specs, body, 10):
            edges = set(map(frozenset, pairs_of(statements)))
            nodes = {name for edge in edges for name in edge}
            assert len(nodes) == size
            assert len(edges) == len(statements)
            assert is_connected(nodes, edges)


def test_a_graph_that_cannot_be_is_dropped_with_its_cause(specs: Any) -> None:
    body = "each (?a, ?b) in graph(person, rounds): likes(?a, ?b)."
    with pytest.raises(NoValue, match="a connected graph of 8 nodes has 7 to 28 edges, not 3"):
        drawn(specs, body)


def test_a_matching_is_injective_and_uniform(specs: Any) -> None:
    seen = Counter()
    body = "each (?p, ?i) in matching({ann, bob}, item): has(?p, ?i)."
    for statements in drawn(specs, body, 600):
        found = dict(pairs_of(statements))
        assert list(found) == ["ann", "bob"]
        seen[tuple(found.values())] += 1
    assert set(seen) == set(permutations(("ball", "book", "hat"), 2))
    assert all(60 <= count <= 140 for count in seen.values())


def test_pairs_and_zip(specs: Any) -> None:
    assert drawn(specs, "each (?a, ?b) in pairs({ann, bob, cal}): likes(?a, ?b).") == [
        ["likes(ann, bob)", "likes(ann, cal)", "likes(bob, cal)"]
    ]
    assert drawn(specs, "each (?p, ?i) in zip({bob, ann, cal}, item): has(?p, ?i).") == [
        ["has(bob, ball)", "has(ann, book)", "has(cal, hat)"]
    ]


def test_a_walk_follows_the_rows_and_is_uniform_among_all_walks(specs: Any) -> None:
    rows = [("a", "left", "b"), ("a", "right", "c"), ("b", "left", "c"), ("c", "left", "a")]
    walks = {
        walk
        for walk in product(rows, repeat=3)
        if walk[0][0] == "a"
        and walk[-1][2] == "c"
        and all(one[2] == other[0] for one, other in zip(walk, walk[1:], strict=False))
    }
    seen = Counter()
    body = "each (?x, ?m, ?y) in walk(steps, 3, a, c): goes(?x, ?m, ?y)."
    for statements in drawn(specs, body, 300):
        seen[tuple(pairs_of(statements))] += 1
    assert set(seen) == walks
    assert all(abs(count - 300 / len(walks)) < 60 for count in seen.values())


GRAPHS = {
    "asp": (
        "sort node = 1..6\npred edge(node, node)\n",
        "each (?a, ?b) in graph(node, 8): edge(?a, ?b).",
        "ask consistent",
    ),
    "defeasible": (
        "sort node = {a, b, c, d, e, f}\npred edge(node, node)\n",
        "each (?a, ?b) in graph(node, 8): edge(?a, ?b).",
        "ask entailment edge(a, b)",
    ),
    "alcq": (
        "sort node = {a, b, c, d, e, f}\nrole edge\n",
        "each (?a, ?b) in graph(node, 8): edge(?a, ?b).",
        "ask consistent",
    ),
}


@pytest.mark.parametrize("logic", GRAPHS)
def test_every_logic_has_graphs_and_its_bundle_makes_the_same(specs: Any, logic: str) -> None:
    items, body, ask = GRAPHS[logic]
    family = specs.load(f"{items}theory {{ {body} }}\n{ask}\n", logic)
    again = load_bundle(family.bundle())
    for index in range(5):
        instance = family.instance(seed=1, index=index)
        statements = [show(each.statement) for each in instance.theory.statements]
        edges = set(map(frozenset, pairs_of(statements)))
        assert len(edges) == 8
        assert is_connected({name for edge in edges for name in edge}, edges)
        assert instance.record() == again.instance(seed=1, index=index).record()


def test_a_node_that_is_listed_twice_is_one(specs: Any) -> None:
    for found in drawn(specs, "each (?a, ?b) in graph({ann, ann, bob}, 1): likes(?a, ?b).", 10):
        assert found in (["likes(ann, bob)"], ["likes(bob, ann)"])
