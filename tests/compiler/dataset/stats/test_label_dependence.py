"""Labels by bins of figures: counted in one pass as a second look at the records would count them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.dataset.stats import label_dependence
from rspc.compiler.dataset.stats.account import Account, figures
from rspc.compiler.dataset.stats.counting import COARSE, OTHERS
from rspc.compiler.dataset.stats.label_dependence import (
    FEWEST,
    Contingency,
    Dependence,
    bins,
    common_labels,
)
from rspc.compiler.dataset.stats.significance import Independence, independence

from .records import record

VALUES = st.one_of(
    st.integers(-9, 9),
    st.floats(-2, 2, width=16),
    st.sampled_from("abcdefgh"),
    st.booleans(),
    st.none(),
    st.lists(st.integers(0, 3), max_size=2),
)
RECORDS = st.lists(
    st.tuples(
        st.sampled_from(["true", "false", "unknown", "rare"]),
        st.dictionaries(st.sampled_from("pq"), VALUES),
        st.dictionaries(st.sampled_from("pr"), VALUES),
    ),
    max_size=60,
)


def counted(records: list[dict[str, Any]]) -> Contingency:
    account = Account()
    contingency = Contingency(account)
    for each in records:
        account.add(each)
        contingency.add(each)
    return contingency


def in_two_passes(records: list[dict[str, Any]]) -> list[tuple[str, int, Independence, list[int]]]:
    """Return the tests as a first look at all figures and a second one at their bins give them."""
    account = Account()
    for each in records:
        account.add(each)
    kept = common_labels(account.labels.counts, FEWEST)
    tables: dict[str, Counter[tuple[str | int, str]]] = {}
    for each in records:
        known = figures(each)
        for name, figure in account.factors():
            if name in known and not isinstance(known[name], list):
                cell = (
                    bins(figure).of(known[name]),
                    each["label"] if each["label"] in kept else OTHERS,
                )
                tables.setdefault(name, Counter())[cell] += 1
    found = []
    for name, counts in tables.items():
        rows = sorted({row for row, _ in counts}, key=str)
        test = independence(
            [[counts[row, label] for label in sorted({*kept, OTHERS})] for row in rows]
        )
        if test is not None:
            found.append((name, len(rows), test, sorted(counts.values())))
    return sorted(found, key=lambda each: each[0])


def made(count: int, values: list[Any], labels: int = 3) -> list[dict[str, Any]]:
    draw = random.Random(count)
    return [
        record(index, f"label {draw.randrange(labels)}", metrics={"x": draw.choice(values)})
        for index in range(count)
    ]


@settings(deadline=None)
@given(RECORDS)
def test_one_pass_counts_what_two_would(rows: list[tuple[str, dict[str, Any], Any]]) -> None:
    records = [
        record(index, label, params=params, metrics=metrics)
        for index, (label, params, metrics) in enumerate(rows)
    ]
    found = sorted(counted(records).dependences(), key=lambda each: each.figure)
    assert [
        (each.figure, each.bins, each.test, sorted(_cells(each))) for each in found
    ] == in_two_passes(records)


def _cells(dependence: Dependence) -> Iterator[int]:
    return (count for labels in dependence.labels.values() for count in labels.values())


def test_labels_are_counted_by_the_names_of_bins() -> None:
    values = [1, 2.5, "x", None, True] * 20
    rows = [
        record(n, "ab"[n % 2], params={"few": value, "many": n}) for n, value in enumerate(values)
    ]
    few, many = sorted(counted(rows).dependences(), key=lambda each: each.bins)[-2:]
    assert few.labels == {name: {"a": 10, "b": 10} for name in ("1", "2.5", "null", "true", "x")}
    assert list(few.labels)[:2] == ["1", "2.5"], "numbers come first"
    assert many.labels == {
        name: {"a": 10, "b": 10}
        for name in (
            "up to 19",
            "over 19, up to 39",
            "over 39, up to 59",
            "over 59, up to 79",
            "over 79, up to 99",
        )
    }


def test_many_numbers_are_binned_by_their_leading_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(1)
    records = made(4_000, [draw.random() for _ in range(3_000)])
    for each in records[::2]:
        each["label"] = "small" if each["metrics"]["x"] < 0.3 else "great"
    (exact,) = counted(records).dependences()
    monkeypatch.setattr(label_dependence, "MOST_PAIRS", 1_000)
    (rough,) = counted(records).dependences()
    assert exact.bins == rough.bins == 5
    assert exact.test.freedom == rough.test.freedom
    assert rough.test.statistic == pytest.approx(exact.test.statistic, rel=0.02)
    assert [*counted(records[::-1]).dependences()] == [rough], "the order does not matter"


def test_rough_bins_hold_a_fifth_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(label_dependence, "MOST_PAIRS", 500)
    records = made(5_000, [each * each / 7 for each in range(2_000)])
    pairs = counted(records)._pairs["metrics.x"]
    account = Account()
    for each in records:
        account.add(each)
    held = Counter[str | int]()
    for _, row, count in pairs.binned(account.metrics["x"]):
        held[row] += count
    assert pairs._bits < COARSE
    assert held.total() == 5_000
    assert all(900 <= each <= 1_100 for each in held.values())


def test_pairs_fit_into_their_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(label_dependence, "MOST_PAIRS", 400)
    names = [f"name {each}" for each in range(300)]
    records = made(
        6_000, [*names, *range(300), *[10.0**each for each in range(-90, 90)]], labels=40
    )
    pairs = counted(records)._pairs["metrics.x"]
    assert sum(map(len, pairs._numbers.values())) <= 400
    assert sum(map(len, pairs._names.values())) <= 400
    assert sum(each.total() for each in (*pairs._numbers.values(), *pairs._names.values())) == 6_000


def test_common_names_keep_their_bins_if_there_are_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(label_dependence, "MOST_PAIRS", 100)
    often = [name for name in "abcd" for _ in range(200)]
    records = made(4_000, [*often, *(f"name {each}" for each in range(200))])
    for each in records:
        if each["metrics"]["x"] == "a":
            each["label"] = "label 0"
    (found,) = counted(records).dependences()
    assert found.bins == 5
    assert found.test.beyond
