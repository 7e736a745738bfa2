"""Datasets of other versions are read, and what their records say for themselves is checked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rspc.compiler.dataset.formats import columns, sheets
from rspc.compiler.dataset.formats.read import records
from rspc.compiler.dataset.verify.dataset import verify

from .altered import SPECS, N, changed, command, every, recounted, relabelled


@pytest.mark.parametrize("kind", ["jsonl", "parquet"])
def test_a_dataset_from_before_a_field_is_verified_and_read(kind: str, tmp_path: Path) -> None:
    """Make what an older version would have written, by taking the field from all that lists it."""
    out = tmp_path / "old"
    with pytest.MonkeyPatch.context() as patch:
        fields = {name: of for name, of in columns.FIELDS.items() if name != "spans"}
        for function in (columns.table, columns.row, sheets.head, sheets.row):
            patch.setattr(function, "__defaults__", (fields,))
        patch.setattr("rspc.compiler.instances.instance.__version__", "0.1.0")
        patch.setattr("rspc.compiler.dataset.runs.plan.__version__", "0.1.0")
        patch.setattr("rspc.compiler.maker.prompt_spans", lambda *_: {})
        done = command("compile", SPECS / "flat.rspec", "-n", "3", "--format", kind, "-o", out)
        assert done.exit_code == 0, done.output
    found = verify(out, other_version=True)
    assert found.ok, found.faults
    assert found.checked == 3
    (first, *_) = records(out)
    assert "spans" not in first
    shown = command("show", out)
    assert shown.exit_code == 0
    assert re.search(r"\n[A-E ,and]+ violates? s\d:\n  s\d: \w+", shown.output)
    told = json.loads((out / "manifest.json").read_text())
    assert "spans" not in told["columns"]


def test_records_of_another_version_are_checked_by_themselves(dataset: Path) -> None:
    every(dataset, lambda record: record.update(rspc="9.9"))
    changed(dataset / "manifest.json", rspc="9.9")
    recounted(dataset)
    report = verify(dataset)
    assert report.counts == {"E0846": N}
    (fault,) = report.faults
    assert "wording and figures were not compared" in fault.message
    assert command("verify", dataset).exit_code == 1
    report = verify(dataset, other_version=True, workers=2)
    assert report.ok
    assert report.checked == N
    assert not report.remade
    assert [each.code for each in report.warnings] == ["W0846", "W0854"]
    assert command("verify", dataset, "--other-version").exit_code == 0
    relabelled(dataset)
    recounted(dataset)
    assert verify(dataset).counts["E0841"] >= N


@pytest.mark.parametrize("version", ["0.\uff11.0", "0.1.0\n", "v1"])
def test_what_looks_like_a_version_and_is_none_is_no_other_version(
    dataset: Path, version: str
) -> None:
    every(dataset, lambda record: record.update(rspc=version))
    changed(dataset / "manifest.json", rspc=version)
    recounted(dataset)
    assert verify(dataset).counts["E0805"] == N
