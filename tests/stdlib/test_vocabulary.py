"""The words and tables of `std.creatures` and `std.facts`: large enough, clean, and read in one way only."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from typer.testing import CliRunner

from rspc.cli.app import app
from rspc.compiler.family.expressions.scope import Vocabularies
from rspc.compiler.family.expressions.vocabulary import PoolValues, TableRows
from rspc.compiler.sources.library import Library
from rspc.compiler.sources.modules import read_program
from rspc.compiler.text.english import morphology
from rspc.dsl.diagnostics import Report

SMALLEST = {
    "animals": 100,
    "verbs": 100,
    "balls": 5,
    "sheets": 5,
    "boxes": 5,
    "names": 100,
    "world_cities": 120,
    "jobs": 80,
    "events": 80,
    "objects": 80,
    "flags": 300,
    "palettes": 30,
    "entailments": 140,
}
POOLS = ("animals", "verbs", "balls", "sheets", "boxes")
TABLES = tuple(name for name in SMALLEST if name not in POOLS)
KEYS = {"flags": 2, "palettes": 2, "entailments": 2}
"""How many columns at the front tell one row from another, where it is not one."""
DENYING = ("flags", "palettes", "entailments")
"""The tables whose last column says `yes` or `no`."""

IRREGULAR = (
    "accompanies carries coaches defies embarrasses envies hurries misses mixes passes pities splashes"
    " spies stitches teaches"
)
"""Every third person in use that is not the base form and `s`."""

SPEC = """family probe
logic {logic}
use std.creatures
use std.facts
choose (name, letter) = 1 of names.train
choose (city, country, continent) = 1 of world_cities
choose (job, field) = 1 of jobs.test
choose (event, year) = 1 of events
choose (object, purpose) = 1 of objects.train
choose (colour, land, shown) = 1 of flags
choose (shade, palette, member) = 1 of palettes
choose (premise, hypothesis, follows) = 1 of entailments.test
sort creature = animals.test
sort box = boxes.train
record meeting {{
  host: creature
  place: box
  born: integer = year + 1..year + 30
}}
test hosted(?a) on host: host == ?a where ?a = 1 of host when follows == yes or shown == no
test put(?b) on place: place == ?b where ?b = 1 of place
test young(?y) on born: born > ?y where ?y = 1 of born
theory product_of_sums {{ slots 2  minterms 2 }}
ask choice {{ options 3  correct 1  from 30 of meeting }}
"""


@cache
def vocabulary() -> tuple[dict[str, PoolValues], dict[str, TableRows]]:
    """Read every pool and table through the language."""
    report = Report()
    library = Library(Path(__file__).parents[2] / "stdlib")
    pools: dict[str, PoolValues] = {}
    tables: dict[str, TableRows] = {}
    for file in ("creatures.rspec", "facts.rspec"):
        program = read_program(library, file, report)
        found = Vocabularies(program, report)
        for name in program.main.names:
            if (pool := found.pool(program.main, name)) is not None:
                pools[name] = pool
            if (table := found.table(program.main, name)) is not None:
                tables[name] = table
    assert not list(report)
    return pools, tables


def words(name: str) -> tuple[str, ...]:
    return vocabulary()[0][name].values


def rows(name: str) -> list[tuple[str, ...]]:
    return [tuple(str(cell) for cell in row) for row in vocabulary()[1][name].rows]


def entries(name: str) -> list[tuple[str, ...]]:
    return [(each,) for each in words(name)] if name in POOLS else rows(name)


def test_every_table_loads_in_a_family(tmp_path: Path) -> None:
    spec = tmp_path / "probe.rspec"
    spec.write_text(SPEC.format(logic="constraint"))
    result = CliRunner().invoke(app, ["check", str(spec)])
    assert result.exit_code == 0, result.output


def test_nothing_is_declared_that_is_not_tested() -> None:
    pools, tables = vocabulary()
    assert set(pools) == set(POOLS)
    assert set(tables) == set(TABLES)


@pytest.mark.parametrize("name", SMALLEST)
def test_there_is_enough_of_it_and_nothing_twice(name: str) -> None:
    assert len(entries(name)) >= SMALLEST[name]
    keys = Counter(
        tuple(cell.lower() for cell in row[: KEYS.get(name, 1)]) for row in entries(name)
    )
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("name", SMALLEST)
def test_cells_are_plain_words(name: str) -> None:
    cell = re.compile(r"[A-Za-z0-9][A-Za-z0-9.'-]*(?: [A-Za-z0-9][A-Za-z0-9.'-]*)*")
    assert [each for row in entries(name) for each in row if not cell.fullmatch(each)] == []


@pytest.mark.parametrize("name", SMALLEST)
def test_the_parts_are_all_there_is_and_share_nothing(name: str) -> None:
    pools, tables = vocabulary()
    found = pools[name] if name in POOLS else tables[name]
    train, test = found.of("train"), found.of("test")
    assert len(train) > len(test) > 1
    assert not set(train) & set(test)
    assert len(train) + len(test) == len(entries(name))


# ------------------------------------------------------------------------------------------- animals and verbs


def test_no_animal_is_a_part_of_another() -> None:
    animals = words("animals")
    assert [(a, b) for a in animals for b in animals if a != b and a in b] == []
    assert [each for each in animals if not re.fullmatch(r"[a-z]+", each)] == []
    assert [each for each in animals if morphology.singular(morphology.plural(each)) != each] == []


def test_no_verb_begins_another_in_any_form() -> None:
    for form in (str, morphology.third, morphology.past, morphology.participle):
        said = [form(each) for each in words("verbs")]
        assert [(a, b) for a in said for b in said if a != b and b.startswith(f"{a} ")] == []
        assert len(set(said)) == len(said)


def test_no_two_verbs_share_their_first_word() -> None:
    first = Counter(each.split()[0] for each in words("verbs"))
    assert [word for word, count in first.items() if count > 1] == []


def test_no_verb_holds_an_animal() -> None:
    animals = {form for each in words("animals") for form in (each, morphology.plural(each))}
    assert [each for each in words("verbs") if animals & set(each.split())] == []


def test_third_persons() -> None:
    verbs = words("verbs")
    said = {each: morphology.third(each) for each in verbs}
    assert [each for each in verbs if morphology.base(said[each]) != each] == []
    assert [each for each in verbs if said[each].split()[1:] != each.split()[1:]] == []
    odd = [
        said[each].split()[0] for each in verbs if said[each] != each.replace(*_first_s(each), 1)
    ]
    assert " ".join(odd) == IRREGULAR


def _first_s(verb: str) -> tuple[str, str]:
    first = verb.split()[0]
    return first, f"{first}s"


def test_pasts() -> None:
    pasts = [morphology.past(each).split()[0] for each in words("verbs")]
    assert " ".join(each for each in pasts if not each.endswith("ed")) == (
        "brought built bought dug drew forgave gave hid lent lit overtook read ran sold sent sang stood stole"
        " swam taught won wrote"
    )


# -------------------------------------------------------------------------------------------------------- facts


@pytest.mark.parametrize(
    ("table", "column", "groups", "least"),
    [
        ("jobs", 1, 12, 5),
        ("objects", 1, 12, 5),
        ("world_cities", 2, 5, 10),
        ("names", 1, 25, 2),
    ],
)
def test_every_group_has_members(table: str, column: int, groups: int, least: int) -> None:
    found = Counter(row[column] for row in rows(table))
    assert len(found) >= groups
    assert {group: count for group, count in found.items() if count < least} == {}


@pytest.mark.parametrize("table", ["jobs", "objects", "world_cities"])
@pytest.mark.parametrize("part", ["train", "test"])
def test_each_part_tells_several_groups_apart(table: str, part: str) -> None:
    assert len({row[-1] for row in vocabulary()[1][table].of(part)}) >= 4


def test_a_country_lies_in_one_continent() -> None:
    lies = {(country, continent) for _, country, continent in rows("world_cities")}
    assert Counter(country for country, _ in lies).most_common(1)[0][1] == 1
    countries, continents = {each for each, _ in lies}, {each for _, each in lies}
    cities = {row[0] for row in rows("world_cities")}
    assert not cities & countries
    assert not cities & continents
    assert not countries & continents


def test_a_name_has_its_first_letter_and_is_no_animal() -> None:
    assert [row for row in rows("names") if row[1] != row[0][0]] == []
    assert not {row[0].lower() for row in rows("names")} & set(words("animals"))


def test_years_are_whole_and_past_and_each_its_own() -> None:
    years = [int(year) for _, year in rows("events")]
    assert min(years) >= 1000
    assert max(years) <= 2020
    assert len(set(years)) == len(years)


def test_events_are_noun_phrases_after_a_preposition() -> None:
    assert [event for event, _ in rows("events") if not event.startswith("the ")] == []


def test_objects_have_the_article_of_their_sound() -> None:
    wrong = [
        each
        for each, _ in rows("objects")
        if each != morphology.with_article(each.partition(" ")[2])
    ]
    assert wrong == []
    assert [
        each
        for _, each in rows("objects")
        if not re.match(r"(?:used|worn|played|eaten|drunk)\b", each)
    ] == []


def test_jobs_take_an_article() -> None:
    assert [job for job, _ in rows("jobs") if re.match(r"(?:an?|the) ", job)] == []


@pytest.mark.parametrize("table", DENYING)
def test_a_table_that_denies_says_yes_or_no(table: str) -> None:
    answers = Counter(row[-1] for row in rows(table))
    assert set(answers) == {"yes", "no"}
    assert min(answers.values()) >= 5


def test_each_flag_shows_as_many_colours_as_it_is_denied() -> None:
    found = Counter((country, shown) for _, country, shown in rows("flags"))
    countries = {country for country, _ in found}
    assert len(countries) >= 30
    assert [each for each in countries if found[each, "yes"] != found[each, "no"]] == []
    assert [each for each in countries if not 2 <= found[each, "yes"] <= 4] == []


def test_there_are_twenty_colours() -> None:
    colours = {row[0] for table in ("flags", "palettes") for row in rows(table)}
    assert len(colours) >= 20


def test_premises_and_hypotheses_are_said_of_one_creature() -> None:
    finite = re.compile(
        r"(?:has|was|is|does|did|can|cannot|[a-z]+s|[a-z]+ed|ate|bought|broke|built|burned|came|caught"
        r"|cut|drank|drew|dug|fell|flew|found|gave|got|grew|hid|kept|lent|lost|put|ran|sang|sank|slept"
        r"|sold|stole|told|went|won|wrote) "
    )
    cells = [cell for row in rows("entailments") for cell in row[:2]]
    assert [cell for cell in cells if not finite.match(cell)] == []
    animals = {form for each in words("animals") for form in (each, morphology.plural(each))}
    assert [cell for cell in cells if animals & set(cell.split())] == []
    said = {premise for premise, *_ in rows("entailments")}
    assert not said & {hypothesis for _, hypothesis, _ in rows("entailments")}
    assert len({row[0] for row in rows("entailments") if row[2] == "yes"}) >= 80
    assert len([row for row in rows("entailments") if row[2] == "no"]) >= 60
