"""Runs by several processes: the same bytes whoever makes them, and whoever is killed."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import rspc
from rspc.compiler.contract import EngineError
from rspc.compiler.dataset.runs import local_pool, progress
from rspc.compiler.dataset.runs.plan import Order, Plan
from rspc.compiler.dataset.runs.progress import Progress
from rspc.compiler.dataset.runs.run import Summary, run
from rspc.compiler.instances.groups import Exhausted

from ..conftest import ONE

SPEC = Path(__file__).parents[4] / "specs" / "gatehouse.rspec"
N = 40

PARENT = """
import sys
from pathlib import Path
import rspc
from rspc.compiler.dataset.runs.plan import Plan
from rspc.compiler.dataset.runs.run import run
from rspc.compiler.dataset.runs.sweep import Setting
if __name__ == "__main__":
    run(Plan(rspc.load(sys.argv[1]), {"": int(sys.argv[2])}, Path(sys.argv[3]), (Setting("", {}),), workers=2))
"""


def made(out: Path, **more: object) -> Plan:
    return Plan(
        **{"family": rspc.load(SPEC), "counts": {"": N}, "out": out, "settings": ONE, **more}
    )


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    """What one process makes."""
    return run(made(tmp_path_factory.mktemp("alone"), keep=13))


def contents(out: Path) -> dict[str, bytes]:
    """Return what a run wrote, but for what tells of the machine."""
    files = (each for each in out.rglob("*") if each.is_file() and each.name != "manifest.json")
    return {str(each.relative_to(out)): each.read_bytes() for each in files}


def killing(signals: Iterator[int]) -> Callable[[Progress], None]:
    """Return a progress function that sends a worker the next signal, as long as there are any."""

    def tell(seen: Progress) -> None:
        if number := next(signals, 0):
            os.kill(multiprocessing.active_children()[0].pid or 0, number)

    return tell


def test_workers_write_the_bytes_of_one_process_though_some_are_killed(
    alone: Summary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_pool, "LIFE", 15)
    summary = run(made(tmp_path, keep=13, workers=2), killing(iter([signal.SIGKILL])))
    assert summary.digest == alone.digest
    assert contents(tmp_path) == contents(alone.out)
    assert multiprocessing.active_children() == []


GROWING = """
import os
from dataclasses import dataclass

@dataclass(frozen=True)
class Order:
    position: int
    start: int = 0
    size: int = 1
    noun: str = "record"

def started(megabytes):
    held = []

    def work(order, told):
        held.append(bytearray(megabytes << 20))
        return os.getpid()

    return work
"""


@pytest.mark.skipif(sys.platform == "win32", reason="the system does not say what a process holds")
@pytest.mark.parametrize(("megabytes", "processes"), [(0, 1), (120, 2)])
def test_a_worker_that_has_grown_is_replaced(
    megabytes: int, processes: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "growing.py").write_text(GROWING)
    monkeypatch.syspath_prepend(tmp_path)
    growing = importlib.import_module("growing")
    orders = map(growing.Order, range(6))
    found = [
        process for _, process in local_pool.run_tasks(growing.started, megabytes, orders, 1, print)
    ]
    assert [found.count(each) for each in dict.fromkeys(found)] == [6 // processes] * processes


def large(folder: Path) -> Path:
    """Return a copy of the spec with more comments than a pipe holds."""
    spec = folder / SPEC.name
    spec.write_text(SPEC.read_text("utf-8") + f"# {'x' * 60}\n" * 2_000, "utf-8")
    for page in SPEC.parent.glob("gatehouse*.jinja"):
        (folder / page.name).write_text(page.read_text("utf-8"), "utf-8")
    return spec


def python(path: Path, first: str) -> str:
    """Return a Python that does something else first where it starts the first worker."""
    path.write_text(
        "#!/bin/sh\n"
        f'case "$*" in *spawn_main*) if mkdir "{path}.first" 2>/dev/null; then {first}; fi ;; esac\n'
        f'exec "{sys.executable}" "$@"\n',
        "utf-8",
    )
    path.chmod(0o755)
    return str(path)


@pytest.mark.skipif(os.name != "posix", reason="its Python is a shell script")
def test_a_worker_that_is_killed_as_it_starts_leaves_nobody_waiting(
    alone: Summary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "MOST_HERE", N - 1)
    family = rspc.load(large(tmp_path))
    multiprocessing.set_executable(python(tmp_path / "python", "kill -9 $$"))
    try:
        summary = run(made(tmp_path / "out", family=family, keep=13))
    finally:
        multiprocessing.set_executable(sys.executable)
    assert (tmp_path / "python.first").is_dir()
    assert summary.digest == alone.digest


ENDED = """
import multiprocessing, sys
from rspc.cli.start import main
if __name__ == "__main__":
    multiprocessing.set_executable(sys.argv.pop(1))
    main()
