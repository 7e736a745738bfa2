"""The strategy `clues`: what it gives, what it leaves out, and what it says where nothing can be made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace as replace_fields
from pathlib import Path

import pytest
from msgspec.structs import replace

import rspc
from rspc.compiler.certify.certify import labels_without_each
from rspc.compiler.certify.exploration import answer_sets
from rspc.compiler.family.expressions.typed import Env
from rspc.compiler.instances.groups import Exhausted
from rspc.compiler.instances.growth import open_scene
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.literals import read_literal
from rspc.compiler.notation.to_syntax import show
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.clues import strategy
from rspc.compiler.strategies.clues.alternatives import Aimed, Way

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
        ("clue front = not sits(?g, 1) -> false", "", "all clues together have several solutions"),
        (TOLD, "{ most 1 }", "more than 1 clues are needed"),
        ("", "", "there are no possible clues"),
    ],
)
def test_why_no_puzzle_can_be_made(tmp_path: Path, clues: str, knobs: str, reason: str) -> None:
    with pytest.raises(Exhausted, match=reason):
        family(tmp_path, clues, knobs).instance()


def test_the_same_puzzle_comes_again(tmp_path: Path) -> None:
    one, other = (family(tmp_path, TOLD).instance(index=5).record() for _ in range(2))
    assert one == other


def test_there_are_as_many_clues_as_there_are_to_be(tmp_path: Path) -> None:
    both = f"{TOLD}\nclue absent = sits(?g, ?s) -> false"
    for number in (2, 3):
        for instance in family(tmp_path, both, f"{{ number {number} }}").generate(4):
            assert instance.metrics["clues"] == number


def test_more_clues_than_can_be_needed_are_told_of(tmp_path: Path) -> None:
    with pytest.raises(Exhausted, match="the puzzle does not need exactly"):
        family(tmp_path, TOLD, "{ number 3 }").instance()


def asking(tmp_path: Path, question: str) -> rspc.Family:
    path = tmp_path / "seats.rspec"
    text = SEATS.format(clues=f"{TOLD}\n{BEFORE}", knobs="{ number 2 }", guests="people")
    path.write_text(text.replace("ask computation", question), "utf-8")
    return rspc.load(path)


def test_balanced_answers_are_no_clues_and_come_equally_often(tmp_path: Path) -> None:
    balanced = asking(tmp_path, "ask value S: sits(?g, S) { most 1  balanced on }")
    made = list(balanced.generate(45))
    counts = Counter(each.answer for each in made)
    assert set(counts) == {"1", "2", "3"}
    assert min(counts.values()) > 7
    for each in made:
        goal = each.query.goal
        assert isinstance(goal, ir.Answers)
        guest = goal.literal.atom.arguments[0]
        assert f"not sits({show(guest)}, {each.answer}) -> false" not in given(each)


def test_answers_that_are_drawn_anew_are_balanced_by_their_place(tmp_path: Path) -> None:
    anew = asking(tmp_path, "ask value G: sits(G, 1) { most 1  balanced on }")
    places: Counter[int] = Counter()
    for each in anew.generate(60):
        facts = [show(one.statement) for one in each.theory.statements]
        guests = [fact[len("guest(") : -1] for fact in facts if fact.startswith("guest(")]
        places[guests.index(each.answer)] += 1
    assert set(places) == {0, 1, 2}
    assert chi_squared(places.values(), [20, 20, 20]) < 9.2  # one in a hundred, with two degrees


def chi_squared(found: Iterable[int], expected: Sequence[float]) -> float:
    return sum((one - all) ** 2 / all for one, all in zip(found, expected, strict=True))


def test_an_answer_is_no_rarer_in_a_role_in_which_it_is_hard_to_make(tmp_path: Path) -> None:
    """A guest of honour who sits first leaves a draft without a puzzle; it is the answer as often as any guest."""
    path = tmp_path / "seats.rspec"
    text = SEATS.format(clues=TOLD, knobs="", guests="people")
    text = text.replace("pred sits", "pred honoured(guest)\npred odd\npred sits")
    text = text.replace("fact one", "fact guest_of_honour = honoured(?g)\nfact one")
    text = text.replace(
        "  each of one.",
        "  1 of guest_of_honour.\n  each of one.\n  honoured(G), sits(G, 1) -> { odd }.",
    )
    path.write_text(
        text.replace("ask computation", "ask value G: sits(G, 3) { most 1  balanced on }"), "utf-8"
    )
    made = list(rspc.load(path).generate(45, size=3))
    honoured = sum(
        f"honoured({each.answer})" in [show(one.statement) for one in each.theory.statements]
        for each in made
    )
    assert 8 <= honoured <= 22


QUIET = """clue added = sits(?g, X), sits(?h, Y), X + Y != 4 -> false
clue apart = sits(?g, X), sits(?h, Y), X == Y + 1 -> false
clue gone = sits(?g, ?s) -> false"""


def test_clues_that_settle_something_asked_alone_are_counted_and_come_last(tmp_path: Path) -> None:
    path = tmp_path / "seats.rspec"
    text = SEATS.format(clues=f"{TOLD}\n{QUIET}", knobs="", guests="people")
    path.write_text(
        text.replace("ask computation", "ask value S: sits(?g, S) { most 1  balanced on }"), "utf-8"
    )
    quiet = rspc.load(path)
    made = list(quiet.generate(12, size=4))
    for each in made:
        clues = each.certificate["needed"]
        core = tuple(one for one in each.theory.statements if one.id not in clues)
        alone = sum(
            settles(quiet, each, (*core, one)) for one in each.theory.statements if one.id in clues
        )
        assert each.metrics["telling"] == alone
    assert any(each.metrics["telling"] == 0 for each in made)


def test_how_early_a_clue_comes_does_not_depend_on_which_others_are_late(tmp_path: Path) -> None:
    made = family(tmp_path, f"{TOLD}\n{BEFORE}")
    scene = open_scene(made, {"size": 3}, Stream("late"))
    core = made.growth.core.draw(scene.grammar, Env(Stream("core"), {"size": 3}, {}, ""))
    puzzle = strategy._Puzzle(
        replace_fields(scene, core=core), strategy.CluesKnobs(), Stream("late")
    )
    told, before = (heap.clues for heap in puzzle.heaps)
    way = Way(Aimed(), (), (*told, *before))
    late = frozenset(told[1:])
    lines = [puzzle._matters([way], late, Stream("line", number)) for number in range(100)]
    assert all(late == {clue for (clue,) in line[-len(late) :]} for line in lines)
    assert abs(sum(line[0] == (told[0],) for line in lines) - 50) < 16


def settles(family: rspc.Family, instance: rspc.Instance, some: tuple[ir.Labelled, ...]) -> bool:
    """Return whether statements leave the guest that is asked about fewer seats than there are."""
    goal = instance.query.goal
    assert isinstance(goal, ir.Answers)
    theory = replace(instance.theory, statements=some)
    found = answer_sets(family.engines, theory, 100)
    assert found is not None
    seats = {goal.values(literals, show) for literals in found[0]}
    return len(seats) < 4


def test_sets_of_answers_are_balanced(tmp_path: Path) -> None:
    path = tmp_path / "lamps.rspec"
    path.write_text(
        """family lamps
