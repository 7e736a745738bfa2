"""Problems that are written out, and the faults that are found in them."""

from __future__ import annotations

from pathlib import Path

import pytest

import rspc
from rspc.compiler.contract import plugins
from rspc.dsl.diagnostics import Diagnostic, SpecError

CASES = Path(__file__).parents[1] / "cases" / "solved"
TWEETY = CASES / "tweety.rspec"
FORMAT = plugins.names(plugins.FORMATS)[0]


def faults(source: str | Path, **more: object) -> tuple[Diagnostic, ...]:
    with pytest.raises(SpecError) as caught:
        rspc.solve(source, **more)  # type: ignore[arg-type]
    return caught.value.diagnostics


def problem(theory: str, ask: str = "ask entailment p(a)") -> str:
    return f"family t\nlogic {LOGIC}\n{theory}\n{ask}\n"


LOGIC = plugins.load(plugins.FORMATS, FORMAT).logic
