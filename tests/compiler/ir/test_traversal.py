from __future__ import annotations

from hypothesis import HealthCheck, given, seed, settings, strategies as st

from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import children, rebuild, walk

from .building import every_class, nodes

modest = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)

PRICE = ir.Comparison("<", ir.Slot("price"), ir.Quantity("money", 50000))
STOPS = ir.Comparison("meets", ir.Slot("stops"), ir.SetOf((ir.Const("a"), ir.Const("b"))))


def test_random_nodes_are_of_every_class() -> None:
    seen: set[type[ir.Node]] = set()

    for number in range(24):

        @seed(number)
        @settings(modest, max_examples=250, database=None, derandomize=False)
        @given(nodes(True))
        def look(node: ir.Node) -> None:
            seen.update(type(each) for each in walk(node))

        look()
        if seen == set(every_class()):
            break
    assert seen == set(every_class())
    assert len(seen) > 35


def test_children_in_the_order_of_the_fields() -> None:
    rule = ir.Rule((PRICE, STOPS), "->", ir.Truth(False))
    assert list(children(rule)) == [PRICE, STOPS, ir.Truth(False)]
    assert list(children(ir.Const("a"))) == []
    assert list(children(ir.Choice((), None, ir.Var("X")))) == [ir.Var("X")]


def test_children_of_tuples_of_tuples() -> None:
    signature = ir.Signature((("p", ("a", "b")),), (("price", "money"),))
    theory = ir.Theory("some", (ir.Labelled("r1", ir.Requirement(PRICE)),), signature, (("n", 3),))
    assert list(children(theory)) == [theory.statements[0], signature]
    assert list(children(signature)) == []


def test_walk_gives_each_node_before_its_parts() -> None:
    formula = ir.Not(ir.Or((PRICE, STOPS)))
    names = " ".join(type(each).__name__ for each in walk(formula))
    assert names == "Not Or Comparison Slot Quantity Comparison Slot SetOf Const Const"


def test_walk_of_a_deep_node() -> None:
    node: ir.Formula = ir.Truth(True)
    for _ in range(20_000):
        node = ir.Not(node)
    assert sum(1 for _ in walk(node)) == 20_001


@modest
@given(nodes(True))
def test_walk_is_children_of_children(node: ir.Node) -> None:
    def slowly(each: ir.Node) -> list[ir.Node]:
        return [each, *(below for child in children(each) for below in slowly(child))]

    assert list(walk(node)) == slowly(node)


@modest
@given(nodes(True))
def test_rebuild_keeps_what_does_not_change(node: ir.Node) -> None:
    assert rebuild(node, lambda child: child) is node
    assert rebuild(node, lambda child: rebuild(child, lambda each: each)) is node


@modest
@given(nodes(True), st.data())
def test_rebuild_replaces_one_child(node: ir.Node, data: st.DataObject) -> None:
    before = list(children(node))
    if not before:
        return
    at = data.draw(st.integers(0, len(before) - 1))
    met: list[ir.Node] = []
    marker = ir.Const("replaced")

    def replace(child: ir.Node) -> ir.Node:
        met.append(child)
        return marker if len(met) == at + 1 else child

    after = rebuild(node, replace)
    assert met == before
    assert list(children(after)) == [*before[:at], marker, *before[at + 1 :]]
    assert type(after) is type(node)


def test_rebuild_shares_what_stands() -> None:
    formula = ir.And((PRICE, STOPS))
    changed = rebuild(formula, lambda child: ir.Not(child) if child is PRICE else child)
    assert changed == ir.And((ir.Not(PRICE), STOPS))
    assert isinstance(changed, ir.And)
    assert changed.parts[1] is STOPS
