"""The page on rules: its tables are those of the task and the logic, and what it tells of records holds."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import rspc
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.instances.instance import Instance
from rspc.compiler.ir import nodes as ir
from rspc.compiler.solve import solve
from rspc.compiler.tasks.entailment.knobs import EntailmentKnobs
from rspc.compiler.tasks.perturbations import KINDS

from .pages import blocks, codes, lay_out, rows, section

PAGE = "rules"
N = 60


@cache
def family() -> rspc.Family:
    with TemporaryDirectory() as folder:
        return rspc.load(Path(folder) / lay_out(PAGE, Path(folder)))


@cache
def made() -> tuple[Instance, ...]:
    return tuple(family().generate(N))


def table(heading: str) -> dict[str, str]:
    return {codes(row[0])[0]: row[1] for row in rows(section(PAGE, heading))}


def test_the_labels_and_the_changes_are_those_of_the_task() -> None:
    labels = EntailmentKnobs().labels
    assert set(table("Questions")) == {*labels, *KINDS}


def test_records_hold_what_the_page_says() -> None:
    told = table("What a record holds")
    for instance in made():
        record = instance.record()
        assert set(told) < set(record)
        assert record["options"] is None
        assert record["proof"]
        assert record["answer"] in record["choices"]
        assert record["label"] in table("Questions")
        assert record["query"].startswith(codes(told["query"])[0])
        assert set(record["certificate"]) == set(codes(told["certificate"]))
        assert len(record["theory"]) == len(instance.theory.statements)
        assert record["engines"] == dict.fromkeys(record["engines"], record["label"])
        assert "unknown_by" not in record["metrics"]
        assert isinstance(record["metrics"]["differs"], list)


def test_labels_come_equally_often() -> None:
    assert Counter(each.label for each in made()) == dict.fromkeys(EntailmentKnobs().labels, N // 3)


def test_facts_come_first_and_preferences_last_in_what_is_grown() -> None:
    order = (ir.Fact, ir.Rule, ir.Preference)
    for instance in made():
        kinds = [order.index(type(each.statement)) for each in instance.theory.statements]
        assert kinds == sorted(kinds)


def test_what_is_hidden_is_in_the_theory_and_not_in_the_text() -> None:
    seen = 0
    for instance in made():
        hidden = [e for e in instance.theory.statements if e.id not in instance.sentences]
        seen += len(hidden)
        assert all(isinstance(e.statement, ir.Rule) for e in hidden)
        assert len(instance.sentences) + len(hidden) == len(instance.record()["theory"])
    assert seen


def test_every_rule_is_introduced_by_the_name_that_the_record_has() -> None:
    for instance in made():
        ids = [each.partition(":")[0] for each in instance.record()["theory"]]
        shown = re.findall(r"^Rule (\w+): ", instance.text, re.MULTILINE)
        assert shown == [f"r{number}" for number in range(1, len(shown) + 1)]
        assert [id for id in ids if id.startswith("r")] == shown
        assert all(id[0] in "frkp" for id in ids)


def test_one_literal_can_be_asked_about_and_what_is_written_out_is_solved(tmp_path: Path) -> None:
    lay_out(PAGE, tmp_path)
    assert solve(tmp_path / "birds.rspec").label == "false"
    assert rspc.load(tmp_path / "birds.rspec").instance().label == "false"
    assert "E0425" in section(PAGE, "Problems written out")
    with pytest.raises(rspc.SpecError) as caught:
        solve(tmp_path / "errands.rspec")
    assert [each.code for each in caught.value.diagnostics] == ["E0425"]


def test_a_theory_that_contradicts_itself_is_dropped(tmp_path: Path) -> None:
    (text,) = [each.text for each in blocks(PAGE) if each.file == "birds.rspec"]
    path = tmp_path / "birds.rspec"
    path.write_text(text.replace("bird(X).", "bird(X).\n  -bird(opus)."), "utf-8")
    with pytest.raises(Exhausted, match="inconsistent"):
        rspc.load(path).instance()
