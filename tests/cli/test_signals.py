"""Signals are obeyed while an engine is at work in the main process, and want of memory is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and limits of POSIX")

HARD = """
p(1..30). h(1..29).
1 { in(P,H) : h(H) } 1 :- p(P).
:- in(P,H), in(Q,H), P < Q.
"""
JOIN = """
n(1..900).
q(X,Y,Z,W) :- n(X), n(Y), n(Z), n(W), X+Y+Z+W < 3.
"""
Z3 = """
from rspc.cli import signals, start
from rspc.backends.smt.z3 import Session
from rspc.backends.smt.smtlib import Script
from rspc.compiler.contract import Limits
CUBES = '''(declare-const a Int)(declare-const b Int)(declare-const c Int)
(assert (and (> a 1) (> b 1) (> c 1) (= (+ (* a a a) (* b b b)) (+ (* c c c) 42))))
(check-sat)
'''
def run():
    signals.listen()
    signals.watch()
    print('ready', flush=True)
    Session().answer(Script(CUBES, ()), Limits(3 * 10**8, 1000.0))
start.run_guarded = lambda _: run()
start.main()
"""
RUN = "from rspc.cli.start import main; main()"


def started(code: str, *words: str | Path) -> subprocess.Popen[str]:
    """Start Python on a program, with signals as a terminal has them."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )


def ended(process: subprocess.Popen[str], number: int) -> tuple[int, str]:
    process.send_signal(number)
    try:
        _, told = process.communicate(timeout=20)
    finally:
        process.kill()
    return process.returncode, told.splitlines()[-1]


def wait_until_busy(process: subprocess.Popen[str], seconds: float = 1.5) -> None:
    """Wait until a process has worked for some time, by its own clock."""
    stat = Path(f"/proc/{process.pid}/stat")
    if not stat.exists():
        time.sleep(4 * seconds)
        return
    while sum(map(int, stat.read_text().rsplit(")", 1)[1].split()[11:13])) < 100 * seconds:
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("text", [HARD, JOIN], ids=["search", "grounding"])
def test_clingo_is_interrupted(text: str, number: int, tmp_path: Path) -> None:
    (tmp_path / "hard.lp").write_text(text)
    process = started(RUN, "solve", tmp_path / "hard.lp")
    wait_until_busy(process)
    assert ended(process, number) == (128 + number, "interrupted")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_z3_is_interrupted(number: int) -> None:
    process = started(Z3)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    wait_until_busy(process, 2.5)
    assert ended(process, number) == (128 + number, "interrupted")


LOOP = """
import asyncio, os, sys
from rspc.cli import start
from rspc.integrations.language_server import methods
def serve():
    loop = asyncio.new_event_loop()
    loop.call_soon(os.kill, os.getpid(), NUMBER)
    loop.call_later(20, os._exit, 1)
    loop.run_forever()
methods.serve = serve
sys.argv[1:] = ["lsp"]
start.main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_in_a_callback_of_the_language_server_ends_it(number: int) -> None:
    process = started(LOOP.replace("NUMBER", str(int(number))))
    process.communicate(timeout=60)
    assert process.returncode == 128 + number


LITTLE = (
    """
import resource
resource.setrlimit(resource.RLIMIT_AS, ({0} << 20, {0} << 20))
"""
    + RUN
)


def test_too_little_memory_is_told(tmp_path: Path) -> None:
    process = started(LITTLE.format(128), "--version")
    _, told = process.communicate(timeout=60)
    assert process.returncode == 4
    assert "error[E0813]: there is too little memory: this process may use 128 MiB" in told


def test_memory_that_runs_out_is_told(tmp_path: Path) -> None:
    (tmp_path / "big.lp").write_text(
        "n(1..600). q(X,Y) :- n(X), n(Y). r(X,Y) :- q(X,Y), not s(X,Y). s(X,Y) :- q(X,Y), not r(X,Y)."
    )
    process = started(LITTLE.format(256), "solve", tmp_path / "big.lp")
    _, told = process.communicate(timeout=60)
    assert process.returncode == 4, told
    assert "memory ran out: this process may use 256 MiB" in told


def test_what_ends_well_with_little_memory_is_as_ever(tmp_path: Path) -> None:
    (tmp_path / "small.lp").write_text("p(a).")
    process = started(LITTLE.format(1024), "solve", tmp_path / "small.lp")
    said, _ = process.communicate(timeout=60)
    assert (process.returncode, "1. {p(a)}" in said) == (0, True)
