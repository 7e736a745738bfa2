"""Families by name: those that ship, those of other packages, names that nobody or two packages have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.contract import plugins
from rspc.compiler.sources import find_spec, installed_families
from rspc.dsl.diagnostics import SpecError

SPECS = Path(__file__).parents[3] / "specs"

STONES = """family stones
"which stones are grey"
logic asp
param size: int in 1..3 = 1 "how many"
level 1 { size 1 }
level 2 { size 3 }
sort stone = {a, b, c}
pred grey(stone)
say grey(?a) as "{{ a | capital }} is grey."
theory { grey(a). }
ask entailment grey(a) "Is stone a grey?"
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder on the path in which packages of families can be laid out."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    plugins.forget()


def install(folder: Path, name: str, files: dict[str, str]) -> None:
    """Lay out a distribution with a package of families."""
    for file, text in files.items():
        path = folder / f"{name}_families" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    info = folder / f"{name}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[rspc.families]\n{name} = {name}_families\n")
    plugins.forget()


def refused(spec: str) -> tuple[str, str, str]:
    with pytest.raises(SpecError) as caught:
        find_spec(spec)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.code, diagnostic.message, diagnostic.help


def test_every_shipped_family_has_the_name_of_its_file() -> None:
    found = {family.name: family.path for family in installed_families()}
    assert {path.resolve() for path in found.values()} == {*SPECS.rglob("*.rspec")}
    for name, path in found.items():
        assert find_spec(name) == path


def test_a_family_by_name_is_that_of_its_path() -> None:
    assert rspc.load("kinship").hash == rspc.load(SPECS / "everyday/kinship.rspec").hash


def test_a_package_brings_families(installed: Path) -> None:
    files = {"deep/stones.rspec": f"# a comment\n\n{STONES}", "words.rspec": "module words\n"}
    install(installed, "quarry", files)
    (family,) = (each for each in installed_families() if each.home == "`quarry 1.2`")
    assert family.name == "stones"
    assert rspc.load("stones").description == "which stones are grey"
    listed = CliRunner().invoke(app, ["list", "families", "stones", "--json"])
    told = json.loads(listed.output)["families"]["stones"]
    assert told == {
        "from": "`quarry 1.2`",
        "about": "which stones are grey",
        "logic": "asp",
        "tasks": ["entailment"],
        "parameters": {
            "size": {"type": "int", "domain": "1..3", "default": "1", "description": "how many"}
        },
        "presets": {},
        "levels": {"1": {"size": "1"}, "2": {"size": "3"}},
    }


def test_a_name_of_two_packages_is_refused_with_both(installed: Path) -> None:
    install(installed, "quarry", {"flight.rspec": STONES.replace("stones", "flight", 1)})
    code, message, _ = refused("flight")
    assert code == "E0624"
    assert "`quarry 1.2`" in message
    assert f"`rspc {rspc.__version__}`" in message
    assert rspc.load(SPECS / "flight.rspec").name == "flight"
    (entry,) = json.loads(CliRunner().invoke(app, ["list", "families", "flight", "--json"]).output)[
        "families"
    ].values()
    assert entry["broken"] == message


def test_a_name_that_nobody_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused("flihgt") == (
        "E0623",
        "no installed family is called `flihgt`",
        "did you mean `flight`?",
    )
    for odd in ("", "Z" * 5000, "a\0b", "CON", "☃", "family.rspec.txt"):
        assert refused(odd)[0] == "E0623"
    monkeypatch.chdir(tmp_path)
    Path("stones.rspec").write_text(STONES)
    assert refused("stones")[2] == "to use the file, write `./stones.rspec`"


@pytest.mark.parametrize("path", ["./flight", "a/flight", "flight.rspec", "family.json"])
def test_a_slash_or_a_suffix_makes_a_path(path: str) -> None:
    assert find_spec(path) == Path(path)
    assert find_spec(Path("flight")) == Path("flight")


def test_a_preview_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    instance = rspc.load("zebra").instance(seed=2, index=5, preset="1")
    options = ["--seed", "2", "--index", "5", "--level", "1"]
    shown = CliRunner().invoke(app, ["preview", "zebra", *options])
    assert shown.exit_code == 0, shown.output
    assert " ".join(instance.text.split()) in " ".join(shown.stdout.split())
    assert f"Answer: {instance.answer}" in shown.stdout
    assert "Metrics" not in shown.stdout
    assert "Metrics" in CliRunner().invoke(app, ["preview", "zebra", *options, "--whole"]).stdout
    record = json.loads(CliRunner().invoke(app, ["preview", "zebra", *options, "--json"]).stdout)
    assert record == json.loads(json.dumps(instance.record()))
    assert not [*tmp_path.iterdir()]


def test_levels_and_presets_exclude_each_other() -> None:
    both = CliRunner().invoke(app, ["preview", "zebra", "--level", "1", "--preset", "easy"])
    assert both.exit_code == 2
    assert "choose one" in both.output
    many = CliRunner().invoke(app, ["preview", "zebra", "--level", "9"])
    assert many.exit_code == 1
    assert "its levels are 1 to 4" in many.output
