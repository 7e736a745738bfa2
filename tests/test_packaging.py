"""What a wheel holds, against the tree."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

import rspc

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
OUTSIDE = {"benchmarks", "build", "dist", "docs", "out", "tests", "tools"}
"""Top-level folders that do not ship."""


def folders() -> list[Path]:
    """Give the top-level folders that ship."""
    return sorted(
        each
        for each in ROOT.iterdir()
        if each.is_dir()
        and each.name not in OUTSIDE
        and not each.name.startswith((".", "__"))
        and not each.name.endswith(".egg-info")
    )


def test_the_package_list_is_the_tree() -> None:
    inits = [each for folder in folders() for each in folder.rglob("__init__.py")]
    packages = [
        "rspc",
        *(".".join(("rspc", *each.parent.relative_to(ROOT).parts)) for each in inits),
    ]
    assert sorted(packages) == PROJECT["tool"]["setuptools"]["packages"]


def test_every_folder_with_python_is_a_package() -> None:
    for folder in folders():
        for each in folder.rglob("*.py"):
            assert (each.parent / "__init__.py").exists(), each


def test_only_the_face_of_the_package_stands_at_the_root() -> None:
    assert sorted(each.name for each in ROOT.glob("*.py")) == ["__init__.py", "__main__.py"]


def test_the_versions_agree() -> None:
    assert rspc.__version__ == PROJECT["project"]["version"] == version("rspc")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Build the wheel from a copy of what ships, so that no `build` folder is left in the checkout."""
    copy = tmp_path_factory.mktemp("copy") / "rspc"
    copy.mkdir()
    for file in (
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "py.typed",
        "__init__.py",
        "__main__.py",
    ):
        shutil.copy(ROOT / file, copy)
    for folder in folders():
        shutil.copytree(folder, copy / folder.name, ignore=shutil.ignore_patterns("__pycache__"))
    script = "import setuptools.build_meta as build; build.build_wheel('wheel')"
    subprocess.run(
        [sys.executable, "-c", script], cwd=copy, check=True, capture_output=True, timeout=120
    )
    (built,) = (copy / "wheel").glob("*.whl")
    return zipfile.ZipFile(built)


def test_the_wheel_holds_every_file_of_every_package(wheel: zipfile.ZipFile) -> None:
    held = {each for each in wheel.namelist() if not each.startswith("rspc-")}
    files = {
        f"rspc/{each.relative_to(ROOT).as_posix()}"
        for folder in folders()
        for each in folder.rglob("*")
        if each.is_file() and "__pycache__" not in each.parts
    }
    assert held == files | {"rspc/__init__.py", "rspc/__main__.py", "rspc/py.typed"}


def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    folder = f"rspc-{rspc.__version__}.dist-info"
    metadata = wheel.read(f"{folder}/METADATA").decode()
    assert "License-Expression: Apache-2.0" in metadata
    assert "rspc = rspc.cli.start:main" in wheel.read(f"{folder}/entry_points.txt").decode()
    assert f"{folder}/licenses/LICENSE" in wheel.namelist()
    assert f"{folder}/licenses/stdlib/tables/WORDNET-LICENSE.txt" in wheel.namelist()
