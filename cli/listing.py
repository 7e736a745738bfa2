"""Draws the list of what is installed: a line for each thing, or everything about one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ..dsl.wrapping import wrap_line
from . import talk

WIDEST_NAME = 24
"""Characters of a name beyond which its sentence begins on a line of its own."""

_LISTED = ("accepts", "decides", "confirms", "tasks", "draws")
_SAID = ("logic", "establishes", "suffix")
_WRONG = ("unavailable", "broken")


def draw_brief(part: str, entries: Mapping[str, Mapping[str, Any]], width: int) -> None:
    """Draw a part: the name of each thing and its sentence, and why it cannot be used if so."""
    talk.put_parts((part, "heading"))
    column = min(WIDEST_NAME, max(map(len, entries), default=0)) + 2
    for name, entry in entries.items():
        lines = wrap_line(str(entry.get("about", "")), width - column - 2, 0)
        if len(name) > WIDEST_NAME:
            lines = ["", *lines]
        first, *others = lines
        talk.put_parts((f"  {name:<{column}}", "name"), (first, ""))
        for line in others:
            talk.put(f"{'':<{column + 2}}{line}")
        for key in _WRONG:
            if entry.get(key):
                talk.put_parts((f"{'':<{column + 2}}{key}: {entry[key]}", "warning"))
    talk.put("")


def draw_entry(kind: str, name: str, entry: Mapping[str, Any], width: int) -> None:
    """Draw everything about one thing: its sentence, what it accepts, its knobs, presets and figures."""
    talk.put_parts((f"{kind} ", "heading"), (name, "title"))
    for line in wrap_line(str(entry.get("about", "")), width - 2, 0):
        talk.put(f"  {line}")
    for key in _SAID:
        if entry.get(key):
            talk.put(f"  {key}: {entry[key]}")
    for key in _WRONG:
        if entry.get(key):
            talk.put_parts((f"  {key}: {entry[key]}", "warning"))
    for key in _LISTED:
        if entry.get(key):
            _put_field(key, ", ".join(entry[key]), width)
    if entry.get("from"):
        talk.put(f"  from {entry['from']}")
    for title, rows in _sections(entry):
        talk.put_parts((f"\n  {title}", "heading"))
        for field, told, about in rows:
            _put_row(field, told, about, width)
    talk.put("")


def _sections(entry: Mapping[str, Any]) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Yield each section of an entry that has rows: its title, and for each row a name, a value and a sentence."""
    from ..compiler.contract.descriptions import describe_type, knob_sentence

    for key in ("knobs", "options"):
        if entry.get(key):
            yield (
                key,
                [
                    (name, describe_type(each), knob_sentence(each))
                    for name, each in entry[key].items()
                ],
            )
    if parameters := entry.get("parameters"):
        yield "parameters", [_parameter(name, each) for name, each in parameters.items()]
    for key in ("presets", "levels"):
        if entry.get(key):
            rows = [
                (
                    f"{key[:-1]} {preset}",
                    "  ".join(f"{knob} {value}" for knob, value in given.items()),
                    "",
                )
                for preset, given in entry[key].items()
            ]
            yield key, rows
    for key in ("figures", "marks"):
        if entry.get(key):
            yield key, [(name, "", str(about)) for name, about in entry[key].items()]


def _parameter(name: str, about: Mapping[str, Any]) -> tuple[str, str, str]:
    domain = f" in {about['domain']}" if about["domain"] else ""
    return name, f"{about['type']}{domain} = {about['default']}", str(about["description"])


def _put_row(field: str, told: str, about: str, width: int) -> None:
    """Write a row on one line if it fits, else its sentence below its name."""
    head = f"{field}: {told}" if told else f"{field}:"
    line = f"{head}  {about}".rstrip() if told else f"{head} {about}".rstrip()
    lines = [line] if len(line) + 4 <= width else [head, *wrap_line(about, width - 8, 0)]
    first, *others = wrap_line(lines[0], width - 4, 4)
    talk.put_parts(("    ", ""), (field, "name"), (first[len(field) :], ""))
    for each in (*others, *(f"    {below}" for below in lines[1:])):
        talk.put(f"    {each}")


def _put_field(key: str, value: str, width: int) -> None:
    first, *others = wrap_line(f"{key}: {value}", width - 2, 4)
    for line in (first, *others):
        talk.put(f"  {line}")
