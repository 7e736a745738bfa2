"""The page on the classic families: each is there, with its questions, its presets and a problem of its own."""

from __future__ import annotations

import pytest

from .family_pages import FamilyPage, has_levels, unnamed_presets
from .pages import codes

PAGE = FamilyPage("classics", "classic")


def test_every_family_is_on_the_page_with_its_questions() -> None:
    table = PAGE.table()
    assert sorted(table) == PAGE.families
    for name, (_, about, grown, asks) in table.items():
        family = PAGE.load(name)
        strategy = family.growth.strategy
        assert about == family.description
        assert grown == (f"`{strategy.name}`" if strategy is not None else "chance")
        assert codes(asks) == [str(each) for each in family.parameters["task"].members]


def test_each_kind_has_three_families_and_four_are_grown_by_clues() -> None:
    table = PAGE.table().values()
    kinds = [kind for kind, *_ in table]
    assert all(kinds.count(kind) >= 3 for kind in kinds)
    assert len(set(kinds)) == 4
    assert sum(grown == "`clues`" for _, _, grown, _ in table) >= 4


@pytest.mark.parametrize("name", PAGE.families)
def test_the_problem_is_the_first_easy_one(name: str, update: bool) -> None:
    family = PAGE.load(name)
    instance = family.instance(preset="easy")
    assert PAGE.problem(name, instance, update) == instance.text
    text = PAGE.section(name)
    assert text.strip().endswith(f"The answer: {instance.answer}")
    assert unnamed_presets(family, text) == []
    assert has_levels(family, text)
