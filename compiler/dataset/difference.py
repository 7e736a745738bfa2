"""What differs between two datasets: how they were made, and their problems, one after another."""

import difflib
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import Any

from msgspec import Struct

from .formats.read import manifest, problems

SETTINGS = ("rspc", "family", "family_hash", "seed", "settings", "counts", "engines")
"""The parts of a manifest that say how a dataset was made."""

PARTS = (
    "theory",
    "query",
    "context",
    "question",
    "options",
    "prompt",
    "answer",
    "label",
    "certificate",
)
"""What is compared of two problems."""

MOST_LINES = 40
"""The lines of an example that are shown."""


class Changed(Struct, frozen=True):
    """The first pair of problems of which a part differs, with the lines of the part that differ."""

    part: str
    first: str
    second: str
    lines: tuple[str, ...]


class Differences(Struct, frozen=True):
    """How two datasets differ.

    Attributes:
        settings: parts of the manifests that differ, each with both values.
        records: how many problems each dataset has.
        same: how many pairs of problems, in order, have no difference.
        parts: how many pairs differ in each part.
        examples: the first pair that differs in each part.
    """

    settings: Mapping[str, tuple[Any, Any]]
    records: tuple[int, int]
    same: int
    parts: Mapping[str, int]
    examples: tuple[Changed, ...]

    @property
    def none(self) -> bool:
        """Whether all problems are the same. Datasets that were made otherwise can have the same problems."""
        return not self.parts and self.records[0] == self.records[1]


def compare(
    first: Path, second: Path, progress: Callable[[int], None] = lambda _: None
) -> Differences:
    """Return how two datasets differ. Problems are compared in their order, in one pass.

    Args:
        progress: called after each pair of problems with the number of pairs.

    Raises:
        SpecError: as `problems` does.
    """
    parts = Counter[str]()
    examples: dict[str, Changed] = {}
    numbers = [0, 0]
    same = 0
    for one, other in zip_longest(problems(first), problems(second)):
        numbers[0] += one is not None
        numbers[1] += other is not None
        progress(max(numbers))
        if one is None or other is None:
            continue
        changed = [part for part in PARTS if one[part] != other[part]]
        same += not changed
        parts.update(changed)
        for part in changed:
            if part not in examples:
                lines = tuple(_lines(one[part], other[part]))
                examples[part] = Changed(part, one["id"], other["id"], lines)
    counted = {part: parts[part] for part in PARTS if parts[part]}
    shown = tuple(examples[part] for part in counted)
    return Differences(_settings(first, second), (numbers[0], numbers[1]), same, counted, shown)


def _settings(first: Path, second: Path) -> dict[str, tuple[Any, Any]]:
    one, other = manifest(first) or {}, manifest(second) or {}
    return {
        name: (one.get(name), other.get(name))
        for name in SETTINGS
        if one.get(name) != other.get(name)
    }


def _lines(one: Any, other: Any) -> Iterator[str]:
    """Yield the lines that differ, after `-` and `+`, and those around them."""
    found = difflib.unified_diff(_text(one), _text(other), n=1, lineterm="")
    for number, line in enumerate(line for line in found if not line.startswith(("---", "+++"))):
        if number == MOST_LINES:
            yield "…"
            return
        yield line


def _text(value: Any) -> list[str]:
    match value:
        case str():
            return value.splitlines()
        case list():
            return [line for each in value for line in _text(each)]
        case dict():
            return [f"{name}: {line}" for name, each in value.items() for line in _text(each)]
        case _:
            return [json.dumps(value)]
