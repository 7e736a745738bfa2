"""Measures answer set programs: certified instances per CPU second, and clingo alone on the same programs beside them.

    python benchmarks/programs.py SPEC… [-n 300]

clingo alone means: a control for each program as `rspc compile` writes it, grounding, and up to two answer sets.
"""

import argparse
import time

import clingo

import rspc
from rspc.compiler.dataset.runs import batch


def alone(programs: list[str]) -> float:
    """Return how many programs clingo grounds and solves in a CPU second."""
    start = time.process_time()
    for text in programs:
        control = clingo.Control(["--models=2"], logger=lambda code, message: None)
        control.add("base", [], text)
        control.ground([("base", [])])
        control.solve(on_model=lambda model: None)
    return len(programs) / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("specs", nargs="+", metavar="SPEC")
    parser.add_argument("-n", type=int, default=300)
    arguments = parser.parse_args()
    for spec in arguments.specs:
        family = rspc.load(spec)
        for index in range(30):  # engines are loaded, caches filled
            family.instance(seed=1, index=index)
        batch.freeze_gc()  # as a run does
        start = time.process_time()
        made = [family.instance(index=index) for index in range(arguments.n)]
        for each in made:
            each.record()
        certified = arguments.n / (time.process_time() - start)
        dropped = sum(sum(each.rejections.values()) for each in made) / arguments.n
        solved = alone([each.encodings()["clingo"].text for each in made])
        print(
            f"{spec}: {certified:.0f} certified instances and {solved:.0f} programs by clingo alone "
            f"per CPU second (1 : {solved / certified:.0f}), {dropped:.2f} drafts dropped per instance"
        )


if __name__ == "__main__":
    main()
