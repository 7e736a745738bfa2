"""What can be read, or refused, in another sense than its author's: the message tells the one that is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import check

BOATS = """family boats
logic asp
param size: int in 3..5 = 4
choose kind = {coal: 1, fish: 1}
sort boat = {ann, bea}
sort cargo = {coal, fish, kind}
pred boat(boat)
sort pier = 1..5
pred lies(boat, pier)
pred carries(boat, cargo)
"""
ROOMS = """family rooms
logic constraint
test high(?f) on floor: floor >= ?f where ?f = 1 of floor
theory { floor > 2. }
ask choice { options 4  from 60 of room }
"""


def told(text: str, folder: Path, name: str = "tried.rspec") -> list[tuple[str, str]]:
    path = folder / name
    path.write_text(text, "utf-8")
    return [(each.code, each.help) for each in check(path) if each.code != "W0220"]


def test_a_constant_that_is_spelt_like_a_value_is_warned_of_without_sorts(tmp_path: Path) -> None:
    text = "family boats\nlogic asp\nparam size: int in 3..5 = 4\n"
    theory = "theory { boat(ann). boat(B) -> 1 { lies(B, 1..size) } 1. }\nask computation\n"
    assert told(text + theory, tmp_path) == [("W0325", "write `?size` for the value")]


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("boat(B) -> 1 { lies(B, 1..size) } 1.", [("E0313", "write `?size` for the value")]),
        ("boat(B) -> 1 { lies(B, 1..?size) } 1.", []),
        ("boat(B) -> carries(B, kind).", []),
    ],
)
def test_a_constant_that_is_spelt_like_a_value_is_told(
    statement: str, found: list[tuple[str, str]], tmp_path: Path
) -> None:
    theory = f"theory {{\n  boat(ann).\n  {statement}\n}}\nask computation\n"
    assert told(f"{BOATS}{theory}", tmp_path) == found
    production = (
        f"rule lying = {statement.removesuffix('.')}\ntheory {{ boat(ann). 1 of lying. }}\n"
    )
    assert told(f"{BOATS}{production}ask computation\n", tmp_path) == found


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("1-9", [("W0326", "for a range write `1..9`")]),
        ("1..9", []),
        ("(1..9) - 2", []),
    ],
)
def test_a_difference_in_the_place_of_a_range_is_told(
    value: str, found: list[tuple[str, str]], tmp_path: Path
) -> None:
    assert told(f"{ROOMS}record room {{ floor: integer = {value} }}\n", tmp_path) == found


def test_a_theory_in_a_file_is_told_from_a_spec(tmp_path: Path) -> None:
    ((code, help),) = told("p(a).\nq(X) :- p(X).\n", tmp_path, "hills.lp")
    assert code == "E0217"
    assert help.endswith('a spec reads it by `theory from "hills.lp"`')


TRAILS = """family trails
logic constraint
record trail { start: time = 06:00..11:00  walk: duration = 1h..9h }
test early(?v) on start: start < ?v where ?v = 1 of start
  say "it starts before {{ v }}" else "it starts at {{ v }} or later"
test long(?v) on walk: walk > ?v where ?v = 1 of walk
theory product_of_sums { slots 2 }
ask choice { options 4  from 60 of trail }
"""


@pytest.mark.parametrize(
    ("old", "new", "code", "help"),
    [
        ("1h..9h", "1 hour..9h", "E0101", "write `1h`"),
        ("= 1 of walk", "= round(1 of walk, 30 minutes)", "E0101", "write `30m`"),
        ("  say", "say", "E0101", "the `say` of a test continues it: begin this line with a space"),
        (
            "= 1 of start",
            "= round(1 of start, 30m)",
            "E0304",
            "write the step as a time such as `00:30`",
        ),
        ("before {{ v }}", "before {{ v | cap }}", "E0506", "did you mean `capital`?"),
        ("product_of_sums { slots 2 }", "backward { }", "E0312", "strategies for logic `constraint`: "),
    ],
)  # fmt: skip
def test_a_first_attempt_is_answered_with_what_to_write(
    old: str, new: str, code: str, help: str, tmp_path: Path
) -> None:
    assert TRAILS.count(old) == 1
    assert told(TRAILS, tmp_path) == []
    found = told(TRAILS.replace(old, new), tmp_path)
    assert [each for each in found if each[0] == code and each[1].startswith(help)], found


def test_filters_are_listed_where_none_is_near(tmp_path: Path) -> None:
    ((code, help),) = told(TRAILS.replace("{{ v }} or", "{{ v | xyzxyz }} or"), tmp_path)
    assert code == "E0506"
    assert "`capital`" in help


def test_a_rule_with_exceptions_is_told_how_to_be_without(tmp_path: Path) -> None:
    spec = "family t\nlogic asp\nrule r = ?p(X) => ?q(X)\ntheory { p(a). }\nask entailment p(a)\n"
    (help,) = [help for code, help in told(spec, tmp_path) if code == "E0312"]
    assert help.startswith("write a rule without exceptions, with `->`; ")


def test_the_filter_for_capitals_is_told(tmp_path: Path) -> None:
    spec = (
        "family t\nlogic asp\ntheory { p(a). }\nask entailment p(a)\n"
        'say p(?x) as "{{ x | capitalize }} is here."\n'
    )
    assert ("W0502", "write `capital` for `capitalize`") in told(spec, tmp_path)


def test_a_feature_that_one_logic_has_is_not_said_to_be_had_by_none(tmp_path: Path) -> None:
    spec = (
        "family t\nlogic defeasible\ntheory { p(a). r1: p(X) => not q(X). }\nask entailment q(a)\n"
    )
    help = "no installed logic has both: `logic asp` has default negation, and no defeasible rules"
    assert told(spec, tmp_path) == [("E0312", help)]
