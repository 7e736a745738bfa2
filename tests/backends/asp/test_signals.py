"""A signal that arrives while clingo calls back into Python."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from clingo import Control, Observer

from rspc.compiler.stopping import Stopped


class _Interrupted(Observer):
    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        raise Stopped(15)


def test_an_exception_of_a_callback_keeps_its_signal() -> None:
    """clingo raises the exception's class once more, applied to the exception."""
    control = Control()
    control.add("base", [], "p(1..3).")
    control.register_observer(_Interrupted())
    with pytest.raises(Stopped) as stop:
        control.ground()
    assert stop.value.number == 15
