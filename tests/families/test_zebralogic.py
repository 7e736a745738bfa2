"""Puzzles of houses: an oracle reads the English and tries all grids."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import rspc
from rspc import score
from rspc.cli.app import app
from rspc.compiler.contract.memory import process_memory

from ..pace import in_time

FILE = Path(rspc.__file__).parent / "specs" / "published" / "zebralogic.rspec"

VERB = r"(?:loves|drinks|keeps|eats|enjoys)"
BASE = r"(?:love|drink|keep|eat|enjoy)"
PERSON = rf"(?:(?:[Tt]he person who|[Ww]hoever) {VERB} (?P<{{0}}>\w+)|(?P<{{0}}n>[A-Z]\w+))"
KINDS: list[tuple[str, Callable[[int, int], bool]]] = [
    ("{a} lives directly to the left of {b}.", lambda x, y: x == y - 1),
    ("{b} lives directly to the right of {a}.", lambda x, y: x == y - 1),
    ("{a} is the left-hand neighbour of {b}.", lambda x, y: x == y - 1),
    ("Directly to the right of {a} lives {b}.", lambda x, y: x == y - 1),
    ("{a} lives next to {b}.", lambda x, y: abs(x - y) == 1),
    ("{a} and {b} are next-door neighbours.", lambda x, y: abs(x - y) == 1),
    ("{a} has {b} for a neighbour.", lambda x, y: abs(x - y) == 1),
    ("The houses of {a} and {b} are next to each other.", lambda x, y: abs(x - y) == 1),
    ("{a} lives somewhere to the left of {b}.", lambda x, y: x < y),
    ("{b} lives somewhere to the right of {a}.", lambda x, y: x < y),
    ("{a} lives further to the left than {b}.", lambda x, y: x < y),
    ("{b} has a house further to the right than {a}.", lambda x, y: x < y),
    ("There is exactly one house between {a} and {b}.", lambda x, y: abs(x - y) == 2),
    ("Exactly one house separates {a} from {b}.", lambda x, y: abs(x - y) == 2),
    ("{a} lives two doors away from {b}, with one house between them.", lambda x, y: abs(x - y) == 2),
    ("There are exactly two houses between {a} and {b}.", lambda x, y: abs(x - y) == 3),
    ("Exactly two houses separate {a} from {b}.", lambda x, y: abs(x - y) == 3),
    ("{a} lives three doors away from {b}, with two houses between them.", lambda x, y: abs(x - y) == 3),
]  # fmt: skip
SAME = (
    rf"The person who {VERB} (?P<a>\w+) {VERB} (?P<b>\w+)\.",
    rf"Whoever {VERB} (?P<a>\w+) also {VERB} (?P<b>\w+)\.",
    rf"The same person {VERB} (?P<a>\w+) and {VERB} (?P<b>\w+)\.",
    rf"(?P<a>[A-Z]\w+) {VERB} (?P<b>\w+)\.",
    rf"It is (?P<a>[A-Z]\w+) who {VERB} (?P<b>\w+)\.",
    rf"The person who {VERB} (?P<b>\w+) is (?P<a>[A-Z]\w+)\.",
)
ALONE = (
    (rf"{PERSON.format('a')} lives in house (?P<h>\d)\.", True),
    (r"House (?P<h>\d) is (?P<a>[A-Z]\w+)'s\.", True),
    (rf"House (?P<h>\d) is home to {PERSON.format('a')}\.", True),
    (rf"Whoever lives in house (?P<h>\d) {VERB} (?P<a>\w+)\.", True),
    (rf"{PERSON.format('a')} does not live in house (?P<h>\d)\.", False),
    (r"House (?P<h>\d) is not (?P<a>[A-Z]\w+)'s\.", False),
    (rf"Whoever lives in house (?P<h>\d) does not {BASE} (?P<a>\w+)\.", False),
    (rf"Nobody in house (?P<h>\d) {VERB} (?P<a>\w+)\.", False),
)
WORDS = r"\w+(?: (?:and|or) \w+|(?:, \w+)*, (?:and|or) \w+)"
LISTS = (
    rf"({WORDS}) live in them, one in each, in an unknown order\.",
    rf"One person lives in each: ({WORDS}), but not necessarily in this order\.",
    rf"They are the homes of ({WORDS}), one each, in some order\.",
    rf"(?:Each|Each of them) [a-z ]+: ({WORDS})\.",
    rf"(?:The colours that they love|Their drinks|Their pets|Their hobbies) are ({WORDS}), [a-z ]+\.",
    rf"No two of them eat the same, and the dishes are ({WORDS})\.",
    rf"(?:They (?:love|drink|keep)|Their meals differ, too: they eat) ({WORDS})(?:[a-z, ]+)?\.",
    rf"In their free time, they enjoy ({WORDS}), no two the same\.",
)
OPENINGS = (
    r"There are (\d) houses in a row, numbered from 1 on the left to \d on the right\. ",
    r"On one side of a street stand (\d) houses\. They have the numbers 1 to \d, from left to right\. ",
    r"Picture a row of (\d) houses, where house 1 is on the far left and house \d on the far right\. ",
)
"""The number of houses, and the words of each attribute."""

SIZES = tuple(product(range(2, 7), repeat=2))
Grid = Mapping[str, int]


def named(found: re.Match[str], name: str) -> str:
    return found[name] or found[f"{name}n"]


def read_clue(sentence: str) -> Callable[[Grid], bool]:
    for shape, holds in KINDS:
        pattern = re.escape(shape).replace(r"\{a\}", PERSON.format("a"))
        found = re.fullmatch(pattern.replace(r"\{b\}", PERSON.format("b")), sentence)
        if found:
            one, other = named(found, "a"), named(found, "b")
            return lambda grid: holds(grid[one], grid[other])
    for pattern in SAME:
        found = re.fullmatch(pattern, sentence)
        if found:
            one, other = found["a"], found["b"]
            return lambda grid: grid[one] == grid[other]
    for pattern, there in ALONE:
        found = re.fullmatch(pattern, sentence, re.IGNORECASE)
        if found:
            one, house = named(found, "a"), int(found["h"])
            return lambda grid: (grid[one] == house) == there
    raise AssertionError(sentence)


def read_puzzle(record: Mapping[str, Any]) -> tuple[int, list[list[str]], list[str]]:
    """Return the number of houses, the words of each attribute, and the clues."""
    context = record["context"]
    (opening,) = filter(None, (re.match(each, context) for each in OPENINGS))
    lists, clues = list[str](), list[str]()
    for sentence in re.findall(r"[^.]+\.", context[opening.end() :]):
        found = filter(None, (re.fullmatch(each, sentence.strip()) for each in LISTS))
        if listed := next(found, None):
            lists.append(listed[1])
        else:
            clues.append(sentence.strip())
    words = [re.split(r", (?:and |or )?| and | or ", each) for each in lists]
    return int(opening[1]), words, clues


def grids(count: int, words: list[list[str]]) -> Iterator[Grid]:
    orders = [list(permutations(range(1, count + 1))) for _ in words]
    for chosen in product(*orders):
        yield {
            word: house
            for group, order in zip(words, chosen, strict=True)
            for word, house in zip(group, order, strict=True)
        }


@pytest.mark.parametrize(("houses", "attributes"), [(2, 2), (2, 5), (3, 2), (3, 3), (3, 4), (4, 3)])
def test_each_puzzle_has_one_solution_and_needs_every_clue(houses: int, attributes: int) -> None:
    family = rspc.load(FILE)
    for index in range(4):
        record = family.instance(houses=houses, attributes=attributes, index=index).record()
        count, words, clues = read_puzzle(record)
        assert (count, len(words)) == (houses, attributes)
        tests = [read_clue(clue) for clue in clues]
        every = [(grid, [test(grid) for test in tests]) for grid in grids(count, words)]
        (right,) = [grid for grid, held in every if all(held)]
        for place in range(len(tests)):
            without = [held[:place] + held[place + 1 :] for _, held in every]
            assert sum(map(all, without)) > 1, clues[place]
        answer = record["answer"].splitlines()
        for line in answer[2:]:
            house, *cells = (cell.strip() for cell in line.strip("|").split("|"))
            assert all(right[cell] == int(house) for cell in cells)
        assert score(record, record["answer"]).value == 1
        for grid, held in every[:: max(1, len(every) // 40)]:
            rows = [
                f"| {house} | {' | '.join(next(w for w in g if grid[w] == house) for g in words)} |"
                for house in range(1, count + 1)
            ]
            found = score(rspc.key(record), "\n".join([*answer[:2], *rows]))
            assert found.value == all(held)
            if not all(held):
                assert found.reason == f"violated: {clues[held.index(False)]}"


def test_there_is_a_preset_for_each_size_also_in_a_bundle(tmp_path: Path) -> None:
    family = rspc.load(FILE)
    sizes = {f"{houses}x{attributes}": (houses, attributes) for houses, attributes in SIZES}
    found = {name: tuple(values.values()) for name, values in family.presets.items() if "x" in name}
    assert found == sizes
    (tmp_path / "family.json").write_text(json.dumps(family.bundle()))
    bundled = rspc.load(tmp_path / "family.json")
    assert bundled.presets == family.presets
    given = {"seed": 2, "preset": "3x2"}
    assert bundled.instance(**given).record() == family.instance(**given).record()
    shown = CliRunner().invoke(app, ["list", "families", "zebralogic"]).output
    assert all(f"preset {size}:" in shown for size in sizes)


def test_one_wrong_cell_violates_what_is_said() -> None:
    record = rspc.load(FILE).instance(houses=3, attributes=3).record()
    said = record["context"]
    lines = record["answer"].splitlines()
    for row, column in product(range(2, 5), range(2, 5)):
        cells = lines[row].split("|")
        other = lines[2 + (row - 1) % 3].split("|")[column]
        changed = "|".join([*cells[:column], other, *cells[column + 1 :]])
        found = score(record, "\n".join([*lines[:row], changed, *lines[row + 1 :]]))
        assert found.value == 0
        assert found.reason.removeprefix("violated: ") in said


def test_puzzles_are_quick_and_keep_no_memory() -> None:
    family = rspc.load(FILE)
    given: dict[str, Any] = {"houses": 4, "attributes": 4}
    for index in range(20):
        family.instance(**given, seed=1, index=index)
    before = process_memory()
    in_time(40, lambda: [family.instance(**given, seed=1, index=index) for index in range(20, 60)])
    assert process_memory() - before < 32 << 20
