"""The variants that a spec can name are those that every engine knows."""

from __future__ import annotations

import msgspec
import pytest

from rspc.backends.checkers.defeasible import conditions
from rspc.backends.defeasible import fixpoint, metarules
from rspc.compiler.contract import plugins
from rspc.compiler.logics.defeasible import Defeasible, Options

from .theories import VARIANTS


def test_every_engine_knows_every_variant() -> None:
    assert set(metarules.VARIANTS) == set(VARIANTS)
    assert {*fixpoint.VARIANTS, fixpoint.PARALLEL} == set(VARIANTS)
    assert set(conditions.VARIANTS) == set(VARIANTS)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_spec_can_name_every_variant(variant: str) -> None:
    assert msgspec.convert({"variant": variant}, Options).variant == variant


def test_blocking_is_meant_where_nothing_is_said() -> None:
    assert Options().variant == "blocking"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"variant": "other"}, Options)


def test_its_engines_are_installed_and_decide_what_it_accepts() -> None:
    backend = plugins.make("rspc.backends", Defeasible.establishes)
    decided = Defeasible.accepts - {"knowledge"}  # of items, none of which an engine meets
    assert backend.decides >= decided
    for name in Defeasible.confirms:
        group = "backends" if name in plugins.names("rspc.backends") else "checkers"
        assert plugins.make(f"rspc.{group}", name).decides >= decided
