"""The page on the architecture: its picture is made from the contracts of imports, and its paths are there."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"
_PICTURE = re.compile(r"(<!-- layers -->\n\n```text\n).*?(```\n\n<!-- end -->)", re.DOTALL)


def layers(container: str) -> list[list[str]]:
    """Return the layers of a package, the highest first, as its contract has them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (found,) = (each for each in contracts if each.get("containers", [""])[0] == container)
    return [layer.split(" | ") for layer in found["layers"]]


def summary(name: str) -> str:
    """Return the first line of a module's or package's docstring."""
    path = ROOT / name
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text("utf-8")))
    assert text, name
    return text.splitlines()[0].rstrip(".")


def picture() -> str:
    """Return the layers as text: a line for each package, each of which imports only those on lower lines."""
    lines = [f"cli/            {summary('cli')}", f"backends/       {summary('backends')}"]
    lines.append("compiler/")
    for layer in layers("rspc.compiler"):
        lines += [f"  {name:<13} {summary(f'compiler/{name}')}" for name in layer]
    lines.append(f"dsl/            {summary('dsl')}")
    return "\n".join(lines) + "\n"


def test_the_picture_is_that_of_the_contracts(update: bool) -> None:
    text = PAGE.read_text("utf-8")
    made = _PICTURE.sub(lambda found: found[1] + picture() + found[2], text)
    if update:
        PAGE.write_text(made, "utf-8")
    assert picture() in text or update
    assert made == text or update


@pytest.mark.parametrize("page", ["architecture.md", "from-a-paper.md", "glossary.md"])
def test_paths_on_the_page_are_there(page: str) -> None:
    text = (ROOT / "docs" / page).read_text("utf-8")
    paths = re.findall(r"`((?:compiler|backends|dsl|cli|tests|specs|stdlib|tools)/[\w./-]*)`", text)
    assert [each for each in paths if not (ROOT / each).exists()] == []
    links = re.findall(r"\]\(([\w-]+\.md)(?:#[\w-]+)?\)", text)
    assert [each for each in links if not (ROOT / "docs" / each).exists()] == []


def test_the_walks_name_the_parts_in_their_order() -> None:
    """The stages on the page are those of the pipeline, in its order."""
    source = (ROOT / "compiler" / "pipeline.py").read_text("utf-8")
    body = source[source.index("def attempt(") : source.index("def _draw_values(")]
    called = [
        "_draw_values(",
        "_prepare(",
        "grow(",
        "_rename(",
        "pose_all(",
        "with_class_figures(",
        "_require(",
    ]
    called += ["_say(", "_certify("]
    assert sorted(called, key=body.index) == called
    text = PAGE.read_text("utf-8")
    stages = re.findall(r"^\| \d \| (\w+) \|", text, re.MULTILINE)
    assert stages == [
        "values",
        "prepare",
        "grow",
        "rename",
        "pose",
        "classify",
        "require",
        "say",
        "certify",
    ]
