"""`rspc show` and `rspc diff` from end to end, on problems of the family that `rspc new` writes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from .test_commands import only, rspc


def test_show_lays_out_a_problem(spec: Path) -> None:
    assert rspc("compile", spec, "-n", 3, "-o", "out").exit_code == 0
    record = json.loads(Path("out/records.jsonl").read_text().splitlines()[2])
    shown = rspc("show", "out", record["id"])
    assert shown.exit_code == 0
    assert shown.stdout == rspc("show", "out", "2").stdout
    assert " ".join(record["context"].split()) in " ".join(shown.stdout.split())
    assert f"Answer: {record['answer']}" in shown.stdout
    for title in ("Theory", "Certificate", "Metrics"):
        assert f"\n{title}\n" in shown.stdout
    assert json.loads(rspc("show", "out", "2", "--json").stdout) == record


def test_show_chooses_a_problem(spec: Path) -> None:
    rspc("compile", spec, "-n", "12", "-o", "out")
    lines = [json.loads(rspc("show", "out", str(n), "--json").stdout) for n in range(12)]
    label = lines[-1]["label"]
    chosen = json.loads(rspc("show", "out", "--label", label, "--json").stdout)
    assert chosen == next(each for each in lines if each["label"] == label)
    where = f"characters >= {len(lines[5]['prompt'])}"
    long = json.loads(rspc("show", "out", "--where", where, "--json").stdout)
    assert long == next(each for each in lines if len(each["prompt"]) >= len(lines[5]["prompt"]))
    drawn = {json.loads(rspc("show", "out", "--random", "--json").stdout)["id"] for _ in range(12)}
    assert len(drawn) > 1
    assert drawn <= {each["id"] for each in lines}
    assert rspc("show", "out", "2", "--random").exit_code == 2
    assert only(rspc("show", "out", "--label", "nonsense", "--json"))["code"] == "E0864"
    for options in (("--label", "nonsense"), ("--where", "label = nonsense")):
        help = only(rspc("show", "out", *options, "--json"))["help"]
        assert help.startswith("its labels and answers are ")
        assert label in help
    assert only(rspc("show", "out", "--where", "size >", "--json"))["code"] == "E0860"
    assert only(rspc("show", "out", "--where", "sise > 3", "--json"))["code"] == "E0861"


def test_diff_shows_what_differs(spec: Path) -> None:
    for out, more in (("a", ()), ("b", ()), ("c", ("--seed", "1")), ("d", ("-n", "9"))):
        assert rspc("compile", spec, "-n", "6", *more, "-o", out).exit_code == 0
    same = rspc("diff", "a", "b")
    assert (same.exit_code, same.stdout) == (0, "records: 6\nproblems that are the same: 6\n")
    other = rspc("diff", "a", "c")
    assert other.exit_code == 1
    assert "seed: 0 -> 1\n" in other.stdout
    assert re.search(r"problems that differ in prompt: [1-6]\n", other.stdout)
    assert re.search(r"\nprompt of \S+ -> \S+\n  @@.*\n(?:  .*\n)*  [-+~]", other.stdout)
    longer = json.loads(rspc("diff", "a", "d", "--json").stdout)
    assert longer["records"] == [6, 9]
    assert (longer["same"], longer["parts"]) == (6, {})
    assert rspc("diff", "a", "d").exit_code == 1
    assert only(rspc("diff", "a", "nowhere", "--json"))["code"].startswith("E")


def test_show_prints_each_stage_of_a_problem(spec: Path) -> None:
    assert rspc("compile", spec, "-n", 2, "-o", "out").exit_code == 0
    record = json.loads(Path("out/records.jsonl").read_text().splitlines()[1])
    theory = rspc("show", "out", record["id"], "--stage", "theory").stdout
    assert all(each in theory for each in (*record["theory"], record["query"]))
    rewritten = json.loads(rspc("show", "out", "1", "--stage", "rewritten", "--json").stdout)
    assert rewritten["question"] == record["query"]
    encoded = json.loads(rspc("show", "out", "1", "--stage", "encoding", "--json").stdout)
    assert set(encoded) < set(record["engines"])
    decided = json.loads(rspc("show", "out", "1", "--stage", "verdict", "--json").stdout)
    assert {name: each["label"] for name, each in decided.items()} == record["engines"]
    assert record["certificate"] in [each["certificate"] for each in decided.values()]


def test_show_needs_a_stage_and_a_family(spec: Path) -> None:
    assert rspc("compile", spec, "-n", 1, "-o", "out").exit_code == 0
    assert rspc("show", "out", "--stage", "proof").exit_code == 2
    Path("out/family.json").unlink()
    assert only(rspc("show", "out", "--stage", "theory", "--json"))["code"] == "E0804"


def test_show_says_what_it_cuts_and_shows_it_whole(spec: Path) -> None:
    rspc("compile", spec, "-n", "1", "--set", "slots=3", "-o", "wide")
    record = json.loads((Path("wide") / "records.jsonl").read_text().splitlines()[0])
    tests = [row["tests"] for row in record["certificate"]["rows"].values()]
    said = [msgspec.json.encode(each).decode() for each in tests]
    assert max(map(len, said)) > 40
    cut, whole = rspc("show", "wide"), rspc("show", "wide", "--whole")
    assert "\nCertificate in full\n" not in cut.stdout
    assert "\nCertificate in full\n" in whole.stdout
    assert not any(each in cut.stdout for each in said)
    assert all(each in whole.stdout for each in said)
    record["certificate"] = {"kind": "unknown", "rows": record["certificate"]["rows"]}
    Path("other.jsonl").write_text(json.dumps(record))
    cut, whole = rspc("show", "other.jsonl"), rspc("show", "other.jsonl", "--whole")
    assert "…" in cut.stdout
    assert "--whole" in cut.stderr
    assert "…" not in whole.stdout
    assert not whole.stderr
    assert all(each in whole.stdout for each in said)


def test_show_names_what_is_missing(tmp_path: Path) -> None:
    assert only(rspc("show", tmp_path / "none", "--json"))["code"] == "E0804"
    (tmp_path / "records.jsonl").write_text('{"id": "a-1", "answer": "A", "label": "x"}\n{"id": ')
    assert only(rspc("show", tmp_path, "b", "--json"))["code"] == "E0805"
    (tmp_path / "records.jsonl").write_text('{"id": "a-1", "answer": "A", "label": "x"}\n')
    assert only(rspc("show", tmp_path, "a_1", "--json"))["code"] == "E0806"


def test_show_takes_no_number_of_thousands_of_digits_for_an_index(spec: Path) -> None:
    assert rspc("compile", spec, "-n", 1, "-o", "out").exit_code == 0
    shown = rspc("show", "out", "9" * 5000, "--json")
    assert only(shown)["code"] == "E0806"
    assert len(only(shown)["message"]) < 400


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("theory", 7),
        ("options", "zz"),
        ("options", [{"label": 1}]),
        ("certificate", [1]),
        ("engines", 3),
        ("metrics", []),
        ("answer", None),
        ("index", True),
    ],
)
def test_show_names_the_field_that_is_wrong(spec: Path, field: str, value: Any) -> None:
    assert rspc("compile", spec, "-n", 2, "-o", "out").exit_code == 0
    path = Path("out/records.jsonl")
    first, second = path.read_text().splitlines()
    sound = json.loads(second)
    wrong = {**sound, field: value}
    lacking = {key: each for key, each in sound.items() if key != field}
    for damaged in (wrong, lacking):
        path.write_text(f"{first}\n{json.dumps(damaged)}\n")
        told = only(rspc("show", "out", sound["id"], "--json"))
        assert told["code"] == "E0805"
        assert "record 2 of" in told["message"]
        assert f"`{field}" in told["message"]
    assert rspc("show", "out", sound["id"]).exit_code == 1
