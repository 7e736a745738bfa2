"""The index of a dataset: filters agree with `rspc filter`, and what cannot be read is reported."""

from __future__ import annotations

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.dataset.filter import read_condition
from rspc.compiler.dataset.stats.account import figures
from rspc.compiler.dataset.stats.expressions.conditions import figures_in, holds
from rspc.compiler.dataset.stats.expressions.statistics import Comparison
from rspc.dsl.diagnostics import SpecError
from rspc.integrations.studio.browse import (
    conditions,
    facts,
    prompts,
    schema,
    scratch,
    statistics,
)
from rspc.integrations.studio.browse.building import build
from rspc.integrations.studio.browse.cells import cell_of, text_of, value_of
from rspc.integrations.studio.browse.index import Chosen, Index, Stopped
from rspc.integrations.studio.browse.state import Facet, Filters, first_columns

from .conftest import run

CONDITIONS = (
    "label = true",
    "label != true",
    "label == false or answer = yes",
    "not label = true",
    "people >= 3",
    "params.people = 3 and not words < 30",
    "prompt_words > 30 and prompt_words <= 40",
    "characters < 170",
    "odd = 3",
    "odd = x",
    "odd != x",
    "odd > 2",
    "odd = true",
    "odd = null",
    "not odd = 3",
    "metrics.odd = 1",
    "several = 2",
    "not several = 2",
    "several > 5",
    "split = train and index >= 1",
    "`odd name` = `a b`",
    "huge = 1",
    "not huge > 1",
)


