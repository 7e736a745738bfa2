"""Scores and statistics of open answers: requirements that replies violate, and answers that many problems accept."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.dataset.score.layout import tables
from rspc.compiler.dataset.score.scores import scores
from rspc.compiler.dataset.stats.layout.tables import MOST_ONCE, tables as stats_tables
from rspc.compiler.dataset.stats.stats import stats

SPEC = """family rows
"an order that a clue restricts"
logic asp
sort item = {ann, bob, cid}
sort place = 1..3
pred item(item)
pred at(item, place)
theory {
  item(ann).
  item(bob).
  item(cid).
  item(I) -> 1 { at(I, P) : place(P) } 1.
  place(1..3).
  at(I, P), at(J, P), I != J -> false.
  3 of clue.
}
pred place(place)
clue out = at(?i, ?p) -> false
say at(?i, ?p) -> false as "{{ i | capital }} does not have place {{ p }}."
say at(I, P), at(J, P), I != J -> false as "No two have the same place."
ask solution { at(I, P) } { most 10 } "Who is where?"
"""
COUNT = 40


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rows")
    path = folder / "rows.rspec"
    path.write_text(SPEC, "utf-8")
    family = rspc.load(path)
    lines = [json.dumps(each.record()) for each in family.generate(COUNT, seed=0)]
    file = folder / "records.jsonl"
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file


def records(dataset: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in dataset.read_text("utf-8").splitlines()]


def write_replies(dataset: Path, texts: list[str]) -> Path:
    path = dataset.with_name("replies.jsonl")
    ids = (record["id"] for record in records(dataset))
    lines = [json.dumps({"id": id, "text": text}) for id, text in zip(ids, texts, strict=True)]
    path.write_text("\n".join(lines), "utf-8")
    return path


def test_the_table_names_the_violated_requirements(dataset: Path) -> None:
    reply = "ann = 1\nbob = 1\ncid = 3"
    found = scores(dataset, write_replies(dataset, [reply] * COUNT))
    (task,) = found.tasks.values()
    assert task.reasons["violated: No two have the same place."] > 0
    shown = {table.title: table for table in tables(found)}
    rows = shown["Not right: solution"].rows
    assert {row[0] for row in rows} == set(task.reasons)
    assert [int(row[1]) for row in rows] == sorted((int(row[1]) for row in rows), reverse=True)
    out = CliRunner().invoke(app, ["score", str(dataset), str(dataset.with_name("replies.jsonl"))])
    assert "violated: No two have the same place." in out.stdout


def test_any_right_answer_is_one_to_the_letter(dataset: Path) -> None:
    answers = sorted({record["answer"] for record in records(dataset)})
    assert len(answers) > 1
    for answer in answers:
        found = scores(dataset, write_replies(dataset, [answer] * COUNT))
        (task,) = found.tasks.values()
        assert task.exact.right == task.accuracy.right > 0
    found = scores(dataset, write_replies(dataset, [f"Well:\n{answers[0]}"] * COUNT))
    (task,) = found.tasks.values()
    assert task.exact.right == 0 < task.accuracy.right


def test_chance_is_what_one_reply_gets_in_all_problems(dataset: Path) -> None:
    own = records(dataset)
    best = max(
        sum(rspc.score(record, answer).value for record in own)
        for answer in {record["answer"] for record in own}
    )
    most = max([record["answer"] for record in own].count(record["answer"]) for record in own)
    assert best > most
    found = stats(dataset)
    assert found.surface is not None
    assert found.surface.judged == COUNT
    assert {guess.chance for guess in found.surface.readers} == {best / COUNT}
    assert not any(guess.leaks and guess.p < 0.001 for guess in found.surface.readers)
    shown = {table.title: table for table in stats_tables(found)}
    note = shown["Guessing the answer without reasoning"].note
    assert f"a sample of {COUNT} records" in note


def test_answers_of_several_lines_are_rows_of_one_line(dataset: Path) -> None:
    shown = {table.title: table for table in stats_tables(stats(dataset))}
    cells = [row[0] for row in shown["Answers"].rows]
    assert all(cell.count(" / ") == 2 and "\n" not in cell for cell in cells)


def test_answers_that_occur_once_share_a_row(dataset: Path, tmp_path: Path) -> None:
    own = records(dataset)[:1] * 2 + [
        {**record, "answer": f"answer {number}\nof many"}
        for number, record in enumerate(records(dataset))
    ]
    path = tmp_path / "records.jsonl"
    path.write_text("\n".join(map(json.dumps, own)), "utf-8")
    assert COUNT > MOST_ONCE
    shown = {table.title: table for table in stats_tables(stats(path))}
    assert [row[:2] for row in shown["Answers"].rows][1:] == [
        (f"({COUNT} that occur once each)", str(COUNT))
    ]


def test_answers_that_never_occur_are_rows_of_their_own(dataset: Path, tmp_path: Path) -> None:
    answers = ["often"] * 3 + [f"{number}" for number in range(MOST_ONCE + 1)]
    (record,) = records(dataset)[:1]
    own = [
        {**record, "answer": answer, "choices": [*dict.fromkeys(answers), "never"]}
        for answer in answers
    ]
    path = tmp_path / "records.jsonl"
    path.write_text("\n".join(map(json.dumps, own)), "utf-8")
    shown = {table.title: table for table in stats_tables(stats(path))}
    once = f"({MOST_ONCE + 1} that occur once each)"
    assert [row[0] for row in shown["Answers"].rows] == ["often", "never", once]


def test_a_page_shows_an_answer_of_several_lines_below_its_label(dataset: Path) -> None:
    out = CliRunner().invoke(app, ["preview", str(dataset.with_name("rows.rspec"))])
    answer, label = (records(dataset)[0][each] for each in ("answer", "label"))
    assert f"Answer (label {label}):\n\n{answer}\n" in out.stdout


def without(record: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != field}


DAMAGES: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "a layout that is a number": lambda own: {**own, "reply": {**own["reply"], "layout": 3}},
    "no layout": lambda own: {**own, "reply": without(own["reply"], "layout")},
    "no answer set": lambda own: {**own, "certificate": {**own["certificate"], "sets": []}},
    "nothing shown": lambda own: {**own, "reply": {**own["reply"], "shown": []}},
    "no sentences": lambda own: {**own, "reply": without(own["reply"], "sentences")},
    "a broken statement": lambda own: {**own, "theory": ["f1: item( -> .", *own["theory"][1:]]},
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_record_is_named(dataset: Path, tmp_path: Path, damage: str) -> None:
    own = records(dataset)
    own[3] = DAMAGES[damage](own[3])
    path = tmp_path / "records.jsonl"
    path.write_text("\n".join(map(json.dumps, own)), "utf-8")
    replies = write_replies(path, ["ann = 1\nbob = 1\ncid = 3"] * COUNT)
    for command in (["score", str(path), str(replies)], ["stats", str(path)]):
        out = CliRunner().invoke(app, command)
        assert out.exit_code == 1
        assert f"error[E0805]: record `{own[3]['id']}` cannot be read: " in out.stderr
