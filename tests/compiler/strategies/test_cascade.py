"""Rules that lead ever deeper: depths against their definition, questions that look alike, misuse."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as some

import rspc
from rspc.compiler.api import check
from rspc.compiler.family import Grammar
from rspc.compiler.instances import Exhausted
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation import read_statement
from rspc.compiler.strategies.cascade.model import Instance, Key, World, complement, depths

NAMES = "abcdef"
KEYS = some.sampled_from([(name, (), negative) for name in NAMES for negative in (False, True)])
RULES = some.builds(
    Instance, KEYS, some.lists(some.tuples(KEYS, some.booleans()), max_size=3).map(tuple)
)
MOST = 16


@given(facts=some.lists(KEYS, max_size=4), rules=some.lists(RULES, max_size=9))
@settings(max_examples=400, deadline=None)
def test_depths_are_those_of_their_definition(facts: list[Key], rules: list[Instance]) -> None:
    known: dict[tuple[Key, bool, int], bool] = {}

    def decided(key: Key, follows: bool, steps: int) -> bool:
        """Return whether at most this many steps show that a literal follows, or that it does not."""
        asked = (key, follows, steps)
        if asked not in known:
            own = [rule.parts for rule in rules if rule.head == key]
            if follows:
                known[asked] = key in facts or (
                    steps > 0
                    and any(all(decided(*part, steps - 1) for part in parts) for parts in own)
                )
            else:
                known[asked] = key not in facts and (
                    not own
                    or (
                        steps > 0
                        and all(
                            any(decided(each, not met, steps - 1) for each, met in parts)
                            for parts in own
                        )
                    )
                )
        return known[asked]

    found = depths(facts, rules)
    keys = {(name, (), negative) for name in NAMES for negative in (False, True)}
    shown = {key for key in keys if decided(key, True, MOST)}
    if found is None:
        open = {key for key in keys - shown if not decided(key, False, MOST)}
        failing = {key for rule in rules for key, met in rule.parts if not met}
        assert open & failing or any(complement(key) in shown for key in shown)
        return
    for key in keys:
        steps = found.shown.get(key)
        assert steps == next((n for n in range(MOST) if decided(key, True, n)), None)
        assert found.refuted_in(key) == next(
            (n for n in range(MOST) if decided(key, False, n)), None
        )


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("not p(X) -> -p(X)", {"a", "b"}),
        ("q(X), not p(X) -> -p(X)", {"a"}),
        ("=> -p(X)", {"a", "b"}),
        ("not p(a) -> -p(a)", {"a"}),
        ("q(X) -> -p(X)", None),
        ("q(X) => -p(X)", None),
        ("not q(X) -> -p(X)", None),
        ("not p(X), not q(X) -> -p(X)", None),
        ("not -p(X) -> p(X)", None),
        ("-> -p(X)", None),
    ],
)
def test_rules_that_close_a_predicate(text: str, names: set[str] | None) -> None:
    rule = read_statement(text).statement
    assert isinstance(rule, ir.Rule)
    grammar = Grammar(
        predicates={"p": ("person",), "q": ("person",)},
        sorts={"person": ("a", "b")},
        productions={},
    )
    facts = [("q", (ir.Const("a"),), False)]
    world = World(grammar, facts=tuple(facts)).close(rule)
    closed = None if world is None else {key[1][0].name for key in world.closed}  # type: ignore[union-attr]
    assert closed == names


WORLD = """
pool names = {ann, bob, cid, dan}
sort person = names
pred from {kind, big, red, wet, old, shy}(person)
fact one = ~?p(?a)
rule ARROW = ~?p(X) ARROW ~?q(X) | ~?p(X), ~?r(X) ARROW ~?q(X)
"""
GROWN = "theory cascade { facts 8  rules 9 }\n"
ASKED = "ask entailment { depth 2  questions 9 }\n"


def _spec(logic: str, arrow: str, rest: str) -> str:
    head = f"family tried\nlogic {logic}\n{WORLD}".replace("rule ARROW", "rule linked")
    return head.replace("ARROW", arrow) + rest


@pytest.mark.parametrize(
    ("logic", "arrow"), [("asp", "->"), ("defeasible", "->"), ("defeasible", "=>")]
)
def test_every_label_at_every_depth_in_both_logics(logic: str, arrow: str, tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    path.write_text(_spec(logic, arrow, GROWN + ASKED), "utf-8")
    family = rspc.load(path)
    records = [made.record() for made in family.generate(27)]
    for start in range(0, 27, 9):
        group = records[start : start + 9]
        assert len({record["context_hash"] for record in group}) == 1
        asked = Counter((r["metrics"]["justification"], r["label"]) for r in group)
        assert asked == {(d, label): 1 for d in range(3) for label in ("true", "false", "unknown")}
        forms = {(r["metrics"]["justification"], r["query"].partition("(")[0]) for r in group}
        assert len(forms) == 3
    assert not rspc.verify(records[4], family).faults


@pytest.mark.parametrize(
    ("logic", "arrow"), [("asp", "->"), ("defeasible", "->"), ("defeasible", "=>")]
)
def test_a_closed_world_has_two_labels(logic: str, arrow: str, tmp_path: Path) -> None:
    """In `defeasible`, only strict rules without failing conditions defeat that something is false."""
    path = tmp_path / "tried.rspec"
    ask = "ask entailment { labels {true: yes, false: no}  depth 2  questions 6 }\n"
    path.write_text(_spec(logic, arrow, f"world closed\n{GROWN}{ask}"), "utf-8")
    family = rspc.load(path)
    if arrow == "=>":
        with pytest.raises(Exhausted):
            family.instance()
        return
    for made in family.generate(12):
        record = made.record()
        assert record["label"] in ("true", "false")
        assert not rspc.verify(record, family).faults


def test_more_questions_of_each_kind_than_one(tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    ask = "ask entailment { labels {true: yes, unknown: open}  depth 1  questions 8 }\n"
    path.write_text(_spec("asp", "->", GROWN + ask), "utf-8")
    group = [made.record() for made in rspc.load(path).generate(8)]
    asked = Counter((r["metrics"]["justification"], r["label"]) for r in group)
    assert asked == {(depth, label): 2 for depth in (0, 1) for label in ("true", "unknown")}
    assert len({record["query"] for record in group}) == 8


@pytest.mark.parametrize("rest", ["", "world closed\n"])
def test_questions_are_about_what_the_theory_mentions(rest: str, tmp_path: Path) -> None:
    """With five facts about ten people, theories leave some of them out."""
    path = tmp_path / "tried.rspec"
    labels = 2 if rest else 3
    named = f"labels {{true: yes, false: no}}  questions {2 * labels}" if rest else "questions 6"
    text = _spec("asp", "->", rest + "theory cascade { facts 5  rules 6 }\n").replace(
        "{ann, bob, cid, dan}", "{ann, bob, cid, dan, eva, fay, gil, hal, ida, jim}"
    )
    path.write_text(f"{text}ask entailment {{ depth 1  {named} }}\n", "utf-8")
    left_out = 0
    for made in rspc.load(path).generate(36):
        record = made.record()
        given = " ".join(line for line in record["theory"] if not line.startswith("k"))
        asked = re.fullmatch(r"entailed: -?(\w+)\((\w+)\)", record["query"])
        assert asked is not None
        name, person = asked.groups()
        assert f"({person})" in given
        assert re.search(rf"\b{name}\(", given)
        left_out += sum(f"({other})" not in given for other in ("ann", "bob", "cid", "dan", "eva"))
    assert left_out > 36


@pytest.mark.parametrize(
    ("rest", "codes"),
    [
        (GROWN + ASKED, []),
        (GROWN + "ask entailment\n", []),
        ("theory cascade { facts 0 }\n" + ASKED, ["E0411"]),
        ("theory cascade { depth 3 }\n" + ASKED, ["E0412"]),
        (GROWN + "ask entailment kind(ann) { depth 2 }\n", ["E0442"]),
        (GROWN + "ask entailment { depth 2  questions 4 }\n", ["E0411"]),
    ],
)
def test_misuse(rest: str, codes: list[str], tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    path.write_text(_spec("asp", "->", rest), "utf-8")
    assert [each.code for each in check(path)] == codes


@pytest.mark.parametrize(
    ("core", "reason"),
    [
        ("with { kind(X) -> (big(X) | red(X)). }", "not facts and stratified rules"),
        ("with { not kind(X), big(X) -> kind(X). }", "not facts and stratified rules"),
    ],
)
def test_other_statements_are_not_extended(core: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    path.write_text(_spec("asp", "->", f"theory cascade {{ facts 4 }} {core}\n{ASKED}"), "utf-8")
    with pytest.raises(Exhausted, match=reason):
        rspc.load(path).instance()
