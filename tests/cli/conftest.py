"""A family that `rspc new` wrote."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_commands import LOGIC, rspc


@pytest.fixture
def spec(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    made = rspc("new", "shop", "--logic", LOGIC)
    assert made.exit_code == 0, made.output
    return Path("shop.rspec")
