"""What is said of programs without an answer set, or whose answer sets are not found within the budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rspc.compiler.contract.engine_set import Engines
from rspc.compiler.family.draft import Rejected
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation import read_statement
from rspc.compiler.tasks import only_answer_set as module

ENGINES: Any = None
FACT = "f1: p(a)"
FIRST = "r1: p(X) -> false"
SECOND = "r2: q(X) -> false"
THIRD = "r3: s(X) -> false"
THEORY = ir.Theory("asp", tuple(map(read_statement, (FACT, FIRST, SECOND, THIRD))), ir.Signature())

Decide = Callable[[frozenset[str]], bool | None]


def lines(monkeypatch: pytest.MonkeyPatch, decide: Decide) -> Sequence[str]:
    """Return why a program has no answer set, if an engine finds of some of its statements what is given."""

    def answer_sets(engines: Engines, theory: ir.Theory, most: int) -> Any:
        found = decide(frozenset(each.id for each in theory.statements))
        return None if found is None else (((),) if found else (), True)

    monkeypatch.setattr(module, "answer_sets", answer_sets)
    found = module.no_answer_set(ENGINES, THEORY)
    assert found.explain is not None
    return found.explain()


def test_a_spent_budget_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "answer_sets", lambda engines, theory, most: None)
    found = module.only_answer_set(ENGINES, THEORY)
    assert isinstance(found, Rejected)
    assert found.spent


def test_constraints_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines(monkeypatch, lambda ids: "r1" not in ids) == (
        "without this constraint it has one: p(X) -> false",
    )
    (told,) = lines(monkeypatch, lambda ids: False)
    assert told.startswith("it has none even without its constraints: ")


def test_what_is_not_found_out_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert lines(monkeypatch, lambda ids: None) == (
        "whether it has one without its constraints is unknown: the engine's budget ran out",
    )
    # Those that the engine does not decide are left out: without them and the first it has one.
    found = lines(monkeypatch, lambda ids: None if "r2" in ids else "r1" not in ids)
    assert found == ("without these constraints it has one: p(X) -> false; q(X) -> false",)
