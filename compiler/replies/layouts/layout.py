"""The layout of an open answer as data: what entries it has, and how they are written.

One layout prints answers, reads replies and describes itself in the prompt. It is plain values, so that a
record can hold it.
"""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

LINES, PAIRS, GRID, JSON = "lines", "pairs", "grid", "json"
FORMS = (LINES, PAIRS, GRID, JSON)
"""The forms of layouts."""

Entry: TypeAlias = tuple[int, tuple[str, ...]]
"""The number of a part, and the values of its fields in notation."""


class Field(Struct, frozen=True, omit_defaults=True):
    """A place of an entry.

    Attributes:
        name: what is there, such as `house`.
        words: the words for its possible values, in order; none if any amount of a kind can be there.
        values: these values in notation; none if they are the words.
        kind: the scalar kind of its amounts.
        many: whether a value is a set of the words.
    """

    name: str
    words: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    kind: str = ""
    many: bool = False

    @property
    def known(self) -> tuple[str, ...]:
        """The possible values in notation, in order."""
        return self.values or self.words


class Part(Struct, frozen=True, omit_defaults=True):
    """A kind of entry: the instances of a literal, or the values of some slots.

    Attributes:
        title: the heading of its column in a grid, or its key in JSON.
        pieces: in lines, the text before, between and after the fields.
        places: in lines, the number of the field at each place between pieces.
        row, column, cell: in a grid, the numbers of the fields; `column` is -1 if the part is one column.
    """

    fields: tuple[Field, ...]
    title: str = ""
    pieces: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    row: int = 0
    column: int = -1
    cell: int = 1


class Layout(Struct, frozen=True, omit_defaults=True):
    """How answers of one question are written.

    Attributes:
        form: `lines`, `pairs`, `grid` or `json`.
        corner: in a grid, the heading of the column that names the rows.
        order: in lines, the number of the field by which lines are in order; -1 for the order of the values.
        whole: whether each line, cell or key must be there.
    """

    form: str
    parts: tuple[Part, ...]
    corner: str = ""
    order: int = -1
    whole: bool = False

    @property
    def counted(self) -> bool:
        """Whether the place of a line alone gives the value of the field by which lines are in order."""
        return self.order >= 0 and self.order not in self.parts[0].places

    def columns(self) -> list[tuple[int, str, str]]:
        """Return the columns of a grid: part, value of the column's field or "", and heading."""
        found: list[tuple[int, str, str]] = []
        for number, part in enumerate(self.parts):
            if part.column < 0:
                cell = part.fields[part.cell]
                if cell.words or cell.kind:  # a sort without members has no column
                    found.append((number, "", part.title))
            else:
                field = part.fields[part.column]
                found += [
                    (number, value, word)
                    for value, word in zip(field.known, field.words, strict=True)
                ]
        return found

    def rows(self) -> Field:
        """Return the field whose values name the rows of a grid."""
        part = self.parts[0]
        return part.fields[part.row]

    def sorted(self, entries: Iterable[Entry]) -> list[Entry]:
        """Return entries in the order in which they are written."""
        return sorted(set(entries), key=self._rank)

    def _rank(self, entry: Entry) -> tuple[tuple[int, int, str], ...]:
        number, values = entry
        fields = self.parts[number].fields
        ranks = [_rank_value(field, value) for field, value in zip(fields, values, strict=True)]
        first = [ranks[self.order]] if self.order >= 0 else []
        return (*first, (number, 0, ""), *ranks)


def _rank_value(field: Field, value: str) -> tuple[int, int, str]:
    known: Sequence[str] = field.known
    if value in known:
        return known.index(value), 0, ""
    digits = value.removeprefix("-")
    if digits.isdecimal() and len(digits) < 20:
        return 0, int(value), ""
    return len(known), 0, value
