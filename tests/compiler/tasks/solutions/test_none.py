"""Problems that may have no solution, whose answer is then a sentence."""

from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import rspc
from rspc import score
from rspc.cli.app import app
from rspc.compiler.api import check

GRAPH = """family graph
logic asp
sort node = 1..4
sort colour = {red, blue}
pred node(node)
pred colour(colour)
pred edge(node, node)
pred has(node, colour)
theory {
  node(1..4).
  colour(red).
  colour(blue).
  node(N) -> 1 { has(N, C) : colour(C) } 1.
  edge(N, M), has(N, C), has(M, C) -> false.
  each (?a, ?b) in 4 of pairs(node): edge(?a, ?b).
}
ask solution { has(N, C) } { none "There is none."  KNOBS } "Which colours?" TEMPLATE
"""

TRIP = """family trip
logic constraint
param most: int in 1..4 = 2 "the most days"
record trip {
  town: one of {rome: 0.5, oslo: 0.5}
  days: integer = 1..4
}
theory {
  town == rome or days > 2.
  town == oslo or days > 3.
  days <= ?most.
}
ask solution { town, days } { none "There is no such trip." } "Which trip?"
"""


def load(tmp_path: Path, text: str) -> Any:
    path = tmp_path / "tried.rspec"
    path.write_text(text, "utf-8")
    return rspc.load(path)


def graph(knobs: str = "", template: str = "") -> str:
    return GRAPH.replace("KNOBS", knobs).replace(" TEMPLATE", template)


def is_colourable(record: dict[str, Any]) -> bool:
    edges = [
        tuple(map(int, text.split("edge(")[1].rstrip(").").split(", ")))
        for text in record["theory"]
        if ": edge(" in text and "->" not in text
    ]
    return any(
        all(colours[a - 1] != colours[b - 1] for a, b in edges)
        for colours in product((0, 1), repeat=4)
    )


@pytest.mark.parametrize(
    ("knobs", "template"),
    [
        ("balanced on", ""),
        ("balanced on  form json", ""),
        ("balanced on  form lines", ' as "node {{ N }}: {{ C }}"'),
    ],
)
def test_half_of_the_problems_have_no_solution(tmp_path: Path, knobs: str, template: str) -> None:
    family = load(tmp_path, graph(knobs, template))
    records = [each.record() for each in family.generate(20, seed=1)]
    assert Counter(record["label"] == "false" for record in records) == {True: 10, False: 10}
    some = next(record["answer"] for record in records if record["label"] != "false")
    for record in records:
        assert is_colourable(record) == (record["label"] != "false")
        assert (
            record["prompt"].rstrip().endswith("answer with this sentence instead: There is none.")
        )
        assert score(record, record["answer"]).value == 1
        assert score(rspc.key(record), record["answer"]).value == 1
        if record["label"] == "false":
            assert record["answer"] == "There is none."
            assert record["metrics"]["solutions"] == 0
            assert len(record["engines"]) == 2
            assert score(record, some).reason == "there is no solution"
        else:
            assert score(record, "There is none.").reason == "there is a solution"


def test_without_balance_problems_are_kept_as_they_come(tmp_path: Path) -> None:
    records = [each.record() for each in load(tmp_path, graph()).generate(30, seed=0)]
    labels = Counter(record["label"] == "false" for record in records)
    assert set(labels) == {True, False}
    assert all(is_colourable(each) == (each["label"] != "false") for each in records)


@pytest.mark.parametrize("most", [1, 2, 3, 4])
def test_a_record_that_cannot_be(tmp_path: Path, most: int) -> None:
    """Days must be more than 2 in Oslo, and more than 3 in Rome."""
    record = load(tmp_path, TRIP).instance(most=most).record()
    assert (record["label"] == "false") == (most < 3)
    assert score(record, record["answer"]).value == 1
    found = score(record, "town = oslo\ndays = 3")
    assert (found.value == 1) == (most >= 3)
    if most < 3:
        assert found.reason == "there is no solution"
        assert record["answer"] == "There is no such trip."
        assert len(record["engines"]) == 2


@pytest.mark.parametrize("text", [graph("balanced on"), TRIP])
def test_records_are_verified_and_made_again(tmp_path: Path, text: str) -> None:
    path, out = tmp_path / "tried.rspec", tmp_path / "out"
    path.write_text(text, "utf-8")
    run = CliRunner()
    assert run.invoke(app, ["compile", str(path), "-n", "8", "-o", str(out)]).exit_code == 0
    found = run.invoke(app, ["verify", str(out)])
    assert (found.exit_code, "no fault" in found.output) == (0, True)
    bundled = rspc.load(out / "family.json").instance(index=3).record()
    assert bundled == rspc.load(path).instance(index=3).record()


