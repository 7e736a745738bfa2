"""`rspc show`: one problem of a dataset as a page."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from . import talk
from .faults import with_exit_codes
from .options import Dataset, Width


@with_exit_codes
def command(
    dataset: Dataset,
    wanted: Annotated[
        str | None,
        typer.Argument(
            metavar="ID", help="An id, or an index: 0 is the first. Default: the first problem."
        ),
    ] = None,
    where: Annotated[
        str | None,
        typer.Option(
            metavar="CONDITION", help="Show the first problem that meets this: `slots >= 4`."
        ),
    ] = None,
    label: Annotated[
        str | None,
        typer.Option(metavar="LABEL", help="Show the first problem with this label or answer."),
    ] = None,
    random: Annotated[
        bool, typer.Option("--random", help="Show one of these problems, drawn by chance.")
    ] = False,
    whole: Annotated[
        bool,
        typer.Option(
            "--whole", help="Also show the values of the certificate, and never truncate tables."
        ),
    ] = False,
    width: Width = None,
    stage: Annotated[
        str | None,
        typer.Option(
            "--stage",
            metavar="STAGE",
            help="Show one stage of the problem: theory, rewritten (as engines see it), encoding or verdict.",
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the record as JSON.")] = False,
) -> None:
    """Show one problem of a dataset as a page."""
    from ..compiler.dataset.choose import choose
    from ..compiler.dataset.formats.page import is_cut, page_lines
    from ..compiler.dataset.formats.read import find

    if where is None and label is None and not random:
        record = find(dataset, wanted)
    elif wanted is not None:
        raise typer.BadParameter("an id names one problem: leave out the other choices.")
    else:
        record = choose(dataset, where, label, Random() if random else None)
    if stage is not None:
        _show_stage(dataset, record, stage, json)
        return
    if json:
        talk.give(record)
        return
    words = cache(
        partial(_words, dataset, record)
    )  # the family is read only for what it has to say
    lines = page_lines(record, whole, talk.width(width), lambda literal: words()(literal))
    talk.put_lines(lines)
    if not whole and is_cut(record):
        talk.say_last("\nvalues that end in … are cut: `rspc show … --whole` shows them in full")


def _words(dataset: Path, record: dict[str, Any]) -> Callable[[str], str]:
    """Return a function that says a literal in the words of the record's family; nothing if that cannot be read."""
    from ..compiler.api import load_families
    from ..compiler.dataset.formats.folder import family_of
    from ..compiler.dataset.literal_words import literal_words
    from ..dsl.diagnostics import SpecError

    path = family_of(dataset)
    try:
        families = () if path is None else load_families(path)
    except SpecError:
        families = ()
    own = next((each for each in families if each.hash == record["family_hash"]), None)
    return (lambda literal: "") if own is None else literal_words(record, own)


def _show_stage(dataset: Path, record: dict[str, Any], name: str, json: bool) -> None:
    from ..compiler.api import load_families
    from ..compiler.dataset.formats.folder import family_of
    from ..compiler.dataset.stages import STAGES, page_of, stage_of
    from ..dsl.diagnostics import Diagnostic, SpecError

    if name not in STAGES:
        raise typer.BadParameter(
            f"{name!r} is not one of {', '.join(STAGES)}.", param_hint="'--stage'"
        )
    path = family_of(dataset)
    if path is None:
        raise SpecError(
            [
                Diagnostic(
                    "E0804",
                    f"there is no `family.json` next to the records of `{dataset}`",
                    help="a stage needs the family: name a folder that `rspc compile` wrote",
                )
            ]
        )
    families = load_families(path)
    own = next((each for each in families if each.hash == record["family_hash"]), families[0])
    stage = stage_of(name, record, own)
    if json:
        talk.give(stage)
    else:
        talk.put(page_of(stage))
