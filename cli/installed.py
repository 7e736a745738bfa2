"""`rspc list`: what is installed, and what each plug-in can do."""

from typing import Annotated, Any, get_type_hints

import typer

from . import talk
from .faults import with_exit_codes


@with_exit_codes
def command(
    json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """List installed logics, engines, tasks and writers."""
    found = installed_plugins()
    if json:
        talk.give(found)
        return
    for group, entries in found.items():
        talk.put(group)
        for name, entry in entries.items():
            _draw(name, entry)
        talk.put("")


def installed_plugins() -> dict[str, dict[str, Any]]:
    """Return the description of each plug-in, by group and name."""
    from ..compiler.contract import plugins

    return {
        group.rpartition(".")[2]: {name: _entry(group, name) for name in plugins.names(group)}
        for group in plugins.GROUPS
    }


def _entry(group: str, name: str) -> dict[str, Any]:
    """Return the description of a plug-in: features, knobs, options, suffix; or why it cannot be loaded."""
    from ..compiler.contract import plugins

    entry: dict[str, Any] = {"from": plugins.home(group, name)}
    try:
        return {**entry, **_describe_plugin(plugins.load(group, name))}
    except plugins.PluginError as error:
        return {**entry, "broken": str(error)}
    except Exception as fault:
        odd = plugins.plugin_failure(group, name, "telling what it can do", fault)
        return {**entry, "broken": str(odd)}


def _describe_plugin(plugin: Any) -> dict[str, Any]:
    entry: dict[str, Any] = {}
    entry["about"] = (plugin.__doc__ or "").strip().partition("\n")[0]
    for attribute in ("accepts", "decides"):
        if (features := getattr(plugin, attribute, None)) is not None:
            entry[attribute] = sorted(features)
    if (lacks := getattr(plugin, "lacks", None)) is not None and (lacking := lacks()):
        entry["unavailable"] = lacking
    for attribute in ("knobs", "options"):
        if (schema := getattr(plugin, attribute, None)) is not None:
            entry[attribute] = _fields(schema)
    for attribute in ("figures", "marks"):
        if (told := getattr(plugin, attribute, None)) is not None:
            entry[attribute] = dict(told)
    for attribute in ("establishes", "confirms", "suffix"):
        if (value := getattr(plugin, attribute, None)) is not None:
            entry[attribute] = value
    return entry


def _fields(schema: type[Any], block: str = "") -> dict[str, Any]:
    """Describe each knob of a schema; a block of knobs is replaced by its knobs, as `conflict { type1 }`.

    A knob whose name is a Python keyword has an underscore after it in the schema, but not in a spec.
    """
    import msgspec

    from ..compiler.contract import Knobs

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
            fields |= _fields(kind, own)
        elif block:
            fields[block if own == schema.bare else f"{block} {{ {own} }}"] = described
        else:
            fields[own] = described
    return fields


def _draw(name: str, entry: dict[str, Any]) -> None:
    talk.put(f"  {name:<18} {entry.get('about', '')}".rstrip())
    for key in ("accepts", "decides", "confirms"):
        if entry.get(key):
            talk.put(f"      {key}: {', '.join(entry[key])}")
    for key in ("establishes", "broken", "unavailable"):
        if entry.get(key):
            talk.put(f"      {key}: {entry[key]}")
    for key in ("knobs", "options"):
        for field, schema in entry.get(key, {}).items():
            each = [schema, *schema.get("anyOf", ())]
            about = next((one["description"] for one in each if "description" in one), "")
            talk.put(f"      {field}: {_type(schema)}{'  ' + about if about else ''}")
    for key in ("figures", "marks"):
        if entry.get(key):
            talk.put(f"      {key}: {', '.join(entry[key])}")


def _type(schema: dict[str, Any]) -> str:
    """Describe a knob's type, bounds and default in a few words: `integer 1..6 = 2`."""
    kinds = schema.get("anyOf", [schema])
    words = " or ".join(_describe_bounds(kind) for kind in kinds)
    default = schema.get("default")
    return words if default is None else f"{words} = {talk.compact(default)}"


def _describe_bounds(schema: dict[str, Any]) -> str:
    named = schema.get("$ref", "structure").rpartition("/")[2].lower()
    kind = str(schema.get("type", "")) or " | ".join(map(str, schema.get("enum", [named])))
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None and high is None:
        return kind
    return f"{kind} {'' if low is None else low}..{'' if high is None else high}"
