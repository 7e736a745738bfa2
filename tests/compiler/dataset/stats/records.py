"""Records for datasets of tests: those fields that statistics speak of are given, the others stand empty."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any


def record(index: int, label: str = "true", **given: Any) -> dict[str, Any]:
    text = {"prompt": "a prompt", "context": "a context", "question": "a question"}
    empty = {"params": {}, "metrics": {}, "certificate": {}, "engines": {}}
    names = {"family": "f", "family_hash": "0", "params_hash": "0", "rspc": "0", "split": ""}
    return {
        "id": f"f-{index}",
        **names,
        "seed": 0,
        "index": index,
        "logic": "l",
        "task": "t",
        **text,
        **empty,
        "options": None,
        "answer": label,
        "label": label,
        "theory": [],
        "query": "q",
        "proof": None,
        **given,
    }


def write(path: Path, records: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(f"{json.dumps(each)}\n" for each in records))
    return path
