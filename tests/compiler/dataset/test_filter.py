"""`rspc filter`: the records that meet a condition, unchanged, in a dataset that verifies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.dataset.filter import filter


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("filter") / "zebra"
    line = ["compile", "zebra", "--sweep", "size=3..4", "--split", "train=3,test=3", "-o", str(out)]
    result = CliRunner().invoke(app, line)
    assert result.exit_code == 0, result.output
    return out


@pytest.fixture(scope="module")
def verdicts(dataset: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Verdicts of two models: one is always right, the other on every third problem."""
    place = tmp_path_factory.mktemp("verdicts")
    found = []
    for name, every in (("strong", 1), ("weak", 3)):
        replies = [
            {"id": record["id"], "text": "no idea" if at % every else record["answer"]}
            for at, record in enumerate(rspc.records(dataset))
        ]
        (place / name).write_text("\n".join(map(json.dumps, replies)) + "\n")
        out = place / f"{name}.jsonl"
        line = ["score", str(dataset), str(place / name), "--out", str(out)]
        assert CliRunner().invoke(app, line).exit_code == 0
        found.append(out)
    return found[0], found[1]


def refused(code: str, *arguments: Any, **settings: Any) -> str:
    with pytest.raises(rspc.SpecError) as caught:
        filter(*arguments, **settings)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code
    return f"{diagnostic.message}; {diagnostic.help}"


def test_the_records_that_meet_the_condition_are_copied(dataset: Path, tmp_path: Path) -> None:
    every = [*rspc.records(dataset)]
    wanted = [r for r in every if r["params"]["size"] == 4 and r["split"] == "test"]
    found = filter(dataset, "size = 4 and split = test", tmp_path / "out")
    assert [*rspc.records(tmp_path / "out")] == wanted
    assert (found.kept, found.dropped) == (len(wanted), len(every) - len(wanted)) == (3, 9)
    manifest = json.loads((tmp_path / "out/manifest.json").read_text())
    of = json.loads((dataset / "manifest.json").read_text())["digest"]
    assert manifest["reduced"] == {"by": "size = 4 and split = test", "of": of, "dropped": 9}
    report = rspc.verify(tmp_path / "out")
    assert not report.faults
    again = filter(dataset, "size = 4 and split = test", tmp_path / "again")
    assert again.digest == found.digest


def test_a_lone_file_of_records_is_filtered(dataset: Path, tmp_path: Path) -> None:
    file = tmp_path / "lone" / "some.jsonl"
    file.parent.mkdir()
    file.write_text("".join(json.dumps(each) + "\n" for each in rspc.records(dataset, "train")))
    found = filter(file, "size = 4", tmp_path / "out")
    assert (found.kept, found.dropped) == (3, 3)
    assert [each["params"]["size"] for each in rspc.records(tmp_path / "out")] == [4] * 3
    assert not (tmp_path / "out" / "family.json").exists()


def test_the_command_reports_what_it_kept(dataset: Path, tmp_path: Path) -> None:
    line = ["filter", str(dataset), "--where", "not size = 4", "-o", str(tmp_path / "out")]
    result = CliRunner().invoke(app, line)
    assert result.exit_code == 0
    assert result.stdout == f"{tmp_path / 'out'}\n"
    assert "6 records kept, 6 left out" in result.stderr
    held = CliRunner().invoke(app, [*line, "--force", "--json"])
    assert json.loads(held.stdout)["kept"] == 6


def test_a_pass_rate_is_the_mean_of_the_verdicts(
    dataset: Path, verdicts: tuple[Path, Path], tmp_path: Path
) -> None:
    ids = [record["id"] for record in rspc.records(dataset)]
    filter(dataset, "pass_rate = 0.5", tmp_path / "hard", verdicts)
    hard = [record["id"] for record in rspc.records(tmp_path / "hard")]
    assert hard == [id for at, id in enumerate(ids) if at % 3]
    filter(tmp_path / "hard", "pass_rate > 0", tmp_path / "part", verdicts[:1])
    assert len([*rspc.records(tmp_path / "part")]) == len(hard)
    told = json.loads((tmp_path / "part/manifest.json").read_text())["reduced"]
    assert told["verdicts"] == 1


def test_tokens_are_those_of_the_tokenizer(dataset: Path, tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    model = tokenizers.models.WordLevel({"?": 0}, unk_token="?")
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    words = sorted(len(record["prompt"].split()) for record in rspc.records(dataset))
    middle = words[len(words) // 2]
    filter(dataset, f"tokens >= {middle}", tmp_path / "out", tokenizer=tmp_path / "tokenizer.json")
    kept = sorted(len(record["prompt"].split()) for record in rspc.records(tmp_path / "out"))
    assert kept == [number for number in words if number >= middle]


def test_what_cannot_be_filtered_is_reported(
    dataset: Path, verdicts: tuple[Path, Path], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    assert "a value is expected" in refused("E0860", dataset, "size =", out)
    assert "did you mean `size`?" in refused("E0861", dataset, "siz = 3", out)
    assert "--verdicts" in refused("E0861", dataset, "pass_rate < 1", out)
    assert "no record" in refused("E0864", dataset, "size = 9", out)
    assert "--tokenizer" in refused("E0863", dataset, "tokens < 9", out)
    odd = tmp_path / "odd.json"
    odd.write_text("[]")
    assert "odd.json" in refused("E0863", dataset, "tokens < 9", out, tokenizer=odd)
    assert "not a verdict" in refused("E0862", dataset, "pass_rate < 1", out, [odd])
    assert "cannot be read" in refused("E0862", dataset, "pass_rate < 1", out, [tmp_path])
    short = tmp_path / "short.jsonl"
    short.write_text("".join(verdicts[0].read_text().splitlines(keepends=True)[:5]))
    assert "no verdict for" in refused("E0862", dataset, "pass_rate < 1", out, [short])
    assert not out.exists()
    out.mkdir()
    (out / "mine.txt").write_text("mine")
    assert [*out.iterdir()] == [out / "mine.txt"]
