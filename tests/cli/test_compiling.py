"""`rspc compile` from end to end, on the family that `rspc new` writes."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from pathlib import Path

import pytest

from .test_commands import only, rspc


def test_compile_writes_a_dataset(spec: Path) -> None:
    compiled = rspc("compile", spec, "-n", 3, "--keep", 2, "-o", "out/a")
    assert compiled.exit_code == 0, compiled.output
    assert compiled.stdout == "out/a\n"
    content = Path("out/a/records.jsonl").read_bytes()
    records = [json.loads(line) for line in content.splitlines()]
    assert len({each["id"] for each in records}) == 3
    manifest = json.loads(Path("out/a/manifest.json").read_text())
    assert manifest["digest"] == f"sha256:{hashlib.sha256(content).hexdigest()}"
    assert len(list(Path("out/a/text").iterdir())) == 2
    assert list(Path("out/a/encodings").iterdir())
    again = rspc("compile", spec, "-n", 3, "-o", "out/b", "--json")
    assert json.loads(again.stdout)["digest"] == manifest["digest"]


FEW = """family few
"what a stone is, of whom little can be said"
logic defeasible
sort object = {stone}
pool states = {cold, dark, wet}
pred from states(object)
rule habit = ~?p(X) => ~?q(X)
theory backward { depth 1  matched off }
ask entailment { labels {true: yes, false: no, unknown: unknown} }
use std.rules
"""


def test_compile_says_how_many_problems_repeat_an_earlier_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("matched.rspec").write_text(FEW.replace("  matched off", ""))
    refused = rspc("compile", "matched.rspec", "-n", 1, "-o", "none")
    assert "E0401" in refused.output
    assert "`matched off`" in refused.output
    Path("few.rspec").write_text(FEW)
    compiled = rspc("compile", "few.rspec", "-n", 60, "-o", "few")
    assert compiled.exit_code == 0, compiled.output
    records = [json.loads(line) for line in Path("few/records.jsonl").read_text().splitlines()]
    repeats = 60 - len({each["canonical"] for each in records})
    assert repeats > 0
    assert f"{repeats} of 60 repeat an earlier problem" in compiled.stderr
    reduced = rspc("dedup", "few", "-o", "reduced")
    assert f"{60 - repeats} records kept, {repeats} left out" in reduced.output
    again = rspc("compile", "few.rspec", "-n", 60, "-o", "again", "--json")
    assert json.loads(again.stdout)["repeats"] == repeats
    finished = rspc("compile", "few.rspec", "-n", 60, "-o", "again", "--json")
    assert json.loads(finished.stdout)["repeats"] is None, "none was looked at"


def test_a_run_that_had_only_files_to_write_is_not_told_as_finished_before(
    spec: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as broken_off:
        broken_off.setattr("rspc.compiler.dataset.formats.folder.publish", stopped)
        assert rspc("compile", spec, "-n", 3, "-o", "out").exit_code == 130
    second, third = (rspc("compile", spec, "-n", 3, "-o", "out").stderr for _ in range(2))
    assert "0 instances in " in second
    assert "3 in total, including those of the interrupted run" in second
    assert "already finished: 3 instances" not in second
    assert "already finished: 3 instances" in third


def test_compile_sets_and_sweeps_parameters(spec: Path) -> None:
    swept = rspc("compile", spec, "-n", 2, "--sweep", "slots=2..3", "-o", "out")
    assert swept.exit_code == 0, swept.output
    files = [f"out/records-0000{number}.jsonl" for number in range(2)]
    records = [json.loads(line) for file in files for line in Path(file).read_text().splitlines()]
    assert [str(each["params"]["slots"]) for each in records] == ["2", "2", "3", "3"]
    alone = rspc("compile", spec, "-n", 2, "--set", "slots=3", "-o", "alone")
    assert alone.exit_code == 0, alone.output
    assert [
        json.loads(line) for line in Path("alone/records.jsonl").read_text().splitlines()
    ] == records[2:]


def test_compile_says_where_the_dataset_is_and_what_to_do_next(spec: Path) -> None:
    for first in ("2 instances in ", "already finished: 2 instances"):
        compiled = rspc("compile", spec, "-n", 2, "-o", "my sets/a")
        assert compiled.stdout == "my sets/a\n"
        *_, digest, place, hint = lines = compiled.stderr.splitlines()
        assert any(line.startswith(first) for line in lines)
        assert digest.startswith("digest sha256:")
        assert place == "dataset my sets/a"
        named = re.findall("`(rspc .*?)`", hint)
        assert [shlex.split(each)[1:] for each in named] == [
            ["show", "my sets/a"],
            ["stats", "my sets/a"],
        ]
        for command in named:
            done = rspc(*shlex.split(command)[1:])
            assert done.exit_code == 0, done.output
        prompt = json.loads(Path("my sets/a/records.jsonl").read_text().splitlines()[0])["prompt"]
        assert prompt.splitlines()[0] not in compiled.stderr


@pytest.mark.parametrize(
    "arguments",
    [["--set", "slot=3"], ["--set", "slots=many"], ["--set", "slots=99"], ["--preset", "none"]],
)
def test_compile_refuses_what_the_family_does_not_know(spec: Path, arguments: list[str]) -> None:
    compiled = rspc("compile", spec, "-o", "out", "--json", *arguments)
    assert compiled.exit_code == 1
    assert only(compiled)["code"].startswith("E")
    assert not Path("out").exists()


def test_compile_refuses_a_file_as_its_folder(spec: Path) -> None:
    compiled = rspc("compile", spec, "-o", spec)
    assert compiled.exit_code == 1
    assert "E0802" in compiled.stderr


def test_a_family_is_proved_once(
    spec: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def proves(*options: str) -> bool:
        made = rspc("compile", spec, "-n", 1, "--force", "-o", "made", *options)
        assert made.exit_code == 0, made.output
        return "proving" in made.stderr

    monkeypatch.setenv("RSPC_CACHE", str(tmp_path / "cache"))
    assert proves("--no-cache")
    assert not (tmp_path / "cache").exists()
    assert proves()
    assert not proves()
    assert proves("--no-cache")
    spec.write_text(f"{spec.read_text()}\n")
    assert proves()
    monkeypatch.setenv("RSPC_CACHE", "")
    assert proves()
