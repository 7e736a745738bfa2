"""Layouts: what is written is read back, also in the replies that models write."""

import time
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from rspc.compiler.replies import (
    Entry,
    Field,
    Layout,
    Part,
    describe_layout,
    read_answer,
    write_answer,
)

LANDS = Field(
    "land", ("Avania", "Bel Mar", "corvia", "the Reef"), ("avania", "bel_mar", "corvia", "reef")
)
COLOURS = Field("colour", ("red", "green", "dark blue"), ("red", "green", "dark_blue"))
HOUSES = Field("house", ("1", "2", "3"))
STEPS = Field("step", ("1", "2", "3", "4"))
PRICE = Field("price", kind="money")
SIDES = Field(
    "side", ("fries", "rice", "green beans"), ("fries", "rice", "`green beans`"), many=True
)

PAIRED = Layout("pairs", (Part((LANDS, COLOURS), pieces=("", " = ", ""), places=(0, 1)),))
MOVES = Layout(
    "lines", (Part((LANDS, LANDS, STEPS), pieces=("", " onto ", ""), places=(0, 1)),), order=2
)
ONE_GRID = Layout(
    "grid", (Part((HOUSES, STEPS, COLOURS), row=0, column=1, cell=2),), corner="house", whole=True
)
SQUARE = Layout(
    "grid",
    (
        Part(
            (HOUSES, Field("column", ("1", "2", "3")), Field("digit", ("1", "2", "3"))),
            row=0,
            column=1,
            cell=2,
        ),
    ),
    corner="row",
    whole=True,
)
GRID = Layout(
    "grid",
    (
        Part((LANDS, HOUSES), title="land", row=1, cell=0),
        Part((COLOURS, HOUSES), title="colour", row=1, cell=0),
    ),
    corner="house",
    whole=True,
)
OBJECT = Layout("json", (Part((LANDS, COLOURS)),))
OBJECTS = Layout("json", (Part((LANDS, COLOURS), "first"), Part((HOUSES,), "second")))
SLOTS = Layout(
    "pairs",
    (
        Part((PRICE,), "price", ("price = ", ""), (0,)),
        Part((SIDES,), "sides", ("sides = ", ""), (0,)),
        Part((COLOURS,), "colour", ("colour = ", ""), (0,)),
    ),
    whole=True,
)


def some(*fields: Field) -> st.SearchStrategy[tuple[str, ...]]:
    return st.tuples(*(st.sampled_from(field.known) for field in fields))


def filled(keys: list[tuple[int, str]], values: Field) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(values.known), min_size=len(keys), max_size=len(keys))


@st.composite
def answers(draw: Any) -> tuple[Layout, list[Entry]]:
    """Return a layout and entries that it can write."""
    layout = draw(st.sampled_from([PAIRED, MOVES, ONE_GRID, SQUARE, GRID, OBJECT, OBJECTS, SLOTS]))
    if layout is MOVES:
        steps = draw(st.integers(1, 4))
        moves = draw(st.lists(some(LANDS, LANDS), min_size=steps, max_size=steps))
        return layout, [(0, (*move, str(at + 1))) for at, move in enumerate(moves)]
    if layout is SLOTS:
        cents = draw(st.integers(0, 10**7))
        sides = draw(st.sets(st.sampled_from(SIDES.known)))
        own = ", ".join(each for each in SIDES.known if each in sides)
        text = f"${cents // 100}.{cents % 100:02d}".removesuffix(".00")
        return layout, [
            (0, (text,)),
            (1, (f"{{{own}}}",)),
            (2, (draw(st.sampled_from(COLOURS.known)),)),
        ]
    if layout.form == "grid":
        entries: list[Entry] = []
        for number, column, _ in layout.columns():
            part = layout.parts[number]
            for row in layout.rows().known:
                values = [""] * len(part.fields)
                values[part.row] = row
                values[part.cell] = draw(st.sampled_from(part.fields[part.cell].known))
                if part.column >= 0:
                    values[part.column] = column
                entries.append((number, tuple(values)))
        return layout, entries
    made = [
        st.tuples(st.just(number), some(*part.fields)) for number, part in enumerate(layout.parts)
    ]
    return layout, draw(st.lists(st.one_of(made), min_size=1, max_size=8, unique=True))


