"""How well answers are guessed, as tables."""

from ...formats import cut
from ..guessing.gathering import INSTALL, Surface
from ..guessing.judging import Guess
from .cells import WIDEST, Table, distinct, fold_constant, number, share, some


def surface(found: Surface) -> Table:
    several = len({reader.family for reader in found.readers}) > 1
    rows = tuple(((reader.family,) if several else ()) + _guess(reader) for reader in found.readers)
    note = (
        f"{found.records} records of {found.theories} theories, in five parts, of which each is guessed "
        "by what is learnt from the others; intervals and p are for all readers together; "
        "leaks: p below 0.05, and more than three points above chance"
    )
    if found.judged:
        note += (
            f"; open answers are guessed in a sample of {found.judged} records, in which every right "
            "guess and every right constant answer counts, whatever answer the record has"
        )
    if found.left_out:
        names = ", ".join(f"`{each}`" for each in found.left_out)
        note += f"; not tried: {names}, which `{INSTALL}` installs"
    columns = ("accuracy", "interval", "chance", "tried", "p", "", "most telling")
    first = ("family", "guess by") if several else ("guess by",)
    table = Table("Guessing the answer without reasoning", (*first, *columns), rows, note)
    return fold_constant(table, "chance", "tried")


def _guess(guess: Guess) -> tuple[str, ...]:
    return (
        guess.reader,
        share(guess.accuracy),
        f"{share(guess.low)} to {share(guess.high)}",
        share(guess.chance),
        str(guess.tested),
        number(guess.p),
        "leaks" if guess.leaks else "",
        "; ".join(cut(each, WIDEST) for each in guess.telling),
    )


def depths(found: Surface) -> Table:
    """Show the figures of each depth, by the reader of each family that guesses best."""
    families = distinct(reader.family for reader in found.readers)
    best = [
        max(
            (reader for reader in found.readers if reader.family == family),
            key=lambda each: each.accuracy - each.chance,
        )
        for family in families
    ]
    rows = tuple(
        (
            *((guess.family,) if len(families) > 1 else ()),
            guess.reader,
            depth,
            share(own.accuracy),
            share(own.chance),
            str(own.tested),
        )
        for guess in best
        for depth, own in guess.depths.items()
    )
    first = ("family",) if len(families) > 1 else ()
    columns = (*first, "guess by", "depth", "accuracy", "chance", "tried")
    table = Table("Guessing the answer, by depth", columns, some(rows))
    return fold_constant(table, "guess by", "chance", "tried") if len(families) == 1 else table
