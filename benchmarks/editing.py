"""Measures how long the language server needs to check a spec after each change, in its warm process.

    python benchmarks/editing.py SPEC … [-n 20]

Each round changes the spec, as an author does, and checks it with everything that it uses: once with a comment, once
with a misspelt word. The clock is the CPU time of the process that checks. What the first check takes, which loads
plug-ins and reads the library, is printed as well.
"""

import argparse
import asyncio
import statistics
from pathlib import Path

import msgspec

from rspc.integrations.language_server.messages import Check, Checked, Files
from rspc.integrations.processes.exchange import Answered
from rspc.integrations.processes.pool import Worker


class Measured(Worker):
    """A process whose answers are kept with the CPU seconds that they took."""

    seconds_taken: float = 0.0

    async def _exchange(self, line: bytes) -> bytes:
        found = await super()._exchange(line)
        self.seconds_taken = msgspec.json.decode(found, type=Answered).seconds
        return found


def texts(spec: Path, number: int) -> list[str]:
    """Return a spec with so many changes, one at a time."""
    text = spec.read_text("utf-8")
    place = text.index("\n\n") + 1
    return [
        text[:place]
        + f"# {index}\n"
        + (text[place:] if index % 2 else text[place:].replace("of", "off", 1))
        for index in range(number)
    ]


async def measure(spec: Path, number: int) -> tuple[float, list[float]]:
    """Return the CPU seconds of the first check of a spec, and of those after each change."""
    worker = Measured("rspc.integrations.language_server.worker", 60, 1 << 30, 120)
    taken = []
    for text in (spec.read_text("utf-8"), *texts(spec, number)):
        files = Files(str(spec.absolute()), str(spec.absolute().parent), text)
        checked = await worker.ask(Check(files), Checked)
        assert not checked.failed, checked.failed
        taken.append(worker.seconds_taken)
    await worker.end()
    return taken[0], taken[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("specs", metavar="SPEC", nargs="+", type=Path)
    parser.add_argument("-n", type=int, default=20)
    arguments = parser.parse_args()
    for spec in arguments.specs:
        first, taken = asyncio.run(measure(spec, arguments.n))
        milliseconds = [1e3 * each for each in taken]
        print(
            f"{spec.stem}: first {1e3 * first:.0f} ms, then median {statistics.median(milliseconds):.0f} ms, "
            f"at most {max(milliseconds):.0f} ms"
        )


if __name__ == "__main__":
    main()
