"""Verb phrases of one and of several, affirmed and denied, and the roles that are worded by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import load
from rspc.compiler.text.english.verb_phrases import (
    of_many,
    of_many_not,
    of_one,
    of_one_not,
    wish,
    wish_not,
)


@pytest.mark.parametrize(
    ("verb", "one", "one_not", "many", "many_not"),
    [
        ("likes", "likes", "does not like", "like", "do not like"),
        ("like", "likes", "does not like", "like", "do not like"),
        ("is made from", "is made from", "is not made from", "are made from", "are not made from"),
        ("are part of", "is part of", "is not part of", "are part of", "are not part of"),
        ("be fond of", "is fond of", "is not fond of", "are fond of", "are not fond of"),
        ("was born in", "was born in", "was not born in", "were born in", "were not born in"),
        ("has met", "has met", "has not met", "have met", "have not met"),
        ("had met", "had met", "had not met", "had met", "had not met"),
        ("has need of", "has need of", "does not have need of", "have need of", "do not have need of"),
        ("had", "had", "did not have", "had", "did not have"),
        ("can see", "can see", "cannot see", "can see", "cannot see"),
        ("cannot see", "cannot see", "can see", "cannot see", "can see"),
        ("must obey", "must obey", "must not obey", "must obey", "must not obey"),
        ("may not enter", "may not enter", "may enter", "may not enter", "may enter"),
        ("wrote", "wrote", "did not write", "wrote", "did not write"),
        ("attacked", "attacked", "did not attack", "attacked", "did not attack"),
        ("needs", "needs", "does not need", "need", "do not need"),
        ("does business with", "does business with", "does not do business with",
         "do business with", "do not do business with"),
    ],
)  # fmt: skip
def test_a_verb_is_said_of_one_and_of_many(
    verb: str, one: str, one_not: str, many: str, many_not: str
) -> None:
    assert (of_one(verb), of_one_not(verb)) == (one, one_not)
    assert (of_many(verb), of_many_not(verb)) == (many, many_not)


@pytest.mark.parametrize(
    ("verb", "affirmed", "denied"),
    [
        ("likes", "should like", "should not like"),
        ("is made from", "should be made from", "should not be made from"),
        ("was born in", "should have been born in", "should not have been born in"),
        ("wrote", "should have written", "should not have written"),
        ("can see", "can see", "cannot see"),
    ],
)
def test_a_verb_is_said_as_a_wish(verb: str, affirmed: str, denied: str) -> None:
    assert (wish(verb), wish_not(verb)) == (affirmed, denied)


ROLES = """family roles
logic alcq
role from {"is made from", "has met", "wrote", "can see", "likes"}
concept tall
concept rich
sort person = {ann, bob}
theory {
  rich isa some `is made from` tall.
  rich isa only `has met` tall.
  rich isa some `wrote` tall.
  rich isa some `can see` (tall and some `is made from` thing).
  rich isa max 1 `likes` (only `is made from` tall).
  ann : rich.
  `is made from`(ann, bob).
  `wrote`(bob, ann).
}
ask entailment ann : tall
"""


def test_a_role_with_an_auxiliary_is_inflected_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "roles.rspec"
    path.write_text(ROLES, "utf-8")
    family = load(path)
    assert family.prove() == ()
    contexts = {instance.context for instance in family.generate(24)}
    said = " ".join(contexts)
    for wrong in ("be made from", "wrotes", "cans see", "has mets"):
        assert wrong not in said
    for right in (
        "they are made from someone tall",
        "is made from someone tall",
        "they have met only tall people",
        "they wrote someone tall",
        "Ann is made from Bob.",
        "Bob wrote Ann.",
    ):
        assert right in said


def test_a_role_with_an_auxiliary_is_denied(tmp_path: Path) -> None:
    path = tmp_path / "roles.rspec"
    path.write_text(
        'family roles\nlogic alcq\nrole from {"is made from"}\nconcept rich\nsort person = {ann, bob}\n'
        "theory { rich isa not some `is made from` thing.  ann : rich. }\nask entailment bob : rich\n"
        'say not some ?r thing as "{{ r | verb_not }} anybody"\n',
        "utf-8",
    )
    said = " ".join(instance.context for instance in load(path).generate(24))
    assert "they are not made from anybody" in said
    assert " is not made from anybody" in said
