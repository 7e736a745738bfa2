"""What the prompts of everyday families say settles their answers: they are solved from their English alone."""

from __future__ import annotations

import re
from functools import cache
from itertools import product
from pathlib import Path

import pytest

import rspc
from rspc.compiler.api import Family
from rspc.compiler.instances.instance import Instance

SPECS = Path(__file__).parents[2] / "specs" / "everyday"
SPLITS = pytest.mark.parametrize("split", ["train", "test"])

Place = tuple[int, int]
"""A row, counted from the north, and a column, counted from the west."""


@cache
def family(name: str) -> Family:
    return rspc.load(SPECS / f"{name}.rspec")


def clauses(instance: Instance) -> list[str]:
    return re.split(r"(?<=\.) ", instance.context)


def members(text: str) -> set[str]:
    """Return the members of a list with "and" or "or"; none of the names has such a word."""
    return set(re.split(r",? (?:and|or) |, ", text.lower()))


# ------------------------------------------------------------------------------------------------ trains

TRAIN = (
    r"(?:(?:trains?|One train|Trains)(?: runs| goes| go)? from (\w+) to|(?:A train leaves|Trains leave) (\w+) for|"
    r"(\w+) has a train to|From (\w+), (?:there is a train|trains run) to|"
    r"In (\w+), passengers can board a train to) ((?:\w+, )*\w+(?:,? and \w+)?)\."
)
CLOSED = (
    r"(?:[Tt]he station in (\w+) is closed|(\w+) station is closed(?: for building work)?|"
    r"The railway has closed its station in (\w+)|In (\w+), the station is closed)\."
)


def trains_in(text: str) -> list[tuple[str, str]]:
    """Return from where and to where trains run."""
    return [
        ("".join(start), end)
        for *start, ends in re.findall(TRAIN, text)
        for end in re.findall(r"[A-Z]\w+", ends)
    ]


def reachable(text: str, start: str) -> set[str]:
    closed = {"".join(found) for found in re.findall(CLOSED, text)}
    trains = [pair for pair in trains_in(text) if not closed & {*pair}]
    found, front = {start}, {start}
    while front := {end for begin, end in trains if begin in front} - found:
        found |= front
    return found - {start}


@SPLITS
def test_passengers_get_where_trains_between_open_stations_lead(split: str) -> None:
    for instance in family("trains").generate(6, seed=8, split=split, task="both"):
        text = instance.context
        (listed,) = re.findall(r"(?:railway serves|stations in) (.*?\band \w+)", text)
        assert len(trains_in(text)) == instance.params["lines"]
        assert len(re.findall(CLOSED, text)) == instance.params["closed"]
        assert len(re.findall(r"\b(?!and)\w+", listed)) == instance.params["stations"]
        if question := re.search(r"from (\w+) to (\w+),", instance.question):
            start, end = question.groups()
            assert (start, end) not in trains_in(text)
            assert instance.answer == ("yes" if end in reachable(text, start) else "no")
        else:
            (start,) = re.findall(r"from (\w+),", instance.question)
            assert instance.answer == str(len(reachable(text, start)))


# ------------------------------------------------------------------------------------------------ town

FARTHER = r"The (\w+) is (one row |one column |)farther (north|south|east|west) than the (\w+)\."
SAME = r"The (\w+) (?:is in the same (row|column) as the (\w+)|and the (\w+) are in the same (row|column))\."
SHARED = r"The (\w+) shares its (row|column) with the (\w+)\."
COMPARED = r"Compared with the (\w+), the (\w+) is farther (north|south|east|west)\."
SOUGHT = r"You have to go farther (\w+) to find the (\w+) than to find the (\w+)\."
WALKED = (
    r"Go one (?:row|column) (\w+) from the (\w+), and you are in the (?:row|column) of the (\w+)\."
)
NEXT = r"The (\w+) is in the next (?:row|column) (\w+) of the (\w+)\."
AT = r"(?:The (\w+) is|You can find the (\w+)) in (row|column) (\d)\."
THERE = r"(Row|Column) (\d) is where the (\w+) is\."
CLUE = r"The \w+ (is|and|shares)\b|You |Compared|Go |Row|Column"
STEPS = {"north": (0, -1), "south": (0, 1), "west": (1, -1), "east": (1, 1)}
AXES = {"row": 0, "column": 1}


