"""Which statements to remove: the smallest sets are found, and replies are judged by them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.api import check
from rspc.compiler.contract import plugins
from rspc.compiler.contract.engine_set import Engines
from rspc.compiler.family import Rejected
from rspc.compiler.ir import nodes as ir, read_sets, without
from rspc.compiler.notation import show
from rspc.compiler.tasks.repair.search import find_repairs

from ...backends.defeasible.oracle import Oracle
from ...backends.defeasible.theories import random_theory
from ...pace import assert_in_time

SPECS = Path(rspc.__file__).parent / "specs" / "repairs"
FAMILIES = sorted(path.stem for path in SPECS.glob("*.rspec"))
REMOVING = [name for name in FAMILIES if name.endswith("_repair")]

PETS = """family pets
"what may be so of a few pets"
logic alcq
concept from {fast, furry, hungry}
role from {chases, fears}
sort pet = {bella, coco, felix}
fact is [3] = ?x: ?c | ?x : not ?c
fact does = ?r(?x, ?y)
axiom all = ?c isa ?d | ?c isa not ?d | ?c isa only ?r ?d
theory { 3 of is. 2 of does. 4 of all. }
ask repair consistent { repairs 6 }
"""


@cache
def made(name: str, number: int = 12) -> tuple[rspc.Instance, ...]:
    return tuple(rspc.load(SPECS / f"{name}.rspec").generate(number, seed=3))


def smallest(ids: list[str], fits: Any) -> set[frozenset[str]]:
    """Return the smallest sets whose removal fits, by trying all."""
    for size in range(len(ids) + 1):
        found = {frozenset(each) for each in combinations(ids, size) if fits(set(each))}
        if found:
            return found
    return set()


def repairs(instance: rspc.Instance) -> set[frozenset[str]]:
    return set(read_sets(instance.label))


# ------------------------------------------------------------------------------------------- found sets are smallest


def can_be_divided(pupils: list[str], quarrels: list[tuple[str, str]], groups: int) -> bool:
    for choice in product(range(groups), repeat=len(pupils)):
        of = dict(zip(pupils, choice, strict=True))
        if all(of[a] != of[b] for a, b in quarrels):
            return True
    return False


@pytest.mark.parametrize(("preset", "number"), [("1", 15), ("2", 10), ("4", 3)])
def test_quarrels_to_settle_are_the_fewest(preset: str, number: int) -> None:
    family = rspc.load(SPECS / "groups_repair.rspec")
    for instance in family.generate(number, seed=5, preset=preset):
        lines = instance.record()["theory"]
        quarrels = {
            id: (a, b)
            for id, a, b in re.findall(
                r"(\w+): quarrel\(([^,()]+), ([^,()]+)\)\.?$", "\n".join(lines), re.M
            )
        }
        pupils = sorted(
            {each for line in lines for each in re.findall(r": pupil\(([^()]+)\)\.?$", line)}
        )
        groups = instance.params["parts"]

        def fits(
            removed: set[str],
            quarrels: dict[str, tuple[str, str]] = quarrels,
            pupils: list[str] = pupils,
            groups: int = groups,
        ) -> bool:
            left = [pair for id, pair in quarrels.items() if id not in removed]
            return can_be_divided(pupils, left, groups)

        offered = instance.query.goal.removable(instance.theory)
        assert repairs(instance) == smallest(list(offered), fits)


PLACES, TRAVEL, LODGING = (
    ("coast", "lake", "forest", "city"),
    ("train", "bus", "car"),
    ("hotel", "hostel", "tent"),
)


def test_wishes_to_drop_are_the_fewest() -> None:
    plans = [
        {"place": place, "travel": travel, "lodging": lodging, "nights": nights}
        for place, travel, lodging, nights in product(PLACES, TRAVEL, LODGING, range(-1, 7))
    ]
    names = {name: name for name in (*PLACES, *TRAVEL, *LODGING)}
    for instance in made("outing_repair", 30):
        wishes = dict(line.rstrip(".").split(": ", 1) for line in instance.record()["theory"])
        met = [
            {id for id, wish in wishes.items() if eval(wish, {}, {**names, **plan})}
            for plan in plans
        ]
        offered = {*instance.query.goal.removable(instance.theory)}
        dropped = {frozenset(wishes.keys() - each) for each in met}
        possible = [each for each in dropped if each <= offered]
        fewest = min(map(len, possible))
        assert repairs(instance) == {each for each in possible if len(each) == fewest}


@pytest.mark.parametrize("start", range(0, 300, 100))
@pytest.mark.parametrize("wanted", ["true", "unknown"])
def test_defeasible_theories_are_repaired_as_the_definitions_say(start: int, wanted: str) -> None:
    logic = plugins.load(plugins.LOGICS, "defeasible")()
    engines = Engines(logic, (logic.establishes, *logic.confirms), {})
    found = 0
    for seed in range(start, start + 100):
        theory, query = random_theory(seed)
        label = Oracle(theory, query).label
        if label == wanted or label not in ("true", "false", "unknown"):
            continue
        ids = [each.id for each in theory.statements]

        def fits(removed: set[str], theory: ir.Theory = theory, query: ir.Query = query) -> bool:
            return bool(Oracle(without(theory, tuple(removed)), query).label == wanted)

        expected = {frozenset(each) for each in combinations(ids, 1) if fits(set(each))} or {
            frozenset(each) for each in combinations(ids, 2) if fits(set(each))
        }
        assert isinstance(query.goal, ir.Entailed)
        got = find_repairs(engines, theory, query.goal, wanted, (), 2)
        if isinstance(got, Rejected):
            assert len(ids) > 27, (seed, got)
            continue
        assert (set() if got is None else {*map(frozenset, got.sets)}) == expected, seed
        found += got is not None
    assert found > 5


# ------------------------------------------------------------------------------------------------------ families


@pytest.mark.parametrize("name", FAMILIES)
def test_a_dataset_is_verified_and_gold_scores_one(name: str, tmp_path: Path) -> None:
    out = tmp_path / "out"
    run = CliRunner().invoke(
        app, ["compile", str(SPECS / f"{name}.rspec"), "-n", "6", "-o", str(out)]
    )
    assert run.exit_code == 0, run.output
    assert CliRunner().invoke(app, ["verify", str(out)]).exit_code == 0
    for record in rspc.records(out):
        assert rspc.score(record, record["answer"]).value == 1


@pytest.mark.parametrize("name", REMOVING)
def test_each_number_in_the_text_is_that_of_its_statement(name: str) -> None:
    for instance in made(name):
        record = instance.record()
        for number, id in enumerate(record["reply"]["numbered"], 1):
            assert f"({number}) " in instance.text
            assert record["reply"]["sentences"][id].rstrip(".") in instance.text
        assert f"({len(record['reply']['numbered']) + 1}) " not in instance.text


@pytest.mark.parametrize("name", REMOVING)
def test_every_smallest_set_is_right_and_no_other(name: str) -> None:
    for instance in made(name)[:4]:
        record = instance.record()
        ids: list[str] = record["reply"]["numbered"]
        right = read_sets(record["label"])
        size = len(right[0])
        for number in range(1, size + 1):
            for removed in combinations(ids, number):
                reply = ", ".join(str(ids.index(id) + 1) for id in removed)
                assert rspc.score(record, reply).value == (frozenset(removed) in right), reply


def test_concepts_can_be_made_consistent(tmp_path: Path) -> None:
    (tmp_path / "pets.rspec").write_text(PETS, "utf-8")
    family = rspc.load(tmp_path / "pets.rspec")
    for instance in family.generate(4):
        assert instance.query.goal.size == 1
        assert "cannot all be true" in instance.question


def test_labels_and_sizes_take_turns() -> None:
    wanted = [instance.query.goal.wanted for instance in made("boardgame_repair")]
    assert wanted.count("true") == wanted.count("unknown") == 6


# ---------------------------------------------------------------------------------------------------- facts to add


@pytest.mark.parametrize("wish", ["true", "unknown"])
def test_facts_to_add_give_the_label_that_the_definitions_say(wish: str, tmp_path: Path) -> None:
    spec = (SPECS / "boardgame_addition.rspec").read_text("utf-8")
    path = tmp_path / "addition.rspec"
    spec = spec.replace("wanted {true}", f"wanted {{{wish}}}").replace("apart 1", "apart 9")
    path.write_text(spec, "utf-8")
    shutil.copy(SPECS / "boardgame_addition.md.jinja", tmp_path)
    places = set()
    for instance in rspc.load(path).generate(9):
        goal, theory = instance.query.goal, instance.theory
        assert isinstance(goal, ir.Additions)
        assert goal.wanted == wish
        query = ir.Query(goal.goal)
        before = Oracle(theory, query).label
        assert before not in (goal.wanted, "inconsistent")
        right = set()
        for place, statement in enumerate(goal.statements, 1):
            larger = (*theory.statements, ir.Labelled("added", statement))
            label = Oracle(msgspec.structs.replace(theory, statements=larger), query).label
            assert all(each.statement != statement for each in theory.statements)
            if label == goal.wanted:
                right.add(frozenset({str(place)}))
        assert right == {*read_sets(instance.label)}
        record = instance.record()
        places.add(record["answer"])
        offered = range(1, len(goal.statements) + 1)
        for place in offered:
            found = rspc.score(record, f"({place})")
            assert found.value == (frozenset({str(place)}) in right)
            assert found.value or found.reason == f"with {place}, the answer is not the wanted one"
        assert rspc.score(record, "1, 2").reason == "it is enough to add 1"
    assert places == {*map(str, offered)}


ADDED = {
    "asp": """family added
