"""Each kind's literals, words and SMT terms say one value each, and say it back."""

from __future__ import annotations

import contextlib
import re

import pytest
from hypothesis import given, settings, strategies as st
from hypothesis.strategies import SearchStrategy

from rspc.compiler.kinds import (
    Date,
    Duration,
    Integer,
    Kind,
    KindError,
    List,
    Money,
    OneOf,
    Percent,
    Scalar,
    Set,
    Time,
    Value,
    join,
)
from rspc.compiler.kinds.arithmetic import combine, grain, whole
from rspc.compiler.kinds.kind import smt_symbol
from rspc.compiler.language import english

CITY = OneOf(
    "city", ("oslo", "los_angeles", "St. John's", "rio|sul", "São Paulo", "a\\b%", "x;y`z")
)
TOWN = OneOf("town", ("oslo", "los_angeles", "St. John's"))
SCALARS: list[Scalar] = [
    Integer(),
    Money(),
    Percent(),
    Time(),
    Duration(),
    Date(),
    Integer(low=2, high=9),
]
ALL: list[Kind] = [
    *SCALARS,
    CITY,
    Set(CITY),
    List(CITY, 5),
    List(Duration(low=0), 4),
    List(Money(), 3),
    List(Time(), 3),
]


def values(kind: Kind) -> SearchStrategy[Value]:
    match kind:
        case OneOf(values=members):
            return st.sampled_from(members)
        case Set(element=element):
            return st.frozensets(values(element))
        case List(element=element, longest=longest):
            return st.lists(values(element), max_size=longest).map(tuple)
        case Scalar(low=low, high=high):
            least = -(10**12) if low is None else low
            return st.integers(least, 10**12 if high is None else high)
    raise AssertionError(kind)


def valued(kinds: list[Kind]) -> SearchStrategy[tuple[Kind, Value]]:
    return st.sampled_from(kinds).flatmap(lambda kind: st.tuples(st.just(kind), values(kind)))


EVERY = given(valued(ALL))
FAST = settings(max_examples=60, deadline=None)


@FAST
@EVERY
def test_a_literal_is_read_back(given_value: tuple[Kind, Value]) -> None:
    kind, value = given_value
    assert kind.read(kind.show(value)) == value


@FAST
@given(valued([CITY, Set(TOWN), List(TOWN, 5), List(Duration(low=0), 4), List(Date(), 3)]))
def test_a_table_cell_is_read_back(given_value: tuple[Kind, Value]) -> None:
    kind, value = given_value
    match kind, value:
        case Set(), frozenset():
            assert kind.read(",".join(sorted(map(str, value)))) == value
            assert kind.read("{" + ", ".join(sorted(map(str, value))) + "}") == value
        case List(element=element), tuple():
            plain = isinstance(element, OneOf)
            cells = [str(each) if plain else element.show(each) for each in value]
            assert kind.read("; ".join(cells)) == value
            assert kind.read("[" + ";".join(cells) + "]") == value
        case _:
            assert kind.read(str(value)) == value


@FAST
@EVERY
def test_words_are_understood_and_match_the_pattern(given_value: tuple[Kind, Value]) -> None:
    kind, value = given_value
    said = kind.words(value)
    assert kind.unwords(said) == value
    assert re.fullmatch(kind.pattern, said)
    assert re.compile(kind.pattern).groups == 0


