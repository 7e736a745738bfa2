"""Breaks a long line of canonical code where a reader would: at the operators that bind most loosely, level by
level.

A line is a row of words and of groups in brackets. A row that fits is not broken. Otherwise it is divided
at its loosest joints (clauses, then `=` and `:`, arrows, commas, operators), or a group is opened: its
content is indented between a line that ends with the opening bracket and one that begins with the closing
bracket.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..diagnostics import Report
from ..parsing.brackets import CLOSERS, OPENERS
from ..parsing.lexer import scan
from ..parsing.tokens import Token
from ..reserved import words
from ..source import Source

STEP = 2
"""Blanks by which a line is indented below another."""

_TEXTS = words("TEXT LONG_TEXT")
_CLAUSES = words("SAY WHERE WHEN IF ATYPICAL SPLIT WITH ELSE")
_ENDS = CLOSERS | words(
    "NAME NUMBER TEXT LONG_TEXT DOTTED HOLE VARIABLE TRUE FALSE THING NOTHING GROUP"
)
"""Words and groups after which a string can be a clause."""
_LISTING = words("COMMA SEMICOLON")
_BAR, _ARROW, _ISA = words("BAR"), words("ARROW"), words("ISA")
_LOOSE = _LISTING | _BAR | _ARROW | _ISA | words("COLON")
_OPERATORS = tuple(
    words(each)
    for each in (
        "COLON",
        "OR",
        "AND",
        "COMPARISON GREATER IN",
        "OF",
        "PLUS MINUS",
        "STAR SLASH MOD",
        "POWER",
    )
)
"""Operators between two operands, from loose to tight."""
_ANY_OPERATOR = frozenset[str]().union(*_OPERATORS)
_STACKED = words("OR AND")
_CLOSING = (")", "]", "}")


@dataclass(frozen=True, slots=True)
class _Part:
    """A word, or a group in brackets, on one line, and the number of blanks before it."""

    kind: str
    text: str
    blanks: int
    inner: tuple[_Part, ...] = ()
    opener: str = ""
    closer: str = ""


_Row = Sequence[_Part]


def wrap(text: str, width: int) -> list[str]:
    """Return the lines of a canonical line; none is longer than the width if it can be broken.

    Strings are not broken. The later lines are indented, except those that begin with a closing bracket.
    """
    if all(len(line) <= width for line in text.split("\n")):
        return [text]
    return _Layout(width).lay(_row(text), 0, 0, STEP)


# ------------------------------------------------------------------------------------------------- lines to rows


def _row(text: str) -> _Row:
    tokens, _ = scan(Source("", text), Report())
    rows: list[list[_Part]] = [[]]
    opened: list[tuple[Token, int]] = []
    end = 0
    for token in tokens:
        blanks = token.start - end
        end = token.end
        if token.type in CLOSERS and opened:
            opener, before = opened.pop()
            inner = tuple(rows.pop())
            whole = text[opener.start : token.end]
            group = _Part("GROUP", whole, before, inner, opener.written, token.written)
            rows[-1].append(group)
        elif token.type in OPENERS:
            opened.append((token, blanks))
            rows.append([])
        else:
            rows[-1].append(_Part(token.type, token.written, blanks))
    while opened:  # a block whose parts are laid out elsewhere begins at the end of the line
        token, blanks = opened.pop()
        content = rows.pop()
        rows[-1] += [_Part(token.type, token.written, blanks), *content]
    return _tie_bracket(rows[0])


def _tie_bracket(row: list[_Part]) -> _Row:
    """Join a bracket that is not closed to the part before it."""
    if len(row) < 2 or row[-1].kind not in OPENERS:
        return row
    *rest, last, bracket = row
    tail = " " * bracket.blanks + bracket.text
    closer = last.closer + tail if last.inner else ""
    return [*rest, _Part(last.kind, last.text + tail, last.blanks, last.inner, last.opener, closer)]


def _flat(row: _Row) -> str:
    return "".join([" " * part.blanks * bool(place) + part.text for place, part in enumerate(row)])


def _cut(row: _Row, places: Iterable[int]) -> list[_Row]:
    """Part a row before each of some places."""
    return [row[start:end] for start, end in pairwise([0, *places, len(row)])]


def _before(row: _Row, kinds: frozenset[str]) -> list[_Row]:
    """Part a row before words of some kinds."""
    return _cut(row, [place for place in range(1, len(row)) if row[place].kind in kinds])


def _clauses(row: _Row) -> list[_Row]:
    places = range(1, len(row))
    return _cut(row, [at for at in places if _clause(row[at].kind, row[at - 1].kind)])


def _clause(kind: str, before: str) -> bool:
    """Whether a clause begins with a word, after another."""
    if kind in _TEXTS:
        return before in _ENDS
    if kind == "HOLDS":
        return before in _TEXTS
    return kind in _CLAUSES and before not in {"ATYPICAL", "ELSE"}


def _elements(row: _Row) -> list[_Row]:
    """Divide a row after its commas, and where several blanks separate a knob from the next."""
    places = range(1, len(row))
    return _cut(row, [at for at in places if row[at - 1].kind in _LISTING or row[at].blanks > 1])


def _operands(row: _Row) -> tuple[list[_Row], bool]:
    """Divide a row before its loosest operators; return whether each operand should have a line of its own."""
    for kinds in _OPERATORS:
        parts = _cut(row, [place for place in range(len(row)) if _operator(row, place, kinds)])
        if len(parts) > 1:
            return parts, kinds <= _STACKED and any(len(part) > 2 for part in parts)
    return [row], False


def _operator(row: _Row, place: int, kinds: frozenset[str]) -> bool:
    """Whether there is an operator of some kinds between two operands there."""
    following = row[place + 1 : place + 2]
    return (
        place > 0
        and row[place].kind in kinds
        and row[place].blanks > 0
        and bool(following)
        and following[0].blanks > 0
    )


def _head(row: _Row) -> int:
    """Return the number of parts of a row up to its `=`, or else its `:`; none if nothing follows."""
    for kind in ("EQUALS", "COLON"):
        for place in range(1, len(row) - 1):
            spaced = row[place].blanks > 0
            if row[place].kind == kind and (kind == "EQUALS" or place == 1 or not spaced):
                return place + 1
    return 0


def _last_group(row: _Row) -> int | None:
    """Find the group at the end of a row that may be opened while all before it stays on its line.

    At most one operator and no other group can be before it; of groups without blanks between them, as in
    `{…}[key]`, it is the widest.
    """
    start = len(row) - 1
    while start > 0 and not row[start].blanks:
        start -= 1
    found = max(
        range(start, len(row)), key=lambda place: len(row[place].text) * bool(row[place].inner)
    )
    before = row[:found]
    operators = sum(_operator(row, place, _ANY_OPERATOR) for place in range(found))
    if not row[found].inner or operators > 1 or any(part.kind in _LOOSE for part in before):
        return None
    return None if any(part.inner for part in row[:start]) else found


# ------------------------------------------------------------------------------------------------- rows to lines


class _Layout:
    """Lays out rows as lines of a width.

    A row begins at `column`, on a line that is indented by `base`; its later lines are indented by `hang`
    more. The first line is returned without the text before it, the others in full.
    """

    def __init__(self, width: int) -> None:
        self.width = width

    def fits(self, column: int, text: str) -> bool:
        first, _, rest = text.partition("\n")
        return column + len(first) <= self.width and len(rest.rpartition("\n")[2]) <= self.width

    def lay(self, row: _Row, column: int, base: int, hang: int) -> list[str]:
        """Lay a row out at its loosest joints."""
        text = _flat(row)
        if self.fits(column, text):
            return [text]
        clauses = _clauses(row)
        if len(clauses) > 1:
            return self.fill(clauses, column, base, hang, after_groups=True)
        elements = _elements(row)
        if row[0].kind == "WHERE" and len(elements) > 1:
            return self.stack(elements, column, base, hang)
        head = _head(row)
        if head:
            return self.headed(row[:head], row[head:], column, base)
        for kinds, lay in ((_BAR, self.fill), (_ARROW, self.stack), (_ISA, self.stack)):
            parts = _before(row, kinds)
            if len(parts) > 1:
                return lay(parts, column, base, hang)
        if len(elements) > 1:
            return self.fill(elements, column, base, hang)
        hugged = self.hugged(row, column, base)
        if hugged:
            return hugged
        operands, stacked = _operands(row)
        if len(operands) > 1:
            return (self.stack if stacked else self.fill)(operands, column, base, hang)
        return self.opened(row, column, base, hang)

    def below(self, row: _Row, margin: int, hang: int = STEP) -> list[str]:
        """Lay a row out on lines of its own."""
        first, *rest = self.lay(row, margin, margin, hang)
        return [" " * margin + first, *rest]

    def stack(self, parts: Sequence[_Row], column: int, base: int, hang: int) -> list[str]:
        """Lay out parts below one another."""
        lines = self.lay(parts[0], column, base, STEP)
        for part in parts[1:]:
            lines += self.below(part, base + hang)
        return lines

    def fill(
        self, parts: Sequence[_Row], column: int, base: int, hang: int, after_groups: bool = False
    ) -> list[str]:
        """Lay out parts with as many on a line as fit.

        None follows a part of several lines, unless `after_groups` is set and that ends with an opened group.
        """
        lines = self.lay(parts[0], column, base, STEP)
        follows = len(lines) == 1
        for part in parts[1:]:
            text = " " * part[0].blanks + _flat(part)
            follows = follows or (after_groups and lines[-1].lstrip().startswith(_CLOSING))
            if follows and self.fits(_end(lines, column), text):
                lines[-1] += text
                continue
            laid = self.below(part, base + hang)
            follows = len(laid) == 1
            lines += laid
        return lines

    def headed(self, head: _Row, value: _Row, column: int, base: int) -> list[str]:
        """Lay out a label that ends with `=` or `:`, and its value.

        A short label keeps its statement on its line. Otherwise, the value begins there only if it opens a
        group. It is put below if it fits on one line there; braces are opened rather than put below.
        """
        lines = self.lay(head, column, base, STEP)
        start = _end(lines, column) + value[0].blanks
        if len(head) == 2 and head[1].kind == "COLON" and start <= self.width // 2:
            return _join_lines(lines, value, self.lay(value, start, base, STEP))
        group = _last_group(value)
        if group is not None and (
            value[group].opener == "{" or not self.fits(base + STEP, _flat(value))
        ):
            hugged = self.hugged(value, start, base)
            if hugged:
                return _join_lines(lines, value, hugged)
        return lines + self.below(value, base + STEP, 0)

    def hugged(self, row: _Row, column: int, base: int) -> list[str] | None:
        """Open the last group of a row, if all before it fits on the line."""
        place = _last_group(row)
        if place is None:
            return None
        lead = _flat(row[: place + 1]).removesuffix(row[place].text)
        if not self.fits(column, lead + row[place].opener):
            return None
        lines = self.open(row[place], column + len(lead), base)
        return self.followed([lead + lines[0], *lines[1:]], row[place + 1 :], base, STEP)

    def opened(self, row: _Row, column: int, base: int, hang: int) -> list[str]:
        """Open the widest group of a row without operators up to which all fits; else, break at its blanks."""
        chunks = _cut(row, [place for place in range(1, len(row)) if row[place].blanks])
        groups = [place for place, part in enumerate(row) if part.inner]
        leads = {place: _flat(row[: place + 1]).removesuffix(row[place].text) for place in groups}
        fitting = [group for group in groups if self.fits(column, leads[group] + row[group].opener)]
        if not fitting and len(chunks) > 1:
            return self.fill(chunks, column, base, hang)
        if not groups:
            return [_flat(row)]
        place = max(fitting or groups[:1], key=lambda each: len(row[each].text))
        first, *more = self.open(row[place], column + len(leads[place]), base)
        return self.followed([leads[place] + first, *more], row[place + 1 :], base, hang)

    def followed(self, lines: list[str], rest: _Row, base: int, hang: int) -> list[str]:
        """Lay out the parts after a group that has been opened."""
        if not rest:
            return lines
        start = len(lines[-1]) + rest[0].blanks
        return _join_lines(lines, rest, self.lay(rest, start, base, hang))

    def open(self, group: _Part, column: int, base: int) -> list[str]:
        """Lay out the content of a group between its brackets, which end a line and begin one."""
        elements = _elements(group.inner)
        *earlier, last = elements
        if group.opener != "{" and not any(part.inner for sequence in earlier for part in sequence):
            lead = group.opener + _flat(group.inner[: len(group.inner) - len(last)])
            lead += " " * last[0].blanks * bool(earlier)
            hugged = self.hugged(last, column + len(lead), base)
            if hugged:
                return [lead + hugged[0], *hugged[1:-1], hugged[-1] + group.closer]
        margin = base + STEP
        if not earlier:
            lines = self.below(last, margin, 0)
        else:
            lay = self.stack if any(map(_alone, elements)) else self.fill
            first, *more = lay(elements, margin, margin, 0)
            lines = [" " * margin + first, *more]
        return [group.opener, *lines, " " * base + group.closer]


def _end(lines: list[str], column: int) -> int:
    """Return the column where lines end if the first of them begins at the given column."""
    before, _, last = lines[-1].rpartition("\n")
    return len(last) if before or len(lines) > 1 else column + len(last)


def _join_lines(lines: list[str], row: _Row, more: list[str]) -> list[str]:
    """Append the lines of a row to others."""
    return [*lines[:-1], lines[-1] + " " * row[0].blanks + more[0], *more[1:]]


def _alone(element: _Row) -> bool:
    """Whether an element of a group has a line of its own: a knob, a binding, a key with a group."""
    if element[0].blanks > 1 or any(part.kind == "EQUALS" for part in element):
        return True
    return any(
        part.kind == "COLON" and not part.blanks and any(each.inner for each in element[place:])
        for place, part in enumerate(element)
    )