def distance(first: str, side: str, second: str, places: dict[str, Place]) -> int:
    """Return how many squares farther to a side the first building is than the second."""
    axis, sign = STEPS[side]
    return (places[first][axis] - places[second][axis]) * sign


def is_met(clue: str, places: dict[str, Place]) -> bool:
    if found := re.fullmatch(FARTHER, clue):
        first, exactly, side, second = found.groups()
        steps = distance(first, side, second, places)
        return steps == 1 if exactly else steps > 0
    if found := re.fullmatch(COMPARED, clue):
        return distance(found[2], found[3], found[1], places) > 0
    if found := re.fullmatch(SOUGHT, clue):
        return distance(found[2], found[1], found[3], places) > 0
    if found := re.fullmatch(WALKED, clue):
        return distance(found[3], found[1], found[2], places) == 1
    if found := re.fullmatch(NEXT, clue):
        return distance(found[1], found[2], found[3], places) == 1
    if found := re.fullmatch(THERE, clue):
        return places[found[3]][AXES[found[1].lower()]] == int(found[2])
    if found := re.fullmatch(SHARED, clue):
        first, line, second = found.groups()
        return places[first][AXES[line]] == places[second][AXES[line]]
    if found := re.fullmatch(SAME, clue):
        first, *rest = (word for word in found.groups() if word)
        (axis,) = {AXES[word] for word in rest if word in AXES}
        (second,) = {*rest} - {*AXES}
        return places[first][axis] == places[second][axis]
    found = re.fullmatch(AT, clue)
    assert found is not None, clue
    first, line, number = (word for word in found.groups() if word)
    return places[first][AXES[line]] == int(number)


def direction(one: Place, other: Place) -> str:
    """Return in which direction one place lies from another."""
    row, column = one[0] - other[0], one[1] - other[1]
    words = ["north" if row < 0 else "south"] * bool(row)
    words += ["west" if column < 0 else "east"] * bool(column)
    return "-".join(words)


@SPLITS
def test_clues_about_a_town_leave_one_direction(split: str) -> None:
    for instance in family("town").generate(6, seed=8, split=split):
        sentences = clauses(instance)
        clues = [each for each in sentences if re.match(CLUE, each)]
        assert len(clues) == instance.params["told"]
        shown = re.search(r"(?:shows|there are) (.*?\band an? \w+)", instance.context)
        assert shown is not None
        names = re.findall(r"\ban? (\w+)", shown[1])
        assert len(names) == instance.params["size"]
        first, second = re.findall(r"the (\w+)(?:, in|\?)", instance.question)[::-1]
        squares = list(product((1, 2, 3), repeat=2))
        found = set()
        for chosen in product(squares, repeat=len(names)):
            places = dict(zip(names, chosen, strict=True))
            if len({*chosen}) == len(chosen) and all(is_met(clue, places) for clue in clues):
                found.add(direction(places[first], places[second]))
        assert found == {instance.answer}


# ------------------------------------------------------------------------------------------------ taxonomy

KIND = (
    r"(?:(?:Every|Any|Anything that is an?|An?) (?P<one>\w+) is (?:also |always )?an? |"
    r"All (?P<all>\w+) are |(?P<of>\w+) (?:are a kind of|are|count as) )(?P<wide>\w+)\."
    r"|All (?P<among>\w+) are among the (?P<around>\w+)\."
    r"|(?:Every (?P<each>\w+) is|Any (?P<those>\w+) is also) "
    r"(?P<several>an? \w+ and an? \w+|(?:an? \w+, ){2,}and an? \w+)\."
)
NARROW, WIDE = ("one", "all", "of", "among", "each", "those"), ("wide", "around", "several")
USUAL = (
    r"(?:As a rule, (\w+) are|(\w+) are usually|A typical (\w+) is|Normally, an? (\w+) is|"
    r"In general, (\w+) are|Usually, you find that an? (\w+) is|(\w+) tend(?= not to | to )|"
    r"You can expect an? (\w+)(?= not to | to )|It is typical of (\w+)(?= not to | to ))"
    r"( not|n't)?(?: to be)? (\w+)\."
)
USUAL_TOGETHER = (
    r"(?:(?:As a rule|In general), (\w+) are|(\w+) are usually) "
    r"(?:((?:\w+ |(?:\w+, ){2,})and \w+)|((?:not \w+ |(?:not \w+, ){2,})and not \w+))\."
)
ANIMAL = (
    r"(?:(?P<name>[A-Z]\w+) (?:is an?|belongs to the|is one of the) (?P<kind>\w+)|"
    r"One of the (?P<some>\w+) is (?P<other>\w+))\."
)


