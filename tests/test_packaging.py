"""What a wheel and a source distribution hold, against the tree."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, packages_distributions, requires, version
from pathlib import Path

import pytest

import rspc

SOURCES = ["__init__.py", "__main__.py", "plugin.py", "reward.py", "version.py"]
"""The Python files of the top level."""

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
OUTSIDE = {"benchmarks", "build", "dist", "docs", "editors", "out", "tests", "tools"}
"""Top-level folders that are not installed."""
BESIDE = ("benchmarks", "docs", "editors", "tests", "tools")
"""Those of them that a source distribution holds: the tests and the pages need them."""
FILES = (
    *(".ci/run", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in"),
    *("README.md", *SOURCES, "py.typed", "pyproject.toml"),
)
"""The files of a checkout that stand outside these folders."""
USED = (
    *(".ci/log", ".venv/bin/python", ".venv/left.py", "build/lib/left.py", "dist/left.whl"),
    *("docs/generated/left.md", "out/left.jsonl", "tests/__pycache__/left.pyc"),
    *("editors/vscode/dist/left.js", "editors/vscode/left.vsix"),
    "editors/vscode/node_modules/left/index.js",
    *("docs/examples/ltlf/build/lib/left.py", "docs/examples/ltlf/rspc_ltlf.egg-info/PKG-INFO"),
    *("docs/examples/pal/build/lib/left.py", "docs/examples/pal/rspc_pal.egg-info/PKG-INFO"),
)
"""What may be left in a checkout by those who work in it."""
MADE = ("PKG-INFO", "rspc.egg-info", "setup.cfg")
"""What is written when a distribution is built."""


def folders() -> list[Path]:
    """Return the top-level folders that ship."""
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
    assert sorted(each.name for each in ROOT.glob("*.py")) == SOURCES


def test_the_versions_agree() -> None:
    assert rspc.__version__ == PROJECT["project"]["version"] == version("rspc")


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the checkout without what git ignores, so that no `build` folder is left in it."""
    copy = tmp_path_factory.mktemp("copy") / "rspc"
    copy.mkdir()
    for file in FILES:
        (copy / file).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / file, copy / file)
    ignored = [Path(line).name for line in (ROOT / ".gitignore").read_text().splitlines()]
    for folder in (*folders(), *(ROOT / each for each in BESIDE)):
        shutil.copytree(folder, copy / folder.name, ignore=shutil.ignore_patterns(*ignored))
    return copy


def files(folder: Path) -> set[str]:
    """Return the files below a folder."""
    return {
        each.relative_to(folder).as_posix()
        for each in folder.rglob("*")
        if each.is_file() and "__pycache__" not in each.parts
    }


def built(kind: str, source: Path) -> Path:
    """Build a distribution, `sdist` or `wheel`, of what stands in a folder."""
    out = source.parent / kind
    out.mkdir()
    script = f"import setuptools.build_meta as build; build.build_{kind}({str(out)!r})"
    subprocess.run(
        [sys.executable, "-c", script], cwd=source, check=True, capture_output=True, timeout=120
    )
    (found,) = out.iterdir()
    return found


@pytest.fixture(scope="module")
def sdist(checkout: Path) -> Path:
    """Build the source distribution from a checkout that was used, and unpack it."""
    meant = files(checkout)
    for used in USED:
        (checkout / used).parent.mkdir(parents=True, exist_ok=True)
        (checkout / used).write_text("left")
    assert not meant & set(USED)
    shutil.unpack_archive(built("sdist", checkout), checkout.parent / "unpacked", filter="data")
    return checkout.parent / "unpacked" / f"rspc-{rspc.__version__}"


@pytest.fixture(scope="module")
def wheel(sdist: Path) -> zipfile.ZipFile:
    """Build the wheel from the source distribution."""
    return zipfile.ZipFile(built("wheel", sdist))


def test_the_sdist_holds_the_checkout_and_nothing_that_is_left_in_it(
    checkout: Path, sdist: Path
) -> None:
    held, meant = (
        {each for each in files(folder) if each.partition("/")[0] not in MADE}
        for folder in (sdist, checkout)
    )
    assert held == meant - set(USED)


