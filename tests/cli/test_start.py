"""What only a process of its own can show: what is imported, pipes that close, and interrupts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rspc.compiler.sources.starter import start

ENGINES = ["z3", "clingo", "sympy", "pysat", "owlready2", "pyarrow", "jinja2", "rich.console"]
LOGIC = "constraint"
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
    script = "import rspc, sys; print([name for name in sys.modules if name.startswith('rspc.c')])"
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
def test_an_interrupted_run_leaves_what_is_finished_and_exits_with_130(tmp_path: Path) -> None:
    spec = start("shop", LOGIC, tmp_path)
    out = tmp_path / "out"
    process = subprocess.Popen(
        [sys.executable, "-m", "rspc", "compile", str(spec), "-n", "1000000", "-o", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        while process.poll() is None:
            if any(out.glob(".partial/batches/*0")):
                break
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        output, words = process.communicate(timeout=60)
    assert process.returncode == 130, words
    assert output == b""
    assert b"Traceback" not in words
    assert b"run the same command to continue" in words
    assert [each.name for each in out.iterdir()] == [".partial"]


def shell(command: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command line in which `rspc` stands for the module."""
    return subprocess.run(
        ["bash", "-c", command.replace("rspc ", f'"{sys.executable}" -m rspc ')],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **more},
    )


@pytest.mark.parametrize("command", ["list", "list --json", "explain E0801", "--version", "--help"])
@pytest.mark.parametrize("place", [">&-", ">/dev/full"])
def test_output_that_cannot_be_written_is_a_diagnostic(command: str, place: str) -> None:
    if place == ">/dev/full" and not Path("/dev/full").exists():
        pytest.skip("this system has no file that is always full")
    ended = shell(f"rspc {command} {place}")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.startswith("error[E0801]: the output cannot be written: ")
    assert ended.stderr.count("error[") == 1
    assert "Traceback" not in ended.stderr
    assert "Exception ignored" not in ended.stderr


def test_a_run_without_stdout_writes_its_folder_and_says_that_its_name_was_lost(
    tmp_path: Path,
) -> None:
    spec = start("shop", LOGIC, tmp_path)
    ended = shell(f"rspc compile '{spec}' -n 1 -o '{tmp_path}/out' >&-")
    assert ended.returncode == 1
    assert "error[E0801]" in ended.stderr
    assert (tmp_path / "out" / "records.jsonl").read_text().count("\n") == 1


def test_words_for_a_closed_stderr_go_nowhere() -> None:
    ended = shell("rspc explain E9999 2>&-")
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "")


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
@pytest.mark.timeout(120)
def test_a_terminated_run_leaves_what_is_finished(tmp_path: Path, name: str, code: int) -> None:
    if not hasattr(signal, name):
        pytest.skip(f"this system has no {name}")
    spec = start("shop", LOGIC, tmp_path)
    out = tmp_path / "out"
    with subprocess.Popen(
        [sys.executable, "-m", "rspc", "compile", str(spec), "-n", "1000000", "-o", str(out)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        while process.poll() is None:
            if any(out.glob(".partial/batches/*0")):
                break
            time.sleep(0.01)
        process.send_signal(getattr(signal, name))
        _, words = process.communicate(timeout=60)
    assert process.returncode == code, words
    assert words.endswith(b"interrupted\n")
    assert b"Traceback" not in words
    assert b"run the same command to continue" in words
    assert [each.name for each in out.iterdir()] == [".partial"]


def test_an_interrupt_while_modules_are_imported_is_no_fault() -> None:
    script = (
        "import os, signal, sys\n"
        "class Slow:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'typer':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Slow())\n"
        "from rspc.cli.start import main\n"
        "main()\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "interrupted\n")


@pytest.mark.parametrize(
    "later",
    [
        "heed()",
        "Deadline(9.0).passed",
        "with_exit_codes(lambda: 1 / 0)()",
    ],
    ids=["progress", "engine", "failure"],
)
def test_a_signal_whose_exception_is_lost_is_heeded_later(later: str) -> None:
    script = (
        "import os, signal\n"
        "from rspc.cli import app, start\n"
        "from rspc.cli.faults import with_exit_codes\n"
        "from rspc.compiler.contract import Deadline\n"
        "from rspc.compiler.stopping import heed\n"
        "class Engine:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), signal.SIGTERM)\n"
        "def run():\n"
        "    Engine()\n"
        "    print('lost', flush=True)\n"
        f"    {later}\n"
        "    print('not heeded')\n"
        "app.main = run\n"
        "start.main()\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert (ended.returncode, ended.stdout) == (143, "lost\n")
    assert ended.stderr.endswith("interrupted\n")


def test_the_start_imports_nothing_heavy() -> None:
    script = (
        "import sys, rspc.cli.start; print([n for n in ('typer', 'msgspec') if n in sys.modules])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60
    )
    assert ended.stdout == "[]\n"


def test_json_is_json_on_a_terminal_that_knows_few_letters() -> None:
    ended = shell("rspc explain Ü --json", PYTHONIOENCODING="ascii")
    (found,) = json.loads(ended.stdout)
    assert found["message"] == "there is no code `Ü`"


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes on Linux alone")
def test_names_that_are_no_text_are_given_as_json(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"caf\xe9")
    folder.mkdir()
    spec = start("shop", LOGIC, folder)
    ended = subprocess.run(
        [sys.executable, "-m", "rspc", "compile", spec, "-n", "1", "-o", folder / "o", "--json"],
        capture_output=True,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr
    assert json.loads(ended.stdout)["out"] == str(folder / "o")


def grounds(process: subprocess.Popen[str]) -> bool:
    """Return whether a join has begun, where Linux shows it: it has a thread of its own."""
    tasks = Path(f"/proc/{process.pid}/task")
    return tasks.exists() and len(list(tasks.iterdir())) > 1


def test_ctrl_c_ends_a_join_that_an_engine_tries(tmp_path: Path) -> None:
    (tmp_path / "join.lp").write_text("n(1..9000). p :- n(X), n(Y), n(Z), X+Y+Z < 0.")
    command = [sys.executable, "-m", "rspc", "solve", "join.lp"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        end = time.monotonic() + (60 if sys.platform == "linux" else 5)
        while not grounds(process) and time.monotonic() < end:
            time.sleep(0.05)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0.5)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
    assert (process.returncode, told) == (130, "interrupted\n")
