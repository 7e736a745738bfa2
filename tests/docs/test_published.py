"""The page on published benchmarks: each family is there, with its question, its presets and a problem of its own."""

from __future__ import annotations

import re

import pytest

from .family_pages import FamilyPage, asked
from .pages import codes

PAGE = FamilyPage("published", "published")


def test_every_family_is_on_the_page_with_its_question() -> None:
    table = PAGE.table()
    assert sorted(table) == PAGE.families
    for name, (follows, _, asks) in table.items():
        family = PAGE.load(name)
        assert set(re.findall(r"\d{4}", follows)) <= set(re.findall(r"\d{4}", family.description))
        assert codes(asks) == asked(family)


@pytest.mark.parametrize("name", PAGE.families)
def test_the_problem_is_the_first_of_the_first_level(name: str, update: bool) -> None:
    family = PAGE.load(name)
    instance = family.instance(preset="1")
    assert PAGE.problem(name, instance, update) == instance.text
    text = PAGE.section(name)
    assert f"The answer: {instance.answer}\n" in text
    presets = [preset for preset in family.presets if preset not in family.levels]
    assert f"Presets: `{presets[0]}`" in text
    assert f"`{presets[-1]}`. Levels: 1 to {len(family.levels)}." in text
