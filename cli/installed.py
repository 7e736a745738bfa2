"""`rspc list`: what is installed, and what each plug-in and each family can do."""

from functools import partial
from typing import Annotated, Any, get_type_hints

import typer

from ..dsl.diagnostics import did_you_mean
from . import talk
from .faults import with_exit_codes


@with_exit_codes
def command(
    group: Annotated[
        str | None,
        typer.Argument(metavar="GROUP", help="One group: families, logics, strategies, …"),
    ] = None,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="One member of the group.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """List installed families, logics, engines, strategies, tasks, formats and exporters."""
    found = _choose_members(group, name)
    if json:
        talk.give(found)
        return
    for title, entries in found.items():
        talk.put(title)
        for member, entry in entries.items():
            _draw(member, entry)
        talk.put("")
    if group is None:
        talk.say("`rspc list families` shows the families, and `rspc list GROUP NAME` one entry")


def installed_plugins() -> dict[str, dict[str, Any]]:
    """Return the description of each plug-in, by group and name."""
    from ..compiler.contract import plugins

    return {
        group.rpartition(".")[2]: {name: _entry(group, name) for name in plugins.names(group)}
        for group in plugins.GROUPS
        if group != plugins.FAMILIES
    }


def _choose_members(group: str | None, name: str | None) -> dict[str, dict[str, Any]]:
    """Return the descriptions that a user asked for: of all plug-ins, of a group, or of one member of it.

    Raises:
        BadParameter: there is no such group or member.
    """
    from ..compiler.contract import plugins
    from ..compiler.sources import installed_families

    if group is None:
        return installed_plugins()
    groups = {full.rpartition(".")[2]: full for full in plugins.GROUPS}
    full = groups.get(group, "")
    if not full:
        raise typer.BadParameter(
            f"{group!r} is not one of {', '.join(groups)}.", param_hint="'GROUP'"
        )
    describe = partial(_entry, full) if full != plugins.FAMILIES else _describe_family
    names = plugins.names(full)
    if full == plugins.FAMILIES:
        names = tuple(dict.fromkeys(family.name for family in installed_families()))
    if name is not None and name not in names:
        near = did_you_mean(name, names) or f"there are: {', '.join(names)}"
        raise typer.BadParameter(f"there is no {name!r}; {near}", param_hint="'NAME'")
    return {group: {member: describe(member) for member in names if name in (None, member)}}


def _describe_family(name: str) -> dict[str, Any]:
    """Return the description of a family: its sentence, logic, tasks, parameters, presets and levels; or its errors."""
    from ..compiler.api import load
    from ..compiler.sources import installed_families
    from ..dsl.diagnostics import SpecError

    homes = [family.home for family in installed_families() if family.name == name]
    entry: dict[str, Any] = {"from": " and ".join(homes)}
    try:
        family = load(name)
    except SpecError as error:
        return {**entry, "broken": "; ".join(one.message for one in error.diagnostics)}
    entry["about"] = family.description
    entry["logic"] = family.logic.name
    entry["tasks"] = list(dict.fromkeys(asked.task.name for asked in family.asks))
    entry["parameters"] = {
        parameter.name: {
            "type": parameter.kind,
            "domain": parameter.domain,
            "default": parameter.show(parameter.default),
            "description": parameter.description,
        }
        for parameter in family.parameters.values()
    }
    shown = {
        preset: {knob: family.shown(knob, value) for knob, value in settings.items()}
        for preset, settings in family.presets.items()
    }
    entry["presets"] = {preset: given for preset, given in shown.items() if not preset.isdigit()}
    entry["levels"] = {preset: given for preset, given in shown.items() if preset.isdigit()}
    return entry


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
    for key in ("accepts", "decides", "confirms", "tasks"):
        if entry.get(key):
            talk.put(f"      {key}: {', '.join(entry[key])}")
    for key in ("logic", "establishes", "broken", "unavailable"):
        if entry.get(key):
            talk.put(f"      {key}: {entry[key]}")
    for key in ("knobs", "options"):
        for field, schema in entry.get(key, {}).items():
            each = [schema, *schema.get("anyOf", ())]
            about = next((one["description"] for one in each if "description" in one), "")
            talk.put(f"      {field}: {_type(schema)}{'  ' + about if about else ''}")
    for parameter, about in entry.get("parameters", {}).items():
        domain = f" in {about['domain']}" if about["domain"] else ""
        head = f"{parameter}: {about['type']}{domain} = {about['default']}"
        talk.put(f"      {head}  {about['description']}".rstrip())
    for key in ("presets", "levels"):
        for preset, given in entry.get(key, {}).items():
            values = "  ".join(f"{knob} {value}" for knob, value in given.items())
            talk.put(f"      {key[:-1]} {preset}: {values}")
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
