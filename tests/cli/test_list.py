"""`rspc list`: all parts, one part, one thing."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rspc.compiler.contract import plugins
from rspc.compiler.sources import installed_families

from .test_commands import rspc

PARTS = [full.rpartition(".")[2] for full in plugins.GROUPS]


@pytest.mark.parametrize("part", sorted({*PARTS} - {"libraries"}))
def test_a_part_is_a_line_for_each_thing(part: str) -> None:
    shown = rspc("list", part)
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert lines[0] == part
    names = [line.split()[0] for line in lines[1:] if line[:2] == "  " and line[2:3].strip()]
    known = {family.name for family in installed_families()}
    assert names == sorted(known if part == "families" else plugins.names(f"rspc.{part}"))
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("word", "part"),
    [
        ("task", "tasks"),
        ("ask", "tasks"),
        ("theory", "strategies"),
        ("strategy", "strategies"),
        ("writer", "writers"),
    ],
)
def test_a_part_has_other_names(word: str, part: str) -> None:
    assert rspc("list", word).stdout == rspc("list", part).stdout


def test_engines_are_backends_and_checkers() -> None:
    whole = rspc("list", "engines").stdout
    assert whole == rspc("list", "backends").stdout + rspc("list", "checkers").stdout
    assert rspc("list", "engine", "stability").stdout.startswith("checker stability\n")
    assert set(json.loads(rspc("list", "engines", "--json").stdout)) == {"backends", "checkers"}


@pytest.mark.parametrize("words", [("list",), ("list", "families")])
def test_a_spec_is_shown_as_its_family(words: tuple[str, ...], tmp_path: Path) -> None:
    spec = tmp_path / "own.rspec"
    spec.write_text(
        'family own\n"about it"\nlogic asp\nparam n: int in 1..3 = 2 "how many"\n'
        "sort pet = {rex}\npred wet(pet)\ntheory { wet(rex) when n > 1. }\n"
        "ask entailment wet(rex)\nlevel 1 { n 1 }\n"
    )
    shown = rspc(*words, str(spec)).stdout
    assert "\n  about it\n" in shown
    assert "\n    n: int in 1..3 = 2  how many\n" in shown
    assert "level 1: n 1" in shown


def test_one_thing_is_shown_with_its_knobs() -> None:
    shown = rspc("list", "theory", "backward", "--width", 100).stdout
    assert shown.startswith("strategy backward\n  Grows rules and facts backward")
    assert "\n    depth: integer 1..8 = 2  how many rules deep each branch is\n" in shown
    assert "\n  figures\n" in shown
    (entry,) = json.loads(rspc("list", "theory", "backward", "--json").stdout)["strategies"].items()
    name, described = entry
    assert name == "backward"
    for knob in described["knobs"]:
        assert f"\n    {knob}: " in shown
    narrow = rspc("list", "task", "choice", "--width", 40).stdout
    assert max(map(len, narrow.splitlines())) <= 40


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("choice", "from: NUMBER of NAME = 60"),
        ("choice", "same: names in braces = {}"),
        ("choice", "spread: entropy | none = entropy"),
        ("choice", "matched: on | off = "),
        (
            "error",
            "kinds: some of {converse, fact, missing, preference, rule, skip} = {rule, converse}",
        ),
        ("consistent", "labels: table in braces = {true: yes, false: no}"),
        ("graph", "arities: table in braces = {0: 5, 1: 14, 2: 38, 3: 23}"),
        ("clues", "number: integer 1..1000, or left out"),
        ("backward", "conflict { first }: number 0..1, or left out"),
        ("formalisation", "notation: name = ours"),
        ("asp", "show: name"),
    ],
)
def test_values_are_written_as_in_a_spec(name: str, line: str) -> None:
    shown = rspc("list", name, "--width", 200).stdout
    assert re.search(f"^    {re.escape(line)}", shown, re.MULTILINE), shown


@pytest.mark.parametrize("part", ["logics", "strategies", "tasks", "writers"])
def test_no_value_is_written_as_json(part: str) -> None:
    for name in plugins.names(f"rspc.{part}"):
        values = re.findall(
            r"^    [^:]*: (.*?)(?:  |$)", rspc("list", part, name).stdout, re.MULTILINE
        )
        assert not any(sign in value for value in values for sign in '"[]'), (name, values)


def test_a_name_alone_is_found_in_every_part() -> None:
    shown = rspc("list", "backward").stdout
    assert shown == rspc("list", "strategies", "backward").stdout
    both = json.loads(rspc("list", "alcq", "--json").stdout)
    assert set(both) == {"logics", "backends"}


def test_a_family_is_shown_with_its_parameters_and_levels() -> None:
    shown = rspc("list", "family", "knights").stdout
    assert shown.startswith("family knights\n")
    for title in ("parameters", "presets", "levels"):
        assert f"\n  {title}\n" in shown
    assert "\n    size: int in 2..8 = 6  how many people there are\n" in shown


def test_the_families_of_a_logic_are_listed() -> None:
    listed = rspc("list", "families", "alcq")
    assert listed.exit_code == 0
    names = [line.split()[0] for line in listed.stdout.splitlines()[1:] if line[2:3].strip()]
    given = json.loads(rspc("list", "families", "alcq", "--json").stdout)["families"]
    assert names == list(given)
    assert {each["logic"] for each in given.values()} == {"alcq"}
    assert {"delta", "syllogisms"} <= set(names)
    assert "zebra" not in names
    assert "families has no `alcp`" in rspc("list", "families", "alcp").output


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tsks", "nothing is called `tsks`. Did you mean `rspc list tasks`? The parts are"),
        ("backwrd", "Did you mean `rspc list strategies backward`?"),
        ("xyzzy", "nothing is called `xyzzy`. The parts are logics, backends"),
        ("tasks chioce", "tasks has no `chioce`. Did you mean `choice`?"),
        ("tasks backward", "Did you mean `rspc list strategies backward`?"),
        ("families knigts", "families has no `knigts`. Did you mean `knights`?"),
        ("nonsense choice", "nothing is called `nonsense`."),
        ("tasks --width 3", "--width"),
        ("tasks choice more", "unexpected extra argument"),
        ("--part tasks", "No such option: --part"),
    ],
)
def test_what_is_not_there_is_answered_with_the_nearest(line: str, said: str) -> None:
    shown = rspc("list", *line.split())
    assert shown.exit_code == 2
    assert said in " ".join(shown.stderr.split())


def test_an_escape_in_a_name_is_spelled_out() -> None:
    for words in (("\x1b[31mtasks",), ("tasks", "\x1b[31mchoice")):
        shown = rspc("list", *words)
        assert shown.exit_code == 2
        assert "\x1b" not in shown.stderr
        assert "\\x1b[31m" in shown.stderr
