"""The verdict: five lines, each against its limit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import load
from rspc.compiler.dataset.stats import balance, verdict as module
from rspc.compiler.dataset.stats.guessing.judging import DOUBT, MARGIN
from rspc.compiler.dataset.stats.layout.verdict import verdict_lines
from rspc.compiler.dataset.stats.stats import Statistics, stats
from rspc.compiler.dataset.stats.verdict import Check

from .records import record, write

NAMES = ["balanced", "guessing", "repeats", "overlap", "reference"]


def verdict(path: Path, records: list[dict[str, Any]], **given: Any) -> dict[str, Check]:
    found = stats(write(path / "records.jsonl", records), **given).verdict
    assert [each.name for each in found] == NAMES
    return {each.name: each for each in found}


def labelled(*counts: int, **given: Any) -> list[dict[str, Any]]:
    labels = [f"l{place}" for place, count in enumerate(counts) for _ in range(count)]
    return [
        record(n, label, prompt=f"prompt {n}", theory=[str(n)], canonical=str(n), **given)
        for n, label in enumerate(labels)
    ]


@pytest.mark.parametrize(
    ("counts", "ok"),
    [
        ((100, 100, 100), True),
        ((106, 94), True),  # 53% is the limit
        ((6, 4), True),  # beyond it, but so few records
        ((700, 300), False),
        ((400, 300, 200), False),
        ((300,), False),
    ],
)
def test_labels_are_balanced(counts: tuple[int, ...], ok: bool, tmp_path: Path) -> None:
    found = verdict(tmp_path, labelled(*counts))["balanced"]
    assert found.ok is ok
    assert found.value == max(counts) / sum(counts)
    if len(counts) > 1:
        assert found.limit == pytest.approx(1 / len(counts) + MARGIN)
        by_chance = "; above it by chance, perhaps (p " in found.text
        assert by_chance == (ok and found.value > found.limit)


def test_an_answer_that_is_offered_and_never_right_counts(tmp_path: Path) -> None:
    choices = ["l0", "l1", "l2"]
    found = verdict(tmp_path, labelled(300, 300, choices=choices))["balanced"]
    assert (found.ok, found.value, found.limit) == (False, 0.5, pytest.approx(1 / 3 + MARGIN))


@pytest.mark.parametrize(
    ("task", "reply"), [("repair", {"numbered": ["f1", "r7", "r8"]}), ("error", {"lines": 3})]
)
def test_numbers_of_sentences_are_judged_and_not_their_ids(
    task: str, reply: dict[str, Any]
) -> None:
    counted = balance.FamilyLabels()
    for n, each in enumerate(labelled(500, 50, 50)):
        counted.add({**each, "task": task, "answer": str(n % 3 + 1), "reply": reply})
    (found,) = counted.result()
    assert (found.share, found.even) == (pytest.approx(1 / 3), pytest.approx(1 / 3))


def test_open_answers_of_one_label_are_not_judged() -> None:
    counted = balance.FamilyLabels()
    for each in labelled(5, reply={"form": "lines"}):
        counted.add(each)
    rows = module.Rows(0, 0, False, "none is known")
    found = module.verdict(counted.result(), None, (), (), rows)
    assert [each.name for each in found] == NAMES
    assert [(each.ok, each.value) for each in found] == [(None, None)] * 5


def test_the_worst_family_is_named(tmp_path: Path) -> None:
    even = [{**each, "family": "even"} for each in labelled(50, 50)]
    odd = [{**each, "family": "odd"} for each in labelled(80, 20, 0)]
    found = verdict(tmp_path, [*even, *odd])["balanced"]
    assert found.ok is False
    assert found.text.startswith("commonest label 80.0% of `odd`, limit 53.0%")


def test_a_reader_that_leaks_is_a_warning(tmp_path: Path) -> None:
    made = labelled(100, 100)
    assert verdict(tmp_path, made)["guessing"].ok is True
    for each in made:
        each["question"] = f"is it {each['label']}?"
    found = verdict(tmp_path, made)["guessing"]
    assert (found.ok, found.value, found.limit) == (False, 1.0, 0.5 + MARGIN)
    few = verdict(tmp_path, made[:9])["guessing"]
    assert (few.ok, few.value) == (None, None)


@pytest.mark.parametrize(("again", "ok"), [(0, True), (3, True), (4, False)])
def test_repeats_are_counted_up_to_names(again: int, ok: bool, tmp_path: Path) -> None:
    made = labelled(50, 50)
    for each in made[:again]:
        each["canonical"] = made[-1]["canonical"]
    found = verdict(tmp_path, made)["repeats"]
    assert (found.ok, found.value, found.limit) == (ok, again / 100, module.REPEATED)
    for each in made:
        del each["canonical"]
    assert "word for word" in verdict(tmp_path, made)["repeats"].text


def test_splits_share_no_problem(tmp_path: Path) -> None:
    made = labelled(50, 50)
    assert verdict(tmp_path, made)["overlap"].ok is None
    for each in made:
        each["split"] = "train" if each["index"] < 50 else "test"
    found = verdict(tmp_path, made)["overlap"]
    assert (found.ok, found.value) == (True, 0.0)
    made[0]["canonical"] = made[-1]["canonical"]
    found = verdict(tmp_path, made)["overlap"]
    assert (found.ok, found.value) == (True, 0.02)
    made[0]["theory"] = made[-1]["theory"]
    found = verdict(tmp_path, made)["overlap"]
    assert (found.ok, found.value, found.limit) == (False, 1.0, 0.0)
    assert found.text == "`train` and `test` share 1 problem, limit 0"


def test_a_reference_is_judged_by_its_rows(tmp_path: Path) -> None:
    reference = tmp_path / "reference.csv"
    reference.write_text("statistic,value,tolerance\ncount(),100,0\ncount(),7,0\n")
    found = verdict(tmp_path, labelled(50, 50), reference=reference)["reference"]
    assert (found.ok, found.value, found.limit) == (False, 1.0, 0.0)
    assert "no manifest" in verdict(tmp_path, labelled(50, 50))["reference"].text


def shipped(folder: Path, **manifest: Any) -> Statistics:
    """Return the statistics of a made-up dataset of the family in `specs/` that has a reference."""
    root = Path(module.__file__).parents[3]
    (file, *_) = sorted(
        each
        for each in (root / "specs" / "references").glob("*.csv")
        if (root / "specs" / f"{each.stem}.rspec").is_file()
    )
    spec = (root / "specs" / f"{file.stem}.rspec").read_text()
    files = {"main": "a.rspec", "files": {"a.rspec": spec}, "family": file.stem, "hash": "0"}
    (folder / "family.json").write_text(json.dumps(files))
    params = load(root / "specs" / f"{file.stem}.rspec").presets["Published"]
    told = {"rejections": {}, "family": file.stem, "settings": [{"params": params}], **manifest}
    (folder / "manifest.json").write_text(json.dumps(told))
    return stats(write(folder / "records.jsonl", labelled(10, 10)).parent)


def test_figures_of_the_family_change_no_exit_code(tmp_path: Path) -> None:
    found = shipped(tmp_path)
    assert found.published, "shares have a value in every dataset"
    off = sum(not each.ok for each in found.published)
    assert off
    assert found.verdict[4].ok is False
    assert (
        found.verdict[4].text == f"{off} of {len(found.published)} published figures off, limit 0"
    )
    assert found.ok
    assert found.reference == ()


@pytest.mark.parametrize(
    ("manifest", "why"),
    [
        ({"family": "nobody's"}, "has no published figures"),
        ({"family": "../../x"}, "has no published figures"),
        ({"family": 7}, "no manifest names the family"),
        ({"mixture": [{}]}, "several families"),
        ({"settings": [{}, {}]}, "one setting"),
        ({"settings": [{"params": {}}]}, "for preset `Published`"),
        ({"settings": [{"params": {"unknown": 1}}]}, "for preset `Published`"),
    ],
)
def test_without_figures_the_reason_is_given(
    manifest: dict[str, Any], why: str, tmp_path: Path
) -> None:
    found = shipped(tmp_path, **manifest)
    assert (found.published, found.verdict[4].ok) == ((), None)
    assert why in found.verdict[4].text


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"main": [], "files": {}}', "[" * 9999])
def test_a_spec_that_differs_is_not_compared(text: str, tmp_path: Path) -> None:
    shipped(tmp_path)
    (tmp_path / "family.json").write_text(text)
    found = stats(tmp_path)
    assert "differs from the installed one" in found.verdict[4].text


def test_the_lines_are_aligned_and_wrapped() -> None:
    checks = [
        Check("one", True, "fine"),
        Check("two", False, "far " * 10),
        Check("three", None, "no"),
    ]
    assert "\n".join(verdict_lines(checks, 30)) == (
        "ok    one: fine\nwarn  two: far far far far far\n        far far far far far\n-     three: no"
    )


def test_families_are_bounded_and_merged_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(balance, "MOST_FAMILIES", 2)
    made = [record(n, "ab"[n % 2], family=f"f{n % 3}") for n in range(30)]
    whole, first, second = (balance.FamilyLabels() for _ in range(3))
    for n, each in enumerate(made):
        whole.add(each)
        (first if n < 15 else second).add(each)
    first.merge(second)
    assert first.result() == whole.result()
    assert [each.family for each in whole.result()] == ["f0", "f1"]
    assert DOUBT == 0.05
