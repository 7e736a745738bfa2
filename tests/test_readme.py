"""What the README shows, tried."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import rspc
from rspc.compiler.notation.canonical import reformat

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "README.md").read_text()


def block(language: str) -> str:
    (found,) = re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)
    assert isinstance(found, str)
    return found


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "books.rspec"
    path.write_text(block("rspec"))
    return path


def test_the_spec_is_canonical_and_proved(spec: Path) -> None:
    assert not reformat(spec, write=False)
    family = rspc.load(spec)
    assert family.warnings == ()
    family.prove()


def test_the_record_has_the_keys_of_the_specs_records(spec: Path) -> None:
    shown = json.loads(block("json"))
    made = rspc.load(spec).instance(index=shown["index"]).record()
    assert list(shown) == list(made)
    for key in ("metrics", "certificate"):
        assert set(shown[key]) - {"…"} <= set(made[key])


def test_the_python_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    exec(block("python"), names)
    assert isinstance(names["record"], dict)
    assert names["record"]["index"] == 17
    assert str(names["record"]["answer"]) in capsys.readouterr().out


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", TEXT)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link
