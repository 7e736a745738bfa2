"""What a run says of the drafts that it drops: while it runs, at its end, and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from rspc.cli.app import app
from rspc.compiler.api import load
from rspc.compiler.dataset.runs import batch as batches
from rspc.compiler.dataset.runs.batch import Fault, Maker, Tally
from rspc.compiler.dataset.runs.plan import Order, Plan
from rspc.compiler.dataset.runs.progress import Progress
from rspc.compiler.dataset.runs.run import run
from rspc.compiler.dataset.runs.sweep import Setting
from rspc.compiler.instances.groups import Exhausted

RUNS = """family runs
logic asp
sort person = {a, ab, bc, c}
pred at(person, person)
fact f = at(?a, ?b)
theory { 2 of f. }
%s
ask computation
say at(?a, ?b) as "Row {{ a }}{{ b }}."
"""
SOME = RUNS % ""
NONE = RUNS % "require statements > 2"
ONE = RUNS.replace("fact f = at(?a, ?b)", "fact f = at(ab, c)").replace("2 of f", "1 of f") % ""


def written(spec: str, folder: Path) -> Path:
    path = folder / "runs.rspec"
    path.write_text(spec, "utf-8")
    return path


def compiled(spec: str, folder: Path, *options: str) -> Any:
    path = written(spec, folder)
    return CliRunner().invoke(
        app, ["compile", str(path), "-n", "12", "-o", str(folder / "out"), *options]
    )


def test_a_sentence_that_reads_another_way_is_shown_with_its_readings(tmp_path: Path) -> None:
    lines = compiled(SOME, tmp_path).stderr.splitlines()
    at = next(
        i for i, line in enumerate(lines) if line.startswith("a sentence reads another way: ")
    )
    assert [line.strip() for line in lines[at + 1 : at + 5]] == [
        "sentence: Row abc.",
        lines[at + 2].strip(),
        "read as: at(a, bc)",
        "read as: at(ab, c)",
    ]
    assert lines[at + 2].strip() in ("statement: at(ab, c)", "statement: at(a, bc)")


def test_a_spec_that_cannot_be_met_shows_it_too(tmp_path: Path) -> None:
    result = compiled(ONE, tmp_path)
    assert result.exit_code == 1
    told = "`Row abc.` says `at(ab, c)`, and reads as `at(a, bc)`"
    assert told in " ".join(result.stderr.split())
    found = json.loads(compiled(ONE, tmp_path, "--json").stdout)
    assert [each["code"] for each in found] == ["E0520"]
    assert told in found[0]["message"]


def test_an_instance_that_cannot_be_made_shows_it_too(tmp_path: Path) -> None:
    path = tmp_path / "one.rspec"
    path.write_text(ONE, "utf-8")
    with pytest.raises(Exhausted) as caught:
        load(path).instance()
    (cause,) = caught.value.rejections
    drop = caught.value.explain(cause)
    assert drop is not None
    for part in ("sentence: Row abc.", "statement: at(ab, c)", "read as: at(a, bc)"):
        assert part in drop.lines()


def test_two_statements_with_the_same_words_are_shown(tmp_path: Path) -> None:
    spec = ONE.replace("theory { 1 of f. }", "theory { at(a, bc). at(ab, c). }").replace(
        '"Row {{ a }}{{ b }}."', '"Row {{ a }}{% if true %}{{ b }}{% endif %}."'
    )
    stderr = compiled(spec, tmp_path).stderr
    assert "sentence: Row abc.; statement: at(a, bc); statement: at(ab, c)" in stderr


def test_each_cause_is_explained_on_demand(tmp_path: Path) -> None:
    spec = SOME.replace("2 of f", "2..3 of f") + "require statements == 2\n"
    assert "theory: " not in compiled(spec, tmp_path).stderr
    told = compiled(spec, tmp_path, "--explain-drops", "--force").stderr
    part = told.split("require statements == 2: for example at attempt ")[1]
    assert part.splitlines()[1].strip().startswith("theory: f1: at(")
    assert "question: answer sets" in part
    assert told.count("for example at attempt") == 2


def test_an_unmet_requirement_is_explained_on_demand(tmp_path: Path) -> None:
    assert "theory: " not in compiled(NONE, tmp_path).stderr
    told = compiled(NONE, tmp_path, "--explain-drops").stderr
    assert "require statements > 2: theory: f1: at(" in told


def test_the_manifest_and_the_summary_say_where_drafts_were_dropped(tmp_path: Path) -> None:
    summary = json.loads(compiled(SOME, tmp_path, "--json", "--explain-drops").stdout)
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text("utf-8"))
    (cause,) = manifest["drops"]
    place = manifest["drops"][cause]
    assert set(place) == {"index", "attempt", "split", "setting"}
    assert summary["drops"][cause].items() >= place.items()
    assert summary["drops"][cause]["details"][0] == "sentence: Row abc."
    assert len(summary["drops"][cause]["theory"]) == 2
    again = json.loads(compiled(SOME, tmp_path, "--json", "--explain-drops").stdout)
    assert again["drops"] == summary["drops"]


def test_the_places_do_not_depend_on_the_workers(tmp_path: Path) -> None:
    found = []
    for workers in ("1", "2"):
        folder = tmp_path / workers
        folder.mkdir()
        assert compiled(SOME, folder, "--workers", workers).exit_code == 0
        found.append(json.loads((folder / "out" / "manifest.json").read_text("utf-8"))["drops"])
    assert found[0] == found[1]


def test_drafts_are_told_of_before_any_instance_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "TOLD_EVERY", 0.0)
    family = load(written(NONE, tmp_path))
    seen: list[Tally] = []
    maker = Maker(family, (Setting("", {}),), 0)
    with pytest.raises(Fault):
        maker.batch(Order(0, "", 0, 0, 3, 0), seen.append)
    assert [each.rejections for each in seen[:2]] == [
        {"require statements > 2": 1},
        {"require statements > 2": 2},
    ]
    assert {each.done for each in seen} == {0}


def test_drafts_of_finished_instances_are_counted_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "TOLD_EVERY", 0.0)
    family = load(written(SOME, tmp_path))
    seen: list[dict[str, int]] = []
    made = Maker(family, (Setting("", {}),), 0).batch(
        Order(0, "", 0, 0, 30, 0), lambda tally: seen.append(dict(tally.rejections))
    )
    assert seen[-1] == made.tally.rejections
    assert sum(made.tally.rejections.values()) > 1
    assert all(one.get(cause, 0) <= made.tally.rejections[cause] for one in seen for cause in one)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_makes_nothing_reports_what_drops_its_drafts(
    workers: int, tmp_path: Path
) -> None:
    """Six hundred attempts at an instance take seconds; the first report comes earlier."""
    spec = written(
        NONE.replace("2 of f", "12 of f").replace("{a, ab, bc, c}", "1..40").replace("> 2", "> 20"),
        tmp_path,
    )
    family = load(spec)
    plan = Plan(
        family=family,
        counts={"train": 2},
        out=tmp_path / "out",
        workers=workers,
        settings=(Setting("", {}),),
        seed=0,
    )
    seen: list[Progress] = []
    with pytest.raises(Exhausted):
        run(plan, seen.append)
    assert seen
    assert seen[0].done == 0
    assert seen[0].rejections


SOLE = """family sole
logic asp
sort person = {ann, bob}
sort room = {hall, attic}
pred inside(person, room)
pred busy(room)
fact f = inside(?p, ?r)
theory { 1 of f.  inside(P, R) -> busy(R).  busy(R) -> %s.  inside(P, hall), inside(P, attic) -> false. }
ask value R : busy(R) { most 2 }
"""


@pytest.mark.parametrize(
    ("head", "cause", "detail"),
    [
        ("false", "no answer set", "without this constraint it has one: busy(R) -> false"),
        ("3 { inside(P, R) : inside(P, R) } 3", "no answer set", "even without its constraints"),
        (
            "0 { inside(bob, hall); inside(ann, attic); inside(bob, attic) } 3",
            "several answer sets",
            "two of them differ in",
        ),
    ],
)
def test_what_excludes_answer_sets_is_named(
    tmp_path: Path, head: str, cause: str, detail: str
) -> None:
    found = compiled(SOLE % head, tmp_path)
    words = " ".join(found.stderr.split())
    assert "E0401" in words
    assert f"reasons: the program has {cause}" in words
    assert detail in words
