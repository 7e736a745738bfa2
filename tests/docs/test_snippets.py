"""Every example of the pages, run.

Families are loaded, proved and made; parts of a spec are added to their page's family, which must still do so, unless
they have a name, by which a command speaks of them; prompts are what their family gives; commands are given. In prompts
and outputs `…` stands for anything. The reference of the language shows forms of logics that are not installed: its
examples are read and printed.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import rspc
from rspc.cli.app import app
from rspc.compiler.api import Family
from rspc.compiler.notation.canonical import reformat
from rspc.dsl.parsing.parser import parse
from rspc.dsl.printing.printer import print_spec
from rspc.dsl.source import Source

from .pages import DOCS, PAGES, ROOT, Block, alike, blocks, lay_out, read, steps

GRAMMAR = "language"
"""The page whose examples are only read."""

OUTSIDE = ("adding-a-logic", "adding-parts")
"""The pages whose examples are packages of their own: `test_adding.py` has them."""

IN_ORDER = "tutorial"
"""The page whose commands and programs are one session: `test_tutorial.py` has them."""

TRIED = 3
"""How many instances of a family are made."""


def given(language: str, *, read_only: bool = False) -> Iterator[tuple[str, Block]]:
    for page in PAGES:
        for block in blocks(page) if page not in OUTSIDE else ():
            if block.language == language and (page == GRAMMAR) is read_only:
                yield page, block


def named(value: object) -> str | None:
    return value.text.splitlines()[0] if isinstance(value, Block) else None


def tried(path: Path) -> Family:
    family = rspc.load(path)
    family.prove()
    assert [each.id for each in family.generate(TRIED)]
    return family


def test_every_block_is_of_a_sort_that_is_run() -> None:
    elsewhere = (*OUTSIDE, IN_ORDER)
    sorts = {block.language for page in PAGES if page not in elsewhere for block in blocks(page)}
    assert sorts == {
        *("rspec", "jinja", "console", "text", "python", "dfl", "lp", "owl", "csv", "json", "toml"),
        *("elisp", "lua"),  # configurations of editors: tests/editors/test_page.py
    }
    outside = {block.language for page in OUTSIDE for block in blocks(page)}
    assert outside == {"toml", "python", "rspec", "console", "text"}


@pytest.mark.parametrize(
    ("page", "block"),
    [each for each in given("rspec") if each[1].whole],
    ids=named,
)
def test_a_family_is_canonical_and_fine(page: str, block: Block, tmp_path: Path) -> None:
    lay_out(page, tmp_path)
    path = tmp_path / block.file
    assert not reformat(path, write=False)
    assert tried(path).warnings == ()


@pytest.mark.parametrize(
    ("page", "block"),
    [each for each in given("rspec") if not each[1].file],
    ids=named,
)
def test_a_part_belongs_to_its_pages_family(page: str, block: Block, tmp_path: Path) -> None:
    path = tmp_path / lay_out(page, tmp_path)
    path.write_text(f"{path.read_text('utf-8')}\n{block.text}", "utf-8")
    tried(path)


@pytest.mark.parametrize(("page", "block"), list(given("rspec", read_only=True)), ids=named)
def test_a_form_is_read(page: str, block: Block) -> None:
    spec, found = parse(Source(f"{page}.md", block.text))
    assert found == ()
    assert spec.items
    assert parse(Source("printed", print_spec(spec))) == (spec, ())


@pytest.mark.parametrize(
    ("page", "block"), [each for each in given("text") if each[1].file], ids=named
)
def test_a_prompt_is_what_the_family_gives(page: str, block: Block, tmp_path: Path) -> None:
    lay_out(page, tmp_path)
    family = rspc.load(tmp_path / block.file)
    settings = dict(word.split("=", 1) for word in block.words[1:])
    texts = [each.text for each in family.generate(TRIED, **settings)]
    assert all(alike(block.text, text) for text in texts), texts[0]


@pytest.mark.parametrize(
    ("page", "block"), [each for each in given("console") if each[0] != IN_ORDER], ids=named
)
def test_a_command_does_what_is_shown(
    page: str, block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_out(page, tmp_path)
    (tmp_path / "specs").symlink_to(ROOT / "specs")
    monkeypatch.chdir(tmp_path)
    for line, shown in steps(block):
        program, *arguments = shlex.split(line)
        assert program == "rspc"
        result = CliRunner().invoke(app, arguments)
        failed = "error[" in shown
        assert result.exit_code == failed, result.output
        assert not shown.strip() or alike(shown, result.output), result.output


@pytest.mark.parametrize(
    ("page", "block"), [each for each in given("python") if each[0] != IN_ORDER], ids=named
)
def test_a_program_runs(
    page: str, block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lay_out(page, tmp_path)
    monkeypatch.chdir(tmp_path)
    if (folder := re.search(r'"(out/\w+)"', block.text)) is not None:
        written = (line for each in blocks(page) for line, _ in steps(each) if folder[1] in line)
        assert CliRunner().invoke(app, shlex.split(next(written))[1:]).exit_code == 0
    exec(block.text, {})


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    for target, heading in re.findall(r"\]\(([^)#:]*)(#[^)]*)?\)", read(page)):
        file = (DOCS / target) if target else DOCS / f"{page}.md"
        assert file.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.*)$", file.read_text("utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in titles}
            assert heading[1:] in anchors, heading


def test_the_readme_leads_to_every_page() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert [page for page in PAGES if f"(docs/{page}.md)" not in text] == []
