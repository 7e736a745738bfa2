"""Indexed lines: what they run over, what their names stand for, and which are refused."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import load, load_bundle
from rspc.compiler.family import NoValue, chosen_values
from rspc.compiler.family.foreign_words import Strays
from rspc.compiler.family.grammar import written
from rspc.compiler.family.grammar.elements.random_structures import draw_graph
from rspc.compiler.instances import Exhausted, grow, open_scene
from rspc.compiler.ir import walk
from rspc.compiler.ir.nodes import Atom, Const
from rspc.compiler.notation import show
from rspc.compiler.random.stream import Stream
from rspc.dsl.diagnostics import SpecError

WORLD = """
param rounds: int in 0..9 = 3
pool names = {ann, bob, cal, dee, eve, fay, gus, hal} split { train 0.5  test 0.5 }
pool things = {ball, book, hat}
table people(name, sex) = {(ann, female), (bob, male), (cal, male), (dee, female)}
  split { train 0.5  test 0.5 }
table steps(here, move, there) = {(a, left, b), (a, right, c), (b, left, c), (c, left, a)}
choose chain = 4 of names
sort person = names
sort item = things
sort time = 0..9
sort word = {female, male, left, right, a, b, c}
pred likes(person, person)
pred tall(person)
pred big(item)
pred at(time, time)
pred now(time)
pred has(person, item)
pred swap(time, person, person)
pred is(person, word)
pred goes(word, word, word)
"""
ASK = "\nask entailment tall(ann)\n"


def drawn(
    specs: Any, body: str, count: int = 1, items: str = "", split: str = "", **given: Any
) -> list[list[str]]:
    """Return the statements of theories, as text."""
    family = specs.load(f"{WORLD}{items}theory {{ {body} }}{ASK}", "asp")
    found = []
    for number in range(count):
        key = ("test", number)
        values = chosen_values(family, given, key, number, split)
        scene = open_scene(family, values, Stream(*key), split)
        draft = grow(scene, Stream(*key).fork("grow"))
        found.append([show(each.statement) for each in draft.theory.statements])
    return found


def pairs_of(statements: list[str]) -> list[tuple[str, ...]]:
    return [tuple(each[each.index("(") + 1 : -1].split(", ")) for each in statements]


# ------------------------------------------------------------------------------------------------------ sources


def test_a_range_gives_whole_numbers_in_order(specs: Any) -> None:
    assert drawn(specs, "each ?t in 1..rounds: now(?t).") == [["now(1)", "now(2)", "now(3)"]]
    assert drawn(specs, "each ?t in 1..rounds: now(?t).", rounds=0) == [[]]
    assert drawn(specs, "each ?t in 1..2: at(?t, ?t + 1).") == [["at(1, 2)", "at(2, 3)"]]


def test_lists_sorts_and_tables(specs: Any) -> None:
    assert drawn(specs, "each ?x in {bob, ann}: tall(?x).") == [["tall(bob)", "tall(ann)"]]
    assert drawn(specs, "each ?i in item: big(?i).") == [["big(ball)", "big(book)", "big(hat)"]]
    assert drawn(specs, "each (?n, ?s) in people: is(?n, ?s).") == [
        ["is(ann, female)", "is(bob, male)", "is(cal, male)", "is(dee, female)"]
    ]
    assert drawn(specs, "each (?n, ?s) in {(ann, male), (bob, male)}: is(?n, ?s).") == [
        ["is(ann, male)", "is(bob, male)"]
    ]


def test_some_elements_are_drawn_without_repeats(specs: Any) -> None:
    for statements in drawn(specs, "each (?n, ?s) in 2 of people: is(?n, ?s).", 20):
        assert len(set(statements)) == 2


def test_rows_and_words_of_other_splits_are_left_out(specs: Any) -> None:
    rows, words = [], []
    for split in ("train", "test"):
        ((*table,),) = drawn(specs, "each (?n, ?s) in people: is(?n, ?s).", split=split)
        ((*sort,),) = drawn(specs, "each ?x in person: tall(?x).", split=split)
        rows += table
        words += sort
    assert sorted(rows) == ["is(ann, female)", "is(bob, male)", "is(cal, male)", "is(dee, female)"]
    assert len(words) == len(set(words)) == 8


def test_nested_lines_are_nested_loops(specs: Any) -> None:
    body = "each ?i in 1..rounds: each ?j in i..rounds: at(?i, ?j) when i != j."
    expected = [f"at({i}, {j})" for i in range(1, 4) for j in range(i, 4) if i != j]
    assert drawn(specs, body) == [expected]
    body = "each ?x in {ann, bob}: each ?i in item: has(?x, ?i)."
    expected = [f"has({x}, {i})" for x, i in product(("ann", "bob"), ("ball", "book", "hat"))]
    assert drawn(specs, body) == [expected]


def test_other_holes_are_drawn_for_each_element(specs: Any) -> None:
    for statements in drawn(specs, "each ?x in person: likes(?x, ?y).", 10):
        found = pairs_of(statements)
        assert len(found) == 8
        assert all(x != y for x, y in found)
        assert len({y for _, y in found}) > 1


# ------------------------------------------------------------------------------------------ paths, trees and more


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


def is_connected(nodes: set[Any], edges: set[frozenset[Any]]) -> bool:
    reached = {min(nodes)}
    while more := {node for edge in edges if edge & reached for node in edge} - reached:
        reached |= more
    return reached == nodes


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


# --------------------------------------------------------------------------------------------------- productions


def test_names_are_passed_to_productions_and_their_guards(specs: Any) -> None:
    items = "fact early = swap(?t, ?a, ?b) when t <= 2\nfact late = at(?t, ?t) when t > 2\n"
    for statements in drawn(specs, "each ?t in 1..4: 1 of early when t < 3.", 10, items):
        assert [each.partition(",")[0] for each in statements] == ["swap(1", "swap(2"]
    for statements in drawn(specs, "each ?t in 3..4: 1 of late.", 3, items):
        assert statements == ["at(3, 3)", "at(4, 4)"]
    items = "fact other = likes(?a, ?b)\n"
    for statements in drawn(specs, "each ?a in {ann, bob}: 2 of other.", 10, items):
        found = pairs_of(statements)
        assert [pair[0] for pair in found] == ["ann", "ann", "bob", "bob"]
        assert len(set(found)) == 4
    for statements in drawn(specs, "each ?a in {ann, bob}: each of other.", 1, items):
        assert len(statements) == 14


def test_names_reach_productions_that_are_expanded(specs: Any) -> None:
    items = "syntax inner = likes(?a, ?b)\nrule outer = <inner> -> tall(?a)\n"
    for statements in drawn(specs, "each ?a in {ann, bob}: 1 of outer.", 5, items):
        for statement, name in zip(statements, ("ann", "bob"), strict=True):
            assert statement.startswith(f"likes({name}, ")
            assert statement.endswith(f"-> tall({name})")


def test_the_same_seed_gives_the_same_statements(specs: Any) -> None:
    body = "each (?a, ?b) in tree(person): likes(?a, ?b).  each ?x in 2 of person: likes(?x, ?y)."
    assert drawn(specs, body, 3) == drawn(specs, body, 3)


def test_an_empty_matching_is_dropped_and_sides_of_other_sizes_are_refused(specs: Any) -> None:
    with pytest.raises(SpecError) as caught:
        drawn(specs, "each (?p, ?i) in zip(person, item): has(?p, ?i).")
    assert [each.code for each in caught.value.diagnostics] == ["E0485"]


# ------------------------------------------------------------------------------------------------------- misuse


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("each x in person: tall(x).", "E0480"),
        ("each ?a, ?b in path(person): likes(?a, ?b).", "E0480"),
        ("each (?a, ?a) in path(person): likes(?a, ?a).", "E0481"),
        ("each ?rounds in 1..3: now(?rounds).", "E0481"),
        ("each ?x in person: each ?x in person: tall(?x).", "E0481"),
        ("each ?x in person: f1: tall(?x).", "E0481"),
        ("each ?t in rounds: now(?t).", "E0482"),
        ("each ?x in {ann: 1, bob: 2}: tall(?x).", "E0482"),
        ('each ?x in "ann": tall(?x).', "E0482"),
        ("each (?a, ?b) in path(people): likes(?a, ?b).", "E0482"),
        ("each (?a, ?b) in walk(people, 2): likes(?a, ?b).", "E0482"),
        ("each ?x in plain: tall(?x).", "E0482"),
        ("each ?x in people: tall(?x).", "E0483"),
        ("each (?a, ?b, ?c) in path(person): likes(?a, ?b).", "E0483"),
        ("each (?a, ?b) in person: likes(?a, ?b).", "E0483"),
        ("each ?x in person: tall(ann).", "E0484"),
        ("each ?t in 1..3: 1 of plain.", "E0484"),
        ("each (?p, ?i) in matching({ann, bob}, {hat}): has(?p, ?i).", "E0485"),
        ("each (?p, ?i) in zip({ann, bob}, {hat}): has(?p, ?i).", "E0485"),
        ("1 of timed.", "E0487"),
        ("each ?x in person: 1 of timed.", "E0484"),
        ("each (?a, ?b) in graph({ann, bob, cal}, 1): likes(?a, ?b).", "E0499"),
        ("each (?a, ?b) in graph({ann, bob, cal}, 4): likes(?a, ?b).", "E0499"),
        ("each (?a, ?b) in graph(person, 29): likes(?a, ?b).", "E0499"),
        ("each (?a, ?b) in graph(time, rounds - 1): at(?a, ?b).", "E0499"),
        ("each (?a, ?b) in graph(person): likes(?a, ?b).", "E0306"),
        ("each (?a, ?b) in graph(people, 4): likes(?a, ?b).", "E0482"),
        ("each ?a in graph(person, 9): tall(?a).", "E0483"),
        ("each (?a, ?b) in graph(person, ann): likes(?a, ?b).", "E0201"),
        ("each ?x in persons: tall(?x).", "E0201"),
        ("each (?a, ?b) in way(person): likes(?a, ?b).", "E0204"),
        ("each (?a, ?b) in path(person, 2, 3): likes(?a, ?b).", "E0306"),
        ("each ?t in 5..1: now(?t).", "E0404"),
        ("each ?x in 3 of {ann, bob}: tall(?x).", "E0403"),
        ("each ?x in {hat, bob}: tall(?x).", "E0410"),
        ("each ?t in 1..2: tall(?t).", "E0410"),
        ("each (?n, ?s) in people.tests: is(?n, ?s).", "E0203"),
        ("each ?t in 1..2: now(?u).", "E0484"),
        ("each (?a, ?b) in {(ann, bob), (ann)}: likes(?a, ?b).", "E0483"),
        ("each ?a in {ann, (ann, bob)}: tall(?a).", "E0483"),
        ("each ?t in 1..1000: each ?u in 1..1000: now(?t) when ?u > ?t.", "E0494"),
        ("each (?a, ?b) in walk(steps, 100000): likes(?a, ?b).", "E0494"),
        ("each (?a, ?b) in pairs(1..1000): at(?a, ?b).", "E0494"),
    ],
)
def test_what_is_refused(specs: Any, body: str, code: str) -> None:
    items = "fact plain = tall(?x)\nfact timed = swap(?t, ?a, ?b) when t > 1\n"
    body = f"{body}  each ?t in 2..3: 1 of timed."
    assert code in specs.codes(f"{WORLD}{items}theory {{ {body} }}{ASK}", "asp")


LOGICS = {
    "defeasible": (
        "sort person = {ann, bob}\nsort job = {cook, smith}\npred does(person, job)\npred calm(person)\n"
        "table people(name, job) = {(ann, cook), (bob, smith)}\n",
        "each (?p, ?j) in people: does(?p, ?j).  each ?j in job: does(X, ?j) => calm(X).",
        "ask entailment calm(ann)",
        [
            "does(ann, cook)",
            "does(bob, smith)",
            "does(X, cook) => calm(X)",
            "does(X, smith) => calm(X)",
        ],
    ),
    "alcq": (
        "pool kinds = {cat, dog}\nconcept from kinds\nrole knows\nsort person = {ann, bob}\n",
        "each (?c, ?d) in pairs(kinds): ?c isa ?d.  each (?x, ?c) in zip(person, kinds): ?x : ?c.",
        "ask entailment ann : dog",
        ["cat isa dog", "ann : cat", "bob : dog"],
    ),
    "constraint": (
        "table limits(low, high) = {(100, 200), (300, 400)}\n"
        "record book {\n  pages: integer = 80..900\n  cover: one of {hard: 0.5, soft: 0.5}\n}\n",
        "each (?low, ?high) in limits: pages < ?low or pages > ?high.  each ?c in {hard}: cover == ?c.",
        "ask choice { options 4  correct 1  from 60 of book }",
        ["pages < 100 or pages > 200", "pages < 300 or pages > 400", "cover == hard"],
    ),
}


@pytest.mark.parametrize("logic", LOGICS)
def test_every_logic_has_indexed_lines(specs: Any, logic: str) -> None:
    items, body, ask, expected = LOGICS[logic]
    family = specs.load(f"{items}theory {{ {body} }}\n{ask}\n", logic)
    statements = family.instance(seed=1).theory.statements
    assert [show(each.statement) for each in statements] == expected


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


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("each ?b in book: pages > 3.", "E0482"),
        ("each ?low in limits: pages < ?low.", "E0483"),
        ("each (?low, ?high) in limits: cover == ?low.", "E0305"),
        ("each (?low, ?high) in limits: range(?low, ?high).", "E0308"),
    ],
)
def test_rows_of_a_record_are_no_source(specs: Any, body: str, code: str) -> None:
    items, _, ask, _ = LOGICS["constraint"]
    assert specs.codes(f"{items}theory {{ {body} }}\n{ask}\n", "constraint")[0] == code


def test_wording_alone_does_not_change_the_hash_of_theories(specs: Any) -> None:
    def hashed(body: str, extra: str = "") -> str:
        return str(specs.load(f"{WORLD}theory {{ {body} }}{ASK}{extra}", "asp").theory_hash)

    body = "each ?t in 1..rounds: swap(?t, ?a, ?b)."
    said = 'say swap(?t, ?a, ?b) as "{{ a }} and {{ b }} swap in round {{ t }}."\n'
    assert hashed(body) == hashed(body, said)
    assert hashed(body) != hashed("each ?t in 2..rounds: swap(?t, ?a, ?b).")
    assert hashed(body) == hashed("each   ?t in 1 .. rounds:\n  swap(?t, ?a, ?b).")


SPLIT = """
pool names = {ann, bob, cal, dee, eve, fay, gus, hal} split { train 0.5  test 0.5 }
pool deeds = {runs, sings, jumps, reads, cooks, plays}
choose chain = 3 of names
sort person = names
sort deed = deeds
pred likes(person, person)
pred does(person, deed)
pred fun(deed)
pred glad(person, deed)
"""


@pytest.mark.parametrize(
    ("body", "others"),
    [
        ("each ?x in {ann, bob, eve, hal}: does(?x, ?d).", True),
        ("each (?a, ?b) in path(chain): likes(?a, ?b).  each ?x in person: does(?x, ?d).", False),
        ("each (?a, ?b) in tree(person): likes(?a, ?b).  each ?x in person: does(?x, ?d).", False),
    ],
)
def test_verified_records_have_the_words_of_their_split(
    specs: Any, body: str, others: bool
) -> None:
    family = specs.load(
        f"{SPLIT}theory {{ {body}  each ?d in deed: fun(?d).  does(X, D), fun(D) -> glad(X, D). }}\n"
        "ask value X: glad(X, ?d) { most 4 }\n",
        "asp",
    )

    strays = Strays(family)
    met = {}
    names = family.undivided.sorts["person"]
    for split in ("train", "test"):
        instances = [family.instance(seed=1, index=index, split=split) for index in range(3)]
        met[split] = {
            term.name
            for made in instances
            for node in walk(made.theory)
            if isinstance(node, Atom)
            for term in node.arguments[:1]
            if isinstance(term, Const) and term.name in names
        }
        for made in instances:
            assert not strays.find(made.record(), lambda made=made: (made.theory, made.query))
    assert bool(met["train"] & met["test"]) == others


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("each ?a in 1..n: each ?b in 1..n: p(?a) when ?b > ?a.", "more than 100,000 elements"),
        ("each (?a, ?b) in pairs(1..n): p(?a).", "`pairs` has 499,500 elements"),
        ("each (?a, ?b) in walk(steps, 20 * n): p(?a).", "`walk` has 20,000 elements"),
        ("each (?a, ?b) in graph(1..n, 11 * n): p(?a).", "`graph` has 11,000 elements"),
        ("each ?i in 1..9: 2 of g.", "more than 10 statements"),
    ],
)
def test_a_draft_that_is_too_large_is_dropped_with_its_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, cause: str
) -> None:
    if "10 statements" in cause:
        monkeypatch.setattr(written, "STEPS", 10)
    path = tmp_path / "large.rspec"
    path.write_text(
        "family large\nlogic asp\nparam n: int in 1..1000 = 1000\nsort number = 1..1000\n"
        "table steps(f, t) = {(1, 2), (2, 1)}\npred p(number)\npred q(number, number)\nfact g = q(?i, ?b)\n"
        f"theory {{ {line} }}\nask consistent\n",
        encoding="utf-8",
    )
    with pytest.raises(Exhausted) as caught:
        load(path).instance()
    ((reason, count),) = caught.value.rejections.items()
    assert cause in reason
    assert count == 5
