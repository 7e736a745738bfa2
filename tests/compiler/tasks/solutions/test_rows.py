"""Solutions of requirements: what is accepted, and which requirement a wrong answer violates, against brute force."""

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc import score

SPEC = """family trip
logic constraint
sort town = {{rome, oslo, `new york`}}
sort item = {{map, tent, rope}}
record trip {{
  town: town
  days: integer = 1..3
  class: one of {{first: 0.5, second: 0.5}}
  kit: set of item = 0..2 of item
  price: money = $1 * (1..4)
}}
theory {{
{lines}
}}
ask solution {{ town, days, kit }} {{ from (40 of trip) }} "Which trip?"
"""

TOWNS = ("rome", "oslo", "new york")
DAYS = (1, 2, 3)
CLASSES = ("first", "second")
THINGS = ("map", "tent", "rope")
KITS = [
    frozenset(t for t, on in zip(THINGS, bits, strict=True) if on)
    for bits in product((0, 1), repeat=3)
]

TESTS: list[tuple[str, Any]] = [
    ("town == rome", lambda r: r["town"] == "rome"),
    ("town in {oslo, `new york`}", lambda r: r["town"] != "rome"),
    ("days > 1", lambda r: r["days"] > 1),
    ("days == 2", lambda r: r["days"] == 2),
    ("class == first", lambda r: r["class"] == "first"),
    ("meets(kit, {map})", lambda r: "map" in r["kit"]),
    ("price < $3", lambda r: r["price"] < 3),
    ("price > $2", lambda r: r["price"] > 2),
]  # fmt: skip


def requirement(draw: random.Random) -> tuple[str, Any]:
    parts = draw.sample(TESTS, draw.randint(1, 3))
    signs = [draw.random() < 0.3 for _ in parts]
    text = " or ".join(f"not ({t})" if n else t for (t, _), n in zip(parts, signs, strict=True))
    return text, lambda row: any(f(row) != n for (_, f), n in zip(parts, signs, strict=True))


def every_row() -> list[dict[str, Any]]:
    """Return the records with values of the kinds, of amounts those from 0 on that make a difference."""
    names = ("town", "days", "class", "kit", "price")
    return [
        dict(zip(names, values, strict=True))
        for values in product(TOWNS, (0, 1, 2, 3, 4), CLASSES, KITS, range(6))
    ]


@pytest.mark.parametrize("seed", range(15))
def test_exactly_what_some_record_completes_is_accepted(seed: int, tmp_path: Path) -> None:
    draw = random.Random(seed)
    made = [requirement(draw) for _ in range(draw.randint(1, 5))]
    lines = "\n".join(f"  {text}." for text, _ in made)
    path = tmp_path / "trip.rspec"
    text = SPEC.format(lines=lines)
    path.write_text(text, "utf-8")
    rows = every_row()
    right = {(row["town"], row["days"], row["kit"]) for row in rows if all(f(row) for _, f in made)}
    usual = [row for row in right if row[1] in DAYS and len(row[2]) <= 2]
    if not usual:
        return
    try:
        record = rspc.load(path).instance().record()
    except rspc.compiler.instances.Exhausted:
        return
    assert score(record, record["answer"]).value == 1
    for _ in range(25):
        town, days, kit = draw.choice(TOWNS), draw.choice((0, 1, 2, 3, 4)), draw.choice(KITS)
        told = f"Town: {town.title()}\nDays = {days}\nkit = {', '.join(sorted(kit)) or 'none'}"
        found = score(rspc.key(record), told)
        assert found.value == ((town, days, kit) in right), (told, found)
        if not found.value:
            fitting = [
                row for row in rows if (row["town"], row["days"], row["kit"]) == (town, days, kit)
            ]
            for number, statement in enumerate(record["theory"], 1):
                if not any(all(f(row) for _, f in made[:number]) for row in fitting):
                    id = statement.partition(":")[0]
                    assert found.reason == f"violated: {record['reply']['sentences'][id]}"
                    break


@pytest.fixture
def record(tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "trip.rspec"
    lines = "  town == rome or days > 2.\n  price < $3 or days == 2."
    path.write_text(SPEC.format(lines=lines), "utf-8")
    made: dict[str, Any] = rspc.load(path).instance().record()
    return made


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("town = rome\ndays = 2", "`kit` is missing"),
        ("town = paris\ndays = 2\nkit = map", "there is no town `paris`"),
        ("town = rome\ntown = oslo\ndays = 2\nkit = map", "`town` has two values"),
        ("town = rome\ndays = many\nkit = map", "there is no days `many`"),
        ("town = rome\ndays = 2\nkit = map and lamp", "there is no kit `map and lamp`"),
        ("I cannot tell.", "no answer in the form that is asked for"),
        (f"town = rome\ndays = {'9' * 400}\nkit = map", "`town` is missing"),
        (f"town = rome\ndays = {'9' * 30}\nkit = map", "there is no days"),
        (f"town = rome\ndays = 2\nkit = {'map, ' * 5000}", "`kit` is missing"),
    ],
)
def test_what_is_wrong_with_an_answer_is_named(
    record: dict[str, Any], text: str, reason: str
) -> None:
    found = score(record, text)
    assert found.value == 0
    assert found.reason.startswith(reason)


def test_a_slot_that_is_not_shown_can_have_any_value(record: dict[str, Any]) -> None:
    assert score(record, "town = rome\ndays = 1\nkit = none").value == 1
    assert score(record, "town = oslo\ndays = 1\nkit = none").value == 0


@pytest.mark.parametrize(("listed", "said"), [("on", True), ("off", False)])
def test_a_document_can_say_which_values_there_are(listed: str, said: bool, tmp_path: Path) -> None:
    path = tmp_path / "trip.rspec"
    spec = SPEC.format(lines="days > 1.")
    path.write_text(spec.replace("from (40 of trip)", f"from (40 of trip)  listed {listed}"))
    text = rspc.load(path).instance().text
    assert "town = <town>" in text
    assert ("<town>: rome, oslo, or new york" in text) == said
    assert ("<days>: a whole number, such as 3" in text) == said
