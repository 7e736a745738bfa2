"""What can be counted of options tells less of which is right than where they are chosen for their entropy."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import rspc
from rspc.compiler.matching import Trait, even
from rspc.compiler.stream import Stream

SPEC = """family trips
logic constraint
param matched: bool = true
record trip {
  bags: integer = 1..9
  price: money = $20..$90
  wait: integer = 1..60
}
test few(?b) on bags: bags < ?b else bags >= ?b where ?b = 1 of bags
test cheap(?p) on price: price < ?p else price >= ?p where ?p = 1 of price
test quick(?w) on wait: wait < ?w else wait >= ?w where ?w = 1 of wait
theory product_of_sums { slots 3  minterms 2  least 0.1  most 0.9 }
ask choice { options 5  from 60 of trip  matched matched }
"""


def met_most(spec: Path, matched: bool) -> float:
    """Return how often the option that meets the most conditions is right, ties by lot."""
    found = 0.0
    made = list(rspc.load(spec).generate(150, seed=3, matched=matched))
    for instance in made:
        rows = instance.certificate["rows"]
        met = {
            label: sum(sum(each) for each in row["tests"].values()) for label, row in rows.items()
        }
        most = [label for label, number in met.items() if number == max(met.values())]
        found += (instance.answer in most) / len(most)
    return found / len(made)


def test_the_option_that_meets_the_most_conditions_is_right_less_often(tmp_path: Path) -> None:
    spec = tmp_path / "trips.rspec"
    spec.write_text(SPEC, encoding="utf-8")
    assert met_most(spec, True) < met_most(spec, False) - 0.1


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
