"""Holes in questions and productions that are named like a parameter or chosen value stand for it, in every logic."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import Family, check, load
from rspc.compiler.notation.to_syntax import show

PROGRAM = """family holes
logic asp
choose who = {ann: 1, bob: 1, cid: 1}
choose other = {ann: 1, bob: 1, cid: 1}
choose rel = {has: 1, owns: 1}
param row: int in 1..3 = 2
param flag: bool = true
sort person = {ann, bob, cid}
sort thing_ = {hat, cap}
sort place = 1..3
pred has(person, thing_)
pred owns(person, thing_)
pred at(thing_, place)
fact f = has(?a, ?t)
fact g = at(?t, ?n)
theory { 2 of f. 1 of g. has(X, T) -> owns(X, T). }
"""

RULES = """family holes
logic defeasible
pool names = {anna, ben, clara, david, emma, felix, grace, henry, iris, jonas}
choose who = 1 of names
choose verb = {likes: 1, sees: 1}
pool verbs = {likes, sees, helps, follows, meets}
sort person = names
pred from verbs(person, person)
rule r = ~?p(X, ?a) => ~?q(X, ?b)
theory backward { depth 1 }
"""

RECORD = """family holes
logic constraint
param limit: money in $300..$700 = $500
choose shade = {red: 1, blue: 1}
record car {
  price: money = $100..$1000
  colour: one of {red, blue, green}
  doors: integer = 2..5
}
clue low = price < ?limit | colour == ?shade
clue doors = doors > 2 | colour == green
theory { 1 of low. 1 of doors. }
"""

CONCEPTS = """family holes
logic alcq
choose who = {ann: 1, bob: 1}
choose kind_ = {tall: 1, rich: 1}
choose tie = {likes: 1, knows: 1}
sort person = {ann, bob, cid}
concept tall
concept rich
concept kind
role likes
role knows
theory { tall isa kind.  ann : tall.  bob : rich.  likes(ann, bob).  knows(bob, cid). }
"""


def made(spec: str, folder: Path) -> Family:
    path = folder / "holes.rspec"
    path.write_text(spec, "utf-8")
    return load(path)


def records(spec: str, folder: Path, n: int = 12, **params: Any) -> list[dict[str, Any]]:
    return [each.record() for each in made(spec, folder).generate(n, **params)]


@pytest.mark.parametrize(
    ("base", "ask", "queries", "text"),
    [
        (PROGRAM, 'value T : owns(?who, T) "What does {{ who }} own?"',
         "answers T: owns({who}, T)", "What does {who} own?"),
        (PROGRAM, 'value T : ?rel(?who, T) "What does {{ who }} have by {{ rel }}?"',
         "answers T: {rel}({who}, T)", "What does {who} have by {rel}?"),
        (PROGRAM, 'count T : owns(?who, T) "How much does {{ who }} own?"',
         "number T: owns({who}, T)", "How much does {who} own?"),
        (PROGRAM, 'value T : at(T, ?row) "What is in row {{ row }}?"',
         "answers T: at(T, {row})", "What is in row {row}?"),
        (PROGRAM, "entailment owns(?who, hat) { labels {true: yes, unknown: unknown} }",
         "entailed: owns({who}, hat)", ""),
        (PROGRAM, "verification { has(?who, hat), owns(?who, hat) }",
         "stable {{has({who}, hat), owns({who}, hat)}}", "{{has({who}, hat), owns({who}, hat)}}"),
        (RULES, 'value H : ?verb(?who, H) "Whom does {{ who }} {{ verb }}?"',
         "answers H: {verb}({who}, H)", "Whom does {who} {verb}?"),
        (RULES, "entailment ?verb(?who, ben)", "entailed: {verb}({who}, ben)", ""),
        (CONCEPTS, 'entailment ?who : ?kind_ and kind "Is {{ who }} {{ kind_ }} and kind?"',
         "entailed: {who} : {kind_} and kind", "Is {who} {kind_} and kind?"),
        (CONCEPTS, "entailment ?tie(?who, bob)", "entailed: {tie}({who}, bob)", ""),
        (CONCEPTS, "entailment ?kind_ isa some ?tie thing",
         "entailed: {kind_} isa some {tie} thing", ""),
        (RECORD, "exists car: price < ?limit and colour == ?shade",
         "exists: price < $500 and colour == {shade}", ""),
        (RECORD, 'count car: colour == ?shade "How many are {{ shade }}?"',
         "count: colour == {shade}", "How many are {shade}?"),
    ],
)  # fmt: skip
def test_a_hole_of_a_question_stands_for_the_value(
    base: str, ask: str, queries: str, text: str, tmp_path: Path
) -> None:
    seen = set()
    for record in records(f"{base}ask {ask}\n", tmp_path):
        assert record["query"] == queries.format(**record["params"])
        assert text.format(**record["params"]) in record["question"]
        seen.add(record["query"])
    assert len(seen) > 1 or "{row}" in queries


def test_a_parameter_changes_what_is_asked(tmp_path: Path) -> None:
    base = f'{PROGRAM}ask value T : at(T, ?row) "What is in row {{{{ row }}}}?"\n'
    for row in ("1", "3"):
        for record in records(base, tmp_path, 3, row=row):
            assert record["query"] == f"answers T: at(T, {row})"


def test_a_holes_value_bounds_the_amounts_of_a_record(tmp_path: Path) -> None:
    spec = f"{RECORD}ask best price min\n"
    theories = [each["theory"] for each in records(spec, tmp_path, 8, limit="$450")]
    assert {"s1: price < $450", "s1: colour == red", "s1: colour == blue"} >= {
        t[0] for t in theories
    }
    assert any(t[0] == "s1: price < $450" for t in theories)


def test_a_hole_that_is_part_of_an_amount_stands_for_the_value(tmp_path: Path) -> None:
    (record,) = records(f"{RECORD}ask best price + ?limit max\n", tmp_path, 1)
    assert record["query"] == "best price + $500 max"


def test_two_questions_that_differ_in_such_a_hole_are_two(tmp_path: Path) -> None:
    spec = (
        f'{PROGRAM}ask value T : owns(?who, T) "What does {{{{ who }}}} own?"\n'
        'ask value X : owns(?other, X) "What does {{ other }} own?"\n'
    )
    family = made(spec, tmp_path)
    assert family.prove() == ()
    asked: dict[str, int] = {}
    for instance in family.generate(40):
        record = instance.record()
        name = "who" if record["query"].startswith("answers T") else "other"
        assert f"owns({record['params'][name]}," in record["query"]
        assert record["question"] == f"What does {record['params'][name]} own?"
        asked[name] = asked.get(name, 0) + 1
    assert asked == {"who": 20, "other": 20}


def test_each_question_has_its_own_words(tmp_path: Path) -> None:
    spec = (
        f'{PROGRAM}ask value T : owns(?who, T) "What does {{{{ who }}}} own?"\n'
        'ask value T : owns(?x, T) "Tell me what {{ x }} has got?"\n'
    )
    texts = [each["question"].split()[0] for each in records(spec, tmp_path)]
    assert texts.count("What") == texts.count("Tell") == 6


def test_a_rule_that_is_grown_has_the_value_in_the_place_of_the_hole(tmp_path: Path) -> None:
    spec = f"{RULES}ask entailment\n".replace("?q(X, ?b)", "?q(X, ?who)")
    for record in records(spec, tmp_path, 6):
        heads = [s.split("=> ")[1] for s in record["theory"] if "=> " in s]
        assert heads
        assert all(head.endswith(f"(X, {record['params']['who']})") for head in heads)


def test_a_syntax_production_has_the_value_in_the_place_of_the_hole(tmp_path: Path) -> None:
    spec = CONCEPTS.replace("theory {", "syntax part = ?kind_\naxiom a = <part> isa kind\ntheory {")
    spec = spec.replace("tall isa kind.", "1 of a.") + "ask entailment ann : kind\n"
    for record in records(spec, tmp_path, 6):
        assert f"{record['params']['kind_']} isa kind" in record["theory"][0]


def test_a_parameter_called_goal_is_not_what_is_asked_about(tmp_path: Path) -> None:
    spec = RULES.replace("choose verb", "param goal: int = 3\nchoose verb")
    family = made(f'{spec}ask entailment "Is this so? {{{{ goal }}}}"\n', tmp_path)
    record = family.instance(0, 0).record()
    assert record["query"].startswith("entailed: ")
    assert record["question"].startswith("Is this so? ")
    assert "3" not in record["question"]


@pytest.mark.parametrize(
    ("base", "line", "message"),
    [
        (PROGRAM, "ask value T : owns(?flag, T)", "a truth value cannot be part of a statement"),
        (PROGRAM, "ask value T : owns(?row, T)", "a number is not in the sort `person`"),
        (PROGRAM, "ask value T : ?who(ann, T)", "`ann` is not a predicate with 2 arguments"),
        (PROGRAM, "fact h = ?p(?row, ?t)\nask computation", "a number is not in a sort of such"),
        (PROGRAM, "fact h = owns(?flag, ?t)\nask computation", "a truth value cannot be part"),
        (CONCEPTS, "ask entailment ann : ?tie", "`likes` is not a concept"),
        (RULES, "choose far = {zoe: 1}\nask value H : likes(?far, H)", "`zoe` is not in the sort"),
    ],
)
def test_a_value_that_does_not_fit_the_place_is_reported(
    base: str, line: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "holes.rspec"
    path.write_text(f"{base}{line}\n", "utf-8")
    (found,) = (each for each in check(path) if each.severity == "error")
    assert found.code == "E0410"
    assert message in found.message


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        ("exists car: price < ?shade", "E0305"),
        ("exists car: doors < ?limit", "E0305"),
        ("exists car: price < ?free", "E0410"),
        ("best price + ?free min", "E0410"),
    ],
)
def test_a_hole_of_a_condition_has_the_kind_of_its_slot(
    ask: str, code: str, tmp_path: Path
) -> None:
    path = tmp_path / "holes.rspec"
    path.write_text(f"{RECORD}ask {ask}\n", "utf-8")
    assert code in [each.code for each in check(path)]


def test_a_chosen_value_that_a_slot_does_not_have_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "holes.rspec"
    spec = RECORD.replace("{red: 1, blue: 1}", "{red: 1, pink: 1}")
    path.write_text(f"{spec}ask exists car: colour == ?shade\n", "utf-8")
    found = check(path)
    assert {each.code for each in found} == {"E0305"}
    assert "`?shade` can stand for `pink`" in found[0].message


def test_a_number_with_a_fraction_drops_the_draft_with_its_reason(tmp_path: Path) -> None:
    spec = PROGRAM.replace("param row: int in 1..3 = 2", "param row: float = 0.5")
    family = made(f"{spec}ask value T : at(T, ?row)\n", tmp_path)
    with pytest.raises(Exception, match=re.escape("`?row` stands for 0.5")):
        family.instance(0, 0)


def test_a_hole_of_the_same_name_elsewhere_is_still_free(tmp_path: Path) -> None:
    """A predicate of the theory need not be that of the question for its holes to be filled."""
    spec = f"{RULES}ask entailment likes(ben, ?z)\n"
    family = made(spec, tmp_path)
    goal = family.asks[0].goal
    assert show(goal) == "entailed: likes(ben, ?z)"


def test_own_words_say_the_value_itself_where_it_is_computed_with(tmp_path: Path) -> None:
    spec = RECORD.replace("choose shade", "param most: int = 4\nchoose shade")
    ask = 'ask exists car: doors > ?most - 1 "Any with more than {{ most }} doors less one?"\n'
    (record,) = records(f"{spec}{ask}", tmp_path, 1)
    assert record["query"] == "exists: doors > 3"
    assert record["question"] == "Any with more than 4 doors less one?"


def test_individuals_of_a_concept_are_asked_about(tmp_path: Path) -> None:
    spec = f"{CONCEPTS}ask entailment ?x : ?c {{ labels {{true: yes, unknown: no}} }}\n"
    queries = {each["query"] for each in records(spec, tmp_path, 10)}
    assert len(queries) > 2
    assert not any("?" in each for each in queries)


def test_a_free_hole_of_a_set_is_refused_with_what_may_stand_there(tmp_path: Path) -> None:
    path = tmp_path / "holes.rspec"
    path.write_text(f"{PROGRAM}ask verification {{ has(?z, hat) }}\n", "utf-8")
    (found,) = check(path)
    assert found.code == "E0421"
    assert "parameter or chosen value" in found.help
