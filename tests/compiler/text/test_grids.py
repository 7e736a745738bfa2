"""Grids are drawn as lines and read back."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from rspc.compiler.text.grids import Board, draw_grid, is_mark, is_shown, read_grid

SIZES = st.integers(1, 12)
BOXES = st.integers(0, 12)
BOARDS = st.builds(Board, SIZES, SIZES, st.sampled_from([".", "?", "_"]), BOXES, BOXES)
MARKS = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1)


@st.composite
def drawings(draw: st.DrawFn) -> tuple[Board, dict[tuple[int, int], str]]:
    board = draw(BOARDS)
    places = st.tuples(st.integers(1, board.rows), st.integers(1, board.columns))
    marks = MARKS.filter(lambda text: is_mark(text, board))
    return board, draw(st.dictionaries(places, marks, max_size=40))


@given(drawings())
def test_what_is_drawn_reads_back(drawing: tuple[Board, dict[tuple[int, int], str]]) -> None:
    board, cells = drawing
    text = draw_grid(board, cells)
    assert read_grid(board, text) == cells
    widths = {len(line) for line in text.split("\n")}
    assert len(widths) == 1


def test_a_sudoku() -> None:
    board = Board(4, 4, box_rows=2, box_columns=2)
    assert draw_grid(board, {(1, 2): "3", (4, 4): "1"}) == (
        ". 3 | . .\n. . | . .\n----+----\n. . | . .\n. . | . 1"
    )


@pytest.mark.parametrize("text", ["1 2 3", "1 2\n3", "1 2\n3 4\n5 6", ""])
def test_other_lines_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="row"):
        read_grid(Board(2, 2), text)


@pytest.mark.parametrize("text", ["", " ", "a b", ".", "|", "-+-", "--"])
def test_what_no_square_can_show(text: str) -> None:
    assert not is_mark(text, Board(2, 2))


@pytest.mark.parametrize("text", ["", " ", "a b", "|", "-", "+"])
def test_what_no_empty_square_can_show(text: str) -> None:
    assert not is_shown(text)
    assert is_shown(".")
