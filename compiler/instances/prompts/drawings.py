"""Statements that a prompt draws in a grid, read back from the drawing before it is used."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ....dsl.diagnostics import Diagnostic, SpecError
from ...family import Env, Family, Grid, GridKnobs, GridPart, Posed, Rejected
from ...ir import Stated, filler, nodes as ir
from ...notation import show
from ...random.stream import Stream
from ...text import Board, draw_grid, is_mark, is_shown, read_grid
from ..sentences import SAME_WORDS, group_key

_Place = tuple[int, int]


def with_grids(
    family: Family, posed: Posed, values: Mapping[str, Any], split: str
) -> Posed | Rejected:
    """Return a question whose text draws statements in the grids of its family, instead of saying them.

    A draft that repeats a drawn statement is rejected, as it is if it repeats a sentence.

    Raises:
        SpecError: E0537 if a grid has no place for a statement, or does not read back.
    """
    env = Env(Stream("grid"), dict(values), {}, split)
    for grid in family.words.grids:
        if grid.holds(env):
            found = _with_grid(posed, grid, grid.settings.draw(env))
            if isinstance(found, Rejected):
                return found
            posed = found
    return posed


def own_sentences(
    family: Family, posed: Posed, split: str, sentences: Mapping[str, str]
) -> dict[str, str]:
    """Return words for the statements of grids and gatherings, as proofs and scores say them.

    A statement without words of its own has the grid, or the sentence that says it among others.
    """
    drawn = {
        id: stated.drawn or sentences[group_key(stated)]
        for stated in posed.background
        if stated.drawn or stated.gathered
        for id in stated.ids
    }
    return {
        each.id: family.words.phrasebook.say(each.statement, None, split) or drawn[each.id]
        for each in posed.theory.statements
        if each.id in drawn
    }


def _with_grid(posed: Posed, grid: Grid, knobs: GridKnobs) -> Posed | Rejected:
    board = Board(knobs.rows, knobs.columns, knobs.empty, knobs.box_rows, knobs.box_columns)
    drawn: dict[str, ir.Statement] = {}
    cells: dict[_Place, str] = {}
    for each in posed.theory.statements:
        found = None if each.id in posed.hidden else _square(each.statement, grid)
        if found is None:
            continue
        place, text = found
        if each.statement in drawn.values():
            return Rejected(SAME_WORDS, (f"statement: {show(each.statement)}",))
        fault = _fault(board, cells, place, text)
        if fault:
            raise _refused(grid, fault)
        drawn[each.id], cells[place] = each.statement, text
    if not cells:
        return posed
    lines = draw_grid(board, cells)
    if _statements(grid, read_grid(board, lines)) != set(drawn.values()):
        raise _refused(grid, "its squares can be read as other statements")
    stated = Stated(tuple(drawn), None, lines)
    return replace(
        posed, hidden=posed.hidden | drawn.keys(), background=(*posed.background, stated)
    )


def _refused(grid: Grid, fault: str) -> SpecError:
    return SpecError([Diagnostic("E0537", f"this grid cannot be drawn: {fault}", grid.span)])


def _square(statement: ir.Statement, grid: Grid) -> tuple[_Place, str] | None:
    """Return where a statement is drawn, and the text of its square; None if it is not drawn."""
    for part in grid.parts:
        binding = part.matches(statement)
        if binding is None:
            continue
        match binding[part.row], binding[part.column]:
            case ir.Quantity(amount=row), ir.Quantity(amount=column):
                return (row, column), _shown(binding[part.value]) if part.value else part.text
    return None


def _shown(value: ir.Node) -> str:
    match value:
        case ir.Quantity(amount=amount):
            return str(amount)
        case ir.Const(name=name):
            return name.replace("_", " ")
        case _:
            return ""


def _fault(board: Board, cells: Mapping[_Place, str], place: _Place, text: str) -> str:
    """Return why a square of a board cannot show a text; nothing if it can."""
    row, column = place
    if not is_shown(board.empty):
        return f"an empty square cannot show `{board.empty}`"
    if not (1 <= row <= board.rows and 1 <= column <= board.columns):
        return f"it has no row {row}, column {column}"
    if place in cells:
        return f"row {row}, column {column} would show two texts"
    return "" if is_mark(text, board) else f"a square cannot show `{text}`"


def _statements(grid: Grid, cells: Mapping[_Place, str]) -> set[ir.Node]:
    """Return all statements that the squares of a grid can stand for."""
    return {
        filler(part.pattern)(binding)
        for (row, column), text in cells.items()
        for part in grid.parts
        for binding in _bindings(part, row, column, text)
    }


def _bindings(part: GridPart, row: int, column: int, text: str) -> list[dict[str, Any]]:
    place = {part.row: ir.Quantity("integer", row), part.column: ir.Quantity("integer", column)}
    if not part.value:
        return [place] if text == part.text else []
    number = text.lstrip("-").isdecimal()
    value = ir.Quantity("integer", int(text)) if number else ir.Const(text)
    return [{**place, part.value: value}]