def kind(word: str) -> str:
    """Return the kind that a word names, which may be a plural."""
    word = word.lower()
    if word.endswith("sses"):
        return word.removesuffix("es")
    return word if word.endswith("ss") else word.removesuffix("s")


def sayings(sentence: str) -> list[tuple[str, str, bool]]:
    """Return what a sentence says of a kind: the trait, and whether its animals have it."""
    if found := re.fullmatch(USUAL_TOGETHER, sentence):
        traits = re.split(r",? and |, ", found[3] or found[4])
        name = kind(found[1] or found[2])
        return [(name, trait.removeprefix("not "), found[4] is None) for trait in traits]
    if (found := re.fullmatch(USUAL, sentence)) is None:
        return []
    *names, denied, trait = found.groups()
    (name,) = filter(None, names)
    return [(kind(name), trait, denied is None)]


@SPLITS
def test_the_narrowest_kinds_decide_what_an_animal_is_like(split: str) -> None:
    for instance in family("taxonomy").generate(6, seed=8, split=split):
        wider: dict[str, set[str]] = {}
        usual: list[tuple[str, str, bool]] = []
        of: dict[str, str] = {}
        for sentence in clauses(instance):
            usual += sayings(sentence)
            if found := re.fullmatch(KIND, sentence):
                (narrow,) = filter(None, found.group(*NARROW))
                (wide,) = filter(None, found.group(*WIDE))
                plain = members(re.sub(r"\ban? ", "", wide))
                wider.setdefault(kind(narrow), set()).update(map(kind, plain))
            elif found := re.fullmatch(ANIMAL, sentence):
                of[found["name"] or found["other"]] = kind(found["kind"] or found["some"])
        animal, trait = re.findall(r"Is (\w+) (\w+)\?", instance.question)[0]
        kinds = above(of[animal], wider) | {of[animal]}
        said = [(name, holds) for name, about, holds in usual if about == trait and name in kinds]
        left = {
            holds
            for name, holds in said
            if not any(name in above(other, wider) for other, opposite in said if opposite != holds)
        }
        animals, steps, links = (instance.params[each] for each in ("animals", "steps", "links"))
        assert sum(map(len, wider.values())) == animals * (steps + 1) + links
        assert len(of) == animals
        assert len(usual) == instance.params["sayings"]
        assert instance.answer == {(True,): "yes", (False,): "no"}.get((*left,), "open")


def above(narrow: str, wider: dict[str, set[str]]) -> set[str]:
    """Return all kinds that a kind is within."""
    found: set[str] = set()
    front = {narrow}
    while front := {wide for name in front for wide in wider.get(name, ())} - found:
        found |= front
    return found


# ------------------------------------------------------------------------------------------------ kinship

TIE = re.compile(
    r"(?P<a>\w+) is (?:the |a |)(?P<t>\w+) (?:of|to) (?P<b>\w+)\.|(?P<c>\w+) is (?P<d>\w+)'s (?P<u>\w+)\.|"
    r"(?:The name of )?(?P<e>\w+)'s (?P<v>\w+) is (?:called )?(?P<f>\w+)\.|"
    r"(?P<g>\w+) (?:has|is the parent of) a (?P<w>\w+)(?:,| named| called) (?P<h>\w+)\.|"
    r"Among (?P<i>\w+)'s (?:children|siblings) is a (?P<x>\w+), (?P<j>\w+)\.|"
    r"The (?P<y>\w+) of (?P<k>\w+) is (?P<l>\w+)\."
)
FORMS = ("atb", "cud", "fve", "hwg", "jxi", "lyk")
"""The person, the tie and the other person, in each form of a sentence."""

WORDS = {
    "grandparent": ("grandmother", "grandfather"),
    "grandchild": ("granddaughter", "grandson"),
    "aunt or uncle": ("aunt", "uncle"),
    "niece or nephew": ("niece", "nephew"),
}
WOMEN = {"mother", "daughter", "sister"}

Pairs = set[tuple[str, str]]


def chained(first: Pairs, second: Pairs) -> Pairs:
    return {(a, c) for a, b in first for d, c in second if b == d and a != c}


