"""Problems that repeat the shape of an earlier one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rspc.compiler.statistics.repeats import Repeats, Shapes

SHAPES = st.lists(st.sampled_from(["", "a", "b", "c", "d"]), max_size=12)


@given(SHAPES)
def test_each_shape_counts_once(shapes: list[str]) -> None:
    repeats = Repeats()
    for each in shapes:
        repeats.add({"shape": each} if each else {})
    known = [each for each in shapes if each]
    different = len(set(known))
    expected = Shapes(len(known), different, len(known) - different, True)
    assert repeats.result() == (expected if known else None)


def test_what_cannot_be_remembered_is_said() -> None:
    repeats = Repeats(most=2)
    for each in "abccab":
        repeats.add({"shape": each})
    assert repeats.result() == Shapes(problems=6, different=4, repeats=2, exact=False)
