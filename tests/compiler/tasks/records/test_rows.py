"""What can be counted of the rows shown tells nothing of how many of them, or which, meet the requirement."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import rspc
from rspc.compiler.instances.instance import Instance

SPEC = """family trips
logic constraint
record trip {
  bags: integer = 1..9
  price: money = $20..$90
  wait: integer = 1..60
}
test few(?b) on bags: bags < ?b else bags >= ?b where ?b = 1 of bags
test cheap(?p) on price: price < ?p else price >= ?p where ?p = 1 of price
test quick(?w) on wait: wait < ?w else wait >= ?w where ?w = 1 of wait
theory product_of_sums { slots 3  minterms 2  least 0.1  most 0.9 }
ask ASKED { options 5  from 120 of trip }
"""


def trips(folder: Path, spec: str) -> rspc.Family:
    (folder / "trips.rspec").write_text(spec, encoding="utf-8")
    return rspc.load(folder / "trips.rspec")


@pytest.mark.parametrize(("condition", "meeting"), [("price < $50", 4), ("price < $200", 5)])
def test_all_rows_but_one_meet_the_condition_whatever_the_count(
    condition: str, meeting: int, tmp_path: Path
) -> None:
    spec = SPEC.replace("ASKED", f"count trip: {condition}")
    limit = 50 if meeting == 4 else 200
    counts: Counter[str] = Counter()
    for instance in trips(tmp_path, spec).generate(50, seed=1):
        record = instance.record()
        cheap = [int(each["values"]["price"][1:]) < limit for each in record["options"]]
        assert sum(cheap) == meeting
        counts[record["answer"]] += 1
    assert counts == {str(number): 10 for number in range(5)}


def test_how_many_rows_fail_the_condition_varies_whatever_the_count(tmp_path: Path) -> None:
    spec = SPEC.replace("ASKED {", "count trip: price < $50 { apart 2 ")
    counts: Counter[tuple[str, int]] = Counter()
    satisfied: Counter[bool] = Counter()
    for instance in trips(tmp_path, spec).generate(80, seed=1):
        record = instance.record()
        dear = [e["label"] for e in record["options"] if int(e["values"]["price"][1:]) >= 50]
        counts[record["answer"], len(dear)] += 1
        satisfied.update(instance.certificate["rows"][label]["satisfied"] for label in dear)
    assert set(counts) == {(str(number), apart) for number in range(4) for apart in (1, 2)}
    for number in range(4):
        assert counts[str(number), 1] + counts[str(number), 2] == 20
    assert min(counts.values()) > 3
    assert min(satisfied[True], satisfied[False]) > 40


def test_how_many_options_are_right_varies_and_the_text_does_not_tell(tmp_path: Path) -> None:
    asked = "choose right = 1..3\nask choice { correct right  most 3 "
    family = trips(tmp_path, SPEC.replace("ask ASKED {", asked).replace("options 5", "options 6"))
    found = list(family.generate(60, seed=1))
    counts = Counter(len(each.label.split(",")) for each in found)
    assert set(counts) == {1, 2, 3}
    assert min(counts.values()) > 8
    assert len({each.record()["prompt"].splitlines()[-1] for each in found}) == 1


def met(instance: Instance) -> dict[str, int]:
    """Return for each option how many conditions it satisfies."""
    rows = instance.certificate["rows"]
    return {label: sum(sum(each) for each in row["tests"].values()) for label, row in rows.items()}


def test_rows_that_count_satisfy_as_many_conditions_as_those_that_do_not(tmp_path: Path) -> None:
    """Over six classes of answer and number of conditions met: as independent as even draws."""
    family = trips(tmp_path, SPEC.replace("ASKED", "count"))
    sums: dict[int, list[int]] = {number: [] for number in range(5)}
    for instance in family.generate(150, seed=2):
        sums[int(instance.answer)].append(sum(met(instance).values()))
    means = [sum(each) / len(each) for each in sums.values()]
    assert max(means) - min(means) < 2.4
    assert abs(means[0] - means[4]) < 1.6


def test_one_row_that_meets_the_condition_makes_the_difference_for_exists(tmp_path: Path) -> None:
    family = trips(tmp_path, SPEC.replace("ASKED", "exists trip: price < $50"))
    found: dict[str, list[float]] = {"yes": [], "no": []}
    for instance in family.generate(120, seed=2):
        numbers = met(instance)
        options = instance.record()["options"]
        cheap = [each["label"] for each in options if int(each["values"]["price"][1:]) < 50]
        both = [each for each in cheap if instance.certificate["rows"][each]["satisfied"]]
        assert len(both) == (instance.answer == "yes")
        assert any(
            instance.certificate["rows"][each["label"]]["satisfied"]
            for each in options
            if each["label"] not in cheap
        )
        found[instance.answer].append(max(numbers[each] for each in cheap))
    yes, no = (sum(each) / len(each) for each in found.values())
    assert abs(yes - no) < 0.45


def test_the_best_row_stands_at_every_place_among_the_amounts(tmp_path: Path) -> None:
    family = trips(tmp_path, SPEC.replace("ASKED", "best price min"))
    ranks: Counter[int] = Counter()
    for instance in family.generate(150, seed=2):
        prices = {
            each["label"]: int(each["values"]["price"][1:]) for each in instance.record()["options"]
        }
        assert len(set(prices.values())) == 5
        ranks[sum(each < prices[instance.answer] for each in prices.values())] += 1
        assert len(set(met(instance).values())) == 1
    assert sum((ranks[rank] - 30) ** 2 / 30 for rank in range(5)) < 18.5


def test_a_requirement_of_single_conditions_draws_rows_as_they_come(tmp_path: Path) -> None:
    spec = SPEC.replace("ASKED", "count")
    start = spec.index("theory")
    spec = spec[:start] + "theory { bags < 5.  price < $60. }\n" + spec[spec.index("ask") :]
    counts = Counter(each.answer for each in trips(tmp_path, spec).generate(25, seed=1))
    assert counts == {str(number): 5 for number in range(5)}
