"""Conditions: they are true where Python's own expressions are, and a malformed one is placed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from rspc.compiler.dataset.stats.expressions.conditions import figures_in, holds, parse_condition
from rspc.compiler.dataset.stats.expressions.statistics import ExpressionError

KNOWN = {
    "slots": 3,
    "words": 120,
    "label": "A",
    "mode": "two words",
    "plain": True,
    "sizes": [1, 5],
}

COMPARISONS = {
    "slots = 3": True,
    "slots == 3": True,
    "slots != 3": False,
    "words >= 121": False,
    "words <= 120": True,
    "label = A": True,
    "label != A": False,
    "mode = `two words`": True,
    "plain = true": True,
    "sizes > 4": True,
    "sizes > 5": False,
    "absent = 3": False,
    "absent != 3": False,
}

TREES: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(sorted(COMPARISONS)),
    lambda parts: st.one_of(
        st.tuples(st.just("not"), parts), st.tuples(st.sampled_from(["and", "or"]), parts, parts)
    ),
    max_leaves=12,
)


def written(tree: Any) -> str:
    match tree:
        case str():
            return tree
        case ("not", part):
            return f"not ({written(part)})"
        case (operator, one, other):
            return f"({written(one)}) {operator} ({written(other)})"
    raise AssertionError(tree)


def truth(tree: Any) -> bool:
    match tree:
        case str():
            return COMPARISONS[tree]
        case ("not", part):
            return not truth(part)
        case ("and", one, other):
            return truth(one) and truth(other)
        case (_, one, other):
            return truth(one) or truth(other)
    raise AssertionError(tree)


@given(TREES)
def test_a_condition_is_the_function_of_its_comparisons(tree: Any) -> None:
    assert holds(parse_condition(written(tree)), KNOWN) is truth(tree)


@given(st.lists(st.sampled_from(sorted(COMPARISONS)), min_size=1, max_size=6), st.randoms())
def test_and_binds_tighter_than_or_and_not_tightest(parts: list[str], random: Any) -> None:
    flat = parts[0]
    python = str(COMPARISONS[parts[0]])
    for part in parts[1:]:
        operator = random.choice(["and", "or", "and not", "or not"])
        flat += f" {operator} {part}"
        python += f" {operator} {COMPARISONS[part]}"
    assert holds(parse_condition(flat), KNOWN) is eval(python)


def test_figures_are_those_compared_in_order() -> None:
    condition = parse_condition("a = 1 and not (b = 2 or c.d < 3)")
    assert [*figures_in(condition)] == ["a", "b", "c.d"]


@pytest.mark.parametrize(
    ("text", "start", "words"),
    [
        ("", 0, "name of a figure"),
        ("slots", 5, "a comparison is expected"),
        ("slots = ", 7, "a value is expected"),
        ("slots < many", 8, "a number is expected"),
        ("slots = 1 slots = 2", 10, "the condition ends before this"),
        ("(slots = 1", 10, "`)` is expected"),
        ("slots = 1)", 9, "the condition ends before this"),
        ("slots = 1 and", 13, "name of a figure"),
        ("slots ? 1", 6, "has no meaning"),
        ("not " * 200 + "a = 1", 400, "nested too deeply"),
    ],
)
def test_a_malformed_condition_is_placed(text: str, start: int, words: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        parse_condition(text)
    assert words in str(caught.value)
    assert caught.value.start == start
