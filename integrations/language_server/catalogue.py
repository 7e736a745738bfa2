"""The knobs of plug-ins, as places in a spec name them."""

import re
from collections.abc import Mapping
from typing import Any

from .context import Context
from .messages import Installed

_GROUPS = {"THEORY": "strategies", "ASK": "tasks", "LOGIC": "logics", "VERIFY": "backends"}
"""The group of the plug-in that the name after an item's first word means."""

_NESTED = re.compile(r"(\S+) \{ (\S+) \}")


def group_of(item: str) -> str:
    """Return the group of plug-ins that a name after the first word of an item is in; an empty string if none."""
    return _GROUPS.get(item, "")


def kind_of(group: str) -> str:
    """Return what one plug-in of a group is called."""
    return {"strategies": "strategy"}.get(group, group.removesuffix("s"))


def plugin(installed: Installed, group: str, name: str) -> Mapping[str, Any]:
    """Return the description of a plug-in; empty if there is none."""
    found = installed.plugins.get(group, {}).get(name, {})
    return found if isinstance(found, dict) else {}


def knobs_of(installed: Installed, context: Context) -> Mapping[str, Any]:
    """Return the knobs of the plug-in in whose block a place is, as `rspc list` names them: `conflict { type1 }`."""
    if not context.tokens:
        return {}
    match context.item:
        case "THEORY" | "ASK" | "LOGIC":
            name = context.tokens[1].text if len(context.tokens) > 1 else ""
            entry = plugin(installed, group_of(context.item), name)
        case "DISCOURSE" | "GRID":
            entry = plugin(installed, "items", context.item.lower())
        case _:
            return {}
    found = entry.get("options" if context.item == "LOGIC" else "knobs", {})
    return found if isinstance(found, dict) else {}


def inside(knobs: Mapping[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    """Return the knobs of a block, by the names that are written in it; an empty path is the outermost block.

    A knob whose block has further knobs, but which has no value of its own, has an empty schema.
    """
    found: dict[str, Any] = {}
    for name, schema in knobs.items():
        nested = _NESTED.fullmatch(name)
        if not path and nested is None:
            found[name] = schema
        elif not path and nested is not None:
            found.setdefault(nested[1], {})
        elif nested is not None and path == (nested[1],):
            found[nested[2]] = schema
    return found


def has_block(knobs: Mapping[str, Any], name: str) -> bool:
    """Return whether a knob has a block of further knobs."""
    return any(each.startswith(f"{name} {{ ") for each in knobs)


def values_of(schema: Mapping[str, Any]) -> list[str]:
    """Return the words that a knob can be set to; none if it takes numbers or names."""
    found: list[str] = []
    for kind in (schema, *schema.get("anyOf", ()), *_items(schema)):
        if kind.get("type") == "boolean":
            found += ["on", "off"]
        found += [str(value) for value in kind.get("enum", ()) if value != ""]
        if "const" in kind:
            found.append(str(kind["const"]))
    return list(dict.fromkeys(found))


def _items(schema: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    items = schema.get("items")
    return [items] if isinstance(items, dict) else []
