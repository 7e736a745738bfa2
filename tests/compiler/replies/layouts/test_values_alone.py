"""Lines that are values alone, in the order of a value that they do not name."""

import pytest

from rspc.compiler.replies import read_answer

from .forms import TURNS, VISITED, VISITS


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