def styled(text: str, layout: Layout, style: str) -> str:
    match style:
        case "thought":
            return f"<think>maybe {text[:5]} …\n{text.upper()}</think>\n{text}"
        case "fence":
            return f"Let me think. First I look at the clues.\n\n```\n{text}\n```\n\nThat is all of it."
        case "cue":
            return f"I looked at every clue, one by one.\n\n**Final answer:**\n\n{text}\n\nDone, I think so."
        case "tag":
            return f"Some thoughts.\n<answer>\n{text}\n</answer>"
        case "case":
            return text.upper() if layout.form != "json" else text
        case "bullets" if layout.form in ("lines", "pairs"):
            return "\n".join(f"- **{line}**" for line in text.splitlines())
        case "numbers" if layout.form in ("lines", "pairs"):
            return "\n".join(f"{at}. {line}." for at, line in enumerate(text.splitlines(), 1))
        case "one line" if layout.form == "pairs" and layout is not SLOTS:
            return "; ".join(text.splitlines())
        case "pipes" if layout.form == "grid":
            return "\n".join(line.strip("| ") for line in text.splitlines())
        case "aligned" if layout.form == "grid":
            lines = [line for line in text.splitlines() if "---" not in line]
            return "\n".join("   ".join(line.strip("| ").split(" | ")) for line in lines)
        case "commas" if layout.form == "grid":
            lines = [line for line in text.splitlines() if "---" not in line]
            return "\n".join(line.strip("| ").replace(" | ", ", ") for line in lines)
        case "twice":
            return f"A first try:\n\n{text.splitlines()[0]}\n\nNo. This is what holds:\n\n{text}"
        case _:
            return text


STYLES = (
    "plain", "thought", "fence", "cue", "tag", "case", "bullets", "numbers", "one line", "pipes",
    "aligned", "commas", "twice",
)  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(answers(), st.sampled_from(STYLES))
def test_what_is_written_is_read_back(answer: tuple[Layout, list[Entry]], style: str) -> None:
    layout, entries = answer
    text = write_answer(layout, tuple(entries))
    found = read_answer(layout, styled(text, layout, style))
    assert not found.problem
    assert set(found.entries) == set(entries)


def grid(*lines: str) -> str:
    return "\n".join(lines)


RIGHT = {
    (0, ("avania", "1")),
    (1, ("red", "1")),
    (0, ("bel_mar", "2")),
    (1, ("green", "2")),
    (0, ("reef", "3")),
    (1, ("dark_blue", "3")),
}


@pytest.mark.parametrize(
    "text",
    [
        grid(
            "| colour | house | land |",
            "|:-:|---|---|",
            "| red | 1 | Avania |",
            "|green|2|bel mar|",
            "|dark blue|3|reef|",
        ),
        grid(
            "|house|land|colour|",
            "|house 2|Bel-Mar|Green|",
            "|House 1|**Avania**|red|",
            "|3|the reef|dark blue|",
        ),
        grid(
            "+---+---+---+",
            "| house | land | colour |",
            "+===+===+===+",
            "| 1 | avania | red |",
            "| 2 | bel mar | green |",
            "| 3 | reef | dark blue |",
            "+---+---+---+",
        ),
        grid("House, Land, Colour", "1, Avania, red", "2, Bel Mar, green", "3, Reef, dark blue"),
        grid("house\tland\tcolour", "1\tAvania\tred", "2\tBel Mar\tgreen", "3\tReef\tdark blue"),
        grid("1 | Avania | red", "2 | Bel Mar | green", "3 | Reef | dark blue"),
        grid(
            "First attempt:",
            "| house | land | colour |",
            "|-|-|-|",
            "|1|reef|red|",
            "",
            "But clue 2 fails.",
            "",
            "| house | land | colour |",
            "|-|-|-|",
            "|1|avania|red|",
            "|2|bel mar|green|",
            "|3|reef|dark blue|",
            "",
            "This fits all clues.",
        ),
    ],
)
def test_grids_of_many_shapes_are_read(text: str) -> None:
    found = read_answer(GRID, text)
    assert (set(found.entries), found.problem) == (RIGHT, "")


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3\n2 3 1\n3 1 2",
        "123\n231\n312",
        "1 2 | 3\n2 3 | 1\n----+--\n3 1 | 2",
        "[1, 2, 3]\n[2, 3, 1]\n[3, 1, 2]",
        "| row | 1 | 2 | 3 |\n|---|---|---|---|\n| 1 | 1 | 2 | 3 |\n| 2 | 2 | 3 | 1 |\n| 3 | 3 | 1 | 2 |",
    ],
)
def test_squares_of_digits_are_read(text: str) -> None:
    found = read_answer(SQUARE, text)
    want = {(0, (str(r + 1), str(c + 1), str((r + c) % 3 + 1))) for r in range(3) for c in range(3)}
    assert (set(found.entries), found.problem) == (want, "")


