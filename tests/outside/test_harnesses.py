"""What evaluates models reads our folders: `datasets`, lm-evaluation-harness and Inspect."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import rspc as package

from .conftest import rspc

pytestmark = [pytest.mark.outside, pytest.mark.filterwarnings("default")]

FORMATS = ("jsonl", "jsonl.zst", "parquet", "huggingface")


@pytest.mark.parametrize("format", FORMATS)
def test_datasets_loads_every_format(format: str, tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    rspc(
        "compile",
        "kinship",
        "--split",
        "train=3,test=2",
        "--format",
        format,
        "-o",
        tmp_path / "out",
    )
    loaded = datasets.load_dataset(str(tmp_path / "out"), cache_dir=str(tmp_path / "cache"))
    for split in ("train", "test"):
        wanted = [*package.records(tmp_path / "out", split)]
        assert [package.record(row) for row in loaded[split]] == wanted
        for row, record in zip(loaded[split], wanted, strict=True):
            assert package.score(row, record["answer"]).value == 1
            assert package.score(package.key(row), "no idea").value == 0


def test_datasets_loads_mixtures_and_what_a_filter_leaves(tmp_path: Path) -> None:
    datasets = pytest.importorskip("datasets")
    text = (
        'count = 6\n[[part]]\nfamily = "flat"\n[[part]]\nfamily = "knights"\nset = { size = 3 }\n'
    )
    (tmp_path / "mix.toml").write_text(text)
    rspc("mix", tmp_path / "mix.toml", "-o", tmp_path / "mixed")
    rspc("filter", tmp_path / "mixed", "--where", "size = 3", "-o", tmp_path / "part")
    for name, count in (("mixed", 6), ("part", 3)):
        cache = str(tmp_path / f"cache-{name}")
        loaded = datasets.load_dataset(str(tmp_path / name), cache_dir=cache)["train"]
        assert len(loaded) == count
        assert [package.record(row) for row in loaded] == [*package.records(tmp_path / name)]


def test_datasets_are_made_from_a_family() -> None:
    pytest.importorskip("datasets")
    made = package.dataset("flat", 4, seed=2, level=2)
    family = package.load("flat")
    assert [package.record(row) for row in made] == [
        json.loads(json.dumps(instance.record())) for instance in family.generate(4, 2, preset="2")
    ]


def test_mlcroissant_accepts_the_description(flights: Path) -> None:
    croissant = pytest.importorskip("mlcroissant")
    found = croissant.Dataset(jsonld=str(flights / "croissant.json"))
    assert not found.metadata.ctx.issues.errors
    ids = []
    for part in found.metadata.record_sets:
        for row in found.records(part.id):
            ids.append(row[f"{part.id}/id"].decode())
            assert row[f"{part.id}/family"] == b"flight"
    assert ids == [record["id"] for record in package.records(flights)]


@pytest.mark.parametrize("target", ["chat", "nemo-gym", "openrlhf", "sft", "trl", "verl"])
def test_datasets_loads_every_export_for_training(
    target: str, flights: Path, tmp_path: Path
) -> None:
    datasets = pytest.importorskip("datasets")
    dataset = flights
    if target == "sft":  # needs proofs
        dataset = tmp_path / "animals"
        rspc("compile", "boardgame", "-n", "4", "-o", dataset)
    rspc("export", dataset, target, "-o", tmp_path / "out")
    files = sorted((tmp_path / "out").glob("t*.[jp]*"))
    assert files
    for file in files:
        kind = "parquet" if file.suffix == ".parquet" else "json"
        loaded = datasets.load_dataset(
            kind, data_files=str(file), cache_dir=str(tmp_path / "cache"), split="train"
        )
        assert len(loaded) == len([*package.records(dataset, file.stem.split(".")[0])])


class Answers:
    """A model of lm-evaluation-harness that knows the answers, or knows none."""

    def __new__(cls, right: bool, options: str = "") -> Any:
        model = pytest.importorskip("lm_eval.api.model")

        class Fake(model.LM):  # type: ignore[misc,name-defined]
            def generate_until(self, requests: list[Any]) -> list[str]:
                return [each.doc["answer"] if right else "no idea" for each in requests]

            def loglikelihood(self, requests: list[Any]) -> list[tuple[float, bool]]:
                found = []
                for each in requests:
                    is_right = each.args[1].strip() == str(each.doc["gold"]).strip()
                    found.append((0.0 if is_right == right else -9.0, True))
                return found

            def loglikelihood_rolling(self, requests: list[Any]) -> list[float]:
                raise NotImplementedError

        return Fake()


@pytest.mark.parametrize(
    ("target", "task", "wrong"),
    [
        ("lm-eval", "rspc_flight", (0.0, 0.0)),
        ("groundcocoa", "groundcocoa_flight_test", (0.0, 1.0)),
    ],
)
def test_lm_eval_runs_the_exported_task(
    target: str, task: str, wrong: tuple[float, float], flights: Path, tmp_path: Path
) -> None:
    lm_eval = pytest.importorskip("lm_eval")
    from lm_eval.tasks import TaskManager

    rspc("export", flights, target, "-o", tmp_path / "out")
    for right in (True, False):
        found = lm_eval.simple_evaluate(
            model=Answers(right),
            tasks=[task],
            task_manager=TaskManager(include_path=str(tmp_path / "out"), include_defaults=False),
            bootstrap_iters=0,
        )
        known = found["results"] | found.get("groups", {})
        accuracy = known[task]["acc,none"]
        low, high = (1.0, 1.0) if right else wrong
        assert low <= accuracy <= high
        assert right or accuracy < 1


def evaluate(task: Any, replies: list[str], logs: Path, **settings: Any) -> dict[str, float]:
    """Run a task with replies that are given, and return its metrics."""
    from inspect_ai import eval
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    outputs = [ModelOutput.from_content("mockllm/model", reply) for reply in replies]
    for output in outputs:
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    model = get_model("mockllm/model", custom_outputs=outputs)
    (log,) = eval(
        task, model=model, display="none", log_dir=str(logs), max_connections=1, **settings
    )
    assert log.status == "success", log.error
    return {name: metric.value for name, metric in log.results.scores[0].metrics.items()}


def test_inspect_runs_the_exported_task(flights: Path, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    rspc("export", flights, "inspect", "-o", tmp_path / "out")
    task = f"{tmp_path / 'out' / 'tasks.py'}@flight_test"
    records = [*package.records(flights, "test")]
    gold = evaluate(task, [record["answer"] for record in records], tmp_path / "gold")
    assert gold["accuracy"] == 1
    (log,) = (tmp_path / "gold").glob("*.eval")
    rspc("score", flights, log, "-o", tmp_path / "verdicts.jsonl")
    lines = (tmp_path / "verdicts.jsonl").read_text().splitlines()
    values = {each["id"]: each["value"] for each in map(json.loads, lines)}
    assert all(values[record["id"]] == 1 for record in records)
    assert sum(values.values()) == len(records)
    half = [r["answer"] if r["params"]["slots"] == 2 else "no idea" for r in records]
    assert evaluate(task, half, tmp_path)["accuracy"] == 0.5
    assert evaluate(task, ["no idea"] * len(records), tmp_path)["accuracy"] == 0


def test_inspect_finds_families_by_name(tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    from rspc.integrations.inspect_ai import TASKS

    settings = {"n": 4, "size": 3, "answer_format": "boxed"}
    replies = [sample.target for sample in TASKS["knights"](**settings).dataset]
    assert all(reply.startswith("\\boxed{") for reply in replies)
    assert evaluate("rspc/knights", replies, tmp_path, task_args=settings)["accuracy"] == 1
    garbage = evaluate("rspc/knights", ["no idea"] * 4, tmp_path, task_args=settings)
    assert garbage["accuracy"] == 0
