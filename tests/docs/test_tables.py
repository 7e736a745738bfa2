"""The tables of pages that are made from the plug-ins: each is what they declare now."""

from __future__ import annotations

import pytest

from .pages import DOCS, PAGES, read
from .tables import filled, places


@pytest.mark.parametrize("page", [page for page in PAGES if places(read(page))])
def test_the_tables_are_what_the_plug_ins_declare(page: str, update: bool) -> None:
    text = filled(read(page))
    if update:
        (DOCS / f"{page}.md").write_text(text, "utf-8")
    assert read(page) == text, "run with --update-golden"


def test_a_table_that_is_not_as_declared_is_made_anew() -> None:
    text = read("knobs")
    altered = text.replace("| `slots` |", "| `slot` |", 1)
    assert altered != text
    assert filled(altered) == text
