"""`rspc mix`: one dataset of several families and settings."""

from pathlib import Path
from typing import Annotated

import typer

from ..compiler.stopping import heed
from . import talk
from .faults import with_exit_codes
from .options import Force, JsonSummary, NoCache, Out, Workers
from .progress import show_progress
from .proof import prove


@with_exit_codes
def command(
    mixture: Annotated[
        Path, typer.Argument(metavar="MIX.toml", help="A file that says what to mix.")
    ],
    out: Out,
    workers: Workers = 1,
    force: Force = False,
    no_cache: NoCache = False,
    json: JsonSummary = False,
) -> None:
    """Generate one dataset from several families and settings."""
    from ..compiler.dataset.mix import make_mixture
    from ..compiler.dataset.runs import Progress
    from ..compiler.dataset.runs.mixture import read_mixture

    mixed = read_mixture(mixture)
    for family in mixed.families:
        talk.show(family.warnings)
        prove(family, not no_cache)
    with show_progress(sum(mixed.counts.values())) as progress:

        def told(seen: Progress) -> None:
            heed()
            progress(seen)

        found = make_mixture(mixed, out, workers, force, told)
    if json:
        talk.give(found)
        return
    listed = ", ".join(f"{number:,} of {name}" for name, number in found.families.items())
    talk.say(f"{found.count:,} problems: {listed}")
    talk.say(f"digest {found.digest}")
    talk.say_next(found.out)
    talk.put(found.out)
