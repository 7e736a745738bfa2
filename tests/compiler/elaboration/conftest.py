"""Every wrong spec of these tests is also a case for the edits of its diagnostics."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from rspc.compiler import api
from rspc.compiler.sources import Library
from rspc.dsl.diagnostics import Diagnostic, Report

from ...edits import faults_of_edits


@pytest.fixture(autouse=True)
def edits_repair(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Apply the edits of all that `check` finds, each alone, and check again."""
    faults: list[str] = []
    check_file = api.check_file

    def checked(
        library: Library, main: str, report: Report, rows: Mapping[str, Path]
    ) -> tuple[api.Program | None, api.FamilyData | None]:
        before = copy.copy(library)
        before._read = dict(library._read)
        try:
            return check_file(library, main, report, rows)
        finally:
            faults.extend(
                faults_of_edits(
                    tuple(report),
                    {library.shown(key): key for key, _ in library.contents()},
                    lambda key, text: again(before, key, text, main, rows),
                )
            )

    def again(
        before: Library, key: str, text: str, main: str, rows: Mapping[str, Path]
    ) -> tuple[Diagnostic, ...]:
        library = copy.copy(before)
        library._read = dict(before._read)
        library.put(key, text)
        report = Report()
        check_file(library, main, report, rows)
        return tuple(report)

    monkeypatch.setattr(api, "check_file", checked)
    yield
    assert faults == []
