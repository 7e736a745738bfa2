"""A dataset of six records in two shards, and a copy of it to alter."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .altered import SPECS, N, command


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("made") / "set"
    done = command(
        "compile", SPECS / "flat.rspec", "-n", str(N), "--shard-size", "3", "--keep", "1", "-o", out
    )
    assert done.exit_code == 0
    return out


@pytest.fixture
def dataset(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "copy"))
