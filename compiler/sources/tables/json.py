"""Rows from JSONL: one object a line, whose numbers keep the spelling that they have in the file."""

import json
import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any

from ....dsl.diagnostics import Report
from ....dsl.source import Source, Span
from .raw import RawTable, line_start

# Numbers stay texts: Python reads no number of thousands of digits, and no cell needs one.
_DECODER = json.JSONDecoder(parse_int=str, parse_float=str)
_BLANK = re.compile(r"[ \t\r]*")


class _Refused(ValueError):
    """A line is not a row."""


def read_jsonl(source: Source, span: Span, report: Report) -> RawTable | None:
    """Return the rows of a JSONL text; its columns are all keys in the order in which they first occur."""
    found: list[tuple[int, Mapping[str, str]]] = []
    sound = True
    for number, line in enumerate(source.text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            found.append((number, _row(line)))
        except (_Refused, json.JSONDecodeError, RecursionError) as error:
            start = line_start(source, number)
            report.add(
                "E0614",
                f"line {number} of `{source.name}` is not a row: {error}",
                Span(source, start, start + len(line)),
                help='write one object on each line, as in `{"price": "$1200", "stops": ["PHL"]}`',
            )
            sound = False
            break
    if not sound:
        return None
    columns = tuple(dict.fromkeys(key for _, row in found for key in row))
    rows = tuple(tuple(row.get(key, "") for key in columns) for _, row in found)
    return RawTable(
        source.name,
        columns,
        rows,
        tuple(number for number, _ in found),
        source,
        locate=lambda line, column: json_cell(source, line, columns[column]),
    )


def _row(line: str) -> dict[str, str]:
    found = json.loads(
        line,
        parse_int=_number,
        parse_float=_number,
        parse_constant=_constant,
        object_pairs_hook=_pairs,
    )
    if not isinstance(found, dict):
        raise _Refused("it is not an object")
    return {key: cell(value) for key, value in found.items()}


def _number(text: str) -> str:
    return plain(text) if "." in text or "e" in text.lower() else text


def plain(text: str) -> str:
    """Spell a decimal number without an exponent, and a whole one without a point."""
    try:
        number = Decimal(text)
    except InvalidOperation:
        return text
    if not number.is_finite() or abs(number.adjusted()) > 30:
        return text
    return str(int(number)) if number == number.to_integral_value() else f"{number.normalize():f}"


def _constant(text: str) -> str:
    raise _Refused(f"`{text}` is not a number")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys = [key for key, _ in pairs]
    for key in keys:
        if keys.count(key) > 1:
            raise _Refused(f"it has the key `{key}` twice")
    return dict(pairs)


def cell(value: object) -> str:
    """Return a native value as the text of a cell: nothing as an empty one, a list separated by `;`."""
    match value:
        case None:
            return ""
        case str():
            return value.strip()
        case bool():
            return "true" if value else "false"
        case list():
            members = [cell(each) for each in value]
            if any(";" in member for member in members):
                raise _Refused("a list's member holds `;`")
            return ";".join(members)
        case _:
            raise _Refused("an object stands where a value should")


def json_cell(source: Source, line: int, column: str) -> Span:
    """Return the span of a key's value in a line; the whole line if it has no such key."""
    start = line_start(source, line)
    text = source.line(line)
    position = _after(text, text.index("{") + 1)
    while position < len(text) and text[position] == '"':
        key, position = _DECODER.raw_decode(text, position)
        position = _after(text, _after(text, position) + 1)
        _, end = _DECODER.raw_decode(text, position)
        if key == column:
            return Span(source, start + position, start + end)
        position = _after(text, _after(text, end) + 1)
    return Span(source, start, start + len(text))


def _after(text: str, position: int) -> int:
    found = _BLANK.match(text, position)
    return found.end() if found else position
