"""Pairs that a reply writes in another form: as a table with a column for each field, or as a JSON object."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from .cells import read_value, simplify
from .layout import JSON, Entry, Layout, Part
from .lines import Work, write_line, write_pieces
from .objects import Clashing, Unreadable, read_object, replace_objects
from .tables import replace_tables


def untable(text: str, layout: Layout, work: Work) -> str:
    """Return a text whose tables are pairs on lines; other lines are unchanged."""
    return replace_tables(text, lambda rows: _pairs(rows, layout, work))


def _pairs(rows: list[list[str]], layout: Layout, work: Work) -> list[str]:
    """Return the lines of pairs that the rows of a table say; of another table, its rows as they are."""
    titles = [simplify(_title(part)) for part in layout.parts]
    as_they_are = [" | ".join(row) for row in rows]
    if len(layout.parts) > 1 or len(layout.parts[0].fields) == 1:
        head = [simplify(cell) for cell in rows[0]]
        if len(rows) == 2 and sorted(head) == sorted(titles) and len(rows[1]) == len(head):
            return [f"{name} = {cell}" for name, cell in zip(head, rows[1], strict=True)]
        if all(len(row) == 2 for row in rows):
            known = [row for row in rows if simplify(row[0]) in titles]
            return [f"{name} = {cell}" for name, cell in known] or as_they_are
        return as_they_are
    part = layout.parts[0]
    if any(len(row) != len(part.fields) for row in rows):
        return as_they_are
    order = list(range(len(part.fields)))
    names = [simplify(field.name) for field in part.fields]
    head = [simplify(cell) for cell in rows[0]]
    if len(set(names)) == len(names) and sorted(head) == sorted(names):
        order, rows = [head.index(name) for name in names], rows[1:]
    elif len(rows) > 1 and not any(_is_value(part, at, rows[0][at], work) for at in order):
        rows = rows[1:]
    return [write_pieces(part, [row[at] for at in order]) for row in rows]


def _is_value(part: Part, at: int, cell: str, work: Work) -> bool:
    work.spend()
    return read_value(part.fields[at], cell) is not None


def unobject(text: str, layout: Layout, work: Work) -> str:
    """Return a text whose JSON objects are pairs on lines, those that are objects of pairs."""
    if "{" not in text:
        return text
    return replace_objects(text, lambda value: _object_lines(value, layout, work))


def _object_lines(value: Any, layout: Layout, work: Work) -> str | None:
    """Return the lines of an object; also of one with unknown values, so that these are reported.

    Raises:
        Unreadable: it has the key of a pair twice, with different values.
    """
    try:
        entries = _read_value(value, layout, work)
        lines = [write_line(layout.parts[number], values) for number, values in entries]
    except Unreadable:
        lines = _strange_lines(value, layout, work)
        if lines and isinstance(value, Clashing):
            raise
    return "\n".join(["", *lines, ""]) if lines else None


def _strange_lines(value: Any, layout: Layout, work: Work) -> list[str]:
    """Return the lines of an object of which one key at least is that of a pair, and no value is an object."""
    if not isinstance(value, dict) or not all(
        isinstance(each, str | int) for each in value.values()
    ):
        return []
    titles = {simplify(_title(part)) for part in layout.parts}
    part = layout.parts[0]
    if len(part.fields) > 2:
        return []
    known = [
        simplify(key) in titles if len(part.fields) == 1 else _is_value(part, 0, key, work)
        for key in value
    ]
    return [f"{key} = {each}" for key, each in value.items()] if any(known) else []


def _read_value(value: Any, layout: Layout, work: Work) -> tuple[Entry, ...]:
    """Return the entries of an object of pairs, or of a list of objects with a key for each field.

    Raises:
        Unreadable: it is neither.
    """
    if isinstance(value, list):
        return _read_rows(value, layout, work)
    parts = tuple(replace(part, title=_title(part)) for part in layout.parts)
    return read_object(value, replace(layout, form=JSON, parts=parts), work)


def _read_rows(rows: list[Any], layout: Layout, work: Work) -> tuple[Entry, ...]:
    part = layout.parts[0]
    names = [simplify(field.name) for field in part.fields]
    if len(layout.parts) > 1 or len(names) < 2 or len(set(names)) < len(names) or not rows:
        raise Unreadable("the answer is not an object")
    entries: list[Entry] = []
    for row in rows:
        if not isinstance(row, Mapping):
            raise Unreadable("the answer is not an object")
        own = {simplify(str(key)): cell for key, cell in row.items()}
        if own.keys() != set(names):
            raise Unreadable("an object has other keys than the fields")
        values = []
        for field, name in zip(part.fields, names, strict=True):
            work.spend()
            found = read_value(field, str(own[name]))
            if found is None:
                raise Unreadable(f"there is no {field.name} `{str(own[name])[:40]}`")
            values.append(found)
        entries.append((0, tuple(values)))
    return tuple(entries)


def _title(part: Part) -> str:
    """Return what a line of a part begins with, as in `price = $5`; its title if it begins with a field."""
    return part.pieces[0].rstrip(" =") or part.title
