"""Mistakes that cause one error each, with a message that names them."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import load
from rspc.dsl.diagnostics import Diagnostic, SpecError

SPEC = """family first
logic asp
param a: int in 1..3 = 1
param rounds: int in 1..3 = 3
sort node = 1..3
pred p(node)
ITEM
theory { LINE }
ask entailment p(1) KNOBS
"""


def errors(
    tmp_path: Path, item: str = "", line: str = "p(1).", knobs: str = ""
) -> list[Diagnostic]:
    path = tmp_path / "first.rspec"
    text = SPEC.replace("ITEM", item).replace("LINE", line).replace("KNOBS", knobs)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        load(path)
    return [each for each in caught.value.diagnostics if each.severity == "error"]


def test_values_outside_a_domain_are_one_error(tmp_path: Path) -> None:
    (found,) = errors(tmp_path, "preset `m{a}` { a 1..9 }")
    assert found.code == "E0416"
    assert "`4`, `5`, `6` and 3 more are outside" in found.message


def test_a_wrong_hole_of_a_preset_is_one_error(tmp_path: Path) -> None:
    (found,) = errors(tmp_path, "preset `m{aa}` { a 1..3 }")
    assert found.code == "E0444"


def test_a_number_is_not_a_source(tmp_path: Path) -> None:
    (found,) = errors(tmp_path, line="each ?x in rounds: p(?x).")
    assert (found.code, found.help) == ("E0482", "write a range: `1..rounds`")


@pytest.mark.parametrize("meaning", ["", "if", " if ", "  "])
def test_a_meaning_is_a_condition(tmp_path: Path, meaning: str) -> None:
    knobs = f'{{ labels {{true: yes, false: no}} meanings {{false: "{meaning}"}} }}'
    assert [each.code for each in errors(tmp_path, knobs=knobs)] == ["E0411"]


@pytest.mark.parametrize(
    ("first", "code"),
    [("b,a", "E0625"), ("A,B", "E0625"), ("B, A", "E0625"), ("x,y\rz,w", "E0614")],
)
def test_the_first_line_of_a_table(tmp_path: Path, first: str, code: str) -> None:
    (tmp_path / "rows.csv").write_bytes(f"{first}\none,two\n".encode())
    (found,) = errors(tmp_path, 'table t(a, b) = "rows.csv"')
    assert found.code == code
    assert "universal" not in found.message
