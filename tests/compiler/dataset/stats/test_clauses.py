"""How sentences are cut into conditions and conclusions, and what is counted of them."""

from __future__ import annotations

import pytest

from rspc.compiler.dataset.stats.guessing import alternatives, members
from rspc.compiler.dataset.stats.guessing.asked import Page, counts
from rspc.compiler.dataset.stats.guessing.clauses import form, question_statement, read, stem

from .records import record

NONE: frozenset[str] = frozenset()


@pytest.mark.parametrize(
    ("text", "conditions", "conclusions"),
    [
        ("The cat sees the dog.", [], ["cat see dog"]),
        (
            "Rule r1: If the cat sees the dog and does not chase it, then it flees.",
            ["cat see dog", "-chas"],
            ["fle"],
        ),
        ("In the case that the cat purrs, the dog does not bark.", ["cat purr"], ["-dog bark"]),
        (
            "Where p is true and where there is no evidence that q is true, it follows that r is true.",
            ["p", "~q"],
            ["r"],
        ),
        ("Whoever is rich may enter the club.", ["rich"], ["enter club"]),
        ("Nobody enters unless they pay.", ["~pay"], ["-enter"]),
        ("bird(X), not wounded(X) -> flies(X).", ["bird x", "-wound x"], ["fli x"]),
        ("flies(X) :- bird(X).", ["bird x"], ["fli x"]),
        ("Rule 3: Normally, whoever smokes coughs.", ["smok"], ["cough"]),
    ],
)
def test_sentences(text: str, conditions: list[str], conclusions: list[str]) -> None:
    found = read(text, NONE)

    def shown(clauses: object) -> list[str]:
        return [
            f"{'~' if each.default else ''}{'-' if each.negative else ''}{' '.join(each.stems)}"
            for each in clauses  # type: ignore[attr-defined]
        ]

    assert (shown(found.conditions), shown(found.conclusions)) == (conditions, conclusions)


def test_commas_between_arguments_do_not_divide() -> None:
    found = read('If p(V1, V2) is true, then q("Ben", "Ann") is false.', frozenset({"v1", "v2"}))
    assert [each.stems for each in (*found.conditions, *found.conclusions)] == [
        ("p",),
        ("q", "ben", "ann"),
    ]


def test_endings_are_left_out() -> None:
    assert {stem(each) for each in ("chase", "chases", "chased", "chasing")} == {"chas"}
    assert {stem(each) for each in ("carry", "carries", "carried")} == {"carr"}
    assert stem("r12") == "r12"


def test_the_form_of_a_question_masks_content() -> None:
    told = form("Is it true? The big cat does not see 12 dogs.", NONE)
    assert told == "is it true the _ does not _ # _"
    assert form("Is this a set? {p(a), -q(b)}", NONE) == "is this a _ { }"
    assert question_statement("Is it true? Nobody sleeps.", NONE).negative


STORY = (
    "The cat naps. The dog barks. "
    "Rule r1: If the cat naps and the cow does not moo, then the fox hides. "
    "Rule r2: If the dog barks, then the fox does not hide. "
    "Rule r3: If the hen sings, then the cow does not moo. "
    "Rule r2 is preferred over rule r1."
)


def test_counts_of_the_statement_and_of_the_rules_about_it() -> None:
    found = counts(Page(STORY, NONE), "Is it true? The fox hides.")
    expected = {
        "facts": 3,
        "rules": 3,
        "rules for it": 1,
        "rules against it": 1,
        "conditions for it": 2,
        "stated conditions for it": 1,
        "concluded conditions for it": 1,
        "conditions not held for it": 0,
        "negated conditions for it": 1,
        "rules that hold for it": 1,
        "rules that hold against it": 1,
        "facts that state it": 0,
        "conclusions that state it": 1,
        "conclusions that deny it": 1,
        "preferences": 1,
        "preferences for it": 0,
        "preferences against it": 1,
        "preferred rules that hold against it": 1,
        "negation in the question": 0,
    }
    assert {name: found[name] for name in expected} == expected
    denied = counts(Page(STORY, NONE), "Is it true? The fox does not hide.")
    assert (denied["conditions for it"], denied["preferences for it"]) == (1, 1)
    assert found.keys() == denied.keys() == counts(Page("", NONE), "").keys()


def test_counts_of_a_set() -> None:
    page = Page(
        'It holds that p("Ann") is true. If p(V) is true, then q(V) is false.', frozenset("v")
    )
    found = members.counts(page, 'Is this a set? {-q("Ann"), r("Ann"), p("Bo")}')
    expected = {
        "members of the set": 3,
        "negated members": 1,
        "members that are stated": 0,
        "stated facts that are no member": 1,
        "members that no rule concludes": 2,
        "constants of members": 2,
        "rules whose conditions members meet": 1,
        "rules that members meet without a conclusion": 0,
    }
    assert {name: found[name] for name in expected} == expected
    assert not any(members.counts(page, "Is it so?").values())


def test_numbers_and_ranks_of_options() -> None:
    assert alternatives.amounts("$1,250 at 13:30, after 2 hours and 3 hours") == {
        "$, number 1": 1250,
        "clock, number 1": 13.5,
        "hour, number 1": 2,
        "hour, number 2": 3,
    }
    from rspc.compiler.dataset.stats.guessing.reading import read_record

    options = [
        {"label": each, "text": f"A {word} for ${price}.", "values": {}}
        for each, word, price in (("A", "hat", 5), ("B", "hat", 9), ("C", "cap", 7))
    ]
    own = read_record(
        record(0, "B", options=options, context="A cap is wanted.", question="Which?")
    )
    units = ["$, number 1"]
    names = alternatives.names(units, [])
    rows = alternatives.rows(Page(own.context, NONE), own, units, [])
    assert [dict(zip(names, row, strict=True))["rank by $, number 1 in it"] for row in rows] == [
        0,
        1,
        0.5,
    ]
    assert [dict(zip(names, row, strict=True))["words that no other has"] for row in rows] == [
        1,
        1,
        2,
    ]
    assert [
        dict(zip(names, row, strict=True))["words of the text that it shares"] for row in rows
    ] == [0, 0, 1]
    assert own.right == {1}
