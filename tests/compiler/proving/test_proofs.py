"""Proofs that a test and its complement are exact."""

from __future__ import annotations

from typing import Any

import pytest

from rspc.compiler.api import Family
from rspc.compiler.contract import Limits, Undecided, plugins
from rspc.dsl.diagnostics import SpecError

from ..conftest import PLAIN


def test_exact_complements_are_proved(books: Family) -> None:
    books.prove(Limits())


@pytest.mark.parametrize(
    ("formula", "told"),
    [
        ("pages < ?v else pages > ?v", "neither holds"),
        ("pages <= ?v else pages >= ?v", "both hold"),
    ],
)
def test_a_complement_that_is_none_is_refused_with_values(
    specs: Any, formula: str, told: str
) -> None:
    test = f'test t(?v) on pages: {formula} where ?v = 1 of pages say "a {{{{ v }}}}" else "b {{{{ v }}}}"\n'
    found = specs.load(f"{test}{PLAIN}")
    with pytest.raises(SpecError) as caught:
        found.prove()
    (only,) = caught.value.diagnostics
    assert (only.code, told in only.message) == ("E0702", True)
    assert "pages = " in only.message
    assert "v = " in only.message


def test_a_proof_beyond_the_budget_is_told(specs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    test = (
        'test t(?v) on pages: pages < ?v where ?v = 1 of pages say "a {{ v }}" else "b {{ v }}"\n'
    )
    found = specs.load(f"{test}{PLAIN}")

    def spent(*_: Any) -> None:
        raise Undecided

    monkeypatch.setattr(plugins.load(plugins.BACKENDS, "z3"), "complementary", spent)
    with pytest.raises(SpecError) as caught:
        found.prove()
    assert [each.code for each in caught.value.diagnostics] == ["E0704"]


def test_a_proof_needs_an_engine_that_proves(specs: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    test = (
        'test t(?v) on pages: pages < ?v where ?v = 1 of pages say "a {{ v }}" else "b {{ v }}"\n'
    )
    found = specs.load(f"{test}{PLAIN}")
    monkeypatch.setattr(plugins, "names", lambda group: ())
    with pytest.raises(SpecError) as caught:
        found.prove()
    assert [each.code for each in caught.value.diagnostics] == ["E0703"]
