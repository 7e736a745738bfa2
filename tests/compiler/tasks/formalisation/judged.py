"""Records whose theory is judged, made by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rspc.compiler.kinds import Kind
from rspc.compiler.tasks.formalisation import Formalisation
from rspc.compiler.tasks.solutions.plain_kinds import plain_kind


def record(
    logic: str,
    theory: Sequence[str],
    kinds: dict[str, Kind] | None = None,
    notation: str = "ours",
    **options: object,
) -> dict[str, Any]:
    """Return what judging needs of a record; statements without a label get one."""
    return {
        "logic": logic,
        "label": "true",
        "theory": [
            text if ": " in text and logic == "defeasible" else f"g{n}: {text}"
            for n, text in enumerate(theory)
        ],
        "certificate": {},
        "reply": {
            "notation": notation,
            "hidden": [],
            "kinds": {name: plain_kind(kind) for name, kind in (kinds or {}).items()},
            "options": options,
            "spellings": {},
            "sentences": {},
        },
    }


def same(gold: dict[str, Any], reply: Sequence[str]) -> bool:
    """Return whether a reply scores 1."""
    found = Formalisation().score(gold, "\n".join(["```", *reply, "```"]))
    assert found.value in (0, 1)
    assert found.value == 1 or "cannot be read" not in found.reason, found.reason
    assert found.value == 1 or "too hard" not in found.reason, found.reason
    return found.value == 1
