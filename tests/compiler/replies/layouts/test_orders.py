"""Lists in the order of steps: on one line, with numbers, and as tables."""

import pytest

from rspc.compiler.replies import Field, Layout, Part, read_answer

VILLAGES = Field("village", ("selby", "preston", "oakham", "brome"))
STOPS = Field("stop", ("1", "2", "3", "4"))
ORDER = Layout("lines", (Part((VILLAGES, STOPS), pieces=("", ""), places=(0,)),), order=1)
NODES = Field("node", ("0", "1", "2", "3", "4"))
PATH = Layout("lines", (Part((NODES, STOPS), pieces=("", ""), places=(0,)),), order=1)
MOVES = Layout(
    "lines", (Part((NODES, NODES, STOPS), pieces=("move ", " to ", ""), places=(0, 1)),), order=2
)
RIGHT = tuple((0, (name, str(at))) for at, name in enumerate(VILLAGES.words, 1))


@pytest.mark.parametrize(
    "text",
    [
        "selby, preston, oakham, and brome",
        "selby, preston, oakham and brome",
        "Selby, Preston, Oakham, and Brome.",
        "We visit these: selby, preston, oakham, and finally brome.",
        "The order is selby, preston, oakham and then brome.",
        "selby > preston > oakham > brome",
        "selby – preston – oakham – brome",
        "selby — preston — oakham — brome",
        "selby - preston - oakham - brome",
        "selby–preston–oakham–brome",
        "The order is selby > preston > oakham > brome.",
        "| stop | village |\n|---|---|\n| 1 | selby |\n| 2 | preston |\n| 3 | oakham |\n| 4 | brome |",
        "| Village | Stop |\n|---|---|\n| brome | 4 |\n| preston | 2 |\n| selby | 1 |\n| oakham | 3 |",
        "| # | place |\n|---|---|\n| 1 | Selby |\n| 2 | Preston |\n| 3 | Oakham |\n| 4 | Brome |",
        "Answer:\n\n| 1 | selby |\n| 2 | preston |\n| 3 | oakham |\n| 4 | brome |\n\nThat is all.",
        "1. selby\n2. preston\n3. oakham\n4. brome",
        "2. preston\n1. selby\n4. brome\n3. oakham",
        "0. selby\n1. preston\n2. oakham\n3. brome",
        "1. selby\n1. preston\n1. oakham\n1. brome",
        "- 1) **selby**\n- 2) **preston**\n- 3) **oakham**\n- 4) **brome**",
        "Stop 1: selby\nStop 2: preston\nStop 3: oakham\nStop 4: brome",
        "Stop 3: oakham\nStop 2: preston\nStop 1: selby\nStop 4: brome",
        "selby, preston, oakham, brome (all four are visited)",
        "selby\npreston\noakham\nbrome\n(total length 12)",
        "selby\npreston\noakham\nbrome (the last stop)",
        "The order is selby, preston, oakham, brome with a total length of 12.",
        "\ufeffselby\npres\u200bton\n\u202eoakham\u202c\n\x00brome",
        "\u2066selby\u2069, \u200eprest\u200fon, oakham, brome\ud800",
    ],
)
def test_an_order_is_read(text: str) -> None:
    found = read_answer(ORDER, text)
    assert (found.problem, found.entries) == ("", RIGHT)


@pytest.mark.parametrize(
    "text",
    [
        "3. selby\n1. preston\n2. oakham\n4. brome",
        "| stop | village |\n|---|---|\n| 2 | selby |\n| 1 | preston |\n| 3 | oakham |\n| 4 | brome |",
        "1. selby\n2. preston\n2. oakham\n4. brome",
        "2. selby\n3. preston\n4. oakham\n5. brome",
        "1. selby\n3. preston\n5. oakham\n7. brome",
        "| stop | village |\n|---|---|\n| 1 | selby |\n| 1 | preston |\n| 3 | oakham |\n| 4 | brome |",
        "| stop | village |\n|---|---|\n| 1 | selby |\n| 2 | preston |\n| 4 | oakham |\n| 5 | brome |",
        "selby, preston, oakham and brome and selby",
        "selby, preston, oakham or brome",
        "selby, preston, oakham, and york",
        "selby, preston, oakham, brome (or brome first)",
        "selby, preston, oakham, brome (perhaps)",
    ],
)
def test_another_order_is_not_taken_for_it(text: str) -> None:
    found = read_answer(ORDER, text)
    assert found.problem or found.entries != RIGHT


def test_numbers_out_of_order_are_refused() -> None:
    found = read_answer(ORDER, "1. selby\n2. preston\n2. oakham\n4. brome")
    assert found.problem == "the numbers of the lines are not 1 to 4"


@pytest.mark.parametrize(
    "text",
    [
        "1, 0, and 3",
        "The path is 1, 0, 3 with a total weight of 5.",
        "The path is 1, 0, 3 (total weight 3).",
        "1\n0\n3\n(total weight 3)",
        "1 > 0 > 3",
        "1 - 0 - 3",
        "1. 1\n2. 0\n3. 3",
        "3. 3\n1. 1\n2. 0",
        "1.0, 0.0, 3.0",
        "Since 2 > 1, the path begins with 1.\n\n1, 0, 3",
        "| stop | node |\n|---|---|\n| 3 | 3 |\n| 1 | 1 |\n| 2 | 0 |",
    ],
)
def test_a_path_of_numbers_is_read(text: str) -> None:
    found = read_answer(PATH, text)
    assert (found.problem, found.entries) == (
        "",
        ((0, ("1", "1")), (0, ("0", "2")), (0, ("3", "3"))),
    )


@pytest.mark.parametrize(
    "text",
    [
        "move 1 to 2\nmove 0 to 4",
        "2. move 0 to 4\n1. move 1 to 2",
        "Step 2: move 0 to 4\nStep 1: move 1 to 2",
        "1) Move 1 to 2.\n2) Move 0 to 4.",
        "move 1 to 2, then move 0 to 4",
        "move 1 to 2; move 0 to 4",
    ],
)
def test_moves_are_read_in_the_order_of_their_numbers(text: str) -> None:
    found = read_answer(MOVES, text)
    assert (found.problem, found.entries) == ("", ((0, ("1", "2", "1")), (0, ("0", "4", "2"))))
