"""A warning lists the statements that a question quotes where it asks for others."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import load
from rspc.dsl.diagnostics import Diagnostic

WARD = """family ward
logic defeasible
pool names = {anna, ben, clara, david, emma, felix, grace, henry}
pool states = {feverish, pale, dizzy, elderly, urgent, stable, infectious, calm, well}
pool rooms = {"room 1", "room 2", "room 3", "room 4", "room 5"}
sort patient = names
sort room = rooms
pred from states(patient)
pred lies(patient, room)
rule one = ~?p(X) => ~?q(X) | ~?p(X) => ~lies(X, ?r) | ~lies(X, ?r) => ~?p(X)
theory backward { depth 1  distractors 1 }
ask entailment
"""
SIGNS = (
    'say ?p(?a) asked as "Is {{ a | capital }} {{ p }}?"\n',
    'say -?p(?a) asked as "Is it so that {{ a | capital }} is not {{ p }}?"\n',
)
LIES = (
    'say lies(?a, ?r) asked as "Does {{ a | capital }} lie in {{ r }}?"\n',
    'say -lies(?a, ?r) asked as "Is it so that {{ a | capital }} does not lie in {{ r }}?"\n',
)
EVERY = "".join((*SIGNS, *LIES))


def warned(spec: str, folder: Path) -> list[Diagnostic]:
    path = folder / "ward.rspec"
    path.write_text(spec, "utf-8")
    return [each for each in load(path).prove() if each.code == "W0523"]


@pytest.mark.parametrize("words", ["", EVERY, f"{EVERY}{SIGNS[0][:-1]} split test\n"])
def test_all_or_none_are_asked_for(words: str, tmp_path: Path) -> None:
    assert warned(f"{WARD}{words}", tmp_path) == []


@pytest.mark.parametrize(
    ("words", "listed"),
    [
        ("".join((SIGNS[0], *LIES)), {"`-?p(?a)`"}),
        ("".join(SIGNS), {"`?p(?a, ?b)`"}),
        (f"{SIGNS[0]}{SIGNS[1][:-1]} split test\n{''.join(LIES)}", {"`-?p(?a)`"}),
    ],
)
def test_statements_that_are_quoted_are_listed(
    words: str, listed: set[str], tmp_path: Path
) -> None:
    (found,) = warned(f"{WARD}{words}", tmp_path)
    for pattern in listed:
        assert pattern in found.message
    assert "following statement" in found.label
    assert "asked as" in str(found.help)


def test_a_question_with_a_text_of_its_own_is_not_one_of_them(tmp_path: Path) -> None:
    spec = WARD.replace("ask entailment\n", 'ask entailment "Is it so: {{ goal }}?"\n')
    assert warned(f"{spec}{SIGNS[0]}", tmp_path) == []
