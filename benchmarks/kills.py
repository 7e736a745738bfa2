"""Kills runs at random moments, resumes them, and compares what they end with.

    python benchmarks/kills.py SPEC [-n 300] [--runs 50] [--executor ray] [--seed 0]

One undisturbed run by one process gives the digest that all others must end with. Each of the others is killed once or
twice, by SIGKILL to its first process or to one of its workers, at moments drawn over the batches that such a run
makes, and is started again until it ends by itself. Reported are who was killed and how far the run was, a digest that
differs, anything left in the folder next to the dataset, a traceback, a process that outlives its run, and a run that
hangs. It needs Linux, whose `/proc` lists processes.

With `--executor ray` all runs use one cluster, which is started on this machine and ends with the script.
"""

import argparse
import hashlib
import json
import os
import random
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import rspc
from rspc.compiler.dataset.formats import folder
from rspc.compiler.dataset.runs import Plan, Setting

WORKERS = {"local": "spawn_main", "ray": "ray::_do_task"}
"""By which part of its command a worker is known."""

SHARD = 97
"""So many records a file holds."""

LONGEST = 1.0
"""So many seconds, at most, a kill comes after the batch that it waits for."""

PATIENCE = 300.0
"""After so many seconds a run hangs, and after so few a process outlives it:"""
GRACE = 15.0


def commands() -> dict[int, tuple[int, str]]:
    """Return the parent and the command of every process."""
    found = {}
    for each in Path("/proc").glob("[0-9]*"):
        try:
            status = (each / "stat").read_text().rsplit(")", 1)[1].split()
            command = (each / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if status[0] != "Z":
            found[int(each.name)] = int(status[1]), command
    return found


def below(root: int) -> dict[int, str]:
    """Return the commands of all processes that a process started, and that those started."""
    known = commands()
    found: dict[int, str] = {}
    level = {root}
    while level:
        level = {each for each, (parent, _) in known.items() if parent in level}
        found |= {each: known[each][1] for each in level}
    return found


class Killing:
    """Runs of one command, killed and started again."""

    def __init__(
        self,
        command: list[str],
        executor: str,
        drawn: random.Random,
        batches: int,
    ) -> None:
        self.kills: Counter[str] = Counter()
        self.faults: list[str] = []
        self._command = command
        self._worker = WORKERS[executor]
        self._drawn = drawn
        self._batches = batches

    def run(self, out: Path) -> None:
        """Make a dataset whose run is killed once or twice and then left to end; one that ends first is begun again."""
        left = wanted = self._drawn.randint(1, 2)
        while True:
            with tempfile.TemporaryFile() as said:
                process = subprocess.Popen(
                    [*self._command, "-o", str(out)], stdout=subprocess.DEVNULL, stderr=said
                )
                family: dict[int, str] = {}
                while left and process.poll() is None:
                    self._pause(process, out)
                    family |= below(process.pid)
                    left -= self._kill(process, out)
                self._wait(process)
                said.seek(0)
                self._look(process, said.read().decode(errors="replace"), family)
            if process.returncode == 0 and left < wanted:
                return
            if process.returncode == 0:
                shutil.rmtree(out)

    def _pause(self, process: subprocess.Popen[bytes], out: Path) -> None:
        """Wait for a number of finished batches, from those that are there to all, and then a little longer."""
        wanted = self._drawn.randint(len(finished_batches(out)), self._batches)
        while process.poll() is None and len(finished_batches(out)) < wanted:
            time.sleep(0.01)
        end = time.monotonic() + self._drawn.uniform(0, LONGEST)
        while process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)

    def _kill(self, process: subprocess.Popen[bytes], out: Path) -> bool:
        """Kill the run's first process, or one of its workers; whether any was there to kill."""
        workers = [each for each, told in below(os.getpid()).items() if self._worker in told]
        whom = self._drawn.choice(["parent", "worker"])
        done = len(finished_batches(out))
        try:
            if whom == "worker" and workers:
                os.kill(self._drawn.choice(workers), signal.SIGKILL)
            elif whom == "parent" and process.poll() is None:
                process.kill()
                process.wait()
            else:
                return False
        except ProcessLookupError:
            return False
        if done == self._batches or (out / folder.MANIFEST).exists():
            moment = "files being written"
        else:
            moment = "some batches finished" if done else "no batch finished"
        self.kills[f"{whom}, {moment}"] += 1
        return True

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.faults.append(f"process {process.pid} hangs")
            process.kill()
            process.wait()

    def _look(self, process: subprocess.Popen[bytes], said: str, family: dict[int, str]) -> None:
        if process.returncode not in (0, -signal.SIGKILL):
            self.faults.append(f"ended with {process.returncode}: {said[-400:]}")
        if "Traceback" in said:
            self.faults.append(f"a traceback: {said[-1000:]}")
        end = time.monotonic() + GRACE
        while (alive := self._surviving_workers(family)) and time.monotonic() < end:
            time.sleep(0.1)
        if alive:
            self.faults.append(f"outlive the run: {alive}")

    def _surviving_workers(self, family: dict[int, str]) -> list[str]:
        known = commands()
        return [told for each, told in family.items() if each in known and known[each][1] == told]


