"""A dataset that was cut, mixed, altered or robbed of a file: what is told of it, and that nothing is lost."""

from __future__ import annotations

import importlib
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rspc.cli import progress
from rspc.compiler.api import load
from rspc.compiler.dataset.dedup import dedup
from rspc.compiler.dataset.formats.read import records
from rspc.compiler.dataset.verify.dataset import verify
from rspc.dsl.diagnostics import SpecError

from .altered import SPECS, N, changed, command, digest, every, recounted, relabelled, shards

Edit = Callable[[Path], None]


def test_a_dataset_as_it_was_written_has_no_fault(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = verify(made, engines=["sat"])
    assert (report.ok, report.records, report.checked, report.remade) == (True, N, N, N)
    assert not report.warnings
    monkeypatch.setattr(progress, "EVERY", 0.0)
    done = command("verify", made)
    assert done.exit_code == 0
    assert "no fault" in done.stdout
    assert f"{N} of {N}" in done.stderr
    part = verify(made, sample=0.5)
    assert part.ok
    assert part.records == N
    assert 0 < part.remade < N


def cut(dataset: Path) -> None:
    last = shards(dataset)[-1]
    last.write_bytes(last.read_bytes()[:-40])


def broken(dataset: Path) -> None:
    first = shards(dataset)[0]
    lines = first.read_text().splitlines(keepends=True)
    first.write_text("".join([lines[0], '{"id": \n', lines[2]]))


def swapped(dataset: Path) -> None:
    first = shards(dataset)[0]
    lines = first.read_text().splitlines(keepends=True)
    first.write_text("".join([lines[1], lines[0], lines[2]]))


def doubled(dataset: Path) -> None:
    last = shards(dataset)[-1]
    last.write_text(last.read_text() + last.read_text().splitlines(keepends=True)[-1])


def lost(dataset: Path) -> None:
    last = shards(dataset)[-1]
    last.write_text("".join(last.read_text().splitlines(keepends=True)[:-1]))


def reseeded(dataset: Path) -> None:
    every(dataset, lambda record: record.update(seed=1))


def reworded(dataset: Path) -> None:
    for path in (dataset / "text").iterdir():
        path.write_text(path.read_text().replace("the", "a", 1))


def hollow(dataset: Path) -> None:
    path = next((dataset / "text").iterdir())
    path.unlink()
    path.mkdir()


def dangling(dataset: Path) -> None:
    path = next((dataset / "encodings").iterdir())
    path.unlink()
    path.symlink_to(dataset / "nowhere")


def reencoded(dataset: Path) -> None:
    path = next((dataset / "encodings").iterdir())
    path.write_text(path.read_text().replace("(", "((", 1))


def stranger(dataset: Path) -> None:
    path = next((dataset / "text").iterdir())
    path.rename(path.with_name(path.name.replace("000000", "000009")))


def untold(dataset: Path) -> None:
    next((dataset / "text").iterdir()).unlink()


def claimed(dataset: Path) -> None:
    changed(dataset / "manifest.json", labels={"A": N})


def foreign(dataset: Path) -> None:
    bundle = load(SPECS / "flight_count.rspec").bundle()
    (dataset / "family.json").write_text(json.dumps(bundle))


def foreign_record(dataset: Path) -> None:
    first = shards(dataset)[0]
    lines = first.read_text().splitlines(keepends=True)
    first.write_text("".join([lines[0].replace('"logic":"', '"logic":"un'), *lines[1:]]))


CASES: list[tuple[Edit, str, int]] = [
    (cut, "E0805", N - 1),
    (broken, "E0805", N - 1),
    (swapped, "E0845", N),
    (doubled, "E0845", N + 1),
    (lost, "E0844", N - 1),
    (relabelled, "E0841", N),
    (reseeded, "E0845", N),
    (reworded, "E0840", N),
    (reencoded, "E0840", N),
    (hollow, "E0840", N),
    (dangling, "E0840", N),
    (stranger, "E0844", N),
    (untold, "E0844", N),
    (claimed, "E0844", N),
    (foreign, "E0845", 0),
]


@pytest.mark.parametrize(
    ("edit", "code", "remade"), CASES, ids=lambda each: getattr(each, "__name__", "")
)
def test_what_was_done_to_a_dataset_is_found(
    dataset: Path, edit: Edit, code: str, remade: int
) -> None:
    edit(dataset)
    recounted(dataset)
    before = {path: path.read_bytes() for path in dataset.rglob("*") if path.is_file()}
    report = verify(dataset)
    assert code in report.counts
    assert report.remade == remade
    done = command("verify", dataset, "--json")
    assert done.exit_code == 1
    assert code in {each["code"] for each in json.loads(done.stdout)["faults"]}
    assert before == {path: path.read_bytes() for path in dataset.rglob("*") if path.is_file()}


def listed(told: dict[str, Any], **values: Any) -> None:
    told["files"][0] |= values


LIES: list[tuple[str, Callable[[dict[str, Any]], None]]] = [
    ("count", lambda told: told.update(count=N + 1)),
    ("counts.", lambda told: told.update(counts={"": N + 1})),
    ("splits..count", lambda told: told["splits"][""].update(count=1)),
    ("splits..labels.Z", lambda told: told["splits"][""]["labels"].update(Z=1)),
    ("answers.Z", lambda told: told["answers"].update(Z=1)),
    ("columns.seed", lambda told: told["columns"].pop("seed")),
    ("engines", lambda told: told.update(engines=["scan"])),
    ("files.records-00000.jsonl.count", lambda told: listed(told, count=N)),
    ("files.records-00000.jsonl.bytes", lambda told: listed(told, bytes=1)),
    ("files.records-00000.jsonl.digest", lambda told: listed(told, digest="sha256:0")),
    ("split", lambda told: listed(told, split="test")),
    ("", lambda told: told.update(settings=[{"label": "", "params": {"options": 6}}])),
    ("", lambda told: told.update(shard_size=2)),
    ("", lambda told: told.update(shard_size="3")),
    ("", lambda told: told.update(format="parquet")),
    ("", lambda told: told.update(format="nothing")),
]


@pytest.mark.parametrize(("field", "lie"), LIES)
def test_a_manifest_that_lies_is_found(
    dataset: Path, field: str, lie: Callable[[dict[str, Any]], None]
) -> None:
    told = json.loads((dataset / "manifest.json").read_text())
    lie(told)
    changed(dataset / "manifest.json", **told)
    report = verify(dataset, sample=0)
    assert field in {each.field for each in report.faults}
    assert report.counts.keys() <= {"E0844", "E0845"}


def test_a_record_in_the_file_of_another_split_or_shard_is_found(tmp_path: Path) -> None:
    out = tmp_path / "set"
    words = ("--split", "train=3,test=2", "--shard-size", "2", "--keep", "0", "-o", out)
    assert command("compile", SPECS / "flat.rspec", *words).exit_code == 0
    assert verify(out, sample=0).ok
    for source, target in (("train-00000", "train-00001"), ("train-00001", "test-00000")):
        copy = Path(shutil.copytree(out, tmp_path / target))
        one, other = (copy / f"records-{each}.jsonl" for each in (source, target))
        *stay, moved = one.read_bytes().splitlines(keepends=True)
        one.write_bytes(b"".join(stay))
        other.write_bytes(moved + other.read_bytes())
        recounted(copy)
        report = verify(copy, sample=0)
        assert report.counts["E0844"] == 1
        assert report.counts.get("E0845", 0) == (target == "test-00000")


def test_each_file_of_a_dataset_is_verified_alone(tmp_path: Path) -> None:
    out = tmp_path / "set"
    words = ("--sweep", "options=4,6", "--split", "train=5,test=2", "--shard-size", "3")
    assert command("compile", SPECS / "flat.rspec", *words, "-o", out).exit_code == 0
    for each in shards(out):
        assert verify(each, sample=0).ok
    second = shards(out)[-3]
    second.write_bytes(b"".join(second.read_bytes().splitlines(keepends=True)[1:]))
    assert verify(second, sample=0).counts == {"E0845": 1}


HALVES = """
from rspc.compiler.dataset.verify import parts

def start_halves(kit):
    work = parts.start_examiner(kit)
    return lambda part, told: work(part, told) if part.position % 2 else parts.Failed("Strange: once")
"""


def test_the_report_is_the_same_for_any_number_of_workers(
    dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rspc.compiler.dataset.verify.dataset.PART", 2)
    assert verify(dataset, workers=2).ok
    for edit in (swapped, lost, relabelled, reworded, reencoded, foreign_record, cut):
        edit(dataset)
    alone = verify(dataset)
    assert {"E0805", "E0840", "E0841", "E0844", "E0845"} == alone.counts.keys()
    # What a worker cannot verify is verified here, so that whatever is wrong is told as one process tells it.
    (tmp_path / "halves.py").write_text(HALVES)
    monkeypatch.syspath_prepend(tmp_path)
    halves = importlib.import_module("halves").start_halves
    monkeypatch.setattr("rspc.compiler.dataset.verify.dataset.start_examiner", halves)
    again = verify(dataset, workers=2)
    assert replace(again, warnings=()) == replace(alone, warnings=())
    assert [each.code for each in again.warnings] == ["W0850"]
    assert again.warnings[0].message == "a worker failed on records 1 to 2: Strange: once"


def test_a_sheet_that_holds_other_rows_is_found(dataset: Path) -> None:
    sheet, _ = sorted((dataset / "data").iterdir())
    content = sheet.read_bytes()
    for altered in (content.replace(b"not ", b"now ", 1), content[:-9], content + content[-99:]):
        assert altered != content
        sheet.write_bytes(altered)
        report = verify(dataset, sample=0)
        assert report.counts == {"E0840": 1}
        assert report.faults[0].field == f"data/{sheet.name}"
    told = json.loads((dataset / "manifest.json").read_text())
    told["sheets"][0] |= {"bytes": len(altered), "digest": digest(altered)}
    changed(dataset / "manifest.json", **told)
    assert verify(dataset, sample=0).counts == {"E0840": 1, "E0844": 1}
    sheet.unlink()
    assert verify(dataset, sample=0).counts["E0840"] == 1


def test_a_card_that_names_other_files_is_remarked_on(dataset: Path) -> None:
    card = dataset / "README.md"
    card.write_text(card.read_text().replace("data/train", "data/evil"))
    report = verify(dataset, sample=0)
    assert report.ok
    assert [each.code for each in report.warnings] == ["W0854"]


@pytest.mark.parametrize(
    ("edit", "told"),
    [
        (lambda held: held.update(note="x"), "holds a member `note`, which is none of the family"),
        (lambda held: held["files"].update({"a.txt": "x"}), "holds a file `a.txt`"),
        (lambda held: held.update(main=held.pop("main")), "is written otherwise"),
    ],
)
def test_a_bundle_that_holds_more_than_the_family_is_found(
    dataset: Path, edit: Callable[[dict[str, Any]], None], told: str
) -> None:
    path = dataset / "family.json"
    held = json.loads(path.read_text())
    edit(held)
    path.write_text(json.dumps(held))
    report = verify(dataset, sample=0)
    assert report.counts == {"E0853": 1}
    assert told in report.faults[0].message


def test_files_that_are_of_no_run_are_remarked_on(dataset: Path) -> None:
    (dataset / "notes.txt").write_text("mine")
    assert not verify(dataset).warnings
    for name in ("text/notes.txt", "records-old.jsonl"):
        (dataset / name).write_text("mine")
    report = verify(dataset)
    assert report.ok
    (remark,) = report.warnings
    assert remark.code == "W0849"
    assert "`records-old.jsonl` and 1 more was not written by the run" in remark.message


@pytest.mark.parametrize(
    ("keep", "counts"), [(0, {"E0844": 1}), (2, {"E0844": 1}), (None, {"E0844": N - 1})]
)
def test_how_many_have_files_of_their_own_is_as_the_manifest_says(
    dataset: Path, keep: int | None, counts: dict[str, int]
) -> None:
    changed(dataset / "manifest.json", keep=keep)
    report = verify(dataset)
    assert report.counts == counts
    assert ("has" if keep == 0 else "lacks") in report.faults[0].message
    shutil.rmtree(dataset / "text")
    shutil.rmtree(dataset / "encodings")
    assert verify(dataset).ok


def test_a_manifest_that_leaves_out_what_every_run_tells_is_found(dataset: Path) -> None:
    told = json.loads((dataset / "manifest.json").read_text())
    for field in ("keep", "format", "shard_size", "settings", "counts"):
        rest = {name: value for name, value in told.items() if name != field}
        (dataset / "manifest.json").write_text(json.dumps(rest))
        assert "E0844" in verify(dataset, sample=0).counts, field


def test_a_dataset_without_its_manifest_or_family(dataset: Path) -> None:
    (dataset / "manifest.json").unlink()
    report = verify(dataset)
    assert report.ok
    assert [each.code for each in report.warnings] == ["W0847", "W0849"]
    (dataset / "family.json").unlink()
    with pytest.raises(SpecError) as error:
        verify(dataset)
    assert error.value.diagnostics[0].code == "E0848"
    assert verify(dataset, SPECS / "flat.rspec").ok


def test_a_folder_that_is_no_dataset(tmp_path: Path) -> None:
    done = command("verify", tmp_path)
    assert done.exit_code == 1
    assert "E0804" in done.output


@pytest.mark.parametrize(
    "content", ["{", '{"rejections":{},"keep":"3"}', '{"rejections":{},"settings":1}']
)
def test_a_manifest_that_is_none(dataset: Path, content: str) -> None:
    (dataset / "manifest.json").write_text(content)
    done = command("verify", dataset)
    assert done.exit_code == 1
    assert "E0805" in done.output


def test_users_rows_are_verified_from_the_bundle_alone(tmp_path: Path) -> None:
    spec = SPECS / "flat.rspec"
    family = load(spec)
    assert family.record is not None
    rows = [each.values for made in family.generate(9, seed=5) for each in made.options]
    table = tmp_path / "rows.jsonl"
    plain = [{name: value.strip("`") for name, value in row.items()} for row in rows]
    table.write_text("".join(f"{json.dumps(row)}\n" for row in plain))
    own = load(spec, rows={family.record.name: table})
    bundle = tmp_path / "family.json"
    bundle.write_text(json.dumps(own.bundle()))
    record = own.instance(0, 1).record()
    table.unlink()
    assert verify(record, bundle).ok
    assert not verify(record, spec).ok


def test_repeats_are_left_out_of_a_copy(dataset: Path, tmp_path: Path) -> None:
    for path in shards(dataset):
        path.write_text(path.read_text() * 2)
    for by in ("canonical", "exact"):
        found = dedup(dataset, tmp_path / by, by)
        assert (found.kept, found.dropped) == (N, N)
        assert verify(tmp_path / by).ok
    assert command("dedup", dataset, "-o", tmp_path / "exact").exit_code == 1
    done = command("dedup", dataset, "-o", tmp_path / "exact", "--force", "--json")
    assert done.exit_code == 0
    assert json.loads(done.stdout)["dropped"] == N
    assert [each["index"] for each in records(tmp_path / "exact")] == list(range(N))
