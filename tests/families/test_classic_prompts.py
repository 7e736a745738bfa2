"""Prompts of the classic families: drawings agree with the sentences, and defaults need more than one step."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import rspc
from rspc.compiler.api import Family

SPECS = Path(__file__).parents[2] / "specs" / "classic"
FAMILIES = sorted(path.stem for path in SPECS.glob("*.rspec"))


@cache
def family(name: str) -> Family:
    return rspc.load(SPECS / f"{name}.rspec")


SQUARES = {
    r"Row R, column C shows V": "{V}",
    r"The square in row R, column C shows V": "{V}",
    r"There is the number V in row R, column C": "{V}",
    r"The digit in row R, column C is V": "{V}",
    r"Row R has the digit V in column C": "{V}",
    r"There is the digit V in row R, column C": "{V}",
    r"There is a queen in row R, column C": "Q",
    r"Row R has its queen in column C": "Q",
    r"The queen of row R is in column C": "Q",
    r"There is no queen in row R, column C": "x",
    r"Row R does not have its queen in column C": "x",
    r"The queen of row R is not in column C": "x",
}
"""What a sentence shows in a square."""


def squares(sentences: list[str]) -> dict[tuple[int, int], str]:
    """Return what the sentences say of each square, by row and column."""
    said = {}
    for sentence in sentences:
        for words, sign in SQUARES.items():
            pattern = re.sub(r"\b([RCV])\b", r"(?P<\1>\\d+)", words) + r"\."
            if (found := re.fullmatch(pattern, sentence)) is not None:
                said[int(found["R"]), int(found["C"])] = sign.format_map(found.groupdict())
    return said


@pytest.mark.parametrize("split", ["", "test"])
@pytest.mark.parametrize(
    ("name", "empty"), [("sudoku", "."), ("minesweeper", "?"), ("queens", ".")]
)
def test_a_drawing_shows_what_the_sentences_say(name: str, empty: str, split: str) -> None:
    for size in (4, 6):
        for instance in family(name).generate(4, seed=4, split=split, size=size):
            drawn = [
                [sign for sign in line.split() if sign != "|"]
                for line in instance.text.split("\n\n")[1].splitlines()
                if not line.startswith("-")
            ]
            assert [len(line) for line in drawn] == [size] * size
            assert squares(list(instance.sentences.values())) == {
                (row, column): sign
                for row, line in enumerate(drawn, 1)
                for column, sign in enumerate(line, 1)
                if sign != empty
            }


@pytest.mark.parametrize("name", FAMILIES)
def test_a_puzzle_is_introduced_in_several_ways(name: str) -> None:
    firsts = {each.text.split("\n")[0].split(". ")[0] for each in family(name).generate(8, seed=4)}
    frames = {re.sub(r"\b(?:[A-Z]\w+|\d+)\b", "", each)[-20:] for each in firsts}
    assert len(frames) > 1


# ------------------------------------------------------------------------------------------------- knights

CLAIMS = {
    r"B is a (knight|knave)": lambda b, kind: b == (kind == "knight"),
    r"(?:B and C are|B is) of the same kind(?: as C)?|What B is, C is too": lambda b, c: b == c,
    r"(?:B and C are of different kinds|B is not of the same kind as C)": lambda b, c: b != c,
    r"Exactly one of B and C is a knight": lambda b, c: b != c,
    r"(?:at least one of B and C|Of B and C, at least one) is a knave": lambda b, c: not (b and c),
    r"B and C are not both knights": lambda b, c: not (b and c),
    r"B or C is a knave, or that both are": lambda b, c: not (b and c),
    r"(?:B and C are both knights|B is a knight, and so is C)": lambda b, c: b and c,
    r"Neither B nor C is a knave": lambda b, c: b and c,
}
"""When a claim about B and C is true, by whether they are knights."""

SAID = {
    r"“(.+),” (?:says )?(\w+)(?: claims| says)?\.": r"\2: \1",
    r"(\w+) (?:says|claims|tells you) that (.+)\.": r"\1: \2",
    r"(\w+) says, “(.+)\.”": r"\1: \2",
    r"(\w+) calls both (.+) knights\.": r"\1: \2 are both knights",
    r"(\w+) calls (\w+) (a \w+)\.": r"\1: \2 is \3",
    r"If you ask (\w+), (.+)\.": r"\1: \2",
    r"(\w+) claims (not )?to be (of the same kind as \w+)\.": r"\1: I is \2\3",
}
"""How it is said that somebody claims something."""


def claimed(sentence: str) -> tuple[str, str] | None:
    """Return who claims what in a sentence, with the name of the one who speaks for `I`; None if nobody does."""
    for pattern, told in SAID.items():
        if re.fullmatch(pattern, sentence) is not None:
            speaker, _, claim = re.sub(pattern, told, sentence).partition(": ")
            claim = re.sub(r"is (not )?of my kind", r"is \1of the same kind as I", claim)
            return speaker, re.sub(r"\bI\b", speaker, claim)
    return None


def true(claim: str, is_knight: dict[str, bool]) -> bool:
    """Return whether a claim is true."""
    for pattern, holds in CLAIMS.items():
        words = re.sub(r"\b[BC]\b", r"([A-Z]\\w+)", pattern)
        if (found := re.fullmatch(words, claim)) is not None:
            parts = [each for each in found.groups() if each is not None]
            return bool(holds(*(is_knight.get(each, each) for each in parts)))
    raise AssertionError(f"a claim of another form: {claim}")


def kinds(name: str, people: list[str], claims: list[tuple[str, str]]) -> set[str]:
    """Return the kinds that somebody can have if everybody is right or wrong as their kind is."""
    found = set()
    for signs in product((True, False), repeat=len(people)):
        is_knight = dict(zip(people, signs, strict=True))
        if all(true(claim, is_knight) == is_knight[speaker] for speaker, claim in claims):
            found.add("knight" if is_knight[name] else "knave")
    return found


def test_no_claim_alone_tells_who_is_a_knight() -> None:
    alone = 0
    for instance in family("knights").generate(20, seed=4):
        story, question, _ = instance.text.split("\n\n")
        told = [claimed(each) for each in re.split(r"(?:(?<=\.)|(?<=\.”)) ", story)]
        claims = [each for each in told if each is not None]
        assert len(claims) == instance.metrics["clues"]
        asked = re.search(r"Is (\w+) a knight", question)
        assert asked is not None
        named = re.search(
            r"(?:On your travels, you meet|Each of|^)(.+?)(?:\.| is a kn| live on)", story
        )
        assert named is not None
        people = re.findall(r"[A-Z]\w+", named[1])
        assert len(people) == instance.params["size"]
        assert kinds(asked[1], people, claims) == {instance.answer}
        alone += any(len(kinds(asked[1], people, [claim])) == 1 for claim in claims)
    assert not alone


TOTAL = r"(?:in the bag weigh|in the bag weighs|The scales show) (\d+) pounds"
BOTH = [
    r"Either both the (\w+) and the (\w+) are in the bag, or neither is\.",
    r"If one of the (\w+) and the (\w+) is in the bag, so is the other\.",
    r"took either both the (\w+) and the (\w+) or neither of them\.",
]
EITHER = [
    r"Exactly one of the (\w+) and the (\w+) is in the bag\.",
    r"Either the (\w+) or the (\w+) is in the bag, but not both\.",
    r"Of the (\w+) and the (\w+), one was packed and the other was not\.",
]
"""What is said of two things."""


def pairs(patterns: list[str], text: str) -> list[tuple[str, str]]:
    """Return the pairs of things of which one of these things is said."""
    return [pair for pattern in patterns for pair in re.findall(pattern, text)]


def test_the_weight_of_the_bag_is_always_given_and_told_apart_by_the_rest() -> None:
    for instance in family("subset_sum").generate(8, seed=4):
        (listed,) = re.findall(r"in pounds: |In pounds, [^:]+: ", instance.text)
        (things,) = re.findall(rf"{listed}([^.]+)\.", instance.text)
        weights = {thing: int(pounds) for thing, pounds in re.findall(r"the (\w+) (\d+)", things)}
        total = re.search(TOTAL, instance.text)
        assert total is not None
        both, one = pairs(BOTH, instance.text), pairs(EITHER, instance.text)
        assert 1 + len(both) + len(one) == instance.metrics["clues"]
        found = []
        for packed in product((True, False), repeat=len(weights)):
            there = dict(zip(weights, packed, strict=True))
            if (
                sum(weights[each] for each in weights if there[each]) == int(total[1])
                and all(there[a] == there[b] for a, b in both)
                and all(there[a] != there[b] for a, b in one)
            ):
                found.append(", ".join(sorted(each for each in weights if there[each])))
        assert found == [instance.answer]
