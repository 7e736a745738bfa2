"""The card and the Croissant file of a dataset, held against the packages that read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.dataset.cards.hub import hub_metadata, license_url

MANIFEST: dict[str, Any] = {"family": "old_rules", "count": 5, "license": "mit", "tasks": {}}


def head(**told: Any) -> dict[str, Any]:
    """Return the metadata of a card."""
    files = [{"file": "records.jsonl", "split": "", "count": 5, "bytes": 9}]
    lines = list(hub_metadata({**MANIFEST, **told}, files, {}))
    assert lines[0] == lines[-1] == "---"
    found: dict[str, Any] = yaml.safe_load("\n".join(lines[1:-1]))
    return found


@pytest.mark.parametrize(
    ("count", "category"),
    [
        (999, "n<1K"),
        (1000, "1K<n<10K"),
        (99_999, "10K<n<100K"),
        (100_000, "100K<n<1M"),
        (10**6, "1M<n<10M"),
        (10**13, "10T<n<100T"),
        (10**15, "n>100T"),
    ],
)
def test_sizes_are_those_of_the_hub(count: int, category: str) -> None:
    assert head(count=count)["size_categories"] == [category]


def test_a_licence_that_the_hub_lacks_is_another() -> None:
    assert head()["license"] == "mit"
    assert head(license="CC-BY-4.0")["license"] == "cc-by-4.0"
    own = head(license="My Lab: v2")
    assert (own["license"], own["license_name"]) == ("other", "my-lab-v2")
    assert license_url({"license": "MIT"}) == "https://choosealicense.com/licenses/mit/"
    assert license_url({"license": "My Lab: v2"}) == "My Lab: v2"


def test_each_task_has_its_category() -> None:
    assert head()["task_categories"] == ["question-answering"]
    told = head(tasks={"choice": 3, "value": 2, "entailment": 1, "gone": 1})
    assert told["task_categories"] == [
        "multiple-choice",
        "question-answering",
        "text-classification",
    ]
    assert (told["language"], told["pretty_name"]) == (["en"], "Old rules")


@pytest.fixture(scope="module")
def swept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("swept") / "flat"
    line = ["compile", "flat", "--sweep", "options=2..3", "--split", "train=3,test=2"]
    result = CliRunner().invoke(app, [*line, "--license", "cc-by-4.0", "-o", str(out)])
    assert result.exit_code == 0, result.output
    return out


def test_each_setting_is_a_configuration(swept: Path, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    every = [*rspc.records(swept)]
    for name, wanted in (
        (None, every),
        ("options=2", [each for each in every if each["params"]["options"] == 2]),
        ("options=3", [each for each in every if each["params"]["options"] == 3]),
    ):
        loaded = datasets.load_dataset(str(swept), name, cache_dir=str(tmp_path / "cache"))
        found = [rspc.record(row) for split in ("train", "test") for row in loaded[split]]
        assert found == wanted


def test_the_card_tells_how_to_score_and_holds_the_canary(swept: Path) -> None:
    card = (swept / "README.md").read_text("utf-8")
    (canary,) = {record["canary"] for record in rspc.records(swept)}
    assert canary in card
    for part in ("## Scoring", "rspc.score(row, reply)", "Princeton University", "```bibtex"):
        assert part in card
    assert "a tenant says what a flat must be like" in card


def test_croissant_lists_the_files_and_their_columns(swept: Path) -> None:
    found = json.loads((swept / "croissant.json").read_text("utf-8"))
    assert found["conformsTo"] == "http://mlcommons.org/croissant/1.0"
    files = {each["@id"]: each["sha256"] for each in found["distribution"]}
    manifest = json.loads((swept / "manifest.json").read_text("utf-8"))
    assert files == {
        each["file"]: each["digest"].removeprefix("sha256:") for each in manifest["sheets"]
    }
    assert all((swept / name).is_file() for name in files)
    names = [each["name"] for each in found["recordSet"]]
    assert names == ["train-00000", "train-00001", "test-00000", "test-00001"]
    assert found["citeAs"].startswith("@misc{rspc_flat_")
    assert found["license"] == "https://choosealicense.com/licenses/cc-by-4.0/"


def test_a_changed_description_is_reported(swept: Path, tmp_path: Path) -> None:
    out = tmp_path / "copy"
    rspc.filter(swept, "options = 2", out)
    assert not rspc.verify(out).warnings
    for name in ("README.md", "croissant.json"):
        (out / name).write_text((out / name).read_text("utf-8") + " ", "utf-8")
    (told,) = rspc.verify(out).warnings
    assert told.code == "W0854"
    assert "`README.md` and `croissant.json` were changed" in told.message