def test_the_wheel_holds_every_file_of_every_package(wheel: zipfile.ZipFile) -> None:
    held = {each for each in wheel.namelist() if not each.startswith("rspc-")}
    meant = {f"rspc/{folder.name}/{each}" for folder in folders() for each in files(folder)}
    assert held == meant | {f"rspc/{name}" for name in (*SOURCES, "py.typed")}


def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    folder = f"rspc-{rspc.__version__}.dist-info"
    metadata = wheel.read(f"{folder}/METADATA").decode()
    assert "License-Expression: Apache-2.0" in metadata
    assert "rspc = rspc.cli.start:main" in wheel.read(f"{folder}/entry_points.txt").decode()
    assert f"{folder}/licenses/LICENSE" in wheel.namelist()
    assert f"{folder}/licenses/stdlib/tables/WORDNET-LICENSE.txt" in wheel.namelist()


IMPORTED_BY_OTHERS = {"dev", "docs"}
"""Extras whose packages are commands, or named in the settings of Sphinx: nothing imports them."""


def folded(name: str) -> str:
    """Return the name of a distribution or a module in one spelling."""
    return re.sub(r"[-_.]+", "-", name).lower()


def distribution(requirement: str) -> str:
    found = re.match(r"[\w.-]+", requirement)
    assert found, requirement
    return folded(found[0])


def declared(extras: Iterable[str]) -> set[str]:
    project = PROJECT["project"]
    lists = [project["dependencies"], *(project["optional-dependencies"][each] for each in extras)]
    return {distribution(each) for found in lists for each in found} - {"rspc"}


def modules(path: Path) -> Iterator[str]:
    """Yield the modules that a file imports, and those that it looks up by name."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import(names):
                yield from (each.name.partition(".")[0] for each in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.partition(".")[0]
            case ast.Call(
                func=ast.Name("find_spec" | "import_module")
                | ast.Attribute(attr="find_spec" | "import_module"),
                args=[ast.Constant(str(module)), *_],
            ):
                yield module.partition(".")[0]


def used(paths: Iterable[Path]) -> set[str]:
    found = {each for path in paths for each in modules(path)}
    return found - sys.stdlib_module_names - {"rspc"}


def sources(*folders: str) -> list[Path]:
    return [each for folder in folders for each in sorted((ROOT / folder).rglob("*.py"))]


def shipped() -> list[Path]:
    return [*(ROOT / each for each in SOURCES), *sources(*map(str, folders()))]


def homes(module: str) -> set[str]:
    """Return the distributions that have a module; if none is installed, the one that is called like it."""
    return {folded(each) for each in packages_distributions().get(module, [module])}


def required(names: set[str]) -> set[str]:
    """Return the distributions that come with others, as far as these are installed."""
    found: set[str] = set()
    waiting = set(names)
    while waiting:
        name = waiting.pop()
        found.add(name)
        try:
            needs = requires(name) or ()
        except PackageNotFoundError:
            continue
        waiting |= {distribution(each) for each in needs if "extra ==" not in each} - found
    return found


def test_every_package_that_is_imported_is_declared() -> None:
    extras = set(PROJECT["project"]["optional-dependencies"]) - IMPORTED_BY_OTHERS
    known = required(declared(extras))
    imported = used(shipped())
    assert {each for each in imported if not homes(each) & known} == set()


def test_every_package_that_is_declared_is_imported() -> None:
    extras = set(PROJECT["project"]["optional-dependencies"]) - IMPORTED_BY_OTHERS
    imported = used([*shipped(), *sources("benchmarks", "tests/outside")])
    found = {home for each in imported for home in homes(each)}
    assert declared(extras) - found == set()


def test_every_requirement_has_a_least_version() -> None:
    project = PROJECT["project"]
    lists = [project["dependencies"], *project["optional-dependencies"].values()]
    bare = [each for found in lists for each in found if not re.search(r">=|^rspc\[", each)]
    assert bare == []