@pytest.mark.parametrize(
    ("layout", "text", "problem"),
    [
        (GRID, "| house | land | colour |\n| 1 | avania | red |", "row `2` is missing"),
        (
            GRID,
            "| house | land | colour |\n| 1 | avania | mauve |",
            "row `1`, column `colour`: there is no colour `mauve`",
        ),
        (GRID, "| house | land | colour |\n| 1 | avania | |", "row `1`, column `colour` is empty"),
        (GRID, "| house | land | colour |\n| 9 | avania | red |", "there is no row `9`"),
        (
            GRID,
            "| house | land | colour |\n| 1 | avania | red |\n| 1 | reef | red |",
            "row `1` occurs twice",
        ),
        (GRID, "| house | land | drink |\n| 1 | avania | red |", "there is no column `drink`"),
        (GRID, "| house | land | colour |\n| 1 | avania |", "a row has 2 cells instead of 3"),
        (GRID, "I do not know.", "no answer in the form that is asked for"),
        (PAIRED, "avania = red\nBel Mar = mauve", "there is no colour `mauve`"),
        (PAIRED, "", "no answer in the form that is asked for"),
        (MOVES, "\n".join(["avania onto corvia"] * 5), "there are more than 4 lines"),
        (OBJECT, '{"avania": "mauve"}', "there is no colour `mauve`"),
        (OBJECT, '{"avania": {"x": 1}}', "there is no colour `{'x': 1}`"),
        (OBJECTS, '{"third": 1}', "there is no key `third`"),
        (OBJECT, "[1, 2]", "there is no object for land"),
    ],
)
def test_what_is_wrong_with_a_form_is_named(layout: Layout, text: str, problem: str) -> None:
    assert read_answer(layout, text).problem == problem


def test_pairs_are_read_by_other_signs_and_among_reasons() -> None:
    want = {(0, ("avania", "red")), (0, ("bel_mar", "green"))}
    for text in (
        "Avania: red\nBel Mar: green",
        "Avania -> red\nBel Mar → green",
        "Avania is red, Bel Mar is green",
        "So Avania = green.\nNo, that breaks a clue.\n\n- Avania = red\n- Bel Mar = green\n\nSo every clue holds.",
        '{"answer": "Avania = red\\nBel Mar = green"}',
    ):
        assert set(read_answer(PAIRED, text).entries) == want, text


def test_json_is_read_in_many_shapes() -> None:
    want = {(0, ("avania", "red")), (0, ("bel_mar", "green"))}
    for text in (
        'Thus {"Avania": "red", "Bel Mar": "green"}.',
        '```json\n{"avania": "red", "bel_mar": "green",}\n```',
        "{'Avania': 'red', 'Bel Mar': 'green'}",
        '{"answer": {"Avania": "red", "Bel Mar": "green"}}',
        'First {"Avania": "green"} but then {"Avania": "red", "Bel Mar": "green"}',
    ):
        assert set(read_answer(OBJECT, text).entries) == want, text


