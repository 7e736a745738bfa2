"""Tests of other packages on what rspc writes. They run offline, in environments of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from rspc.cli.app import app


def rspc(*arguments: object) -> None:
    """Run a command, which must succeed."""
    result = CliRunner().invoke(app, [*map(str, arguments)])
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="session")
def flights(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a dataset with two splits and two settings."""
    out = tmp_path_factory.mktemp("flights") / "flight"
    rspc("compile", "flight", "--split", "train=3,test=5", "--sweep", "slots=2,3", "-o", out)
    return out


@pytest.fixture(autouse=True)
def _offline(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HF_HUB_OFFLINE", "HF_DATASETS_OFFLINE", "TRANSFORMERS_OFFLINE"):
        monkeypatch.setenv(name, "1")
