"""Measures families in units of what clingo alone needs for a program of the first of them.

    python benchmarks/programs.py SPEC… [-n 60] [--rounds 5]

clingo alone means: a control for each program as `rspc compile` writes it, grounding, and up to two answer sets.
In each round, every family makes instances that this process has not made before, and clingo solves the programs.
"""

import argparse
import sys
import sysconfig
import time
from statistics import median

import clingo

import rspc
from rspc.compiler.dataset.runs import batch

WARM = 30
"""How many instances of each family are made before anything is measured."""


def alone(programs: list[str]) -> float:
    """Return how many CPU milliseconds clingo needs for a program."""
    start = time.process_time()
    for text in programs:
        control = clingo.Control(["--models=2"], logger=lambda code, message: None)
        control.add("base", [], text)
        control.ground([("base", [])])
        control.solve(on_model=lambda model: None)
    return 1000 * (time.process_time() - start) / len(programs)


def certified(family: rspc.Family, indices: range) -> float:
    """Return how many CPU milliseconds the record of a new instance takes."""
    start = time.process_time()
    for instance in family.instances(indices):
        instance.record()
    return 1000 * (time.process_time() - start) / len(indices)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("specs", nargs="+", metavar="SPEC", help="the first one's logic is `asp`")
    parser.add_argument("-n", type=int, default=60, help="instances of each family in a round")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    families = {spec: rspc.load(spec) for spec in arguments.specs}
    first = families[arguments.specs[0]]
    programs = [each.encodings()["clingo"].text for each in first.generate(arguments.n, seed=1)]
    for family in families.values():
        for _ in family.generate(WARM, seed=2):
            pass
    alone(programs)
    batch.freeze_gc()  # as a run does
    units: list[float] = []
    made: dict[str, list[float]] = {spec: [] for spec in families}
    for number in range(arguments.rounds):
        units.append(alone(programs))
        for spec, family in families.items():
            indices = range(number * arguments.n, (number + 1) * arguments.n)
            made[spec].append(certified(family, indices))
    optimised = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    build = "with" if optimised else "without"
    print(f"CPython {sys.version.split()[0]}, built {build} profile-guided optimisation")
    print(f"clingo alone: {median(units):.2f} ms a program")
    for spec, times in made.items():
        ratios = [each / unit for each, unit in zip(times, units, strict=True)]
        shown = ", ".join(f"{each:.1f}" for each in ratios)
        print(f"{spec}: {median(times):.2f} ms an instance, {shown}; median {median(ratios):.1f}")


if __name__ == "__main__":
    main()
