"""Parameters, their settings and presets, and what is chosen for an instance."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from rspc.compiler.api import Family
from rspc.compiler.family.chosen import chosen_values
from rspc.compiler.notation import show
from rspc.dsl.diagnostics import Diagnostic, SpecError

from ...conftest import PLAIN, Specs


def codes(found: list[Diagnostic]) -> set[str]:
    return {each.code for each in found}


@pytest.mark.parametrize(
    ("item", "code", "help"),
    [
        ("param depth: itn = 1", "E0316", "did you mean `int`?"),
        ("param depth: int in 1..3 = 4", "E0416", ""),
        ("param depth: int in 3..1 = 2", "E0404", "write `1..3`"),
        ("param depth: int = 1 / 2", "E0301", ""),
        ("param depth: int = $3", "E0301", "write a whole number such as `3`"),
        ("param depth: int = 1..3", "E0302", ""),
        ("param mode: name in {plain, odd} = plian", "E0416", ""),
        ("param mode: name in plain = plain", "E0302", None),
        ("param quick: bool = maybe", "E0201", ""),
        ("param p: float in 0..1 = 1.5", "E0416", ""),
        ("param depth: int = 1\npreset hard { detph 2 }", "E0418", "did you mean `depth`?"),
        ("param depth: int in 1..3 = 1\npreset hard { depth 4 }", "E0416", ""),
        ("param depth: int = 1\npreset hard { depth { a 1 } }", "E0415", ""),
        ("preset hard {}\npreset hard {}", "E0202", ""),
        (
            "choose (a, b) = {1: 1, 2: 1}",
            "E0306",
            "write tuples: `{(2, 3): 1, (4, 2): 1}`, or draw as many as there are names",
        ),
        ("pool xs = {x, y, z}\nchoose (a, b) = 3 of xs", "E0306", ""),
        ("pool xs = {x, y, z}\nchoose (a, b) = 2..3 of xs", "E0306", None),
        ("choose (a, b) = {(1, 2, 3): 1}", "E0306", ""),
        ("choose a = {1: 0, 2: 0}", "E0406", None),
        ("choose a = {1: -1, 2: 2}", "E0406", None),
        ("choose a = {1: 1, two: 1}", "E0201", None),
        ("choose a = {1: 99999999999, 2: 1}", "E0406", None),
        ("choose (a, b) = {(1, 2): 1, (2, 3): 100000}", "E0406", None),
    ],
)
def test_a_bad_parameter_is_told(specs: Any, item: str, code: str, help: str | None) -> None:
    found = specs.refused(f"{item}\n{PLAIN}")
    assert code in codes(found), found
    assert help is None or help in {each.help for each in found if each.code == code}


PARAMETERS = """
param depth: int in 1..5 = 2
param share: float in 0..1 = 1
param mode: name in {plain, odd} = plain
param fare: money in {$1, $2} = $1
param quick: bool = off
preset hard { depth 5  share 0.5 }
preset HardestOfAll { depth 5  share 1 }
level 1 { depth 1 }
level 2 { depth 3  share 0.5 }
choose (size, style) = {(1, big): 2, (2, small): 1, (2, big): 1}
choose vocab = {red: 1, blue: 1}
"""


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Family:
    return Specs(tmp_path_factory.mktemp("family")).load(f"{PARAMETERS}{PLAIN}")


@pytest.mark.parametrize(
    ("pairs", "values"),
    [
        ({"depth": "3"}, {"depth": 3}),
        ({"share": "0.25"}, {"share": 0.25}),
        ({"mode": "odd", "fare": "$2"}, {"mode": "odd", "fare": 200}),
        ({"quick": "true"}, {"quick": True}),
        ({"vocab": "blue", "size": "2"}, {"vocab": "blue", "size": 2}),
    ],
)
def test_settings_are_typed(family: Family, pairs: dict[str, str], values: dict[str, Any]) -> None:
    assert family.settings(pairs) == values


def test_settings_stand_above_a_preset(family: Family) -> None:
    assert family.settings({"depth": "1"}, "hard") == {"depth": 1, "share": 0.5}


def test_a_level_is_a_preset_with_a_number(family: Family) -> None:
    assert family.levels == ("1", "2")
    assert family.settings({}, "1") == {"depth": 1}
    assert family.settings({"share": "1"}, "2") == {"depth": 3, "share": 1}


@pytest.mark.parametrize(
    ("levels", "found"),
    [
        ("level 2 { depth 2 }", ["E0443"]),
        ("level 0 { depth 2 }", ["E0443"]),
        ("level 01 { depth 2 }", ["E0443"]),
        ("level 1.5 { depth 2 }", ["E0443"]),
        ("level 1 { depth 1 }\nlevel 1 { depth 2 }", ["E0202"]),
        ("level 1 { depth 1 }\nlevel 3 { depth 2 }", ["E0443"]),
        ("level 1 { depth 9 }", ["E0416"]),
        ("level 1 { dept 2 }", ["E0418"]),
        (f"level 1..{'9' * 39} {{ depth 2 }}", ["E0443"]),
        ("\n".join(f"level {number} {{ depth 2 }}" for number in range(1, 12)), ["E0443"]),
    ],
)
def test_levels_are_numbered_without_gaps(specs: Any, levels: str, found: list[str]) -> None:
    refused = specs.refused(f"param depth: int in 1..5 = 2\n{levels}\n{PLAIN}")
    assert [*codes(refused)] == found, refused


WRITTEN_OUT = """
preset `2xplain` { depth 2  mode plain  share 0.5 }
preset `2xodd` { depth 2  mode odd  share 0.5 }
preset `3xplain` { depth 3  mode plain  share 0.5 }
preset `3xodd` { depth 3  mode odd  share 0.5 }
preset D1 { depth 1 }
preset D4 { depth 4 }
level 1 { depth 1  share 1 }
level 2 { depth 3  share 1 }
level 3 { depth 5  share 1 }
level 4 { depth 5  share 0.5 }
"""
IN_RANGES = """
preset `{depth}x{mode}` { depth 2..3  mode {plain, odd}  share 0.5 }
preset `D{depth}` { depth {1, 2 + 2} }
level 1..3 { depth {1, 3, 5}  share 1 }
level 4 { depth 5  share 0.5 }
"""
DECLARED = """
param depth: int in 1..5 = 2
param share: float in 0..1 = 1
param mode: name in {plain, odd} = plain
"""


def test_presets_made_from_ranges_are_those_that_are_written_out(specs: Any) -> None:
    apart = specs.load(f"{DECLARED}{WRITTEN_OUT}{PLAIN}")
    ranges = specs.load(f"{DECLARED}{IN_RANGES}{PLAIN}")
    assert list(ranges.presets.items()) == list(apart.presets.items())
    assert ranges.levels == ("1", "2", "3", "4")
    assert ranges.theory_hash == apart.theory_hash
    for preset in apart.presets:
        one, other = (made.instance(seed=3, preset=preset).record() for made in (apart, ranges))
        assert {key for key in one if one[key] != other[key]} <= {"id", "canary", "family_hash"}


@pytest.mark.parametrize(
    ("items", "code", "help"),
    [
        ("preset hard { depth 2..3 }", "E0444", "write ``preset `hard{depth}` ``, or one value"),
        ("preset `D{dept}` { depth 2..3 }", "E0444", "did you mean `depth`?"),
        ("preset `D{mode}` { depth 2 }", "E0444", "write a parameter that the preset sets"),
        ("preset `D{depth` { depth 2 }", "E0444", "write `{parameter}`"),
        ("preset `{depth}` { depth 2 }", "E0444", "add a letter to its name, or declare a `level`"),
        ("preset `2` { depth 2 }", "E0444", "add a letter to its name, or declare a `level`"),
        ("preset `D{size}` { size 1..100000000 }", "E0444", "leave values out"),
        ("preset `D{size}{width}` { size 1..100  width 1..100 }", "E0444", "leave values out"),
        ("preset D2 { depth 2 }\npreset `D{depth}` { depth 1..3 }", "E0202", ""),
        ("preset `D{depth}` { depth {1, 1} }", "E0202", ""),
        ("preset `D{depth}` { depth 0..2 }", "E0416", ""),
        ("preset `D{depth}` { depth 3..1 }", "E0404", "write `1..3`"),
        (
            "preset `D{depth}` { depth {1: 2, 3: 1} }",
            "E0302",
            "write the values alone: `{1, 2, 4}`",
        ),
        ("preset `D{depth}` { depth {} }", "E0302", None),
        ("preset `D{depth}` { depth {1, red} }", "E0201", None),
        ("preset `D{share}` { share 0..1 }", "E0302", None),
        ("preset `D{depth}`", "E0101", None),
        (
            "level 1..2 { depth {1, 2, 3} }",
            "E0445",
            "write one value for each level, or one for all",
        ),
        ("level 1 { depth {1, 2} }", "E0445", "write one value for each level, or one for all"),
        ("level 1..3 { depth 1..2 }", "E0445", "write one value for each level, or one for all"),
        (
            "level 2..1 { depth {1, 2} }",
            "E0443",
            "write the first and the last number: `level 1..5`",
        ),
        ("level 1..11 { depth 1 }", "E0443", "remove this one"),
        ("level 1..9999999999 { depth 1 }", "E0443", "remove this one"),
        ("level 2..3 { depth {1, 2} }", "E0443", None),
        ("level 1..2 { depth {1, 2} }\nlevel 2 { depth 3 }", "E0202", ""),
    ],
)
def test_a_bad_range_of_presets_is_reported(
    specs: Any, items: str, code: str, help: str | None
) -> None:
    sizes = "param size: int = 1\nparam width: int = 1\n"
    refused = specs.refused(f"{DECLARED}{sizes}{items}\n{PLAIN}")
    assert set(codes(refused)) == {code}, refused
    assert help is None or help in {each.help for each in refused if each.code == code}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("HardestOfAl", "did you mean `HardestOfAll`? its presets are hard, HardestOfAll"),
        ("zebra", "its presets are hard, HardestOfAll"),
        ("3", "its levels are 1 to 2"),
        ("10", "its levels are 1 to 2"),
    ],
)
def test_a_preset_that_there_is_not_is_told_with_those_that_there_are(
    family: Family, name: str, told: str
) -> None:
    assert family.settings({}, "HardestOfAll") == {"depth": 5, "share": 1}
    with pytest.raises(SpecError) as caught:
        family.settings({}, name)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.help) == ("E0418", told)


@pytest.mark.parametrize(
    ("pairs", "code", "told"),
    [
        ({"detph": "3"}, "E0418", "did you mean `depth`?"),
        ({"depth": "9"}, "E0416", "1..5"),
        ({"fare": "2"}, "E0416", "an amount of money such as $1200"),
        ({"depth": "two"}, "E0416", "an integer such as 3"),
        ({"share": "nan"}, "E0416", "finite"),
        ({"share": "inf"}, "E0416", "finite"),
        ({"share": "2"}, "E0416", "0.0..1.0"),
        ({"mode": "odder"}, "E0416", "{plain, odd}"),
        ({"fare": "$3"}, "E0416", "{$1, $2}"),
        ({"quick": "maybe"}, "E0416", "`true` or `false`"),
        ({"vocab": "green"}, "E0416", "one of red, blue"),
    ],
)
def test_bad_settings_are_told(family: Family, pairs: dict[str, str], code: str, told: str) -> None:
    with pytest.raises(SpecError) as caught:
        family.settings(pairs)
    (found,) = caught.value.diagnostics
    assert (found.code, told in found.message + found.help) == (code, True)


def test_all_bad_settings_are_told_at_once(family: Family) -> None:
    with pytest.raises(SpecError) as caught:
        family.settings({"depth": "9", "nosuch": "1", "mode": "x"})
    assert len(caught.value.diagnostics) == 3
    with pytest.raises(SpecError, match="did you mean `hard`"):
        family.settings({}, "hrad")


def test_one_value_has_one_name_however_it_is_written(family: Family) -> None:
    share = family.parameters["share"]
    assert {
        share.show(share.default),
        share.show(1),
        share.show(1.0),
        share.show(share.read("1")),
    } == {"1.0"}


def test_choices_are_balanced_exactly_and_independent_of_one_another(family: Family) -> None:
    key = (family.hash, "x", 0, "")
    made = [chosen_values(family, {}, key, index) for index in range(96)]
    sizes = Counter((each["size"], each["style"]) for each in made)
    assert sizes == {(1, "big"): 48, (2, "small"): 24, (2, "big"): 24}
    for start in range(0, 96, 4):
        block = Counter((each["size"], each["style"]) for each in made[start : start + 4])
        assert sorted(block.values()) == [1, 1, 2]
    assert Counter(each["vocab"] for each in made) == {"red": 48, "blue": 48}
    both = Counter((each["vocab"], each["size"]) for each in made)
    assert all(12 <= count <= 36 for count in both.values())
    assert len(both) == 4


def test_a_setting_restricts_a_choice(family: Family) -> None:
    key = (family.hash, "x", 0, "")
    made = [chosen_values(family, {"size": 2}, key, index) for index in range(20)]
    assert Counter((each["size"], each["style"]) for each in made) == {
        (2, "big"): 10,
        (2, "small"): 10,
    }
    with pytest.raises(SpecError, match="E0417"):
        chosen_values(family, {"size": 3}, key, 0)


def test_rows_of_a_table_may_be_chosen(specs: Any) -> None:
    text = "table steps(low, name) = {(1, oslo), (3, rome)}\nchoose (a, b) = 1 of steps\n"
    found = specs.load(f"{text}measure low = a + 1\nrequire b == oslo or b == rome\n{PLAIN}")
    made = {tuple(chosen_values(found, {}, ("x",), n).values()) for n in range(30)}
    assert made == {(1, "oslo"), (3, "rome")}
    with pytest.raises(SpecError, match="E0417"):
        chosen_values(found, {"a": 1}, ("x",), 0)


def test_large_weights_of_one_measure_are_balanced(specs: Any) -> None:
    found = specs.load(f"choose a = {{1: 99999999999, 2: 99999999999}}\n{PLAIN}")
    made = [chosen_values(found, {}, ("x",), n)["a"] for n in range(20)]
    assert Counter(made) == {1: 10, 2: 10}


def test_weights_may_depend_on_a_parameter(specs: Any) -> None:
    found = specs.load(f"param n: int = 0\nchoose a = {{1: n, 2: 1}}\n{PLAIN}")
    assert {chosen_values(found, {}, ("x",), n)["a"] for n in range(20)} == {2}
    assert {chosen_values(found, {"n": 3}, ("x",), n)["a"] for n in range(20)} == {1, 2}


def test_several_names_are_chosen_from_one_list_and_all_differ(specs: Any) -> None:
    family = specs.load(f"pool xs = {{x, y, z, w}}\nchoose (a, b, c) = 3 of xs\n{PLAIN}")
    first = Counter[str]()
    for number in range(200):
        values = chosen_values(family, {}, ("seed",), number)
        drawn = [values[name] for name in ("a", "b", "c")]
        assert len(set(drawn)) == 3
        first[drawn[0]] += 1
    assert set(first) == {"x", "y", "z", "w"}
    assert max(first.values()) < 80


def test_weights_of_parameters_are_balanced_and_can_be_restricted(specs: Any) -> None:
    text = "param many: int = 3\nchoose (a, b) = {(1, 1): many, (1, 2): 1, (2, 1): 2}\n"
    family = specs.load(f"{text}{PLAIN}")

    def drawn(n: int, **given: int) -> Counter[tuple[int, int]]:
        records = family.generate(n, **given)
        return Counter((each.params["a"], each.params["b"]) for each in records)

    assert drawn(12) == {(1, 1): 6, (1, 2): 2, (2, 1): 4}
    assert drawn(6, many=0) == {(1, 2): 2, (2, 1): 4}
    assert drawn(4, a=1) == {(1, 1): 3, (1, 2): 1}
    assert drawn(4, a=1, b=1, many=0) == {(1, 1): 4}
    assert drawn(4, b=1, many=0) == {(2, 1): 4}


def test_what_a_user_sets_comes_also_where_its_weight_is_zero(specs: Any) -> None:
    family = specs.load(f"choose (a, b) = {{(1, 1): 0, (1, 2): 0, (2, 1): 2}}\n{PLAIN}")
    made = family.generate(4, a=1)
    assert Counter(each.params["b"] for each in made) == {1: 2, 2: 2}


NODES = """
param size: int in 3..9 = 5
sort node = 1..size
pred edge(node, node)
pred ends(node, node)
"""


@pytest.mark.parametrize("source", ["node", "1..size", "(1..size)"])
def test_a_list_of_numbers_is_chosen_from_a_sort_or_a_range(specs: Any, source: str) -> None:
    text = (
        f"{NODES}choose line = 4 of {source}\nchoose start = first(line)\nchoose (one, other) = 2 of node\n"
        "theory { each (?a, ?b) in path(line): edge(?a, ?b).  ends(?start, ?one).  ends(?one, ?other). }\n"
        "ask consistent\n"
    )
    seen = set()
    for instance in specs.load(text, "asp").generate(30):
        *edges, first, last = (show(each.statement) for each in instance.theory.statements)
        steps = [tuple(map(int, re.findall("[0-9]+", edge))) for edge in edges]
        assert len(steps) == 3
        line = [steps[0][0], *(step[1] for step in steps)]
        assert [step[0] for step in steps] == line[:-1]
        assert len(set(line)) == 4
        assert set(line) <= set(range(1, 6))
        assert first.startswith(f"ends({line[0]}, ")
        one, other = re.findall("[0-9]+", last)
        assert one != other
        seen |= {*line}
    assert seen == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(
    ("items", "code"),
    [
        ("choose line = 3 of nodes", "E0201"),
        ("choose line = 3 of 1..sizes", "E0201"),
        ("choose line = 3 of node\nsort other = line", "E0605"),
        ("choose line = half of node", "E0201"),
    ],
)
def test_what_a_list_of_numbers_cannot_be(specs: Any, items: str, code: str) -> None:
    body = "each (?a, ?b) in path(line): edge(?a, ?b)."
    assert code in specs.codes(f"{NODES}{items}\ntheory {{ {body} }}\nask consistent\n", "asp")


@pytest.mark.parametrize(
    ("first", "second"),
    [("2 of second", "2 of first"), ("2 of second", "2 of words"), ("1 of 1..second", "1..3")],
)
def test_a_value_that_is_chosen_later_is_named_as_such(specs: Any, first: str, second: str) -> None:
    items = f"pool words = {{a, b, c, d}}\nchoose first = {first}\nchoose second = {second}\n"
    (error,) = specs.refused(f"{NODES}{items}theory {{ edge(1, 2). }}\nask consistent\n", "asp")
    assert error.message == "`second` has no value here yet"
    assert "in the order of their `choose`" in error.help


@pytest.mark.parametrize("written", ["1", "1.0"])
def test_a_whole_default_of_a_float_is_a_float(specs: Any, written: str) -> None:
    item = f"param p: float in {{0, 0.5, 1}} = {written}\nparam q: float in 0..1 = {written}"
    made = specs.load(f"{item}\n{PLAIN}")
    record = made.instance().record()
    for name in ("p", "q"):
        assert record["params"][name] == 1
        assert isinstance(record["params"][name], float)
