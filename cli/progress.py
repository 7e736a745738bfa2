"""Shows how far a run is: a bar on a terminal.

Elsewhere it shows nothing; but a line every so many seconds if RSPC_PROGRESS has a number of seconds.
"""

from __future__ import annotations

import datetime
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from ..compiler.stopping import heed
from ..dsl.visible import visible
from . import colours, talk

if TYPE_CHECKING:
    from ..compiler.dataset.runs import Progress

EVERY: float | None = None
"""Seconds between two lines if there is no terminal, whatever RSPC_PROGRESS says; None if that decides."""

FEWEST = 3
"""From how many instances on the pace is shown."""


@contextmanager
def show_progress(total: int) -> Iterator[Callable[[Progress], None]]:
    """Yield the function that a run reports to; a total of 0 is not known."""
    if not sys.stderr.isatty():
        every = _seconds()
        yield (lambda _: None) if every is None else _lines(every)
        return
    from rich import progress

    columns = (
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TextColumn("{task.description}", markup=False),
    )
    with progress.Progress(*columns, console=colours.console(sys.stderr), transient=True) as bar:
        task = bar.add_task("", total=total or None)
        started = time.monotonic()

        def move(seen: Progress) -> None:
            words = (
                pace(seen, time.monotonic() - started),
                seen.setting,
                drop_counts(seen.rejections),
            )
            description = visible(", ".join(filter(None, words)))
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


def _seconds() -> float | None:
    """Return the seconds between two lines without a terminal; None for no lines."""
    if EVERY is not None:
        return EVERY
    try:
        asked = float(os.environ.get("RSPC_PROGRESS", ""))
    except ValueError:
        return None
    return asked if asked > 0 else None


def _lines(every: float) -> Callable[[Progress], None]:
    started = last = time.monotonic()

    def tell(seen: Progress) -> None:
        nonlocal last
        if time.monotonic() - last >= every:
            last = time.monotonic()
            words = (seen.setting, pace(seen, last - started), drop_counts(seen.rejections))
            told = ", ".join(filter(None, words))
            of = f" of {seen.total}" if seen.total else ""
            talk.say(f"{seen.done}{of}{f' ({told})' if told else ''}")

    return tell


def pace(seen: Progress, seconds: float) -> str:
    """Return how many instances are done a second, and how long the rest takes at that pace, once there are some."""
    if seen.made < FEWEST or seconds <= 0:
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
