"""Statements drawn until the answer drawn before them is the only one: what else is said tells nothing of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

import rspc
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.instances.instance import Instance
from rspc.compiler.ir import nodes as ir

RACE = """family race
"who wins where some gain points besides"
logic asp
sort runner = {ann, bob, cat}
sort mark = 1..20
pred has(runner, mark)
pred gains(runner)
pred total(runner, mark)
pred beaten(runner)
pred wins(runner)
fact marked = has(?a, ?n)
fact bonus = gains(?a)
theory {
  each of marked.
  1 of bonus.
  has(X, N), gains(X) -> total(X, N + 25).
  has(X, N), not gains(X) -> total(X, N).
  total(X, N), total(_, M), M > N -> beaten(X).
  has(X, _), not beaten(X) -> wins(X).
}
"""

TEAM = """family team
"who is let in, by what each of them wears and the rules"
logic asp
sort player = {ann, bob, cat}
pred player(player)
pred hat(player)
pred scarf(player)
pred out(player)
pred wins(player)
fact someone = player(?a)
fact worn = hat(?a) | scarf(?a)
rule barred =
  hat(X) -> out(X)
  | scarf(X) -> out(X)
  | player(X), not hat(X) -> out(X)
  | player(X), not scarf(X) -> out(X)
theory {
  each of someone.
  3 of worn.
  2 of barred.
  player(X), not out(X) -> wins(X).
}
"""


def facts(instance: Instance, predicate: str) -> dict[str, Sequence[ir.Term]]:
    """Return for each name what stands behind it in facts of a predicate."""
    found: dict[str, Sequence[ir.Term]] = {}
    for each in instance.theory.statements:
        match each.statement:
            case ir.Fact(literal=ir.Literal(atom=ir.Atom(name, (ir.Const(name=who), *rest)))):
                if name == predicate:
                    found[who] = rest
    return found


def place(instance: Instance) -> int:
    """Return how many have more points than the winner."""
    marks = {
        name: each.amount
        for name, behind in facts(instance, "has").items()
        for each in behind
        if isinstance(each, ir.Quantity)
    }
    return sum(mark > marks[instance.answer] for mark in marks.values())


def places(tmp_path: Path, race: str, knobs: str = "") -> list[int]:
    path = tmp_path / "race.rspec"
    path.write_text(f"{race}ask value W: wins(W) {{ most 1  least 1  {knobs} }}\n", "utf-8")
    found = Counter(place(each) for each in rspc.load(path).generate(60))
    return [found[each] for each in range(3)]


def test_an_answer_stands_at_each_place_equally_often(tmp_path: Path) -> None:
    assert sum((count - 20) ** 2 / 20 for count in places(tmp_path, RACE, "redrawn {bonus}")) < 9.2


def test_without_the_knob_the_most_points_mostly_win(tmp_path: Path) -> None:
    first, _, last = places(tmp_path, RACE.replace("25", "8"))
    assert first > 2 * last


def test_what_is_said_of_the_winner_is_said_of_the_others_as_often(tmp_path: Path) -> None:
    path = tmp_path / "team.rspec"
    path.write_text(f"{TEAM}ask value W: wins(W) {{ most 1  least 1  redrawn {{barred}} }}\n")
    found = list(rspc.load(path).generate(24))
    for instance in found:
        profiles = [
            (name in facts(instance, "hat"), name in facts(instance, "scarf"))
            for name in ("ann", "bob", "cat")
        ]
        assert len(set(profiles)) == 3
    worn = Counter(
        (each.answer in facts(each, "hat")) + (each.answer in facts(each, "scarf"))
        for each in found
    )
    assert sum((worn[number] - 8) ** 2 / 8 for number in range(3)) < 9.2


def test_nothing_can_be_redrawn_that_a_strategy_grew(tmp_path: Path) -> None:
    path = tmp_path / "grown.rspec"
    path.write_text(
        """family grown
"who is a guest, by clues"
logic asp
sort person = {ann, bob}
pred person(person)
pred guest(person)
clue told = guest(?a) -> false
theory clues with {
  person(ann).
  person(bob).
  person(X) -> { guest(X) }.
  count { X : guest(X) } != 1 -> false.
}
ask value W: guest(W) { most 1  least 1  redrawn {told} }
""",
        "utf-8",
    )
    with pytest.raises(Exhausted, match="no statements that can be redrawn"):
        list(rspc.load(path).generate(1))