def test_the_instruction_has_the_form_of_the_answer() -> None:
    assert describe_layout(GRID).endswith(
        "\n\n| house | land | colour |\n| --- | --- | --- |\n"
        "| 1 |   |   |\n| 2 |   |   |\n| 3 |   |   |"
    )
    assert describe_layout(PAIRED).endswith("\n\n<land> = <colour>")
    assert describe_layout(MOVES).endswith("\n\n<land 1> onto <land 2>")
    assert '{"<land>": "<colour>"}' in describe_layout(OBJECT)
    assert "<sides>" not in describe_layout(SLOTS)
    assert "price = <price>" in describe_layout(SLOTS)
    assert "<side>: some of fries, rice, green beans" in describe_layout(SLOTS, listed=True)


HOSTILE = {
    "pipes": "|" * 3_000_000,
    "rows of pipes": ("|" * 200 + "\n") * 20_000,
    "rules": "|---" * 500_000,
    "nesting": "[" * 2_000_000,
    "objects": '{"a":' * 400_000,
    "small objects": '{"Avania": "red"}, ' * 100_000,
    "unclosed": '{"Avania": "' * 100_000,
    "numbers": "9" * 2_000_000,
    "price": "price = $" + "9" * 1_000_000,
    "equals": "= " * 1_000_000,
    "pairs": "Avania = " * 300_000,
    "onto": ("avania onto " * 12 + "\n") * 20_000,
    "lines": "Avania = red\n" * 200_000,
    "fences": "```\n" * 500_000,
    "boxes": "\\boxed{" * 300_000,
    "tags": "<answer>" * 300_000,
    "thoughts": "<think>" * 300_000,
    "cues": "the answer is " * 150_000,
    "stars": "*" * 2_000_000,
    "backticks": "`" * 2_000_000,
    "blanks": " " * 3_000_000,
    "newlines": "\n" * 3_000_000,
    "marks": "\u0300" * 500_000,
    "quotes": '"' * 1_000_000,
    "backslashes": "{\\" * 500_000,
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("layout", [PAIRED, MOVES, GRID, SQUARE, OBJECT, SLOTS])
def test_a_hostile_reply_is_read_quickly(name: str, layout: Layout) -> None:
    begun = time.process_time()
    read_answer(layout, HOSTILE[name])
    assert time.process_time() - begun < 2


TURNS = Layout("lines", (Part((LANDS, STEPS), pieces=("", ""), places=(0,)),), order=1)
"""Lines that are values alone, in the order of steps."""
VISITED = ((0, ("reef", "1")), (0, ("avania", "2")), (0, ("corvia", "3")))
VISITS = "the Reef\nAvania\ncorvia"


@pytest.mark.parametrize(
    "reply",
    [
        VISITS,
        f"The order is:\n{VISITS}",
        f"Solution\n{VISITS}",
        f"Order\n\n{VISITS}\n\nThis fits every clue.",
        "the Reef -> Avania -> corvia",
        "1. the Reef\n2. Avania\n3. corvia",
        f"Perhaps it begins with Avania.\nLet me see.\nSo:\n{VISITS}",
        f"First try:\nAvania\ncorvia\nThat fails. So:\n{VISITS}",
    ],
)
def test_values_alone_are_read_in_their_order(reply: str) -> None:
    found = read_answer(TURNS, reply)
    assert found.problem == ""
    assert found.entries == VISITED


@pytest.mark.parametrize("stranger", ["Elbonia", "Utopia", "9"])
@pytest.mark.parametrize("dress", ["{}", "Answer:\n{}", "```\n{}\n```", "The order is:\n{}"])
def test_an_unknown_value_next_to_others_is_part_of_the_answer(stranger: str, dress: str) -> None:
    lines = VISITS.split("\n")
    for place in range(len(lines) + 1):
        own = "\n".join([*lines[:place], stranger, *lines[place:]])
        assert read_answer(TURNS, dress.format(own)).problem == f"there is no land `{stranger}`"
    dotted = "\n".join(f"{line}." for line in [*lines, stranger])
    assert read_answer(TURNS, dotted).problem == f"there is no land `{stranger}`"


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (f"Either\nAvania\ncorvia\nor\n{VISITS}", "several answers are given"),
        (f"Answer:\n{VISITS}\nor\nAvania\ncorvia", "several answers are given"),
        (f"Answer:\n{VISITS}\nAlternatively:\nAvania", "several answers are given"),
        (f"I am not sure, perhaps:\n{VISITS}", "the answer is in doubt"),
        (f"My guess:\n{VISITS}", "the answer is in doubt"),
    ],
)
def test_an_answer_that_is_left_open_does_not_count(reply: str, problem: str) -> None:
    assert read_answer(TURNS, reply).problem == problem


