"""The figures of made-up datasets, against sums over all their records."""

from __future__ import annotations

import json
import random
import statistics as whole
import sys
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rspc.compiler.dataset.formats import read
from rspc.compiler.dataset.stats import (
    counting,
    label_dependence,
    portions,
    repeats as repeats_module,
)
from rspc.compiler.dataset.stats.guessing import gathering
from rspc.compiler.dataset.stats.prompts import distinct
from rspc.compiler.dataset.stats.significance import independence
from rspc.compiler.dataset.stats.stats import Statistics, stats
from rspc.dsl.diagnostics import SpecError

from .records import record, write


def drawn(count: int = 300) -> list[dict[str, Any]]:
    draw = random.Random(1)
    made = []
    for index in range(count):
        steps = draw.randint(1, 4)
        metrics = {
            "steps": steps,
            "conflicts": draw.randint(0, steps),
            "weight": draw.random(),
            "depth": draw.choice([1, 2, 3]),
            "list": [draw.random() for _ in range(draw.randint(0, 3))],
            "odd": draw.random() < 0.3,
        }
        if index % 3 == 0:
            metrics["rare"] = draw.choice(["x", "y z"])
        params = {"depth": 9, "style": draw.choice(["plain", "terse"])}
        label = draw.choice(["true", "false", "unknown"])
        made.append(record(index, label, params=params, metrics=metrics))
    return made


def measured(path: Path, text: str) -> float:
    return stats(path, statistics=[text]).statistics[text]


def metric(records: list[dict[str, Any]], name: str) -> list[Any]:
    return [each["metrics"][name] for each in records if name in each["metrics"]]


def test_statistics_are_those_of_the_whole_list(tmp_path: Path) -> None:
    made = drawn()
    path = write(tmp_path / "records.jsonl", made)
    weights = metric(made, "weight")
    deep = [each for each in made if each["metrics"]["depth"] >= 2]
    members = [each for found in metric(made, "list") for each in found]
    rare = metric(made, "rare")
    expected = {
        "count()": 300,
        "count(where depth >= 2)": len(deep),
        "mean(weight)": whole.mean(weights),
        "sd(weight)": whole.stdev(weights),
        "min(weight)": min(weights),
        "max(weight)": max(weights),
        "sum(steps)": sum(metric(made, "steps")),
        "median(weight)": whole.median(weights),
        "quantile(weight, 0.1)": whole.quantiles(weights, n=10, method="inclusive")[0],
        "mean(list)": whole.mean(members),
        "mean(weight where depth >= 2)": whole.mean(metric(deep, "weight")),
        "ratio(conflicts, steps)": sum(metric(made, "conflicts")) / sum(metric(made, "steps")),
        "share(rare = `y z`)": rare.count("y z") / len(rare),
        "share(odd = true)": sum(metric(made, "odd")) / 300,
        "share(odd != true and depth = 2)": whole.mean(
            not each["metrics"]["odd"] and each["metrics"]["depth"] == 2 for each in made
        ),
        "share(list > 0.5)": whole.mean(
            any(x > 0.5 for x in found) for found in metric(made, "list")
        ),
        "mean(params.depth) - mean(metrics.depth) - min(index)": 9
        - whole.mean(metric(made, "depth")),
        "max(steps where label = true and style = plain)": 4,
        "mean(prompt_words)": 2,
    }
    found = stats(path, statistics=expected).statistics
    assert found == {text: pytest.approx(value) for text, value in expected.items()}


def test_labels_shares_and_sizes(tmp_path: Path) -> None:
    made = drawn()
    found = stats(write(tmp_path / "records.jsonl", made)).all
    labels = Counter(each["label"] for each in made)
    assert found.labels.counts == labels
    assert found.labels.shares == {name: count / 300 for name, count in labels.items()}
    assert found.labels.apart == max(labels.values()) - min(labels.values())
    depth = found.metrics["depth"].numbers
    assert depth is not None
    assert depth.counts == {str(n): metric(made, "depth").count(n) for n in (1, 2, 3)}
    assert found.metrics["rare"].names == Counter(metric(made, "rare"))
    steps = sum(metric(made, "steps"))
    assert found.shares == {"ratio(conflicts, steps)": sum(metric(made, "conflicts")) / steps}


def test_an_answer_that_none_has_is_counted(tmp_path: Path) -> None:
    choices = ["proved", "disproved", "unknown"]
    made = [
        record(n, "ft"[n % 2], answer=choices[n % 2], choices=choices[: 3 - (n == 9)])
        for n in range(10)
    ]
    found = stats(write(tmp_path / "some.jsonl", made[:8])).all
    assert found.answers.counts == {"disproved": 4, "proved": 4, "unknown": 0}
    assert (found.answers.apart, found.answers.even) == (4, pytest.approx(0.6309, abs=1e-4))
    assert found.labels.counts == {"f": 4, "t": 4}, "labels have names of their own"
    found = stats(write(tmp_path / "all.jsonl", made)).all
    assert found.answers.counts == {"disproved": 5, "proved": 5}, "not every prompt offers it"


