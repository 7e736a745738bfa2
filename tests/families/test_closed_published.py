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


NAME = r"\b[A-Z][a-z]+\b"
COMMON = {
    "According",
    "All",
    "Each",
    "Everything",
    "Here",
    "In",
    "Some",
    "The",
    "There",
    "Those",
} | {"Asked", "Always", "It", "This"}
TALK = {
    "It is known that A tells the truth.": True,
    "A tells the truth, as everybody knows.": True,
    "This much is certain: A tells the truth.": True,
    "There is no doubt that A is truthful.": True,
    "It is known that A lies.": False,
    "A lies, as everybody knows.": False,
    "This much is certain: A lies.": False,
    "There is no doubt that A is untruthful.": False,
    "B says that A tells the truth.": True,
    "According to B, A tells the truth.": True,
    "“A is honest,” says B.": True,
    "B calls A an honest person.": True,
    "Asked about A, B replies, “Always truthful.”": True,
    "B claims that A never lies.": True,
    "In the words of B, A is truthful.": True,
    "B says that A lies.": False,
    "According to B, A lies.": False,
    "“A is a liar,” says B.": False,
    "B calls A a liar.": False,
    "Asked about A, B replies, “Nothing but lies.”": False,
    "B claims that A never tells the truth.": False,
    "In the words of B, A is untruthful.": False,
}
"""What is said of A, perhaps by B, and whether A would be truthful."""


def shaped(shape: str) -> str:
    """Return the pattern of a sentence in which A, B and C are names."""
    return re.sub(r"\b[ABC]\b", lambda name: f"(?P<{name[0]}>{NAME})", re.escape(shape))


def talk(text: str) -> list[tuple[str | None, str, bool]]:
    """Return who says of whom whether that person tells the truth; nobody, for what is known."""
    context = text.split("\n\n", maxsplit=1)[0]
    found = [
        (said.groupdict().get("B"), said["A"], truthful)
        for sentence in re.split(r"(?<=[.”]) (?=[A-Z“])", context)
        for shape, truthful in TALK.items()
        if (said := re.fullmatch(shaped(shape), sentence))
    ]
    assert len(found) == len(set(re.findall(NAME, context)) - COMMON)
    return found


def tells_the_truth(text: str) -> str:
    """Follow what people say from whoever is introduced to whoever is asked about."""
    honest = {name: word for speaker, name, word in talk(text) if speaker is None}
    claims = [(speaker, *rest) for speaker, *rest in talk(text) if speaker is not None]
    assert len(honest) == 1
    assert len({speaker for speaker, _, _ in claims}) == len(claims)
    while len(honest) < len(claims) + 1:
        for speaker, other, word in claims:
            if other in honest:
                honest[speaker] = honest[other] is word
    (asked,) = re.findall(r"Does ([A-Z]\w+) tell the truth\?", text)
    return "Yes" if honest[asked] else "No"


FORWARD = ("Always face forward.", "Face forward all the time.")
STRAIGHT_ON = (
    r"(?:(?:Go|Carry) straight on for |Without turning, take |Take )(\d+)"
    r" steps?(?: straight ahead)?"
)
TURNED = (
    r"Turn (right|left|around)(?: and take|, then take|\. Walk| and walk straight ahead for) "
    r"(\d+) steps?(?: forward)?"
)


def returns(text: str) -> str:
    """Walk on the complex plane."""
    place, way = 0j, 1j
    turns = {"left": 1j, "right": -1j, "around": -1}
    ways = {"forward": 1j, "backward": -1j, "left": -1, "right": 1}
    lines = re.findall(r"^(\d+)\. (.*)\.$", text, re.MULTILINE)
    assert [int(number) for number, _ in lines] == [*range(1, len(lines) + 1)]
    for _, line in lines:
        taken = re.fullmatch(r"(?:Take|Move) (\d+) steps? (forward|backward|left|right)", line)
        if taken:
            assert text.startswith(FORWARD)
            place += int(taken[1]) * ways[taken[2]]
            continue
        assert not text.startswith(FORWARD)
        on = re.fullmatch(STRAIGHT_ON, line)
        moved = re.fullmatch(TURNED, line)
        assert on or moved, line
        way *= turns[moved[1]] if moved else 1
        place += int(moved[2] if moved else on[1]) * way
    return "Yes" if place == 0 else "No"


