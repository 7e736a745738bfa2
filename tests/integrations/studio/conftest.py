"""A small dataset that is made at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from rspc.cli.app import app

PALS = """family pals
"who likes whom"
logic asp
param people: int in 2..4 = 3 "how many are kind"
pool names = {ann, bob, cid, dan, eve}
sort person = names
pred kind(person)
pred calm(person)
pred glad(person)
fact f = kind(?a)
fact g = calm(?a)
theory { people of f. 1 of g. kind(X) -> glad(X). calm(X) -> -glad(X). }
ask entailment glad(?a) { labels {true: yes, false: no} }
say kind(?a) as "{{ a }} is kind."
say calm(?a) as "{{ a }} is calm."
say glad(?a) as "{{ a }} is glad."
say kind(X) -> glad(X) as "Who is kind is glad."
say calm(X) -> -glad(X) as "Who is calm is not glad."
"""


def run(*words: str) -> None:
    """Run a command of rspc, which must succeed."""
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="session")
def pals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A family."""
    file = tmp_path_factory.mktemp("family") / "pals.rspec"
    file.write_text(PALS, encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def made(pals: Path) -> Path:
    """A dataset in a folder, with two splits."""
    out = pals.parent / "made"
    run("compile", str(pals), "--sweep", "people=2..3", "--split", "train=6,test=4", "-o", str(out))
    return out
