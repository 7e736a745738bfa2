"""Formats: what is written is read again byte for byte, and written again the same."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as some

from rspc.compiler.contract import plugins
from rspc.compiler.contract.plugins import PluginError
from rspc.compiler.dataset.formats import columns, read
from rspc.compiler.dataset.runs.plan import Plan
from rspc.compiler.dataset.runs.run import run
from rspc.dsl.diagnostics import SpecError

from ..conftest import codes, plan

FIELDS = ("id", "seed", "shape", "options", "params", "metrics", "odd")
"""The order in which all records have their fields."""

LACKING = object()
FORMATS = plugins.names(plugins.WRITERS)

scalars = (
    some.none()
    | some.booleans()
    | some.integers()
    | some.floats(allow_nan=False, allow_infinity=False)
    | some.text()
)
values = scalars | some.lists(scalars, max_size=2) | some.dictionaries(some.text(), scalars)
records = some.fixed_dictionaries(
    {
        "id": some.text(),
        "seed": some.integers(0, 2**63 - 1),
        "shape": some.text() | some.just(LACKING),
        "options": some.none() | some.lists(some.text()),
        "params": some.dictionaries(some.sampled_from(["depth", "id"]), scalars),
        "metrics": some.dictionaries(some.sampled_from(["words", "entropy", "late"]), values),
        "odd": values,
    }
).map(lambda record: {name: record[name] for name in FIELDS if record[name] is not LACKING})


@pytest.mark.parametrize("format", FORMATS)
@given(held=some.lists(records, max_size=4))
@settings(max_examples=25, deadline=None)
def test_records_are_read_as_they_were_written(format: str, held: list[dict[str, Any]]) -> None:
    writer = plugins.make(plugins.WRITERS, format)
    members: dict[str, str] = {}
    for record in held:
        columns.note_members(members, record)
    known = {"id": columns.TEXT, "seed": columns.INTEGER, "shape": columns.TEXT}
    found = {**known, **dict.fromkeys(("options", "params", "metrics", "odd"), columns.JSON)}
    found |= members
    lines = [msgspec.json.encode(record) + b"\n" for record in held]
    files = []
    for _ in range(2):
        file = io.BytesIO()
        writer.write(iter(lines), found, file)
        files.append(file.getvalue())
    assert files[0] == files[1]
    assert list(writer.read(io.BytesIO(files[0]))) == lines


@pytest.mark.parametrize("format", FORMATS)
def test_a_dataset_is_the_same_in_every_format(numbers: Any, tmp_path: Path, format: str) -> None:
    plain = run(plan(numbers, tmp_path / "plain", n=30))
    other = run(plan(numbers, tmp_path / "other", n=30, format=format, shard=12))
    again = run(plan(numbers, tmp_path / "again", n=30, format=format, shard=12))
    assert other.digest == plain.digest
    assert [each.read_bytes() for each in other.files] == [
        each.read_bytes() for each in again.files
    ]
    assert list(read.problems(tmp_path / "other")) == list(read.problems(tmp_path / "plain"))


def test_the_files_of_a_dataset_share_a_flat_schema(numbers: Any, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    drawn = numbers.instance

    def odd(**given: Any) -> Any:
        instance = drawn(**given)
        metrics = {"words": 3, "entropy": [0.5]}
        if given["index"] > 12:
            metrics |= {"words": 0.5, "late": True, "depth": None}
        record = {**instance.record(), "metrics": metrics}
        object.__setattr__(instance, "record", lambda: record)
        return instance

    numbers.instance = odd
    made = run(plan(numbers, tmp_path, n=30, format="parquet", shard=10))
    schemas = [parquet.read_schema(each) for each in made.files]
    assert schemas[0] == schemas[1] == schemas[2]
    types = {field.name: str(field.type) for field in schemas[0]}
    assert set(types.values()) == {"string", "int64", "double", "bool"}
    assert (types["metrics.words"], types["metrics.late"]) == ("double", "bool")
    assert types["metrics.entropy"] == "string"
    assert "metrics.depth" not in types
    table = parquet.read_table(made.files[1])
    assert table.column("metrics.words").to_pylist() == [3.0] * 3 + [0.5] * 7
    assert table.column("metrics.late").to_pylist() == [None] * 3 + [True] * 7


@pytest.mark.parametrize("cut", [10, 700])
def test_a_damaged_parquet_file_is_named(numbers: Any, tmp_path: Path, cut: int) -> None:
    made = run(plan(numbers, tmp_path, n=30, format="parquet"))
    made.files[0].write_bytes(made.files[0].read_bytes()[:-cut])
    with pytest.raises(SpecError) as error:
        list(read.records(tmp_path))
    assert codes(error) == ["E0805"]


def test_a_column_that_tells_another_amount_than_its_field_is_found(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    amounts = (2**53 + 1, 0.5, 3, None)
    lines = [
        b'{"id":"%d","metrics":%s}\n' % (i, msgspec.json.encode({"words": amount}))
        for i, amount in enumerate(amounts)
    ]
    found = {"id": columns.TEXT, "metrics": columns.JSON}
    for each in lines:
        columns.note_members(found, json.loads(each))
    path = tmp_path / "records.parquet"
    with path.open("wb") as file:
        plugins.make(plugins.WRITERS, "parquet").write(lines, found, file)
    assert [line for line, _, _ in read.lines(path)] == lines
    table = parquet.read_table(path)
    at = table.schema.names.index("metrics.words")
    altered = table.column(at).to_pylist()
    altered[2] = 4.0
    kept = table.schema.field(at)
    parquet.write_table(table.set_column(at, kept, [altered]), path)
    with pytest.raises(SpecError, match=r"record 3 of .*`metrics.words`"):
        list(read.lines(path))
    parquet.write_table(table.drop_columns(["metrics.words"]), path)
    with pytest.raises(SpecError, match="its columns differ from those"):
        list(read.lines(path))


def test_another_programs_parquet_is_not_taken_for_records(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    parquet.write_table(pyarrow.table({"id": ["x"]}), tmp_path / "records.parquet")
    with pytest.raises(SpecError, match="not written by rspc"):
        list(read.records(tmp_path))


@pytest.mark.parametrize("fault", [ValueError("no"), RuntimeError("no")])
def test_a_writer_that_fails_is_named(
    numbers: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    def write(*given: Any) -> None:
        raise fault

    monkeypatch.setattr(plugins.load(plugins.WRITERS, "jsonl"), "write", write)
    with pytest.raises(PluginError, match=r"writer `jsonl` of `rspc .*` failed at records.jsonl"):
        run(plan(numbers, tmp_path / "out"))


LOAD = """
import sys
import datasets
import rspc
datasets.disable_progress_bars()
found = datasets.load_dataset(sys.argv[1])
for split, rows in found.items():
    kinds = sorted({str(each.dtype) for each in rows.features.values()})
    print(split, len(rows), rows[0]["id"], rspc.record(rows[0])["params"]["depth"], *kinds)