SOLVED = "1 = red\n2 = blue\n3 = red\n4 = blue"


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("There is none.", ""),
        ("there is none", ""),
        ("**There is none.**", ""),
        ("So there is none.", ""),
        ("Nodes 1, 2 and 3 form a triangle.\n\nThere is none.", ""),
        ("Answer: There is none.", ""),
        ("<answer>There is none.</answer>", ""),
        ("\\boxed{There is none.}", ""),
        ('{"answer": "There is none."}', ""),
        (f"{SOLVED}\n\nBut that fails for nodes 2 and 4. So there is none.", ""),
        (f"<think>{SOLVED}</think>There is none.", ""),
        (SOLVED, "there is no solution"),
        (f"There is none.\n\nWait, this works:\n{SOLVED}", "there is no solution"),
        (f"{SOLVED}\n\nThere is none.", "several answers are given"),
        (f"{SOLVED}\nor\nThere is none.", "several answers are given"),
        (f"There is none.\n\n{SOLVED}", "several answers are given"),
        (f"There is none.\nor\n{SOLVED}", "several answers are given"),
        (f"<answer>{SOLVED}</answer>\nThere is none.", "several answers are given"),
        ("I am not sure.\nThere is none.", "the answer is in doubt"),
        ("There is none that I can see without trying.", "no answer in the form that is asked for"),
        ("If there is none, then two nodes are alike.", "no answer in the form that is asked for"),
        ("", "no answer in the form that is asked for"),
    ],
)
def test_what_a_reply_says(tmp_path: Path, reply: str, reason: str) -> None:
    family = load(tmp_path, graph("balanced on"))
    record = next(
        each for each in (made.record() for made in family.generate(4)) if each["label"] == "false"
    )
    found = score(record, reply)
    assert (found.reason, found.value) == (reason, float(not reason))


@pytest.mark.parametrize("sentence", ["There is none.", "That is no colouring.", "1 is alone"])
@pytest.mark.parametrize(
    "knobs", ["", "form grid", "form json", 'form lines } "Which?" as "{{ N }} is {{ C }}" #']
)
def test_the_sentence_itself_is_right_in_every_form(
    tmp_path: Path, sentence: str, knobs: str
) -> None:
    text = graph("balanced on " + knobs).replace("There is none.", sentence)
    made = [each.record() for each in load(tmp_path, text).generate(6)]
    found = [each for each in made if each["label"] == "false"]
    assert found
    for record in found:
        for reply in (record["answer"], f"**{sentence}**", f"No graph.\n\n{sentence}"):
            assert score(record, reply).value == 1, reply


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (graph().replace('none "There is none."', 'none "No"'), "E0411"),
        (graph().replace('none "There is none."', "none yes"), "E0411"),
        (graph().replace('none "There is none."', "balanced on"), "E0411"),
        (graph().replace('"There is none."', '"""There is\n  none."""'), "E0411"),
        (
            TRIP.replace(
                "days: integer = 1..4",
                "days: integer = 1..4\n  stops: list of integer = 2 of {1, 2}",
            ),
            "E0474",
        ),
        (graph().replace('none "There is none."', 'none "1 = red"'), "E0458"),
        (graph("form grid").replace('none "There is none."', 'none "1 red"'), "E0458"),
        (
            graph("form lines", ' as "{{ N }} is {{ C }}"').replace(
                'none "There is none."', 'none "4 is blue."'
            ),
            "E0458",
        ),
        (TRIP.replace("There is no such trip.", "town = rome; days = 2"), "E0458"),
    ],
)
def test_wrong_uses(tmp_path: Path, text: str, code: str) -> None:
    path = tmp_path / "tried.rspec"
    path.write_text(text, "utf-8")
    assert code in [each.code for each in check(path)]


def test_the_sentence_is_wording_but_not_whether_there_is_one(tmp_path: Path) -> None:
    texts = (
        graph(),
        graph().replace("There is none", "No colours do"),
        graph().replace('none "There is none."', "most 3"),
    )
    first, other, without = (load(tmp_path, text).instance(index=2).record() for text in texts)
    assert first["theory_hash"] == other["theory_hash"] != without["theory_hash"]
    assert first["theory"] == other["theory"]


def test_it_is_formatted(tmp_path: Path) -> None:
    before = load(tmp_path, graph("balanced on")).instance().record()
    path = tmp_path / "tried.rspec"
    assert CliRunner().invoke(app, ["fmt", str(path)]).exit_code == 0
    assert 'none "There is none."' in path.read_text("utf-8")
    assert rspc.load(path).instance().record() == before


FLAT = """family flat
logic constraint
record flat {
  rooms: integer = 0..6
  floor: integer = 0..6
}
theory {
  rooms >= 0.
  rooms <= 6.
  floor >= 0.
  floor <= 6.
  rooms + floor > 6 and floor < 2.
  floor > 3.
}
ask solution { rooms, floor } { none "There is no such flat." } "Which flat?"
"""


def test_contradictory_bounds_are_refuted_though_other_slots_are_computed_with(
    tmp_path: Path,
) -> None:
    family = load(tmp_path, FLAT)
    assert family.instance(0).record()["answer"] == "There is no such flat."
    asked = FLAT[: FLAT.index("ask solution")] + "ask consistent\n"
    assert load(tmp_path, asked).instance(0).record()["label"] == "false"
