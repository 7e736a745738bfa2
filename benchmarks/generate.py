"""Measures generation: certified instances per CPU second, memory at two sizes, and where the time goes.

    python benchmarks/generate.py SPEC [-n 300] [--sizes 100 20000] [--set depth=3]

Rates count the process's own CPU time, engines in process included, without loading the family and without the first
instance, which fills caches. Memory is the largest resident set of a fresh process that runs `rspc compile`.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import rspc

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
    """Give instances per CPU second, CPU seconds for the first one, and how many drafts were dropped."""
    start = time.process_time()
    family.instance(index=0, **params)
    first = time.process_time() - start
    dropped = 0
    start = time.process_time()
    for index in range(1, n + 1):
        instance = family.instance(index=index, **params)
        instance.record()
        dropped += sum(instance.rejections.values())
    return n / (time.process_time() - start), first, dropped


def memory(spec: Path, n: int, settings: list[str]) -> int:
    """Give the largest resident set, in kilobytes, of a process that compiles n instances."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [str(spec), "-n", str(n), "--keep", "0", "-o", folder, "--json"]
        chosen = [part for each in settings for part in ("--set", each)]
        ended = subprocess.run(
            [sys.executable, "-c", CHILD, "compile", *arguments, *chosen],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
    return int(ended.stdout.splitlines()[-1])


def stages(family: rspc.Family, n: int, params: dict[str, Any]) -> list[tuple[str, float]]:
    """Give the share of time that each module of rspc, and each package under it, spends in its own code."""
    profile = cProfile.Profile()
    profile.enable()
    for index in range(n):
        family.instance(index=index, **params).record()
    profile.disable()
    spent: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        spent[_stage(file)] += own
    total = sum(spent.values())
    return [(name, own / total) for name, own in spent.most_common(16)]


def _stage(file: str) -> str:
    root = Path(rspc.__file__).resolve().parent
    path = Path(file)
    if path.is_absolute() and path.resolve().is_relative_to(root):
        return "rspc." + ".".join(path.resolve().relative_to(root).with_suffix("").parts)
    if "site-packages" in path.parts:
        return path.parts[path.parts.index("site-packages") + 1].removesuffix(".py")
    return "(compiled code)" if file.startswith("~") else "(standard library)"


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
    for name, share in stages(family, min(arguments.n, 100), params):
        print(f"| `{name}` | {share:.1%} |")


if __name__ == "__main__":
    main()
