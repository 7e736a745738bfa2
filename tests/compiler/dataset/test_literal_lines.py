"""Literals are laid out so that they can be read: none is broken, and rows and columns line up."""

import random

import pytest

from rspc.compiler.dataset.literal_lines import literal_lines
from rspc.dsl.wrapping import NARROWEST, measure

COLOURS = ["painted(avania, blue)", "painted(kestia, green)", "painted(jor, red)", "painted(x, y)"]


def test_what_fits_is_one_line_in_the_order_of_its_numbers() -> None:
    assert literal_lines(["p(10)", "p(9)", "p(a)"], 80) == ["p(9), p(10), p(a)"]
    assert literal_lines(["q(b, 10)", "q(b, 9)"], 80) == ["q(b, 9), q(b, 10)"]
    assert literal_lines(["on"], 80) == ["on"]


def test_columns_line_up() -> None:
    assert literal_lines(COLOURS, 50) == [
        "painted(avania, blue),  painted(jor, red),",
        "painted(kestia, green), painted(x, y)",
    ]
    assert literal_lines(COLOURS, 30) == [
        "painted(avania, blue),",
        "painted(jor, red),",
        "painted(kestia, green),",
        "painted(x, y)",
    ]


def test_a_line_has_what_has_the_same_first_argument() -> None:
    moves = [f"has({step}, {who}, it)" for step in (1, 2, 10) for who in ("al", "bob")]
    assert literal_lines(moves, 70) == [
        "has(1, al, it),  has(1, bob, it),",
        "has(2, al, it),  has(2, bob, it),",
        "has(10, al, it), has(10, bob, it)",
    ]


def test_a_value_for_each_row_and_column_makes_a_table() -> None:
    cells = [
        f"`the cell`({row}, {column}, {row * column})" for row in (1, 2, 9) for column in (3, 4)
    ]
    random.Random(1).shuffle(cells)
    table = [
        "`the cell`(R, C, V), with R down, C across, and V inside:",
        "    3   4",
        "1   3   4",
        "2   6   8",
        "9  27  36",
    ]
    assert literal_lines(cells, 60) == table
    assert literal_lines(cells, 60, most=1) == table
    for odd in (cells[1:], [*cells, "`the cell`(1, 3, 7)"], [*cells, "r(1, 3, 7)"], [*cells, "r"]):
        assert len(literal_lines(odd, 60)) > 1
        assert "inside" not in literal_lines(odd, 60)[0]


def test_what_is_left_out_is_marked() -> None:
    assert literal_lines(["p(1)", "p(2)", "p(3)"], 80, most=2) == ["p(1), p(2) …"]
    assert literal_lines(["p(1)", "p(2)", "p(3)"], 80, most=3) == ["p(1), p(2), p(3)"]


ODD = [
    "-`stands in for`(`Freya, the 2nd`, `Petra)`)",
    "ça(`é`, 漢字)",
    "p()",
    "p(",
    "(",
    "`",
    "p(-3, 99999999999999999999)",
    'q(1, 2, "a, b")',
]


@pytest.mark.parametrize("width", range(1, 100, 3))
def test_only_a_literal_that_is_wider_than_the_line_is_broken(width: int) -> None:
    literals = [*COLOURS, *ODD]
    lines = literal_lines(literals, width)
    text = " ".join(" ".join(lines).split())
    for each in literals:
        assert each in text
        assert width <= len(each) or any(each in line for line in lines)
    assert all(measure(line) <= max(width, NARROWEST) for line in lines if " " in line.strip())
    assert literal_lines([*literals, ""], width)
