"""What only a process of its own can show: what is imported, pipes that close, and interrupts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from rspc.compiler import plugins
from rspc.compiler.starter import start

ENGINES = ["z3", "clingo", "sympy", "pysat", "owlready2", "pyarrow", "jinja2", "rich.console"]
LOGIC = plugins.names(plugins.LOGICS)[0]
IMPORTED = """
import sys
sys.argv = ["rspc", *sys.argv[1:]]
from rspc.cli.app import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print("imported:", *[name for name in {engines} if name in sys.modules])
"""


def imported(*arguments: str) -> str:
    script = IMPORTED.format(engines=ENGINES)
    ended = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.rpartition("imported:")[2].strip()


def test_help_imports_no_engine() -> None:
    assert imported("--help") == ""


def test_check_imports_no_engine(tmp_path: Path) -> None:
    assert imported("check", str(start("shop", LOGIC, tmp_path))) in {"", "jinja2"}


def test_the_package_itself_imports_nothing() -> None:
    script = "import rspc, sys; print([name for name in sys.modules if name.startswith('rspc.')])"
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert ended.stdout == "[]\n"


def test_the_module_runs_as_the_command_does() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "rspc", "--version"], capture_output=True, text=True, timeout=60
    )
    assert ended.stdout.startswith("rspc 0.")
    alone = subprocess.run([sys.executable, "-m", "rspc"], capture_output=True, timeout=60)
    assert alone.returncode == 2


def test_a_reader_that_has_had_enough_is_no_fault() -> None:
    command = f'"{sys.executable}" -m rspc list --json | head -c 1'
    ended = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "{", "")


def test_text_that_the_terminal_cannot_show_is_escaped() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "rspc", "explain", "Ü"],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert ended.returncode == 1
    assert "\\xdc" in ended.stderr


@pytest.mark.timeout(120)
def test_an_interrupted_run_leaves_nothing_and_exits_with_130(tmp_path: Path) -> None:
    spec = start("shop", LOGIC, tmp_path)
    out = tmp_path / "out"
    process = subprocess.Popen(
        [sys.executable, "-m", "rspc", "compile", str(spec), "-n", "1000000", "-o", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        while process.poll() is None:
            partial = out / ".partial" / "text"
            if partial.is_dir() and any(partial.iterdir()):
                break
        process.send_signal(signal.SIGINT)
        output, words = process.communicate(timeout=60)
    assert process.returncode == 130, words
    assert output == b""
    assert b"Traceback" not in words
    assert list(out.iterdir()) == []
