"""The strategy `clues`: what it gives, what it leaves out, and what it says where nothing can be made."""

from __future__ import annotations

from pathlib import Path

import pytest

import rspc
from rspc.compiler.attempts import Exhausted
from rspc.compiler.ir.raising import show

SEATS = """family seats
"who sits where"
logic asp
param size: int in 2..4 = 3
sort seat = 1..size
sort guest = size of {guests}
pool people = {{ann, bob, cat, dan}}
pred guest(guest)
pred sits(guest, seat)
fact one = guest(?g)
{clues}
theory clues {knobs} with {{
  each of one.
  guest(G) -> 1 {{ sits(G, 1..?size) }} 1.
  sits(G, S), sits(H, S), G != H -> false.
}}
ask computation
"""

TOLD = "clue told = not sits(?g, ?s) -> false"
BEFORE = "clue before = sits(?g, X), sits(?h, Y), X > Y -> false"


def family(tmp_path: Path, clues: str, knobs: str = "") -> rspc.Family:
    path = tmp_path / "seats.rspec"
    path.write_text(SEATS.format(clues=clues, knobs=knobs, guests="people"), "utf-8")
    return rspc.load(path)


def given(instance: rspc.Instance) -> list[str]:
    needed = instance.certificate["needed"]
    return [show(each.statement) for each in instance.theory.statements if each.id in needed]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_all_guests_but_one_are_told(tmp_path: Path, size: int) -> None:
    for instance in family(tmp_path, TOLD).generate(6, size=size):
        assert instance.metrics["clues"] == size - 1 == len(given(instance))
        assert instance.metrics["candidates"] == size
        assert instance.label == "1"


@pytest.mark.parametrize("size", [2, 3, 4])
def test_an_order_is_told_by_its_neighbours(tmp_path: Path, size: int) -> None:
    for instance in family(tmp_path, BEFORE).generate(6, size=size):
        assert instance.metrics["clues"] == size - 1
        assert instance.metrics["candidates"] == size * (size - 1) // 2


def test_a_weight_of_nothing_gives_no_clue(tmp_path: Path) -> None:
    both = f"{TOLD.replace('told', 'told [0]', 1)}\n{BEFORE}"
    for instance in family(tmp_path, both).generate(6):
        assert all("not" not in each for each in given(instance))


def test_what_a_clue_excludes_is_an_answer_set_without_it(tmp_path: Path) -> None:
    instance = family(tmp_path, TOLD).instance()
    (only,) = instance.certificate["sets"]
    for other in instance.certificate["needed"].values():
        assert other != only
        assert len(other) == len(only)


def test_every_solution_is_drawn(tmp_path: Path) -> None:
    made = family(tmp_path, TOLD).generate(120)
    seats = [
        tuple(
            each.rpartition(", ")[2] for each in instance.certificate["sets"][0] if "sits" in each
        )
        for instance in made
    ]
    assert len(set(seats)) == 6
    assert min(map(seats.count, set(seats))) > 5


@pytest.mark.parametrize(
    ("clues", "knobs", "reason"),
    [
        ("clue front = not sits(?g, 1) -> false", "", "all clues together leave several solutions"),
        (TOLD, "{ most 1 }", "more than 1 clues are needed"),
        ("", "", "no clue can be made"),
    ],
)
def test_why_no_puzzle_can_be_made(tmp_path: Path, clues: str, knobs: str, reason: str) -> None:
    with pytest.raises(Exhausted, match=reason):
        family(tmp_path, clues, knobs).instance()


def test_the_same_puzzle_comes_again(tmp_path: Path) -> None:
    one, other = (family(tmp_path, TOLD).instance(index=5).record() for _ in range(2))
    assert one == other