logic asp
sort item = {a, b, c}
pred p(item)
pred q(item)
pred r(item)
pred s(item)
theory {
  p(a).  p(b).  p(c).
  r1: p(X), q(X), not r(X) -> s(X).
  r2: q(b) -> r(b).
}
ask repair s(a) { add 3  apart 99  uneven 9  wanted {true} }
""",
    "alcq": """family added
logic alcq
theory {
  anne : tall.
  bob : rich.
  likes(anne, bob).
  tall and some likes calm isa happy.
}
ask repair anne : happy { add 3  apart 99  uneven 9  wanted {true} }
""",
}


@pytest.mark.parametrize("logic", ADDED)
def test_facts_can_be_added_in_other_logics(logic: str, tmp_path: Path) -> None:
    path = tmp_path / "added.rspec"
    path.write_text(ADDED[logic], "utf-8")
    instance = rspc.load(path).instance()
    record = instance.record()
    right = {"asp": "q(a)", "alcq": "bob : calm"}[logic]
    shown = [show(each) for each in instance.query.goal.statements]
    assert [shown[int(next(iter(each))) - 1] for each in read_sets(instance.label)] == [right]
    assert rspc.score(record, record["answer"]).value == 1


# -------------------------------------------------------------------------------------------------------- replies


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    tried = rspc.load(SPECS / "outing_repair.rspec").generate(60, seed=3, most_repairs=3)
    return next(each for each in tried if len(read_sets(each.label)) == 2).record()


def test_numbers_are_read_in_any_words(record: dict[str, Any]) -> None:
    answer = record["answer"]
    for reply in (
        f"Sentence {answer}.",
        f"({answer})",
        f"**{answer}**",
        f"Remove sentence {answer}",
        f"Removing sentence {answer} is enough.",
        f"The answer is {answer}.",
        f"\\boxed{{{answer}}}",
        f'{{"answer": "{answer}"}}',
        f"If sentence 3 goes, nothing changes. So the answer is {answer}",
    ):
        assert rspc.score(record, reply).value == 1, reply


def test_what_is_wrong_is_said(record: dict[str, Any]) -> None:
    right = {number for each in read_sets(record["label"]) for number in each}
    ids = record["reply"]["numbered"]
    wrong = next(str(n) for n, id in enumerate(ids, 1) if id not in right)
    score = rspc.score(record, wrong)
    assert (score.value, score.answer) == (0, wrong)
    assert score.reason == f"without {wrong}, the answer is not the wanted one"
    more = rspc.score(record, f"{record['answer']}, {wrong}")
    assert (more.value, more.reason) == (0, "it is enough to remove 1")


def test_hostile_replies_score_nothing_at_once(record: dict[str, Any]) -> None:
    every = ", ".join(str(n) for n in range(1, len(record["reply"]["numbered"]) + 1))
    replies = (
        "",
        " ",
        record["prompt"],
        every,
        "\n".join(map(str, range(1_000_000))),
        "9" * 1_000_000,
        f"{record['answer']} " * 200_000 + every,
        "x" * 1_000_000,
        "p(X) :- p(X+1).",
    )
    for reply, (value, seconds) in zip(replies, _judged_alone(record, replies), strict=True):
        assert value == 0, reply[:50]
        assert_in_time(seconds, 2)


JUDGE = """
import json, sys, time, rspc
record, replies = json.load(sys.stdin)
spent = []
for reply in replies:
    begun = time.process_time()
    value = rspc.score(record, reply).value
    spent.append((value, time.process_time() - begun))
