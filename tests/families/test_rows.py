"""Rows: `datasets.load_dataset` gives one for each record, in every format and of every family."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.contract import plugins
from rspc.compiler.dataset.formats import columns
from rspc.compiler.dataset.runs.plan import Plan
from rspc.compiler.dataset.runs.run import run
from rspc.compiler.dataset.runs.sweep import Setting

SPECS = Path(__file__).parents[2] / "specs"
FAMILIES = sorted(SPECS.rglob("*.rspec"))
FORMATS = plugins.names(plugins.WRITERS)

pytestmark = pytest.mark.skipif(not find_spec("datasets"), reason="datasets is not installed")


@cache
def load_dataset() -> Any:
    """Import the package once: that takes two seconds."""
    import datasets

    return datasets.load_dataset


def made(family: Any, out: Path, format: str) -> list[dict[str, Any]]:
    setting = Setting("", family.settings({}))
    run(Plan(family, {"": 3}, out, (setting,), format=format, keep=1))
    return list(rspc.records(out))


@pytest.mark.parametrize("spec", FAMILIES, ids=lambda spec: spec.stem)
def test_rows_are_the_records(spec: Path, tmp_path: Path) -> None:
    """One format a family by turns, as a row hangs on the format alone: `test_every_format` has all of them."""
    format = FORMATS[FAMILIES.index(spec) % len(FORMATS)]
    check(rspc.load(spec), tmp_path, format)


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("name", ["flight", "charter"])
def test_every_format(name: str, format: str, tmp_path: Path) -> None:
    check(rspc.load(SPECS / f"{name}.rspec"), tmp_path, format)


def check(family: Any, tmp_path: Path, format: str) -> None:
    records = made(family, tmp_path / "out", format)
    loaded = load_dataset()(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
    assert list(loaded) == ["train"]
    assert {name: each.dtype for name, each in loaded["train"].features.items()} == {
        name: "int64" if kind == columns.INTEGER else "string"
        for name, kind in columns.FIELDS.items()
    }
    rows = list(loaded["train"])
    assert [rspc.record(row) for row in rows] == records
    for row, record in zip(rows, records, strict=True):
        assert list(rspc.record(row)) == list(record)
        assert rspc.record(record) == record
        assert rspc.score(row, record["answer"]) == rspc.score(record, record["answer"])
        assert rspc.score(row, record["answer"]).value == 1
    report = rspc.verify(rows[0], family)
    assert report.ok


def test_records_of_a_split(tmp_path: Path) -> None:
    family = rspc.load(SPECS / "flat.rspec")
    setting = Setting("", family.settings({}))
    run(Plan(family, {"train": 3, "test": 2}, tmp_path / "out", (setting,), shard=2))
    for split, number in (("train", 3), ("test", 2), (None, 5)):
        assert len(list(rspc.records(tmp_path / "out", split))) == number
    with pytest.raises(rspc.SpecError, match=r"no records of split `dev`(.|\n)*`train`, `test`"):
        list(rspc.records(tmp_path / "out", "dev"))
    loaded = load_dataset()(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
    assert {split: len(rows) for split, rows in loaded.items()} == {"train": 3, "test": 2}


def test_texts_stay_as_they_are(tmp_path: Path) -> None:
    """Texts that look like times, numbers or nothing, and letters that end lines elsewhere."""
    family = rspc.load(SPECS / "flat.rspec")
    texts = [
        "2024-03-01",
        "null",
        "007",
        "",
        " NA",
        'a "b", c\r\nd\re\u2028f',
        "1e999",
        "漢\u200d字",
    ]
    drawn = family.instance(0, 0).record()
    records = [
        {**drawn, "id": f"x-{n}", "answer": each, "label": each} for n, each in enumerate(texts)
    ]
    assert loaded_again(records, tmp_path) == records


def loaded_again(records: list[dict[str, Any]], tmp_path: Path) -> list[dict[str, Any]]:
    import msgspec

    from rspc.compiler.dataset.cards import card
    from rspc.compiler.dataset.formats import sheets

    lines = [msgspec.json.encode(each) + b"\n" for each in records]
    (tmp_path / "data").mkdir()
    name = "data/train-00000-of-00001.csv"
    (tmp_path / name).write_bytes(b"".join([sheets.head(), *map(sheets.row, lines)]))
    listed = [{"file": name, "split": "", "count": len(records), "bytes": 0}]
    told = {"family": "x", "count": len(records), "labels": {}}
    (tmp_path / "README.md").write_text(card.card(told, listed, sheets.LOADING), "utf-8")
    loaded = load_dataset()(str(tmp_path), cache_dir=str(tmp_path / "cache"))
    return [rspc.record(row) for row in loaded["train"]]


def test_a_row_whose_structure_is_no_json_is_refused() -> None:
    with pytest.raises(rspc.SpecError, match=r"E0805.*`options`"):
        rspc.score({"task": "choice", "options": "[A"}, "A")
