"""Tables of text: what is aligned, folded and wrapped."""

from __future__ import annotations

import pytest

from rspc.compiler.dataset.stats.layout.cells import Table, fold_constant, lines

ROWS = (
    ("words and pairs, by regression", "7.5%", "20.0%", "", "a rather long list of features"),
    ("a tree", "100.0%", "20.0%", "", "short"),
)
TABLE = Table(
    "Guesses", ("guess by", "median accuracy", "chance", "", "most telling"), ROWS, "note"
)


def drawn(table: Table, width: int) -> str:
    return "\n".join(lines(table, width))


def test_numbers_are_right_and_texts_left() -> None:
    assert TABLE.right == (False, True, True, False, False)
    assert (
        drawn(fold_constant(TABLE, "chance"), 80)
        == """\
Guesses
-------
guess by                        median accuracy  most telling
------------------------------  ---------------  ------------------------------
words and pairs, by regression             7.5%  a rather long list of features
a tree                                   100.0%  short
(constant: chance 20.0%)
(note)"""
    )


def test_texts_are_wrapped_to_the_width() -> None:
    assert (
        drawn(fold_constant(TABLE, "chance"), 50)
        == """\
Guesses
-------
guess by               median  most telling
                     accuracy
-------------------  --------  -------------------
words and pairs, by      7.5%  a rather long list
regression                     of features
a tree                 100.0%  short
(constant: chance 20.0%)
(note)"""
    )


@pytest.mark.parametrize("width", range(1, 120, 7))
def test_no_cell_is_lost_at_any_width(width: int) -> None:
    words = drawn(TABLE, width).split()
    assert all(word in words for row in ROWS for cell in row for word in cell.split())


@pytest.mark.parametrize(
    ("cells", "right"),
    [
        (("1", "-2.5", "3e-07", "1e+20"), True),
        (("33.3%", ""), True),
        (("…", "7"), False),
        (("4 more", "7"), True),
        (("nan", "inf", "-inf"), True),
        (("", ""), False),
        (("1a",), False),
        (("12:30",), False),
        (("1 of 2",), False),
    ],
)
def test_what_a_column_of_numbers_is(cells: tuple[str, ...], right: bool) -> None:
    assert Table("", ("x",), tuple((each,) for each in cells)).right == (right,)


def test_one_row_and_other_columns_are_not_folded() -> None:
    one = Table("t", ("a", "count"), (("x", "3"),))
    assert fold_constant(one, "count") == one
    two = Table(
        "t", ("a", "count", "b"), (("x", "3", "y"), ("z", "3", "y")), constant="constant: k v"
    )
    folded = fold_constant(two, "count")
    assert (folded.columns, folded.constant) == (("a", "b"), "constant: k v, count 3")


def test_a_table_without_rows_and_cells_with_line_ends() -> None:
    assert drawn(Table("Sizes", ("a", "b"), (), constant="constant: n 3"), 40) == (
        "Sizes\n-----\n(constant: n 3)"
    )
    odd = Table("a\nb", ("x",), (("one\ntwo\tthree\x1b[31m\u202e",), (" ",)))
    assert drawn(odd, 80).splitlines() == [
        "a / b",
        "-----",
        "x",
        "-----------------------------",
        r"one / two three\x1b[31m\u202e",
    ]
