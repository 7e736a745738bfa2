"""Phrases of questions: where they are used, that they read back, and what is wrong with some."""

from pathlib import Path

import pytest

import rspc
from rspc.compiler.api import check
from rspc.compiler.instances.sentences import DOES_NOT_READ_BACK, misread
from rspc.compiler.ir import nodes as ir
from rspc.dsl.edits import apply_edits

HEAD = """family asking
logic defeasible
sort person = {anna, ben, clara, david, emma, felix, gil, hugo, ida, jon, kim, lea}
pred from {kind, rich, tall, shy, calm, loud, big, red, blue, old, fast, slow, neat}(person)
rule habit [2] = ~?p(X) => ~?q(X)
theory backward { depth 2  negation { body 0.3 }  matched off }
ask entailment { labels {true: yes, false: no, unknown: open} }
say ?p(?a) as "{{ a | capital }} is {{ p }}." "{{ a | capital }} is {{ p }}"
say -?p(?a) as "{{ a | capital }} is not {{ p }}." "{{ a | capital }} is not {{ p }}"
say ?p(X) as "someone is {{ p }}"
say -?p(X) as "someone is not {{ p }}"
say ?g => ?h as "If {{ g }}, then usually {{ h }}."
"""
ASKED = """say ?p(?a) asked as
  "Is {{ a | capital }} {{ p }}?"
  "Can one say that {{ a | capital }} is {{ p }}?"
  "Should we call {{ a | capital }} {{ p }}?" split test
say -?p(?a) asked as "Is it so that {{ a | capital }} is not {{ p }}?"
"""


def family(folder: Path, text: str) -> rspc.Family:
    path = folder / "asking.rspec"
    path.write_text(text)
    return rspc.load(path)


def test_questions_ask_and_read_back_as_their_statement(tmp_path: Path) -> None:
    asking = family(tmp_path, HEAD + ASKED)
    asking.prove()
    assert asking.warnings == ()
    book = asking.words.phrasebook
    begun = set()
    for made in asking.generate(24):
        assert made.question.endswith("?")
        assert "Answer with one word: yes, no, or open." in made.text
        assert book.read(made.question) == (made.query.goal.statement,)
        begun.add(made.question.split()[0])
        assert all(sentence.endswith(".") for sentence in made.statements)
    assert begun == {"Is", "Can"}


def test_a_split_has_its_own_questions(tmp_path: Path) -> None:
    asking = family(tmp_path, HEAD + ASKED)
    for split, words in (("test", {"Should", "Is"}), ("train", {"Can", "Is"})):
        made = list(asking.generate(16, split=split))
        assert {each.question.split()[0] for each in made} == words


def test_words_alone_change(tmp_path: Path) -> None:
    plain, asking = family(tmp_path, HEAD), family(tmp_path, HEAD + ASKED)
    assert plain.theory_hash == asking.theory_hash
    assert plain.hash != asking.hash
    for one, other in zip(plain.generate(6), asking.generate(6), strict=True):
        assert (one.theory, one.query, one.label) == (other.theory, other.query, other.label)
        assert one.question.startswith("Is the following statement true? ")


def test_several_questions_are_all_asked_or_none(tmp_path: Path) -> None:
    text = """family several
logic alcq
concept from 8 of {kind, rich, tall, shy, calm, loud, big, red}
role knows
sort person = {anna, ben, clara, david}
fact f = ?x : ?c | ?x : not ?c
axiom a = ?c isa ?d | ?c isa not ?d
theory forward { facts 8  axioms 8 }
ask entailment { together on }
say ?x : ?c() asked as "Is {{ x | capital }} {{ c }}?"
"""
    made = next(iter(family(tmp_path, text).generate(1)))
    assert made.question.startswith("Is each of these statements true, false, or unknown?\n1. ")
    rest = 'say ?x : not ?c() asked as "Is it so that {{ x | capital }} is not {{ c }}?"\n'
    rest += 'say ?c isa ?d asked as "Is every {{ c | one }} thing also {{ d | one }}?"\n'
    made = next(iter(family(tmp_path, text + rest).generate(1)))
    first, *questions = made.question.splitlines()
    assert first == "Answer each of these questions."
    assert all(each.endswith("?") for each in questions)


