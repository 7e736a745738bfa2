"""The tables of knobs, figures and truth values that pages hold, made from what rspc's own plug-ins declare.

A table stands between two comments, of which the first says of what it is:

    <!-- knobs theory backward -->     the knobs of a strategy, of a task (`ask`), the options of a logic (`logic`)
    <!-- figures theory -->            the figures of all strategies, of all tasks (`ask`)
    <!-- figures logic asp -->         those of one
    <!-- marks logic asp -->           its truth values
    <!-- marks ask -->                 the truth values of all tasks
    <!-- end -->
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

from rspc.cli.installed import installed_plugins

GROUPS = {"logic": "logics", "theory": "strategies", "ask": "tasks"}
"""Where `rspc list` has what an item of a spec names."""

Entries = Mapping[str, Mapping[str, Any]]
"""What the plug-ins of a group declare, by their names."""

_PLACE = re.compile(
    r"^<!-- (?P<kind>knobs|figures|marks) (?P<of>[^>]+) -->\n.*?^<!-- end -->$",
    re.MULTILINE | re.DOTALL,
)


def places(text: str) -> list[tuple[str, ...]]:
    """Return what the tables of a page's text are of: `("knobs", "theory", "backward")`."""
    return [(match["kind"], *match["of"].split()) for match in _PLACE.finditer(text)]


def filled(text: str) -> str:
    """Return a page's text with every table made anew."""
    return _PLACE.sub(lambda match: _place(match["kind"], match["of"]), text)


def _place(kind: str, of: str) -> str:
    return f"<!-- {kind} {of} -->\n\n{_made(kind, *of.split())}\n\n<!-- end -->"


def _made(kind: str, item: str, name: str = "") -> str:
    entries = _declared()[GROUPS[item]]
    if not name:
        return figures(entries, kind)
    match kind:
        case "knobs":
            return knobs(entries[name])
        case "figures":
            return facts(entries[name], "figures", "is")
        case _:
            return facts(entries[name], "marks", "holds where")


@cache
def _declared() -> Mapping[str, Entries]:
    """Return what rspc's own plug-ins declare, whatever is installed beside them."""
    return {
        group: {name: each for name, each in entries.items() if each["from"].startswith("`rspc ")}
        for group, entries in installed_plugins().items()
    }


def knobs(entry: Mapping[str, Any]) -> str:
    """Return the table of a plug-in's knobs, or of a logic's options."""
    fields = entry.get("knobs", entry.get("options", {}))
    if not fields:
        return "It has none."
    rows = [
        (f"`{name}`", _value(field), _default(field), field.get("description", ""))
        for name, field in ((name, _plain(field)) for name, field in fields.items())
    ]
    return _table(("knob", "value", "default", "what it says"), rows)


def figures(declared: Entries, kind: str = "figures") -> str:
    """Return the table of the figures, or marks, of several plug-ins: those that mean the same stand in one row."""
    rows: dict[tuple[str, str], list[str]] = {}
    for name, entry in declared.items():
        for figure, about in entry.get(kind, {}).items():
            rows.setdefault((figure, about), []).append(f"`{name}`")
    told = [(f"`{figure}`", ", ".join(of), about) for (figure, about), of in rows.items()]
    return _table(
        (kind.removesuffix("s"), "of", "is" if kind == "figures" else "holds where"), told
    )


def facts(entry: Mapping[str, Any], attribute: str, heading: str) -> str:
    """Return the table of one plug-in's figures or marks."""
    rows = [(f"`{name}`", about) for name, about in entry.get(attribute, {}).items()]
    return _table((attribute.removesuffix("s"), heading), rows)


def _plain(field: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a field without the choice of having no value."""
    values = [each for each in field.get("anyOf", ()) if each != {"type": "null"}]
    return {**field, **values[0]} if values else field


def _value(field: Mapping[str, Any]) -> str:
    """Return what a knob can be set to."""
    match field:
        case {"enum": words}:
            return ", ".join(f"`{word}`" for word in words)
        case {"type": "boolean"}:
            return "`on`, `off`"
        case {"type": "integer" | "number"}:
            return _amount(field)
        case {"type": "array", "items": {"enum": words}}:
            return f"of {', '.join(f'`{word}`' for word in words)}: `{{a, b}}`"
        case {"type": "array"}:
            return "names: `{a, b}`"
        case {"type": "object", "additionalProperties": {"type": "integer"}}:
            return "names, or their weights: `{a, b}`, `{a: 1, …}`"
        case {"type": "object", "additionalProperties": {"type": "number"}}:
            return "weights: `{number: weight, …}`"
        case {"type": "object"}:
            return "words: `{label: word, …}`"
        case {"type": "string"}:
            return "a text"
        case {"properties": {"count": count, "of": _}}:
            return f"`N of NAME`, N from {count['minimum']} to {count['maximum']}"
        case _:
            return str(field.get("type", "a value"))


def _amount(field: Mapping[str, Any]) -> str:
    low, high = field.get("minimum"), field.get("maximum")
    whole = field["type"] == "integer"
    match low, high:
        case None, None:
            return "a whole number" if whole else "a number"
        case _, None:
            return f"{low} or more" if whole else f"a number, {low} or more"
        case None, _:
            return f"{high} or less" if whole else f"a number, {high} or less"
        case _:
            return f"{low} to {high}" if whole else f"a number from {low} to {high}"


def _default(field: Mapping[str, Any]) -> str:
    """Return what a knob is where a spec does not set it."""
    if "default" not in field:
        return "to be set"
    match field["default"]:
        case True | False as switch:
            return "`on`" if switch else "`off`"
        case None | [] | "":
            return "none"
        case int() | float() as number:
            return f"{number:g}"
        case [*words] if sorted(words) == field.get("items", {}).get("enum"):
            return "all"
        case [*words]:
            return f"`{{{', '.join(map(str, words))}}}`"
        case {"count": count, "of": ""}:
            return f"{count} of it"
        case dict() as table:
            return f"`{{{', '.join(f'{name}: {value}' for name, value in table.items())}}}`"
        case word:
            return f"`{word}`"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    cells = ([cell.replace("|", "\\|") for cell in line] for line in lines)
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)
