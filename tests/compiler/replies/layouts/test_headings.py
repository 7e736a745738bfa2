"""Headings, rules, arrows and closing words next to values alone are no values; unknown names among values are."""

import pytest

from rspc.compiler.replies import read_answer

from ....pace import in_time
from .forms import TURNS, VISITED, VISITS

APART = VISITS.replace("\n", "\n\n")
BOLD = "\n".join(f"**{line}**" for line in VISITS.split("\n"))
MARKED = "\n".join(f"## {line}" for line in VISITS.split("\n"))


@pytest.mark.parametrize("given", [VISITS, APART, BOLD])
@pytest.mark.parametrize(
    "dress",
    [
        "### Route\n{}",
        "# **Route**\n{}",
        "**Route**\n\n{}",
        "Route\n=====\n{}",
        "Land\n{}",
        "{}\n\n### Explanation\n\nThe first two are next to each other.",
        "{}\n### Explanation\nThe first two are next to each other.",
        "{}\n\n**Verification**\n- The first two are next to each other.",
        "{}\n\n---\n\n## Check\n\nIt fits.",
        "{}\n---\nIt fits every clue.",
        "{}\n\n***\n\nIt fits every clue.",
        "{}\n\nDone",
        "{}\nQED",
        "{}\n\n✓",
        "<answer>\n## Route\n{}\n</answer>",
        "```\n{}\n---\n```",
    ],
)
def test_what_is_around_values_alone_is_none_of_them(dress: str, given: str) -> None:
    found = read_answer(TURNS, dress.format(given))
    assert (found.entries, found.problem) == (VISITED, "")


@pytest.mark.parametrize(
    "reply",
    [
        f"**Route**\n{VISITS}",
        f"*Route*\n{MARKED}",
        f"{VISITS}\n**Verification**\nIt fits every clue.",
        f"{VISITS}\n\nHooray",
        f"{BOLD}\n\nFarewell\nreader",
        VISITS.replace("\n", "\n↓\n"),
        f"```\n{APART}\n```".replace("\n\n", "\n->\n"),
    ],
)
def test_values_alone_are_read_in_many_dresses(reply: str) -> None:
    found = read_answer(TURNS, reply)
    assert (found.entries, found.problem) == (VISITED, "")


@pytest.mark.parametrize("given", [VISITS, APART, BOLD, MARKED])
@pytest.mark.parametrize("stranger", ["{}", "\n{}\n", "**{}**", "\n**{}**\n", "1. {}"])
@pytest.mark.parametrize("dress", ["{}", "The route:\n{}\n\nDone", "<answer>{}</answer>"])
def test_an_unknown_name_among_values_is_one(dress: str, stranger: str, given: str) -> None:
    lines = given.split("\n")
    for place in range(1, len(lines)):
        own = "\n".join([*lines[:place], stranger.format("Elbonia"), *lines[place:]])
        assert read_answer(TURNS, dress.format(own)).problem == "there is no land `Elbonia`"


@pytest.mark.parametrize(
    "reply",
    [
        f"{VISITS}\nElbonia",
        f"{APART}\n\nElbonia",
        f"{VISITS}\n\nElbonia\n\nBel Mar",
        f"Elbonia\n{VISITS}",
        f"**Elbonia**\n{BOLD}",
        f"{BOLD}\n**Elbonia**\nBel Mar",
        f"## Elbonia\n{MARKED}",
        f"<answer>{VISITS}\n**Elbonia**</answer>",
    ],
)
def test_an_unknown_name_next_to_values_is_one(reply: str) -> None:
    assert read_answer(TURNS, reply).problem == "there is no land `Elbonia`"


@pytest.mark.parametrize("sign", ["…", "...", "?"])
def test_what_stands_for_values_left_out_is_not_passed_over(sign: str) -> None:
    assert read_answer(TURNS, f"the Reef\n{sign}\ncorvia").problem


@pytest.mark.parametrize(
    "line",
    ["# a\n", "**a**\n", "a\n", "a\n\n", "*a", "__a", "__a__  ", "#", "↓\n", "Avania\n\na\n\n"],
)
def test_many_headings_are_read_quickly(line: str) -> None:
    in_time(2, lambda: read_answer(TURNS, f"{line * 100_000}\n{VISITS}\n\n{line * 20_000}"))
