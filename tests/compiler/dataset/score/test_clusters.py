"""Replies to problems that share a theory hang together, and are worth fewer."""

from __future__ import annotations

from random import Random

import pytest

from rspc.compiler.dataset.score.clusters import MOST_OPEN, Clusters, interval


def counted(replies: list[tuple[int, bool]]) -> Clusters:
    found = Clusters()
    for theory, right in replies:
        found.add(theory, right)
    return found


def test_replies_that_are_all_alike_are_worth_one_a_theory() -> None:
    alike = [(theory, theory % 4 > 0) for theory in range(200) for _ in range(9)]
    assert counted(alike).effective() == pytest.approx(200, rel=0.01)


def test_turns_of_several_theories_are_told_apart() -> None:
    turns = [
        (block * MOST_OPEN + theory, theory % 2 > 0)
        for block in range(3)
        for _ in range(5)
        for theory in range(MOST_OPEN)
    ]
    assert counted(turns).effective() == pytest.approx(3 * MOST_OPEN, rel=0.01)


def test_replies_are_worth_no_more_than_there_are() -> None:
    assert Clusters().effective() == 0
    for replies in (
        [(n, n % 7 > 0) for n in range(90)],  # no theory is shared
        [(n // 3, n % 3 > 0) for n in range(90)],  # each has as many right ones
        [(0, n % 3 > 0) for n in range(90)],  # there is one
        [(n // 3, True) for n in range(90)],
    ):
        assert counted(replies).effective() == 90


def test_the_interval_holds_the_chance_as_often_as_it_says() -> None:
    draw = Random(4)
    held = plain = 0
    for _ in range(400):
        found = Clusters()
        for theory in range(40):
            chance = draw.betavariate(2, 1)
            for _ in range(10):
                found.add(theory, draw.random() < chance)
        share, worth = found.right / found.count, found.effective()
        low, high = interval(share * worth, worth)
        held += low <= 2 / 3 <= high
        low, high = interval(found.right, found.count)
        plain += low <= 2 / 3 <= high
    assert 0.92 <= held / 400 <= 0.98
    assert plain / 400 < 0.85
