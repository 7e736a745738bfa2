"""`rspc compile`: instances of a family, certified, worded and written."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..compiler.stopping import heed
from . import dropped as dropped_drafts, talk
from .faults import with_exit_codes
from .options import (
    MOST,
    Executor,
    Force,
    JsonSummary,
    Level,
    NoCache,
    Parameters,
    Preset,
    Rows,
    Seed,
    Spec,
    Workers,
    read_folder_name,
)
from .progress import drop_counts, show_progress
from .proof import prove

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..compiler.api import Family
    from ..compiler.dataset.repeats import Repeats
    from ..compiler.dataset.runs import Plan, Progress, Setting, Summary
    from ..dsl.diagnostics import SpecError


@with_exit_codes
def command(
    spec: Spec,
    n: Annotated[
        int, typer.Option("-n", min=1, max=MOST, help="Number of instances (of each setting).")
    ] = 10,
    seed: Seed = 0,
    split: Annotated[
        str,
        typer.Option(
            metavar="SPLIT[=N],…",
            help="Splits of the vocabulary to generate: train or train=800,test=100.",
        ),
    ] = "",
    preset: Preset = "",
    level: Level = None,
    set_: Parameters = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option(metavar="K=A..B", help="Try each value of a parameter: K=1..3 or K=a,b."),
    ] = None,
    register: Annotated[
        str,
        typer.Option(metavar="A,B", help="Values of the parameter `register`, one after another."),
    ] = "",
    same_theory: Annotated[
        bool,
        typer.Option(
            "--same-theory",
            help="Check that each problem is the same in all settings but for words.",
        ),
    ] = False,
    rows: Rows = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--out",
            metavar="DIR",
            parser=read_folder_name,
            help="Output folder. [default: out/FAMILY]",
        ),
    ] = None,
    format: Annotated[
        str, typer.Option(metavar="FORMAT", help="Output format: one of `rspc list writers`.")
    ] = "jsonl",
    workers: Workers = 1,
    shard_size: Annotated[
        int | None,
        typer.Option(min=1, max=MOST, metavar="K", help="Start a new file every K records."),
    ] = None,
    executor: Executor = "local",
    license: Annotated[
        str, typer.Option(metavar="ID", help="License named in the dataset card.")
    ] = "unknown",
    keep: Annotated[
        str, typer.Option(metavar="N", help="Number of problems with their own files, or `all`.")
    ] = "100",
    explain_drops: Annotated[
        bool, typer.Option("--explain-drops", help="Show one rejected draft for each reason.")
    ] = False,
    force: Force = False,
    no_cache: NoCache = False,
    json: JsonSummary = False,
) -> None:
    """Generate instances of a family and write them as records."""
    from ..compiler.api import load
    from ..compiler.dataset import pairs
    from ..compiler.dataset.runs.plan import Plan
    from ..compiler.dataset.runs.run import check, find_finished_run, run
    from ..dsl.diagnostics import count_noun

    kept = _read_keep(keep)
    family = load(spec, rows=row_files(rows or []))
    swept = [*(sweep or []), *([f"register={register}"] if register else [])]
    settings = read_settings(family, set_ or [], swept, preset, level)
    counts = _counts(split, n)
    for count in counts:
        family.check_split(count)
    talk.show(family.warnings)
    plan = Plan(
        family=family,
        counts=counts,
        out=out if out is not None else Path("out") / family.name,
        settings=settings,
        seed=seed,
        format=format,
        keep=kept,
        force=force,
        shard=shard_size,
        workers=workers,
        executor=executor,
        license=license,
    )
    check(plan)
    if same_theory:
        pairs.check_settings(plan)
    earlier = find_finished_run(plan, _warn_of_change)
    summary = earlier or _run(plan, run, not no_cache)
    if same_theory:
        same = count_noun(pairs.check_problems(plan), "problem")
        talk.say(f"{same}, each the same in {len(plan.settings)} settings")
    if json:
        drops = dropped_drafts.as_dict(plan, summary, explain_drops)
        talk.give({**summary.as_dict(), "drops": drops})
    else:
        if earlier:
            talk.say(
                f"already finished: {earlier.count} instances; use `--force` to generate them again"
            )
        else:
            _tell_made(summary)
        _tell(summary, plan, explain_drops, repeats=not same_theory)
        if not sys.stdout.isatty():  # for scripts; on a terminal the line above names it
            talk.put(summary.out)
    if not earlier:
        _look(summary)


def _warn_of_change(path: Path) -> None:
    talk.say(f"`{path}` was changed after the run: generating everything again")


def _run(
    plan: Plan, run: Callable[[Plan, Callable[[Progress], None]], Summary], cached: bool
) -> Summary:
    """Prove the family and generate the instances; if the run ends early, report what is kept."""
    from ..compiler.certify.certify import Disagreement
    from ..compiler.dataset.formats.folder import has_unfinished_run

    prove(plan.family, cached)
    try:
        with show_progress(plan.total) as progress:

            def told(seen: Progress) -> None:
                heed()
                progress(seen)

            return run(plan, told)
    except BaseException as fault:
        if has_unfinished_run(plan.out) and not isinstance(fault, Disagreement):
            talk.say(f"the finished records are in `{plan.out}`; run the same command to continue")
        raise


def _counts(text: str, n: int) -> dict[str, int]:
    """Read the splits with their numbers of instances: `train`, `train,test`, `train=800,test=100`."""
    if not text:
        return {"": n}
    found: dict[str, int] = {}
    for each in text.split(","):
        name, equals, number = (part.strip() for part in each.partition("="))
        sound = number.isascii() and number.isdigit() and 0 < int(number[:20]) <= MOST
        if not name or name in found or (equals and not sound):
            raise typer.BadParameter(
                f"`{each.strip()}` is not SPLIT or SPLIT=N, or names a split twice",
                param_hint="--split",
            )
        found[name] = int(number) if equals else n
    return found


def _read_keep(text: str) -> int | None:
    if text == "all":
        return None
    if text.isascii() and text.isdigit() and len(text) <= len(str(MOST)):
        return int(text)
    told = text if len(text) <= 40 else f"{text[:39]}…"
    raise typer.BadParameter(f"`{told}` is neither a number nor `all`", param_hint="--keep")


def row_files(given: list[str]) -> dict[str, Path]:
    """Read `RECORD=FILE` options. Raises SpecError (E0601) if there is no such file."""
    found: dict[str, Path] = {}
    for each in given:
        name, equals, file = each.partition("=")
        if not (name and equals and file):
            raise typer.BadParameter(f"`{each}` is not RECORD=FILE", param_hint="--rows")
        found[name] = Path(file)
        if not found[name].is_file():
            raise _missing_rows(each, found[name])
    return found


def _missing_rows(option: str, file: Path) -> SpecError:
    from ..dsl.diagnostics import Diagnostic, SpecError, did_you_mean

    folder = file.parent
    names = [path.name for path in folder.iterdir() if path.is_file()] if folder.is_dir() else []
    return SpecError(
        [
            Diagnostic(
                "E0601",
                f"`--rows {option}`: there is no file `{file}`",
                help=did_you_mean(file.name, names) or "name a file from the folder you are in",
            )
        ]
    )


def read_settings(
    family: Family, fixed: list[str], swept: list[str], preset: str, level: int | None
) -> tuple[Setting, ...]:
    """Return the settings of `--set` and `--sweep`, over those of a preset or a level."""
    from ..compiler.api import choose_preset
    from ..compiler.dataset.runs.sweep import UsageError, settings

    try:
        preset = choose_preset(preset, level)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--level") from None
    try:
        return settings(family, fixed, swept, preset)
    except UsageError as error:
        raise typer.BadParameter(str(error), param_hint="--set/--sweep") from None


def _look(summary: Summary) -> None:
    """Warn where the answers can be guessed from the text."""
    from ..compiler.dataset.formats.read import problems
    from ..compiler.dataset.glance import glance

    talk.show(glance(problems(summary.out), summary.seconds))


def _tell_made(summary: Summary) -> None:
    rate = summary.made / summary.seconds if summary.seconds else 0.0
    talk.say(f"{summary.made} instances in {summary.seconds:.1f} s ({rate:.1f} a second)")
    if summary.count > summary.made:
        talk.say(f"{summary.count} in total, including those of the interrupted run")


def _tell(summary: Summary, plan: Plan, explain_drops: bool, *, repeats: bool) -> None:
    if summary.rejections:
        talk.say(drop_counts(summary.rejections))
        dropped_drafts.tell(plan, summary, explain_drops)
    if repeats and summary.repeats is not None and summary.repeats.repeats:
        talk.say(_describe_repeats(summary.repeats))
    talk.say(f"digest {summary.digest}")
    talk.say_next(summary.out)


def _describe_repeats(found: Repeats) -> str:
    """Return how many problems are like an earlier one."""
    number = f"{'' if found.exact else 'about '}{found.repeats:,} of {found.problems:,}"
    return (
        f"{number} repeat an earlier problem but for names and order: `rspc dedup` leaves them out"
    )
