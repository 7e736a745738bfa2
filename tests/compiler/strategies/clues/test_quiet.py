"""Clues that name each possible answer as often as the others."""

from __future__ import annotations

from collections import Counter

from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.literals import read_statement
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.clues.quiet import only_named, surplus

ANSWERS = [ir.Const(name) for name in ("red", "green", "blue")]


def test_as_many_clues_of_a_kind_stay_for_each_answer() -> None:
    red, green, blue = ANSWERS
    named = {number: ("told", each) for number, each in enumerate([red] * 4 + [green] * 2 + [blue])}
    named[7], named[8] = ("denied", red), ("denied", green)
    left = surplus(named, ANSWERS, Stream("surplus"))
    stay = Counter(each for clue, each in named.items() if clue not in left)
    assert stay == {("told", each): 1 for each in ANSWERS}


def test_which_clues_stay_is_drawn() -> None:
    red, green, _ = ANSWERS
    named = {1: ("told", red), 2: ("told", red), 3: ("told", green)}
    found = {surplus(named, [red, green], Stream("surplus", seed)) for seed in range(20)}
    assert found == {frozenset({1}), frozenset({2})}


def test_a_clue_names_what_it_has_at_the_place_asked_about() -> None:
    told = read_statement("r1: not painted(house, red) -> false").statement
    linked = read_statement("r1: painted(house, X), painted(barn, X) -> false").statement
    both = read_statement("r1: painted(house, red), painted(barn, blue) -> false").statement
    assert only_named(told, "painted", 1) == ANSWERS[0]
    assert only_named(linked, "painted", 1) is None
    assert only_named(both, "painted", 1) is None
    assert only_named(told, "sold", 1) is None
