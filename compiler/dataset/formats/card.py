"""The card of a dataset: what `datasets.load_dataset` reads of its folder, and what people want to know of it.

Its head follows <https://huggingface.co/docs/hub/datasets-manual-configuration>. Neither that package nor the
network is needed.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from ....dsl.visible import visible
from . import columns as kinds

UNNAMED = "train"
"""What records of no split stand under, for `datasets` knows none without a name."""

_TYPES = {kinds.TEXT: "string", kinds.INTEGER: "int64", kinds.JSON: "string"}
_TOLD = ("rspc", "family", "family_hash", "seed", "counts", "settings", "count", "digest")
"""What the card repeats of the manifest, besides the engines' versions."""


def card(
    manifest: Mapping[str, Any], files: Sequence[Mapping[str, Any]], loading: Mapping[str, Any]
) -> str:
    """Return the card: splits and columns for programs, then labels, columns, origin and licence for people.

    Args:
        files: those whose rows are the records, as a manifest lists files.
        loading: the options by which they are read.
    """
    return "\n".join([*_head(manifest, files, loading), *_body(manifest)]) + "\n"


def _head(
    manifest: Mapping[str, Any], files: Sequence[Mapping[str, Any]], loading: Mapping[str, Any]
) -> Iterator[str]:
    splits: dict[str, list[Mapping[str, Any]]] = {}
    for file in files:
        splits.setdefault(file["split"], []).append(file)
    yield "---"
    yield f"license: {_quote(manifest.get('license', 'unknown'))}"
    yield "language: en"
    yield "task_categories: [question-answering]"
    yield "tags: [reasoning, synthetic]"
    yield "configs:"
    yield "- config_name: default"
    yield "  data_files:"
    for split, held in splits.items():
        yield f"  - split: {split or UNNAMED}"
        yield f"    path: {_quote([each['file'] for each in held])}"
    for name, value in loading.items():
        yield f"  {name}: {_quote(value)}"
    yield "dataset_info:"
    yield "  features:"
    for name, kind in kinds.FIELDS.items():
        yield f"  - name: {name}"
        yield f"    dtype: {_TYPES[kind]}"
    yield "  splits:"
    for split, held in splits.items():
        yield f"  - name: {split or UNNAMED}"
        yield f"    num_bytes: {sum(each['bytes'] for each in held)}"
        yield f"    num_examples: {sum(each['count'] for each in held)}"
    yield "---"


def _body(manifest: Mapping[str, Any]) -> Iterator[str]:
    yield ""
    yield f"# {_escape(manifest.get('family', ''))}"
    yield ""
    yield (
        f"{manifest['count']:,} reasoning problems, made by rspc {_escape(manifest.get('rspc', ''))} from the family "
        "in `family.json`. Every label is established by one engine and confirmed by another; the certificate of each "
        "stands in its record."
    )
    yield ""
    yield "```python"
    yield "import rspc"
    yield "from datasets import load_dataset"
    yield ""
    yield 'rows = load_dataset("path/of/this/folder")'
    yield 'for record in rspc.records("path/of/this/folder"):'
    yield "    ..."
    yield "```"
    yield ""
    yield "## Labels"
    yield ""
    yield from _labels(manifest)
    yield ""
    yield "## Columns"
    yield ""
    yield (
        "`prompt` is the problem as it is put, `answer` what is to be answered. Columns of JSON are text; "
        "`rspc.record(row)` gives the record of a row, and `rspc.score(row, reply)` scores a reply to it."
    )
    yield ""
    yield "| column | type |"
    yield "| --- | --- |"
    for name, kind in kinds.FIELDS.items():
        yield f"| `{name}` | {'JSON' if kind == kinds.JSON else _TYPES[kind]} |"
    yield ""
    yield "## Origin"
    yield ""
    yield "The same family, seed, numbers and settings give the same records again."
    yield ""
    yield "```json"
    told = {key: manifest[key] for key in _TOLD if key in manifest}
    told |= {"packages": manifest["machine"]["packages"]} if "machine" in manifest else {}
    yield json.dumps(msgspec.to_builtins(told), indent=2)
    yield "```"
    yield ""
    yield "## Licence"
    yield ""
    yield (
        f"The dataset's licence is given as {_escape(manifest.get('license', 'unknown'))}. The words of rspc's "
        "standard library are under Apache-2.0; those of `std.lexicon` are derived from WordNet 3.0, under its own "
        "licence."
    )


MOST_LABELS = 50
"""How many labels the card lists; a dataset whose answers are amounts has as many as it has records."""


def _labels(manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield a table of how often each label occurs, by split, the commonest first."""
    splits = manifest.get("splits") or {"": manifest}
    total: dict[str, int] = {}
    for told in splits.values():
        for label, number in told["labels"].items():
            total[label] = total.get(label, 0) + number
    common = sorted(total, key=lambda label: (-total[label], label))
    yield f"| label | {' | '.join(split or UNNAMED for split in splits)} |"
    yield f"| --- |{' ---: |' * len(splits)}"
    for label in common[:MOST_LABELS]:
        numbers = (str(told["labels"].get(label, 0)) for told in splits.values())
        yield f"| {_escape(label)} | {' | '.join(numbers)} |"
    if len(common) > MOST_LABELS:
        yield f"\nand {len(common) - MOST_LABELS} more."


_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\`*_[]|#"})


def _escape(text: str) -> str:
    """Return a text that Markdown shows as it is, on one line."""
    return visible(html.escape(str(text), quote=False).translate(_MARKS)).replace("\n", " ")


def _quote(value: Any) -> str:
    """Return a value as YAML has it: JSON is YAML."""
    return json.dumps(value)
