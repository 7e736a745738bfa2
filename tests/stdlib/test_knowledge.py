"""The knowledge of `std.knowledge`: what is printed decides every condition, by rules written down here once more."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from math import hypot
from pathlib import Path

import pytest

from rspc.compiler.api import Family, load
from rspc.compiler.family.expressions.typed import Env, NoValue
from rspc.compiler.family.grammar.knowledge import Condition, Support
from rspc.compiler.ir import nodes as ir
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.backward.goals import Fresh
from rspc.compiler.text.templates.phrase import GIVEN

ROOT = Path(__file__).parents[2]
DRAWS = 400
READ = 40
"""How many draws of an item are read back, too."""

CATEGORIES = {
    "age": "age and units",
    "object": "objects and their uses",
    "flag": "colours and flags",
    "palette": "colours and flags",
    "money_of_two": "money",
    "money_of_three": "money",
    "entailment": "textual entailment",
    "place": "places",
    "initials": "names and their first letters",
    "job": "jobs and fields",
    "ball": "volumes",
    "sheet": "volumes",
    "birth": "events and years",
    "friends": "numbers of friends",
    "friends_in_parts": "numbers of friends",
}


@cache
def family() -> Family:
    return load(ROOT / "specs" / "boardgame.rspec")


@cache
def rows(table: str) -> list[tuple[str, ...]]:
    with (ROOT / "stdlib" / "tables" / f"{table}.csv").open(encoding="utf-8") as file:
        return [tuple(row) for row in csv.reader(file)][1:]


def drawn(name: str, split: str = "", count: int = DRAWS) -> Iterator[tuple[Condition, Family]]:
    """Yield conditions of an item, each for a theory of its own."""
    here = family()
    (item,) = [each for each in here.knowledge if each.name == name]
    for number in range(count):
        env = Env(Stream(name, split, str(number)), {}, {}, split)
        fresh = Fresh(here.undivided.narrowed(env), env, 0.5)
        about = fresh.individual("animal")
        yield fresh.condition(about, about, "animal", [item]), here


def texts(found: Condition, side: Support, here: Family, split: str = "") -> tuple[str, list[str]]:
    book = here.words.phrasebook
    said = book.clause(found.literal, GIVEN, split=split)
    facts = [book.say(ir.Fact(fact), split=split) for fact in side.facts]
    assert said is not None
    assert None not in facts
    return said, [fact for fact in facts if fact is not None]


# ----------------------------------------------------------------------------------------------- the other oracle

SHORTEST = {"days": 1, "weeks": 7, "months": 28, "years": 365}
LONGEST = {"days": 1, "weeks": 7, "months": 31, "years": 366}
Rule = Callable[..., bool | None]
"""Decides a condition from the groups of two matches, its own and that of the facts; None for a close call."""


def age(order: str, bound: str, limit: str, n: str, unit: str) -> bool | None:
    youngest, oldest = int(n) * SHORTEST[unit], (int(n) + 1) * LONGEST[unit] - 1
    least, most = int(bound) * SHORTEST[limit], int(bound) * LONGEST[limit]
    older = True if youngest > most else False if oldest < least else None
    return older if order == "more" or older is None else not older


def uses(purpose: str, object: str) -> bool:
    return dict(rows("objects"))[object] == purpose


def flags(country: str, colour: str) -> bool | None:
    return {(a, b): c == "yes" for a, b, c in rows("flags")}.get((colour, country))


def palettes(palette: str, colour: str) -> bool | None:
    return {(a, b): c == "yes" for a, b, c in rows("palettes")}.get((colour, palette))


def money(order: str, others: str, facts: str) -> bool | None:
    owned = {who: int(sum_) for who, sum_ in re.findall(r"The (\w+) has \$(\d+)\.", facts)}
    mine = next(iter(owned.values()))
    rest = sum(owned[who] for who in re.findall(r"the (\w+)", others))
    return None if mine == rest else (mine > rest) == (order == "more")


def follows(hypothesis: str, premise: str) -> bool:
    return (premise, hypothesis, "yes") in rows("entailments")


def lies(where: str, city: str) -> bool:
    (found,) = [row for row in rows("world_cities") if row[0] == city]
    return where in found[1:]


def same_letter(mine: str, other: str) -> bool:
    return mine[0] == other[0]


def works(field: str, job: str) -> bool:
    return dict(rows("jobs"))[job] == field


def ball_fits(kind: str, a: str, b: str, c: str, own: str, d: str) -> bool | None:
    assert kind == own
    shortest = min(map(int, (a, b, c)))
    return None if int(d) == shortest else int(d) < shortest


def sheet_fits(kind: str, x: str, y: str, z: str, own: str, one: str, two: str) -> bool | None:
    assert kind == own
    a, b, c = sorted(map(int, (x, y, z)))
    width, length = sorted(map(int, (one, two)))
    if width < b and length < c:
        return True
    never = width > 1.04 * hypot(a, b) or length > 1.04 * hypot(a, b, c)
    return False if never else None


def born(order: str, event: str, year: str) -> bool | None:
    happened = int(dict(rows("events"))[event])
    assert int(year) <= 2020
    return None if abs(int(year) - happened) < 2 else (int(year) > happened) == (order == "after")


def friends(order: str, bound: str, *counts: str) -> bool:
    count = sum(map(int, counts))
    return count > int(bound) if order == "more" else count < int(bound)


RULES: dict[str, tuple[str, str, Rule]] = {
    "age": (r"is (more|less) than (\d+) (\w+) old", r"is (\d+) (\w+) old\.", age),
    "object": (r"has something that can be (.+)", r"has (.+)\.", uses),
    "flag": (r"colour appears in the flag of (.+)", r"has an? (\w+) card\.", flags),
    "palette": (r"colour is one of (.+)", r"has an? (\w+) card\.", palettes),
    "money_of_two": (r"has (more|less) money than (the \w+)$", r"(.+)", money),
    "money_of_three": (r"(more|less) money than (the \w+ and the \w+) combined", r"(.+)", money),
    "entailment": (r"the \w+ (.+)", r"The \w+ (.+)\.", follows),
    "place": (r"is in (.+) at the moment", r"is currently in (.+)\.", lies),
    "job": (r"has a job in (.+)", r"works as an? (.+)\.", works),
    "ball": (
        r"has a (.+) that fits into a \w+ of (\d+) x (\d+) x (\d+) cm",
        r"has a (.+) with a diameter of (\d+) cm\.",
        ball_fits,
    ),
    "sheet": (
        r"has a (.+) that fits into a \w+ of (\d+) x (\d+) x (\d+) cm",
        r"has a (.+) that is (\d+) cm long and (\d+) cm wide\.",
        sheet_fits,
    ),
    "birth": (r"was born (before|after) (.+)", r"was born in (\d{4})\.", born),
    "friends": (r"has (more|fewer) than (\d+) friends$", r"has (\d+) friends\.", friends),
    "friends_in_parts": (
        r"has (more|fewer) than (\d+) friends in total",
        r"has (\d+) friends who are \w+ and (\d+) who are not\.",
        friends,
    ),
    "initials": (
        r"has a name whose first letter is the same as the first letter of the \w+'s name()",
        r"is named (\w+)\. The \w+ is named (\w+)\.",
        lambda nothing, mine, other: same_letter(mine, other),
    ),
}


IN_TESTS = (
    (r"is older than (.+)", r"is more than \1 old"),
    (r"is younger than (.+)", r"is less than \1 old"),
    (r"something that (.+?) has can be (.+)", r"\1 has something that can be \2"),
    (r"card in a colou?r that (.+) shows", r"card whose colour appears in \1"),
    (r"card in one of", "card whose colour is one of"),
    (r"a greater sum of money", "more money"),
    (r"a smaller sum of money", "less money"),
    (r"have together", "combined"),
    (r"^it is true that ", ""),
    (r"somewhere in (.+) right now", r"in \1 at the moment"),
    (
        r"the name of (.+) begins with the same letter as that of (.+)",
        r"\1 has a name whose first letter is the same as the first letter of \2's name",
    ),
    (r"the job of (.+) is in (.+)", r"\1 has a job in \2"),
    (r"^a (.+) of (the \w+) fits into", r"\2 has a \1 that fits into"),
    (r"the birth of (.+) came (before|after)", r"\1 was born \2"),
    (r"the number of friends of (.+) is below (\d+)", r"\1 has fewer than \2 friends"),
    (r"the number of friends of (.+) is above (\d+)", r"\1 has more than \2 friends"),
    (r"friends all told", "friends in total"),
)
"""What a condition is called where the words for tests are used, and in the others' words."""

