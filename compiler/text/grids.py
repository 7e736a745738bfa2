"""Grids: squares with short texts, drawn as lines and read back."""

from collections.abc import Mapping
from dataclasses import dataclass

BETWEEN = "|"
"""What separates the boxes of a row."""

Cells = Mapping[tuple[int, int], str]
"""The texts of squares, by row and column, both from 1. A text has no blanks."""


@dataclass(frozen=True)
class Board:
    """The squares of a grid: how many, what an empty one shows, and how large the boxes are (0 for none)."""

    rows: int
    columns: int
    empty: str = "."
    box_rows: int = 0
    box_columns: int = 0


def is_shown(text: str) -> bool:
    """Return whether a square can show a text: it is not empty, has no blanks, and differs from all lines."""
    return text.split() == [text] and text != BETWEEN and not _is_line(text)


def is_mark(text: str, board: Board) -> bool:
    """Return whether a square of a board can show a text, and this differs from an empty one."""
    return is_shown(text) and text != board.empty


def draw_grid(board: Board, cells: Cells) -> str:
    """Return the lines of a grid; all squares have the same width."""
    width = max(map(len, (board.empty, *cells.values())))
    lines: list[str] = []
    for row in range(1, board.rows + 1):
        shown = [
            cells.get((row, column), board.empty).rjust(width)
            for column in range(1, board.columns + 1)
        ]
        boxes = [" ".join(box) for box in _boxes(shown, board.box_columns)]
        lines.append(f" {BETWEEN} ".join(boxes))
        if board.box_rows and row % board.box_rows == 0 and row < board.rows:
            lines.append("-+-".join("-" * len(box) for box in boxes))
    return "\n".join(lines)


def _boxes(shown: list[str], size: int) -> list[list[str]]:
    step = size or len(shown)
    return [shown[start : start + step] for start in range(0, len(shown), step)]


def read_grid(board: Board, text: str) -> dict[tuple[int, int], str]:
    """Return the texts of the squares that are not empty.

    Raises:
        ValueError: the lines are not those of such a board.
    """
    lines = [line for line in text.split("\n") if not _is_line(line)]
    found: dict[tuple[int, int], str] = {}
    if len(lines) != board.rows:
        raise ValueError(f"a grid of {board.rows} rows, not {len(lines)}")
    for row, line in enumerate(lines, 1):
        shown = [each for each in line.split() if each != BETWEEN]
        if len(shown) != board.columns:
            raise ValueError(f"row {row} has {len(shown)} squares, not {board.columns}")
        for column, each in enumerate(shown, 1):
            if each != board.empty:
                found[row, column] = each
    return found


def _is_line(text: str) -> bool:
    """Return whether a text is a line between boxes."""
    return bool(text) and not text.strip("-+")