print(json.dumps(spent))
"""


def _judged_alone(record: dict[str, Any], replies: Sequence[str]) -> list[tuple[float, float]]:
    """Return each reply's value and CPU-seconds, in a process without the threads of other tests."""
    done = subprocess.run(
        [sys.executable, "-c", JUDGE],
        input=json.dumps([record, replies]),
        capture_output=True,
        check=True,
        text=True,
        encoding="utf-8",
    )
    return [(value, seconds) for value, seconds in json.loads(done.stdout)]


# ---------------------------------------------------------------------------------------------- text and mistakes


WRONG = {
    "ask repair { wanted {false} }": "E0411",
    "ask repair { least 2 }": "E0411",
    "ask repair { most 9 }": "E0411",
    "ask repair { repairs 0 }": "E0411",
    "ask repair { size 3 }": "E0412",
    "ask repair { add 1 }": "E0411",
    "ask repair { add 13 }": "E0411",
    "ask repair { exchanged on }": "E0411",
    "ask repair { offered 3  exchanged on  most 2 }": "E0411",
    "ask repair { offered 3  exchanged on  add 3 }": "E0411",
    "ask repair { needed 2 }": "E0411",
    "ask repair { labels {true: yes} }": "E0411",
}


@pytest.mark.parametrize("ask", WRONG)
def test_wrong_questions_are_reported(ask: str, tmp_path: Path) -> None:
    (tmp_path / "pets.rspec").write_text(PETS.partition("ask ")[0] + ask + "\n", "utf-8")
    assert WRONG[ask] in {each.code for each in check(tmp_path / "pets.rspec")}


def test_defeasible_theories_are_always_consistent(tmp_path: Path) -> None:
    text = "family f\nlogic defeasible\npred p(x)\ntheory { p(a). }\nask repair consistent\n"
    (tmp_path / "f.rspec").write_text(text, "utf-8")
    assert "E0473" in {each.code for each in check(tmp_path / "f.rspec")}


def test_nothing_is_repaired_to_follow_in_a_monotonic_logic(tmp_path: Path) -> None:
    text = PETS.partition("ask ")[0] + "ask repair bella : fast { wanted {true} }\n"
    (tmp_path / "pets.rspec").write_text(text, "utf-8")
    with pytest.raises(Exception, match="nothing more follows when statements are removed"):
        rspc.load(tmp_path / "pets.rspec").instance()