"""


@pytest.mark.skipif(os.name != "posix", reason="its Python is a shell script")
def test_a_run_that_is_ended_while_a_worker_starts_says_nothing_of_that(tmp_path: Path) -> None:
    started = python(tmp_path / "python", "kill -TERM $PPID; sleep 0.2")
    arguments = ["compile", str(large(tmp_path)), "--workers", "2", "-o", str(tmp_path / "out")]
    ended = subprocess.run(
        [sys.executable, "-c", ENDED, started, *arguments], capture_output=True, text=True
    )
    assert ended.returncode == 128 + signal.SIGTERM
    assert ended.stderr.splitlines()[1:] == ["interrupted"]


def test_a_parent_that_is_killed_leaves_its_batches_and_no_worker(
    alone: Summary, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    parent = subprocess.Popen([sys.executable, "-c", PARENT, str(SPEC), str(N), str(out)])
    end = time.monotonic() + 120
    while not list(out.glob(".partial/batches/*0")) and time.monotonic() < end:
        time.sleep(0.02)
    parent.kill()
    parent.wait()
    again = run(made(out))
    assert again.digest == alone.digest
    assert again.made < N
    assert not (out / ".partial").exists()


def test_workers_that_die_again_and_again_stop_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(local_pool, "DEATHS", 1)
    with pytest.raises(EngineError, match=r"killed by SIGKILL .* over the instances \d+ to \d+"):
        run(made(tmp_path, workers=2), killing(iter([signal.SIGKILL])))
    assert multiprocessing.active_children() == []


def test_a_silent_worker_stops_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_pool, "SILENCE", 0.0)
    with pytest.raises(EngineError, match="an engine hangs at instance 0 or later"):
        run(made(tmp_path, workers=2))
    assert multiprocessing.active_children() == []
    assert list(tmp_path.iterdir()) == []


STOPPED = """
import os, signal
from multiprocessing.connection import Connection

def write(self, content):
    os.write(self.fileno(), bytes(content)[:len(content) // 2])
    os.kill(os.getpid(), signal.SIGSTOP)

def read(self, size):
    os.read(self.fileno(), 1)
    os.kill(os.getpid(), signal.SIGSTOP)

def start(name):
    def work(order, told):
        if name == "read":
            Connection._recv = read
        elif order.position:
            Connection._send = write
        return b"done"
    return work
"""


@pytest.mark.skipif(os.name != "posix", reason="no process stands still by a signal elsewhere")
@pytest.mark.parametrize("name", ["write", "read"])
def test_a_worker_that_stands_still_in_the_middle_of_a_word_stops_the_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "stopped.py").write_text(STOPPED, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    start = importlib.import_module("stopped").start
    orders = [Order(at, "x" * 1_000_000 * at, 0, at, at + 1, 0) for at in range(2)]

    finished = local_pool.run_tasks(start, name, orders, 1, lambda order, tally: None)
    assert next(finished) == (orders[0], b"done")
    monkeypatch.setattr(local_pool, "SILENCE", 0.2)
    with pytest.raises(EngineError, match="at instance 1 or later"):
        next(finished)
    assert multiprocessing.active_children() == []


HUNGRY = """
import resource

def start(most):
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    def work(order, told):
        return len(bytearray(2 * most)) if order.position else 0
    return work
"""


@pytest.mark.skipif(os.name != "posix", reason="no limit of memory elsewhere")
def test_workers_that_run_out_of_memory_stop_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "hungry.py").write_text(HUNGRY, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    start = importlib.import_module("hungry").start
    orders = [Order(at, "", 0, at, at + 1, 0) for at in range(2)]
    finished = local_pool.run_tasks(start, 4 << 30, orders, 1, lambda order, tally: None)
    assert next(finished) == (orders[0], 0)
    with pytest.raises(EngineError, match=r"ran out of memory 3 times .* fewer `--workers`"):
        next(finished)
    assert multiprocessing.active_children() == []


def test_what_a_worker_cannot_make_is_told_as_one_process_tells_it(tmp_path: Path) -> None:
    spec = tmp_path / "never.rspec"
    spec.write_text(f"{SPEC.read_text('utf-8')}\nrequire nodes < 0\n", "utf-8")
    for name in SPEC.parent.glob("gatehouse*.jinja"):
        (tmp_path / name.name).write_text(name.read_text("utf-8"), "utf-8")
    with pytest.raises(Exhausted) as error:
        run(made(tmp_path / "out", family=rspc.load(spec), workers=2))
    assert error.value.span.source.name == str(spec)
    assert sum(error.value.rejections.values()) > 1


def test_a_family_with_its_users_rows_is_the_same_from_its_bundle(tmp_path: Path) -> None:
    spec = SPEC.with_name("flight.rspec")
    rows = rspc.load(spec).instance(seed=3).options
    names = list(rows[0].values)
    lines = [",".join(names)]
    lines += [",".join(f'"{row.values[name]}"' for name in names) for row in rows * 8]
    (tmp_path / "mine.csv").write_text("\n".join(lines), "utf-8")
    family = rspc.load(spec, rows={"flight": tmp_path / "mine.csv"})
    from rspc.compiler.api import load_bundle

    again = load_bundle(family.bundle())
    assert again.hash == family.hash
    assert again.record is not None
    assert family.record is not None
    assert again.record.rows == family.record.rows
