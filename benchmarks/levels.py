"""Measures families at their easiest and hardest levels: speed, dropped drafts, repeats, labels, guesses, and `verify`.

python benchmarks/levels.py SPEC … [--easy 1000] [--hard 100] [--seed 0] [--out DIR]
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rspc

HEAD = (
    "| family | level | instances | per CPU second | dropped per instance | peak memory, MB | repeats | "
    "commonest answer | best guess | chance | readers that guess | verify |"
)


@dataclass(frozen=True)
class Run:
    """A finished command: its exit code, output, CPU seconds and peak memory in bytes."""

    code: int
    output: str
    seconds: float
    memory: int


def run(arguments: Sequence[str]) -> Run:
    """Run `rspc` in a process of its own, and measure it with those that it starts."""
    with tempfile.TemporaryFile("w+") as written, tempfile.TemporaryFile("w+") as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "rspc", *arguments], stdout=written, stderr=errors
        )
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        written.seek(0)
        errors.seek(0)
        output = written.read() or errors.read()
    peak = used.ru_maxrss if sys.platform == "darwin" else used.ru_maxrss << 10
    return Run(process.returncode, output, used.ru_utime + used.ru_stime, peak)


def measure(spec: str, level: str, n: int, seed: int, out: Path) -> str:
    """Return the row of a family at a level; the dataset stays in a folder of `out`."""
    place = out / f"{Path(spec).stem}-{level or 'default'}"
    chosen = ["--level", level] if level else []
    counted = ["-n", str(n), "--seed", str(seed), "--keep", "0"]
    made = run(["compile", spec, *counted, *chosen, "--force", "-o", str(place)])
    if made.code:
        last = made.output.strip().splitlines()[-1:] or ["no output"]
        return f"| {Path(spec).stem} | {level} | {n} | failed: {last[0]} |"
    verified = run(["verify", str(place)])
    found = json.loads(run(["stats", str(place), "--json"]).output)
    manifest = json.loads((place / "manifest.json").read_text("utf-8"))
    dropped = sum(found["rejections"].values()) if found["rejections"] else 0
    answers = manifest["answers"]
    readers = found["surface"]["readers"] if found["surface"] else ()
    guess, chance = best_guess(readers)
    repeats = next(each for each in found["repeats"] if each["form"] == "canonical form")
    cells = [
        Path(spec).stem,
        level or "-",
        str(n),
        f"{n / made.seconds:.2f}",
        f"{dropped / n:.2f}",
        f"{made.memory / 1e6:.0f}",
        f"{repeats['repeats'] / n:.1%}",
        f"{max(answers.values()) / n:.1%} of {len(answers)}" if answers else "-",
        guess,
        chance,
        ", ".join(each["reader"] for each in readers if each["leaks"]) or "none",
        "no fault" if verified.code == 0 else f"exit {verified.code}",
    ]
    return f"| {' | '.join(cells)} |"


def best_guess(readers: Sequence[Mapping[str, Any]]) -> tuple[str, str]:
    """Return how often the best of the readers that do not reason is right, and how often chance is."""
    if not readers:
        return "-", "-"
    best = max(readers, key=lambda each: float(each["accuracy"]))
    return f"{best['accuracy']:.1%}", f"{best['chance']:.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("specs", nargs="+")
    parser.add_argument("--easy", type=int, default=1000, help="instances at the easiest level")
    parser.add_argument("--hard", type=int, default=100, help="instances at the hardest level")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("out/levels"))
    arguments = parser.parse_args()
    print(HEAD)
    print("|" + " --- |" * HEAD.count(" | ") + " --- |")
    for spec in arguments.specs:
        levels = rspc.load(spec).levels or ("",)
        for level, n in {levels[0]: arguments.easy, levels[-1]: arguments.hard}.items():
            print(measure(spec, level, n, arguments.seed, arguments.out), flush=True)


if __name__ == "__main__":
    main()
