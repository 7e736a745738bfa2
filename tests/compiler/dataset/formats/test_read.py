"""Datasets read back, and laid out as pages."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.dataset.formats.page import page
from rspc.compiler.dataset.formats.read import find, lines, problems, records
from rspc.compiler.dataset.formats.zst import Zst
from rspc.compiler.dataset.runs.run import run
from rspc.compiler.dataset.score.predictions import Predictions
from rspc.dsl.diagnostics import SpecError

from ..conftest import plan


@pytest.fixture
def dataset(numbers: Any, tmp_path: Path) -> Path:
    out = tmp_path / "out"
    run(plan(numbers, out, n=12))
    return out


def code(error: pytest.ExceptionInfo[SpecError]) -> str:
    (found,) = error.value.diagnostics
    return found.code


def test_a_record_is_found_by_id_index_or_as_the_first(dataset: Path) -> None:
    third = find(dataset, "numbers-s0--0-000003")
    assert third["index"] == 3
    assert find(dataset, "3") == third
    assert find(dataset)["index"] == 0
    assert find(dataset / "records.jsonl", "3") == third


def test_an_unknown_id_is_a_diagnostic_with_a_near_one(dataset: Path) -> None:
    with pytest.raises(SpecError) as error:
        find(dataset, "numbers-s0--0-00003")
    assert code(error) == "E0806"
    assert "did you mean `numbers-s0--0-00000" in str(error.value)
    with pytest.raises(SpecError) as error:
        find(dataset, "12")
    assert code(error) == "E0806"
    assert "`numbers-s0--0-000000`" in str(error.value)


def test_no_dataset_is_a_diagnostic(tmp_path: Path) -> None:
    for place in (tmp_path / "nowhere", tmp_path):
        with pytest.raises(SpecError) as error:
            find(place)
        assert code(error) == "E0804"


def test_a_spec_is_no_dataset(tmp_path: Path) -> None:
    spec = tmp_path / "numbers.rspec"
    spec.write_text("family numbers\n")
    with pytest.raises(SpecError) as error:
        find(spec)
    assert code(error) == "E0804"
    assert "is a spec, not a dataset" in str(error.value)
    assert f"rspc compile {spec}" in str(error.value.diagnostics[0].help)


def test_an_empty_dataset_is_a_diagnostic(tmp_path: Path) -> None:
    (tmp_path / "records.jsonl").write_bytes(b"")
    with pytest.raises(SpecError) as error:
        find(tmp_path)
    assert code(error) == "E0806"


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (b'{"id": "numbers-', "cut short"),
        (b"not json\n", "malformed"),
        (b"[1, 2]", "Expected `object`"),
        (b"[1, 2]\n", "Expected `object`"),
        (b'{"no": "id"}\n', "has no id"),
        (b'{"id": "\xff"}\n', "UTF-8"),
    ],
)
def test_a_damaged_line_is_named(dataset: Path, damage: bytes, reason: str) -> None:
    with (dataset / "records.jsonl").open("ab") as file:
        file.write(damage)
    with pytest.raises(SpecError) as error:
        list(records(dataset))
    assert code(error) == "E0805"
    assert "record 13 of" in str(error.value)
    assert reason.casefold() in str(error.value).casefold()
    assert find(dataset, "11")["index"] == 11


@pytest.mark.parametrize(
    ("field", "value"), [("choices", 7), ("choices", ["yes", 3]), ("canonical", {"a": 1})]
)
def test_a_field_of_another_type_is_named(dataset: Path, field: str, value: Any) -> None:
    path = dataset / "records.jsonl"
    first, *others = path.read_text("utf-8").splitlines()
    changed = json.dumps({**json.loads(first), field: value})
    path.write_text("\n".join((changed, *others)) + "\n", "utf-8")
    with pytest.raises(SpecError) as raised:
        list(problems(dataset))
    (found,) = raised.value.diagnostics
    assert (found.code, f"`{field}" in found.message) == ("E0805", True)


def test_files_are_those_of_the_manifest_else_those_called_like_a_runs(dataset: Path) -> None:
    whole = (dataset / "records.jsonl").read_bytes().splitlines(keepends=True)
    (dataset / "records-00000.jsonl").write_bytes(b"".join(whole[:5]))
    (dataset / "records-00001.jsonl").write_bytes(b"".join(whole[5:]))
    (dataset / "records.jsonl").unlink()
    told = json.loads((dataset / "manifest.json").read_text())
    for names in ([], ["records-00000.jsonl", "records-00001.jsonl"]):
        told["files"] = [{"file": name} for name in names]
        (dataset / "manifest.json").write_text(json.dumps(told))
        assert [line for line, _, _ in lines(dataset)] == whole
    for name in ("records-00002.jsonl", "../records.jsonl", "/records.jsonl"):
        told["files"] = [{"file": name}]
        (dataset / "manifest.json").write_text(json.dumps(told))
        with pytest.raises(SpecError) as error:
            list(records(dataset))
        assert code(error) == "E0804"
        assert name.removeprefix("/") in str(error.value)


def test_a_compressed_file_is_read_and_a_damaged_one_named(dataset: Path) -> None:
    pytest.importorskip("zstandard")
    whole = (dataset / "records.jsonl").read_bytes().splitlines(keepends=True)
    path = dataset.parent / "all.jsonl.zst"
    with path.open("wb") as file:
        Zst().write(whole, {}, file)
    assert [line for line, _, _ in lines(path)] == whole
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(SpecError) as error:
        list(records(path))
    assert code(error) == "E0805"


def test_a_file_that_is_packed_is_told_as_such(dataset: Path) -> None:
    path = dataset / "records.jsonl"
    whole = path.read_bytes()
    packed = {
        "gunzip": gzip.compress(whole),
        "unxz": lzma.compress(whole),
        "bunzip2": bz2.compress(whole),
    }
    for repair, content in packed.items():
        path.write_bytes(content)
        with pytest.raises(SpecError) as error:
            list(records(dataset))
        assert code(error) == "E0805"
        assert f"`{repair}`" in str(error.value)
        with pytest.raises(SpecError) as error:
            Predictions(path)
        assert code(error) == "E0830"
        assert f"`{repair}`" in str(error.value)
    (dataset / "manifest.json").unlink()
    path.rename(dataset / "records.jsonl.gz")
    with pytest.raises(SpecError) as error:
        list(records(dataset))
    assert code(error) == "E0804"
    assert "`records.jsonl.gz`: unpack it" in str(error.value)


def test_a_format_that_this_machine_cannot_read_is_a_diagnostic(
    dataset: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Zst, "lacks", staticmethod(lambda: "`zstandard`"))
    path = (dataset / "records.jsonl").rename(dataset / "records.jsonl.zst")
    with pytest.raises(SpecError) as error:
        list(records(path))
    assert code(error) == "E0816"


def test_a_page_shows_text_answer_theory_certificate_and_metrics() -> None:
    record = {
        "id": "trip-1",
        "prompt": "Which one?\n",
        "answer": "B",
        "label": "f2",
        "theory": ["s1: price < $500."],
        "query": "choice",
        "certificate": {
            "kind": "evaluation",
            "options": {"f1": {"s1": False, "first": "s1"}, "f2": {"s1": True, "first": None}},
        },
        "proof": None,
        "params": {"slots": 2},
        "metrics": {"words": 2, "entropy": [0.5, 1.0]},
        "engines": {"z3": "f2"},
    }
    assert page(record).splitlines() == [
        "trip-1",
        "======",
        "",
        "Which one?",
        "",
        "Answer: B (label f2)",
        "",
        "Theory",
        "------",
        "s1: price < $500.",
        "",
        "Query",
        "-----",
        "choice",
        "",
        "Certificate",
        "-----------",
        "kind: evaluation",
        "options:",
        "      s1   first",
        "  --  ---  -----",
        "  f1  no   s1",
        "  f2  yes  -",
        "",
        "Engines",
        "-------",
        "z3 decides the label: f2",
        "",
        "Parameters",
        "----------",
        "slots: 2",
        "",
        "Metrics",
        "-------",
        "words: 2",
        "entropy: 0.5, 1.0",
    ]


def test_long_cells_are_cut_and_structures_stand_on_one_line() -> None:
    drawn = page(
        {
            "id": "x",
            "context": "One.",
            "question": "Two?",
            "answer": None,
            "label": "true",
            "certificate": [{"a": "b" * 99}, {"a": ["c", 1.5]}],
            "proof": ["one", {"two": 3}],
        }
    )
    assert "One.\n\nTwo?" in drawn
    assert "b" * 39 + "…" in drawn
    assert "c, 1.5" in drawn
    assert 'one\n{"two":3}' in drawn


def test_a_proof_is_laid_out_step_by_step() -> None:
    step = {"uses": ["f1", "r1"], "from": [], "beats": [], "gives": "q", "tag": "defeasibly"}
    last = {**step, "uses": ["r2"], "from": [1], "beats": ["r3", "r4"], "gives": "s"}
    proof = [{**step, "text": "By rule r1, q."}, {**last, "text": "By rule r2, s. " * 9}]
    drawn = page({"id": "x", "answer": "s", "label": "true", "proof": proof})
    assert "1. q: defeasibly  [f1, r1]\n   By rule r1, q.\n" in drawn
    assert "2. s: defeasibly  [r2, step 1; beats r3, r4]\n   By rule r2, s. By" in drawn
    assert max(map(len, drawn.splitlines())) <= 80
