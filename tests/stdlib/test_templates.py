"""What `rspc new` starts families from: every logic that ships has a template, and it is a family as it stands."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import rspc
from rspc.compiler.canonical import reformat
from rspc.compiler.starter import start

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
LOGICS = sorted(PROJECT["project"]["entry-points"]["rspc.logics"])


@pytest.mark.parametrize("logic", LOGICS)
def test_a_template_is_canonical_and_makes_problems(logic: str, tmp_path: Path) -> None:
    path = start("mine", logic, tmp_path)
    assert not reformat(path, write=False)
    family = rspc.load(path)
    assert family.warnings == ()
    family.prove()
    for preset in ("", *family.presets):
        assert [each.text for each in family.generate(3, preset=preset)]
