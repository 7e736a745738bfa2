"""Kept verdicts: found for the same files and code, not found when anything differs, and harmless when damaged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rspc.compiler.api import Family
from rspc.compiler.proving import verdicts
from rspc.dsl.diagnostics import SpecError, render

from ..conftest import CHOICE, RECORD

IDLE = f'test t on pages: pages > 2 say "it has pages" else "it has none"\n{RECORD}theory {{ pages > 200. }}\n{CHOICE}'
OTHER = IDLE.replace("pages > 200", "pages > 300")
NO_COMPLEMENT = IDLE.replace("pages > 2 say", "pages > 2 else pages < 2 say")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "proofs"


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Read the code again: other tests have plug-ins of their own."""
    verdicts._installed.cache_clear()
    yield
    verdicts._installed.cache_clear()


def only_file(kept: Path) -> Path:
    (file,) = kept.iterdir()
    return file


def test_a_verdict_is_found_with_its_warnings_and_their_places(specs: Any, kept: Path) -> None:
    family = specs.load(IDLE)
    assert family.proved(kept) is None
    warnings = family.prove(cache=kept)
    assert "W0705" in [warning.code for warning in warnings]
    found = specs.load(IDLE).proved(kept)
    assert found == warnings
    assert list(map(render, found)) == list(map(render, warnings))


def test_a_verdict_belongs_to_the_text_of_the_files(specs: Any, kept: Path) -> None:
    specs.load(IDLE).prove(cache=kept)
    assert specs.load(OTHER).proved(kept) is None
    moved = specs.load(f"\n\n{IDLE}")  # the same family by its hash, with other places
    assert moved.hash == specs.load(IDLE).hash
    assert moved.proved(kept) is None
    assert specs.load(IDLE).proved(kept) is not None


def test_a_proof_with_errors_is_not_kept(specs: Any, kept: Path) -> None:
    with pytest.raises(SpecError):
        specs.load(NO_COMPLEMENT).prove(cache=kept)
    assert not kept.exists()


def test_a_verdict_belongs_to_the_code(
    specs: Any, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    specs.load(IDLE).prove(cache=kept)
    verdicts._installed.cache_clear()
    monkeypatch.setattr(verdicts, "_versions", lambda: ["jinja2 99"])
    assert specs.load(IDLE).proved(kept) is None
    monkeypatch.undo()
    verdicts._installed.cache_clear()
    assert specs.load(IDLE).proved(kept) is not None


def test_the_code_counts_with_its_plug_ins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "foreign_logic"
    package.mkdir()
    monkeypatch.syspath_prepend(str(tmp_path))
    own = verdicts.plugins.modules()
    found = [verdicts._installed(own)]
    for text in ("A = 1\n", "A = 2\n"):
        (package / "__init__.py").write_text(text)
        verdicts._installed.cache_clear()
        found.append(verdicts._installed((*own, "foreign_logic.one")))
    monkeypatch.undo()
    verdicts._installed.cache_clear()
    assert len(set(found)) == 3


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"\xff\xfe",
        b"[]",
        b'{"key": "x", "warnings": [], "check": "y"}',
        b"null" * 9,
    ],
)
def test_a_damaged_verdict_costs_time_only(specs: Any, kept: Path, damage: bytes) -> None:
    family = specs.load(IDLE)
    warnings = family.prove(cache=kept)
    only_file(kept).write_bytes(damage)
    assert family.proved(kept) is None
    assert family.prove(cache=kept) == warnings
    assert family.proved(kept) == warnings


def test_a_verdict_with_other_warnings_is_damaged(specs: Any, kept: Path) -> None:
    family = specs.load(IDLE)
    family.prove(cache=kept)
    file = only_file(kept)
    content = json.loads(file.read_text())
    content["warnings"] = []
    file.write_text(json.dumps(content))
    assert family.proved(kept) is None


def test_a_folder_that_cannot_be_written_costs_time_only(specs: Any, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("no folder")
    family: Family = specs.load(IDLE)
    assert family.prove(cache=file / "proofs")
    assert family.proved(file / "proofs") is None


def test_one_verdict_can_be_kept_by_several_at_once(specs: Any, kept: Path) -> None:
    family = specs.load(IDLE)
    warnings = family.prove()
    key = verdicts.verdict_key(family)
    assert key is not None
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: verdicts.keep_verdict(family, key, warnings, kept), range(40)))
    assert family.proved(kept) == warnings
    assert [each.suffix for each in kept.iterdir()] == [".json"]


def test_the_oldest_verdicts_are_forgotten(
    specs: Any, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verdicts, "KEPT", 2)
    families = [specs.load(IDLE.replace("200", str(pages))) for pages in (200, 300, 400)]
    for family in families:
        family.prove(cache=kept)
    assert [family.proved(kept) is not None for family in families] == [False, True, True]


def test_the_folder_is_the_users_or_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RSPC_CACHE", str(tmp_path))
    assert verdicts.folder() == tmp_path / "proofs"
    monkeypatch.setenv("RSPC_CACHE", "")
    assert verdicts.folder() is None
    monkeypatch.delenv("RSPC_CACHE")
    found = verdicts.folder()
    assert found is not None
    assert found.name == "proofs"
