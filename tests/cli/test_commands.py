"""Each command from end to end, on the family that `rspc new` writes."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from rspc.cli.app import app
from rspc.compiler.api import Family
from rspc.compiler.contract import plugins
from rspc.dsl.diagnostics import codes

LOGIC = "constraint"


def rspc(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


def broken(folder: Path) -> Path:
    path = folder / "broken.rspec"
    path.write_text("family broken\nlogic nonsense\nuse std.nowhere\n")
    return path


def only(result: Result) -> dict[str, Any]:
    (found,) = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def test_check_tells_what_is_fine(spec: Path) -> None:
    checked = rspc("check", spec)
    assert checked.exit_code == 0
    assert checked.stdout == ""
    assert "shop.rspec: fine" in checked.stderr


def test_check_reports_every_file(spec: Path, tmp_path: Path) -> None:
    checked = rspc("check", spec, broken(tmp_path), tmp_path / "missing.rspec", "--json")
    assert checked.exit_code == 1
    found = {
        (Path(each["file"]).name, each["line"], each["code"]) for each in json.loads(checked.stdout)
    }
    assert {file for file, _, _ in found} >= {"broken.rspec"}
    assert "E0206" in {code for _, _, code in found}
    assert "E0120" in {code for _, _, code in found}


def test_check_draws_the_place(tmp_path: Path) -> None:
    checked = rspc("check", broken(tmp_path))
    assert checked.exit_code == 1
    assert checked.stdout == ""
    assert "broken.rspec:3:" in checked.stderr
    assert "^" in checked.stderr
    assert "\x1b" not in checked.stderr


def test_fmt_rewrites_in_place_and_once(spec: Path) -> None:
    canonical = spec.read_bytes()
    spec.write_bytes(canonical.replace(b"\n", b"  \r\n"))
    spec.chmod(0o640)
    looked = rspc("fmt", "--check", spec)
    assert looked.exit_code == 1
    assert looked.stdout == "shop.rspec\n"
    assert rspc("fmt", spec, "--json").stdout == '[\n  "shop.rspec"\n]\n'
    assert spec.read_bytes() == canonical
    assert spec.stat().st_mode & 0o777 == 0o640
    assert rspc("fmt", spec).stdout == ""


UNTIDY = "family untidy\nlogic asp\ntheory {\n p(a).\n}\nask entailment p(a)\n"


def with_input(text: bytes, *arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, input=text)


def test_fmt_formats_standard_input() -> None:
    run = with_input(UNTIDY.encode(), "fmt", "-")
    assert run.exit_code == 0
    assert run.stdout == UNTIDY.replace("\n p", "\n  p")
    again = with_input(run.stdout.encode(), "fmt", "-")
    assert again.stdout == run.stdout
    assert with_input(UNTIDY.encode(), "fmt", "-", "--check").exit_code == 1
    assert with_input(run.stdout.encode(), "fmt", "-", "--check").exit_code == 0
    broken = with_input(b"family {", "fmt", "-")
    assert (broken.exit_code, broken.stdout) == (1, "")
    assert "<stdin>:1:" in broken.stderr


def test_check_reads_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run = with_input(UNTIDY.encode(), "check", "-")
    assert run.exit_code == 0
    assert "<stdin>: fine" in run.stderr
    wrong = with_input(UNTIDY.replace("p(a).", "p(a").encode(), "check", "-")
    assert wrong.exit_code == 1
    assert "<stdin>:" in wrong.stderr
    (tmp_path / "own.rspec").write_text("module own\nsort thing_ = {a, b}\n", "utf-8")
    used = UNTIDY.replace("theory", "use own\npred p(thing_)\ntheory")
    assert with_input(used.encode(), "check", "-").exit_code == 0
    assert "is not UTF-8 text" in with_input(b"\xff", "check", "-").stderr
    assert "is too large" in with_input(b"#" * (2 << 20), "check", "-").stderr
    found = json.loads(with_input(b"family x\n", "check", "-", "--json").stdout)
    assert found[0]["file"] == "<stdin>"


def test_fmt_leaves_a_broken_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "x.rspec"
    path.write_text("family x\nparam (((\n")
    formatted = rspc("fmt", path)
    assert formatted.exit_code == 1
    assert "x.rspec:2" in formatted.stderr
    assert path.read_text() == "family x\nparam (((\n"


def test_explain_prints_the_page() -> None:
    explained = rspc("explain", "e0803")
    assert explained.exit_code == 0
    assert explained.stdout.startswith("# E0803: ")
    assert json.loads(rspc("explain", "E0803", "--json").stdout)["code"] == "E0803"


@pytest.mark.parametrize("code", ["E08", "E9999", "../E0803", "", "E0803.md"])
def test_explain_knows_only_codes(code: str) -> None:
    explained = rspc("explain", code, "--json")
    assert explained.exit_code == 1
    assert only(explained)["code"] == "E0809"


def test_every_code_is_explained() -> None:
    assert codes()
    for code in codes():
        assert rspc("explain", code).exit_code == 0


def test_list_shows_every_plugin_and_its_knobs() -> None:
    listed = rspc("list")
    assert listed.exit_code == 0
    for group in set(plugins.GROUPS) - {plugins.FAMILIES}:
        for name in plugins.names(group):
            assert f"\n  {name}" in listed.stdout
    assert "broken" not in listed.stdout
    found = json.loads(rspc("list", "--json").stdout)
    for name in plugins.names(plugins.STRATEGIES):
        assert found["strategies"][name]["knobs"]


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


@pytest.mark.parametrize(
    "arguments",
    [
        ["--set", "slots"],
        ["--sweep", "slots=3..1"],
        ["--set", "slots=2", "--sweep", "slots=1..2"],
        ["--keep", "some"],
        ["-n", "0"],
        ["-n", "many"],
        ["--no-such-option"],
    ],
)
def test_wrong_usage_exits_with_2(spec: Path, arguments: list[str]) -> None:
    compiled = rspc("compile", spec, "-o", "out", *arguments)
    assert compiled.exit_code == 2
    assert compiled.stdout == ""
    assert not Path("out").exists()


def test_compile_refuses_a_file_as_its_folder(spec: Path) -> None:
    compiled = rspc("compile", spec, "-o", spec)
    assert compiled.exit_code == 1
    assert "E0802" in compiled.stderr


def test_show_lays_out_a_problem(spec: Path) -> None:
    assert rspc("compile", spec, "-n", 3, "-o", "out").exit_code == 0
    record = json.loads(Path("out/records.jsonl").read_text().splitlines()[2])
    shown = rspc("show", "out", record["id"])
    assert shown.exit_code == 0
    assert shown.stdout == rspc("show", "out", "2").stdout
    assert record["prompt"].splitlines()[0] in shown.stdout
    assert f"Answer: {record['answer']}" in shown.stdout
    for title in ("Theory", "Certificate", "Metrics"):
        assert f"\n{title}\n" in shown.stdout
    assert json.loads(rspc("show", "out", "2", "--json").stdout) == record


def test_show_chooses_a_problem(spec: Path) -> None:
    rspc("compile", spec, "-n", "12", "-o", "out")
    lines = [json.loads(rspc("show", "out", str(n), "--json").stdout) for n in range(12)]
    label = lines[-1]["label"]
    chosen = json.loads(rspc("show", "out", "--label", label, "--json").stdout)
    assert chosen == next(each for each in lines if each["label"] == label)
    where = f"characters >= {len(lines[5]['prompt'])}"
    long = json.loads(rspc("show", "out", "--where", where, "--json").stdout)
    assert long == next(each for each in lines if len(each["prompt"]) >= len(lines[5]["prompt"]))
    drawn = {json.loads(rspc("show", "out", "--random", "--json").stdout)["id"] for _ in range(12)}
    assert len(drawn) > 1
    assert drawn <= {each["id"] for each in lines}
    assert rspc("show", "out", "2", "--random").exit_code == 2
    assert only(rspc("show", "out", "--label", "nonsense", "--json"))["code"] == "E0864"
    assert only(rspc("show", "out", "--where", "size >", "--json"))["code"] == "E0860"
    assert only(rspc("show", "out", "--where", "sise > 3", "--json"))["code"] == "E0861"


def test_diff_shows_what_differs(spec: Path) -> None:
    for out, more in (("a", ()), ("b", ()), ("c", ("--seed", "1")), ("d", ("-n", "9"))):
        assert rspc("compile", spec, "-n", "6", *more, "-o", out).exit_code == 0
    same = rspc("diff", "a", "b")
    assert (same.exit_code, same.stdout) == (0, "records: 6\nthe same in all parts: 6\n")
    other = rspc("diff", "a", "c")
    assert other.exit_code == 1
    assert "seed: 0 -> 1\n" in other.stdout
    assert re.search(r"another prompt: [1-6]\n", other.stdout)
    assert re.search(r"\nprompt of \S+ -> \S+\n  @@.*\n(?:  .*\n)*  [-+]", other.stdout)
    longer = json.loads(rspc("diff", "a", "d", "--json").stdout)
    assert longer["records"] == [6, 9]
    assert (longer["same"], longer["parts"]) == (6, {})
    assert rspc("diff", "a", "d").exit_code == 1
    assert only(rspc("diff", "a", "nowhere", "--json"))["code"].startswith("E")


def test_show_prints_each_stage_of_a_problem(spec: Path) -> None:
    assert rspc("compile", spec, "-n", 2, "-o", "out").exit_code == 0
    record = json.loads(Path("out/records.jsonl").read_text().splitlines()[1])
    theory = rspc("show", "out", record["id"], "--stage", "theory").stdout
    assert all(each in theory for each in (*record["theory"], record["query"]))
    rewritten = json.loads(rspc("show", "out", "1", "--stage", "rewritten", "--json").stdout)
    assert rewritten["question"] == record["query"]
    encoded = json.loads(rspc("show", "out", "1", "--stage", "encoding", "--json").stdout)
    assert set(encoded) < set(record["engines"])
    decided = json.loads(rspc("show", "out", "1", "--stage", "verdict", "--json").stdout)
    assert {name: each["label"] for name, each in decided.items()} == record["engines"]
    assert record["certificate"] in [each["certificate"] for each in decided.values()]


def test_show_needs_a_stage_and_a_family(spec: Path) -> None:
    assert rspc("compile", spec, "-n", 1, "-o", "out").exit_code == 0
    assert rspc("show", "out", "--stage", "proof").exit_code == 2
    Path("out/family.json").unlink()
    assert only(rspc("show", "out", "--stage", "theory", "--json"))["code"] == "E0804"


def test_show_says_what_it_cuts_and_shows_it_whole(spec: Path) -> None:
    rspc("compile", spec, "-n", "1", "--set", "slots=3", "-o", "wide")
    record = json.loads((Path("wide") / "records.jsonl").read_text().splitlines()[0])
    tests = [row["tests"] for row in record["certificate"]["rows"].values()]
    said = [msgspec.json.encode(each).decode() for each in tests]
    assert max(map(len, said)) > 40
    cut, whole = rspc("show", "wide"), rspc("show", "wide", "--whole")
    assert "…" in cut.stdout
    assert "--whole" in cut.stderr
    assert "…" not in whole.stdout
    assert not whole.stderr
    assert all(each in whole.stdout for each in said)


def test_show_names_what_is_missing(tmp_path: Path) -> None:
    assert only(rspc("show", tmp_path / "none", "--json"))["code"] == "E0804"
    (tmp_path / "records.jsonl").write_text('{"id": "a-1", "answer": "A", "label": "x"}\n{"id": ')
    assert only(rspc("show", tmp_path, "b", "--json"))["code"] == "E0805"
    (tmp_path / "records.jsonl").write_text('{"id": "a-1", "answer": "A", "label": "x"}\n')
    assert only(rspc("show", tmp_path, "a_1", "--json"))["code"] == "E0806"


def test_show_takes_no_number_of_thousands_of_digits_for_an_index(spec: Path) -> None:
    assert rspc("compile", spec, "-n", 1, "-o", "out").exit_code == 0
    shown = rspc("show", "out", "9" * 5000, "--json")
    assert only(shown)["code"] == "E0806"
    assert len(only(shown)["message"]) < 400


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("theory", 7),
        ("options", "zz"),
        ("options", [{"label": 1}]),
        ("certificate", [1]),
        ("engines", 3),
        ("metrics", []),
        ("answer", None),
        ("index", True),
    ],
)
def test_show_names_the_field_that_is_wrong(spec: Path, field: str, value: Any) -> None:
    assert rspc("compile", spec, "-n", 2, "-o", "out").exit_code == 0
    path = Path("out/records.jsonl")
    first, second = path.read_text().splitlines()
    sound = json.loads(second)
    wrong = {**sound, field: value}
    lacking = {key: each for key, each in sound.items() if key != field}
    for damaged in (wrong, lacking):
        path.write_text(f"{first}\n{json.dumps(damaged)}\n")
        told = only(rspc("show", "out", sound["id"], "--json"))
        assert told["code"] == "E0805"
        assert "record 2 of" in told["message"]
        assert f"`{field}" in told["message"]
    assert rspc("show", "out", sound["id"]).exit_code == 1


@pytest.mark.parametrize(
    "arguments",
    [["--keep", "9" * 5000], ["--seed", "9" * 4000], ["--seed", str(2**63)], ["-n", "9" * 4000]],
    ids=["keep", "long seed", "seed", "n"],
)
def test_a_number_too_large_is_wrong_usage(spec: Path, arguments: list[str]) -> None:
    compiled = rspc("compile", spec, "-o", "out", *arguments)
    assert compiled.exit_code == 2
    assert not Path("out").exists()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--format", "jsonll"], "E0810"),
        (["-o", "shop.rspec"], "E0802"),
        (["-o", "shop.rspec/out"], "E0801"),
    ],
)
def test_what_cannot_be_written_is_found_before_any_work(
    spec: Path, arguments: list[str], code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prove(self: object) -> None:
        raise AssertionError("it was proved")

    monkeypatch.setattr(Family, "prove", prove)
    compiled = rspc("compile", spec, "--json", *arguments)
    assert compiled.exit_code == 1
    assert only(compiled)["code"] == code
    assert not Path("out").exists()


@pytest.mark.parametrize("command", ["compile", "check"])
def test_rows_that_are_not_there_are_named_with_what_is(spec: Path, command: str) -> None:
    Path("flights.csv").write_text("price\n3\n")
    told = only(rspc(command, spec, "--rows", "item=flihgts.csv", "--json"))
    assert told["code"] == "E0601"
    assert "--rows item=flihgts.csv" in told["message"]
    assert told["help"] == "did you mean `flights.csv`?"


def test_list_goes_on_after_a_broken_plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    class Odd:
        """Odd."""

        accepts = 3

    loaded = plugins.load
    name = plugins.names(plugins.STRATEGIES)[0]
    monkeypatch.setattr(
        plugins,
        "load",
        lambda group, each: Odd if group == plugins.STRATEGIES else loaded(group, each),
    )
    listed = json.loads(rspc("list", "--json").stdout)
    assert f"the strategy `{name}` of `rspc" in listed["strategies"][name]["broken"]
    assert listed["tasks"]


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
