"""A reserved word that a file uses as a name is one error, and nothing else is reported because of it."""

from __future__ import annotations

from typing import Any

import pytest

NODES = "sort node = {a, b}\n"
PAIRS = "pred p(node, node)\n"
ASK = "\nask entailment p(b, a)\n"


@pytest.mark.parametrize(
    ("logic", "text"),
    [
        (
            "asp",
            "sort thing = {a, b}\npred p(thing, thing)\ntheory { p(a, b).  p(X, Y) -> p(Y, X). }",
        ),
        ("defeasible", "sort thing = {a, b}\npred p(thing, thing)\ntheory { p(a, b). }"),
        ("asp", f"{NODES}pred only(node)\n{PAIRS}theory {{ only(a).  only(X) -> p(X, X). }}"),
        ("asp", f"{NODES}{PAIRS}param some: int in 1..2 = 1\nfact f = p(?a, ?b)\ntheory {{ some of f. }}"),
        ("asp", f"pool nothing = {{a, b}}\nsort node = nothing\n{PAIRS}theory {{ p(a, b). }}"),
        ("asp", f"{NODES}{PAIRS}fact of = p(?a, ?b)\ntheory {{ 1 of of. }}"),
        ("asp", f"{NODES}{PAIRS}fact f = p(?max, ?b)\nchoose max = 1 of node\ntheory {{ 1 of f. }}"),
        ("asp", f"{NODES}{PAIRS}choose (max, b) = 2 of node\ntheory {{ p(?max, a). }}"),
        ("asp", "sort node = {a, b, some}\npred p(node, node)\ntheory { p(a, some).  p(some, b). }"),
        ("alcq", "sort one = {a, b}\nrole p\nconcept not\ntheory { a : not.  p(a, b). }"),
        ("alcq", "sort one = {a, b}\nrole p\nrole some\nconcept c\ntheory { some(a, b).  a : some some c. }"),
        ("alcq", "sort thing = {a, b}\nrole p\nconcept c\ntheory { a : only p thing. }"),
    ],
)  # fmt: skip
def test_one_word_is_one_error(specs: Any, logic: str, text: str) -> None:
    assert specs.codes(text + ASK, logic) == ["E0111"]


@pytest.mark.parametrize("logic", ["asp", "defeasible"])
def test_a_hole_can_have_the_name_of_a_reserved_word(specs: Any, logic: str) -> None:
    items = f"{NODES}{PAIRS}fact f = p(?thing, ?of)\ntheory {{ 1 of f. }}\n"
    said = 'say p(?some, ?where) as "{{ some }} sees {{ where }}."\n'
    family = specs.load(items + said + ASK, logic)
    assert "sees" in family.instance(seed=1).record()["prompt"]


def test_a_reserved_word_in_a_pool_is_one_error(specs: Any) -> None:
    text = f"sort node = {{a, b, nothing}}\n{PAIRS}theory {{ p(a, nothing). }}{ASK}"
    (found,) = specs.refused(text, "asp")
    assert found.code == "E0605"
    assert "backquotes" in found.help


def test_other_errors_are_still_reported(specs: Any) -> None:
    text = f"{NODES}pred only(node)\n{PAIRS}theory {{ only(a, b).  only(c).  q(a). }}"
    assert sorted(specs.codes(text + ASK, "asp")) == ["E0111", "E0205", "E0306", "E0313"]