"which lamps are lit"
logic asp
sort lamp = {red, green, blue}
pred lamp(lamp)
pred lit(lamp)
fact one = lamp(?l)
clue same = lit(?l), not lit(?k) -> false
clue unlike = lit(?l), lit(?k) -> false
clue either = not lit(?l), not lit(?k) -> false
theory clues with {
  each of one.
  lamp(L) -> { lit(L) }.
}
ask value L: lit(L) { least 1  most 2  balanced on }
""",
        "utf-8",
    )
    counts = Counter(each.answer for each in rspc.load(path).generate(60))
    assert len(counts) == 6
    assert chi_squared(counts.values(), [10] * 6) < 15.1  # one in a hundred, with five degrees


def test_engines_agree_on_what_is_an_answer_set_without_a_statement(tmp_path: Path) -> None:
    own = family(tmp_path, f"{TOLD}\n{BEFORE}")
    instance = own.instance(size=4)
    known = instance.certificate["needed"]
    sets = {id: tuple(map(read_literal, texts)) for id, texts in known.items()}
    first, *others = sets
    sets[first] = sets[others[0]]
    for name in own.engines.names:
        found = labels_without_each(own.engines, name, instance.theory, sets)
        assert found == {first: "false", **dict.fromkeys(others, "true")}


def test_a_sample_has_clues_of_each_alternative_with_a_weight(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategy, "ground_switched", None)  # no program is grounded for a sample
    for told, weight in (("told", True), ("told [0]", False)):
        made = family(tmp_path, f"{TOLD.replace('told', told, 1)}\n{BEFORE}")
        scene = open_scene(made, {"size": 3}, Stream("sample"))
        found = [show(each) for each in strategy.Clues().sample(scene, Stream("sample"))]
        assert any("not" in each for each in found) == weight
        assert any(">" in each for each in found)
