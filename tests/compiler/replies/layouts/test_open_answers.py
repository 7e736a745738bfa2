"""Replies with several answers, or with one in doubt."""

import pytest

from rspc.compiler.replies import Layout, read_answer

from .forms import BOTH, GRID, OBJECT, PAIRED, RIGHT, TURNS, VISITS


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        (f"Either\nAvania\ncorvia\nor\n{VISITS}", "several answers are given"),
        (f"Answer:\n{VISITS}\nor\nAvania\ncorvia", "several answers are given"),
        (f"Answer:\n{VISITS}\nAlternatively:\nAvania", "several answers are given"),
        (f"I am not sure, perhaps:\n{VISITS}", "the answer is in doubt"),
        (f"My guess:\n{VISITS}", "the answer is in doubt"),
        ("It could be: the Reef, Avania, corvia", "the answer is in doubt"),
        ("I am not sure: the Reef, Avania, corvia", "the answer is in doubt"),
        ("<answer>Perhaps this: the Reef, Avania, corvia</answer>", "the answer is in doubt"),
        (
            "A common mistake is the Reef, Avania, corvia.",
            "the reply says that the answer is wrong",
        ),
        (f"{VISITS}\n\nMaybe", "the reply says that the answer is wrong"),
    ],
)
def test_an_answer_that_is_left_open_does_not_count(reply: str, problem: str) -> None:
    assert read_answer(TURNS, reply).problem == problem


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
