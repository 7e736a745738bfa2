"""Measures generation: certified instances per CPU second, memory at two sizes, and where the time goes.

    python benchmarks/generate.py SPEC [-n 300] [--sizes 100 20000] [--set depth=3]

Rates count the process's own CPU time, engines in process included, without loading the family and without the first
instance, which fills caches. Memory is the largest resident set of a fresh process that runs `rspc compile`.
"""

from __future__ import annotations

import argparse
import contextlib
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any
from unittest import mock

import rspc
from rspc.compiler import pipeline
from rspc.compiler.dataset.runs import batch
from rspc.compiler.text import Phrasebook

CHILD = """
import resource, sys
sys.argv = ["rspc", *sys.argv[1:]]
from rspc.cli.app import main
try:
    main()
except SystemExit as end:
    if end.code:
        sys.exit(end.code)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(peak // 1024 if sys.platform == "darwin" else peak)
"""


def rate(family: rspc.Family, n: int, params: dict[str, Any]) -> tuple[float, float, int]:
    """Return instances per CPU second, CPU seconds for the first one, and how many drafts were dropped."""
    start = time.process_time()
    family.instance(index=0, **params)
    first = time.process_time() - start
    batch.freeze_gc()  # as a run does
    dropped = 0
    start = time.process_time()
    for instance in family.instances(range(1, n + 1), **params):
        instance.record()
        dropped += sum(instance.rejections.values())
    return n / (time.process_time() - start), first, dropped


def memory(spec: Path, n: int, settings: list[str]) -> int:
    """Return the largest resident set, in kilobytes, of a process that compiles n instances."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [str(spec), "-n", str(n), "--keep", "0", "-o", folder, "--json"]
        chosen = [part for setting in settings for part in ("--set", setting)]
        ended = subprocess.run(
            [sys.executable, "-c", CHILD, "compile", *arguments, *chosen],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
    return int(ended.stdout.splitlines()[-1])


def stages(family: rspc.Family, n: int, params: dict[str, Any]) -> list[tuple[str, float]]:
    """Return the share of time that each stage of making an instance takes, and what none of them accounts for."""
    spent: dict[str, float] = defaultdict(float)

    def timed(owner: Any, name: str, stage: str) -> None:
        inner = getattr(owner, name)

        def outer(*given: Any, **named: Any) -> Any:
            start = time.perf_counter()
            try:
                return inner(*given, **named)
            finally:
                spent[stage] += time.perf_counter() - start

        stack.enter_context(mock.patch.object(owner, name, outer))

    with contextlib.ExitStack() as stack:
        for asked in family.asks:
            timed(type(asked.task), "prepare", "draw rows")
            timed(type(asked.task), "pose", "choose the rows shown")
        timed(pipeline, "grow", "grow the requirement")
        timed(Phrasebook, "say", "say the requirement")
        timed(Phrasebook, "read", "read the sentences back")
        for name, backend in family.engines.backends.items():
            timed(backend, "decide", f"decide by {name}")
        for name, checker in family.engines.checkers.items():
            timed(checker, "derive", f"decide by {name}")
        for name, bulk in family.engines.bulk.items():
            timed(bulk, "labels", f"decide by {name}")
        start = time.perf_counter()
        for instance in family.generate(n, seed=1, **params):
            begun = time.perf_counter()
            instance.record()
            spent["make the record"] += time.perf_counter() - begun
        total = time.perf_counter() - start
    spent["say rows and prompt, all else"] = total - sum(spent.values())
    return [(name, own / total) for name, own in sorted(spent.items(), key=lambda each: -each[1])]


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec", type=Path)
    parser.add_argument("-n", type=int, default=300, help="instances for the rate")
    parser.add_argument("--sizes", type=int, nargs="*", default=[100, 20_000])
    parser.add_argument("--set", action="append", default=[], metavar="K=V")
    arguments = parser.parse_args()
    family = rspc.load(arguments.spec)
    params = family.settings(dict(each.split("=", 1) for each in arguments.set))
    speed, first, dropped = rate(family, arguments.n, params)
    print("| measure | value |\n| --- | --- |")
    print(f"| certified instances per CPU second | {speed:.1f} |")
    print(f"| CPU seconds for the first instance | {first:.2f} |")
    print(f"| drafts dropped per instance | {dropped / arguments.n:.2f} |")
    for n in arguments.sizes:
        print(
            f"| peak memory at n = {n:,} | {memory(arguments.spec, n, arguments.set) / 1024:.0f} MB |"
        )
    print("\n| where the time goes | share |\n| --- | --- |")
    for name, share in stages(family, arguments.n, params):
        print(f"| {name} | {share:.1%} |")


if __name__ == "__main__":
    main()