"""


def test_a_hugging_face_folder_is_loaded_without_a_network(numbers: Any, tmp_path: Path) -> None:
    if not find_spec("datasets"):
        pytest.skip("datasets is not installed")
    out = tmp_path / "numbers"
    made = plan(numbers, out, format="huggingface", shard=10, license="cc-by-4.0")
    setting = type(made.settings[0])("", {"depth": 2})
    run(Plan(**{**made.__dict__, "counts": {"train": 25, "test": 3}, "settings": (setting,)}))
    assert sorted(each.name for each in (out / "data").iterdir()) == [
        "test-00000-of-00001.parquet",
        "train-00000-of-00003.parquet",
        "train-00001-of-00003.parquet",
        "train-00002-of-00003.parquet",
    ]
    alone = {"HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path / "home")}
    told = subprocess.run(
        [sys.executable, "-c", LOAD, str(out)],
        env={**os.environ, **alone},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert told.stdout.splitlines() == [
        "train 25 numbers-s0-train-2-000000 2 int64 string",
        "test 3 numbers-s0-test-2-000000 2 int64 string",
    ]
    card = (out / "README.md").read_text()
    manifest = json.loads((out / "manifest.json").read_text())
    assert "license: cc-by-4.0" in card
    assert manifest["digest"] in card
    for label, number in manifest["splits"]["train"]["labels"].items():
        assert f"| {label} | {number} | " in card


def test_a_users_own_card_is_not_replaced(numbers: Any, tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("mine")
    with pytest.raises(SpecError) as error:
        run(plan(numbers, tmp_path, format="huggingface"))
    assert codes(error) == ["E0803"]
    assert (tmp_path / "README.md").read_text() == "mine"