BOTH = {(0, ("avania", "red")), (0, ("bel_mar", "green"))}
CHOSEN = {(0, ("$5",)), (1, ("{fries, rice}",)), (2, ("dark_blue",))}


@pytest.mark.parametrize(
    "text",
    [
        "| land | colour |\n|---|---|\n| Avania | red |\n| Bel Mar | green |",
        "| Colour | Land |\n|---|---|\n| red | Avania |\n| green | Bel Mar |",
        "| Place | Paint |\n|---|---|\n| Avania | red |\n| Bel Mar | green |",
        "Answer:\n\n| Avania | red |\n| Bel Mar | green |\n\nThat is all.",
        "Avania | red\nBel Mar | green",
        '{"Avania": "red", "Bel Mar": "green"}',
        '```json\n{\n  "Avania": "red",\n  "Bel Mar": "green"\n}\n```',
        "{'avania': 'red', 'bel_mar': 'green'}",
        '{"answer": {"avania": "red", "bel_mar": "green"}}',
        '[{"land": "Avania", "colour": "red"}, {"colour": "green", "land": "Bel Mar"}]',
        'First {"Avania": "green"}. That fails, so:\n\nAvania = red\nBel Mar = green',
        "| land | colour |\n|---|---|\n| Avania | red |\n\nNow all:\n\nAvania = red\nBel Mar = green",
    ],
)
def test_pairs_are_read_in_other_forms(text: str) -> None:
    found = read_answer(PAIRED, text)
    assert (set(found.entries), found.problem) == (BOTH, "")


@pytest.mark.parametrize(
    "text",
    [
        "| price | $5 |\n| sides | fries, rice |\n| colour | dark blue |",
        "| slot | value |\n|---|---|\n| price | $5 |\n| sides | fries and rice |\n| colour | dark blue |",
        "| price | sides | colour |\n|---|---|---|\n| $5 | fries, rice | dark blue |",
        '{"price": "$5", "sides": ["fries", "rice"], "colour": "dark blue"}',
        '```json\n{"price": "$5", "sides": "fries, rice", "colour": "dark blue"}\n```',
    ],
)
def test_slots_are_read_in_other_forms(text: str) -> None:
    found = read_answer(SLOTS, text)
    assert (set(found.entries), found.problem) == (CHOSEN, "")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('{"Avania": "red", "Bel Mar": "mauve"}', "there is no colour `mauve`"),
        (
            "| land | colour |\n|---|---|\n| Avania | red |\n| Bel Mar | mauve |",
            "there is no colour `mauve`",
        ),
        ("| a | b | c |\n|---|---|---|\n| d | e | f |", "no answer in the form that is asked for"),
        ('{"a": "b"}', "no answer in the form that is asked for"),
    ],
)
def test_what_is_wrong_with_pairs_in_other_forms_is_named(text: str, problem: str) -> None:
    assert read_answer(PAIRED, text).problem == problem


@pytest.mark.parametrize(
    "reply",
    [
        "the Reef, Avania, corvia",
        "the Reef → Avania → corvia",
        "The order is the Reef, Avania, corvia.",
        "Order: the Reef -> Avania -> corvia",
        "So the lands in order are the Reef, Avania, corvia.\n\nThat fits every clue.",
    ],
)
def test_values_alone_are_read_on_one_line(reply: str) -> None:
    found = read_answer(TURNS, reply)
    assert (found.entries, found.problem) == (VISITED, "")


