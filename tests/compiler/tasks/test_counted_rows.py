"""How many rows meet the condition of a count tells nothing of how many meet the requirement, too."""

from __future__ import annotations

from collections import Counter

import pytest

import rspc

SPEC = """family trips
logic constraint
record trip {
  bags: integer = 1..9
  price: money = $20..$90
}
test few(?b) on bags: bags < ?b else bags >= ?b where ?b = 1 of bags
test cheap(?p) on price: price < ?p else price >= ?p where ?p = 1 of price
theory product_of_sums { slots 2  minterms 2  least 0.1  most 0.9 }
ask ASKED { options 5  from 80 of trip }
"""


@pytest.mark.parametrize(("condition", "meeting"), [("price < $50", 4), ("price < $200", 5)])
def test_all_rows_but_one_meet_the_condition_whatever_the_count(
    condition: str, meeting: int, tmp_path: object
) -> None:
    spec = SPEC.replace("ASKED", f"count trip: {condition}")
    limit = 5000 if meeting == 4 else 20000
    counts: Counter[str] = Counter()
    for instance in rspc.loads(spec).generate(50, seed=1):
        record = instance.record
        cheap = [each["values"]["price"] < limit for each in record["options"]]
        assert sum(cheap) == meeting
        counts[record["answer"]] += 1
    assert counts == {str(number): 10 for number in range(5)}
