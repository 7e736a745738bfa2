"""Measures runs: instances a second by number of workers, memory of every process, and the cost of each format.

    python benchmarks/runs.py SPEC [-n 2000] [--workers 1 2] [--set depth=3]

A run's time is that of `rspc compile` without the proof of the family: starting the processes counts. Memory is the
largest resident set of any worker. A format's cost is CPU time, without making the records.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import active_children
from pathlib import Path

import rspc
from rspc.compiler.contract import plugins
from rspc.compiler.dataset.formats import note_members, read
from rspc.compiler.dataset.runs import Plan, Setting
from rspc.compiler.dataset.runs.run import run

PAUSE = 0.2
"""Seconds between two looks at the processes' memory."""


def resident(process: int) -> int:
    """Return a process's resident set in megabytes; 0 where it is gone, or the system does not tell."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0
    return pages * 4096 // 2**20


@contextmanager
def watch_workers() -> Iterator[list[int]]:
    """Yield the largest resident set of a worker in each fifth of the time, filled at the end."""
    seen: list[tuple[float, int]] = []
    ended = threading.Event()

    def watch() -> None:
        while not ended.wait(PAUSE):
            sizes = [resident(child.pid or 0) for child in active_children()]
            seen.append((time.monotonic(), max(sizes, default=0)))

    watching = threading.Thread(target=watch)
    watching.start()
    fifths: list[int] = []
    try:
        yield fifths
    finally:
        ended.set()
        watching.join()
        for fifth in range(5):
            part = seen[len(seen) * fifth // 5 : len(seen) * (fifth + 1) // 5]
            fifths.append(max((size for _, size in part), default=0))


def formats(dataset: Path) -> None:
    """Print what writing and reading a dataset's records costs in each format."""
    lines = [line for line, _, _ in read.lines(dataset)]
    columns: dict[str, str] = {}
    for record in read.records(dataset):
        note_members(columns, record)
    print("\n| format | ms to write a record | ms to read it | bytes a record |")
    print("| --- | --- | --- | --- |")
    for name in plugins.names(plugins.WRITERS):
        writer = plugins.make(plugins.WRITERS, name)
        with tempfile.TemporaryFile() as file:
            writer.write(lines[:1], columns, file)  # imports what it needs
        with tempfile.TemporaryFile() as file:
            start = time.process_time()
            writer.write(lines, columns, file)
            written = time.process_time() - start
            size = file.tell()
            file.seek(0)
            start = time.process_time()
            for _ in writer.read(file):
                pass
            back = time.process_time() - start
        each = 1000 / len(lines)
        print(f"| `{name}` | {written * each:.3f} | {back * each:.3f} | {size // len(lines):,} |")


def main() -> None:
    """Print tables in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec", type=Path)
    parser.add_argument("-n", type=int, default=2000, help="instances of each run")
    parser.add_argument("--workers", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--set", action="append", default=[], metavar="K=V")
    arguments = parser.parse_args()
    family = rspc.load(arguments.spec)
    setting = Setting("", family.settings(dict(each.split("=", 1) for each in arguments.set)))
    print("| workers | instances a second | MB of a worker, by fifths of the time | digest |")
    print("| --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for number, workers in enumerate(arguments.workers):
            out = Path(folder) / str(number)
            with watch_workers() as fifths:
                made = run(
                    Plan(family, {"": arguments.n}, out, (setting,), keep=0, workers=workers)
                )
            rate = made.count / made.seconds
            sizes = " ".join(map(str, fifths))
            print(f"| {workers} | {rate:.1f} | {sizes} | {made.digest[7:19]} |", flush=True)
        formats(out)


if __name__ == "__main__":
    main()
