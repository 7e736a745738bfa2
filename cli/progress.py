"""Shows how far a run is: a bar on a terminal, now and then a line elsewhere."""

from __future__ import annotations

import datetime
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..compiler.stopping import heed
from ..dsl.visible import visible
from . import talk

if TYPE_CHECKING:
    from ..compiler.dataset.runs import Progress

EVERY = 5.0
"""Seconds between two lines if there is no terminal."""


@contextmanager
def show_progress(total: int) -> Iterator[Callable[[Progress], None]]:
    """Yield the function that a run reports to; a total of 0 is not known."""
    if not sys.stderr.isatty():
        yield _lines()
        return
    from rich import progress
    from rich.console import Console

    columns = (
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.description}", markup=False),
    )
    with progress.Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total or None)
        started = time.monotonic()

        def move(seen: Progress) -> None:
            words = (
                pace(seen, time.monotonic() - started),
                seen.setting,
                drop_counts(seen.rejections),
            )
            description = visible(" ".join(filter(None, words)))
            most = max(total, seen.done) if total else None
            bar.update(task, completed=seen.done, total=most, description=description)

        yield move


@contextmanager
def progress_counter(total: int) -> Iterator[Callable[[int], None]]:
    """Return the function that takes how many records are done, of a total; 0 if that is not known.

    Nor is it known once there are more: a manifest can be wrong, and the size of a sample is only known
    roughly.
    """
    from ..compiler.dataset.runs.progress import Progress

    with show_progress(total) as progress:

        def told(done: int) -> None:
            heed()
            progress(Progress(done, total if done <= total else 0, "", {}, done))

        yield told


def expected_records(dataset: Path) -> int:
    """Return how many records a dataset has according to its manifest; 0 if unknown."""
    from ..compiler.dataset.formats.read import manifest

    count = (manifest(dataset) or {}).get("count") if dataset.is_dir() else None
    return max(0, count) if type(count) is int else 0


def _lines() -> Callable[[Progress], None]:
    started = last = time.monotonic()

    def tell(seen: Progress) -> None:
        nonlocal last
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            words = (seen.setting, pace(seen, last - started), drop_counts(seen.rejections))
            told = ", ".join(filter(None, words))
            of = f" of {seen.total}" if seen.total else ""
            talk.say(f"{seen.done}{of}{f' ({told})' if told else ''}")

    return tell


def pace(seen: Progress, seconds: float) -> str:
    """Return how many instances are done a second, and how long the rest takes at that pace, once there are some."""
    if seen.made < 10 or seconds <= 0:
        return ""
    rate = seen.made / seconds
    if not seen.total:
        return f"{rate:.1f} a second"
    left = datetime.timedelta(seconds=round((seen.total - seen.done) / rate))
    return f"{rate:.1f} a second, {left} left"


def drop_counts(rejections: Mapping[str, int]) -> str:
    """Return how many drafts were dropped, by cause, the commonest first."""
    return (
        f"dropped {sum(rejections.values())}: {talk.list_counts(rejections)}" if rejections else ""
    )
