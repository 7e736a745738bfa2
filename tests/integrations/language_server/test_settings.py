"""The limits that an editor sets."""

from __future__ import annotations

import pytest

from rspc.integrations.language_server.server import limited
from rspc.integrations.language_server.session import MEGABYTE, Timing


def test_limits_are_set_by_the_editor() -> None:
    found = limited(
        Timing(), {"checkSeconds": 5, "previewSeconds": 0.5, "memoryMegabytes": 300, "other": 1}
    )
    assert (found.check, found.preview, found.memory) == (5.0, 0.5, 300 * MEGABYTE)


@pytest.mark.parametrize("value", [0, -3, "30", None, True, 1e9, [1], float("nan")])
def test_what_is_no_limit_is_ignored(value: object) -> None:
    given = {"checkSeconds": value, "previewSeconds": value, "memoryMegabytes": value}
    assert limited(Timing(), given) == Timing()


@pytest.mark.parametrize("options", [None, [], "x", 3, {}])
def test_other_options_are_ignored(options: object) -> None:
    assert limited(Timing(), options) == Timing()
