"""Counting in portions: the counts of portions merge into those of all records, in whichever process each is made."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings, strategies as st
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.api import Family, load_families
from rspc.compiler.dataset.formats import read
from rspc.compiler.dataset.runs.run import run
from rspc.compiler.dataset.stats import counting, families, label_dependence, portions, repeats
from rspc.compiler.dataset.stats.account import Account
from rspc.compiler.dataset.stats.counting import Numbers
from rspc.compiler.dataset.stats.guessing import gathering
from rspc.compiler.dataset.stats.guessing.kept import Sample
from rspc.compiler.dataset.stats.guessing.readers import SMALL
from rspc.compiler.dataset.stats.label_dependence import Contingency
from rspc.compiler.dataset.stats.repeats import Sightings
from rspc.compiler.dataset.stats.stats import Statistics, stats
from rspc.dsl.diagnostics import SpecError

from ..conftest import Ray, codes, plan
from .records import record, write

STATISTICS = ("mean(words)", "share(label = true where depth = 2)", "quantile(steps, 0.9)")


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset of two splits, with repeats, open values and a family that is found."""
    path = tmp_path_factory.mktemp("portions") / "set"
    run(plan(rspc.load("boardgame"), path, counts={"train": 48, "test": 16}))
    return path


@pytest.fixture(autouse=True)
def few_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try the quick readers only: what they are given is what portions may change."""
    monkeypatch.setattr(gathering, "available", lambda: (SMALL, ()))


@contextmanager
def portions_of(size: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(portions, "PORTION", size)
        yield


def as_json(found: Statistics) -> Any:
    return json.loads(msgspec.json.encode(found))


def close(one: Any, other: Any) -> bool:
    """Return whether two values are the same but for the last digits of numbers."""
    match one, other:
        case dict(), dict():
            return one.keys() == other.keys() and all(close(one[key], other[key]) for key in one)
        case list(), list():
            return len(one) == len(other) and all(map(close, one, other))
        case float(), float():
            return one == pytest.approx(other, rel=1e-12, abs=1e-15)
        case _:
            return bool(one == other)


@pytest.fixture(scope="module")
def asked(dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """All that can be asked for: groups, statistics, another dataset and a public set."""
    place = tmp_path_factory.mktemp("beside")
    lines = [f"{json.dumps(each)}\n" for each in read.records(dataset)]
    (place / "half.jsonl").write_text("".join(lines[::2]))
    (place / "public.jsonl").write_text("".join(lines[:7]))
    return {
        "by": "label",
        "statistics": STATISTICS,
        "beside": [place / "half.jsonl"],
        "against": [place / "public.jsonl"],
    }


def test_no_figure_depends_on_portions(dataset: Path, asked: dict[str, Any]) -> None:
    whole = as_json(stats(dataset, **asked))
    for each in ("overlaps", "foreign", "surface", "groups"):
        assert whole[each]
    assert whole["against"][0]["touched"]
    for size in (7, 50):
        with portions_of(size):
            assert close(as_json(stats(dataset, **asked)), whole)


def test_no_figure_depends_on_processes(dataset: Path, asked: dict[str, Any], ray: Ray) -> None:
    with portions_of(20):
        alone = stats(dataset, **asked)
        seen: list[int] = []
        assert stats(dataset, **asked, workers=2, progress=seen.append) == alone
        assert seen[-1] == 96
        assert stats(dataset, **asked, executor="ray", workers=2) == alone
    assert len(ray.calls) == 6
    assert {each.beside for each in ray.calls[:4]} == {""}


def test_a_process_reads_no_file_of_the_dataset(
    dataset: Path, ray: Ray, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[Path] = []

    def load_once(path: Path) -> tuple[Family, ...]:
        loaded.append(path)
        return load_families(path)

    monkeypatch.setattr(families, "load_families", load_once)
    assert stats(dataset, executor="ray").variety[0].reason == ""
    assert loaded == [dataset / "family.json"]


def test_a_damaged_record_is_named_whoever_meets_it(tmp_path: Path, ray: Ray) -> None:
    records = [record(index) for index in range(30)]
    records[20]["metrics"] = 3
    path = write(tmp_path / "records.jsonl", records)
    messages = []
    for how in ({}, {"workers": 2}, {"executor": "ray"}):
        with portions_of(8), pytest.raises(SpecError) as error:
            stats(path, **how)
        assert codes(error) == ["E0805"]
        messages.append(str(error.value))
    assert len(set(messages)) == 1
    assert "record 21" in messages[0]


@pytest.mark.parametrize("size", [30, 200])
def test_too_many_groups_are_refused_over_portions(tmp_path: Path, size: int) -> None:
    records = (record(index, metrics={"odd": index % 60}) for index in range(120))
    path = write(tmp_path / "records.jsonl", records)
    with portions_of(size), pytest.raises(SpecError) as error:
        stats(path, by="odd")
    assert codes(error) == ["E0621"]


def test_the_command_takes_workers_and_an_executor(dataset: Path, ray: Ray) -> None:
    def printed(*more: str) -> tuple[int, str]:
        found = CliRunner().invoke(app, ["stats", str(dataset), "--json", *more])
        return found.exit_code, found.stdout

    alone = printed()
    assert alone[0] == 0
    assert printed("--executor", "ray", "--workers", "2") == alone
    assert ray.calls
    assert printed("--executor", "roy")[0] == 1


# ------------------------------------------------------------------------------------------------ each count

VALUES = st.one_of(st.integers(-50, 50), st.floats(-1e6, 1e6).map(lambda value: round(value, 3)))


@given(st.lists(st.lists(VALUES, max_size=30), max_size=5))
def test_numbers_merge(parts: list[list[float]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(counting, "MOST_VALUES", 40)
        whole, merged = Numbers(), Numbers()
        for part in parts:
            own = Numbers()
            for value in part:
                own.add(value)
                whole.add(value)
            merged.merge(own)
        assert (merged.count, merged.least, merged.most) == (whole.count, whole.least, whole.most)
        assert (merged.bits, merged.counts) == (whole.bits, whole.counts)
        assert merged.total == pytest.approx(whole.total, abs=1e-6)
        assert merged.sd == pytest.approx(whole.sd, abs=1e-6, rel=1e-9)


RECORDS = st.lists(
    st.builds(
        lambda label, number, name, shape, split: {
            "label": label,
            "metrics": {"number": number, "name": name},
            **({"shape": shape} if shape else {}),
            "split": split,
        },
        st.sampled_from("abc"),
        st.integers(0, 40),
        st.sampled_from([f"n{number}" for number in range(20)]),
        st.sampled_from(["", "s", "t", "u", "v"]),
        st.sampled_from(["", "train", "test"]),
    ),
    max_size=40,
)


@settings(max_examples=50)
@given(st.lists(RECORDS, max_size=4))
def test_tables_of_labels_merge(parts: list[list[dict[str, Any]]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(label_dependence, "MOST_PAIRS", 60)
        patch.setattr(label_dependence, "FEWEST", 1)

        def counted(records: list[dict[str, Any]]) -> tuple[Account, Contingency]:
            account = Account()
            table = Contingency(account)
            for index, each in enumerate(records):
                own = record(index, **each)
                account.add(own)
                table.add(own)
            return account, table

        account, table = counted([])
        for part in parts:
            own, more = counted(part)
            account.merge(own)
            table.merge(more)
        whole, of_whole = counted([each for part in parts for each in part])
        assert account.instances == whole.instances
        assert account.labels.counts == whole.labels.counts
        found = [each for each in table.dependences() if each.figure == "metrics.number"]
        assert found == [each for each in of_whole.dependences() if each.figure == "metrics.number"]


@settings(max_examples=50)
@given(st.lists(RECORDS, max_size=4), st.integers(3, 100))
def test_sightings_merge(parts: list[list[dict[str, Any]]], most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(repeats, "MOST_FORMS", most)
        whole, merged = Sightings(), Sightings()
        for place, part in enumerate(parts):
            own = Sightings()
            for index, each in enumerate(part):
                for counts in (own, whole):
                    counts.add(record(index, **each), "other" if place == 2 else "")
            merged.merge(own)
        assert merged.repeats() == whole.repeats()
        assert merged.overlaps() == whole.overlaps()


@given(st.lists(st.integers(0, 12), max_size=4), st.integers(1, 20))
def test_samples_merge(sizes: list[int], most: int) -> None:
    whole, merged = Sample(most), Sample(most)
    index = 0
    for size in sizes:
        own = Sample(most)
        for _ in range(size):
            own.add(record(index % 17))
            whole.add(record(index % 17))
            index += 1
        merged.merge(own)
    assert [*merged] == [*whole]
