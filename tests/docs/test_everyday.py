"""The page on everyday reasoning: each family is there, with its questions, its knobs and a problem of its own."""

from __future__ import annotations

import re

import pytest

import rspc

from .pages import ROOT, codes, read, rows, section, write_problem
from .test_families import knob

PAGE = "everyday"
SPECS = ROOT / "specs" / "everyday"
FAMILIES = sorted(path.stem for path in SPECS.glob("*.rspec"))


def test_every_family_is_on_the_page_with_its_questions() -> None:
    table = rows(read(PAGE).partition("## ")[0])
    assert sorted(codes(row[0])[0] for row in table) == FAMILIES
    for name, about, logic, asks in table:
        family = rspc.load(SPECS / f"{codes(name)[0]}.rspec")
        assert about == family.description
        assert codes(logic) == [family.logic.name]
        assert codes(asks) == list(dict.fromkeys(each.task.name for each in family.asks))


@pytest.mark.parametrize("name", FAMILIES)
def test_the_problem_is_the_first_and_the_knobs_are_the_parameters(name: str, update: bool) -> None:
    family = rspc.load(SPECS / f"{name}.rspec")
    instance = family.instance()
    if update:
        write_problem(PAGE, name, instance.text, instance.answer)
    (text,) = re.findall(rf"^## {name}\n(.*?)(?=^## |\Z)", read(PAGE), re.MULTILINE | re.DOTALL)
    (found,) = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found == instance.text
    assert f"The answer: {instance.answer}\n" in text
    assert rows(section(PAGE, name)) == [knob(each) for each in family.parameters.values()]
    for preset, values in family.presets.items():
        if preset not in family.levels:
            assert f"`{preset}`: {', '.join(f'{k} {v}' for k, v in values.items())}" in text
    assert not family.levels or f"Levels: 1 to {len(family.levels)}." in text
