"""Verification, computation and entailment of programs."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest

import rspc
from rspc.compiler.certify.exploration import answer
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.literal_sets import refusal
from rspc.compiler.notation.literals import read_literal, read_statement
from rspc.compiler.notation.to_syntax import show
from rspc.compiler.tasks.answer_sets.computation import Computation
from rspc.compiler.tasks.answer_sets.corruption import CORRUPTIONS, covers
from rspc.compiler.tasks.answer_sets.verification import Verification

SPEC = """family guests
logic asp
pool people = {ann, bob, cid, dan}
sort person = people
pred host(person)
pred guest(person)
pred away(person)
pred ill(person)
fact f = host(?a) | guest(?a)
theory {
  3 of fact.
  r1: host(X), not -guest(X) -> (away(X) | -away(X)).
  r2: guest(X), not away(X) -> -host(X).
  r3: ill(X) -> away(X).
}
"""


BOUNDED = """family guests
logic asp
pool people = {ann, bob, cid, dan}
sort person = people
pred host(person)
pred away(person)
fact f = host(?a)
theory {
  2 of f.
  host(X), not away(dan), not away(cid) -> { away(X) } 9.
  minimize { 8, X : away(X) }.
}
"""


@cache
def family(ask: str, spec: str = SPEC) -> rspc.Family:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "guests.rspec"
        path.write_text(f"{spec}{ask}\n", "utf-8")
        return rspc.load(path)


CORRUPTED = f"ask verification {{ corrupt {{{', '.join(CORRUPTIONS)}}} }}"


@cache
def verified() -> tuple[dict[str, Any], ...]:
    found = family(CORRUPTED).generate(48)
    return tuple(each.record() | {"set": each.query.goal, "whole": each.theory} for each in found)


def test_half_of_the_sets_are_answer_sets_and_corruptions_are_balanced() -> None:
    labels = Counter(each["label"] for each in verified())
    assert labels == {"true": 24, "false": 24}
    kinds = Counter(each["metrics"].get("corruption", "") for each in verified())
    assert kinds == {"": 24} | dict.fromkeys(CORRUPTIONS, 6)
    assert {each["answer"] for each in verified()} == {"yes", "no"}


def test_a_corrupted_set_differs_in_one_place_from_some_answer_set_and_is_none() -> None:
    fam = family(CORRUPTED)
    for each in verified():
        theory, candidate = each["whole"], frozenset(each["set"].literals)
        sets = all_sets(theory)
        assert (candidate in sets) is (each["label"] == "true")
        kind = each["metrics"].get("corruption")
        differences = [(one - candidate, candidate - one) for one in sets]
        sizes = [(len(lost), len(new)) for lost, new in differences]
        if kind == "flip":
            assert any(
                {ir.Literal(o.atom, not o.negative) for o in lost} == new and len(new) == 1
                for lost, new in differences
            )
        elif kind == "delete":
            assert (1, 0) in sizes
        elif kind:
            assert (0, 1) in sizes
        assert answer(fam.engines, theory, ir.Query(each["set"])) == each["label"]


def test_without_corruptions_half_of_the_sets_are_answer_sets_of_a_near_program_alone() -> None:
    labels = Counter[str]()
    for each in family("ask verification", FACTS).generate(40):
        assert isinstance(each.query.goal, ir.Stable)
        held = frozenset(each.query.goal.literals)
        assert all_sets(replaced(each.theory)).pop() <= held
        assert (held in all_sets(each.theory)) is (each.label == "true")
        labels[each.label] += 1
    assert labels == {"true": 20, "false": 20}


def test_sets_of_a_program_that_optimises_are_as_large_whether_they_are_the_best_or_not() -> None:
    spec = """family loads
