"""The page on knobs and figures: all that ship are there, and what it says of them holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rspc
from rspc.cli.installed import installed_plugins
from rspc.compiler.api import check
from rspc.compiler.contract import plugins

from .pages import blocks, codes, lay_out, prose, read, rows, section, shipped
from .tables import places

PAGE = "knobs"
GROUPS = {"theory": plugins.STRATEGIES, "ask": plugins.TASKS, "logic": plugins.LOGICS}


DECLARED = installed_plugins()


def test_what_can_be_set_or_measured_says_what_it_is() -> None:
    for group in GROUPS.values():
        for name in shipped(group):
            entry = DECLARED[group.partition(".")[2]][name]
            for attribute in ("knobs", "options"):
                for knob, field in entry.get(attribute, {}).items():
                    assert "description" in str(field), f"{name} {knob}"
            assert all({**entry.get("figures", {}), **entry.get("marks", {})}.values()), name


def test_every_plug_in_that_can_be_set_has_its_place() -> None:
    placed = {tuple(of) for kind, *of in places(read(PAGE)) if kind == "knobs"}
    named = {tuple(code.split()) for code in codes(prose(PAGE)) if len(code.split()) == 2}
    for item, group in GROUPS.items():
        for name in shipped(group):
            entry = DECLARED[group.partition(".")[2]][name]
            if entry.get("knobs", entry.get("options")):
                assert (item, name) in placed | named, f"{item} {name}"


def figures(item: str, name: str) -> set[str]:
    """Return the figures of a plug-in."""
    return set(plugins.load(GROUPS[item], name).figures)


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


def test_the_figures_can_be_required_and_measured(tmp_path: Path) -> None:
    tried = set()
    for block in (each for each in blocks(PAGE) if each.whole):
        alone = re.sub(r"^ask (best|exists) .*\n", "", block.text, flags=re.MULTILINE)
        path = tmp_path / block.file
        used = re.findall(r"^(theory|ask) (\w+)", alone, re.MULTILINE)
        names = {"statements"}.union(*(figures(*each) for each in used))
        for each in names.intersection(re.findall(r"^param (\w+)", alone, re.MULTILINE)):
            alone = re.sub(rf"^param {each}\b", f"param target_{each}", alone, flags=re.MULTILINE)
            alone = re.sub(rf"\b{each} (\{{?){each}\b", rf"{each} \1target_{each}", alone)
        required = "".join(f"require {each} >= 0\nmeasure m_{each} = {each}\n" for each in names)
        path.write_text(f"{alone}\n{required}", "utf-8")
        instance = rspc.load(path).instance()
        metrics = {**instance.metrics, **instance.query.goal.figures(instance.label)}
        assert all(metrics[f"m_{each}"] == metrics[each] for each in names)
        tried |= names
    expected = (figures(item, name) for item in ("theory", "ask") for name in shipped(GROUPS[item]))
    assert tried == {"statements"}.union(*expected)


def test_the_marks_can_be_required_and_measured(tmp_path: Path) -> None:
    path, text = text_of(tmp_path)
    for strategy in shipped(plugins.STRATEGIES):
        for name in plugins.load(plugins.STRATEGIES, strategy).marks:
            path.write_text(f"{text}\nrequire not {name}\nmeasure m = {name}\n", "utf-8")
            assert rspc.load(path).instance().metrics["m"] is False


def test_the_marks_of_answers_can_be_required_and_measured(tmp_path: Path) -> None:
    for file in ("lamps.rspec", "hosts.rspec"):
        (text,) = [block.text for block in blocks(PAGE) if block.file == file]
        for name in plugins.load(plugins.TASKS, "consistent").marks:
            path = tmp_path / file
            text = text.replace("balanced on", "")
            path.write_text(f"{text}\nrequire {name}\nmeasure m = {name}\n", "utf-8")
            instance = rspc.load(path).instance()
            assert (instance.metrics["m"], instance.label) == (True, "true")


def test_no_other_metric_can_be_named(tmp_path: Path) -> None:
    path, text = text_of(tmp_path)
    last = prose(PAGE).rpartition("These metrics are in records only")[2]
    others = [code for code in codes(last) if not code.startswith("E0")]
    assert len(others) == 12
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
