"""`rspc compile`: instances of a family, certified, worded and written."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import talk
from .faults import answering
from .progress import dropped, shown
from .start import heed

if TYPE_CHECKING:
    from ..compiler.emit.run import Progress, Summary
    from ..compiler.emit.sweep import Setting
    from ..compiler.family import Family
    from ..dsl.diagnostics import SpecError

MOST = 2**63 - 1
"""The largest number that a command takes: what fits into 64 bits."""


@answering
def command(
    spec: Annotated[Path, typer.Argument(metavar="SPEC", help="A family file.")],
    n: Annotated[
        int, typer.Option("-n", min=1, max=MOST, help="How many instances (of each setting).")
    ] = 10,
    seed: Annotated[int, typer.Option(min=0, max=MOST, help="Another seed, other instances.")] = 0,
    split: Annotated[str, typer.Option(help="Which part of split vocabulary: train, test, …")] = "",
    preset: Annotated[str, typer.Option(help="A preset that the family declares.")] = "",
    set_: Annotated[
        list[str] | None, typer.Option("--set", metavar="K=V", help="Set a parameter.")
    ] = None,
    sweep: Annotated[
        list[str] | None,
        typer.Option(metavar="K=A..B", help="Go through a parameter's values: K=1..3 or K=a,b."),
    ] = None,
    rows: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RECORD=FILE", help="Take a record's rows from a CSV, JSONL or Parquet file."
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", metavar="DIR", help="Default: out/FAMILY.")
    ] = None,
    format: Annotated[str, typer.Option(help="A writer of `rspc list`.")] = "jsonl",
    keep: Annotated[
        str, typer.Option(metavar="N", help="How many get files of their own, or `all`.")
    ] = "100",
    force: Annotated[bool, typer.Option("--force", help="Replace another run's files.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Give a summary as JSON.")] = False,
) -> None:
    """Write instances of a family as records."""
    from ..compiler.emit.run import Plan, check, run
    from ..compiler.family import load

    kept = _kept(keep)
    family = load(spec, rows=row_files(rows or []))
    settings = _settings(family, set_ or [], sweep or [], preset)
    talk.show(family.warnings)
    plan = Plan(
        family=family,
        n=n,
        out=out if out is not None else Path("out") / family.name,
        settings=settings,
        seed=seed,
        split=split,
        format=format,
        keep=kept,
        force=force,
    )
    check(plan)
    talk.say("proving every test and its complement")
    talk.show(family.prove())
    with shown(plan.total) as progress:

        def told(seen: Progress) -> None:
            heed()
            progress(seen)

        summary = run(plan, told)
    if json:
        talk.give(summary.as_dict())
    else:
        _tell(summary)
        print(summary.out)


def _kept(text: str) -> int | None:
    if text == "all":
        return None
    if text.isascii() and text.isdigit() and len(text) <= len(str(MOST)):
        return int(text)
    told = text if len(text) <= 40 else f"{text[:39]}…"
    raise typer.BadParameter(f"`{told}` is neither a number nor `all`", param_hint="--keep")


def row_files(given: list[str]) -> dict[str, Path]:
    """Read `RECORD=FILE` options; SpecError (E0601) where there is no such file."""
    found: dict[str, Path] = {}
    for each in given:
        name, equals, file = each.partition("=")
        if not (name and equals and file):
            raise typer.BadParameter(f"`{each}` is not RECORD=FILE", param_hint="--rows")
        found[name] = Path(file)
        if not found[name].is_file():
            raise _missing(each, found[name])
    return found


def _missing(option: str, file: Path) -> SpecError:
    from ..dsl.diagnostics import Diagnostic, SpecError, did_you_mean

    folder = file.parent
    names = [each.name for each in folder.iterdir() if each.is_file()] if folder.is_dir() else []
    near = did_you_mean(file.name, names) or "name a file from the folder you are in"
    return SpecError(
        [Diagnostic("E0601", f"`--rows {option}`: there is no file `{file}`", help=near)]
    )


def _settings(
    family: Family, fixed: list[str], swept: list[str], preset: str
) -> tuple[Setting, ...]:
    from ..compiler.emit.sweep import UsageError, settings

    try:
        return settings(family, fixed, swept, preset)
    except UsageError as error:
        raise typer.BadParameter(str(error), param_hint="--set/--sweep") from None


def _tell(summary: Summary) -> None:
    talk.say(f"{summary.example.rstrip()}\n")
    rate = summary.count / summary.seconds if summary.seconds else 0.0
    talk.say(f"{summary.count} instances in {summary.seconds:.1f} s ({rate:.1f} a second)")
    if summary.rejections:
        talk.say(dropped(summary.rejections))
    talk.say(f"digest {summary.digest}")
