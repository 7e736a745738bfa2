"""Predicates called like the functions and relations of slots, in logics without records."""

from __future__ import annotations

from pathlib import Path

import pytest

import rspc

DEFEASIBLE = """family walks
logic defeasible
sort person = {ann, bob, cy, dan}
pred NAME(person, person)
pred late(person)
fact f = NAME(?a, ?b)
theory { 3 of f.  NAME(X, Y) => late(X). }
ask entailment ~late(?a)
say NAME(?a, ?b) as "{{ a }} runs into {{ b }}."
say NAME(?a, ?b) as "{{ a }} runs into {{ b }}"
say late(?a) as "{{ a }} is late"
say -late(?a) as "{{ a }} is on time"
"""
PROGRAM = """family walks
logic asp
sort person = {ann, bob, cy, dan}
pred NAME(person, person)
pred late(person)
fact f = NAME(?a, ?b)
theory { 3 of f.  NAME(X, Y), not late(Y) -> late(X). }
ask computation
say NAME(?a, ?b) as "{{ a }} runs into {{ b }}."
say NAME(?a, ?b) as "{{ a }} runs into {{ b }}"
"""
NAMES = ("meets", "within", "first", "last", "len")


def made(spec: str, folder: Path) -> list[rspc.Instance]:
    path = folder / "walks.rspec"
    path.write_text(spec, "utf-8")
    return list(rspc.load(path).generate(4))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spec", [DEFEASIBLE, PROGRAM], ids=["defeasible", "asp"])
def test_its_facts_are_said_by_its_phrase(spec: str, name: str, tmp_path: Path) -> None:
    found = made(spec.replace("NAME", name), tmp_path)
    assert all(each.context.count("runs into") == 4 for each in found)
    assert not any(f"“{name}”" in each.context for each in found)
