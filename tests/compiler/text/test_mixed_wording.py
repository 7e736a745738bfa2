"""A warning lists the patterns that fall back on standard words where a family words others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rspc.compiler.api import load
from rspc.dsl.diagnostics import Diagnostic

WARD = """family ward
logic defeasible
pool names = {anna, ben, clara, david, emma, felix, grace, henry}
pool states = {feverish, pale, dizzy, pregnant, elderly, urgent, stable, infectious, calm, well}
sort patient = names
pred from states(patient)
rule one = ~?p(X) => ~?q(X)
rule two = ~?p(X), ~?q(X) => ~?r(X)
theory backward { depth 1  distractors 1 }
ask entailment
say ?p(?a) as "{{ a | capital }} is {{ p }}." "{{ a | capital }} is {{ p }}"
say -?p(?a) as "{{ a | capital }} is not {{ p }}." "{{ a | capital }} is not {{ p }}"
"""
CLAUSES = 'say ?p(X) as "is {{ p }}"\nsay -?p(X) as "is not {{ p }}"\n'
ONE = 'say ?g => ?h as "A patient who {{ g }} usually {{ h }}."\n'
TWO = 'say ?g, ?k => ?h as "A patient who {{ g }} and {{ k }} usually {{ h }}."\n'


def warned(spec: str, folder: Path) -> list[Diagnostic]:
    path = folder / "ward.rspec"
    path.write_text(spec, "utf-8")
    return [each for each in load(path).prove() if each.code == "W0520"]


def test_a_family_that_words_all_is_not_warned(tmp_path: Path) -> None:
    assert warned(f"{WARD}{CLAUSES}{ONE}{TWO}", tmp_path) == []


def test_a_family_without_words_is_not_warned(tmp_path: Path) -> None:
    assert warned(WARD.partition("say")[0], tmp_path) == []


def test_own_clauses_may_stand_in_standard_rules(tmp_path: Path) -> None:
    clauses = 'say ?p(X) as "they are {{ p }}"\nsay -?p(X) as "they are not {{ p }}"\n'
    assert warned(f"{WARD}{clauses}", tmp_path) == []


@pytest.mark.parametrize(
    ("words", "listed", "others"),
    [
        (f"{CLAUSES}{ONE}", "?p(X), -?q(X) => ?r(X)", "`?p(X) => ?q(X)`"),
        (f"{CLAUSES}{TWO}", "?p(X) => ?q(X)", "`?p(X), ?q(X) => ?r(X)`"),
        (f'say ?p(X) as "is {{{{ p }}}}"\n{ONE}{TWO}', "-?p(X)", "`?p(X)`"),
        (f"{CLAUSES}{ONE}{TWO[:-1]} split test\n", "?p(X), ?q(X) => -?r(X)", "`?p(X) => ?q(X)`"),
    ],
)  # fmt: skip
def test_patterns_in_standard_words_are_listed(
    words: str, listed: str, others: str, tmp_path: Path
) -> None:
    spec = WARD
    if listed == "-?p(X)":  # what words a fact would say a variable, too
        spec = spec.replace('." "{{ a | capital }} is not {{ p }}"', '."')
    (found,) = warned(f"{spec}{words}", tmp_path)
    assert f"`{listed}`" in f"{found.message} "
    assert others not in found.message
    assert f"`{found.message.split('`')[1]}` is said as: " in found.notes[0].text
    assert "…" in found.help


def test_facts_in_standard_words_are_listed(tmp_path: Path) -> None:
    spec = f"{WARD.partition('say')[0]}{CLAUSES}{ONE}{TWO}"
    (found,) = warned(spec, tmp_path)
    assert "`?p(?a)`" in found.message
    assert re.search(r"\bholds? of", "; ".join(note.text for note in found.notes))


def test_predicates_that_have_words_by_name_are_listed_by_name(tmp_path: Path) -> None:
    spec = (
        "family birds\nlogic asp\ntheory { bird(tweety). bird(X), not sick(X) -> flies(X). }\n"
        'ask computation\nsay bird(?x) as "{{ x | written }} is a bird"\n'
    )
    (found,) = warned(spec, tmp_path)
    assert "`sick(X)`" in found.message
    assert "`flies(X)`" in found.message
    assert "bird" not in found.message


def test_roles_of_one_module_do_not_speak_for_those_of_another(tmp_path: Path) -> None:
    """Words that are used under a condition count for the instances that have them."""
    (tmp_path / "calm.rspec").write_text('module calm\nsay ?p(X) as "{{ p }} is X"\n', "utf-8")
    spec = f"{WARD.partition('say')[0]}choose way = {{a: 1, b: 1}}\nuse calm when way == a\n"
    (found,) = warned(spec, tmp_path)
    assert "-?p(X)" in found.message


def test_a_text_for_rules_without_a_full_stop_is_shown(tmp_path: Path) -> None:
    (found,) = warned(
        f"{WARD}{CLAUSES}{ONE}{TWO.replace('usually {{ h }}.', 'usually {{ h }}')}", tmp_path
    )
    assert "a text for them has no full stop: " in found.message
    assert found.span.text == '"A patient who {{ g }} and {{ k }} usually {{ h }}"'
    assert found.help.startswith("write it with `.` at its end")


def test_facts_have_the_words_of_texts_without_a_full_stop(tmp_path: Path) -> None:
    unended = '"{{ a | capital }} is {{ p }}" "{{ a | capital }} has the mark {{ p }}"'
    spec = WARD.replace('"{{ a | capital }} is {{ p }}." "{{ a | capital }} is {{ p }}"', unended)
    assert warned(f"{spec}{CLAUSES}{ONE}{TWO}", tmp_path) == []
