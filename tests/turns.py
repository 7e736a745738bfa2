"""Which of many like cases every run of the tests tries, and which `-m long` alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def by_turns(cases: Iterable[Any], every: int = 2) -> list[Any]:
    """Return the cases, each tuple being several arguments; all but the first of every so many are marked `long`."""
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else (each,)),
            marks=pytest.mark.long if place % every else (),
        )
        for place, each in enumerate(cases)
    ]