@FAST
@EVERY
def test_a_node_holds_the_value(given_value: tuple[Kind, Value]) -> None:
    kind, value = given_value
    assert kind.value(kind.term(value)) == value


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ALL).flatmap(lambda k: st.tuples(st.just(k), values(k), values(k))))
def test_smt_terms_are_equal_just_if_the_values_are(case: tuple[Kind, Value, Value]) -> None:
    import z3

    kind, one, other = case
    constant = f"(declare-const c {kind.sort})"
    lines = [*kind.declarations(), constant, f"(assert (= c {kind.smt(one)}))"]
    held = f"(assert {kind.domain('c')})"
    context = z3.Context()

    def answer(*more: str) -> str:
        text = "\n".join([*lines, *more, "(check-sat)"])
        return str(z3.z3core.Z3_eval_smtlib2_string(context.ref(), "(reset)" + text)).strip()

    assert answer(held) == "sat"
    assert answer(f"(assert (= c {kind.smt(other)}))") == ("sat" if one == other else "unsat")


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.name)
@settings(max_examples=60, deadline=None)
@given(text=st.text(st.sampled_from("0123456789$%:;,.-hm {}[]aelnos"), max_size=12))
def test_any_text_is_a_value_or_a_kind_error(kind: Kind, text: str) -> None:
    for read in (kind.read, kind.unwords):
        with contextlib.suppress(KindError):
            value = read(text)
            assert kind.value(kind.term(value)) == value
            assert kind.unwords(kind.words(value)) == value


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (Money(), "1200", 120000),
        (Money(), "$1,200.50", 120050),
        (Money(), "-$3", -300),
        (Percent(), "12.5", 1250),
        (Percent(), "-4%", -400),
        (Time(), "9:05", 545),
        (Time(), "09:05:00", 545),
        (Duration(), "2h 30m", 150),
        (Duration(), "90m", 90),
        (Date(), "2026-04-17", 739723),
        (Set(CITY), "", frozenset()),
        (Set(CITY), "oslo;los_angeles", frozenset({"oslo", "los_angeles"})),
        (
            Set(OneOf("city", ("Washington, DC", "Rome"))),
            "Washington, DC",
            frozenset({"Washington, DC"}),
        ),
        (CITY, "`oslo`", "oslo"),
        (List(CITY), "los angeles; oslo", ("los_angeles", "oslo")),
    ],
)
def test_cells_as_people_write_them(kind: Kind, text: str, value: Value) -> None:
    assert kind.read(text) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Integer(), "3.5"),
        (Integer(), ""),
        (Integer(), "--3"),
        (Integer(), "٣"),
        (Integer(low=2), "1"),
        (Money(), "$1.234"),
        (Money(), "$"),
        (Money(), "$,"),
        (Time(), "24:00"),
        (Time(), "-01:00"),
        (Duration(), ""),
        (Duration(), "h"),
        (Date(), "2026-02-30"),
        (Date(), "-2026-02-03"),
        (CITY, "Oslo"),
        (CITY, ""),
        (Set(CITY), "oslo,,oslo"),
        (List(CITY, 2), "oslo;oslo;oslo"),
        (List(CITY), "oslo;;oslo"),
    ],
)
def test_cells_that_are_no_values(kind: Kind, text: str) -> None:
    with pytest.raises(KindError):
        kind.read(text)


@pytest.mark.parametrize(
    ("kind", "value", "words"),
    [
        (Integer(), 12345, "12,345"),
        (Money(), 120050, "$1,200.50"),
        (Money(), -300, "-$3"),
        (Percent(), 1250, "12.5%"),
        (Time(), 545, "09:05"),
        (Duration(), 150, "2 hours and 30 minutes"),
        (Duration(), 61, "1 hour and 1 minute"),
        (Duration(), 0, "0 minutes"),
        (Date(), 739723, "April 17, 2026"),
        (CITY, "los_angeles", "los angeles"),
        (Set(CITY), frozenset({"los_angeles", "oslo"}), "oslo or los angeles"),
        (Set(CITY), frozenset(), "none"),
        (List(CITY), ("oslo", "oslo", "los_angeles"), "oslo, oslo, then los angeles"),
    ],
)
def test_words(kind: Kind, value: Value, words: str) -> None:
    assert kind.words(value) == words
    assert kind.unwords(words) == value


def test_a_symbol_of_any_spelling_is_one_smt_symbol() -> None:
    assert smt_symbol("a|b\\c%d\n") == "|a%7Cb%5Cc%25d%0A|"
    spellings = ["a|b", "a%7Cb", "a\\b", "a%5Cb", "a b", "é"]
    assert len({smt_symbol(each) for each in spellings}) == len(spellings)


@given(st.lists(st.sampled_from(["a", "b c", "d"])))
def test_join_and_unjoin(words: list[str]) -> None:
    assert english().split(join(words, "then"), "then") == words


@pytest.mark.parametrize(
    ("operator", "left", "right", "name"),
    [
        ("+", Time(), Duration(), "time"),
        ("-", Time(), Time(), "duration"),
        ("+", Date(), Integer(), "date"),
        ("-", Date(), Date(), "integer"),
        ("*", Money(), Integer(), "money"),
        ("/", Money(), Money(), "integer"),
        ("+", Money(), Duration(), None),
        ("*", Time(), Integer(), None),
        ("/", Date(), Integer(), None),
        ("+", CITY, CITY, None),
    ],
)
def test_units_of_arithmetic(operator: str, left: Kind, right: Kind, name: str | None) -> None:
    found = combine(operator, left, right)
    assert (found and found[0].name) == name


def test_clocks_go_round() -> None:
    later = combine("+", Time(), Duration())
    between = combine("-", Time(), Time())
    assert later is not None
    assert between is not None
    assert later[1](1430, 20) == 10
    assert between[1](10, 1430) == 20


def test_rounding_and_grain() -> None:
    assert [whole(x) for x in (0.5, 1.5, 2.5, -0.5)] == [0, 2, 2, 0]
    assert grain(10000, 20000, Money()) == 100
    assert grain(10050, 20000, Money()) == 1
    assert grain(0, 5, Integer()) == 1
