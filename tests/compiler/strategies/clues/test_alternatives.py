"""Clues that speak of the same matters whatever the answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc.compiler.family.draft import Draft, Rejected
from rspc.compiler.family.family import Scene
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.notation.literals import read_statement
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.clues.candidates import atoms_in, ground_switched
from rspc.compiler.strategies.clues.quiet import Settling, Together
from rspc.compiler.strategies.clues.strategy import Clues

LAMPS = """family lamps
"one of the lamps is lit; some of the others are broken"
logic asp
sort lamp = {{red, green, blue}}
pred lamp(lamp)
pred lit(lamp)
pred broken(lamp)
fact one = lamp(?l)
clue told = not broken(?l) -> false
clue denied = broken(?l) -> false
clue both_lit = count {{ 1: lit(?k); 2: broken(?l) }} == 1 -> false
clue one_lit = count {{ 1: lit(?k); 2: broken(?l) }} != 1 -> false
clue both = count {{ 1: broken(?k); 2: broken(?l) }} == 1 -> false
clue either = count {{ 1: broken(?k); 2: broken(?l) }} != 1 -> false
theory clues {{ {knobs} }} with {{
  each of one.
  lamp(L) -> {{ broken(L) }}.
  -> 1 {{ lit(L) : lamp(L) }} 1.
}}
ask value L: lit(L) {{ least 1  most 1  balanced on }}
"""


def lamps(tmp_path: Path, knobs: str = "matched on") -> rspc.Family:
    path = tmp_path / "lamps.rspec"
    path.write_text(LAMPS.format(knobs=knobs), "utf-8")
    return rspc.load(path)


Call = tuple[Clues, Scene, Any, Stream]


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    """Note what the strategy is called with."""
    found: list[Call] = []
    grow = Clues.grow

    def noting(self: Clues, scene: Scene, knobs: Any, stream: Stream) -> Any:
        found.append((self, scene, knobs, stream))
        return grow(self, scene, knobs, stream)

    monkeypatch.setattr(Clues, "grow", noting)
    return found


def drafts(call: Call) -> Iterator[tuple[ir.Literal, Draft]]:
    """Yield what the strategy grows for each answer, and nothing else changed."""
    self, scene, knobs, stream = call
    known = (*scene.aims, *scene.barred)
    for each in sorted(known, key=str):
        others = tuple(other for other in known if other != each)
        grown = self.grow(replace(scene, aims=(each,), barred=others), knobs, stream)
        assert isinstance(grown, Draft)
        yield each, grown


def matters(draft: Draft) -> set[frozenset[ir.Node]]:
    return {
        frozenset(each for each in walk(labelled.statement) if isinstance(each, ir.Atom))
        for labelled in draft.theory.statements
    }


def test_clues_speak_of_the_same_whatever_the_answer(tmp_path: Path, calls: list[Call]) -> None:
    list(lamps(tmp_path).generate(5))
    spoken, said = [], []
    for call in calls[:5]:
        found = dict(drafts(call))
        assert len(found) == 3
        spoken += [len({frozenset(matters(each)) for each in found.values()})]
        said += [len({each.theory for each in found.values()})]
    assert set(spoken) == {1}
    assert max(said) == 3


def test_without_it_they_do_not(tmp_path: Path, calls: list[Call]) -> None:
    list(lamps(tmp_path, "matched off").generate(5))
    spoken = [len({frozenset(matters(each)) for _, each in drafts(call)}) for call in calls[:5]]
    assert max(spoken) > 1


def test_a_puzzle_has_one_solution_with_any_answer(tmp_path: Path) -> None:
    for each in lamps(tmp_path).generate(12):
        assert len(each.certificate["sets"]) == 1
        assert f"lit({each.answer})" in each.certificate["sets"][0]
        assert len(each.certificate["needed"]) <= each.metrics["clues"]


LINE = [
    "count { 1: lit(red); 2: broken(blue) } == 1 -> false",
    "not broken(green) -> false",
    "count { 1: lit(red); 2: broken(green) } == 1 -> false",
    "count { 1: broken(blue); 2: broken(green) } == 1 -> false",
    "count { 1: lit(blue); 2: broken(blue) } != 1 -> false",
]


def test_clues_that_settle_something_together_are_postponed(
    tmp_path: Path, calls: list[Call]
) -> None:
    lamps(tmp_path).instance()
    scene = calls[0][1]
    clues = [read_statement(f"c: {each}").statement for each in LINE]
    session, switches = ground_switched(scene.family, scene.core, clues)
    open = session.possible((), switches) - frozenset(switches)
    asked = [place for place in open if session.atoms[place].atom.predicate == "lit"]
    settling = Settling(session, switches, open)
    assert not settling.alone(range(len(LINE)), asked)
    postponed = Together(settling, asked, [atoms_in(each) for each in clues]).postponed
    assert postponed([0, 1, 2]) == {2}  # the green lamp is broken, so the red one is lit
    assert postponed([1, 3, 0]) == set()  # two steps away
    assert postponed([0, 4]) == {4}  # one of the red and the blue lamp is lit
    assert postponed([4, 2]) == set()


def test_several_answers_cannot_be_matched(tmp_path: Path, calls: list[Call]) -> None:
    lamps(tmp_path).instance()
    self, scene, knobs, stream = calls[0]
    several = replace(scene, aims=(*scene.aims, *scene.barred[:1]), barred=scene.barred[1:])
    grown = self.grow(several, knobs, stream)
    assert isinstance(grown, Rejected)
    assert "takes a question with one answer" in grown.reason
