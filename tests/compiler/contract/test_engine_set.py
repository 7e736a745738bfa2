"""Which engines can decide which logics."""

from __future__ import annotations

import pytest

from rspc.compiler.contract import plugins
from rspc.compiler.contract.engine_set import undecided

OF_LOGICS = {
    "alcq": {"alcq", "hermit", "justification"},
    "asp": {"clingo", "stability"},
    "constraint": {"z3", "sat", "evaluation"},
    "defeasible": {"metaprogram", "fixpoint", "derivation"},
}


@pytest.mark.parametrize("logic", OF_LOGICS)
def test_an_engine_decides_all_that_the_own_engine_of_a_logic_does(logic: str) -> None:
    known = {name for own in OF_LOGICS.values() for name in own}
    kind = plugins.load(plugins.LOGICS, logic)
    assert {name for name in known if not undecided(name, kind)} == OF_LOGICS[logic]
    assert {kind.establishes, *kind.confirms} <= OF_LOGICS[logic]


def test_the_message_names_what_is_lacking() -> None:
    told = undecided("clingo", plugins.load(plugins.LOGICS, "alcq"))
    assert told == "engine `clingo` cannot decide logic `alcq`: it lacks concepts"