def finished_batches(out: Path) -> list[Path]:
    """Return the batches that a run has finished and not yet published."""
    try:
        found = list((out / folder.PARTIAL / folder.BATCHES).iterdir())
    except FileNotFoundError:
        return []
    return [each for each in found if not each.suffix]


@contextmanager
def cluster(executor: str) -> Iterator[None]:
    """Have a cluster of Ray for the runs, where they need one."""
    if executor != "ray":
        yield
        return
    # It is this script's alone: no other machine reaches it, and no other program has its token.
    os.environ.update(RAY_AUTH_MODE="token", RAY_AUTH_TOKEN=secrets.token_hex(32))
    start = "start --head --block --num-cpus=2 --node-ip-address=127.0.0.1 --port=6399"
    command = [
        sys.executable,
        "-m",
        "ray.scripts.scripts",
        *start.split(),
        "--include-dashboard=false",
    ]
    head = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.environ["RAY_ADDRESS"] = "127.0.0.1:6399"
    try:
        while not any("raylet/raylet" in told for told in below(head.pid).values()):
            if head.poll() is not None:
                sys.exit("Ray did not start")
            time.sleep(0.1)
        time.sleep(GRACE)
        yield
    finally:
        head.terminate()
        head.wait()


def digest(out: Path) -> str:
    """Return the digest of a dataset as its records have it, held against its manifest."""
    found = hashlib.sha256()
    for path in sorted(out.glob("records*.jsonl")):
        found.update(path.read_bytes())
    told = json.loads((out / "manifest.json").read_text())
    own = f"sha256:{found.hexdigest()}"
    return own if told["digest"] == own and told["complete"] else f"{own}, and {told['digest']}"


def batches(spec: Path, n: int) -> int:
    """Return how many batches a run is cut into."""
    plan = Plan(rspc.load(spec), {"": n}, Path(), (Setting("", {}),), shard=SHARD)
    return sum(1 for shard in plan.shards() for _ in plan.orders(shard))


def fits(out: Path) -> Iterator[str]:
    """Yield what stands in a dataset's folder and belongs to none."""
    allowed = {
        "manifest.json",
        "family.json",
        "README.md",
        "croissant.json",
        "data",
        "text",
        "encodings",
    }
    for each in out.iterdir():
        if each.name not in allowed and not each.name.startswith("records"):
            yield each.name


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("spec", type=Path)
    options.add_argument("-n", type=int, default=300)
    options.add_argument("--runs", type=int, default=50)
    options.add_argument("--executor", choices=WORKERS, default="local")
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    plan = [str(given.spec.resolve()), "-n", str(given.n), "--keep", "20"]
    plan += ["--shard-size", str(SHARD)]
    command = [sys.executable, "-m", "rspc", "compile", *plan]
    several = [*command, "--workers", "2", "--executor", given.executor]
    with tempfile.TemporaryDirectory() as folder, cluster(given.executor):
        quiet = Path(folder) / "quiet"
        subprocess.run([*command, "-o", str(quiet)], check=True, capture_output=True)
        own = digest(quiet)
        drawn = random.Random(given.seed)
        killing = Killing(several, given.executor, drawn, batches(given.spec, given.n))
        print(f"undisturbed: {own}", flush=True)
        same = 0
        for number in range(given.runs):
            out = Path(folder) / f"run-{number}"
            killing.run(out)
            found = digest(out)
            same += found == own
            if found != own:
                killing.faults.append(f"run {number} ended with {found}")
            killing.faults += [f"run {number} left `{fit}`" for fit in fits(out)]
            print(
                f"{number + 1} runs, {same} with the same digest", dict(killing.kills), flush=True
            )
    for fault in killing.faults:
        print(fault)
    sys.exit(1 if killing.faults else 0)


if __name__ == "__main__":
    main()
