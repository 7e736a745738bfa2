"""The page on knobs and figures, against the schemas and figures of what is installed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
import pytest

import rspc
from rspc.compiler import classes, plugins
from rspc.compiler.contract import Knobs
from rspc.compiler.family import check

from .pages import blocks, codes, lay_out, prose, rows, section, shipped

PAGE = "knobs"
GROUPS = {"Strategies": plugins.STRATEGIES, "Tasks": plugins.TASKS}


def tables(heading: str) -> dict[str, list[list[str]]]:
    """Give the knob tables under a heading, by the plug-ins that the line before each names."""
    found: dict[str, list[list[str]]] = {}
    names: list[str] = []
    for part in section(PAGE, heading).split("\n\n"):
        if part.strip().startswith("|"):
            found |= {name: rows(part) for name in names}
        names = [code.split()[1] for code in codes(part) if code.startswith(("theory ", "ask "))]
    return found


def described(schema: type[Knobs], block: str = "") -> list[list[str]]:
    """Give the rows of a knob table as a schema says them; those of a block of knobs stand in its knob's place."""
    made = msgspec.json.schema(schema, schema_hook=lambda kind: {"type": kind.__name__})
    says = made["$defs"][made["$ref"].rpartition("/")[2]]["properties"]
    kinds = get_type_hints(schema)
    found = []
    for field in msgspec.structs.fields(schema):
        kind, each = kinds[field.name], says[field.name]
        if "anyOf" in each:  # a value or none
            each |= next(one for one in each["anyOf"] if one != {"type": "null"})
        name = field.name.rstrip("_")
        if isinstance(kind, type) and issubclass(kind, Knobs):
            found += described(kind, name)
            continue
        if block:
            name = block if name == schema.bare else f"{block} {{ {name} }}"
        given = each["default"] if "default" in each else field.default_factory()
        found.append(
            [f"`{name}`", value(each, made["$defs"]), default(given, each), each["description"]]
        )
    return found


def value(field: dict[str, Any], others: dict[str, Any]) -> str:
    low, high = field.get("minimum"), field.get("maximum")
    match field:
        case {"type": "boolean"}:
            return "`on`, `off`"
        case {"enum": words}:
            return ", ".join(f"`{word}`" for word in words)
        case {"type": "integer"} if high is None:
            return f"{low} or more"
        case {"type": "integer"}:
            return f"{low} to {high}"
        case {"type": "number"} if high is None:
            return f"a number, {low} or more"
        case {"type": "number"}:
            return f"a number from {low} to {high}"
        case {"type": "array", "items": {"enum": words}}:
            return f"of {', '.join(f'`{word}`' for word in words)}: `{{a, b}}`"
        case {"type": "array"}:
            return "slots: `{a, b}`"
        case {"type": "object", "additionalProperties": {"type": "integer", "minimum": least}}:
            return f"names, or their weights: `{{a, b}}`, `{{a: {least}, …}}`"
        case {"type": "object", "additionalProperties": {"type": "number"}}:
            return "weights: `{number: weight, …}`"
        case {"type": "object"}:
            return "words: `{label: word, …}`"
        case {"$ref": place}:
            count = others[place.rpartition("/")[2]]["properties"]["count"]
            return f"`N of RECORD`, N from {count['minimum']} to {count['maximum']}"
    raise AssertionError(f"the page has no words for a knob such as {field}")


def default(given: Any, field: dict[str, Any]) -> str:
    match given:
        case True | False:
            return "`on`" if given else "`off`"
        case None:
            return "none"
        case int() | float():
            return f"{given:g}"
        case []:
            return "none"
        case [*words] if sorted(words) == field["items"]["enum"]:
            return "all"
        case {"count": count, "of": ""}:
            return f"{count} of it"
        case dict():
            return f"`{{{', '.join(f'{label}: {word}' for label, word in given.items())}}}`"
        case str():
            return f"`{given}`"
    raise AssertionError(f"the page has no words for the default {given}")


