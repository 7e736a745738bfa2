"""Exports: every target, for every shipped family, graded as the exported files grade."""

from __future__ import annotations

import importlib.util
import json
import sys
import tracemalloc
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import datasets  # noqa: F401  (imported before the stand-in for torch, which it would take for the real one)
import msgspec
import pytest

import rspc
from rspc.compiler.contract import Exporter, Shape, plugins
from rspc.compiler.dataset.export.export import ACCOUNT, Exported, export
from rspc.compiler.dataset.formats import folder
from rspc.compiler.replies import FORMS

SPECS = Path(rspc.__file__).parent / "specs"
FAMILIES = sorted(
    path.relative_to(SPECS).with_suffix("").as_posix() for path in SPECS.rglob("*.rspec")
)
TARGETS = tuple(name for name in plugins.names(plugins.EXPORTERS) if name != "private-test")
"""All targets that have answers."""


@cache
def records(name: str, count: int = 2) -> tuple[dict[str, Any], ...]:
    family = rspc.load(SPECS / f"{name}.rspec")
    return tuple(each.record() for each in family.generate(count))


def write(folder: Path, found: tuple[dict[str, Any], ...]) -> Path:
    """Write some records to a file, in the splits `train` and `test` in turn."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "records.jsonl"
    split = [{**record, "split": ("train", "test")[at % 2]} for at, record in enumerate(found)]
    file.write_bytes(b"".join(msgspec.json.encode(record) + b"\n" for record in split))
    return file


def rows(folder: Path, exported: Exported) -> Iterator[dict[str, Any]]:
    """Yield the rows of all splits."""
    for split in exported.counts:
        path = next(folder.glob(f"{split}.*"))
        if path.suffix == ".parquet":
            parquet = pytest.importorskip("pyarrow.parquet")
            yield from parquet.read_table(path).to_pylist()
        else:
            yield from map(json.loads, path.read_text("utf-8").splitlines())


def fits(value: Any, shape: Shape) -> bool:
    """Return whether a value has the shape that its column declares."""
    match shape:
        case "text":
            return isinstance(value, str)
        case "integer":
            return isinstance(value, int)
        case "json":
            return True
        case (item,):
            return isinstance(value, list) and all(fits(each, item) for each in value)
        case Mapping():
            return value.keys() == shape.keys() and all(
                fits(value[name], shape[name]) for name in shape
            )
    raise AssertionError(shape)


def loaded(path: Path) -> ModuleType:
    """Import an exported file, as its program does."""
    spec = importlib.util.spec_from_file_location(f"exported_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Tensors(ModuleType):
    """Stands in for torch, which is not installed: a tensor is a list."""

    tensor = staticmethod(list)


def grade(target: str, folder: Path, row: dict[str, Any], reply: str) -> float:
    """Return what the exported grader gives a reply."""
    match target:
        case "lm-eval":
            module = loaded(next(folder.glob("*_code.py")))
            return float(module.process_results(row, [reply])["acc"])
        case "verl":
            return float(
                loaded(folder / "reward.py").compute_score(
                    data_source=row["data_source"],
                    solution_str=reply,
                    ground_truth=row["reward_model"]["ground_truth"],
                    extra_info=row["extra_info"],
                )
            )
        case "openrlhf":
            prompt = row["input"][-1]["content"]
            found = loaded(folder / "reward_func.py").reward_func(
                [prompt + reply], [prompt], [row["label"]]
            )
            return float(found["rewards"][0])
        case "trl":
            completions = [[{"role": "assistant", "content": reply}]]
            return rspc.reward.trl(
                prompts=[row["prompt"]], completions=completions, key=[row["key"]]
            )[0]
        case _:
            return rspc.score(row["key"], reply).value


@pytest.mark.parametrize("name", FAMILIES)
def test_every_target_takes_every_family(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", Tensors("torch"))
    own = records(name)
    file = write(tmp_path / "dataset", own)
    for target in TARGETS:
        out = tmp_path / target
        fit = {
            "groundcocoa": all(
                r["task"] == "choice" and len(r["options"]) == 5 and "," not in r["answer"]
                for r in own
            ),
            "sft": all(r["proof"] for r in own),
        }
        if not fit.get(target, True):
            with pytest.raises(rspc.SpecError, match=f"`{target}` cannot have record"):
                export(file, target, out)
            assert not out.exists()
            continue
        found = export(file, target, out)
        exporter: Exporter = plugins.make(plugins.EXPORTERS, target)
        written = list(rows(out, found))
        assert len(written) == len(own) == sum(found.counts.values())
        for row, record in zip(
            written, sorted(own, key=lambda r: r["index"] % 2 == 0), strict=True
        ):
            assert fits(row, exporter.columns)
            if target == "groundcocoa":
                assert row[f"Option {row['Answer']}"] in record["prompt"]
            elif target == "sft":
                assert rspc.score(record, row["messages"][-1]["content"]).value == 1
            else:
                assert grade(target, out, row, f"The answer is {record['answer']}.") == 1
                assert grade(target, out, row, "purple elephants") == 0
        for code in out.glob("*.py"):
            compile(code.read_text("utf-8"), code.name, "exec")


def content(folder: Path) -> dict[str, bytes]:
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()
    }


@pytest.mark.parametrize("target", TARGETS)
def test_an_export_has_the_same_bytes_each_time(target: str, tmp_path: Path) -> None:
    file = write(tmp_path / "dataset", records("boardgame" if target == "sft" else "flight"))
    first, second = export(file, target, tmp_path / "a"), export(file, target, tmp_path / "b")
    assert content(first.out) == content(second.out)
    listed = json.loads((first.out / ACCOUNT).read_text())["files"]
    assert {each["file"] for each in listed} | {ACCOUNT} == content(first.out).keys()


@pytest.mark.parametrize("form", FORMS)
def test_a_form_changes_the_prompt_and_the_reply_alone(form: str, tmp_path: Path) -> None:
    own = records("boardgame")
    found = export(write(tmp_path / "dataset", own), "chat", tmp_path / "out", answer_format=form)
    for row, record in zip(rows(found.out, found), (own[1], own[0]), strict=True):
        (turn,) = row["messages"]
        assert turn["content"].startswith(record["prompt"])
        assert turn["content"].endswith(FORMS[form].instruction)
        assert row["answer"] == FORMS[form].write(record["answer"])
        assert rspc.score(row["key"], row["answer"]).value == 1
        assert json.loads(row["key"]).get("form", "plain") == form


def test_worked_problems_come_from_a_split_of_their_own(tmp_path: Path) -> None:
    own = records("boardgame", 18)
    file = write(tmp_path / "dataset", own)
    found = export(file, "chat", tmp_path / "out", shots=3, answer_format="tag")
    assert found.counts == {"test": 9}
    for row in rows(found.out, found):
        *worked, last = row["messages"]
        assert [turn["role"] for turn in worked] == ["user", "assistant"] * 3
        assert last["content"] not in [turn["content"] for turn in worked]
        labels = {turn["content"] for turn in worked[1::2]}
        assert len(labels) == 3, "each label occurs once before one occurs twice"
        assert all(turn["content"].endswith("</answer>") for turn in worked[1::2])


@pytest.mark.parametrize(
    ("settings", "code", "words"),
    [
        ({"target": "lmeval"}, "E0810", "no target `lmeval`"),
        ({"answer_format": "box"}, "E0856", "no form of answers `box`"),
        ({"shots": -1}, "E0858", "not between 1 and 100"),
        ({"shots": 101}, "E0858", "not between 1 and 100"),
        ({"shots": 9}, "E0858", "has only 1 problems"),
        ({"shots": 1, "shots_from": "dev"}, "E0804", "no records of split `dev`"),
        ({"target": "groundcocoa", "shots": 1}, "E0857", "the harness's own"),
        ({"target": "groundcocoa", "answer_format": "json"}, "E0857", "the harness's own"),
        ({"target": "sft"}, "E0857", "no proof in words"),
    ],
)
def test_what_cannot_be_exported_is_reported(
    settings: dict[str, Any], code: str, words: str, tmp_path: Path
) -> None:
    file = write(tmp_path / "dataset", records("flight"))
    with pytest.raises(rspc.SpecError) as caught:
        export(**{"dataset": file, "target": "chat", "out": tmp_path / "out", **settings})
    assert caught.value.diagnostics[0].code == code
    assert words in caught.value.diagnostics[0].message
    assert [path.name for path in tmp_path.iterdir()] == ["dataset"]


def test_a_dataset_with_one_split_has_no_other_for_worked_problems(tmp_path: Path) -> None:
    file = write(tmp_path / "dataset", records("flight")[:1])
    with pytest.raises(rspc.SpecError, match="no other split than `train`"):
        export(file, "chat", tmp_path / "out", shots=1)


def test_an_unfinished_run_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path / "dataset", records("flight"))
    manifest = {"complete": False, "rejections": {}, "files": [{"file": file.name}]}
    (file.parent / "manifest.json").write_text(json.dumps(manifest))
    for dataset in (file, file.parent):
        with pytest.raises(rspc.SpecError, match="is not finished"):
            export(dataset, "chat", tmp_path / "out")


@pytest.mark.parametrize(
    "damage", [b"{", b"[]\n", b"\xff\n", b'{"id": "a"}\n', b'{"id": "a", "split": "../x"}\n']
)
def test_a_damaged_record_leaves_nothing(damage: bytes, tmp_path: Path) -> None:
    file = write(tmp_path / "dataset", records("flight"))
    file.write_bytes(file.read_bytes() + damage)
    with pytest.raises(rspc.SpecError) as caught:
        export(file, "trl", tmp_path / "out")
    assert caught.value.diagnostics[0].code == "E0805"
    assert [path.name for path in tmp_path.iterdir()] == ["dataset"]


def test_a_split_that_leads_out_of_the_folder_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_bytes(msgspec.json.encode({**records("flight")[0], "split": "../x"}))
    with pytest.raises(rspc.SpecError, match="of a split that no family has"):
        export(file, "trl", tmp_path / "out")


def test_a_folder_is_replaced_only_if_it_is_an_export_and_with_force(tmp_path: Path) -> None:
    file = write(tmp_path / "dataset", records("flight"))
    out = tmp_path / "out"
    export(file, "trl", out)
    with pytest.raises(rspc.SpecError, match="holds another export"):
        export(file, "chat", out)
    (out / "notes.txt").write_text("mine")
    with pytest.raises(rspc.SpecError, match=r"holds `notes.txt`, which is of no export"):
        export(file, "chat", out, force=True)
    assert (out / "notes.txt").read_text() == "mine"
    (out / "notes.txt").unlink()
    export(file, "chat", out, force=True)
    assert json.loads((out / ACCOUNT).read_text())["target"] == "chat"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dataset", "out"]


@pytest.mark.parametrize("kind", ["file", "link"])
def test_what_is_no_folder_is_left_alone(kind: str, tmp_path: Path) -> None:
    file = write(tmp_path / "dataset", records("flight"))
    out = tmp_path / "out"
    if kind == "file":
        out.write_text("mine")
    else:
        out.symlink_to(tmp_path / "dataset")
    with pytest.raises(rspc.SpecError, match="is not a folder"):
        export(file, "chat", out, force=True)


@pytest.mark.parametrize("target", ["trl", "verl"])
def test_records_stream(target: str, tmp_path: Path) -> None:
    """Four times as many records take no more memory."""
    peaks = []
    for count in (1_500, 6_000):
        file = tmp_path / f"{count}.jsonl"
        file.write_bytes((msgspec.json.encode(records("classic/knapsack")[0]) + b"\n") * count)
        tracemalloc.start()
        export(file, target, tmp_path / f"{target}{count}")
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < peaks[0] * 1.2


@pytest.mark.parametrize("manifest", [True, False])
def test_an_unfinished_run_is_not_exported(tmp_path: Path, manifest: bool) -> None:
    write(tmp_path / "dataset", records("flight"))
    if manifest:
        (tmp_path / "dataset/manifest.json").write_text('{"complete": false, "rejections": {}}')
    else:
        stage = tmp_path / "dataset" / folder.PARTIAL
        (stage / folder.BATCHES).mkdir(parents=True)
        (stage / folder.PLAN).write_text("{}")
        folder.batch(stage, 0).write_bytes(b"")
    with pytest.raises(rspc.SpecError) as caught:
        export(tmp_path / "dataset", "chat", tmp_path / "out")
    assert [each.code for each in caught.value.diagnostics] == ["E0859"]
    assert not (tmp_path / "out").exists()