IN_FACTS = (
    (r"^The card of the (\w+) is (\w+)\.", r"The \1 has a \2 card."),
    (r"^The (\w+) has (\d+) friends in all\.", r"The \1 has \2 friends."),
    (r"^At the moment, the (\w+) is in (.+)\.", r"The \1 is currently in \2."),
    (r"^At the moment, the", "The"),
    (r"^The (\w+) has brought ", r"The \1 has "),
    (r"^The name of the (\w+) is ", r"The \1 is named "),
    (r"^By trade, the (\w+) is ", r"The \1 works as "),
    (r"that is (\d+) cm across", r"with a diameter of \1 cm"),
    (r" of (\d+) by (\d+) cm\.", r" that is \1 cm long and \2 cm wide."),
    (r"first saw the light of day in", "was born in"),
    (
        r"^Of the friends of the (\w+), (\d+) are (\w+) and (\d+) are not\.",
        r"The \1 has \2 friends who are \3 and \4 who are not.",
    ),
)
"""What a fact is called in other words, and in those of the rules here."""


def judged(name: str, condition: str, facts: list[str]) -> bool | None:
    asked, shown, rule = RULES[name]
    for kept, usual in IN_TESTS:
        condition = re.sub(kept, usual, condition)
    for other, usual in IN_FACTS:
        facts = [re.sub(other, usual, fact) for fact in facts]
    condition, *facts = (re.sub(r"(?<=\d),(?=\d{3})", "", text) for text in (condition, *facts))
    question, answer = re.search(asked, condition), re.search(shown, " ".join(facts))
    assert question, condition
    assert answer, facts
    return rule(*question.groups(), *answer.groups())


