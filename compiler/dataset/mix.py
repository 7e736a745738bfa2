"""Makes one dataset from several families and settings."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...version import __version__
from .cards.descriptions import describe
from .cards.languages import stated_languages
from .copies import SUFFIX, SplitFiles
from .formats import columns, disk, folder, read
from .runs import Plan, Progress, Tally, count
from .runs.mixture import (
    Component,
    Mixture,
    bundle_families,
    hash_families,
    interleave,
    read_mixture,
)
from .runs.run import machine, run

KEPT = "jsonl"
"""The format of a mixture."""


@dataclass(frozen=True)
class Mixed:
    """What was written: how many problems, and how many of each family."""

    out: Path
    count: int
    families: Mapping[str, int]
    digest: str


def mix(
    mixture: str | Path,
    out: str | Path,
    workers: int = 1,
    force: bool = False,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Mixed:
    """Make the problems of several families and settings, and write them in random order as one dataset.

    A component is made as a run of its own in the folder's stage. If the process is interrupted, the same call
    continues. Memory does not grow with the number of problems.

    Args:
        mixture: a TOML file that says what to mix.
        workers: the number of processes.
        force: whether another run's files in the folder may be replaced.

    Raises:
        SpecError: what `read_mixture` raises; E0801 to E0803 and E0815 for the folder.
        Exhausted, Disagreement, EngineError: as `Family.instance` does. Nothing is published then.
    """
    return make_mixture(read_mixture(Path(mixture)), Path(out), workers, force, progress)


def make_mixture(
    mixture: Mixture,
    out: Path,
    workers: int = 1,
    force: bool = False,
    progress: Callable[[Progress], None] = lambda _: None,
) -> Mixed:
    """Make a mixture that was read; see `mix`."""
    identity = _identity(mixture)
    taken = [f"{folder.RECORDS}{split and f'-{split}'}{SUFFIX}" for split in mixture.counts]
    folder.check(out, identity, (*folder.DESCRIPTIONS, *taken), force=force)
    families = mixture.families
    with folder.staging_dir(out, identity) as stage:
        made = _make_components(mixture, stage, workers, progress)
        tally = Tally(rejections=made)
        with ExitStack() as files:
            parts = SplitFiles(stage, files)
            for record, line in _merge(mixture, stage):
                parts.add(record, line)
                tally.done += 1
                count(tally.answers, str(record["answer"]))
                columns.note_members(tally.members, record)
        manifest = {
            "complete": True,
            **identity,
            **stated_languages(families),
            "count": tally.done,
            **parts.account(),
            "answers": dict(sorted(tally.answers.items())),
            "rejections": dict(sorted(tally.rejections.items())),
            "columns": columns.table(tally.members),
            "machine": machine(),
        }
        describe(stage, manifest)
        with disk.report_os_errors(stage / folder.FAMILY):
            disk.write(stage / folder.FAMILY, bundle_families(families))
        folder.publish(stage, out, manifest)
    totals = {family.name: 0 for family in families}
    for component in mixture.components:
        totals[component.family.name] += component.total
    return Mixed(out, tally.done, totals, manifest["digest"])


def _identity(mixture: Mixture) -> dict[str, Any]:
    return {
        "rspc": __version__,
        "family": mixture.name,
        "family_hash": hash_families(mixture.families),
        "seed": mixture.seed,
        "counts": dict(mixture.counts),
        "format": KEPT,
        "license": mixture.license,
        "mixture": [component.identity() for component in mixture.components],
    }


def _make_components(
    mixture: Mixture, stage: Path, workers: int, progress: Callable[[Progress], None]
) -> dict[str, int]:
    """Make the problems of each component as a run below the stage; return how often drafts were dropped."""
    rejections: dict[str, int] = {}
    done, total = 0, sum(mixture.counts.values())

    for place, component in enumerate(mixture.components):
        if not component.total:
            continue

        def told(seen: Progress, before: int = done, own: Component = component) -> None:
            label = f"{own.family.name} {seen.setting}".rstrip()
            progress(Progress(before + seen.done, total, label, seen.rejections, seen.made))

        plan = Plan(
            component.family,
            {split: n for split, n in component.counts.items() if n},
            folder.batch(stage, place),
            (component.setting,),
            seed=mixture.seed,
            keep=0,
            workers=workers,
        )
        summary = run(plan, told)
        for cause, number in summary.rejections.items():
            count(rejections, cause, number)
        done += component.total
    return rejections


def _merge(mixture: Mixture, stage: Path) -> Iterator[tuple[dict[str, Any], bytes]]:
    """Yield the records of all components with their lines, split by split."""
    sources = [
        read.problem_lines(folder.batch(stage, place)) if component.total else iter(())
        for place, component in enumerate(mixture.components)
    ]
    for split in mixture.counts:
        counts = [component.counts[split] for component in mixture.components]
        for chosen in interleave(mixture.seed, split, counts):
            yield next(sources[chosen])
