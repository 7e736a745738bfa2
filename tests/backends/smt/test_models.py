"""What a solver prints is read strictly, and a solver that fails is never taken at its word."""

from __future__ import annotations

import pytest

from rspc.backends.smt import models
from rspc.backends.smt.smtlib import Script
from rspc.backends.smt.z3 import REFRESH, Session
from rspc.compiler.contract import EngineError, Limits
from rspc.compiler.kinds import OneOf

LIMITS = Limits()


def test_values_are_read_whatever_their_spelling() -> None:
    printed = '((|A x| true)\n (n (- 5))\n ((select s |c.a b|) false)\n (text "a ""b"" (c")\n'
    assert models.values(printed + " (none none))", 5) == [
        "true",
        ["-", "5"],
        "false",
        '"a ""b"" (c"',
        "none",
    ]
    assert models.whole(["-", "5"]) == -5
    assert models.whole("123456789012345678901234567890") == 123456789012345678901234567890
    assert models.truth("true")


@pytest.mark.parametrize("text", ["", "(", ")", "((a 1)", "((a 1)))", "sat", "((a))", '((a ")))'])
def test_broken_output(text: str) -> None:
    with pytest.raises(EngineError):
        models.values(text, 1)


def test_values_of_another_sort() -> None:
    city = OneOf("city", ("oslo", "rio|sul"))
    assert models.symbol("city.rio%7Csul", city) == "rio|sul"
    with pytest.raises(EngineError):
        models.symbol("city.paris", city)
    with pytest.raises(EngineError):
        models.truth("5")
    for wrong in ("true", "5.0", ["-", ["-", "5"]], ["/", "1", "2"]):
        with pytest.raises(EngineError):
            models.whole(wrong)


def test_an_error_line_is_an_engine_error_with_its_text() -> None:
    session = Session()
    broken = Script("(declare-const x Nowhere)\n(check-sat)\n(get-value (x))\n", ("x",))
    with pytest.raises(EngineError, match="unknown sort 'Nowhere'"):
        session.answer(broken, LIMITS)
    unasked = Script("(check-sat)\n(get-value (y))\n", ("y",))
    with pytest.raises(EngineError, match="unknown constant y"):
        session.answer(unasked, LIMITS)
    assert session.answer(_equal(3), LIMITS) == ["3"]


def test_nothing_is_left_over_from_one_script_to_the_next() -> None:
    session = Session()
    for number in range(REFRESH + 20):
        assert session.answer(_equal(number), LIMITS) == [str(number)]
    assert session.answer(Script("(assert false)\n(check-sat)\n", ()), LIMITS) is None
    assert session.answer(Script("(check-sat)\n", ()), LIMITS) == []


def _equal(number: int) -> Script:
    text = f"(declare-const x Int)\n(assert (= x {number}))\n(check-sat)\n(get-value (x))\n"
    return Script(text, ("x",))
