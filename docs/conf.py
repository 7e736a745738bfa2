"""How these pages become a site, offline: `sphinx-build -W -b html docs out/site`.

The pages of diagnostics and of the Python interface, and the README, are written from the package into `generated/`
at every build.
"""

from __future__ import annotations

import re
from pathlib import Path
from types import ModuleType
from typing import Any

from pygments.lexers.prolog import PrologLexer
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import rspc
from rspc.dsl.diagnostics import codes, page
from rspc.integrations.pygments import SpecLexer

project = "rspc"
author = "rspc contributors"
project_copyright = author
release = version = rspc.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["examples/*/README.md"]
html_theme = "furo"
html_title = "rspc"
html_copy_source = False
html_show_sourcelink = False
myst_heading_anchors = 3
autodoc_typehints = "description"
autodoc_member_order = "bysource"

ROOT = Path(rspc.__file__).parent

RANGES = {
    "01": "Syntax",
    "02": "Names and imports",
    "03": "Sorts, arities, units and features",
    "04": "Sampling and knobs",
    "05": "Words",
    "06": "Tables and records",
    "07": "Proofs and engines",
    "08": "Runs, files and the command line",
}
"""What the first two digits of a code tell."""


def diagnostics() -> str:
    """Return the page of all diagnostics, by their ranges."""
    parts = [
        "# Diagnostics\n\nAn error has a code, a place and a repair; `rspc explain CODE` prints these "
        "pages too. Codes with `W` warn.\n"
    ]
    told = ""
    for code in sorted(codes(), key=lambda each: each[1:]):
        if code[1:3] != told:
            told = code[1:3]
            parts.append(f"## {RANGES[told]}\n")
        text = page(code) or ""
        parts.append(f"({code})=\n\n##{text.rstrip()}\n")
    return "\n".join(parts)


def interface() -> str:
    """Return the page of the package's public names."""
    title = "Python interface\n================\n"
    entries = [
        _entry(f"rspc.{name}", getattr(rspc, name))
        for name in rspc.__all__
        if not name.startswith("_")
    ]
    return "\n".join([title, ".. automodule:: rspc\n", *entries, ""])


def _entry(name: str, found: object) -> str:
    if isinstance(found, ModuleType):
        held = [_entry(f"{name}.{each}", getattr(found, each)) for each in found.__all__]
        return "\n".join([f".. automodule:: {name}\n", *held])
    if isinstance(found, type):
        return f".. autoclass:: {name}\n   :members:\n"
    return f".. autofunction:: {name}\n"


def overview() -> str:
    """Return the README as a page: links to pages lead there, and those to other files are plain text."""
    text = (ROOT / "README.md").read_text("utf-8").replace("](docs/", "](../")
    return re.sub(r"\[([^]]*)\]\((?!\.\./|https?:)[^)]*\)", r"\1", text)


def home(app: Sphinx, name: str, source: list[str]) -> None:
    """Lead what points to the README to its page; other files of the checkout are named, and not part of the site."""
    if "/" not in name:
        text = source[0].replace("](../README.md", "](generated/overview.md")
        source[0] = re.sub(r"\[([^]]*)\]\((?:\.\./|examples/)[^)]*\)", r"\1", text)


def write(app: Sphinx) -> None:
    """Write the pages that come from the package."""
    folder = Path(app.srcdir) / "generated"
    folder.mkdir(exist_ok=True)
    (folder / "overview.md").write_text(overview(), "utf-8")
    (folder / "diagnostics.md").write_text(diagnostics(), "utf-8")
    (folder / "python.rst").write_text(interface(), "utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_lexer("rspec", SpecLexer)
    app.add_lexer("lp", PrologLexer)
    for plain in ("csv", "dfl", "owl"):
        app.add_lexer(plain, TextLexer)
    app.connect("source-read", home)
    app.connect("builder-inited", write)
    return {"parallel_read_safe": True}
