"""What a family says besides its statements: the words of its rows, and its documents with all they include."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from rspc.compiler.api import Family, load
from rspc.compiler.instances.groups import Exhausted


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
    specs.write("page.jinja", "{% include 'head.jinja' %} {{ question }}")
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
    specs.write("page.jinja", "{% include 'head.jinja' %} {{ question }}")
    found = specs.books(extra='document "page.jinja"\n')
    path = specs.write("family.json", msgspec.json.encode(found.bundle()))
    assert load(path).instance(3, 1).text == found.instance(3, 1).text


def test_an_included_document_may_show_a_worked_problem(specs: Any) -> None:
    specs.write("page.jinja", "{% include 'std/page_one_pair.md.jinja' %}")
    text = specs.books(extra='document "page.jinja"\n').instance().text
    assert text.startswith("Here is an example of such a problem")


def test_a_page_may_show_a_worked_problem_for_each_answer(specs: Any) -> None:
    found = specs.books(extra='document "std/page_few_shot.md.jinja"\n')
    for instance in found.generate(4, seed=3):
        *worked, last = re.split(r"^Problem .*$", instance.text, flags=re.MULTILINE)[1:]
        answers = [text.rstrip().rpartition("Answer: ")[2] for text in worked]
        assert sorted(answers) == [option.label for option in instance.options]
        assert instance.context in last
        assert all(instance.context not in text for text in worked)


def test_problems_that_share_a_theory_show_others_each_its_own(specs: Any) -> None:
    ask = "ask choice { options 3  from 40 of book  sets 2 }\n"
    found = specs.books(extra='document "std/page_few_shot.md.jinja"\n', ask=ask)
    first, second = found.generate(2, seed=3)
    assert first.theory == second.theory
    shown = [text.partition("which is for you")[0] for text in (first.text, second.text)]
    assert shown[0] != shown[1]
    assert not any(first.context in text for text in shown)
    assert found.instance(3, 1).text == second.text


def test_the_theory_that_is_asked_about_is_never_shown(specs: Any) -> None:
    path = specs.write(
        "told.rspec",
        """family told
logic defeasible
theory { f1: bird(opus). r1: bird(X) => flies(X). }
ask entailment flies(opus)
document "std/rules_few_shot.md.jinja"
""",
    )
    with pytest.raises(Exhausted, match="about the theory that is asked about"):
        load(path).instance()
