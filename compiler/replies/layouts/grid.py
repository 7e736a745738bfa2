"""Grids: a table in Markdown, read also as aligned columns, with tabs, or with commas."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field as default, replace

from .cells import EMPTY, is_empty, read_value, simplify, write_value
from .layout import Entry, Layout
from .lines import Work
from .tables import is_rule, split_piped

_BORDERS = str.maketrans(dict.fromkeys("│┃║", "|") | dict.fromkeys("─━═┼┬┴├┤┌┐└┘╔╗╚╝╠╣╦╩╬", "-"))
_STOP = re.compile(r"\|\s*\.$")
_WIDE = re.compile(r"\t| {2,}")


@dataclass(frozen=True)
class Table:
    """The table of a reply: entries, the first thing that is wrong with it, and the lines before it."""

    entries: tuple[Entry, ...]
    problem: str = ""
    gap: str = ""


def write_grid(layout: Layout, entries: Iterable[Entry]) -> str:
    """Return the table of entries."""
    cells: dict[tuple[str, int, str], str] = {}
    for number, values in layout.sorted(entries):
        part = layout.parts[number]
        column = values[part.column] if part.column >= 0 else ""
        word = write_value(part.fields[part.cell], values[part.cell])
        cells[values[part.row], number, column] = word
    columns, rows = layout.columns(), layout.rows()
    lines = [[layout.corner, *(heading for _, _, heading in columns)], ["---"] * (len(columns) + 1)]
    for row, word in zip(rows.known, rows.words, strict=True):
        lines.append([word, *(cells.get((row, n, c), EMPTY) for n, c, _ in columns)])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def empty_grid(layout: Layout) -> str:
    """Return the table without its values."""
    columns, rows = layout.columns(), layout.rows()
    lines = [[layout.corner, *(heading for _, _, heading in columns)], ["---"] * (len(columns) + 1)]
    lines += [[word, *[" "] * len(columns)] for word in rows.words]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def read_grids(text: str, layout: Layout, strict: bool, work: Work) -> tuple[list[Table], str]:
    """Return the tables of a text, in order, and the text after the last."""
    reader = _Reader(layout, work)
    blocks: list[_Rows] = [_Rows()]
    for raw in text.translate(_BORDERS).splitlines():
        line = _STOP.sub("|", raw.strip())
        if not line or is_rule(line):
            continue
        cells = reader.cells(line, strict)
        if cells is not None:
            if blocks[-1].rows and reader.is_header(cells):
                blocks.append(_Rows())
            blocks[-1].rows.append(cells)
            continue
        if blocks[-1].rows:
            blocks.append(_Rows())
        blocks[-1].before.append(line)
    found: list[Table] = []
    gap: list[str] = []
    for block in blocks:
        table = reader.table(block.rows) if block.rows else None
        gap += block.before
        if table is not None:
            found.append(replace(table, gap="\n".join(gap)))
            gap = []
    return found, "\n".join(gap)


@dataclass
class _Rows:
    """Rows of one table, and the lines right before it."""

    rows: list[list[str]] = default(default_factory=list)
    before: list[str] = default(default_factory=list)


class _Reader:
    def __init__(self, layout: Layout, work: Work) -> None:
        self.layout = layout
        self.work = work
        self.columns = layout.columns()
        self.rows = layout.rows()
        self.headings = [simplify(heading) for _, _, heading in self.columns]
        single = all(
            len(word) == 1 for part in layout.parts for word in part.fields[part.cell].words
        )
        self.compact = single and all(part.fields[part.cell].words for part in layout.parts)

    def cells(self, line: str, strict: bool) -> list[str] | None:
        """Return the cells of a line; None if it is not a row."""
        width = len(self.columns)
        piped = "|" in line
        for cells in self._splits(line, piped):
            if len(cells) not in (width, width + 1):
                continue
            if self.is_header(cells) or self._is_row(cells, piped or strict):
                return cells
        if piped and line.startswith("|"):
            return split_piped(line)  # of the wrong width: it is reported
        return None

    def _splits(self, line: str, piped: bool) -> Iterable[list[str]]:
        """Yield ways to split a line into cells."""
        if piped:
            yield split_piped(line)
            line = line.replace("|", " ")
        if _WIDE.search(line.strip()):
            yield [each.strip() for each in _WIDE.split(line.strip())]
        if "," in line or ";" in line:
            yield [each.strip() for each in re.split(r"[,;]", line.strip("[](){}, "))]
        yield line.split()
        if self.compact:
            yield list(re.sub(r"\s", "", line))

    def _is_row(self, cells: list[str], sure: bool) -> bool:
        """Return whether cells are those of a row: half of them have values, where the line alone does not show it."""
        if sure:
            return True
        width = len(self.columns)
        named = len(cells) > width
        if named and read_value(self.rows, cells[0]) is None:
            return False
        own = cells[1:] if named else cells
        good = sum(is_empty(cell) or self._is_value(at, cell) for at, cell in enumerate(own))
        return 2 * good >= width

    def is_header(self, cells: list[str]) -> bool:
        """Return whether cells are the headings, in any order, perhaps with one more for the rows' own column."""
        said = [simplify(cell) for cell in cells]
        if len(said) == len(self.headings) + 1:
            said = [each for each in said if each in self.headings]
        elif all(self._is_value(at, cell) for at, cell in enumerate(cells)):
            return False  # a row of a square whose columns are named by the same digits
        return sorted(said) == sorted(self.headings)

    def _is_value(self, at: int, cell: str) -> bool:
        number = self.columns[min(at, len(self.columns) - 1)][0]
        part = self.layout.parts[number]
        self.work.spend()
        return read_value(part.fields[part.cell], cell) is not None

    def table(self, block: list[list[str]]) -> Table | None:
        """Return the table of a block of rows; None if it has no row."""
        order, index, body = list(range(len(self.columns))), 0, block
        if self.is_header(block[0]):
            said = [simplify(cell) for cell in block[0]]
            if len(said) > len(self.columns):
                index = next(at for at, each in enumerate(said) if each not in self.headings)
                del said[index]
            order, body = [self.headings.index(each) for each in said], block[1:]
        elif len(block[0]) == len(self.columns) + 1:
            strange = self._strange(block[0])
            if strange:
                return Table((), strange)
        return self._body(block, body, index, order) if body else None

    def _strange(self, cells: list[str]) -> str:
        """Return what is wrong with a first row that looks like headings: none of its cells is a value."""
        if read_value(self.rows, cells[0]) is not None:
            return ""
        others = [each for each in cells if simplify(each) not in self.headings][1:]
        known = any(self._is_value(at, cell) for at, cell in enumerate(cells[1:]))
        return "" if known or not others else f"there is no column `{others[0][:40]}`"

    def _body(
        self, block: list[list[str]], body: list[list[str]], index: int, order: list[int]
    ) -> Table:
        entries: list[Entry] = []
        problem = ""
        seen: set[str] = set()
        width = len(self.columns)
        named = any(len(cells) > width for cells in block)
        for place, cells in enumerate(body):
            row, own = None, cells
            if len(cells) == width + 1:
                row = read_value(self.rows, cells[index])
                own = cells[:index] + cells[index + 1 :]
                if row is None:
                    problem = problem or f"there is no row `{cells[index][:40]}`"
                    continue
            elif len(cells) == width and not named and place < len(self.rows.known):
                row = self.rows.known[place]
            if row is None or len(own) != width:
                problem = problem or f"a row has {len(cells)} cells instead of {width + 1}"
                continue
            if row in seen:
                problem = problem or f"row `{write_value(self.rows, row)}` occurs twice"
                continue
            seen.add(row)
            for at, cell in zip(order, own, strict=True):
                found = self._entry(row, at, cell)
                if isinstance(found, str):
                    problem = problem or found
                elif found is not None:
                    entries.append(found)
        missing = [value for value in self.rows.known if value not in seen]
        if missing and self.layout.whole:
            problem = problem or f"row `{write_value(self.rows, missing[0])}` is missing"
        return Table(tuple(entries), problem)

    def _entry(self, row: str, at: int, cell: str) -> Entry | str | None:
        """Return the entry of a cell; None for an empty one; or what is wrong with it."""
        number, column, heading = self.columns[at]
        part = self.layout.parts[number]
        field = part.fields[part.cell]
        place = f"row `{write_value(self.rows, row)}`, column `{heading}`"
        self.work.spend()
        value = read_value(field, cell)
        if value is None:
            if is_empty(cell):
                return f"{place} is empty" if self.layout.whole else None
            return f"{place}: there is no {field.name} `{cell.strip()[:40]}`"
        values = [""] * len(part.fields)
        values[part.row], values[part.cell] = row, value
        if part.column >= 0:
            values[part.column] = column
        return number, tuple(values)