CONDITIONS = {
    "A or B comes.": "+A +B",
    "At least one of A and B comes.": "+A +B",
    "If A stays at home, B comes.": "+A +B",
    "A and B cannot both stay at home.": "+A +B",
    "B has to be there if A is not.": "+A +B",
    "One of A and B, if not both, has to come.": "+A +B",
    "A or B stays at home.": "-A -B",
    "A and B do not both come.": "-A -B",
    "If A comes, B stays at home.": "-A -B",
    "There is no room for both A and B.": "-A -B",
    "A will not come if B does.": "-A -B",
    "A and B cannot both be there.": "-A -B",
    "A comes if B does.": "+A -B",
    "B does not come without A.": "+A -B",
    "B comes only if A does.": "+A -B",
    "B stays at home if A does.": "+A -B",
    "A has to be there if B is.": "+A -B",
    "Without A, B will not come.": "+A -B",
    "If A comes, so does B.": "-A +B",
    "A stays at home, or B comes.": "-A +B",
    "If B stays at home, so does A.": "-A +B",
    "A comes only when B comes as well.": "-A +B",
    "Should A come, B will come too.": "-A +B",
    "A will be there only if B is.": "-A +B",
    "A, B, or C comes.": "+A +B +C",
    "At least one of A, B, and C comes.": "+A +B +C",
    "If neither A nor B comes, then C does.": "+A +B +C",
    "A, B, and C cannot all stay at home.": "+A +B +C",
    "Somebody among A, B, and C has to come.": "+A +B +C",
    "If A and B are both missing, C has to be there.": "+A +B +C",
    "A, B, or C stays at home.": "-A -B -C",
    "A, B, and C do not all come.": "-A -B -C",
    "If A and B both come, C stays at home.": "-A -B -C",
    "There is no room for all three of A, B, and C.": "-A -B -C",
    "Somebody among A, B, and C has to stay at home.": "-A -B -C",
    "A and B can both be there only without C.": "-A -B -C",
    "C comes only if A or B does.": "+A +B -C",
    "If A and B stay at home, so does C.": "+A +B -C",
    "C does not come without at least one of A and B.": "+A +B -C",
    "A or B comes, or C stays at home.": "+A +B -C",
    "C will be there only with at least one of A and B.": "+A +B -C",
    "With A and B both missing, C will not come.": "+A +B -C",
    "If B comes without A, then C comes.": "+A -B +C",
    "B stays at home if neither A nor C comes.": "+A -B +C",
    "At least one of A and C comes if B does.": "+A -B +C",
    "A comes, B stays at home, or C comes.": "+A -B +C",
    "Should B come but not A, C has to be there.": "+A -B +C",
    "B will not be there unless A or C is.": "+A -B +C",
    "If A comes, so does at least one of B and C.": "-A +B +C",
    "A stays at home unless B or C comes.": "-A +B +C",
    "If A comes and B does not, then C comes.": "-A +B +C",
    "A comes only if at least one of B and C does.": "-A +B +C",
    "Should A come, B or C has to come too.": "-A +B +C",
    "A will not come if B and C are both missing.": "-A +B +C",
    "A comes if B and C both do.": "+A -B -C",
    "B and C do not both come without A.": "+A -B -C",
    "If A stays at home, then so does at least one of B and C.": "+A -B -C",
    "A comes, or at least one of B and C stays at home.": "+A -B -C",
    "B and C can come together only if A comes.": "+A -B -C",
    "B and C can both be there only with A.": "+A -B -C",
    "If A and B come, so does C.": "-A -B +C",
    "If A and B both come, then C comes too.": "-A -B +C",
    "If C stays at home, so does A or B.": "-A -B +C",
    "A or B stays at home, or C comes.": "-A -B +C",
    "Should both A and B come, C has to be there.": "-A -B +C",
    "If C is missing, A and B cannot both be there.": "-A -B +C",
    "If A comes without B, then C stays at home.": "-A +B -C",
    "A and C both come only if B does.": "-A +B -C",
    "If A and C both come, B must come too.": "-A +B -C",
    "A stays at home, B comes, or C stays at home.": "-A +B -C",
    "Should A come but not B, C has to stay at home.": "-A +B -C",
    "Only with B can A and C both be there.": "-A +B -C",
}
"""The clause of each condition: who comes (+) or stays at home (-), at least one of them."""


def clause(condition: str) -> list[tuple[str, bool]]:
    """Return who comes or stays at home, so that a condition is met."""
    ((found, parts),) = (
        (found, parts)
        for shape, parts in CONDITIONS.items()
        if (found := re.fullmatch(shaped(shape), condition))
    )
    return [(found[part[1]], part[0] == "+") for part in parts.split()]


def can_be_met(text: str) -> str:
    """Try all choices of people."""
    opening = text.split("\n\n")[0]
    (listed,) = re.findall(rf"(?:{NAME}, )+and {NAME}", opening)
    people = re.findall(NAME, listed)
    conditions = re.findall(r"^(\d+)\. (.*\.)$", text, re.MULTILINE)
    assert [int(number) for number, _ in conditions] == [*range(1, len(conditions) + 1)]
    clauses = [clause(condition) for _, condition in conditions]
    assert {name for parts in clauses for name, _ in parts} <= set(people)
    met = any(
        all(any(chosen[name] is sign for name, sign in parts) for parts in clauses)
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
            sum(not truthful for _, _, truthful in talk(each.text)) % 2 == 1
            for each in made("web_of_lies", preset)
        ]
        no = [each.answer == "No" for each in made("web_of_lies", preset)]
        return sum(one is other for one, other in zip(odd, no, strict=True))

    assert tells("BigBenchHard") == 24
    assert tells("4") < 20


FOUR_DAYS = r"(?:at most|Only|No more than) four of these days"


def test_exams_that_fit_on_four_days() -> None:
    timetable = rspc.load(SPECS.parent / "classic" / "timetable.rspec")
    instances = list(timetable.generate(8, task="consistent"))
    assert Counter(each.label for each in instances) == {"true": 4, "false": 4}
    for each in instances:
        assert re.search(FOUR_DAYS, each.text)
        takes = [
            (found[1] or found[2], exam)
            for found in re.finditer(
                r"(?:\b(?!Each\b)(\w+) takes|(\w+)'s subjects are) ([^.]+)\.", each.text
            )
            for exam in re.split(r", and |, | and ", found[3])
        ]
        named = re.search(r"[Ee]xams in (\w+(?:, (?:and )?\w+)+)", each.text)
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
