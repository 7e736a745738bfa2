"""Published families with yes and no: prompts are read anew, and their answers found by other means."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import rspc
from rspc.compiler.api import Family
from rspc.compiler.instances.instance import Instance

SPECS = Path(__file__).parents[2] / "specs" / "published"
SETTINGS = [
    ("web_of_lies", ""),
    ("web_of_lies", "BigBenchHard"),
    ("web_of_lies", "4"),
    ("navigate", "Turns"),
    ("navigate", "AlwaysFaceForward"),
    ("navigate", "2"),
    ("satbench", "Easy"),
    ("satbench", "Medium"),
]


@cache
def family(name: str) -> Family:
    return rspc.load(SPECS / f"{name}.rspec")


@cache
def made(name: str, preset: str) -> tuple[Instance, ...]:
    return tuple(family(name).generate(24, seed=5, preset=preset))


def tells_the_truth(text: str) -> str:
    """Follow what people say from whoever is introduced to whoever is asked about."""
    honest: dict[str, bool] = {}
    for name, word in re.findall(r"It is known that ([A-Z]\w+) (tells the truth|lies)(?=\.)", text):
        honest[name] = word == "tells the truth"
    claims = re.findall(r"([A-Z]\w+) says ([A-Z]\w+) (tells the truth|lies)\.", text)
    assert len(honest) == 1
    assert len({speaker for speaker, _, _ in claims}) == len(claims)
    while len(honest) < len(claims) + 1:
        for speaker, other, word in claims:
            if other in honest:
                honest[speaker] = honest[other] is (word == "tells the truth")
    (asked,) = re.findall(r"Does ([A-Z]\w+) tell the truth\?", text)
    return "Yes" if honest[asked] else "No"


def returns(text: str) -> str:
    """Walk on the complex plane."""
    place, way = 0j, 1j
    turns = {"left": 1j, "right": -1j, "around": -1}
    ways = {"forward": 1j, "backward": -1j, "left": -1, "right": 1}
    lines = re.findall(r"^(\d+)\. (.*)\.$", text, re.MULTILINE)
    assert [int(number) for number, _ in lines] == [*range(1, len(lines) + 1)]
    for _, line in lines:
        taken = re.fullmatch(r"Take (\d+) steps? (\w+)", line)
        if taken:
            assert text.startswith("Always face forward.")
            place += int(taken[1]) * ways[taken[2]]
            continue
        assert "Always" not in text
        on = re.fullmatch(r"Take (\d+) steps? straight ahead", line)
        moved = re.fullmatch(r"Turn (\w+) and take (\d+) steps?", line)
        assert on or moved, line
        way *= turns[moved[1]] if moved else 1
        place += int(moved[2] if moved else on[1]) * way
    return "Yes" if place == 0 else "No"


def can_be_met(text: str) -> str:
    """Try all choices of people."""
    (listed,) = re.findall(r"^(.*) are invited to the \w+\.", text)
    people = re.findall(r"[A-Z]\w+", listed)
    conditions = re.findall(r"^(\d+)\. (.*)\.$", text, re.MULTILINE)
    assert [int(number) for number, _ in conditions] == [*range(1, len(conditions) + 1)]
    clauses = []
    for _, condition in conditions:
        parts = [part.split(maxsplit=1) for part in re.split(r",? or |, ", condition)]
        assert {said for _, said in parts} <= {"comes", "stays at home"}
        clauses.append([(name, said == "comes") for name, said in parts])
    assert {name for clause in clauses for name, _ in clause} <= set(people)
    met = any(
        all(any(chosen[name] is sign for name, sign in clause) for clause in clauses)
        for values in product((True, False), repeat=len(people))
        for chosen in (dict(zip(people, values, strict=True)),)
    )
    return "Yes" if met else "No"


ORACLES = {"web_of_lies": tells_the_truth, "navigate": returns, "satbench": can_be_met}


@pytest.mark.parametrize(("name", "preset"), SETTINGS)
def test_the_prompt_alone_gives_the_answer(name: str, preset: str) -> None:
    for instance in made(name, preset):
        assert ORACLES[name](instance.text) == instance.answer, instance.text


@pytest.mark.parametrize(("name", "preset"), SETTINGS)
def test_answers_are_balanced_and_few_drafts_dropped(name: str, preset: str) -> None:
    instances = made(name, preset)
    assert Counter(each.answer for each in instances) == {"Yes": 12, "No": 12}
    assert sum(sum(each.rejections.values()) for each in instances) <= 5 * len(instances)
    assert len({each.text for each in instances}) == len(instances)
    for each in instances:
        assert set(each.engines.values()) == {each.label}
        assert rspc.score(each.record(), f"The answer is {each.answer}.").value == 1


def test_satbench_has_as_many_conditions_as_published() -> None:
    bounds = {"Easy": (8, 19), "Medium": (20, 30), "Hard": (31, 50)}
    for preset, (least, most) in bounds.items():
        given = family("satbench").presets[preset]
        assert (given["least"], given["most"]) == (least, most)
    for instance in made("satbench", "Medium"):
        rules = sum(each.id.startswith(("r", "c")) for each in instance.theory.statements)
        assert 20 <= rules <= 32


def test_others_hide_how_often_people_are_said_to_lie() -> None:
    def tells(preset: str) -> int:
        odd = [
            len(re.findall(r"[A-Z]\w+ lies\.", each.text)) % 2 == 1
            for each in made("web_of_lies", preset)
        ]
        no = [each.answer == "No" for each in made("web_of_lies", preset)]
        return sum(one is other for one, other in zip(odd, no, strict=True))

    assert tells("BigBenchHard") == 24
    assert tells("4") < 20


def test_exams_that_fit_on_four_days() -> None:
    timetable = rspc.load(SPECS.parent / "classic" / "timetable.rspec")
    instances = list(timetable.generate(8, task="consistent"))
    assert Counter(each.label for each in instances) == {"true": 4, "false": 4}
    for each in instances:
        assert "at most four of these days" in each.text
        takes = re.findall(r"(\w+) takes (\w+)\.", each.text)
        named = re.search(r"exams in (\w+(?:, (?:and )?\w+)+)", each.text)
        assert named is not None
        exams = sorted(re.split(r", (?:and )?", named[1]))
        assert {exam for _, exam in takes} <= set(exams)
        apart = {
            (one, other)
            for who, one in takes
            for same, other in takes
            if who == same and one != other
        }
        fits = any(
            all(plan[one] != plan[other] for one, other in apart)
            for days in product(range(4), repeat=len(exams))
            for plan in (dict(zip(exams, days, strict=True)),)
        )
        assert fits == (each.label == "true")