@pytest.mark.parametrize(("heading", "group"), GROUPS.items())
def test_the_knobs_are_those_of_the_schemas(heading: str, group: str) -> None:
    shown = tables(heading)
    assert sorted(shown) == sorted(shipped(group))
    for name, table in shown.items():
        expected = described(plugins.load(group, name).knobs)
        assert table == expected, "\n".join(f"| {' | '.join(row)} |" for row in expected)


def test_the_figures_are_those_of_the_plug_ins() -> None:
    shown = {
        (figure, name)
        for row in rows(section(PAGE, "Figures"))
        for (figure,) in [codes(row[0])]
        for name in codes(row[1]) or [row[1]]
    }
    expected = {("statements", "every theory")}
    for group in GROUPS.values():
        for name in shipped(group):
            expected |= {(each, name) for each in plugins.load(group, name).figures}
    assert shown == expected


def text_of(folder: Path) -> tuple[Path, str]:
    path = folder / lay_out(PAGE, folder)
    return path, path.read_text("utf-8")


@pytest.mark.parametrize("row", rows(section(PAGE, "Setting knobs")), ids=lambda row: row[1])
def test_a_wrong_knob_has_its_code(row: list[str], tmp_path: Path) -> None:
    path, text = text_of(tmp_path)
    (wrong,) = codes(row[0])
    before, _, after = text.partition("theory ")
    path.write_text(before + wrong + after.partition("\n")[1] + after.partition("\n")[2], "utf-8")
    assert [each.code for each in check(path)] == [row[1]]


def figures(text: str) -> set[str]:
    """Give the figures of the page that a family's strategy and tasks have."""
    used = set(re.findall(r"^(?:theory|ask) (\w+)", text, re.MULTILINE)) | {"every theory"}
    return {
        code
        for row in rows(section(PAGE, "Figures"))
        for code in codes(row[0])
        if used & set(codes(row[1]) or [row[1]])
    }


def test_the_figures_can_be_required_and_measured(tmp_path: Path) -> None:
    tried = set()
    for block in (each for each in blocks(PAGE) if each.whole):
        alone = re.sub(r"^ask (best|exists) .*\n", "", block.text, flags=re.MULTILINE)
        path = tmp_path / block.file
        for name in figures(alone):
            path.write_text(f"{alone}\nrequire {name} >= 0\nmeasure m = {name}\n", "utf-8")
            instance = rspc.load(path).instance()
            assert instance.metrics["m"] == instance.metrics[name]
            tried.add(name)
    assert tried == {code for row in rows(section(PAGE, "Figures")) for code in codes(row[0])}


def test_the_marks_can_be_required_and_measured(tmp_path: Path) -> None:
    path, text = text_of(tmp_path)
    for strategy in shipped(plugins.STRATEGIES):
        for name in plugins.load(plugins.STRATEGIES, strategy).marks:
            assert f"`require not {name}`" in prose(PAGE)
            path.write_text(f"{text}\nrequire not {name}\nmeasure m = {name}\n", "utf-8")
            assert rspc.load(path).instance().metrics["m"] is False


def test_the_classes_of_programs_are_those_that_are_computed() -> None:
    table, marks = section(PAGE, "Classes of programs").split("\n\n")[2:5:2]
    assert {code for row in rows(table) for code in codes(row[0])} == set(classes.FIGURES)
    assert {code for row in rows(marks) for code in codes(row[0])} == set(classes.MARKS)


def test_no_other_metric_can_be_named(tmp_path: Path) -> None:
    path, text = text_of(tmp_path)
    last = prose(PAGE).rpartition("that stand in records only")[2]
    others = [code for code in codes(last) if not code.startswith("E0")]
    assert len(others) == 10
    for name in others:
        path.write_text(f"{text}\nmeasure m = `{name}`\n", "utf-8")
        assert [each.code for each in check(path)] == ["E0201"], name


def test_sets_cannot_depend_on_what_is_chosen(tmp_path: Path) -> None:
    path, text = text_of(tmp_path)
    path.write_text(
        text.replace("ask choice { ", "choose n = {1: 1, 2: 1}\nask choice { sets n  "), "utf-8"
    )
    with pytest.raises(rspc.SpecError) as caught:
        list(rspc.load(path).generate(3))
    assert [each.code for each in caught.value.diagnostics] == ["E0411"]
