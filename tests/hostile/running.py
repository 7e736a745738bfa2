"""Runs a command on a hostile input in a process of its own, and tells how it ended and what it took."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

CPU = 20
"""Seconds of CPU that a command may take."""

MEMORY = 1 << 30
"""Bytes of resident memory that it may have at its peak."""

WALL = 240
"""Seconds after which a command that waits for something is given up."""

CODES = {0, 1, 2, 4}
"""How a command may end: done, wrong input, wrong usage, out of an engine's fence or of memory."""

RUN = "from rspc.cli.start import main; main()"

Make = Callable[[Path], Sequence[str | Path]]


@dataclass(frozen=True)
class Case:
    """A hostile input: what makes its files in an empty folder and gives the words of the command."""

    kind: str
    name: str
    make: Make

    @property
    def id(self) -> str:
        return f"{self.kind}-{self.name}"


@dataclass(frozen=True)
class Ended:
    """How a command ended: its exit code, what it printed, CPU seconds and bytes of resident memory at its peak."""

    code: int
    stdout: bytes
    stderr: bytes
    cpu: float
    memory: int


WATCH = f"""
import json, os, resource, signal, sys
process = os.fork()
if not process:
    resource.setrlimit(resource.RLIMIT_CPU, ({2 * CPU}, {2 * CPU}))
    resource.setrlimit(resource.RLIMIT_FSIZE, ({MEMORY}, {MEMORY}))
    signal.alarm({WALL})
    for number, name in ((1, ".stdout"), (2, ".stderr")):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.execv(sys.executable, [sys.executable, "-c", {RUN!r}, *sys.argv[1:]])
_, status, used = os.wait4(process, 0)
print(json.dumps([os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss]))
"""
"""Measures from a small process: what a process had before it became another one counts as its own."""


def run(words: Sequence[str | Path], folder: Path) -> Ended:
    """Run a command of rspc in a folder until it ends, or has had twice its time."""
    done = subprocess.run(
        [sys.executable, "-S", "-c", WATCH, *map(str, words)],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        env={**os.environ, "COLUMNS": "120"},
        check=True,
    )
    code, cpu, resident = json.loads(done.stdout)
    said, told = ((folder / each).read_bytes() for each in (".stdout", ".stderr"))
    return Ended(code, said, told, cpu, resident * (1 if sys.platform == "darwin" else 1024))


def faults(ended: Ended) -> list[str]:
    """Return what is wrong with how a command ended; nothing where it is as it should be."""
    found = []
    if ended.code not in CODES:
        found.append(f"it ended with {ended.code}")
    if b"Traceback" in ended.stderr or b"E0814" in ended.stderr:
        found.append("it failed by itself")
    if ended.code and not any(each in ended.stderr for each in (b"error[", b"warning[", b"rror")):
        if b'"code"' not in ended.stdout and b"fault" not in ended.stdout:
            found.append("it does not say what is wrong")
    if ended.cpu > CPU:
        found.append(f"it took {ended.cpu:.1f} seconds")
    if ended.memory > MEMORY:
        found.append(f"it had {ended.memory >> 20} MiB")
    if (raw := unseen(ended.stdout) | unseen(ended.stderr)) != frozenset():
        found.append(f"it printed {sorted(raw)} as they are")
    return found


def unseen(text: bytes) -> frozenset[str]:
    """Return the characters of an output that a terminal would obey, or that turn its text around."""
    held = frozenset(text.decode("utf-8", "replace"))
    controls = {chr(each) for each in (*range(32), *range(127, 160))} - {"\n", "\t"}
    turning = {
        chr(each) for each in (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F)
    }
    return held & frozenset(controls | turning)