def families(ties: list[tuple[str, str, str]]) -> tuple[Pairs, Pairs]:
    """Return who is a parent of whom, and who are siblings, where siblings share both parents."""
    parents = {(a, b) for a, tie, b in ties if tie in {"mother", "father"}}
    parents |= {(b, a) for a, tie, b in ties if tie in {"daughter", "son"}}
    siblings = {(a, b) for a, tie, b in ties if tie in {"sister", "brother"}}
    while True:
        children = {(b, a) for a, b in parents}
        more = siblings | {(b, a) for a, b in siblings} | chained(siblings, siblings)
        more |= chained(children, parents)
        both = parents | chained(parents, siblings)
        if (more, both) == (siblings, parents):
            return parents, siblings
        parents, siblings = both, more


@SPLITS
def test_ties_of_a_family_leave_one_relation(split: str) -> None:
    for instance in family("kinship").generate(12, seed=8, split=split):
        found = [each for each in map(TIE.fullmatch, clauses(instance)) if each]
        ties = [
            next((each[a], each[tie], each[b]) for a, tie, b in FORMS if each[tie])
            for each in found
        ]
        assert len(ties) == instance.params["ties"]
        women = {a: tie in WOMEN for a, tie, _ in ties}
        parents, siblings = families(ties)
        children = {(b, a) for a, b in parents}
        relations = {
            "grandparent": chained(parents, parents),
            "grandchild": chained(children, children),
            "aunt or uncle": chained(siblings, parents),
            "niece or nephew": chained(children, siblings),
            "cousin": chained(chained(children, siblings), parents),
        }
        pair = re.findall(r"is (\w+) to (\w+) \(for example", instance.question)[0]
        (name,) = (name for name, pairs in relations.items() if pair in pairs)
        expected = name if name == "cousin" else WORDS[name][0 if women[pair[0]] else 1]
        assert instance.answer == expected


# ------------------------------------------------------------------------------------------------ menu

MENUS = (
    r"(?P<starter>.+) to start; (?P<main>.+) in (?P<sauce>\w+) sauce, with (?P<served>.+); "
    r"(?P<dessert>.+) for dessert; (?P<drink>.+) to drink\. It has (?P<energy>[\d,]+) kilocalories "
    r"and costs \$(?P<price>\d+), and the wait is (?P<wait>\d+) minutes\.",
    r"Starter: (?P<starter>.+)\. Main course: (?P<main>.+), (?P<sauce>\w+) sauce, (?P<side>.+)\. "
    r"Vegetables: (?P<served>.+)\. Dessert: (?P<dessert>.+)\. Drink: (?P<drink>.+)\. "
    r"Price: \$(?P<price>\d+)\. Energy: (?P<energy>[\d,]+) kilocalories\. Wait: (?P<wait>\d+) minutes\.",
    r"For \$(?P<price>\d+): (?P<starter>.+), (?P<main>.+) \((?P<served>.+), (?P<sauce>\w+) sauce\), "
    r"and (?P<dessert>.+), with (?P<drink>.+); (?P<energy>[\d,]+) kilocalories; "
    r"a wait of (?P<wait>\d+) minutes",
)
BE = r"(?P<verb>should be|should not be|is not|is)"
DO = r"(?P<verb>(?:(?:should|does|do)(?: not)? )?)"
COURSES = tuple(
    (slot, form.replace("BE", BE).replace("DO ", DO).replace("DISHES", "(?P<values>.+)"))
    for slot, form in (
        ("starter", "starter BE DISHES"),
        ("starter", "meal DO begins? with DISHES"),
        ("main", "main course BE DISHES"),
        ("main", "cook DO serves? DISHES as the main course"),
        ("sauce", r"main course DO comes? with DISHES sauce"),
        ("sauce", r"there (?P<verb>(?:should be|is)(?: no)?) DISHES sauce with the main course"),
        ("side dish", "side dish BE DISHES"),
        ("side dish", "kitchen DO puts? DISHES on the side"),
        ("vegetables", "vegetables DO include DISHES"),
        ("vegetables", "plate DO comes? with DISHES as a vegetable"),
        ("dessert", "dessert BE DISHES"),
        ("dessert", "meal DO ends? with DISHES"),
        ("drink", "drink BE DISHES"),
        ("drink", "waiter DO brings? DISHES to drink"),
    )
)
LIMITS = (
    ("energy", r"menu (?:should have|has) fewer than ([\d,]+) kilocalories", lambda x, y: x < y),
    ("energy", r"menu (?:should have|has) ([\d,]+) kilocalories or more", lambda x, y: x >= y),
    (
        "energy",
        r"meal (?:should come|comes) to fewer than ([\d,]+) kilocalories",
        lambda x, y: x < y,
    ),
    ("energy", r"meal (?:should come|comes) to ([\d,]+) kilocalories or more", lambda x, y: x >= y),
    ("price", r"price (?:should be|is) \$(\d+) or less", lambda x, y: x <= y),
    ("price", r"price (?:should be|is) above \$(\d+)", lambda x, y: x > y),
    ("wait", r"food (?:should be|is) on the table within (\d+) minutes", lambda x, y: x <= y),
    ("wait", r"food (?:should take|takes) more than (\d+) minutes to come", lambda x, y: x > y),
    ("price", r"menu (?:should cost|costs) at most \$(\d+)", lambda x, y: x <= y),
    ("price", r"menu (?:should cost|costs) more than \$(\d+)", lambda x, y: x > y),
    ("wait", r"wait (?:should be|is) no longer than (\d+) minutes", lambda x, y: x <= y),
    ("wait", r"wait (?:should be|is) longer than (\d+) minutes", lambda x, y: x > y),
)
WISH = r"(?:please make sure that |it is important that |what matters is that )?(.*)"


