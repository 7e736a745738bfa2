"""`knowledge` items: what is refused, and how values decide conditions."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import Family, load
from rspc.compiler.family.expressions.typed import Env, NoValue
from rspc.compiler.ir import nodes as ir
from rspc.compiler.random.stream import Stream
from rspc.dsl.diagnostics import SpecError

ITEM = 'fact q(?x, n) say "The {{ x }} has {{ n }}." test "the {{ x }} is rich" holds n > 5'
SPEC = """family probe
logic defeasible
pool animals = {{fox, owl, cow, dog, yak, bee}}
pool verbs = {{see, hear, greet, obey}}
sort animal = animals
pred from verbs(animal, animal)
rule informed = <knowledge(?a)> => ~?q(?a, ?b)
rule plain = ?p(X, ?a) => ~?q(X, ?b)
theory backward {{ depth 1 }}
ask entailment
{item}
"""


def family(tmp_path: Path, item: str) -> Family:
    path = tmp_path / "probe.rspec"
    path.write_text(SPEC.format(item=item))
    return load(path)


@pytest.mark.parametrize(
    ("item", "code"),
    [
        ("knowledge k(?x) { let n = 1..9 }", "E0424"),
        ('knowledge k(?x) { let n = 1..9 fact q(?x, n) say "The {{ x }} has {{ n }}." }', "E0424"),
        (f"knowledge k(?x) {{ let n = 1..9 {ITEM.replace('q(?x, n)', 'q(n)')} }}", "E0424"),
        (f"knowledge k(?x) {{ let n = 1..9 {ITEM.replace('the {{ x }}', 'it')} }}", "E0424"),
        (f"knowledge k(?x) {{ let n = 1..9 {ITEM.replace('?x, n', '?x, m')} }}", "E0201"),
        (f"knowledge k(?x, ?x) {{ let n = 1..9 {ITEM} }}", "E0306"),
        (f"knowledge k {{ let n = 1..9 {ITEM} }}", "E0306"),
        (f"knowledge k(?x) {{ let n = 1..9 {ITEM} else n + 1 }}", "E0301"),
    ],
)
def test_what_is_refused(tmp_path: Path, item: str, code: str) -> None:
    with pytest.raises(SpecError) as caught:
        family(tmp_path, item)
    assert code in {each.code for each in caught.value.diagnostics}


@pytest.mark.parametrize(
    ("end", "least", "negated"),
    [("", 5, True), (" else n < 3", 2, True), (" else unknown", 5, False)],
)
def test_what_stands_behind_else(tmp_path: Path, end: str, least: int, negated: bool) -> None:
    (item,) = family(tmp_path, f"knowledge k(?x) {{ let n = 1..9 {ITEM}{end} }}").knowledge
    shown: dict[bool, set[int]] = {True: set(), False: set()}
    for number in range(200):
        env = Env(Stream("else", str(number)), {}, {}, "")
        found = item.condition(ir.Const("fox"), (ir.Const("fox"),), env)
        assert found.false is not None
        assert len(found.false.bridges) == negated
        for truth, side in ((True, found.true), (False, found.false)):
            amount = side.facts[0].atom.arguments[1]
            assert isinstance(amount, ir.Quantity)
            shown[truth].add(amount.amount)
    assert shown == {True: {6, 7, 8, 9}, False: set(range(1, least + 1))}


def test_a_condition_that_nothing_makes_true_is_given_up(tmp_path: Path) -> None:
    (item,) = family(tmp_path, f"knowledge k(?x) {{ let n = 1..4 {ITEM} }}").knowledge
    with pytest.raises(NoValue, match="the condition was false"):
        item.condition(ir.Const("fox"), (ir.Const("fox"),), Env(Stream("none"), {}, {}, ""))


def test_the_topics_are_those_named_and_the_facts(tmp_path: Path) -> None:
    (item,) = family(tmp_path, f"knowledge k(?x) of life {{ let n = 1..9 {ITEM} }}").knowledge
    assert item.topics == {"life", "q"}
