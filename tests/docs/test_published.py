"""The page on published benchmarks: each family is there, with its question, its presets and a problem of its own."""

from __future__ import annotations

import re

import pytest

import rspc

from .pages import ROOT, codes, read, rows, write_problem

PAGE = "published"
SPECS = ROOT / "specs" / "published"
FAMILIES = sorted(path.stem for path in SPECS.glob("*.rspec"))


def test_every_family_is_on_the_page_with_its_question() -> None:
    table = rows(read(PAGE).partition("## ")[0])
    assert sorted(codes(row[0])[0] for row in table) == FAMILIES
    for name, follows, _, asks in table:
        family = rspc.load(SPECS / f"{codes(name)[0]}.rspec")
        assert set(re.findall(r"\d{4}", follows)) <= set(re.findall(r"\d{4}", family.description))
        assert codes(asks) == list(dict.fromkeys(each.task.name for each in family.asks))


@pytest.mark.parametrize("name", FAMILIES)
def test_the_problem_is_the_first_of_the_first_level(name: str, update: bool) -> None:
    family = rspc.load(SPECS / f"{name}.rspec")
    instance = family.instance(preset="1")
    if update:
        write_problem(PAGE, name, instance.text, instance.answer)
    (text,) = re.findall(rf"^## {name}\n(.*?)(?=^## |\Z)", read(PAGE), re.MULTILINE | re.DOTALL)
    (found,) = re.findall(r"^```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert found == instance.text
    assert f"The answer: {instance.answer}\n" in text
    presets = [preset for preset in family.presets if preset not in family.levels]
    assert f"Presets: `{presets[0]}`" in text
    assert f"`{presets[-1]}`. Levels: 1 to {len(family.levels)}." in text
