"""What `rspc new` starts families from: every logic that ships has a template, and it is a family as it stands."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import rspc
from rspc.compiler.notation.canonical import reformat
from rspc.compiler.sources.starter import start

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
SPECS = Path(__file__).parents[2] / "specs"
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


def test_what_the_reader_knows_counts_only_where_a_family_has_knowledge(tmp_path: Path) -> None:
    line = "You may use common knowledge."
    path = start("mine", "defeasible", tmp_path)
    own = re.sub(r"^document .*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
    path.write_text(f'{own}document "std/rules.md.jinja"\n', "utf-8")
    text = rspc.load(path).instance().text
    assert (
        "only if each rule against it that applies is outranked by some rule for it that applies.\n"
        in text
    )
    assert line not in text
    assert line in rspc.load(SPECS / "boardgame.rspec").instance().text
