"""A family whose drafts are all dropped is proved without trying again and again."""

from __future__ import annotations

from pathlib import Path

import pytest

from rspc.compiler.api import check
from rspc.compiler.instances import Exhausted

SPEC = """family f
logic defeasible
sort loaf = {rye, wheat, oat}
pred stale(loaf)
pred sold(loaf)
fact old = stale(?a)
theory { 4 of old. stale(X) => -sold(X). }
ask entailment sold(?a)
"""


def test_drafts_that_are_all_dropped_are_tried_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    causes: list[dict[str, int]] = []
    begin = Exhausted.__init__

    def noted(self: Exhausted, *args: object, **more: object) -> None:
        begin(self, *args, **more)  # type: ignore[arg-type]
        causes.append(dict(self.rejections))

    monkeypatch.setattr(Exhausted, "__init__", noted)
    (tmp_path / "f.rspec").write_text(SPEC, "utf-8")
    assert [each for each in check(tmp_path / "f.rspec", prove=True) if each.code[0] == "E"] == []
    assert causes == [{"there are not enough different statements of `old`": 200}]
