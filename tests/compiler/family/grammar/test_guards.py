"""Lines of a written-out theory under conditions: they are there in exactly the instances that meet them."""

from __future__ import annotations

from pathlib import Path

import pytest

import rspc
from rspc.compiler.api import Family
from rspc.dsl.diagnostics import SpecError

SPEC = """family guarded
logic asp
param size: int in 1..4 = 1
choose kind = {{red: 1, blue: 1}}
pool names = {{"anna", "ben", "cleo", "dora"}}
sort person = names
pred tall(person)
pred here
fact tall = tall(?p)
theory {{
  here.
  {line}
}}
ask entailment here
"""


def family(line: str, folder: Path) -> Family:
    path = folder / "guarded.rspec"
    path.write_text(SPEC.format(line=line), "utf-8")
    return rspc.load(path)


@pytest.mark.parametrize(("size", "count"), [(1, 0), (2, 0), (3, 2), (4, 2)])
def test_a_condition_over_a_parameter(size: int, count: int, tmp_path: Path) -> None:
    made = family("2 of tall when size >= 3.", tmp_path).generate(8, size=size)
    assert {len(one.theory.statements) for one in made} == {1 + count}


@pytest.mark.parametrize("line", ["tall(ben) when kind == red.", "each of tall when kind == red."])
def test_a_condition_over_a_chosen_value(line: str, tmp_path: Path) -> None:
    made = family(line, tmp_path).generate(12)
    kinds = {one.params["kind"]: len(one.theory.statements) > 1 for one in made}
    assert kinds == {"red": True, "blue": False}


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("tall(ben) when depth > 2.", "E0201"),
        ("tall(ben) when size.", "E0301"),
        ("tall(ben) when.", "E0101"),
        ("tall(ben) when size > 1 when size > 2.", "E0101"),
    ],
)
def test_a_condition_that_is_none(line: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(SpecError) as caught:
        family(line, tmp_path)
    assert code in {each.code for each in caught.value.diagnostics}
