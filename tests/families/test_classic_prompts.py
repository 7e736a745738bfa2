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
SIGNS = {"blocked": "x", "queen": "Q"}


@cache
def family(name: str) -> Family:
    return rspc.load(SPECS / f"{name}.rspec")


def squares(text: str) -> dict[tuple[int, int], str]:
    """Return what the sentences say of each square, by row and column."""
    said = re.findall(r"[Rr]ow (\d+), column (\d+) (?:is|shows|has) (?:a )?(\w+)\.", text)
    queens = re.findall(r"a queen in row (\d+), column (\d+)\.", text)
    said += [(*square, "queen") for square in queens]
    return {(int(row), int(column)): SIGNS.get(word, word) for row, column, word in said}


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
            assert squares(" ".join(instance.sentences.values())) == {
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
    r"(\w+) is a (knight|knave)\.": lambda is_knight, b, kind: is_knight[b] == (kind == "knight"),
    r"(\w+) is of the same kind as (\w+)\.": lambda is_knight, b, c: is_knight[b] == is_knight[c],
    r"(\w+) is not of the same kind as (\w+)\.": lambda is_knight, b, c: (
        is_knight[b] != is_knight[c]
    ),
    r"(\w+) and (\w+) are of the same kind\.": lambda is_knight, b, c: is_knight[b] == is_knight[c],
    r"(\w+) and (\w+) are of different kinds\.": lambda is_knight, b, c: (
        is_knight[b] != is_knight[c]
    ),
    r"at least one of (\w+) and (\w+) is a knave\.": lambda is_knight, b, c: (
        not (is_knight[b] and is_knight[c])
    ),
    r"(\w+) and (\w+) are both knights\.": lambda is_knight, b, c: is_knight[b] and is_knight[c],
}


def true(claim: str, is_knight: dict[str, bool]) -> bool:
    """Return whether a claim is true."""
    for pattern, holds in CLAIMS.items():
        if (found := re.fullmatch(pattern, claim)) is not None:
            return bool(holds(is_knight, *found.groups()))
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
        claims = re.findall(r"(\w+) says that ([^.]+\.)", story)
        asked = re.search(r"Is (\w+) a knight", question)
        assert asked is not None
        named = re.search(r"(?:You meet|On an island live|Each of) (.*?)(?:\.| is a knight)", story)
        assert named is not None
        people = re.findall(r"[A-Z]\w+", named[1])
        assert len(people) == instance.params["size"]
        assert kinds(asked[1], people, claims) == {instance.answer}
        alone += any(len(kinds(asked[1], people, [claim])) == 1 for claim in claims)
    assert not alone


def test_the_weight_of_the_bag_is_always_given_and_told_apart_by_the_rest() -> None:
    for instance in family("subset_sum").generate(8, seed=4):
        assert "Together, the things in the bag weigh" in instance.text
        weights = {
            thing: int(pounds)
            for thing, pounds in re.findall(r"The (\w+) weighs (\d+) pounds", instance.text)
        }
        total = re.search(r"in the bag weigh (\d+) pounds", instance.text)
        assert total is not None
        found = []
        for packed in product((True, False), repeat=len(weights)):
            there = dict(zip(weights, packed, strict=True))
            both = re.findall(r"both the (\w+) and the (\w+) are in the bag, or", instance.text)
            one = re.findall(r"Exactly one of the (\w+) and the (\w+) is in", instance.text)
            if (
                sum(weights[each] for each in weights if there[each]) == int(total[1])
                and all(there[a] == there[b] for a, b in both)
                and all(there[a] != there[b] for a, b in one)
            ):
                found.append(", ".join(sorted(each for each in weights if there[each])))
        assert found == [instance.answer]
