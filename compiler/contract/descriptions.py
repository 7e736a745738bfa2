"""What plug-ins declare of themselves, as plain values: features, and knobs with ranges and defaults."""

from collections.abc import Mapping
from typing import Any, get_type_hints

import msgspec

from ...dsl.edits import spelt
from . import Knobs, plugins


def describe_plugin(group: str, name: str) -> dict[str, Any]:
    """Return the description of a plug-in: features, knobs, options, suffix; or why it cannot be loaded."""
    entry: dict[str, Any] = {"from": plugins.home(group, name)}
    try:
        return {**entry, **_describe(plugins.load(group, name))}
    except plugins.PluginError as error:
        return {**entry, "broken": str(error)}
    except Exception as fault:
        odd = plugins.plugin_failure(group, name, "telling what it can do", fault)
        return {**entry, "broken": str(odd)}


def _describe(plugin: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    entry["about"] = (plugin.__doc__ or "").strip().partition("\n")[0]
    for attribute in ("accepts", "decides", "makes", "draws", "suits"):
        if (features := getattr(plugin, attribute, None)) is not None:
            entry[attribute] = sorted(features)
    if (lacks := getattr(plugin, "lacks", None)) is not None and (lacking := lacks()):
        entry["unavailable"] = lacking
    for attribute in ("knobs", "options"):
        if (schema := getattr(plugin, attribute, None)) is not None:
            entry[attribute] = describe_schema(schema)
    for attribute in ("figures", "marks"):
        if (told := getattr(plugin, attribute, None)) is not None:
            entry[attribute] = dict(told)
    for attribute in ("establishes", "confirms", "suffix"):
        if (value := getattr(plugin, attribute, None)) is not None:
            entry[attribute] = value
    return entry


def describe_schema(schema: type[Any], block: str = "") -> dict[str, Any]:
    """Describe each knob of a schema; a block of knobs is replaced by its knobs, as `conflict { type1 }`.

    A knob whose name is a Python keyword has an underscore after it in the schema, but not in a spec.
    """
    made = msgspec.json.schema(schema, schema_hook=lambda kind: {"type": kind.__name__})
    says = made["$defs"][made["$ref"].rpartition("/")[2]]["properties"]
    kinds = get_type_hints(schema)
    fields: dict[str, Any] = {}
    for field in msgspec.structs.fields(schema):
        name, described = field.name, says[field.name]
        if field.default_factory is not msgspec.NODEFAULT:
            described.setdefault("default", msgspec.to_builtins(field.default_factory()))
        if (place := described.get("$ref", "").rpartition("/")[2]) in made["$defs"]:
            described |= {"properties": made["$defs"][place]["properties"]}
        kind, own = kinds[name], name.rstrip("_")
        if isinstance(kind, type) and issubclass(kind, Knobs):
            fields |= describe_schema(kind, own)
        elif block:
            fields[block if own == schema.bare else f"{block} {{ {own} }}"] = described
        else:
            fields[own] = described
    return fields


def knob_sentence(schema: dict[str, Any]) -> str:
    """Return what a knob is for; an empty string if its schema does not say."""
    each = [schema, *schema.get("anyOf", ())]
    return next((str(one["description"]) for one in each if "description" in one), "")


def describe_type(schema: Mapping[str, Any]) -> str:
    """Describe a knob's type, bounds and default, in the words of the language: `integer 1..6 = 2`."""
    kinds = [kind for kind in schema.get("anyOf", [schema]) if kind.get("type") != "null"]
    words = " or ".join(map(_describe_kind, kinds))
    default = schema.get("default")
    if default is None or default == "":
        return words if default == "" or kinds == [schema] else f"{words}, or left out"
    return f"{words} = {_spell(default)}"


def _describe_kind(schema: Mapping[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    match schema:
        case {"enum": values}:
            return " | ".join(str(each) for each in values if each != "")
        case {"type": "boolean"}:
            return "on | off"
        case {"type": "string"}:
            return "name"
        case {"type": "array", "items": {"enum": values}}:
            return f"some of {_spell(values)}"
        case {"type": "array"}:
            return "names in braces"
        case {"type": "object"}:
            return "table in braces"
        case {"$ref": place}:
            name = str(place).rpartition("/")[2].lower()
            return "NUMBER of NAME" if set(schema.get("properties", ())) >= _COUNTED else name
        case _:
            kind = str(schema.get("type", "structure"))
            if low is None and high is None:
                return kind
            return f"{kind} {'' if low is None else low}..{'' if high is None else high}"


_COUNTED = {"count", "of"}
"""The properties of `60 of room`."""


def _spell(value: Any) -> str:
    """Return a value as a spec has it; a number of things of which nothing is said stands alone."""
    match value:
        case bool():
            return "on" if value else "off"
        case str():
            return spelt(value)
        case {"count": count, "of": name}:
            return f"{count} of {spelt(name)}" if name else str(count)
        case dict():
            return f"{{{', '.join(f'{key}: {_spell(each)}' for key, each in value.items())}}}"
        case list() | tuple():
            return f"{{{', '.join(map(_spell, value))}}}"
        case _:
            return str(value)
