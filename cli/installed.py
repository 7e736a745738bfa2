"""`rspc list`: what is installed, and what each plug-in and each family can do."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer

from ..dsl.diagnostics import closest
from ..dsl.visible import visible
from . import talk
from .faults import with_exit_codes
from .listing import draw_brief, draw_entry
from .options import Width

SPOKEN = {
    "engine": ("backends", "checkers"),
    "engines": ("backends", "checkers"),
    "theory": ("strategies",),
    "ask": ("tasks",),
    "family": ("families",),
}
"""Other words for parts: those of a spec's lines, and of the documentation."""


@with_exit_codes
def command(
    part: Annotated[
        str | None,
        typer.Argument(
            metavar="PART",
            help="A part: families, logics, backends, checkers, strategies, tasks, writers, formats, "
            "exporters or libraries. Or the name of one entry, or the path of a spec.",
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="One entry of that part, to show all its details. After `families`, a logic lists its families, "
            "and the path of a spec shows its family.",
        ),
    ] = None,
    width: Width = None,
    json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """List installed families, logics, engines, strategies, tasks, formats and exporters."""
    parts = _parts()
    chosen = () if part is None else _find_parts(part, parts)
    if part is not None and not chosen:
        found = _members_named(part, parts) if name is None else {}
        if not found:
            raise typer.BadParameter(_unknown_part(part, parts), param_hint="'PART'")
    elif "families" in chosen and name in _names("logics") and name not in _names("families"):
        _list_families_of(name, talk.width(width), json)
        return
    elif name is not None:
        owner = next((each for each in chosen if name in _names(each)), chosen[0])
        found = {owner: {name: _describe_member(owner, name)}}
    else:
        found = {}
    if json:
        talk.give(found or _everything(chosen))
    elif found:
        _draw_entries(found, talk.width(width))
    else:
        _draw_parts(chosen, talk.width(width))


def _list_families_of(logic: str, width: int, json: bool) -> None:
    """List the families of a logic; a family that cannot be read has none."""
    names = [name for name in _names("families") if _logic_of(name) == logic]
    if json:
        talk.give({"families": {name: _describe_family(name) for name in names}})
        return
    draw_brief("families", {name: _introduce_family(name) for name in names}, width)
    talk.say_last("`rspc list families NAME` shows everything about one, with its knobs")


def _logic_of(family: str) -> str:
    """Return the logic that the spec of a family names, of which nothing else is read."""
    from ..compiler.sources import installed_families
    from ..dsl.diagnostics import SpecError
    from ..dsl.reading import read_source

    path = next(each.path for each in installed_families() if each.name == family)
    with suppress(SpecError):
        if found := re.search(r"^logic\s+`?(\w+)", read_source(path).text, re.MULTILINE):
            return found[1]
    return ""


def _parts() -> dict[str, str]:
    """Return the groups of plug-ins by the names of parts, in the order of the list."""
    from ..compiler.contract import plugins

    return {full.rpartition(".")[2]: full for full in plugins.GROUPS}


def _find_parts(word: str, parts: dict[str, str]) -> tuple[str, ...]:
    """Return the parts that a word names: `tasks`, `task`, or the word of a spec, `ask`; several for `engines`."""
    from ..compiler.contract import plugins

    singular = {plugins.KINDS[full]: (part,) for part, full in parts.items()}
    return (word,) if word in parts else singular.get(word) or SPOKEN.get(word, ())


def _unknown_part(word: str, parts: dict[str, str]) -> str:
    owners = {name: part for part in parts for name in _names(part)}
    near = closest(word, [*parts, *SPOKEN, *owners])
    near = f"{owners[near]} {near}" if near in owners else near
    said = f" Did you mean `rspc list {near}`?" if near else ""
    return f"nothing is called `{visible(word)}`.{said} The parts are {', '.join(parts)}."


def _names(part: str) -> tuple[str, ...]:
    """Return the names of the things of a part."""
    from ..compiler.contract import plugins
    from ..compiler.sources import installed_families

    full = _parts()[part]
    if full == plugins.FAMILIES:
        return tuple(dict.fromkeys(family.name for family in installed_families()))
    return plugins.names(full)


def _members_named(name: str, parts: dict[str, str]) -> dict[str, dict[str, Any]]:
    """Return the descriptions of everything with a name, by part; of the path of a spec, that of its family."""
    if _is_spec(name):
        return {"families": {name: _describe_family(name)}}
    return {part: {name: _describe_member(part, name)} for part in parts if name in _names(part)}


def _describe_member(part: str, name: str) -> dict[str, Any]:
    """Return the description of one thing.

    Raises:
        BadParameter: there is none of this name.
    """
    from ..compiler.contract import plugins

    full, names = _parts()[part], _names(part)
    if name not in names and not (full == plugins.FAMILIES and _is_spec(name)):
        near = closest(name, names)
        said = f" Did you mean `{near}`?" if near else ""
        elsewhere = [other for other in _parts() if name in _names(other)]
        if elsewhere:
            said = f" Did you mean `rspc list {elsewhere[0]} {name}`?"
        listed = f" There are: {', '.join(names)}." if len(names) <= 40 else ""
        raise typer.BadParameter(
            f"{part} has no `{visible(name)}`.{said}{listed}", param_hint="'NAME'"
        )
    return _describe_family(name) if full == plugins.FAMILIES else _entry(full, name)


def _is_spec(name: str) -> bool:
    return name.endswith(".rspec") and Path(name).is_file()


def _everything(chosen: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """Return the descriptions of all things of some parts, or of all plug-ins."""
    if not chosen:
        return installed_plugins()
    return {part: {name: _describe_member(part, name) for name in _names(part)} for part in chosen}


def _draw_entries(found: dict[str, dict[str, Any]], width: int) -> None:
    from ..compiler.contract import plugins

    parts = _parts()
    for part, entries in found.items():
        for name, entry in entries.items():
            kind = "family" if part == "families" else plugins.KINDS[parts[part]]
            draw_entry(kind, name, entry, width)


def _draw_parts(chosen: tuple[str, ...], width: int) -> None:
    """Draw the things of some parts, or of all, a line for each."""
    for part in chosen or _parts():
        names = _names(part)
        if part == "families" and not chosen:
            talk.put_parts(
                ("families", "heading"),
                (f"  {len(names)} families: `rspc list families` shows them", ""),
            )
            continue
        if names:
            draw_brief(part, {name: _brief(part, name) for name in names}, width)
    shown = chosen[0] if len(chosen) == 1 else "PART"
    talk.say_last(f"`rspc list {shown} NAME` shows everything about one, with its knobs")


def _brief(part: str, name: str) -> dict[str, Any]:
    from ..compiler.contract import plugins

    full = _parts()[part]
    return _introduce_family(name) if full == plugins.FAMILIES else _entry(full, name)


def _introduce_family(name: str) -> dict[str, Any]:
    """Return the sentence of a family, of which only the first lines are read."""
    from ..compiler.sources import installed_families
    from ..dsl.diagnostics import SpecError
    from ..dsl.parsing.parser import parse
    from ..dsl.reading import read_source
    from ..dsl.source import Source

    homes = [family for family in installed_families() if family.name == name]
    if len(homes) > 1:
        return _describe_family(name)
    try:
        source = read_source(homes[0].path)
        head = source.text.partition("\nlogic ")[0]
        spec, _ = parse(Source(source.name, f"{head}\n"))
    except SpecError as error:
        return {"broken": "; ".join(one.message for one in error.diagnostics)}
    return {"about": getattr(spec.items[0], "description", "") if spec.items else ""}


def installed_plugins() -> dict[str, dict[str, Any]]:
    """Return the description of each plug-in, by group and name."""
    from ..compiler.contract import plugins

    return {
        group.rpartition(".")[2]: {name: _entry(group, name) for name in plugins.names(group)}
        for group in plugins.GROUPS
        if group != plugins.FAMILIES
    }


def _describe_family(name: str) -> dict[str, Any]:
    """Return the description of a family: its sentence, logic, tasks, parameters, presets and levels; or its errors."""
    from ..compiler.api import load
    from ..compiler.sources import installed_families
    from ..dsl.diagnostics import SpecError

    homes = [family.home for family in installed_families() if family.name == name]
    entry: dict[str, Any] = {"from": " and ".join(homes) or name}
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
    from ..compiler.contract.descriptions import describe_plugin

    return describe_plugin(group, name)
