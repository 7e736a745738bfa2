"""The page on everyday reasoning: each family is there, with its questions, its knobs and a problem of its own."""

from __future__ import annotations

import pytest

from .family_pages import FamilyPage, asked, has_levels, unnamed_presets
from .pages import codes, rows, section
from .test_families import knob

PAGE = FamilyPage("everyday", "everyday")


def test_every_family_is_on_the_page_with_its_questions() -> None:
    table = PAGE.table()
    assert sorted(table) == PAGE.families
    for name, (about, logic, asks) in table.items():
        family = PAGE.load(name)
        assert about == family.description
        assert codes(logic) == [family.logic.name]
        assert codes(asks) == asked(family)


@pytest.mark.parametrize("name", PAGE.families)
def test_the_problem_is_the_first_and_the_knobs_are_the_parameters(name: str, update: bool) -> None:
    family = PAGE.load(name)
    instance = family.instance()
    assert PAGE.problem(name, instance, update) == instance.text
    text = PAGE.section(name)
    assert f"The answer: {instance.answer}\n" in text
    assert rows(section(PAGE.page, name)) == [knob(each) for each in family.parameters.values()]
    assert unnamed_presets(family, text) == []
    assert has_levels(family, text)
