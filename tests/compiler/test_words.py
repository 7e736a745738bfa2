"""What a family says besides its statements: the words of its rows, and its documents with all they include."""

from __future__ import annotations

from typing import Any

import msgspec

from rspc.compiler.family import Family, load


def rows(family: Family, split: str) -> set[str]:
    instances = family.generate(20, split=split)
    return {option.text.split()[0] for each in instances for option in each.options}


def test_a_phrase_of_a_row_is_kept_for_its_split(specs: Any) -> None:
    found = specs.books(
        extra='say book as "One of {{ pages }}." "Two of {{ pages }}." "Three of {{ pages }}." split test\n'
    )
    assert rows(found, "") == rows(found, "train") == {"One", "Two"}
    assert rows(found, "test") == {"Three"}


def test_a_row_without_words_in_its_split_is_a_plain_list(specs: Any) -> None:
    found = specs.books(extra='say book as "One of {{ pages }}." split test\n')
    assert rows(found, "") == {"pages:"}
    assert rows(found, "test") == {"One"}


def test_what_a_document_includes_belongs_to_the_family(specs: Any) -> None:
    specs.write("head.jinja", "One: {{ context }}")
    specs.write("page.jinja", "{% include 'head.jinja' %}")
    specs.write("row.jinja", "Pages")
    extra = 'document "page.jinja"\nsay book as """{% include "row.jinja" %} {{ pages }}"""\n'
    first = specs.books(extra=extra)
    assert {"head.jinja", "page.jinja", "row.jinja"} <= set(first.bundle()["files"])
    specs.write("head.jinja", "Two: {{ context }}")
    second = specs.books(extra=extra)
    specs.write("row.jinja", "Leaves")
    third = specs.books(extra=extra)
    assert len({first.hash, second.hash, third.hash}) == 3


def test_a_bundle_makes_the_same_prompts(specs: Any) -> None:
    specs.write("head.jinja", "One: {{ context }}")
    specs.write("page.jinja", "{% include 'head.jinja' %}")
    found = specs.books(extra='document "page.jinja"\n')
    path = specs.write("family.json", msgspec.json.encode(found.bundle()))
    assert load(path).instance(3, 1).text == found.instance(3, 1).text


def test_an_included_document_may_show_a_worked_problem(specs: Any) -> None:
    specs.write("page.jinja", "{% include 'std/page_one_pair.md.jinja' %}")
    text = specs.books(extra='document "page.jinja"\n').instance().text
    assert text.startswith("Here is an example of such a problem")
