"""What the integrations share, and `rspc.dataset`; the other packages are tried in `tests/outside`."""

from __future__ import annotations

import pytest

import rspc
from rspc.integrations.problems import Problems


def test_problems_are_instances_of_the_family_in_a_form() -> None:
    family = rspc.load("flat")
    problems = Problems("flat", seed=3, level=2, params={"pool": 40}, answer_format="boxed")
    for index in (0, 4):
        made = problems.problem(index)
        own = family.instance(3, index, preset="2", pool=40).record()
        assert made.record == own
        assert made.prompt.startswith(own["prompt"])
        assert made.reply == rf"\boxed{{{own['answer']}}}"
        assert rspc.score(made.key, made.reply).value == 1
        assert rspc.score(made.key, "no idea").value == 0


def test_choices_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="choose one"):
        Problems("flat", preset="a", level=1).problem(0)
    with pytest.raises(rspc.SpecError, match="boxd"):
        Problems("flat", answer_format="boxd").problem(0)
    with pytest.raises(rspc.SpecError, match="fla"):
        Problems("fla").problem(0)


def test_a_dataset_has_the_records_as_rows() -> None:
    pytest.importorskip("datasets")
    rows = rspc.dataset("flat", 4, seed=2, options=3)
    wanted = [each.record() for each in rspc.load("flat").generate(4, 2, options=3)]
    found = [rspc.record(row) for row in rows]
    assert [each["id"] for each in found] == [each["id"] for each in wanted]
    for row, record in zip(found, wanted, strict=True):
        assert rspc.key(row) == rspc.key(record)
        assert row.keys() == {*record} | {"shape", "proof", "choices"} & row.keys()
        assert rspc.score(row, record["answer"]).value == 1
    with pytest.raises(ValueError, match="choose one"):
        rspc.dataset("flat", 1, preset="1", level=1)
