"""Value expressions: kinds and units, ranges, weights, drawing from pools, tables, functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.family.expressions.typed import NoValue
from rspc.compiler.kinds import Date, Duration, Integer, List, Money, OneOf, Percent, Set, Time
from rspc.compiler.kinds.arithmetic import combine
from rspc.compiler.kinds.types import BOOLEAN, Type
from rspc.dsl.diagnostics import SpecError

Check = Callable[..., Any]
COLOUR = OneOf("colour", ("red", "green", "blue"))


# ------------------------------------------------------------------------------------------------- arithmetic


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("3 + 4", "integer", 7),
        ("$5 + $3.50", "money", 850),
        ("2h * 1.5", "duration", 180),
        ("1.5 * 2h", "duration", 180),
        ("17:30 - 09:00", "duration", 510),
        ("09:00 - 17:30", "duration", 930),
        ("23:30 + 45m", "time", 15),
        ("45m + 23:30", "time", 15),
        ("00:15 - 30m", "time", 1425),
        ("2026-04-17 - 2026-04-10", "integer", 7),
        ("2026-04-17 + 3", "date", 739726),
        ("$10 / $4", "integer", 2.5),
        ("$10 / 4", "money", 250),
        ("$1 / 3", "money", 33),
        ("30% + 5%", "percent", 3500),
        ("-30%", "percent", -3000),
        ("7 mod 4", "integer", 3),
        ("2 ** 10", "integer", 1024),
        ("hours(2h30m)", "integer", 2.5),
        ("minutes(2h)", "integer", 120),
        ("dollars($12)", "integer", 12),
        ("round($12.34, $0.50)", "money", 1250),
        ("floor(17:45, 00:30)", "time", 17 * 60 + 30),
        ("round(23:50, 00:30)", "time", 0),
        ("ceil(7, 5)", "integer", 10),
        ("round(2.5)", "integer", 3),
        ("max(5%, 3%, 4%)", "percent", 500),
        ("min(list($3, $2))", "money", 200),
        ("max(repeat(0, 5m))", "duration", 0),
        ("sum(list(5m, 1h))", "duration", 65),
        ("len(list(1, 2, 3))", "integer", 3),
        ("first(list(3, 4))", "integer", 3),
        ("last(list(3, 4))", "integer", 4),
        ("abs(3 - 5)", "integer", 2),
        ("sqrt(9)", "integer", 3),
        ("{0: $3, 5: $4}[5]", "money", 400),
        ("cities[oslo]", "money", 500),
        ("cities.size[rome]", "integer", 9),
        ("cities[(oslo, 7)]", "money", 500),
    ],
)
def test_a_constant_has_a_kind_and_a_value(check: Check, text: str, kind: str, value: Any) -> None:
    found = check(text)
    assert (found.codes, found.typed.type.name, found.draw()) == ([], kind, value)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("$12 * 10%", "money", 120),
        ("10% * $12", "money", 120),
        ("$12 * (1 + 10%)", "money", 1320),
        ("$12 * (10% + 1)", "money", 1320),
        ("$12 * (1 - 10%)", "money", 1080),
        ("$13.20 / (1 + 10%)", "money", 1200),
        ("1 - 10%", "percent", 9000),
        ("1 + share", "percent", 12000),
        ("2h * 150%", "duration", 180),
        ("50% * 50%", "percent", 2500),
        ("-20% * $5", "money", -100),
        ("$0.05 * 50%", "money", 2),
        ("$0.15 * 50%", "money", 8),
        ("$0.25 * 50%", "money", 12),
        ("$90000000000.01 * 100%", "money", 9000000000001),
        ("3 * 10%", "percent", 3000),
        ("3 - 1", "integer", 2),
    ],
)
def test_a_percent_is_a_share(check: Check, text: str, kind: str, value: Any) -> None:
    found = check(text, share=Percent())
    assert found.typed.type.name == kind
    assert found.draw(values={"share": 2000}) == value


@given(st.integers(-(10**12), 10**12), st.integers(-(10**6), 10**6))
def test_a_share_is_rounded_exactly_to_the_nearest_half_to_even(amount: int, share: int) -> None:
    found = combine("*", Money(), Percent())
    assert found is not None
    exact = Fraction(amount * share, 10_000)
    rounded = found[1](amount, share)
    assert abs(rounded - exact) <= Fraction(1, 2)
    assert abs(rounded - exact) < Fraction(1, 2) or rounded % 2 == 0
    assert combine("*", Percent(), Money())[1](share, amount) == rounded  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("$5 + 3", "write `$3`"),
        ("3 + $5", "write `$3`"),
        ("$5 - pages", "write `$1 * pages`"),
        ("$5 + (pages + 1)", "write `$1 * (pages + 1)`"),
        ("17:30 + 90", "write `90m`"),
        ("17:30 - pages", "write `1m * pages`"),
        ("2h + 90", "write `90m`"),
        ("5 + 10%", "write `5%` or `500%`"),
        ("10% - pages", "write `1% * pages`"),
        ("pages + 10%", "write `1% * pages`"),
        ("$5 + 10%", "write `$5 * (1 + 10%)`"),
        ("($5 + $1) - 10%", "write `($5 + $1) * (1 - 10%)`"),
        ("10% + $5", "write `$5 * (1 + 10%)`"),
        ("17:30 + 09:00", "such as `2h30m`"),
        ("2026-01-01 + 2h", "write `2026-01-01 + 3`"),
        ("17:30 * 2", "a point in time has no multiples"),
        ("17:30 * 10%", "a point in time has no multiples"),
        ("$5 * 2h", "`minutes(x)` turns a duration into a number"),
        ("$5 + 2h", "`hours(x)`"),
        ("$5 + animals", "`hours(x)`"),
    ],
)
def test_what_does_not_fit_is_answered_with_what_to_write(
    check: Check, text: str, help: str
) -> None:
    found = check(text, pages=Integer())
    assert (found.codes, help in found.only.help) == (["E0304"], True), found.only.help


@pytest.mark.parametrize(
    ("text", "expected", "code", "at"),
    [
        ("$5 + 3", None, "E0304", "$5 + 3"),
        ("$5 * $3", None, "E0304", "$5 * $3"),
        ("17:30 * 2", None, "E0304", "17:30 * 2"),
        ("17:30 + 09:00", None, "E0304", "17:30 + 09:00"),
        ("2h mod 3", None, "E0304", "2h mod 3"),
        ("-(17:30)", None, "E0302", None),
        ("2h", Money(), "E0301", "2h"),
        ("{1: 1, $2: 1}", None, "E0301", "$2"),
        ("round(17:30, 30m)", None, "E0304", None),
        ("hours($5)", None, "E0301", "$5"),
        ("sum(list(17:30))", None, "E0304", None),
        ("max(list(rde))", None, "E0201", "rde"),
        ("max(animals)", None, "E0304", None),
        ("first(3)", None, "E0304", None),
        ("sqrt(2h)", None, "E0304", None),
        ("list(3, $5)", None, "E0304", None),
        ("list()", Money(), "E0301", "list()"),
        ("red..blue", None, "E0201", "red"),
        ("5..2", None, "E0404", "5..2"),
        ("0.5..2", None, "E0302", "0.5..2"),
        ("{1: 0, 2: 0}", None, "E0406", "{1: 0, 2: 0}"),
        ("{1: 2, 2: -1}", None, "E0406", "{1: 2, 2: -1}"),
        ("{1: 2, 2}", None, "E0405", "{1: 2, 2}"),
        ("{}", None, "E0302", "{}"),
        ("{red: 3, green: 4, blue: 5, rde: 6}[colour]", None, "E0303", "rde"),
        ("{red: 3, green: 4}[colour]", None, "E0407", "{red: 3, green: 4}"),
        ("{true: 3}[pages > 2]", None, "E0407", "{true: 3}"),
        ("{0: 3, 0: 4}[pages]", None, "E0202", "0: 4"),
        ("{pages: 3}[pages]", None, "E0302", "pages"),
        ("{0: 3, 1: $4}[pages]", None, "E0301", "$4"),
        ("{0: 3, 1}[pages]", None, "E0405", "1"),
        ("cities[3]", None, "E0305", "3"),
        ("cities[(oslo, 7, $5)]", None, "E0305", None),
        ("cities.sise[oslo]", None, "E0203", "cities.sise"),
        ("citys[oslo]", None, "E0201", "citys"),
        ("1 of anmals", None, "E0201", "anmals"),
        ("1 of animals.tset", None, "E0203", "animals.tset"),
        ("1 of cities.train", None, "E0203", "cities.train"),
        ("1.5 of animals", None, "E0403", "1.5"),
        ("(0 - 1) of animals", None, "E0403", None),
        ("1 of 3", None, "E0201", "3"),
        ("pges + 1", None, "E0201", "pges"),
        ("pges < 3", None, "E0201", "pges"),
        ("-pges", None, "E0201", "pges"),
        ("round(pges)", None, "E0201", "pges"),
        ("repeat(2, pges)", None, "E0201", "pges"),
        ("{0: 1}[pges]", None, "E0201", "pges"),
        ("rond(3)", None, "E0204", "rond(3)"),
        ("round(1, 2, 3)", None, "E0306", None),
        ("uniform(1)", None, "E0306", None),
        ("repeat(2)", None, "E0306", None),
        ("without(animals)", None, "E0306", None),
        ("3 == $3", None, "E0305", "3 == $3"),
        ("colour < red", None, "E0309", "colour < red"),
        ("3 in animals", None, "E0305", "3 in animals"),
        ("3 in 4", None, "E0305", "4"),
        ("rde", COLOUR, "E0303", "rde"),
        ("colour == rde", None, "E0303", "rde"),
        ("not 3", None, "E0301", "3"),
        ("1 / 0", None, "E0403", "1 / 0"),
        ("round(3, 0)", None, "E0403", None),
        ("sqrt(9) / (3 - 3)", None, "E0403", None),
        ("(0 - 8) ** 0.5", None, "E0403", None),
        ("9 ** (9 ** 9)", None, "E0403", None),
        ("some r c", None, "E0302", None),
    ],
)
def test_what_does_not_fit_is_refused_where_it_stands(
    check: Check, text: str, expected: Type | None, code: str, at: str | None
) -> None:
    found = check(text, expected, pages=Integer(), colour=COLOUR)
    assert [code] == found.codes, list(found.report)
    assert at is None or found.only.span.text == at


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("pges + 1", "pages"),
        ("1 of anmals", "animals"),
        ("cities.sise[oslo]", "size"),
        ("rond(3)", "round"),
        ("colour == gren", "green"),
        ("citys[oslo]", "cities"),
    ],
)
def test_a_near_miss_is_told(check: Check, text: str, near: str) -> None:
    found = check(text, pages=Integer(), colour=COLOUR)
    assert found.only.help == f"did you mean `{near}`?"


def test_an_article_fits_its_word(check: Check) -> None:
    assert check("$3", Integer()).only.message == "expected an integer, found an amount of money"


def test_a_part_that_was_complained_of_is_complained_of_once(check: Check) -> None:
    assert check("round(pges + 1, $2) * 2", pages=Integer()).codes == ["E0201"]


# --------------------------------------------------------------------------------------------- distributions


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("2..6", {2, 3, 4, 5, 6}),
        ("$80..$83", {8000, 8100, 8200, 8300}),
        ("$0.50..$0.53", {50, 51, 52, 53}),
        ("-1%..1%", {-100, 0, 100}),
        ("08:00..08:02", {480, 481, 482}),
        ("2026-03-01..2026-03-03", {739676, 739677, 739678}),
        ("{3, 4}", {3, 4}),
        ("{3: 1, 4: 0, 5: 2}", {3, 5}),
        ("1 of animals.test", {"fox", "bee"}),
        ("1 of without(animals, dog, cat)", {"owl", "fox", "bee"}),
        ("1 of cities", {("oslo", 7, 500), ("rome", 9, 250)}),
        ("1 of price", {100, 250}),
        ("repeat(2, {1, 2})", {(1, 1), (1, 2), (2, 1), (2, 2)}),
    ],
)
def test_a_distribution_has_its_values_and_no_others(
    check: Check, text: str, values: set[Any]
) -> None:
    assert set(check(text).draws(120)) == values


def test_weights_are_kept_to(check: Check) -> None:
    counts = Counter(check("{1: 0.7, 2: 0.2, 3: 0.1}").draws(2000))
    expected = {1: 1400, 2: 400, 3: 200}
    assert sum((counts[v] - n) ** 2 / n for v, n in expected.items()) < 13.8  # chi-squared, p 0.001


def test_a_range_is_uniform(check: Check) -> None:
    counts = Counter(check("1..8").draws(2000))
    assert sum((counts[v] - 250) ** 2 / 250 for v in range(1, 9)) < 24.3


def test_what_is_drawn_from_a_pool_is_different(check: Check) -> None:
    for drawn in check("3 of animals").draws(50):
        assert len(drawn) == len(set(drawn)) == 3
    kind = OneOf("animals", ("dog", "cat", "owl", "fox", "bee"))
    assert all(isinstance(each, frozenset) for each in check("2 of animals", Set(kind)).draws(5))


def test_a_pool_is_narrowed_by_the_split_of_the_instance(check: Check) -> None:
    found = check("1 of animals")
    assert {found.draw(n, split="test") for n in range(40)} == {"fox", "bee"}


@pytest.mark.parametrize("text", ["6 of animals", "1 of none_left", "3 of price"])
def test_a_pool_too_small_drops_the_draft(check: Check, text: str) -> None:
    with pytest.raises(NoValue):
        check(text).draw()


def test_what_is_left_out_depends_on_other_values(check: Check) -> None:
    found = check(
        "1 of without(animals, x)", x=OneOf("animals", ("dog", "cat", "owl", "fox", "bee"))
    )
    assert found.typed.needs == {"x"}
    assert "dog" not in found.draws(60, values={"x": "dog"})


@pytest.mark.parametrize(
    ("text", "values", "code"),
    [
        ("1..n", {"n": 0}, "E0403"),
        ("1..(n / 2)", {"n": 3}, "E0403"),
        ("{1: n, 2: 0}", {"n": 0}, "E0406"),
        ("{1: 3, 2: 4}[n]", {"n": 3}, "E0407"),
        ("n of animals", {"n": -1}, "E0403"),
        ("(n / 2) of animals", {"n": 3}, "E0403"),
        ("repeat(n, 3)", {"n": 1.5}, "E0403"),
        ("repeat(n, 3)", {"n": 10**12}, "E0403"),
        ("10 / n", {"n": 0}, "E0403"),
    ],
)
def test_what_only_drawing_can_tell_is_a_fault_at_its_place(
    check: Check, text: str, values: dict[str, Any], code: str
) -> None:
    found = check(text, n=Integer())
    with pytest.raises(SpecError) as caught:
        found.draw(values=values)
    assert [each.code for each in caught.value.diagnostics] == [code]
    assert caught.value.diagnostics[0].span.text


def test_a_condition_stops_at_the_part_that_decides(check: Check) -> None:
    assert check("n != 0 and 10 / n > 2", n=Integer()).draw(values={"n": 0}) is False
    assert check("n == 0 or 10 / n > 2", n=Integer()).draw(values={"n": 0}) is True


@pytest.mark.parametrize(
    ("text", "values", "truth"),
    [
        ("n in 1..3", {"n": 3}, True),
        ("n in {1, 4}", {"n": 3}, False),
        ("colour in {red, blue}", {"colour": "red"}, True),
        ("not (n == 3)", {"n": 3}, False),
        ("colour != red", {"colour": "red"}, False),
        ("dog in animals", {}, True),
    ],
)
def test_conditions(check: Check, text: str, values: dict[str, Any], truth: bool) -> None:
    found = check(text, BOOLEAN, n=Integer(), colour=COLOUR)
    assert found.draw(values=values) is truth


# ---------------------------------------------------------------------------------------------------- golden


GOLDEN: dict[str, list[Any]] = {
    "2..6": [3, 3, 4, 5],
    "$80..$15000": [166000, 236700, 827200, 117400],
    "2026-03-01..2026-11-30": [739787, 739787, 739798, 739749],
    "{red: 3, blue: 1}": ["red", "red", "blue", "red"],
    "{1: 0.7, 2: 0.2, 3: 0.1}": [1, 1, 1, 2],
    "{1, 2, 3}": [3, 1, 2, 1],
    "1 of animals": ["cat", "cat", "owl", "fox"],
    "3 of animals": [
        ("cat", "bee", "owl"),
        ("cat", "dog", "fox"),
        ("owl", "bee", "cat"),
        ("fox", "cat", "dog"),
    ],
    "1 of cities": [("oslo", 7, 500), ("oslo", 7, 500), ("rome", 9, 250), ("oslo", 7, 500)],
    "1 of price": [100, 100, 250, 100],
    "uniform(0.5, 2)": [
        0.6594819571958683,
        0.949474285984983,
        1.177088063900058,
        1.7739166229796477,
    ],
    "humped($5, $9)": [679, 665, 688, 678],
    "repeat(3, 1..9)": [(6, 7, 4), (1, 3, 8), (5, 2, 9), (7, 6, 5)],
    "1 of without(animals, dog)": ["cat", "cat", "bee", "cat"],
    "{0: 1..9, 1: 10..19}[{0, 1}]": [7, 3, 15, 6],
    "list(1 of animals, 1 of animals.test)": [
        ("cat", "bee"),
        ("cat", "fox"),
        ("owl", "bee"),
        ("fox", "fox"),
    ],
}


@pytest.mark.parametrize("text", sorted(GOLDEN))
def test_the_values_drawn_for_fixed_keys_are_frozen(check: Check, text: str) -> None:
    assert check(text).draws(4) == GOLDEN[text]


# ------------------------------------------------------------------------------------------------ properties


amounts = st.one_of(
    st.integers(0, 500).map(str),
    st.integers(0, 500).map(lambda n: f"${n}"),
    st.integers(0, 500).map(lambda n: f"{n}m"),
    st.integers(0, 23).map(lambda n: f"{n:02}:15"),
    st.integers(0, 90).map(lambda n: f"{n}%"),
    st.just("2026-04-17"),
    st.sampled_from(["pages", "colour", "red", "animals", "cities", "nothing_so", "1.5", "true"]),
)


def expressions(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    operators = st.sampled_from(["+", "-", "*", "/", "mod", "..", "<", "==", "of", "in", "and"])
    functions = st.sampled_from(["round", "max", "sum", "len", "list", "uniform", "hours", "first"])
    return st.one_of(
        st.tuples(inner, operators, inner).map(lambda t: f"({t[0]}) {t[1]} ({t[2]})"),
        st.tuples(functions, st.lists(inner, max_size=3)).map(
            lambda t: f"{t[0]}({', '.join(t[1])})"
        ),
        st.tuples(inner, inner).map(lambda t: f"{{{t[0]}: 1, {t[1]}: 2}}"),
        st.tuples(inner, inner, inner).map(lambda t: f"{{{t[0]}: {t[1]}}}[{t[2]}]"),
        inner.map(lambda t: f"-({t})"),
    )


@settings(max_examples=150)
@given(
    st.recursive(amounts, expressions, max_leaves=8),
    st.sampled_from(
        [None, Integer(), Money(), Percent(), List(Duration()), COLOUR, BOOLEAN, Date()]
    ),
)
def test_no_expression_ends_in_a_traceback(check: Check, text: str, expected: Any) -> None:
    found = check(text, expected, pages=Integer(), colour=COLOUR)
    if found.codes:
        return
    for number in range(3):
        try:
            value = found.draw(number, values={"pages": 7, "colour": "red"})
        except (SpecError, NoValue):
            continue
        kind = found.typed.type
        if isinstance(kind, Money | Percent | Duration | Time | Date):
            assert isinstance(value, int)