def test_names_that_are_counted_together_have_no_evenness(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "r.jsonl", [record(n, str(n)) for n in range(6)])
    monkeypatch.setattr(counting.Names.__init__, "__defaults__", (4,))
    found = stats(path).all.labels
    assert (found.counts["(others)"], found.apart, found.even) == (2, None, None)


def test_groups_are_the_records_of_each_value(tmp_path: Path) -> None:
    made = drawn()
    folder = write(tmp_path / "records.jsonl", made)
    found = stats(folder, by="steps")
    assert list(found.groups) == ["1", "2", "3", "4"]
    for name, group in found.groups.items():
        part = [each for each in made if each["metrics"]["steps"] == int(name)]
        assert group == stats(write(tmp_path / f"{name}.jsonl", part)).all
    assert list(stats(folder, by="rare").groups) == ["x", "y z"]
    assert list(stats(folder, by="odd").groups) == ["false", "true"]


def test_shards_are_one_dataset(tmp_path: Path) -> None:
    made = drawn(40)
    alone = stats(write(tmp_path / "alone.jsonl", made))
    folder = tmp_path / "shards"
    folder.mkdir()
    for number in range(4):
        write(folder / f"records-0000{number}.jsonl", made[10 * number : 10 * number + 10])
    found = stats(folder)
    assert (found.all, found.surface) == (alone.all, alone.surface)
    assert found.independence == alone.independence


def test_rejections_are_those_of_the_manifest(tmp_path: Path) -> None:
    write(tmp_path / "records.jsonl", drawn(4))
    assert stats(tmp_path).rejections is None
    (tmp_path / "manifest.json").write_text('{"rejections": {"a": 1, "b": 7}}')
    assert list((stats(tmp_path).rejections or {}).items()) == [("b", 7), ("a", 1)]
    assert stats(tmp_path / "records.jsonl").rejections == {"a": 1, "b": 7}


@pytest.mark.parametrize("text", ["", "[]", "{", "{}", '{"rejections": {"a": "b"}}', "[" * 9999])
def test_a_damaged_manifest_is_a_diagnostic(text: str, tmp_path: Path) -> None:
    write(tmp_path / "records.jsonl", drawn(4))
    (tmp_path / "manifest.json").write_text(text)
    assert code(lambda: stats(tmp_path)) == "E0805"


def test_independence_is_told_of_every_figure_that_varies(tmp_path: Path) -> None:
    made = drawn(600)
    for each in made:
        each["metrics"]["told"] = len(each["label"]) + 0.5
    found = stats(write(tmp_path / "records.jsonl", made))
    tests = {each.figure: each for each in found.independence}
    assert set(tests) == {
        f"metrics.{name}" for name in ("steps", "conflicts", "weight", "depth")
    } | {
        "metrics.odd",
        "metrics.rare",
        "metrics.told",
        "params.style",
    }
    labels = ("true", "false", "unknown")
    for name in ("steps", "depth", "told"):
        table = [
            [
                sum(each["metrics"][name] == value and each["label"] == label for each in made)
                for label in labels
            ]
            for value in sorted(set(metric(made, name)))
        ]
        expected = independence(table)
        assert expected is not None
        assert tests[f"metrics.{name}"].test.statistic == pytest.approx(expected.statistic)
        assert tests[f"metrics.{name}"].test.freedom == expected.freedom
    assert tests["metrics.told"].test.beyond
    assert tests["metrics.told"].test.statistic == pytest.approx(2 * 600)
    assert tests["metrics.weight"].bins == 5
    assert tests["metrics.weight"].test.freedom == 8


def test_bins_of_numbers_hold_a_fifth_each(tmp_path: Path) -> None:
    made = [record(n, "ab"[n % 2], metrics={"n": n / 7}) for n in range(100)]
    (found,) = stats(write(tmp_path / "r.jsonl", made)).independence
    assert (found.bins, found.test.least, found.test.statistic) == (5, 10, pytest.approx(0))


def test_rare_labels_are_tested_together(tmp_path: Path) -> None:
    made = [record(n, str(n), metrics={"n": n % 7}) for n in range(300)]
    assert stats(write(tmp_path / "r.jsonl", made)).independence == ()
    often = [record(n, "ab"[n % 2], metrics={"n": n % 7}) for n in range(300, 400)]
    (found,) = stats(write(tmp_path / "r.jsonl", [*made, *often])).independence
    assert (found.bins, found.test.freedom) == (5, 8)


