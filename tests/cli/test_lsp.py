"""`rspc lsp` without the packages that it needs; with them, it is tested where the server is."""

from __future__ import annotations

import subprocess
import sys

WITHOUT = """
import sys
import importlib.util
found = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "pygls" else found(name, *more)
sys.argv = ["rspc", "lsp"]
from rspc.cli.app import main
main()
"""


def test_a_missing_package_is_a_diagnostic() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr == (
        "error[E0816]: `rspc lsp` needs the package `pygls`, which is not installed\n"
        "  = help: install it with `pip install 'rspc[lsp]'`\n\n"
    )
