"""Shown literals of which one atom is an instance of several: it counts once."""

from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

import rspc
from rspc import score
from rspc.compiler.contract import EngineError
from rspc.compiler.tasks.solutions import programs
from rspc.compiler.tasks.solutions.judging import quick_budget

HEAD = """family tried
logic asp
theory {
  n(1..3).
  n(X), n(Y) -> { e(X, Y) }.
  e(2, X) -> false.
"""
ASK = (
    'ask solution { e(1, X), e(Y, 1) } { most 50 } "Which?" as "one to {{ X }}" "{{ Y }} to one"\n'
)

ONE = f"{HEAD}  e(3, X) -> false.  count {{ X, Y : e(X, Y) }} != 1 -> false.\n}}\n{ASK}"
CHEAP = (
    f"{HEAD}  e(3, 2) -> false.  e(3, 3) -> false.  count {{ X, Y : e(X, Y) }} != 2 -> false.\n"
    f"  minimize {{ Y, X : e(X, Y) }}.\n}}\n{ASK}"
)

Pairs = frozenset[tuple[int, int]]


def record(tmp_path: Path, text: str) -> dict[str, Any]:
    path = tmp_path / "tried.rspec"
    path.write_text(text, "utf-8")
    return rspc.load(path).instance().record()


def write(pairs: Pairs, last: bool) -> str:
    """Return pairs as lines; the pair that has both forms in the first or the last of them."""
    return "\n".join(
        f"{one} to one" if other == 1 and (last or one != 1) else f"one to {other}"
        for one, other in sorted(pairs)
    )


def test_each_solution_is_counted_and_listed_once(tmp_path: Path) -> None:
    assert record(tmp_path, ONE)["metrics"]["solutions"] == 3
    found = rspc.solve(tmp_path / "tried.rspec")
    assert found.complete
    assert found.solutions is not None
    assert sorted(found.solutions) == ["one to 1", "one to 2", "one to 3"]


def test_answers_are_judged_as_by_brute_force(tmp_path: Path) -> None:
    found = record(tmp_path, CHEAP)
    free = [pair for pair in product((1, 2, 3), repeat=2) if pair[0] == 1 or pair == (3, 1)]
    every = [frozenset(pairs) for size in (1, 2, 3) for pairs in combinations(free, size)]
    costs = {pairs: sum(other for _, other in pairs) for pairs in every if len(pairs) == 2}
    best = min(costs.values())
    assert found["metrics"]["solutions"] == list(costs.values()).count(best)
    for pairs, last in product(every, (False, True)):
        told = score(found, write(pairs, last))
        assert told.value == (costs.get(pairs) == best), (pairs, told)
        if len(pairs) != 2:
            assert told.reason.startswith("violated: ")
        elif not told.value:
            assert told.reason == (
                f"not optimal: the answer reaches {costs[pairs]}, and {best} is possible"
            )
    assert score(found, "one to 1\n1 to one\n3 to one").value == 1


def test_a_literal_and_its_opposite_are_different(tmp_path: Path) -> None:
    text = (
        "family tried\nlogic asp\n"
        "theory {\n  n(1..2).\n  n(X) -> 1 { e(X); -e(X) } 1.\n}\n"
        'ask solution { e(X), -e(X) } { most 50 } "Which?" as "{{ X }} is" "{{ X }} is not"\n'
    )
    assert record(tmp_path, text)["metrics"]["solutions"] == 4
    found = rspc.solve(tmp_path / "tried.rspec")
    assert found.solutions is not None
    assert len(set(found.solutions)) == 4


def test_an_answer_without_a_cost_is_an_error_of_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two engines disagree about such an answer: one finds it possible, and the other no answer set with it."""
    found = record(tmp_path, CHEAP)
    monkeypatch.setattr(programs, "first_violation", lambda *_: None)
    with pytest.raises(EngineError, match="no answer set"):
        programs.judge_program(found, [(0, ("1",))], "one to 1", quick_budget(found))
