"""The pages on answers that are judged: each family is there, with its logic, its presets and a problem of its own."""

from __future__ import annotations

import pytest

from .family_pages import FamilyPage
from .pages import codes

PAGES = [FamilyPage(name, name) for name in ("errors", "formalisations", "proofs", "repairs")]
EVERY = [(page, name) for page in PAGES for name in page.families]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.page)
def test_every_family_is_on_the_page_with_its_logic(page: FamilyPage) -> None:
    table = page.table()
    assert sorted(table) == page.families
    for name, (logic, _) in table.items():
        assert codes(logic) == [page.load(name).logic.name]


@pytest.mark.parametrize(("page", "name"), EVERY, ids=lambda each: str(getattr(each, "page", each)))
def test_the_problem_is_the_first_of_the_first_level(
    page: FamilyPage, name: str, update: bool
) -> None:
    family = page.load(name)
    instance = family.instance(preset="1")
    assert page.problem(name, instance, update) == instance.text
    text = page.section(name)
    assert f"The answer: {instance.answer}\n" in text
    presets = [preset for preset in family.presets if preset not in family.levels]
    if presets:
        assert f"Presets: `{presets[0]}`" in text
    assert f"Levels: 1 to {len(family.levels)}." in text
