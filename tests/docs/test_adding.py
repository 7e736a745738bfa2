"""The pages on plug-ins: their blocks are packages, found when they are installed and missed by nobody else."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.cli.installed import installed_plugins as declared
from rspc.compiler.api import check
from rspc.compiler.contract import plugins
from rspc.compiler.notation.canonical import reformat

from .pages import DOCS, Block, alike, blocks, steps

LTLF, PAL = (DOCS / "examples" / name for name in ("ltlf", "pal"))
EXAMPLES = (LTLF, PAL)
LOGIC, PARTS = "adding-a-logic", "adding-parts"


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return for each example a folder that holds it as `pip install` would lay it out."""
    return {example.name: unpacked(example, tmp_path_factory) for example in EXAMPLES}


def unpacked(example: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with an example's wheel, built and unpacked."""
    work = tmp_path_factory.mktemp(example.name)
    ignored = ignore_patterns("build", "__pycache__", "*.egg-*")
    copy = copytree(example, work / example.name, ignore=ignored)
    script = "import setuptools.build_meta as build; build.build_wheel('wheel')"
    command = [sys.executable, "-c", script]
    subprocess.run(command, cwd=copy, check=True, capture_output=True, timeout=120)
    (built,) = (copy / "wheel").glob("*.whl")
    with zipfile.ZipFile(built) as file:
        file.extractall(work / "site")
    return work / "site"


@pytest.fixture
def installed(
    wheels: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[pytest.MonkeyPatch]:
    """Put the examples beside rspc for the length of a test, in a folder where the checkout's `docs` are."""
    (tmp_path / "docs").symlink_to(DOCS)
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as within:
        for wheel in wheels.values():
            within.syspath_prepend(wheel)
        plugins.forget()
        yield within
    _forget("rspc_ltlf", "rspc_pal")


def _forget(*prefixes: str) -> None:
    plugins.forget()
    for name in [each for each in sys.modules if each.startswith(prefixes)]:
        del sys.modules[name]


def given(commands: Sequence[Block]) -> None:
    """Return the commands of console blocks, and hold what they print against what is shown."""
    for block in commands:
        for line, shown in steps(block):
            program, *arguments = shlex.split(line)
            assert program == "rspc"
            result = CliRunner().invoke(app, arguments)
            assert result.exit_code == 0, result.output
            assert alike(shown, result.output), result.output


# ---------------------------------------------------------------------------------------------------------- a logic


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_the_tests_of_an_example_pass_where_it_is_installed(
    example: Path, wheels: dict[str, Path], tmp_path: Path
) -> None:
    paths = [str(wheels[example.name]), *(each for each in sys.path if each)]
    settings = [
        "-c",
        str(example / "pyproject.toml"),
        "--rootdir",
        str(example),
        "-p",
        "no:cacheprovider",
    ]
    command = [sys.executable, "-m", "pytest", "-q", *settings, str(example / "tests")]
    run = subprocess.run(
        command,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        timeout=250,
    )
    assert run.returncode == 0, run.stdout


def test_the_guides_blocks_are_lines_of_the_examples() -> None:
    shown = [each for each in blocks(LOGIC) if each.file]
    assert {each.language for each in shown} == {"toml", "python", "rspec", "text"}
    for each in shown:
        own = [file for example in EXAMPLES if (file := example / each.file).exists()]
        text = own[0].read_text("utf-8")
        if each.language == "text":
            text = json.loads(text.splitlines()[0])["prompt"]
        assert each.text in text, each.text


def test_the_guides_commands_do_what_is_shown(installed: pytest.MonkeyPatch) -> None:
    given([each for each in blocks(LOGIC) if each.language == "console"])
    assert Path("lock.rspec").exists()


def test_its_knobs_are_listed_where_it_is_installed(installed: pytest.MonkeyPatch) -> None:
    listed = declared()
    assert set(listed["logics"]["ltlf"]["options"]) == {"steps"}
    assert "statements" in listed["strategies"]["independent"]["knobs"]
    assert "announcements" in listed["strategies"]["truthful"]["knobs"]


def without_the_examples(group: str) -> list[EntryPoint]:
    found = entry_points(group=group)
    return [e for e in found if e.dist and e.dist.name not in ("rspc-ltlf", "rspc-pal")]


def test_uninstalled_it_is_missed_by_nobody(installed: pytest.MonkeyPatch) -> None:
    def listed() -> dict[str, dict[str, object]]:
        result = CliRunner().invoke(app, ["list", "--json"])
        assert result.exit_code == 0
        found: dict[str, dict[str, object]] = json.loads(result.output)
        return found

    def faults() -> list[str]:
        specs = (path for example in EXAMPLES for path in sorted(example.rglob("specs/*.rspec")))
        return [each.code for path in specs for each in check(path)]

    assert {"ltlf", "pal"} <= listed()["logics"].keys()
    assert faults() == []
    _forget("rspc_ltlf", "rspc_pal")
    installed.setattr(plugins, "entry_points", without_the_examples)
    left = {**listed()["logics"], **listed()["libraries"], **listed()["backends"]}
    assert left.keys().isdisjoint({"ltlf", "pal"})
    assert set(faults()) == {"E0213"}
    assert rspc.solve("family p\nlogic asp\ntheory { p. }\nask entailment p\n").label == "true"


# ------------------------------------------------------------------------------------------------------------ parts


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Lay the page's package out in a folder, installed."""
    for block in blocks(PARTS):
        if block.file:
            (tmp_path / block.file).write_text(block.text, "utf-8")
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text("utf-8"))["project"]
    info = tmp_path / "parts-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: parts\nVersion: 1.0\n")
    groups = project["entry-points"].items()
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in entries.items())
        for group, entries in groups
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    monkeypatch.chdir(tmp_path)
    with monkeypatch.context() as within:
        within.syspath_prepend(tmp_path)
        plugins.forget()
        yield tmp_path
    _forget("parts_")


def test_the_parts_work(parts: Path) -> None:
    given([each for each in blocks(PARTS) if each.language == "console"])
    (file,) = (parts / "out" / "virtues").glob("*.chat.jsonl")
    written = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    answers = [each["messages"][1]["content"] for each in written]
    assert sorted(answers) == ["no", "no", "yes", "yes"]
    assert not reformat(parts / "virtues.rspec", write=False)
    family = rspc.load(parts / "virtues.rspec")
    assert family.warnings == ()
    made = list(family.generate(8))
    assert {each.metrics["length"] for each in made} == {4}
    task = made[0].task
    score = plugins.make(plugins.TASKS, task).score
    for each in made:
        record = each.record()
        assert score(record, f"I think: {record['answer'].upper()}.").value == 1
        assert score(record, "neither").value == 0


def test_a_knob_of_a_part_is_checked_at_its_place(parts: Path) -> None:
    path = parts / "virtues.rspec"
    text = path.read_text("utf-8")
    for knob, code in (("length 40", "E0411"), ("lenght 4", "E0412")):
        path.write_text(text.replace("length 4", knob), "utf-8")
        assert [each.code for each in check(path)] == [code]
