"""The page on the families that ship: each is there, with its own knobs, and with a problem in its own words."""

from __future__ import annotations

import re

import pytest

import rspc
from rspc.compiler.parameters import Parameter

from .pages import ROOT, read, rows, section

PAGE = "families"
FAMILIES = sorted(path.stem for path in (ROOT / "specs").glob("*.rspec"))


def problem(name: str) -> list[str]:
    """Give the paragraphs of a family's problem: sentences, question, options, how to answer."""
    (found,) = re.findall(
        rf"^## {name}\n.*?^```text\n(.*?)^```$", read(PAGE), re.MULTILINE | re.DOTALL
    )
    return found.strip().split("\n\n")


def knob(parameter: Parameter) -> list[str]:
    values = parameter.domain.replace("..", " to ")
    return [f"`{parameter.name}`", values, parameter.show(parameter.default), parameter.description]


def test_every_family_is_on_the_page() -> None:
    table = read(PAGE).partition("## ")[0]
    assert sorted(re.findall(r"^\| \[`(\w+)`\]", table, re.MULTILINE)) == FAMILIES


@pytest.mark.parametrize("name", FAMILIES)
def test_the_knobs_are_the_parameters(name: str) -> None:
    family = rspc.load(ROOT / "specs" / f"{name}.rspec")
    assert rows(section(PAGE, name)) == [knob(each) for each in family.parameters.values()]


@pytest.mark.parametrize("name", FAMILIES)
def test_the_problem_is_in_the_familys_words(name: str) -> None:
    family = rspc.load(ROOT / "specs" / f"{name}.rspec")
    context, question, *options, answer_format = problem(name)
    for sentence in re.split(r"(?<=\.)\s+", context):
        assert len(family.words.phrasebook.read(sentence)) == 1, sentence
    made = family.instance()
    assert question == made.question
    assert answer_format == made.text.strip().split("\n\n")[-1]
    assert len("\n".join(options).splitlines()) == len(made.options)
