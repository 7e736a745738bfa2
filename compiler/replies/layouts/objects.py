"""JSON: an object whose keys are the values of the fields but the last, which is the value."""

import json
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from .cells import read_value, simplify, write_value
from .layout import Entry, Layout, Part
from .lines import Work

DEEPEST = 16
"""Deeper objects are not read."""

MOST = 50
"""How many objects of a reply are tried."""

REPEATED = "several answers are given"
"""What is wrong with an object that has a key twice, with different values."""

_TRAILING = re.compile(r",(?=\s*[}\]])")


class Unreadable(Exception):
    """An object is not an answer; the message says why."""


class Clashing(dict[str, Any]):
    """An object that has a key twice, with different values; `members` are all of its keys and values."""

    def __init__(self, members: Sequence[tuple[str, Any]]) -> None:
        super().__init__(members)
        self.members = tuple(members)


def write_object(layout: Layout, entries: Iterable[Entry]) -> str:
    """Return the object of entries: `{"house": {"1": "red"}}`; of one part, what its key would hold."""
    found: dict[str, Any] = {}
    for number, values in layout.sorted(entries):
        part = layout.parts[number]
        words = [
            write_value(field, value) for field, value in zip(part.fields, values, strict=True)
        ]
        _put(found, [*_path(layout, part), *words])
    return json.dumps(_unwrap(found), ensure_ascii=False)


def _path(layout: Layout, part: Part) -> list[str]:
    return [part.title] if _is_titled(layout) else []


def _is_titled(layout: Layout) -> bool:
    return len(layout.parts) > 1 or len(layout.parts[0].fields) == 1


def _put(found: dict[str, Any], path: list[str]) -> None:
    *keys, last = path
    for key in keys[:-1]:
        found = found.setdefault(key, {})
    found.setdefault(keys[-1], []).append(last)


def _unwrap(value: Any) -> Any:
    """Return an object with its lists of one member replaced by the member."""
    if isinstance(value, dict):
        return {key: _unwrap(each) for key, each in value.items()}
    return value[0] if len(value) == 1 else value


def shape(layout: Layout) -> str:
    """Return the form of the object, with the names of fields as values."""
    found: dict[str, Any] = {}
    for part in layout.parts:
        _put(found, [*_path(layout, part), *(f"<{field.name}>" for field in part.fields)])
    return json.dumps(_unwrap(found), ensure_ascii=False)


def read_object(value: Any, layout: Layout, work: Work) -> tuple[Entry, ...]:
    """Return the entries of an object.

    Raises:
        Unreadable: it is not an answer of this layout.
    """
    entries: list[Entry] = []
    if not _is_titled(layout):
        _walk(value, layout.parts[0], 0, (), entries, work)
        return tuple(entries)
    if not isinstance(value, dict):
        raise Unreadable("the answer is not an object")
    if isinstance(value, Clashing):
        raise Unreadable(REPEATED)
    titles = {simplify(part.title): number for number, part in enumerate(layout.parts)}
    for key, inner in value.items():
        number = titles.get(simplify(str(key)))
        if number is None:
            raise Unreadable(f"there is no key `{str(key)[:40]}`")
        _walk(inner, layout.parts[number], number, (), entries, work)
    return tuple(entries)


def _walk(
    value: Any, part: Part, number: int, path: tuple[str, ...], found: list[Entry], work: Work
) -> None:
    field = part.fields[len(path)]
    last = len(path) + 1 == len(part.fields)
    if not last:
        if not isinstance(value, dict):
            raise Unreadable(f"there is no object for {field.name}")
        if isinstance(value, Clashing):
            raise Unreadable(REPEATED)
        for key, inner in value.items():
            _walk(inner, part, number, (*path, _value(part, len(path), key, work)), found, work)
        return
    if field.many and isinstance(value, list):
        value = ", ".join(map(str, value[:200]))
    for each in value if isinstance(value, list) else [value]:
        found.append((number, (*path, _value(part, len(path), each, work))))


def _value(part: Part, at: int, value: Any, work: Work) -> str:
    work.spend()
    field = part.fields[at]
    whole = isinstance(value, int) and not isinstance(value, bool)
    text = str(value) if isinstance(value, str) or whole else ""
    found = read_value(field, text)
    if found is None:
        raise Unreadable(f"there is no {field.name} `{str(value)[:40]}`")
    return found


def objects(text: str) -> list[tuple[Any, str]]:
    """Return the objects and lists of a text that can be read, each with the text between it and the one before.

    The last is None, with the text after all of them.
    """
    found: list[tuple[Any, str]] = []
    place = 0
    for start, end in _spans(text)[-MOST:]:
        value = _decode(text[start:end])
        if value is not None:
            found.append((value, text[place:start]))
            place = end
    return [*found, (None, text[place:])]


def replace_objects(text: str, convert: Callable[[Any], str | None]) -> str:
    """Return a text with what a function returns for each object or list in its place, unless that is None."""
    parts: list[str] = []
    place = 0
    for start, end in _spans(text)[-MOST:]:
        value = _decode(text[start:end])
        own = None if value is None else convert(value)
        if own is not None:
            parts += [text[place:start], own]
            place = end
    return "".join([*parts, text[place:]])


def _spans(text: str) -> list[tuple[int, int]]:
    """Return where the outermost brackets of a text begin and end; those nested too deeply are left out."""
    spans: list[tuple[int, int]] = []
    depth = deepest = start = 0
    quoted = False
    place = 0
    while place < len(text):
        char = text[place]
        if quoted:
            place += char == "\\"
            quoted = char != '"' and char != "\n"
        elif char == '"' and depth:
            quoted = True
        elif char in "{[":
            if not depth:
                start, deepest = place, 0
            depth += 1
            deepest = max(deepest, depth)
        elif char in "}]" and depth:
            depth -= 1
            if not depth and deepest <= DEEPEST:
                spans.append((start, place + 1))
        place += 1
    return spans


def _decode(text: str) -> Any:
    """Return the value of JSON, with the quotes of Python and trailing commas allowed; None if it is neither."""
    tried = [text, _TRAILING.sub("", text)]
    if '"' not in text:
        tried.append(_TRAILING.sub("", text.replace("'", '"')))
    for each in dict.fromkeys(tried):
        try:
            found = msgspec.json.decode(each)
        except (msgspec.DecodeError, UnicodeError, RecursionError, ValueError):
            continue
        return _with_repeats(each, found) if isinstance(found, dict | list) else None
    return None


def _with_repeats(text: str, value: Any) -> Any:
    """Return the value of JSON with its objects as `Clashing` where they have a key twice."""
    try:
        return json.loads(text, object_pairs_hook=_object, strict=False)
    except (ValueError, RecursionError):
        return value


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(members)
    return found if all(found[key] == value for key, value in members) else Clashing(members)


def dump(value: Any) -> str:
    """Return the JSON of a value, with the repeated keys of its objects."""
    match value:
        case Clashing(members=members):
            return f"{{{', '.join(f'{json.dumps(key)}: {dump(each)}' for key, each in members)}}}"
        case dict():
            return f"{{{', '.join(f'{json.dumps(key)}: {dump(each)}' for key, each in value.items())}}}"
        case list():
            return f"[{', '.join(map(dump, value))}]"
        case _:
            return json.dumps(value)