# ------------------------------------------------------------------------------------------------- faults


def code(run: Any) -> str:
    with pytest.raises(SpecError) as error:
        run()
    (found,) = error.value.diagnostics
    assert found.help
    return found.code


def test_no_dataset(tmp_path: Path) -> None:
    assert code(lambda: stats(tmp_path)) == "E0804"
    assert code(lambda: stats(tmp_path / "nowhere")) == "E0804"
    assert code(lambda: stats(write(tmp_path / "empty.jsonl", []))) == "E0804"


def test_a_record_that_lacks_a_field(tmp_path: Path) -> None:
    damaged = record(0)
    del damaged["label"]
    assert code(lambda: stats(write(tmp_path / "r.jsonl", [record(1), damaged]))) == "E0805"


def test_unknown_figures(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", drawn(9))
    assert code(lambda: stats(path, by="stepps")) == "E0619"
    assert code(lambda: stats(path, statistics=["mean(stepps)"])) == "E0619"
    assert code(lambda: stats(path, statistics=["count(where lable = true)"])) == "E0619"
    with pytest.raises(SpecError, match="did you mean `steps`"):
        stats(path, by="stepps")


@pytest.mark.parametrize(
    "text",
    [
        "mean(label)",
        "mean(weight where depth = 7)",
        "ratio(steps, params.zero)",
        "median(rare)",
        "share(depth = 1 where depth = 7)",
    ],
)
def test_statistics_without_a_value(text: str, tmp_path: Path) -> None:
    made = drawn(9)
    for each in made:
        each["params"]["zero"] = 0
    path = write(tmp_path / "r.jsonl", made)
    assert code(lambda: stats(path, statistics=[text])) == "E0620"


def test_too_many_groups(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", drawn(51))
    assert len(stats(path, by="label").groups) == 3
    assert code(lambda: stats(path, by="weight")) == "E0621"


def test_all_of_it_is_plain_json(tmp_path: Path) -> None:
    found: Statistics = stats(write(tmp_path / "r.jsonl", drawn(30)), by="depth")
    text = json.dumps(msgspec.to_builtins(found))
    assert msgspec.json.decode(text, type=Statistics) == found


def test_each_record_is_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made, more = drawn(120), drawn(30)
    read_ids: list[str] = []
    known = read.lines

    def counting_reader(dataset: Path) -> Iterator[tuple[bytes, Path, int]]:
        for line, path, row in known(dataset):
            read_ids.append(json.loads(line)["id"])
            yield line, path, row

    monkeypatch.setattr(read, "lines", counting_reader)
    done: list[int] = []
    path = write(tmp_path / "records.jsonl", made)
    beside = write(tmp_path / "more.jsonl", more)
    found = stats(path, by="style", beside=[beside], progress=done.append)
    assert found.surface is not None
    assert found.independence
    assert read_ids == [each["id"] for each in (*made, *more)]
    assert done == list(range(1, 151))


# ------------------------------------------------------------------------------------------------- memory


def peak(path: Path) -> int:
    tracemalloc.start()
    try:
        stats(path, by="style", statistics=["median(weight)"])
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(portions, "PORTION", 200)
    monkeypatch.setattr(counting, "MOST_VALUES", 300)
    monkeypatch.setattr(label_dependence, "MOST_PAIRS", 300)
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    monkeypatch.setattr(gathering, "MOST_RECORDS", 300)
    monkeypatch.setattr(gathering, "MOST_READ", 100)
    monkeypatch.setattr(repeats_module, "MOST_FORMS", 300)
    monkeypatch.setattr(distinct, "MOST_RECENT", 100)
    more = drawn(3_000)
    for each in more:
        each["question"] = f"is it {each['index']}?"
        each["prompt"] = f"so {each['index']} is odd. {each['question']}"
        each["label"] = f"label {each['index'] % 200}"
    few = peak(write(tmp_path / "few.jsonl", more[:600]))
    many = peak(write(tmp_path / "many.jsonl", more))
    assert many < 1.3 * few


@pytest.mark.parametrize("reply", [["layout"], {"layout": []}, {"form": "lines"}])
def test_a_record_whose_fields_do_not_fit_together_is_named(tmp_path: Path, reply: Any) -> None:
    made = [
        record(index, answer=f"a = {index % 3}", task="solution", reply=reply) for index in range(9)
    ]
    with pytest.raises(SpecError) as caught:
        stats(write(tmp_path / "records.jsonl", made))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "E0805"
    assert any(f"`{each['id']}`" in diagnostic.message for each in made)
