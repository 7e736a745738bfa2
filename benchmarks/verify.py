"""Measures what it costs to verify a record, beside what it cost to make it, in CPU time.

python benchmarks/verify.py SPEC... [-n 40]
"""

import argparse
import time
from pathlib import Path

import rspc
from rspc.compiler.dataset.runs import batch
from rspc.compiler.dataset.verify.verifier import Verifier


def cost(spec: Path, n: int) -> tuple[float, float]:
    """Return the CPU seconds of a record's making and of its verification, after as many records that fill caches."""
    maker, verifier = rspc.load(spec), Verifier(rspc.load(spec))
    spent: list[tuple[float, float]] = []
    for half in range(2):
        start = time.process_time()
        made_now = maker.instances(range(half * n, (half + 1) * n))
        records = [each.record() for each in made_now]
        made = time.process_time() - start
        start = time.process_time()
        for record in records:
            verifier.verify(record)
        spent.append((made, time.process_time() - start))
        batch.freeze_gc()  # as a run and a verification do
    return spent[-1][0] / n, spent[-1][1] / n


def main() -> None:
    """Print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec", type=Path, nargs="+")
    parser.add_argument("-n", type=int, default=40)
    arguments = parser.parse_args()
    print("| family | to make (ms) | to verify (ms) | ratio |\n| --- | --- | --- | --- |")
    for spec in arguments.spec:
        made, verified = cost(spec, arguments.n)
        told = f"{made * 1000:.1f} | {verified * 1000:.1f} | {verified / made:.2f}"
        print(f"| {spec.stem} | {told} |", flush=True)


if __name__ == "__main__":
    main()
