"""What could be read in two ways is settled in every prompt, and answers are asked for as they look.

`RSPC_AUDIT=1000` looks at so many records of each family.
"""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rspc.backends.checkers.records.semantics import holds
from rspc.compiler.api import Family, load
from rspc.compiler.instances.instance import Instance
from rspc.compiler.ir import nodes as ir
from rspc.dsl import syntax
from rspc.dsl.parsing.parser import parse
from rspc.dsl.source import Source

from ..turns import by_turns

ROOT = Path(__file__).parents[2]
SPECS = ROOT / "specs"
N = int(os.environ.get("RSPC_AUDIT", "12"))
FEW = max(3, N // 4)
EVERY = sorted(
    path.relative_to(SPECS).with_suffix("").as_posix() for path in SPECS.rglob("*.rspec")
)
FLIGHTS = ["cheapest_flight", "flight", "flight_count", "flight_exists", "several_flights"]


@cache
def family(name: str) -> Family:
    return load(SPECS / f"{name}.rspec")


def settings(name: str) -> list[dict[str, Any]]:
    """Return the settings under which a family asks all its questions: one for each value of `task`."""
    task = family(name).parameters.get("task")
    names = re.findall(r"\w+", task.domain) if task is not None else []
    return [{"task": each} for each in names] or [{}]


@cache
def generated(name: str, *given: tuple[str, Any]) -> tuple[Instance, ...]:
    return tuple(family(name).generate(N, seed=23, **dict(given)))


@cache
def few(name: str, *given: tuple[str, Any]) -> tuple[Instance, ...]:
    return tuple(family(name).generate(FEW, seed=23, **dict(given)))


# ------------------------------------------------------------------------------------------------- times of day

CLOCK = "Times of day are compared by the clock alone, whatever the day"


LATE = 23 * 60 + 59


def met(instance: Instance, by_date: bool) -> list[bool]:
    """Return for each option whether it meets the requirement and what the question adds to it.

    Args:
        by_date: whether an arrival on a later day counts as later than any time of the day of departure.
    """
    goal, kinds = instance.query.goal, instance.family.kinds
    wanted = [
        each.statement.formula
        for each in instance.theory.statements
        if isinstance(each.statement, ir.Requirement)
    ]
    wanted += [goal.formula] if isinstance(goal, ir.Total | ir.Exists) else []
    found = []
    for row in instance.query.rows:
        cells = dict(zip(kinds, row.values, strict=True))
        leaves, takes = (cells[name].amount for name in ("departure", "travel_time"))
        if by_date and leaves + takes > LATE:
            cells |= dict.fromkeys(("arrival", "arrival_between"), ir.Quantity("time", LATE))
        found.append(all(holds(each, cells, kinds) for each in wanted))
    return found


@pytest.mark.parametrize("name", FLIGHTS)
def test_a_time_of_day_is_settled_wherever_the_day_would_change_an_option(name: str) -> None:
    changed = 0
    for instance in family(name).generate(max(N, 60), seed=23):
        assert len(instance.query.rows) == len(instance.options)
        if met(instance, False) != met(instance, True):
            changed += 1
            assert CLOCK in instance.question
            assert CLOCK in instance.text
    assert changed


# ------------------------------------------------------------------------------------------------- answer sets


@pytest.mark.parametrize("name", ["aspbench", "aspbench_computation", "aspbench_verification"])
def test_a_program_says_which_answer_sets_count(name: str) -> None:
    said = {
        "aspbench": "true (it is in every answer set), false (its opposite is in every answer set), or unknown?",
        "aspbench_computation": "If there are several, any one of them will do.",
        "aspbench_verification": "an answer set of the program?",
    }[name]
    for instance in generated(name):
        assert said in instance.text
        assert "a logic program, to be read under the answer set semantics" in instance.text


@pytest.mark.parametrize("split", ["", "test"])
@pytest.mark.parametrize("prompt", ["plain", "few_shot"])
def test_a_standing_order_is_defined_where_there_is_one(prompt: str, split: str) -> None:
    defined = set()
    for instance in family("policies").generate(20, split=split, prompt=prompt):
        note, _, shown = instance.text.partition("\n\n")
        told = "A rule that begins with “By standing order” is a standing order:" in note
        assert told is (": By standing order, " in shown)
        defined.add(told)
    assert defined == {True, False}


def test_rules_with_one_outcome_say_so() -> None:
    for instance in generated("gatehouse"):
        assert "Together, the rules allow only one outcome." in instance.text
        assert len(instance.certificate["sets"]) == 1
        assert "It holds that it is known" not in instance.text


def test_the_killer_may_be_the_victim() -> None:
    itself = 0
    for instance in family("classic/agatha").generate(max(N, 30), seed=23, task="value"):
        assert re.search(
            r"The killer is one of them, perhaps even the victim|may be the same person"
            r"|may be the victim|perhaps the victim|even the victim",
            instance.context,
        )
        found = re.search(
            r"The victim is (\w+)\.|It was (\w+) who was killed|(\w+) is the one who was killed",
            instance.context,
        )
        assert found is not None
        itself += instance.answer in {each.lower() for each in found.groups() if each}
    assert itself


# ------------------------------------------------------------------------------------------------- words

SYMMETRIC = re.compile(
    r"\b(?:meets?|met|marr(?:y|ies|ied)|resembles?|neighbou?rs?|adjoins?|equals?|borders?"
    r"|(?:agree|work|share|compete|quarrel|travel|talk|speak|dance|play|live|fight|correspond|cooperate"
    r"|deal|trade|chat|argue|seen|friends|related|identical|next|close|similar|married|engaged)"
    r"(?:s|d|ed)?\b.*\b(?:with|to))\b"
)
"""Verbs of which English takes for granted that they hold both ways."""


def relations() -> set[str]:
    """Return what relates two individuals in the shipped vocabularies, or an individual and something else."""
    files = [*SPECS.rglob("*.rspec"), *(ROOT / "stdlib").rglob("*.rspec")]
    named, pools = set[str](), dict[str, str]()
    for path in files:
        text = path.read_text("utf-8")
        named |= set(re.findall(r"^pred from (\w+)\(\w+, \w+(?:, \w+)?\)", text, re.MULTILINE))
        named |= set(re.findall(r"^role from (?:\S+ of )?(\w+)", text, re.MULTILINE))
        spec, _ = parse(Source(path.name, text))
        for item in spec.items:
            if isinstance(item, syntax.Pool):
                pools[item.name] = pools.get(item.name, "") + text[item.span.start : item.span.end]
    verbs = (ROOT / "stdlib" / "words" / "verbs.txt").read_text("utf-8").splitlines()
    quoted = (re.findall(r"[\w'-][\w '-]*", pools[name].partition("=")[2]) for name in named)
    return {*verbs, *(each for words in quoted for each in words)}


def test_no_relation_of_a_vocabulary_is_symmetric_in_english_alone() -> None:
    found = relations()
    assert len(found) > 250
    assert {"supervise", "has interviewed", "plan the travel of", "tows", "visit"} <= found
    assert [each for each in sorted(found) if SYMMETRIC.search(each)] == []
    for word in ("share staff with", "has met", "was seen with", "is related to", "travel with"):
        assert SYMMETRIC.search(word)


def test_no_law_is_overridden_and_a_condition_speaks_of_at_least_one() -> None:
    conditions = 0
    for split in ("", "train", "test"):
        for instance in family("policies").generate(N, seed=23, split=split):
            assert not re.search(r"\b(?:by law|laws?)\b", instance.text, re.IGNORECASE)
            conditions += "at least one employee" in instance.text
    assert conditions
    for path in [*SPECS.rglob("*.rspec"), *(ROOT / "stdlib").rglob("*.rspec")]:
        text = path.read_text("utf-8")
        assert not re.search(r'"(?:[^"]*[ ,])?(?:If|if|As long as|by) any\b(?! case)', text), path


# ------------------------------------------------------------------------------------------------- answers


def fits(asked: str, answer: str, choices: tuple[str, ...]) -> bool:
    """Return whether an answer looks as a prompt asks for it."""
    if "or with none" in asked and answer == "none":
        return True
    parts = answer.split(", ")
    if re.match(r"Answer with one word:", asked):
        return " " not in answer and re.search(rf"\b{re.escape(answer)}\b", asked) is not None
    if re.match(r"Answer with the letters of all", asked):
        letters = answer.split(",")
        return len(letters) > 1 and all(re.fullmatch("[A-Z]+", each) for each in letters)
    if re.match(r"Answer with the letter of", asked):
        return re.fullmatch("[A-Z]+", answer) is not None
    if re.match(r"Answer with yes or no\.", asked):
        return answer in ("yes", "no")
    if re.match(r"Answer with the number alone", asked):
        return re.fullmatch(r"-?\d+", answer) is not None
    if re.match(
        r"Answer with all (?:names|of them) and nothing else, (?:in digits and )?sep", asked
    ):
        numbers = "in digits" in asked
        known = set(parts) <= set(choices)
        return known and all(each.isdigit() is numbers for each in parts)
    if re.fullmatch(r"Answer with one word\.", asked):
        return answer in choices and " " not in answer
    if re.fullmatch(r"Answer with the word or phrase alone\.", asked):
        return answer in choices and "," not in answer
    if re.match(r"Answer with all of its literals, in braces", asked):
        return answer == "none" or re.fullmatch(r"\{.*\}", answer) is not None
    if asked.startswith("| "):  # the table to be filled in
        return answer.splitlines()[:2] == asked.splitlines()[:2]
    if re.fullmatch(r"<\w+>", asked):  # the form of each line
        return bool(answer) and all(answer.splitlines())
    if re.match(r"<[^>]+>: ", asked):  # what stands in the places of the form before
        one_of = [re.split(r", (?:or )?", each) for each in re.findall(r">: (.*, or .*)", asked)]
        return all(any(word in answer for word in words) for words in one_of)
    if "<" in asked:  # the lines to be filled in
        form = re.sub(r"<[^>]+>", ".+", asked)
        return re.fullmatch(form, answer) is not None
    if re.match(r"Answer with only the number of that line", asked):
        return answer.isdecimal()
    if re.match(r"Answer with the (?:number alone|numbers of the sentences)", asked):
        return re.fullmatch(r"\d+(?:, \d+)*", answer) is not None
    if re.match(r"Answer with a proof in numbered lines", asked):
        return all(re.fullmatch(r"\d+\. .+ \[.*\]", line) for line in answer.splitlines())
    if re.match(r"Answer with the theory in a block of code", asked):
        return bool(answer) and all(answer.splitlines())
    if re.match(r"Answer with one line for each of these options", asked):
        return all(re.fullmatch(r"[A-Z] \[\d+\]", line) for line in answer.splitlines())
    if re.match(r"Answer with its number alone", asked):
        return answer.isdecimal()
    raise AssertionError(f"an instruction of another form: {asked}")


@pytest.mark.parametrize("name", by_turns(EVERY))
def test_a_right_answer_looks_as_the_prompt_asks_for_it(name: str) -> None:
    for given in settings(name):
        for instance in few(name, *given.items()):
            asked = instance.text.strip().split("\n\n")[-1]
            assert fits(asked, instance.answer, instance.choices), (asked, instance.answer)


def test_no_list_is_asked_for_where_there_is_one_answer() -> None:
    for name, several in (
        ("classic/subset_sum", True),
        ("classic/minesweeper", True),
        *(
            (f"classic/{each}", False)
            for each in ("agatha", "colouring", "knights", "magic_square")
        ),
        *((f"classic/{each}", False) for each in ("queens", "sudoku", "zebra")),
        ("everyday/contest", False),
    ):
        instances = few(name, *(settings(name)[0].items()))
        assert all(("separated by commas" in each.text) is several for each in instances)
        assert several or not any("none" in each.text.split("\n\n")[-1] for each in instances)
