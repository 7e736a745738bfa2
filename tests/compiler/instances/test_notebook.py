"""What notebooks show of instances and records."""

from __future__ import annotations

import copy
import json
import pickle
from pathlib import Path

import msgspec
import pytest

import rspc
from rspc.compiler.sources.starter import start
from rspc.compiler.view import Record

LOGIC = "constraint"


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory) -> rspc.Instance:
    return rspc.load(start("shop", LOGIC, tmp_path_factory.mktemp("notebook"))).instance()


def test_an_instance_is_shown_as_its_record(instance: rspc.Instance) -> None:
    shown = instance._repr_html_()
    assert shown == instance.record()._repr_html_()
    assert shown.count("(right)") == 1
    right = next(each for each in instance.options if each.label == instance.label)
    assert f"✓ <b>{right.label}. " in shown
    assert instance.id in shown
    assert shown.count("<li") == len(instance.options)
    assert "<script" not in shown


def test_a_record_remains_a_dict(instance: rspc.Instance, tmp_path: Path) -> None:
    made = instance.record()
    plain = dict(made)
    assert isinstance(made, dict)
    assert made == plain
    assert json.dumps(made) == json.dumps(plain)
    assert msgspec.json.encode(made) == msgspec.json.encode(plain)
    assert repr(made) == repr(plain)
    for other in (pickle.loads(pickle.dumps(made)), copy.deepcopy(made)):
        assert other == plain
        assert isinstance(other, Record)
    path = tmp_path / "records.jsonl"
    path.write_bytes(msgspec.json.encode(made))
    (read,) = rspc.records(path)
    assert read == plain
    assert read._repr_html_() == made._repr_html_()
    assert rspc.record(made)._repr_html_() == made._repr_html_()


def test_a_record_becomes_a_row_of_a_table(instance: rspc.Instance) -> None:
    arrow = pytest.importorskip("pyarrow")
    made = instance.record()
    (row,) = arrow.Table.from_pylist([made], arrow.schema([("id", arrow.string())])).to_pylist()
    assert row == {"id": made["id"]}
