"""What a question says is read back as the sentences of a theory are."""

from __future__ import annotations

from pathlib import Path

import pytest

import rspc
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.proving.readback import check_reading
from rspc.dsl.diagnostics import Report

DEFEASIBLE = """family meetings
logic defeasible
sort person = {"Mary Ann", "Lee", "Mary", "Ann Lee"}
pred encounters(person, person)
pred near(person, person)
theory { near(`Mary Ann`, `Lee`).  near(X, Y) => encounters(X, Y). }
ask entailment encounters(`Mary Ann`, SECOND) QUESTION
say encounters(?a, ?b) as "{{ a }} {{ b }} meet."
say encounters(?a, ?b) as "{{ a }} and {{ b }} meet"
say near(?a, ?b) as "{{ a }} is near {{ b }}."
say near(?a, ?b) as "{{ a }} is near {{ b }}"
"""
PROGRAM = DEFEASIBLE.replace("defeasible", "asp").replace("=>", "->")
HOLES = "encounters(?a, ?b)"
OWN = '"Do {{ a }} {{ b }} meet?"'
LOGICS = pytest.mark.parametrize("spec", [DEFEASIBLE, PROGRAM], ids=["defeasible", "asp"])


def loaded(spec: str, second: str, question: str, folder: Path) -> rspc.Family:
    path = folder / "meetings.rspec"
    path.write_text(spec.replace("SECOND", second).replace("QUESTION", question), "utf-8")
    return rspc.load(path)


@LOGICS
def test_a_statement_that_reads_another_way_is_not_asked_about(spec: str, tmp_path: Path) -> None:
    with pytest.raises((Exhausted, rspc.SpecError), match=r"another way|no draft can be read back"):
        next(iter(loaded(spec, "`Lee`", "", tmp_path).generate(1)))


@LOGICS
def test_one_that_reads_one_way_is(spec: str, tmp_path: Path) -> None:
    (found,) = loaded(spec, "`Mary`", "", tmp_path).generate(1)
    assert found.question.endswith("Mary Ann Mary meet.")


@LOGICS
def test_a_question_in_words_without_holes_says_no_statement(spec: str, tmp_path: Path) -> None:
    (found,) = loaded(spec, "`Lee`", '"Do the first two meet?"', tmp_path).generate(1)
    assert found.question == "Do the first two meet?"


@pytest.mark.parametrize("question", ["", OWN])
def test_what_is_asked_in_either_words_reads_one_way(question: str, tmp_path: Path) -> None:
    spec = DEFEASIBLE.replace(
        "theory { near(`Mary Ann`, `Lee`).", "fact f = near(?a, ?b)\ntheory { 3 of f."
    )
    spec = spec.replace("encounters(`Mary Ann`, SECOND)", HOLES)
    spec = spec.replace(
        "=> encounters(X, Y).", "=> encounters(X, Y).  near(X, Y) => -encounters(Y, X)."
    )
    spec += 'say -encounters(?a, ?b) as "{{ a }} and {{ b }} do not meet"\n'
    family = loaded(spec, "", question, tmp_path)
    asked = [each.question for each in family.generate(60)]
    assert not any("Mary Ann Lee meet" in each for each in asked)
    report = Report()
    check_reading(family, report)
    assert "W0522" in {each.code for each in report}
