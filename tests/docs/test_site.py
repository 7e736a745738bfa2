"""The site, built as `docs/conf.py` says, with warnings as errors: no dead link, no page that nothing leads to."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest

import rspc
from rspc.cli.installed import installed_plugins
from rspc.compiler.contract import plugins
from rspc.dsl.diagnostics import codes

from .pages import DOCS, PAGES, shipped


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site from a copy, so that what it generates does not stand in the checkout."""
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(
        DOCS, folder / "docs", ignore=shutil.ignore_patterns("generated", "examples", "site")
    )
    words = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", "docs", "html"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    return folder / "html"


def test_every_page_is_there(site: Path) -> None:
    assert all((site / f"{page}.html").exists() for page in PAGES)


def test_every_diagnostic_has_a_place(site: Path) -> None:
    text = (site / "generated" / "diagnostics.html").read_text("utf-8")
    assert [code for code in codes() if f'id="{code.lower()}"' not in text] == []


def test_every_public_name_is_described(site: Path) -> None:
    text = (site / "generated" / "python.html").read_text("utf-8")
    named = set(re.findall(r'id="(?:module-)?rspc\.(\w+)"', text))
    assert {name for name in rspc.__all__ if not name.startswith("_")} <= named


def test_every_knob_and_figure_has_a_row(site: Path) -> None:
    text = (site / "knobs.html").read_text("utf-8")
    cells = set(re.findall(r"<td><p><code[^>]*>(.*?)</code></p></td>", text))
    shown = {unescape(re.sub(r"<[^>]+>", "", cell)) for cell in cells}
    for group in (plugins.LOGICS, plugins.STRATEGIES, plugins.TASKS):
        for name in shipped(group):
            entry = installed_plugins()[group.partition(".")[2]][name]
            for attribute in ("knobs", "options", "figures", "marks"):
                assert set(entry.get(attribute, ())) <= shown, name


def test_nothing_is_fetched(site: Path) -> None:
    """A reader may be offline: pages load scripts, styles and pictures from beside themselves."""
    for page in site.rglob("*.html"):
        found = re.findall(
            r'<(?:script|link|img)[^>]*(?:src|href)="(https?://[^"]*)"', page.read_text("utf-8")
        )
        assert found == [], page.name
