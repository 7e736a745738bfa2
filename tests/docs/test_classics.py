"""The page on the classic families: each is there, with its questions, its presets and a problem of its own."""

from __future__ import annotations

import re

import pytest

import rspc

from .pages import ROOT, codes, read, rows, write_problem

PAGE = "classics"
SPECS = ROOT / "specs" / "classic"
FAMILIES = sorted(path.stem for path in SPECS.glob("*.rspec"))


def test_every_family_is_on_the_page_with_its_questions() -> None:
    table = rows(read(PAGE).partition("## ")[0])
    assert sorted(codes(row[0])[0] for row in table) == FAMILIES
    for name, _, about, grown, asks in table:
        family = rspc.load(SPECS / f"{codes(name)[0]}.rspec")
        strategy = family.growth.strategy
        assert about == family.description
        assert grown == (f"`{strategy.name}`" if strategy is not None else "chance")
        assert codes(asks) == [str(each) for each in family.parameters["task"].members]


def test_each_kind_has_three_families_and_four_are_grown_by_clues() -> None:
    table = rows(read(PAGE).partition("## ")[0])
    kinds = [row[1] for row in table]
    assert all(kinds.count(kind) >= 3 for kind in kinds)
    assert len(set(kinds)) == 4
    assert sum(row[3] == "`clues`" for row in table) >= 4


@pytest.mark.parametrize("name", FAMILIES)
def test_the_problem_is_the_first_easy_one(name: str, update: bool) -> None:
    family = rspc.load(SPECS / f"{name}.rspec")
    instance = family.instance(preset="easy")
    if update:
        write_problem(PAGE, name, instance.text, instance.answer)
    (text,) = re.findall(rf"^## {name}\n(.*?)(?=^## |\Z)", read(PAGE), re.MULTILINE | re.DOTALL)
    (found,) = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found == instance.text
    assert text.strip().endswith(f"The answer: {instance.answer}")
    for preset, values in family.presets.items():
        if preset not in family.levels:
            assert f"`{preset}`: {', '.join(f'{k} {v}' for k, v in values.items())}" in text
    assert not family.levels or f"Levels: 1 to {len(family.levels)}." in text
