"""Indexed lines that are refused, and those whose drafts are dropped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import load
from rspc.compiler.family.grammar import written
from rspc.compiler.instances import Exhausted
from rspc.dsl.diagnostics import SpecError

from .indexed import ASK, LOGICS, WORLD, drawn


def test_an_empty_matching_is_dropped_and_sides_of_other_sizes_are_refused(specs: Any) -> None:
    with pytest.raises(SpecError) as caught:
        drawn(specs, "each (?p, ?i) in zip(person, item): has(?p, ?i).")
    assert [each.code for each in caught.value.diagnostics] == ["E0485"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("each x in person: tall(x).", "E0480"),
        ("each ?a, ?b in path(person): likes(?a, ?b).", "E0480"),
        ("each (?a, ?a) in path(person): likes(?a, ?a).", "E0481"),
        ("each ?rounds in 1..3: now(?rounds).", "E0481"),
        ("each ?x in person: each ?x in person: tall(?x).", "E0481"),
        ("each ?x in person: f1: tall(?x).", "E0481"),
        ("each ?t in rounds: now(?t).", "E0482"),
        ("each ?x in {ann: 1, bob: 2}: tall(?x).", "E0482"),
        ('each ?x in "ann": tall(?x).', "E0482"),
        ("each (?a, ?b) in path(people): likes(?a, ?b).", "E0482"),
        ("each (?a, ?b) in walk(people, 2): likes(?a, ?b).", "E0482"),
        ("each ?x in plain: tall(?x).", "E0482"),
        ("each ?x in people: tall(?x).", "E0483"),
        ("each (?a, ?b, ?c) in path(person): likes(?a, ?b).", "E0483"),
        ("each (?a, ?b) in person: likes(?a, ?b).", "E0483"),
        ("each ?x in person: tall(ann).", "E0484"),
        ("each ?t in 1..3: 1 of plain.", "E0484"),
        ("each (?p, ?i) in matching({ann, bob}, {hat}): has(?p, ?i).", "E0485"),
        ("each (?p, ?i) in zip({ann, bob}, {hat}): has(?p, ?i).", "E0485"),
        ("1 of timed.", "E0487"),
        ("each ?x in person: 1 of timed.", "E0484"),
        ("each (?a, ?b) in graph({ann, bob, cal}, 1): likes(?a, ?b).", "E0499"),
        ("each (?a, ?b) in graph({ann, ann, bob}, 2): likes(?a, ?b).", "E0499"),
        ("each (?a, ?b) in graph({ann, bob, cal}, 4): likes(?a, ?b).", "E0499"),
        ("each (?a, ?b) in graph(person, 29): likes(?a, ?b).", "E0499"),
        ("each (?a, ?b) in graph(time, rounds - 1): at(?a, ?b).", "E0499"),
        ("each (?a, ?b) in graph(person): likes(?a, ?b).", "E0306"),
        ("each (?a, ?b) in graph(people, 4): likes(?a, ?b).", "E0482"),
        ("each ?a in graph(person, 9): tall(?a).", "E0483"),
        ("each (?a, ?b) in graph(person, ann): likes(?a, ?b).", "E0201"),
        ("each ?x in persons: tall(?x).", "E0201"),
        ("each (?a, ?b) in way(person): likes(?a, ?b).", "E0204"),
        ("each (?a, ?b) in path(person, 2, 3): likes(?a, ?b).", "E0306"),
        ("each ?t in 5..1: now(?t).", "E0404"),
        ("each ?x in 3 of {ann, bob}: tall(?x).", "E0403"),
        ("each ?x in {hat, bob}: tall(?x).", "E0410"),
        ("each ?t in 1..2: tall(?t).", "E0410"),
        ("each (?n, ?s) in people.tests: is(?n, ?s).", "E0203"),
        ("each ?t in 1..2: now(?u).", "E0484"),
        ("each (?a, ?b) in {(ann, bob), (ann)}: likes(?a, ?b).", "E0483"),
        ("each ?a in {ann, (ann, bob)}: tall(?a).", "E0483"),
        ("each ?t in 1..1000: each ?u in 1..1000: now(?t) when ?u > ?t.", "E0494"),
        ("each (?a, ?b) in walk(steps, 100000): likes(?a, ?b).", "E0494"),
        ("each (?a, ?b) in pairs(1..1000): at(?a, ?b).", "E0494"),
    ],
)
def test_what_is_refused(specs: Any, body: str, code: str) -> None:
    items = "fact plain = tall(?x)\nfact timed = swap(?t, ?a, ?b) when t > 1\n"
    body = f"{body}  each ?t in 2..3: 1 of timed."
    assert code in specs.codes(f"{WORLD}{items}theory {{ {body} }}{ASK}", "asp")


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("each ?b in book: pages > 3.", "E0482"),
        ("each ?low in limits: pages < ?low.", "E0483"),
        ("each (?low, ?high) in limits: cover == ?low.", "E0305"),
        ("each (?low, ?high) in limits: range(?low, ?high).", "E0308"),
    ],
)
def test_rows_of_a_record_are_no_source(specs: Any, body: str, code: str) -> None:
    items, _, ask, _ = LOGICS["constraint"]
    assert specs.codes(f"{items}theory {{ {body} }}\n{ask}\n", "constraint")[0] == code


@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("each ?a in 1..n: each ?b in 1..n: p(?a) when ?b > ?a.", "more than 100,000 elements"),
        ("each (?a, ?b) in pairs(1..n): p(?a).", "`pairs` has 499,500 elements"),
        ("each (?a, ?b) in walk(steps, 20 * n): p(?a).", "`walk` has 20,000 elements"),
        ("each (?a, ?b) in graph(1..n, 11 * n): p(?a).", "`graph` has 11,000 elements"),
        ("each ?i in 1..9: 2 of g.", "more than 10 statements"),
    ],
)
def test_a_draft_that_is_too_large_is_dropped_with_its_cause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, cause: str
) -> None:
    if "10 statements" in cause:
        monkeypatch.setattr(written, "STEPS", 10)
    path = tmp_path / "large.rspec"
    path.write_text(
        "family large\nlogic asp\nparam n: int in 1..1000 = 1000\nsort number = 1..1000\n"
        "table steps(f, t) = {(1, 2), (2, 1)}\npred p(number)\npred q(number, number)\nfact g = q(?i, ?b)\n"
        f"theory {{ {line} }}\nask consistent\n",
        encoding="utf-8",
    )
    with pytest.raises(Exhausted) as caught:
        load(path).instance()
    ((reason, count),) = caught.value.rejections.items()
    assert cause in reason
    assert count == 5
