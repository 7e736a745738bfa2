"""One question with holes, asked several times about one theory: other fillings each time, balanced."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.api import Family, check

VILLAGE = """
sort person = {ann, bob, cid, dan, eve, fay, gil, hal}
pred helps(person, person)
pred trusts(person, person)
pred likes(person, person)
fact given = helps(?a, ?b)
"""
ASP = f"""family several_asp
logic asp
{VILLAGE}
theory {{
  7 of fact.
  helps(X, Y) -> trusts(Y, X).
  trusts(X, Y), not helps(X, Y) -> likes(X, Y).
}}
"""
DEFEASIBLE = f"""family several_defeasible
logic defeasible
{VILLAGE}
theory {{
  7 of fact.
  helps(X, Y) => trusts(Y, X).
  trusts(X, Y) => likes(X, Y).
}}
"""
ALCQ = """family several_alcq
logic alcq
concept from {"big", "old", "round", "red", "wet"}
sort pet = {rex, coco, tom}
fact is = ?x : ?c
axiom all = ?c isa ?d
theory { 4 of fact.  4 of axiom. }
"""
TRUE_OR_OPEN = "{ labels {true: yes, unknown: open}  questions 4 }"
VALUES = '{ most 2  least 1  questions 4  balanced on } "Who likes {{ a | written }}?"'
FAMILIES = {
    "asp": f"{ASP}ask entailment likes(?a, ?b) {TRUE_OR_OPEN}\n",
    "defeasible": f"{DEFEASIBLE}ask entailment likes(?a, ?b) {TRUE_OR_OPEN}\n",
    "alcq": f"{ALCQ}ask entailment ?x : ?c {TRUE_OR_OPEN}\n",
    "asp values": f"{ASP}ask value H : likes(H, ?a) {VALUES}\n",
    "defeasible values": f"{DEFEASIBLE}ask value H : likes(H, ?a) {VALUES}\n",
}
NAMES = pytest.mark.parametrize("name", FAMILIES)


@pytest.fixture(scope="session")
def families(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Family]:
    folder = tmp_path_factory.mktemp("several")
    found = {}
    for name, text in FAMILIES.items():
        path = folder / f"{name.replace(' ', '_')}.rspec"
        path.write_text(text, "utf-8")
        found[name] = rspc.load(path)
    return found


def _answers(record: dict[str, Any]) -> str | int:
    return record["label"] if record["task"] == "entailment" else record["label"].count(",") + 1


@NAMES
def test_four_questions_about_each_theory_differ_and_are_balanced(
    name: str, families: dict[str, Family]
) -> None:
    family = families[name]
    assert family.together() == 4
    records = [made.record() for made in family.generate(16)]
    for start in range(0, 16, 4):
        group = records[start : start + 4]
        assert len({record["context_hash"] for record in group}) == 1
        assert len({record["query"] for record in group}) == 4
        assert set(Counter(map(_answers, group)).values()) == {2}


@NAMES
def test_no_statement_gives_an_answer(name: str, families: dict[str, Family]) -> None:
    for made in families[name].generate(8):
        stated = [each.split(": ", 1)[-1] for each in made.record()["theory"]]
        asked = made.record()["query"].removeprefix("entailed: ")
        assert asked not in stated


@NAMES
def test_an_index_alone_gives_the_same_record(
    name: str, families: dict[str, Family], tmp_path: Path
) -> None:
    family = families[name]
    records = [made.record() for made in family.generate(8)]
    path = tmp_path / "again.rspec"
    path.write_text(FAMILIES[name], "utf-8")
    for index in (6, 1):
        record = rspc.load(path).instance(index=index).record()
        assert record == records[index]
        assert not rspc.verify(record, family).faults


@pytest.mark.parametrize(
    ("ask", "codes"),
    [
        (f"ask entailment likes(ann, bob) {TRUE_OR_OPEN}", ["E0442"]),
        ("ask entailment likes(?a, ?b) { questions 4 }", ["E0411"]),
        ("ask entailment likes(?a, ?b) { questions 3  depth 1 }", ["E0442"]),
        ("ask entailment likes(?a, ?b) { questions 6 }", []),
        ("ask value H : likes(H, ann) { questions 2 }", ["E0442"]),
        ("ask value H : likes(H, ?a) { most 3  balanced on  questions 3 }", ["E0411"]),
        ("ask value H : likes(H, ?a) { redrawn {given}  questions 3 }", ["E0411"]),
        ("ask value H : likes(H, ?a) { most 3  questions 5 }", []),
    ],
)
def test_misuse_is_refused(ask: str, codes: list[str], tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    path.write_text(f"{ASP}{ask}\n", "utf-8")
    assert [each.code for each in check(path)] == codes


def test_a_chosen_name_is_no_hole(tmp_path: Path) -> None:
    path = tmp_path / "tried.rspec"
    asked = "choose who = 1 of people\nask value H : likes(H, ?who) { questions 2 }\n"
    spec = ASP.replace("sort person = {", "pool people = {").replace(
        "}\npred", "}\nsort person = people\npred", 1
    )
    path.write_text(f"{spec}{asked}", "utf-8")
    assert [each.code for each in check(path)] == ["E0442"]