# --------------------------------------------------------------------------------------------------------- tests


def test_every_condition_has_words_of_its_own_for_tests() -> None:
    book = family().words.phrasebook
    for item in family().knowledge:
        for test in item.tests:
            kept = [each.phrase.split for each in book.entries if each.pattern == test.literal]
            assert sorted(kept) == ["", "test"], item.name


def test_every_item_is_judged_here_and_all_eleven_categories_are_there() -> None:
    assert {each.name for each in family().knowledge} == set(CATEGORIES) == set(RULES)
    assert len(set(CATEGORIES.values())) == 11


@pytest.mark.parametrize("split", ["", "test"])
@pytest.mark.parametrize("name", RULES)
def test_what_is_printed_bears_the_condition_out(name: str, split: str) -> None:
    sides: Counter[bool] = Counter()
    conditions: Counter[str] = Counter()
    for number, (found, here) in enumerate(drawn(name, split)):
        for truth, side in ((True, found.true), (False, found.false)):
            if side is None:
                continue
            sides[truth] += 1
            condition, facts = texts(found, side, here, split)
            conditions[str(found.literal.atom.predicate)] += 1
            assert judged(name, condition, facts) is truth, (condition, facts)
            if number < READ:
                book = here.words.phrasebook
                assert book.read_clause(condition, GIVEN) == (found.literal,)
                read = [book.read(fact) for fact in facts]
                assert read == [(ir.Fact(fact),) for fact in side.facts]
    (item,) = [each for each in family().knowledge if each.name == name]
    assert sides[True] == DRAWS
    assert sides[False] > (0 if split else 0.6 * DRAWS)
    assert len(conditions) == len(item.tests)
    assert min(conditions.values()) > DRAWS / (2 * len(item.tests))


@pytest.mark.parametrize("name", RULES)
def test_what_a_condition_proves_is_itself_or_its_negation_or_nothing(name: str) -> None:
    for found, _ in drawn(name, count=100):
        (bridge,) = found.true.bridges
        assert bridge == ir.Rule(found.true.facts, "->", found.literal)
        if found.false is None:
            continue
        denied = ir.Literal(found.literal.atom, True)
        left_open = name in ("entailment", "job")
        expected = () if left_open else (ir.Rule(found.false.facts, "->", denied),)
        assert found.false.bridges == expected


@pytest.mark.parametrize("name", ["object", "place", "job", "birth", "initials", "ball"])
def test_the_splits_share_nothing_of_a_table(name: str) -> None:
    def values(split: str) -> set[ir.Term]:
        return {
            term
            for found, _ in drawn(name, split, 150)
            for each in ((found.literal,) if name == "birth" else found.true.facts)
            for term in each.atom.arguments
            if isinstance(term, ir.Const) and term.name not in family().undivided.sorts["animal"]
        }

    train, test = values("train"), values("test")
    assert train
    assert test
    assert not train & test


def test_no_two_items_of_one_topic_speak_of_one_individual() -> None:
    here = family()
    topics = {each.name: each.topics for each in here.knowledge}
    by_predicate = {
        str(fact.atom.predicate): each.name for each in here.knowledge for fact in each.facts
    }
    pairs: Counter[bool] = Counter()
    for number in range(400):
        env = Env(Stream("pairs", str(number)), {}, {}, "")
        fresh = Fresh(here.undivided.narrowed(env), env, 0.5)
        about = fresh.individual("animal")
        told: list[str] = []
        while True:
            try:
                found = fresh.condition(about, about, "animal", here.knowledge)
            except NoValue:
                break
            told.append(by_predicate[str(found.true.facts[0].atom.predicate)])
        assert len(told) > 1
        for place, one in enumerate(told):
            for other in told[place + 1 :]:
                pairs[bool(topics[one] & topics[other])] += 1
    assert pairs[False] > 0
    assert pairs[True] == 0


def test_a_condition_on_a_variable_leaves_nobody_else_to_speak_of() -> None:
    here = family()
    items = [each for each in here.knowledge if each.name in ("money_of_two", "friends")]
    env = Env(Stream("whole"), {}, {}, "")
    fresh = Fresh(here.undivided.narrowed(env), env, 0.5)
    about, another = fresh.individual("animal"), fresh.individual("animal")
    found = fresh.condition(ir.Var("X"), about, "animal", items)
    assert found.literal.atom.arguments[0] == ir.Var("X")
    assert str(found.true.facts[0].atom.predicate) == "friends"
    with pytest.raises(NoValue):
        fresh.condition(
            another, another, "animal", [each for each in items if each.name == "friends"]
        )
