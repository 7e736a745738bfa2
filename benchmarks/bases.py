"""Measures knowledge bases: kept ones per CPU second as they are grown, and with every question certified and said.

python benchmarks/bases.py SPEC [-n 40] [--settings level=0,depth=3 …]
"""

import argparse
import time

import rspc
from rspc.compiler.family import Env, Rejected, Scene, chosen_values
from rspc.compiler.instances import grow, open_scene
from rspc.compiler.random.stream import Stream


def measure_growth(family: rspc.Family, settings: dict[str, str], n: int) -> tuple[float, float]:
    """Return how many bases with all their questions are grown in a CPU second, and how many drafts each takes."""
    given = family.settings(settings)
    asked = family.asks[0]
    kept = drafts = 0
    start = time.process_time()
    while kept < n:
        stream = Stream("bases", drafts)
        values = chosen_values(family, given, ("bases",), drafts)
        knobs = asked.knobs.draw(Env(stream.fork("knobs"), values))
        scene = asked.task.prepare(open_scene(family, values, stream), knobs, stream)
        assert isinstance(scene, Scene)
        kept += not isinstance(grow(scene, stream), Rejected)
        drafts += 1
    return kept / (time.process_time() - start), drafts / kept


def measure_certification(
    family: rspc.Family, settings: dict[str, str], n: int
) -> tuple[float, int]:
    """Return how many bases are made in a CPU second with all their records, and how many questions each has."""
    start = time.process_time()
    contexts: list[str] = []
    index = 0
    while len(contexts) <= n:
        context = str(family.instance(index=index, seed=1, **settings).record()["context_hash"])
        if not contexts or contexts[-1] != context:
            contexts.append(context)
        index += 1
    return n / (time.process_time() - start), (index - 1) // n


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("spec")
    parser.add_argument("-n", type=int, default=40)
    parser.add_argument(
        "--settings",
        nargs="*",
        default=["level=0,depth=3", "level=0,depth=5", "level=3,depth=3", "level=3,depth=5"],
    )
    arguments = parser.parse_args()
    family = rspc.load(arguments.spec)
    print(
        "| settings | bases grown a CPU second | drafts each | bases certified a CPU second | questions each |"
    )
    print("| --- | --- | --- | --- | --- |")
    for text in arguments.settings:
        settings = dict(part.split("=", 1) for part in text.split(","))
        family.instance(seed=2, **settings)  # engines are loaded, caches filled
        speed, drafts = measure_growth(family, settings, arguments.n)
        whole, questions = measure_certification(family, settings, max(1, arguments.n // 4))
        print(f"| {text} | {speed:.1f} | {drafts:.1f} | {whole:.1f} | {questions} |", flush=True)


if __name__ == "__main__":
    main()
