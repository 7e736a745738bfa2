"""Tests that tell no rows apart: warned of by name where proofs are made, and no other test is."""

from __future__ import annotations

from typing import Any

import pytest

from rspc.compiler.api import check
from rspc.dsl.diagnostics import Diagnostic

BOOK = """family books
logic constraint
param large: int in 0..1 = 0
choose much = {1, 900}
pool subjects = {history, poetry, science}
record book {
  pages: integer = 80..800
  subject: subjects
  stops: list of integer = repeat(1..3, 1..9)
  kind: one of {new, old}
}
theory { pages > 200. }
ask choice { options 3  correct 1  from 40 of book }
"""


def warned(specs: Any, test: str) -> list[Diagnostic]:
    path = specs.write("books.rspec", f"{BOOK}test t{test}\n")
    return [each for each in check(path, prove=True) if each.code not in ("W0220", "W0502")]


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("(?v) on pages: pages > ?v or pages <= ?v where ?v = 1 of pages", "always true"),
        ("(?v) on pages: pages > ?v and pages < ?v where ?v = 1 of pages", "always false"),
        (" on subject: subject in {history, poetry, science}", "always true"),
        (" on stops: len(stops) > 8", "always false"),
        ("(?v) on pages: pages > ?v where ?v = 5000..9000", "evaluated"),
        (" on pages: pages > 2", "evaluated"),
        ("(?v) on stops: ?v in stops where ?v = 20..30", "evaluated"),
        (" on pages: pages > 900 when large == 0", "evaluated"),
    ],
)
def test_a_test_that_tells_no_rows_apart_is_named(specs: Any, test: str, told: str) -> None:
    (found,) = warned(specs, test)
    assert found.code == "W0705"
    assert "test `t`" in found.message
    assert told in found.label
    assert found.span.text == test.split(": ")[1].split(" where")[0].split(" when")[0]


@pytest.mark.parametrize(
    "test",
    [
        "(?v) on pages: pages > ?v where ?v = 1 of pages",
        "(?v) on pages: pages > ?v where ?v = 1 of pages when much > 500",
        " on pages: pages > 790",
        "(?v) on subject: subject in ?v where ?v = 2 of subject",
        " on pages: pages > 900 when large == 1",
        " on kind: kind == new split train",
    ],
)
def test_others_are_not(specs: Any, test: str) -> None:
    assert warned(specs, test) == []


def test_rows_that_cannot_be_drawn_are_reported_once(specs: Any) -> None:
    text = BOOK.replace("= 80..800", "= 7 / 2")
    path = specs.write("books.rspec", f"{text}test t on pages: pages > 2\n")
    found = [each.code for each in check(path, prove=True)]
    assert [code for code in found if code != "W0220"] == ["E0408"]
