"""What can be counted of options tells less of which is right than where they are chosen for their entropy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations

import pytest

import rspc
from rspc.compiler.instances.instance import Instance
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.random.stream import Stream
from rspc.compiler.strategies.product_of_sums import regroup
from rspc.compiler.tasks.records.balanced_rows import Trait, even
from rspc.compiler.tasks.records.options import literals_of

SPEC = """family trips
logic constraint
param matched: bool = true
record trip {
  bags: integer = 1..9
  price: money = $20..$90
  wait: integer = 1..60
  stops: integer = 0..20
}
test few(?b) on bags: bags < ?b else bags >= ?b where ?b = 1 of bags
test cheap(?p) on price: price < ?p else price >= ?p where ?p = 1 of price
test quick(?w) on wait: wait < ?w else wait >= ?w where ?w = 1 of wait
test direct(?s) on stops: stops < ?s else stops >= ?s where ?s = 1 of stops
theory product_of_sums { slots 4  minterms 2  least 0.1  most 0.9  matched matched }
ask choice { options 5  from 60 of trip  matched matched }
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[bool, list[Instance]]:
    """Return instances with the knob and without it."""
    spec = tmp_path_factory.mktemp("trips") / "trips.rspec"
    spec.write_text(SPEC, encoding="utf-8")
    family = rspc.load(spec)
    return {each: list(family.generate(120, seed=3, matched=each)) for each in (True, False)}


def truths(instance: Instance) -> dict[str, list[bool]]:
    """Return for each option which literals it satisfies."""
    rows = instance.certificate["rows"]
    return {
        label: [truth for each in row["tests"].values() for truth in each]
        for label, row in rows.items()
    }


def picked(instances: list[Instance], count: Callable[[dict[str, list[bool]], str], int]) -> float:
    """Return how often the option with the greatest count is right, ties by lot."""
    found = 0.0
    for instance in instances:
        met = truths(instance)
        counts = {label: count(met, label) for label in met}
        most = [label for label, number in counts.items() if number == max(counts.values())]
        found += (instance.answer in most) / len(most)
    return found / len(instances)


def test_the_option_that_meets_the_most_conditions_is_right_as_often_as_any(
    made: dict[bool, list[Instance]],
) -> None:
    def met(met: dict[str, list[bool]], label: str) -> int:
        return sum(met[label])

    assert abs(picked(made[True], met) - 0.2) < 0.09
    assert picked(made[False], met) > 0.3


def test_the_option_in_the_middle_of_the_others_is_right_as_often_as_any(
    made: dict[bool, list[Instance]],
) -> None:
    """Options one test away from each other: most of them are near the right one where it is not matched."""

    def near(met: dict[str, list[bool]], label: str) -> int:
        own = met[label]
        return sum(
            sum(a != b for a, b in zip(own, each, strict=True)) == 1 for each in met.values()
        )

    assert abs(picked(made[True], near) - 0.2) < 0.08
    assert picked(made[False], near) > 0.4


def test_no_condition_stands_by_itself_and_every_grouping_of_them_is_drawn(
    made: dict[bool, list[Instance]],
) -> None:
    """The slots that share a sum: two of four are as often together as any other two."""
    together = Counter[tuple[str, ...]]()
    for instance in made[True]:
        for each in instance.theory.statements:
            assert isinstance(each.statement, ir.Requirement)
            slots = sorted(first_slot(part) for part in literals_of(each.statement.formula))
            assert len(set(slots)) == len(slots) > 1
            together.update(combinations(slots, 2))
    expected = together.total() / 6
    assert len(together) == 6
    assert sum((number - expected) ** 2 / expected for number in together.values()) < 20.5


def first_slot(literal: ir.Formula) -> str:
    return next(each.name for each in walk(literal) if isinstance(each, ir.Slot))


def accepted(met: list[bool], sizes: list[int]) -> set[frozenset[frozenset[int]]]:
    """Return the groupings in which every group has a condition that is met."""
    return {
        grouping
        for grouping in groupings(tuple(range(len(met))), tuple(sizes))
        if all(any(met[place] for place in group) for group in grouping)
    }


@cache
def groupings(
    places: tuple[int, ...], sizes: tuple[int, ...]
) -> frozenset[frozenset[frozenset[int]]]:
    if not sizes:
        return frozenset([frozenset()])
    return frozenset(
        rest | {frozenset(group)}
        for group in combinations(places, sizes[0])
        for rest in groupings(tuple(each for each in places if each not in group), sizes[1:])
    )


def test_wrong_options_are_right_alone_where_the_conditions_are_grouped_otherwise(
    made: dict[bool, list[Instance]],
) -> None:
    exchangeable = few = 0
    for instance in made[True]:
        met = truths(instance)
        row = instance.certificate["rows"][instance.answer]
        sizes = sorted(len(each) for each in row["tests"].values())
        if sum(sizes) > 8:
            continue
        few += 1
        found = [accepted(each, sizes) for each in met.values()]
        exchangeable += all(
            each - set().union(*(other for other in found if other is not each)) for each in found
        )
    assert few > 60
    assert exchangeable > 0.85 * few


@pytest.mark.parametrize("sizes", [[2, 2, 2], [2, 3, 3]])
def test_places_are_grouped_so_that_no_group_has_two_of_a_slot(sizes: list[int]) -> None:
    slots = ["a", "b", "c", "d"] * 2
    slots = slots[: sum(sizes)]
    for number in range(30):
        groups = regroup(slots, sizes, Stream("groups", number))
        assert groups is not None
        assert list(map(len, groups)) == sizes
        assert sorted(place for group in groups for place in group) == list(range(len(slots)))
        assert all(len({slots[place] for place in group}) == len(group) for group in groups)


def test_no_grouping_has_more_of_a_slot_than_there_are_groups() -> None:
    assert regroup(["a", "a", "a", "b"], [2, 2], Stream("groups", 1)) is None


def test_a_right_row_stands_at_every_place_where_the_rows_allow_it() -> None:
    """Rows 0 to 19 are wrong, rows 20 to 29 right, of the same numbers: each rank comes about equally often."""
    values = Trait([*range(20), *range(5, 15)])
    ranks = Counter[int]()
    for number in range(500):
        stream = Stream("ranks", number)

        def draw(stream: Stream = stream) -> tuple[list[int], list[int]]:
            return stream.sample(range(20, 30), 1), stream.sample(range(20), 4)

        (right,), wrong = even(draw, range(20), [values], stream)
        ranks[sum(values.values[each] < values.values[right] for each in wrong)] += 1
    chi_squared = sum((ranks[rank] - 100) ** 2 / 100 for rank in range(5))
    assert chi_squared < 18.5  # four degrees of freedom, one in a thousand