def number(text: str) -> int:
    return int(text.replace(",", ""))


def is_said(clause: str, menu: dict[str, str]) -> bool:
    clause = clause.removeprefix("the ")
    for slot, form, compare in LIMITS:
        if found := re.fullmatch(form, clause):
            return compare(number(menu[slot]), number(found[1]))
    ((slot, found),) = [
        (slot, found) for slot, form in COURSES if (found := re.fullmatch(form, clause))
    ]
    served = {"side dish": menu.get("side") or menu["served"], "vegetables": menu["served"]}
    values = members(found["values"])
    return bool(values & members(served.get(slot) or menu[slot])) != bool(
        re.search(r"\bnot?\b", found["verb"])
    )


def alternatives(wish: str) -> tuple[list[str], list[str]]:
    """Return the conditions of a wish, and what at least one of is wished where they hold."""
    wish = wish[0].lower() + wish[1:].removesuffix(".")
    if found := re.fullmatch(r"at least one of these(?: \w+ things)? should be true: (.*)", wish):
        return [], found[1].split("; ")
    if found := re.fullmatch(r"(?:if|when|whenever) (.*), (?:then )?(the(?:re)? .*?)", wish):
        return found[1].split(", and if "), [found[2]]
    if found := re.fullmatch(rf"{WISH[:-4]}(.*?) if (.*)", wish):
        return found[2].split(" and if "), [found[1]]
    found = re.fullmatch(WISH, wish)
    assert found is not None
    return [], [found[1]]


@SPLITS
def test_one_menu_meets_all_wishes(split: str) -> None:
    for instance in family("menu").generate(8, seed=8, split=split):
        wishes = [alternatives(each) for each in clauses(instance)]
        options = re.findall(r"^([A-E])\. (.*)$", instance.text, re.MULTILINE)
        assert len(options) == instance.params["options"]
        right = []
        for letter, text in options:
            menu = next(found.groupdict() for form in MENUS if (found := re.fullmatch(form, text)))
            if all(
                any(is_said(each, menu) for each in some)
                or not all(is_said(each, menu) for each in given)
                for given, some in wishes
            ):
                right.append(letter)
        assert right == [instance.answer]


# ------------------------------------------------------------------------------------------------ weekend


def test_every_opening_says_what_a_weekend_can_be() -> None:
    offered = ["Bath", "Bruges", "Cork", "Ghent", "Lucca", "Porto", "Siena", "train", "bus", "car"]
    offered += ["concerts", "cycling", "hiking", "museums", "sailing", "swimming"]
    openings = set()
    for instance in family("weekend").generate(24, seed=8):
        opening = instance.text[: instance.text.index(instance.context)]
        openings.add(opening)
        assert [re.findall(rf"\b{word}\b", opening) for word in offered] == [[w] for w in offered]
    assert len(openings) == 4
