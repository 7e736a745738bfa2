"""Parameters and chosen values in the text of a question, whatever the task."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from rspc.compiler.api import Family, load
from rspc.dsl.diagnostics import SpecError

Made: TypeAlias = Callable[[str, str], Family]

SPEC = """family values
logic asp
param last: int in 3..9 = 5
param hard: bool = false
param cost: money = $3.00
param share: float in 0..1 = 0.5
pool names = {anna, ben, cleo}
sort node = 1..last
choose places = 2 of node
choose (start, end) = 2 of node
choose who = 1 of names
pred edge(node, node)
theory { each (?a, ?b) in graph(node, 6): edge(?a, ?b). }
ask TASK "TEXT"
"""
TASKS = (
    "solution { edge(X, Y) }",
    "consistent",
    "computation",
    "count",
    "count X: edge(?start, X)",
    "value X: edge(1, X)",
    "entailment edge(1, 2)",
)


@pytest.fixture
def made(tmp_path: Path) -> Made:
    def make(task: str, text: str) -> Family:
        path = tmp_path / "values.rspec"
        path.write_text(SPEC.replace("TASK", task).replace("TEXT", text), encoding="utf-8")
        return load(path)

    return make


def test_a_number_with_a_fraction_has_all_its_digits(made: Made) -> None:
    family = made("consistent", "Can {{ share }} be?")
    assert family.instance(0, share=0.123456789).question.startswith("Can 0.123456789 be?")


@pytest.mark.parametrize("task", TASKS)
def test_values_are_said(made: Made, task: str) -> None:
    text = "{{ who | capital }}: from {{ start }} to {{ end | number }}, {{ places | either }}, "
    text += "{{ last }}, {{ cost }}, {{ share }}?"
    family = made(task, text)
    numbers = ("", "one", "two", "three", "four", "five")
    for instance in family.generate(3, seed=1):
        values = instance.params
        places = " or ".join(re.findall(r"\d", values["places"]))
        asked = (
            f"{values['who'].capitalize()}: from {values['start']} to {numbers[values['end']]}, "
        )
        asked += f"{places}, 5, $3, 0.5?"
        assert instance.question.endswith(asked)
        assert instance.text.count(asked) == 1


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("name", ["nonsense", "starts", "node", "edge"])
def test_other_names_are_reported(made: Made, task: str, name: str) -> None:
    with pytest.raises(SpecError) as caught:
        made(task, f"From {{{{ start }}}} to {{{{ {name} }}}}?")
    assert [each.code for each in caught.value.diagnostics] == ["E0503"]


def test_truth_values_are_conditions(made: Made) -> None:
    text = "{% if hard %}Hard{% else %}Easy{% endif %}: what of {{ start }}?"
    family = made("consistent", text)
    assert family.instance().question.startswith("Easy: what of ")
    assert family.instance(hard=True).question.startswith("Hard: what of ")


def test_a_list_is_joined(made: Made) -> None:
    with pytest.raises(SpecError) as caught:
        made("consistent", "Are {{ places }} right?")
    assert [each.code for each in caught.value.diagnostics] == ["E0507"]


def test_a_text_without_braces_is_as_written(made: Made) -> None:
    family = made("consistent", "can it } be 50%?")
    assert family.instance().question.endswith("can it } be 50%?")
