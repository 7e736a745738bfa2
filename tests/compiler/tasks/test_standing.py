"""Where an answer stands among the others by the numbers beside each, and how often it stands there."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import rspc
from rspc.compiler.instance import Instance
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
  has(X, N), gains(X) -> total(X, N + 15).
  has(X, N), not gains(X) -> total(X, N).
  total(X, N), total(_, M), M > N -> beaten(X).
  has(X, _), not beaten(X) -> wins(X).
}
"""


def place(instance: Instance) -> int:
    """Return how many have more points than the winner."""
    marks = {}
    for each in instance.theory.statements:
        match each.statement:
            case ir.Fact(
                literal=ir.Literal(
                    atom=ir.Atom(arguments=(ir.Const(name=name), ir.Quantity(amount=amount)))
                )
            ):
                marks[name] = amount
    return sum(mark > marks[instance.answer] for mark in marks.values())


def places(tmp_path: Path, knobs: str) -> list[int]:
    path = tmp_path / "race.rspec"
    path.write_text(f"{RACE}ask value W: wins(W) {{ most 1  least 1  {knobs} }}\n", "utf-8")
    found = Counter(place(each) for each in rspc.load(path).generate(90))
    return [found[each] for each in range(3)]


def test_an_answer_stands_at_each_place_equally_often(tmp_path: Path) -> None:
    assert sum((count - 30) ** 2 / 30 for count in places(tmp_path, "ranked on")) < 9.2


def test_without_the_knob_the_most_points_mostly_win(tmp_path: Path) -> None:
    first, _, last = places(tmp_path, "")
    assert first > 2 * last