logic asp
sort item = {ann, bob, cid, dan, eve}
pred item(item)
pred heavy(item)
pred taken(item)
fact present = item(?a)
fact load = heavy(?a)
theory {
  each of present.
  2 of load.
  item(X) -> { taken(X) }.
  count { X : taken(X) } != 2 -> false.
  minimize { 1, X : taken(X), heavy(X) }.
}
"""
    sizes: dict[str, set[int]] = {}
    for each in family("ask verification", spec).generate(20):
        assert isinstance(each.query.goal, ir.Stable)
        sizes.setdefault(each.label, set()).add(len(each.query.goal.literals))
    assert sizes == {"true": {9}, "false": {9}}


def all_sets(theory: ir.Theory) -> set[frozenset[ir.Literal]]:
    from rspc.backends.asp.clingo import Clingo
    from rspc.compiler.contract import Limits

    found = Clingo().decide(theory, ir.Query(ir.AnswerSets(1000)), {}, Limits())
    return {frozenset(map(read_literal, each)) for each in found.certificate["sets"]}


FACTS = """family halls
logic asp
pool people = {ann, bob, cid, dan, eve}
sort person = people
pred host(person)
pred guest(person)
pred away(person)
pred late(person)
pred row(person)
fact f = host(?a) | guest(?a)
theory {
  3 of f.
  host(X), not away(X) -> late(X).
  guest(X), not late(X) -> -away(X).
  guest(X), late(X) -> away(X).
  late(X) -> -guest(X).
}
"""

RANGES = """family rows
logic asp
pool names = {ann, bob, cid, dan}
sort person = names
sort place = 1..4
pred free(place)
pred sits(person, place)
pred full(place)
choose who = 1 of names
fact f = sits(?a, ?n)
theory {
  free(1..4).
  2 of f.
  sits(X, N) -> full(N).
  free(N), not full(N) -> -full(N).
}
"""


@pytest.mark.parametrize("spec", [FACTS, RANGES])
def test_what_is_stated_stands_in_every_set_whatever_the_label(spec: str) -> None:
    made = family("ask verification { corrupt {flip, delete, add_constant} }", spec)
    labels = Counter[str]()
    for each in made.generate(60):
        stated = set(all_sets(replaced(each.theory)).pop())
        assert isinstance(each.query.goal, ir.Stable)
        held = set(each.query.goal.literals)
        assert stated <= held
        assert not {ir.Literal(one.atom, not one.negative) for one in stated} & held
        labels[each.label] += 1
    assert labels == {"true": 30, "false": 30}


def replaced(theory: ir.Theory) -> ir.Theory:
    """Return the facts of a theory alone."""
    facts = tuple(each for each in theory.statements if isinstance(each.statement, ir.Fact))
    return msgspec.structs.replace(theory, statements=facts)


def test_changed_literals_are_such_as_some_rule_concludes_where_it_can_be() -> None:
    made = family("ask verification { corrupt {add_constant, add_predicate} }", FACTS)
    seen = 0
    for each in made.generate(40):
        assert isinstance(each.query.goal, ir.Stable)
        rules = [s.statement for s in each.theory.statements if isinstance(s.statement, ir.Rule)]
        heads = [rule.head for rule in rules if isinstance(rule.head, ir.Literal)]
        stated = {
            s.statement.literal for s in each.theory.statements if isinstance(s.statement, ir.Fact)
        }
        for literal in each.query.goal.literals:
            assert literal in stated or any(covers(head, literal) for head in heads)
            seen += 1
    assert seen


@pytest.mark.parametrize(
    ("head", "literal", "told"),
    [
        ("p(X, Y)", "p(a, b)", True),
        ("p(X, X)", "p(a, b)", False),
        ("p(_, _)", "p(a, b)", True),
        ("p(a, Y)", "p(a, b)", True),
        ("p(b, Y)", "p(a, b)", False),
        ("-p(X, Y)", "p(a, b)", False),
        ("q(X, Y)", "p(a, b)", False),
        ("p(X, X + 1)", "p(1, 2)", True),
        ("p(1, X)", "p(2, 2)", False),
    ],
)
def test_what_a_head_may_conclude(head: str, literal: str, told: bool) -> None:
    assert covers(read_literal(head), read_literal(literal)) is told


def test_a_set_without_anything_derived_is_not_corrupted() -> None:
    # Whatever is wanted: to leave out or turn a fact would be seen at a glance.
    spec = FACTS.split("theory {", maxsplit=1)[0] + "theory { 3 of f. }\n"
    for kind in ("flip", "delete"):
        with pytest.raises(Exhausted, match=f"no answer set can be corrupted by `{kind}`"):
            family(f"ask verification {{ corrupt {{{kind}}} }}", spec).instance()


def test_added_literals_have_arguments_that_stand_in_literals() -> None:
    made = family("ask verification { corrupt {add_constant, add_predicate} }", BOUNDED)
    found = [each.text.partition("of the program?")[2] for each in made.generate(24)]
    assert all(found)
    assert not re.search("[89]", " ".join(found))


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("", False),
        ("minimize { 2, X : away(X) }.", True),
        ("minimize { 2@1, X : away(X) }.", True),
        ("maximize { 2, X : away(X) }.", True),
    ],
)
def test_how_several_sums_go_together_is_told(more: str, told: bool) -> None:
    spec = BOUNDED.replace("\n}\n", f"\n  {more}\n}}\n")
    verified = "verification { corrupt {add_constant, add_predicate} }"
    for ask in (verified, "computation", "count { most 20 }"):
        text = next(iter(family(f"ask {ask}", spec).generate(1))).text
        assert ("makes one sum, in which a tuple counts once" in text) is told
        assert ("counts as negative" in text) is more.startswith("max")


def test_other_words_and_fewer_corruptions() -> None:
    made = family("ask verification { labels {true: sound, false: broken}  corrupt {delete} }")
    found = list(made.generate(8))
    assert Counter(each.answer for each in found) == {"sound": 4, "broken": 4}
    record = found[0].record()
    other = "broken" if record["answer"] == "sound" else "sound"
    assert (
        Verification().score(record, f"I say {other}, no: {record['answer'].upper()}.").value == 1
    )
    assert Verification().score(record, other).reason == f"the right answer is {record['answer']}"
    assert Verification().score(record, "perhaps").value == 0


def test_corruptions_come_by_their_weights() -> None:
    found = family("ask verification { corrupt {flip: 6, delete: 2} }").generate(16)
    kinds = Counter(each.metrics.get("corruption") for each in found)
    assert kinds == {None: 8, "flip": 6, "delete": 2}


# --------------------------------------------------------------------------------------------------- computation


@cache
def computed(most: int) -> dict[str, Any]:
    for each in family(f"ask computation {{ most {most} }}").generate(12):
        record = each.record()
        if record["metrics"]["answer_sets"] > 1:
            return record
    raise AssertionError("no program has several answer sets")


def score(record: dict[str, Any], text: str) -> tuple[float, str]:
    found = Computation().score(record, text)
    return found.value, found.reason


def test_any_answer_set_is_right_in_any_shape() -> None:
    record = computed(36)
    assert record["certificate"]["complete"]
    assert record["label"] == str(len(record["certificate"]["sets"]))
    for literals in record["certificate"]["sets"]:
        for text in (
            f"{{{', '.join(literals)}}}",
            "\n".join(f"{each}." for each in reversed(literals)),
            " ".join(each.replace("(", " ( ").replace(")", " ) ") for each in literals),
            f"I tried {{away(ann)}} first. The answer set is {{ {' , '.join(literals)} }}. Done.",
            ",".join(f"{each.replace('-', '¬')}," for each in literals),
            f"```\n{{{', '.join(literals)}}}\n```",
            f"```asp\n{' '.join(each + '.' for each in literals)}\n```",
            f"The set `{{{', '.join(literals).replace('`', '')}}}` is one.",
        ):
            assert score(record, text) == (1.0, "")


def test_a_miss_is_explained() -> None:
    record = computed(36)
    first = record["certificate"]["sets"][0]
    value, reason = score(record, f"{{{', '.join(first[1:])}}}")
    assert value == 0
    assert f"missing: {first[0]}" in reason
    value, reason = score(record, f"{{{', '.join([*first, 'ill(zoe)'])}}}")
    assert (value, "too many: ill(zoe)" in reason) == (0, True)
    positive = next(each for each in first if not each.startswith("-"))
    value, reason = score(record, f"{{{', '.join([*first, f'-{positive}'])}}}")
    assert reason == f"{positive} and -{positive} are both in the set"
    assert score(record, "?!") == (0.0, "no set of literals is given")
    assert score(record, "{}")[0] == 0


def test_with_more_sets_than_the_record_holds_a_checker_decides() -> None:
    record = computed(1)
    assert (record["label"], record["certificate"]["complete"]) == ("more", False)
    whole = ir.Theory("asp", tuple(map(read_statement, record["theory"])))
    sets = sorted(sorted(map(show, each)) for each in all_sets(whole))
    assert len(sets) > 1
    for literals in sets:
        assert score(record, f"{{{', '.join(literals)}}}") == (1.0, "")
        assert score(record, f"{{{', '.join(literals[1:])}}}")[0] == 0
    assert score(record, "{ away(; }") == (0.0, "away(;) is not a literal")


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ({"violated": "r1", "instance": "p -> q"}, "r1 is violated: p -> q"),
        ({"unfounded": ["p", "q"]}, "nothing founds p, q"),
        ({"smaller": ["p"]}, "{p} is enough"),
        ({"complementary": "p"}, "p and its opposite are both in the set"),
        ({"better": ["p"]}, "{p} is better"),
        (None, ""),
    ],
)
def test_a_refusal_is_told(reason: Any, told: str) -> None:
    assert refusal({"reason": reason}) == told


def test_names_and_strings_are_compared_as_they_are() -> None:
    record = {
        "certificate": {
            "sets": [['-`P8`("Ann B", 1)', "`cow juice`(`Ann B`)", "s"]],
            "complete": True,
        },
        "answer": "",
        "label": "1",
    }
    assert score(record, '- P8( "Ann B" ,1). `cow juice`(Ann  B); s')[0] == 1
    assert score(record, '-P8("AnnB", 1), `cow juice`(Ann B), s')[0] == 0
    assert score(record, "-P8(Ann B, 1), `cow juice`(Ann B), s")[0] == 1, "quotes are left out"
    assert score(record, '-P8("Ann B", 1), `cow juice`("Ann B"), s')[0] == 1, "quotes too many"
    assert score(record, '-p8("Ann B", 1), `cow juice`(Ann B), s')[0] == 0


def test_quotes_that_tell_names_apart_count() -> None:
    record = {"certificate": {"sets": [["p(a)", 'q("a")', "q(a)"]], "complete": True}}
    record |= {"answer": "", "label": "1"}
    assert score(record, 'p(a), q("a"), q(a)')[0] == 1
    assert score(record, 'p("a"), q("a"), q(a)')[0] == 0


# ------------------------------------------------------------------------------------------- words of questions


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("p(1..2).", False),
        ("q(X) -> r(X).", False),
        ('q("1..2") -> r("..").', False),
        ("q(1..2) -> r.", True),
        ("q(X), X == 1..2 -> r(X).", True),
        ("q(X) -> r(X, 1..2).", True),
        ("-> { q(2..3) }.", True),
        ("count { X : q(X), X == 1..2 } > 1 -> r.", True),
    ],
)
def test_how_ranges_are_meant_is_told_where_some_are_written(more: str, told: bool) -> None:
    spec = f"family ranges\nlogic asp\ntheory {{ q(1). {more} }}\n"
    for ask in ("computation", "entailment q(1) brave"):
        question = family(f"ask {ask}", spec).instance().question
        assert (
            question.startswith("A range such as 1..3 is the whole numbers from 1 to 3: ") is told
        )


@pytest.mark.parametrize("ask", ["computation", "verification { corrupt {flip} }"])
def test_a_set_is_asked_for_in_symbols_that_the_reader_knows(ask: str) -> None:
    spec = "family lamps\nlogic asp\ntheory { lamp(a). lamp(b). lamp(X) -> { lit(X) }. }\nWORDS\n"
    words = 'say lamp(?x) as "There is a lamp {{ x }}."\nsay lamp(X) -> { lit(X) } as "A lamp may be lit."'
    shown = "lamp(a).\nlamp(b).\nlamp(X) -> { lit(X) }.\n\n"
    for each, told in ((words, True), ("", False)):
        question = family(f"ask {ask}", spec.replace("WORDS", each)).instance().question
        assert question.startswith("In symbols, where `p, q -> r` says that r follows") is told
        assert (shown in question) is told
    count = family("ask count { most 9 }", spec.replace("WORDS", words)).instance().question
    assert count == "How many answer sets does the program have?"
