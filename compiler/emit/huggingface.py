"""A dataset folder as the Hugging Face hub has them: Parquet by split, and a card that `datasets.load_dataset` reads.

The card's head follows <https://huggingface.co/docs/hub/datasets-manual-configuration>. Neither that package nor the
network is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

import msgspec

from . import columns as kinds
from .folder import PARTS
from .parquet import Parquet

UNNAMED = "train"
"""What records of no split stand under, for the format knows none without a name."""

_TYPES = {
    kinds.TEXT: "string",
    kinds.INTEGER: "int64",
    kinds.NUMBER: "float64",
    kinds.TRUTH: "bool",
    kinds.JSON: "string",
}
_TOLD = ("rspc", "family", "family_hash", "seed", "counts", "settings", "count", "digest")
"""What the card repeats of the manifest, besides the engines' versions."""


class HuggingFace(Parquet):
    """A Hugging Face dataset folder: `data/SPLIT-….parquet` and a card."""

    name: ClassVar[str] = "huggingface"

    def place(self, split: str, number: int, of: int) -> str:
        """Give the path of a split's file."""
        return f"{PARTS}/{split or UNNAMED}-{number:05}-of-{of:05}{self.suffix}"

    def card(self, manifest: Mapping[str, Any]) -> str:
        """Give the card: splits and schema for programs, then labels, columns, origin and licence for people."""
        return "\n".join([*_head(manifest), *_body(manifest)]) + "\n"


def _head(manifest: Mapping[str, Any]) -> Iterator[str]:
    splits = manifest["splits"]
    size = dict.fromkeys(splits, 0)
    for each in manifest["files"]:
        size[each["split"]] += each["bytes"]
    yield "---"
    yield f"license: {_quoted(manifest['license'])}"
    yield "language: en"
    yield "task_categories: [question-answering]"
    yield "tags: [reasoning, synthetic]"
    yield "configs:"
    yield "- config_name: default"
    yield "  data_files:"
    for split in splits:
        yield f"  - split: {split or UNNAMED}"
        yield f"    path: {PARTS}/{split or UNNAMED}-*.parquet"
    yield "dataset_info:"
    yield "  features:"
    for name, kind in manifest["columns"].items():
        yield f"  - name: {_quoted(name)}"
        yield f"    dtype: {_TYPES[kind]}"
    yield "  splits:"
    for split, told in splits.items():
        yield f"  - name: {split or UNNAMED}"
        yield f"    num_bytes: {size[split]}"
        yield f"    num_examples: {told['count']}"
    yield "---"


def _body(manifest: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield f"# {manifest['family']}"
    yield ""
    yield (
        f"{manifest['count']:,} reasoning problems, made by rspc {manifest['rspc']} from "
        "the family in `family.json`. Every label is established by one engine and confirmed by another; the "
        "certificate of each stands in its record."
    )
    yield ""
    yield "```python"
    yield "from datasets import load_dataset"
    yield ""
    yield 'dataset = load_dataset("path/of/this/folder")'
    yield "```"
    yield ""
    yield "## Labels"
    yield ""
    yield from _labels(manifest["splits"])
    yield ""
    yield "## Columns"
    yield ""
    yield "`prompt` is the problem as it is put, `answer` what is to be answered. Columns of JSON are text."
    yield ""
    yield "| column | type |"
    yield "| --- | --- |"
    for name, kind in manifest["columns"].items():
        yield f"| `{name}` | {'JSON' if kind == kinds.JSON else _TYPES[kind]} |"
    yield ""
    yield "## Origin"
    yield ""
    yield "The same family, seed, numbers and settings give the same records again."
    yield ""
    yield "```json"
    told = {key: manifest[key] for key in _TOLD} | {"packages": manifest["machine"]["packages"]}
    yield msgspec.json.format(msgspec.json.encode(told), indent=2).decode()
    yield "```"
    yield ""
    yield "## Licence"
    yield ""
    yield (
        f"The dataset's licence is given as `{manifest['license']}`. The words of rspc's standard library are under "
        "Apache-2.0; those of `std.lexicon` are derived from WordNet 3.0, under its own licence."
    )


MOST_LABELS = 50
"""How many labels the card lists; a dataset whose answers are amounts has as many as it has records."""


def _labels(splits: Mapping[str, Any]) -> Iterator[str]:
    """Yield a table of how often each label occurs, by split, the commonest first."""
    total: dict[str, int] = {}
    for told in splits.values():
        for label, number in told["labels"].items():
            total[label] = total.get(label, 0) + number
    common = sorted(total, key=lambda label: (-total[label], label))
    yield f"| label | {' | '.join(split or UNNAMED for split in splits)} |"
    yield f"| --- |{' ---: |' * len(splits)}"
    for label in common[:MOST_LABELS]:
        numbers = (str(told["labels"].get(label, 0)) for told in splits.values())
        shown = label.replace("|", "\\|").replace("\n", " ")
        yield f"| {shown} | {' | '.join(numbers)} |"
    if len(common) > MOST_LABELS:
        yield f"\nand {len(common) - MOST_LABELS} more."


def _quoted(text: str) -> str:
    """Give a text as YAML has it: JSON is YAML."""
    return json.dumps(text)