def test_parts_are_asked_where_the_phrase_says_so(tmp_path: Path) -> None:
    text = """family parts
logic alcq
concept from {kind, rich}
sort person = {anne, ben}
theory { anne : kind and rich. }
ask entailment anne : kind or rich
"""
    page = Path(rspc.__file__).parent / "docs" / "phrases.md"
    block = page.read_text().partition("```rspec either.rspec\n")[2].partition("```")[0]
    parts = family(tmp_path, text + block)
    made = next(iter(parts.generate(1)))
    assert made.question == "Is it kind, or is it rich: which fits anne?"
    assert made.question in page.read_text()
    assert parts.words.phrasebook.read(made.question) == (made.query.goal.statement,)


def test_what_does_not_read_back_is_not_asked(tmp_path: Path) -> None:
    asking = family(tmp_path, HEAD + ASKED)
    made = next(iter(asking.generate(1)))
    posed = rspc.compiler.family.Posed(
        made.theory, made.query, made.label, says=(("Is Anna?", ir.Fact(ir.Hole("f"))),), asked=True
    )
    rejected = misread(asking, posed, {})
    assert rejected is not None
    assert rejected.reason == DOES_NOT_READ_BACK


@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ('say ?g => ?h asked as "Are {{ g }} {{ h }}?"', "E0495", "no question asks about a rule"),
        ('say ?r > ?s asked as "Is {{ r }} over {{ s }}?"', "E0495", "about a rule"),
        ('say ?p(?a) asked as "is {{ a }} {{ p }}"', "W0496", "for parts of questions"),
        ('say ?p(?a), ?g => ?h as "{{ p }} {{ a }} {{ g | asked }} {{ h }}."', "E0497", "`asked`"),
        ('say shy(?a) as "Is {{ a }} shy?"', "W0498", "says a statement as a question"),
        (
            'say ?p(?a) asked as "{{ a }} {{ p }}?"\nsay -?p(?a) asked as "{{ a }} {{ p }}?"',
            "E0510",
            "two phrases have the same text",
        ),
    ],
)
def test_misuse_is_reported(line: str, code: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.rspec"
    path.write_text(HEAD + line + "\n")
    found = [(each.code, each.message) for each in check(path, prove=True)]
    assert any(each[0] == code and message in each[1] for each in found), found


def test_rows_and_kinds_are_not_asked(tmp_path: Path) -> None:
    path = tmp_path / "rows.rspec"
    path.write_text(
        "family rows\nlogic constraint\nrecord flat { rent: money = $6..$9 }\n"
        "test t(?v) on rent: rent < ?v where ?v = $8\ntheory product_of_sums { slots 1 }\n"
        'ask choice\nsay flat asked as "Is it {{ rent }}?"\nsay money asked as "Is it?"\n'
        'say len(?x) asked as "the length {{ x }}"\n'
    )
    found = [each.message for each in check(path) if each.code == "E0495"]
    assert found == [
        "no question asks about a row",
        "no question asks about a kind of amounts",
        "no question asks about a value",
    ]


@pytest.mark.parametrize(
    ("text", "fixed"),
    [
        ("Is {{ a }} {{ p }}", "Is {{ a }} {{ p }}?"),
        ("Think of {{ a }}. Would you say that {{ p }} fits ", "…say that {{ p }} fits? "),
        ("is {{ a }} {{ p }}", ""),
        ("Tell whether {{ a }} is {{ p }}", ""),
        ("Is {{ a }} {{ p }},", ""),
    ],
)
def test_a_question_without_its_mark_is_repaired(text: str, fixed: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.rspec"
    spec = f'{HEAD}say ?p(?a) asked as "{text}"\n'
    path.write_text(spec)
    (found,) = (each for each in check(path) if each.code == "W0496")
    assert bool(found.edits) == bool(fixed)
    if fixed:
        assert fixed.removeprefix("…") + '"' in apply_edits(spec, found.edits)
