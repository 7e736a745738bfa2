"""Each command from end to end, on the family that `rspc new` writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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
