"""What a value is in a reply: the amount alone, one sign between a pair, one value for each key."""

import pytest

from rspc.compiler.replies import Field, Layout, Part, read_answer

DAYS = Field("days", kind="integer")
PRICE = Field("price", kind="money")
LASTS = Field("length", kind="duration")
TOWN = Field("town", ("rome", "paris"))
TRIP = Layout(
    "lines",
    (
        Part((TOWN, DAYS), pieces=("to ", " for ", " days"), places=(0, 1)),
        Part((PRICE,), pieces=("at ", ""), places=(0,)),
    ),
    whole=True,
)
STAY = Layout(
    "pairs",
    (
        Part((DAYS,), "days", ("days = ", ""), (0,)),
        Part((PRICE,), "price", ("price = ", ""), (0,)),
        Part((LASTS,), "length", ("length = ", ""), (0,)),
    ),
    whole=True,
)
NODES = Field("node", ("1", "2", "3"))
COLOURS = Field("colour", ("red", "blue"))
PAIRED = Layout("pairs", (Part((NODES, COLOURS), pieces=("", " = ", ""), places=(0, 1)),))
OBJECT = Layout("json", (Part((NODES, COLOURS)),))
OBJECTS = Layout("json", (Part((NODES, COLOURS), "first"), Part((NODES,), "second")))
SQUARE = Layout("grid", (Part((NODES, COLOURS, NODES), row=0, column=1, cell=2),), corner="node")


@pytest.mark.parametrize(
    "days",
    [
        "6-7", "6–7", "6~7", "6 - 7", "6/7", "6, 7", "6 or 7", "6 to 7", "6+", "≥6", "≤6", ">6", "~6", "about 6",
        "at least 6", "not 6", "more than 6", "up to 6", "6²", "6½", "6^2", "6,0", "6 (or 7)", "6 (maybe)", "6?",
        "6 plus", "no 6", "maybe 6", "6*2", "1**6", "1,1", "12,34", "6e0", "6.5",
    ],
)  # fmt: skip
def test_an_amount_with_something_that_changes_it_is_none(days: str) -> None:
    assert read_answer(TRIP, f"to paris for {days} days\nat $1,100").problem


@pytest.mark.parametrize(
    "price",
    [
        "up to $1,100", "$150-$999", "$150-999", "$150–$999", "$1,1,0,0", "$11,00", "about $1,100", "$1,100+",
        "$1,100 or less", "less than $1,100", "~$1,100", "$1,100 or $1,200", "$1,100 instead of $900", "€1,100",
        "not $1,100", "$1,100 at most", "$1,100 minus tips", "$1,100²", "$1,100 * 2", "under $1,100",
        "$1,1**00", "$1**100",
    ],
)  # fmt: skip
def test_an_amount_of_money_with_something_that_changes_it_is_none(price: str) -> None:
    assert read_answer(TRIP, f"to paris for 6 days\nat {price}").problem


@pytest.mark.parametrize(
    "days", ["6", "06", "+6", "six", "6.0", "6.", "**6**", "exactly 6", "(6)", "`6`", "６"]
)
@pytest.mark.parametrize(
    "price",
    ["$1,100", "$1100", "$ 1,100", "$1,100.00", "$1,100.", "1,100 dollars", "$1,100 (total)", "**$1,100**", "\\$1,100",
     "$1,100 in total", "exactly $1,100", "$1,100 USD"],
)  # fmt: skip
def test_an_amount_alone_is_read(days: str, price: str) -> None:
    found = read_answer(TRIP, f"to Paris for {days} days\nat {price}")
    assert (found.problem, found.entries) == ("", ((0, ("paris", "6")), (1, ("$1100",))))


@pytest.mark.parametrize(
    "length", ["90 minutes", "1 hour and 30 minutes", "1h30m", "1 h 30 min", "90 min.", "1 hour, 30 minutes"]
)  # fmt: skip
@pytest.mark.parametrize("days", ["6 days", "6 nights", "days: 6", "the 6 days", "6 days in total"])
def test_an_amount_with_its_unit_is_read(days: str, length: str) -> None:
    found = read_answer(STAY, f"days = {days}\nprice = $5\nlength = {length}")
    assert (found.problem, [values for _, values in found.entries]) == (
        "",
        [("6",), ("$5",), ("1h30m",)],
    )


@pytest.mark.parametrize("sign", ["!=", "≠", "<>", "=/=", "/=", "! =", "~="])
def test_what_is_not_the_same_is_no_pair(sign: str) -> None:
    found = read_answer(PAIRED, f"1 = red\n2 = blue\n3 {sign} blue")
    assert (0, ("3", "blue")) not in found.entries
    assert not read_answer(PAIRED, f"1 {sign} red\n2 {sign} blue").entries


@pytest.mark.parametrize("layout", [PAIRED, OBJECT])
@pytest.mark.parametrize(
    "text",
    [
        '{"1": "blue", "1": "red", "2": "blue"}',
        "{'1': 'blue', '1': 'red', '2': 'blue'}",
        '```json\n{"1": "blue", "1": "red",}\n```',
        '{"answer": {"1": "blue", "1": "red", "2": "blue"}}',
        '{"answer": {"1": "blue"}, "answer": {"1": "red"}}',
        '<answer>{"1": "blue", "1": "red"}</answer>',
    ],
)
def test_a_key_with_two_values_gives_several_answers(layout: Layout, text: str) -> None:
    assert read_answer(layout, text).problem == "several answers are given"


def test_a_key_twice_with_one_value_is_one_answer() -> None:
    for layout in (PAIRED, OBJECT):
        found = read_answer(layout, '{"1": "blue", "1": "blue", "2": "red"}')
        assert found.entries == ((0, ("1", "blue")), (0, ("2", "red")))
    assert read_answer(OBJECTS, '{"second": 1, "second": 2}').problem == "several answers are given"


def test_a_number_with_a_point_is_the_whole_number() -> None:
    found = read_answer(
        SQUARE, "| node | red | blue |\n|---|---|---|\n| 1.0 | 2.0 | 3 |\n| 2 | 1 | 1.00 |"
    )
    assert found.problem == ""
    assert (0, ("1", "red", "2")) in found.entries
    assert (0, ("2", "blue", "1")) in found.entries
    assert read_answer(SQUARE, "| node | red | blue |\n|---|---|---|\n| 1 | 2.5 | 3 |").problem
