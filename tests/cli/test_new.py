"""`rspc new` from end to end: the family that it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rspc.compiler.contract import plugins

from .test_commands import LOGIC, only, rspc


def test_new_writes_a_family_under_its_name(spec: Path) -> None:
    assert "family shop\n" in spec.read_text()


def test_new_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = rspc("new", "shop", "--logic", LOGIC, "--json")
    assert json.loads(made.stdout) == {"path": "shop.rspec"}


def test_new_replaces_nothing(spec: Path) -> None:
    spec.write_text("mine")
    again = rspc("new", "shop", "--logic", LOGIC, "--json")
    assert again.exit_code == 1
    assert only(again)["code"] == "E0807"
    assert spec.read_text() == "mine"


@pytest.mark.parametrize("name", ["Shop", "../shop", "shop.rspec", "", "9lives", "a b", "läden"])
def test_new_refuses_what_is_no_name(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = rspc("new", name, "--logic", LOGIC, "--json")
    assert made.exit_code == 1
    assert only(made)["code"] == "E0808"
    assert list(tmp_path.iterdir()) == []


def test_new_refuses_an_unknown_logic() -> None:
    made = rspc("new", "shop", "--logic", f"{LOGIC}s", "--json")
    assert made.exit_code == 1
    assert only(made)["code"] == "E0810"
    assert only(made)["help"] == f"did you mean `{LOGIC}`?"


def test_new_says_when_a_logic_has_no_template(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {plugins.LOGICS: ("strange",)}
    monkeypatch.setattr(plugins, "names", lambda group: known.get(group, ()))
    made = rspc("new", "shop", "--logic", "strange", "--json")
    assert made.exit_code == 1
    assert only(made)["code"] == "E0811"


def test_new_in_a_folder_that_is_gone(tmp_path: Path) -> None:
    from rspc.compiler.sources.starter import start
    from rspc.dsl.diagnostics import SpecError

    with pytest.raises(SpecError, match="E0801"):
        start("shop", LOGIC, tmp_path / "gone")


def test_the_template_is_canonical_and_without_fault(spec: Path) -> None:
    assert rspc("fmt", "--check", spec).exit_code == 0
    checked = rspc("check", spec, "--prove", "--json")
    assert checked.exit_code == 0
    assert json.loads(checked.stdout) == []


@pytest.mark.parametrize("logic", ["asp", "constraint"])
def test_each_template_is_canonical_and_compiles(
    logic: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert rspc("new", "own", "--logic", logic).exit_code == 0
    assert rspc("fmt", "--check", "own.rspec").exit_code == 0
    assert rspc("compile", "own.rspec", "-n", "3", "-o", "made").exit_code == 0
