"""`rspc score` from end to end."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from rspc.cli import progress
from rspc.cli.app import app
from rspc.compiler.dataset.formats import read
from rspc.compiler.dataset.score.score import score as judge

LOGIC = "constraint"


def rspc(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("score")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        assert rspc("new", "shop", "--logic", LOGIC).exit_code == 0
        asked = rspc("compile", "shop.rspec", "-n", "10", "--sweep", "slots=2,3", "-o", "out")
        assert asked.exit_code == 0, asked.output
    return folder / "out"


def records(dataset: Path) -> list[dict[str, Any]]:
    return [*read.records(dataset)]


def predicted(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    return path


def replies(dataset: Path) -> list[dict[str, Any]]:
    return [{"id": each["id"], "text": each["answer"]} for each in records(dataset)]


def test_right_answers_are_right(dataset: Path, tmp_path: Path) -> None:
    shown = rspc("score", dataset, predicted(tmp_path / "p.jsonl", *replies(dataset)))
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.startswith("20 of 20 right\n\nScores\n------\n")
    assert "choice                 20     20  100.0%    83.9% to 100.0%\n" in shown.stdout
    assert "slots   2      10     10  100.0%" in shown.stdout
    assert "(macro-F1 1)" in shown.stdout
    assert "Not right" not in shown.stdout


def test_how_far_it_is(dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    shown = rspc("score", dataset, predicted(tmp_path / "p.jsonl", *replies(dataset)))
    assert "\n20 of 20 (" in shown.stderr


def test_a_file_may_begin_as_editors_begin_it(dataset: Path, tmp_path: Path) -> None:
    path = predicted(tmp_path / "p.jsonl", *replies(dataset))
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert rspc("score", dataset, path).stdout.startswith("20 of 20 right\n")


def test_what_is_told_of_wrong_answers(dataset: Path, tmp_path: Path) -> None:
    given = replies(dataset)
    right = [each["text"] for each in given]
    given[0]["text"] = "no idea"
    given[1]["text"] = "A" if right[1] != "A" else "B"
    given[2]["text"] = f"I say {right[2]}."
    path = predicted(tmp_path / "p.jsonl", *given)
    found = json.loads(rspc("score", dataset, path, "--json", "--by", "sums").stdout)
    assert found["accuracy"]["right"] == 18
    task = found["tasks"]["choice"]
    assert task["exact"]["right"] == 17
    assert task["reasons"] == {"no answer is named": 1, "another answer": 1}
    assert task["confusion"][right[0]]["(no answer)"] == 1
    assert task["confusion"][right[1]][given[1]["text"]] == 1
    f1 = [each["f1"] for each in task["classes"].values()]
    assert task["macro_f1"] == pytest.approx(sum(f1) / len(f1))
    assert {
        name: sum(each["count"] for each in found["by"][name].values()) for name in found["by"]
    } == {
        "slots": 20,
        "sums": 20,
    }


def test_no_reply_is_lost(dataset: Path, tmp_path: Path) -> None:
    given = replies(dataset)
    wrong = "A" if given[3]["text"] != "A" else "B"
    path = predicted(
        tmp_path / "p.jsonl",
        *given[2:],
        given[2],
        {"id": given[3]["id"], "text": wrong},
        {"id": "another", "text": "A"},
    )
    shown = rspc("score", dataset, path)
    assert shown.exit_code == 0
    assert shown.stdout.startswith("17 of 20 right\n")
    assert "warning[W0833]: 2 of 20 records have no prediction: " in shown.stderr
    assert "warning[W0834]: a prediction is for no record of the dataset: `another`" in shown.stderr
    assert "warning[W0835]: 2 ids have several predictions: " in shown.stderr
    assert "there is no prediction" in shown.stdout
    assert "several predictions answer differently" in shown.stdout
    found = json.loads(rspc("score", dataset, path, "--json").stdout)
    assert [found[each] for each in ("missing", "unknown", "doubled")] == [2, 1, 2]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_pipe_of_predictions_is_not_waited_for(dataset: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    assert "error[E0830]" in rspc("score", dataset, tmp_path / "pipe.jsonl").stderr


def test_predictions_that_cannot_be_scored(dataset: Path, tmp_path: Path) -> None:
    assert "error[E0830]" in rspc("score", dataset, tmp_path / "none.jsonl").stderr
    path = tmp_path / "p.jsonl"
    path.write_text('{"id": "a", "text": "B"}\n\n{"id": "a"}\n[]\n{"id": "b", "te')
    shown = rspc("score", dataset, path)
    assert shown.exit_code == 1
    assert [f"line {row} of" in shown.stderr for row in range(1, 7)] == [0, 0, 1, 1, 1, 0]
    assert "error[E0831]" in shown.stderr
    assert "it is cut short" in shown.stderr
    path.write_text('[{"id": "a", "text": "B"}]')
    whole = rspc("score", dataset, path).stderr
    assert "it is refused: Expected `object`" in whole
    assert "cut short" not in whole
    path.write_text("5\n" * 30)
    assert "20 more lines of" in rspc("score", dataset, path).stderr
    strange = rspc("score", dataset, predicted(path, {"id": "another", "text": "A"}))
    assert "error[E0832]: the one prediction of" in strange.stderr
    path.write_text("\n")
    assert f"error[E0832]: `{path}` holds no predictions\n" in rspc("score", dataset, path).stderr
    fine = predicted(path, *replies(dataset))
    assert "error[E0619]" in rspc("score", dataset, fine, "--by", "slot").stderr
    assert "error[E0804]" in rspc("score", tmp_path / "nothing", fine).stderr


def test_proofs_are_scored(tmp_path: Path) -> None:
    spec = tmp_path / "hares.rspec"
    spec.write_text(
        "family hares\nlogic defeasible\ntheory {\n  f1: kind(hare).\n  r1: kind(X) => quick(X).\n"
        "  r2: kind(X) => -quick(X).\n  r1 > r2.\n}\nask entailment quick(hare)\n"
    )
    made = rspc("compile", spec, "-n", "5", "-o", tmp_path / "out")
    assert made.exit_code == 0, made.output
    whole, *_ = (each["proof"] for each in records(tmp_path / "out"))
    shown = [
        whole,
        " ".join(each["text"] for each in whole),
        [["f1", "r1"]],
        [],
    ]
    lines = [
        {"id": each["id"], "text": each["answer"], **({"proof": proof} if proof != 0 else {})}
        for each, proof in zip(records(tmp_path / "out"), [*shown, 0], strict=True)
    ]
    path = predicted(tmp_path / "p.jsonl", *lines)
    found = json.loads(rspc("score", tmp_path / "out", path, "--json").stdout)
    assert found["proofs"] == {"count": 4, "without": 1, "rule_f1": 0.75, "conflict_f1": 0.5}
    assert "rule F1" in rspc("score", tmp_path / "out", path).stdout
    for each in lines:
        each.pop("proof", None)
    bare = rspc("score", tmp_path / "out", predicted(path, *lines)).stdout
    assert "(no prediction for a record with a proof has a `proof`)" in bare


def test_each_reply_has_a_verdict(dataset: Path, tmp_path: Path) -> None:
    """The same as `rspc.score` gives, in the order of the records, whatever that of the replies."""
    first, second, third, *others = records(dataset)
    lines = [
        {"id": second["id"], "text": "I cannot tell."},
        *({"id": each["id"], "text": f"I choose {each['answer']}."} for each in reversed(others)),
        {"id": third["id"], "text": "A"},
        {"id": third["id"], "text": "B"},
    ]
    given = predicted(tmp_path / "p.jsonl", *lines)
    out = tmp_path / "verdicts.jsonl"
    shown = rspc("score", dataset, given, "--out", out, "--json")
    assert shown.exit_code == 0, shown.output
    verdicts = [json.loads(line) for line in out.read_text().splitlines()]
    assert json.loads(shown.stdout)["verdicts"] == verdicts
    assert [each["id"] for each in verdicts] == [each["id"] for each in records(dataset)]
    assert [each["right"] for each in verdicts] == [each["answer"] for each in records(dataset)]
    texts = {each["id"]: each["text"] for each in lines}
    for verdict, record in list(zip(verdicts, records(dataset), strict=True))[3:]:
        score = judge(record, texts[record["id"]])
        own = {"value": score.value, "answer": score.answer, "reason": score.reason, "replies": 1}
        assert verdict == {"id": record["id"], "right": record["answer"], **own}
    assert verdicts[0] | {"replies": 0, "value": 0, "answer": ""} == verdicts[0]
    assert verdicts[0]["reason"] == "there is no prediction"
    assert (verdicts[1]["value"], verdicts[1]["answer"], verdicts[1]["replies"]) == (0, "", 1)
    assert verdicts[2]["reason"] == "several predictions answer differently"
    assert verdicts[2]["replies"] == 2
    assert first["id"] == verdicts[0]["id"]


def test_verdicts_replace_neither_replies_nor_records(dataset: Path, tmp_path: Path) -> None:
    given = predicted(tmp_path / "p.jsonl", *replies(dataset))
    content = given.read_bytes()
    refused = rspc("score", dataset, given, "--out", given)
    assert refused.exit_code == 1
    assert "error[E0801]" in refused.stderr
    assert given.read_bytes() == content
    assert rspc("score", dataset, given, "--out", dataset / "records-00000.jsonl").exit_code == 1
    assert len(records(dataset)) == 20
    assert rspc("score", dataset, given, "--out", tmp_path / "no" / "x.jsonl").exit_code == 1
    bad = predicted(tmp_path / "bad.jsonl", {"id": "none", "text": ""})
    assert rspc("score", dataset, bad, "--out", tmp_path / "v.jsonl").exit_code == 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["bad.jsonl", "p.jsonl"]