def table(*colours: str) -> str:
    lands = ("avania", "bel mar", "reef")
    rows = [
        f"| {at} | {land} | {colour} |"
        for at, land, colour in zip((1, 2, 3), lands, colours, strict=True)
    ]
    return "\n".join(["| house | land | colour |", "|---|---|---|", *rows])


def several(one: str, other: str) -> list[str]:
    """Return replies that give two answers."""
    return [
        f"{one}\n\n{other}",
        f"{one}\n\nor\n\n{other}",
        f"Solution 1:\n\n{one}\n\nSolution 2:\n\n{other}",
        f"{one}\n\nAnother solution that fits all of the clues is this:\n\n{other}",
        f"Answer:\n\n{one}\n\nor\n\n{other}",
        f"Answer:\n\n{one}\n\n{other}",
        f"```\n{one}\n```\n\nAlternatively:\n\n```\n{other}\n```",
        f"```\n{one}\n```\n```\n{other}\n```",
        f"<answer>{one}</answer> or <answer>{other}</answer>",
        f"\\boxed{{{one}}}\n\\boxed{{{other}}}",
    ]


def thought(one: str, other: str) -> list[str]:
    """Return replies whose last answer is theirs."""
    return [
        other,
        f"{other}\n\n{other}",
        f"{one}\n\nBut clue 2 fails.\n\n{other}",
        f"First try:\n\n{one}\n\nThe second clue does not hold for the first house.\n\n{other}",
        f"{one}\n\nWait, I have to correct this.\n\n{other}",
        f"{one}\n\nFinal answer:\n\n{other}",
        f"```\n{one}\n```\nNo, house 1 is green.\n```\n{other}\n```",
        f"<answer>{one}</answer> That is wrong. <answer>{other}</answer>",
        f"<think>{one}\nor\n{other}</think>\n{other}",
        f"I checked all the clues. Perhaps this helps to see why.\nSo I fill in the answer.\n\n{other}",
    ]


GRIDS = table("green", "red", "dark blue"), table("red", "green", "dark blue")
OBJECTS_GIVEN = '{"Avania": "green", "Bel Mar": "red"}', '{"Avania": "red", "Bel Mar": "green"}'


@pytest.mark.parametrize("place", range(10))
@pytest.mark.parametrize(("layout", "given"), [(GRID, GRIDS), (OBJECT, OBJECTS_GIVEN)])
def test_two_different_answers_do_not_count(
    layout: Layout, given: tuple[str, str], place: int
) -> None:
    assert read_answer(layout, several(*given)[place]).problem == "several answers are given"
    found = read_answer(layout, thought(*given)[place])
    assert (set(found.entries), found.problem) == (RIGHT if layout is GRID else BOTH, "")


@pytest.mark.parametrize("cue", ["I am not sure, perhaps:", "My guess is:", "It might be"])
@pytest.mark.parametrize(("layout", "given"), [(GRID, GRIDS), (OBJECT, OBJECTS_GIVEN)])
def test_a_table_or_an_object_in_doubt_does_not_count(
    layout: Layout, given: tuple[str, str], cue: str
) -> None:
    for text in (f"{cue}\n\n{given[1]}", f"{cue}\n```\n{given[1]}\n```"):
        assert read_answer(layout, text).problem == "the answer is in doubt", text


@pytest.mark.parametrize("place", range(8))
def test_two_different_lists_of_lines_do_not_count(place: int) -> None:
    given = "Avania = green\nBel Mar = red", "Avania = red\nBel Mar = green"
    if place not in (0, 5):  # without anything between them, they are one list
        assert read_answer(PAIRED, several(*given)[place]).problem == "several answers are given"
    found = read_answer(PAIRED, thought(*given)[place])
    assert (set(found.entries), found.problem) == (BOTH, "")
