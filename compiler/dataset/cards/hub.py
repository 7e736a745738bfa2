"""The head of a dataset card: what the Hugging Face hub and `datasets.load_dataset` read of a folder.

Formats: <https://huggingface.co/docs/hub/datasets-manual-configuration> and
<https://github.com/huggingface/hub-docs/blob/main/datasetcard.md>. Neither these packages nor the network are needed.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...contract import plugins
from ...family import Catalogued
from ..formats import UNNAMED, columns as kinds
from .languages import language_codes

DEFAULT = "default"
"""The name of the configuration that has all records."""

OTHER = "question-answering"
"""The category of a task that states none."""

_LICENSES = """
afl-3.0 agpl-3.0 apache-2.0 artistic-2.0 bsd bsd-2-clause bsd-3-clause bsd-3-clause-clear bsl-1.0 c-uda cc
cc-by-2.0 cc-by-2.5 cc-by-3.0 cc-by-4.0 cc-by-nc-2.0 cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nc-nd-3.0 cc-by-nc-nd-4.0
cc-by-nc-sa-2.0 cc-by-nc-sa-3.0 cc-by-nc-sa-4.0 cc-by-nd-4.0 cc-by-sa-3.0 cc-by-sa-4.0 cc0-1.0
cdla-permissive-1.0 cdla-permissive-2.0 cdla-sharing-1.0 ecl-2.0 epl-1.0 epl-2.0 etalab-2.0 eupl-1.1 eupl-1.2
gfdl gpl gpl-2.0 gpl-3.0 isc lgpl lgpl-2.1 lgpl-3.0 lppl-1.3c mit mpl-2.0 ms-pl ncsa odbl odc-by ofl-1.1
osl-3.0 pddl postgresql unknown unlicense wtfpl zlib
"""

LICENSES = frozenset(_LICENSES.split())
"""Licences that the hub has ids for: <https://huggingface.co/docs/hub/repositories-licenses>."""

TYPES = {kinds.TEXT: "string", kinds.INTEGER: "int64", kinds.JSON: "string"}


def hub_metadata(
    manifest: Mapping[str, Any], files: Sequence[Mapping[str, Any]], loading: Mapping[str, Any]
) -> Iterator[str]:
    """Yield the lines of the head, in YAML; see `card`."""
    yield "---"
    yield from _license(manifest)
    yield f"language: [{', '.join(language_codes(manifest))}]"
    yield f"pretty_name: {_quote(pretty_name(manifest))}"
    yield f"size_categories: [{_size(manifest['count'])}]"
    yield f"task_categories: [{', '.join(_categories(manifest))}]"
    yield "tags: [reasoning, synthetic]"
    configs = {DEFAULT: files, **_by_setting(manifest, files)}
    yield "configs:"
    for config, held in configs.items():
        yield f"- config_name: {_quote(config)}"
        yield "  data_files:"
        for split, own in _by_split(held).items():
            yield f"  - split: {split or UNNAMED}"
            yield f"    path: {_quote([each['file'] for each in own])}"
        for name, value in loading.items():
            yield f"  {name}: {_quote(value)}"
    yield "dataset_info:"
    for config, held in configs.items():
        yield f"- config_name: {_quote(config)}"
        features = [
            f"{{name: {name}, dtype: {TYPES[kind]}}}" for name, kind in kinds.FIELDS.items()
        ]
        yield f"  features: [{', '.join(features)}]"
        yield "  splits:"
        for split, own in _by_split(held).items():
            yield f"  - name: {split or UNNAMED}"
            yield f"    num_bytes: {sum(each['bytes'] for each in own)}"
            yield f"    num_examples: {sum(each['count'] for each in own)}"
    yield "---"


def _by_split(files: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    found: dict[str, list[Mapping[str, Any]]] = {}
    for file in files:
        found.setdefault(file["split"], []).append(file)
    return found


def _by_setting(
    manifest: Mapping[str, Any], files: Sequence[Mapping[str, Any]]
) -> dict[str, list[Mapping[str, Any]]]:
    """Return the files of each setting by its label, if settings have files of their own."""
    settings = manifest.get("settings") or ()
    found: dict[str, list[Mapping[str, Any]]] = {}
    for file in files:
        if "setting" in file:
            label = re.sub(r"[^\w.=,-]+", "_", settings[file["setting"]]["label"])
            found.setdefault(label if label != DEFAULT else f"{label}_", []).append(file)
    return found


def pretty_name(manifest: Mapping[str, Any]) -> str:
    """Return the name of a dataset as people read it."""
    return str(manifest.get("family", "")).replace("_", " ").capitalize()


def _license(manifest: Mapping[str, Any]) -> Iterator[str]:
    """Yield the licence as the hub has it: one of its ids, or a name of another."""
    name = str(manifest.get("license", "unknown"))
    if name.lower() in LICENSES:
        yield f"license: {name.lower()}"
    else:
        yield "license: other"
        yield f"license_name: {_quote(re.sub(r'[^a-z0-9.]+', '-', name.lower()).strip('-') or 'other')}"


def license_url(manifest: Mapping[str, Any]) -> str:
    """Return the page of a licence that the hub has an id for; otherwise its name."""
    name = str(manifest.get("license", "unknown"))
    return (
        f"https://choosealicense.com/licenses/{name.lower()}/" if name.lower() in LICENSES else name
    )


def _size(count: int) -> str:
    """Return the hub's category for a number of records."""
    bounds = [1000**power * factor for power in range(1, 5) for factor in (1, 10, 100)]
    names = [f"{factor}{letter}" for letter in "KMBT" for factor in (1, 10, 100)]
    at = bisect_right(bounds, count)
    if at == 0:
        return f"n<{names[0]}"
    return f"n>{names[-1]}" if at == len(bounds) else f"{names[at - 1]}<n<{names[at]}"


def _categories(manifest: Mapping[str, Any]) -> list[str]:
    """Return the hub's categories of the tasks of a dataset."""
    known = plugins.names(plugins.TASKS)
    found = []
    for name in manifest.get("tasks") or ():
        task = plugins.make(plugins.TASKS, name) if name in known else None
        found.append(task.category if isinstance(task, Catalogued) else OTHER)
    return sorted(set(found)) or [OTHER]


def _quote(value: Any) -> str:
    """Return a value as YAML has it: JSON is YAML."""
    return json.dumps(value)
