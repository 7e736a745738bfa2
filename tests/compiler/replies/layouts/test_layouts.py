"""Layouts: answers are read in the many forms in which models write them."""

import pytest

from rspc.compiler.language import english
from rspc.compiler.replies import Layout, describe_layout, read_answer

from .forms import BOTH, GRID, MOVES, OBJECT, OBJECTS, PAIRED, RIGHT, SLOTS, SQUARE


def grid(*lines: str) -> str:
    return "\n".join(lines)


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
    assert describe_layout(GRID, english()).endswith(
        "\n\n| house | land | colour |\n| --- | --- | --- |\n"
        "| 1 |   |   |\n| 2 |   |   |\n| 3 |   |   |"
    )
    assert describe_layout(PAIRED, english()).endswith("\n\n<land> = <colour>")
    assert describe_layout(MOVES, english()).endswith("\n\n<land 1> onto <land 2>")
    assert '{"<land>": "<colour>"}' in describe_layout(OBJECT, english())
    assert "<sides>" not in describe_layout(SLOTS, english())
    assert "price = <price>" in describe_layout(SLOTS, english())
    assert "<side>: one or more of fries, rice, and green beans" in describe_layout(
        SLOTS, english(), listed=True
    )


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