@pytest.fixture(scope="module")
def dataset(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset with numbers, names and lists, some of them under one name, and some left out."""
    file = tmp_path_factory.mktemp("browse") / "odd.jsonl"
    odd = (3, "3", "x", True, None, 2.5, "4.0", False)
    lines = []
    for place, record in enumerate(rspc.records(made)):
        own = json.loads(json.dumps(record))
        own["params"]["odd"] = odd[place % len(odd)]
        own["params"]["odd name"] = "a b"
        own["params"]["huge"] = 10**30
        own["metrics"]["several"] = [place, "x", 2]
        if place % 3 == 0:
            own["metrics"]["odd"] = 1
        own["prompt"] += (" Überaus\n“quoted”", " plain")[place % 2]
        lines.append(json.dumps(own, ensure_ascii=place % 2 == 0))
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def records(dataset: Path) -> list[dict[str, Any]]:
    return [dict(each) for each in rspc.records(dataset)]


@pytest.fixture
def indexed(tmp_path: Path) -> Iterator[Callable[[Path], Index]]:
    """Return what makes an index of a dataset."""
    made: list[Index] = []

    def index(dataset: Path) -> Index:
        folder = tmp_path / f"index-{len(made)}"
        folder.mkdir()
        schema.create(folder / "index.db").close()
        build(dataset, folder / "index.db")
        made.append(Index(folder / "index.db"))
        return made[-1]

    yield index
    for each in made:
        each.close()


@pytest.fixture
def index(indexed: Callable[[Path], Index], dataset: Path) -> Index:
    return indexed(dataset)


def numbers(index: Index, chosen: Chosen) -> list[int]:
    count = index.choose(chosen)
    found = [row.number for row in index.rows(0, 1000, ())]
    assert len(found) == count
    return found


@pytest.mark.parametrize("text", CONDITIONS)
def test_a_condition_holds_for_the_same_records_as_in_rspc_filter(
    index: Index, dataset: Path, text: str
) -> None:
    condition = read_condition(text)
    expected = [
        number
        for number, record in enumerate(records(dataset), 1)
        if holds(condition, {**figures(record), "characters": len(record["prompt"])})
    ]
    found = numbers(index, Chosen((conditions.read(text, index.columns()),)))
    assert found == expected
    written = conditions.to_text(condition)
    assert written is not None
    assert read_condition(written) == condition


@pytest.mark.parametrize(
    "text", ["GLAD", "überaus", "“QUOTED”", "s\n“", "nüberaus", "plain", "zzz", '"', "\\", "the "]
)
def test_a_text_is_found_in_prompts_whatever_its_case(
    index: Index, dataset: Path, text: str
) -> None:
    has = [text.lower() in each["prompt"].lower() for each in records(dataset)]
    expected = [number for number, found in enumerate(has, 1) if found]
    assert numbers(index, Chosen(text=text)) == expected
    both = Chosen((conditions.read("index >= 2", index.columns()),), text=text)
    kept = {each["id"] for each in records(dataset) if each["index"] >= 2}
    assert numbers(index, both) == [
        number for number in expected if records(dataset)[number - 1]["id"] in kept
    ]


def test_records_are_sorted_paged_and_found(index: Index, dataset: Path) -> None:
    known = records(dataset)
    index.choose(Chosen(order="prompt_words", is_descending=True))
    sizes = [row.cells[0] for row in index.rows(0, 1000, ["prompt_words"])]
    words = [len(each["prompt"].split()) for each in known]
    assert sizes == sorted(words, reverse=True)
    page = index.rows(3, 2, ["label", "params.odd"])
    assert [row.number for row in page] == [row.number for row in index.rows(0, 9, ())][3:5]
    assert [row.cells[0] for row in page] == [known[row.number - 1]["label"] for row in page]
    assert index.number_of(known[5]["id"]) == 6
    assert index.number_of("2") == 1 + next(
        place for place, each in enumerate(known) if each["index"] == 2
    )
    assert index.number_of("none") is None
    assert index.record(4) == known[3]
    index.choose(Chosen((Comparison("label", "=", known[0]["label"]),)))
    assert index.place_of(1) == 0
    other = next(n for n, each in enumerate(known, 1) if each["label"] != known[0]["label"])
    assert index.place_of(other) is None


def test_values_that_records_lack_come_last(index: Index, dataset: Path) -> None:
    for is_descending in (False, True):
        index.choose(Chosen(order="metrics.odd", is_descending=is_descending))
        cells = [row.cells[0] for row in index.rows(0, 1000, ["metrics.odd"])]
        missing = [cell is None for cell in cells]
        assert missing == sorted(missing)
        assert True in missing


def test_counts_are_those_of_the_chosen_records(index: Index, dataset: Path) -> None:
    index.choose(Chosen(text="plain"))
    kept = [each for each in records(dataset) if "plain" in each["prompt"]]
    counts = index.counts(["label", "params.people", "metrics.odd"])
    assert counts["label"] == Counter(each["label"] for each in kept)
    assert counts["params.people"] == Counter(each["params"]["people"] for each in kept)
    assert counts["metrics.odd"].total() == sum("odd" in each["metrics"] for each in kept)
    pairs = index.pairs("label", ["params.people"])["params.people"]
    assert pairs == Counter((each["label"], each["params"]["people"]) for each in kept)


def test_each_bar_of_a_plot_stands_for_the_records_that_it_counts(index: Index) -> None:
    index.choose(Chosen())
    sections = list(statistics.sections(index))
    assert {"Labels and answers", "Parameters", "Metrics", "Sizes"} <= {s.title for s in sections}
    checked = 0
    for plot in (plot for section in sections for plot in section.plots):
        for mark, condition in enumerate(plot.conditions):
            _, _, rest = plot.svg.partition(f'data-mark="{mark}" ')
            told = rest.partition('aria-label="')[2].partition('"')[0] if rest else ""
            count = int(told.rpartition(": ")[2].split()[0]) if told else 0
            if "metrics.several" in figures_in(condition):
                continue  # the members of a list are counted one by one
            assert index.choose(Chosen((condition,))) == count, (told, condition)
            checked += bool(told)
    assert checked > 30


def test_figures_with_few_values_can_be_chosen(index: Index, tmp_path: Path) -> None:
    database = next(tmp_path.glob("index-0/index.db"))
    varying, facets = facts.learn(database)
    assert "params.people" in varying
    assert "params.huge" not in varying
    people = next(each for each in facets if each.name == "params.people")
    assert [value for value, _ in people.values] == [2.0, 3.0]
    columns = first_columns(index.columns(), varying)
    assert columns[:2] == ["label", "answer"]
    assert "params.people" in columns


@pytest.mark.parametrize(
    ("name", "low", "high", "expected"),
    [
        ("people", "4", "", "people >= 4"),
        ("prompt_words", "10", "20.5", "prompt_words >= 10 and prompt_words <= 20.5"),
        ("people", "", "", "give a least value, a greatest value, or both"),
        ("people", "x", "", "`x` is no number"),
        ("people", "nan", "", "`nan` is no number"),
        ("people", "", "1e999", "`1e999` is no number"),
        ("label", "1", "2", "`label` has no numbers"),
        ("nothing", "1", "", "no record has a figure `nothing`"),
        ("", "1", "", "name a figure"),
    ],
)
def test_a_range_is_a_condition_or_reports_what_is_wrong(
    index: Index, name: str, low: str, high: str, expected: str
) -> None:
    found = facts.read_range(name, low, high, index.columns())
    assert (found if isinstance(found, str) else conditions.to_text(found)) == expected


@pytest.mark.parametrize(
    ("text", "code"), [("people >=", "E0860"), ("poeple = 3", "E0861"), ("people = 3 or", "E0860")]
)
def test_a_wrong_condition_is_reported(index: Index, text: str, code: str) -> None:
    with pytest.raises(SpecError) as error:
        conditions.read(text, index.columns())
    assert error.value.diagnostics[0].code == code


def test_lines_that_cannot_be_read_are_skipped_and_reported(
    indexed: Callable[[Path], Index], dataset: Path, tmp_path: Path
) -> None:
    whole = dataset.read_text("utf-8").splitlines()
    lacking = json.loads(whole[1])
    del lacking["params"]
    damaged = tmp_path / "damaged.jsonl"
    deep = '{"a":' * 5000
    text = "\n".join([whole[0], json.dumps(lacking), "", deep, whole[2], whole[3][:-9]])
    damaged.write_text(text, encoding="utf-8")
    index = indexed(damaged)
    state = index.state()
    assert (state.read, state.skipped, state.is_done) == (2, 4, True)
    assert {each.code for each in state.faults} == {"E0805"}
    assert "record 2 of" in state.faults[0].message
    assert "cut short" in state.faults[3].message
    assert index.record(2)["id"] == json.loads(whole[2])["id"]


def test_why_no_more_records_are_read_is_reported_first(
    indexed: Callable[[Path], Index], dataset: Path, tmp_path: Path
) -> None:
    whole = dataset.read_text("utf-8").splitlines()
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text("\n".join([whole[0], "no", "x" * (9 << 20), whole[1]]), encoding="utf-8")
    state = indexed(damaged).state()
    assert (state.read, state.skipped) == (1, 1)
    assert "longer than" in state.faults[0].message
    assert state.faults[0].help == "the records after it are left out"
    damaged.write_text("\n".join([whole[0], *["no"] * 2000, whole[1]]), encoding="utf-8")
    state = indexed(damaged).state()
    assert state.faults[0].message == "more than 1,000 records cannot be read"


@pytest.mark.parametrize("content", ["", "no", "\x1f\x8b\x08", "[]\n[]\n"])
def test_a_file_without_records_is_reported(
    indexed: Callable[[Path], Index], tmp_path: Path, content: str
) -> None:
    file = tmp_path / "file.jsonl"
    file.write_bytes(content.encode("latin-1"))
    state = indexed(file).state()
    assert state.read == 0
    assert state.is_done
    assert {each.code for each in state.faults} == ({"E0805"} if content else set())


def test_a_dataset_that_is_not_there_is_reported(
    indexed: Callable[[Path], Index], tmp_path: Path
) -> None:
    assert [each.code for each in indexed(tmp_path / "none").state().faults] == ["E0804"]


def test_a_file_that_has_changed_is_not_read_at_old_places(
    indexed: Callable[[Path], Index], dataset: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own.jsonl"
    own.write_bytes(dataset.read_bytes())
    index = indexed(own)
    assert index.record(2)
    own.write_text(own.read_text("utf-8")[100:], encoding="utf-8")
    with pytest.raises(SpecError, match="changed since it was read"):
        index.record(2)
    os.remove(own)
    with pytest.raises(SpecError, match="cannot be read"):
        index.record(2)


@pytest.mark.parametrize("format", ["parquet", "jsonl.zst"])
def test_other_formats_are_read_as_json_lines(
    indexed: Callable[[Path], Index], pals: Path, tmp_path: Path, format: str
) -> None:
    out = tmp_path / "other"
    run("compile", str(pals), "-n", "4", "--format", format, "-o", str(out))
    index = indexed(out)
    assert index.choose(Chosen()) == 4
    assert [index.record(number) for number in range(1, 5)] == records(out)


def test_a_later_choice_stops_one_before_it(index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rspc.integrations.studio.browse.index.COUNTED", 1)
    count = index.choose(Chosen())
    parts = index._cells(["label"])
    assert len(next(parts)) == 1
    index._stop()
    with pytest.raises(Stopped):
        next(parts)
    assert index.choose(Chosen()) == count


def test_prompts_that_are_not_asked_for_are_not_found(tmp_path: Path) -> None:
    texts = [b"one two", b"two", b"three", b"tw", b"o two"]
    file, places, start = tmp_path / "prompts", [], 0
    file.write_bytes(b"".join(each + b"\xff" for each in texts))
    for number, each in enumerate(texts, 1):
        places.append((number, start, len(each)))
        start += len(each) + 1
    with file.open("rb") as opened:
        assert list(prompts.find(opened, b"two", places)) == [1, 2, 5]
        assert list(prompts.find(opened, b"two", [places[0], places[2], places[4]])) == [1, 5]
        assert list(prompts.find(opened, b"o", places[3:])) == [5]


@pytest.mark.parametrize(
    "value", [1, 2.5, "x", True, None, [1, "x"], {"a": 1}, 10**30, 1e300, [], ""]
)
def test_a_condition_sees_the_same_in_a_cell_as_in_a_figure(value: Any) -> None:
    for sign in ("=", "!=", "<", ">="):
        for other in (1.0, 2.5, "x", "true", "null", "", "{'a': 1}"):
            asked = Comparison("f", sign, other)
            if sign in "<>=" and sign != "=" and isinstance(other, str):
                continue
            assert asked.holds(value_of(cell_of(value))) == asked.holds(value), (asked, value)
    assert "\n" not in text_of(cell_of(value))


def test_filters_are_shown_and_removed_one_by_one(index: Index) -> None:
    columns = index.columns()
    found = (
        Filters()
        .toggled("label", "true")
        .toggled("label", "false")
        .with_condition(conditions.read("people = 3 and prompt_words > 9", columns))
    )
    found = found.with_outcome(0, "wrong").sorted_by("label").sorted_by("label")
    assert found.chips(["model"]) == [
        "label = true or label = false",
        "people = 3",
        "prompt_words > 9",
        "model: wrong",
    ]
    assert found.rest.is_descending
    assert found.without(0).toggled("label", "C").chips(["m"])[0] == "label = C"
    assert found.without(2).chips(["m"]) == [
        "label = true or label = false",
        "people = 3",
        "m: wrong",
    ]
    assert found.without(99) == found
    assert found.toggled("label", "true").toggled("label", "false").facets == ()
    assert found.cleared() == Filters(rest=Chosen(order="label", is_descending=True))
    assert found.sorted_by("label").rest.order == ""


def test_a_folder_of_a_process_that_is_gone_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    left = tmp_path / f"{scratch.PREFIX}left"
    left.mkdir()
    (left / scratch.LOCK).touch()
    (left / "index.db").touch()
    mine = scratch.Scratch()
    assert not left.exists()
    other = scratch.Scratch()
    assert mine.path.exists()
    assert mine.folder() != mine.folder()
    for each in (mine, other):
        each.remove()
    assert list(tmp_path.iterdir()) == []


def test_an_index_that_cannot_be_written_raises(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.Error):
        schema.create(tmp_path / "none" / "index.db")


def test_values_are_counted_among_the_records_that_other_filters_keep(
    indexed: Callable[[Path], Index], dataset: Path
) -> None:
    index = indexed(dataset)
    known = [json.loads(line) for line in dataset.read_text("utf-8").splitlines()]
    facets = [Facet("label", ()), Facet("params.people", ())]
    assert facts.tally(index, Filters(), facets) == {}
    word = known[0]["prompt"].split()[0].lower()
    filters = Filters().toggled("label", known[0]["label"]).but(text=word)
    index.choose(filters.chosen())
    found = facts.tally(index, filters, facets)
    having = [each for each in known if word in each["prompt"].lower()]
    kept = [each for each in having if each["label"] == known[0]["label"]]
    assert found["label"] == Counter(each["label"] for each in having)
    assert found["params.people"] == Counter(each["params"]["people"] for each in kept)
    assert found["label"].total() > found["params.people"].total() > 0
