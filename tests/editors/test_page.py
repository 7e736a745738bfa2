"""The page on editors: its configurations are whole, and name the language and the command as the server has them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "editors.md").read_text("utf-8")
MANIFEST = json.loads((ROOT / "editors" / "vscode" / "package.json").read_text("utf-8"))
(LANGUAGE,) = (each["id"] for each in MANIFEST["contributes"]["languages"])


def blocks(language: str) -> list[str]:
    found = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert found
    return found


def test_the_configuration_of_helix_is_one() -> None:
    (block,) = blocks("toml")
    found = tomllib.loads(block)
    (language,) = found["language"]
    assert language["name"] == language["language-id"] == LANGUAGE
    assert language["language-servers"] == [*found["language-server"]]
    assert found["language-server"]["rspc"] == {"command": "rspc", "args": ["lsp"]}


def test_the_configurations_of_neovim_and_emacs_name_the_server() -> None:
    lua = "\n".join(blocks("lua"))
    (lisp,) = blocks("elisp")
    assert "cmd = { 'rspc', 'lsp' }" in lua
    assert f"filetypes = {{ '{LANGUAGE}' }}" in lua
    assert f'(({LANGUAGE}-mode :language-id "{LANGUAGE}") . ("rspc" "lsp"))' in lisp
    for opening, closing in ("()", "{}"):
        assert all(text.count(opening) == text.count(closing) for text in (lua, lisp))


def test_commands_of_neovim_are_those_of_the_extension() -> None:
    lua = "\n".join(blocks("lua"))
    source = (ROOT / "editors" / "vscode" / "src" / "extension.ts").read_text("utf-8")
    assert set(re.findall(r"'(rspc\.\w+)'", lua)) == {"rspc.openProblem", "rspc.problem"}
    assert 'registerCommand("rspc.openProblem"' in source
    assert 'command: "rspc.problem"' in source


def test_the_file_of_the_extension_has_its_version() -> None:
    assert re.findall(r"out/([\w-]+)-([\d.]+)\.vsix", TEXT) == [
        (MANIFEST["name"], MANIFEST["version"])
    ]


def reads_configurations_of_servers() -> bool:
    """Whether a Neovim of 0.11 or later is installed: the first with `vim.lsp.config`."""
    if shutil.which("nvim") is None:
        return False
    words = ["nvim", "--headless", "--clean", "+lua io.write(vim.fn.has('nvim-0.11'))", "+qa!"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    return "1" in done.stdout + done.stderr


@pytest.mark.skipif(not reads_configurations_of_servers(), reason="needs Neovim 0.11")
def test_neovim_reads_its_configuration(tmp_path: Path) -> None:
    (tmp_path / "init.lua").write_text("\n".join(blocks("lua")))
    show = "+lua io.write(vim.bo.filetype, ' ', vim.lsp.config.rspc.cmd[2])"
    words = ["nvim", "--headless", "--clean", "-u", "init.lua", "a.rspec", show, "+qa!"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert f"{LANGUAGE} lsp" in done.stdout + done.stderr
