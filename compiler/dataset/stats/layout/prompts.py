"""What prompts consist of, as tables."""

from collections.abc import Sequence
from dataclasses import replace

from ...formats import cut, fold
from ..prompts.variety import FEWEST_WORDS, Variety
from .cells import WIDEST, Table, number, share, some

MOST_SENTENCES = 5
"""How many fixed sentences of a family are shown; JSON has more."""


def variety(found: Sequence[Variety]) -> Table:
    """Show the share of fixed words, and the numbers of words and frames."""
    rows = tuple(
        (
            each.family,
            str(each.prompts),
            number(each.median_words),
            share(each.fixed) + (" (exempt)" if each.exempt else ""),
            *map(str, (each.word_types, each.theory_word_types)),
            *map(str, (each.frames, each.theory_frames)),
        )
        for each in found
    )
    columns = (
        "family",
        "prompts",
        "median words",
        "fixed words",
        "word types",
        "in theories",
        "frames",
        "in theories",
    )
    table = Table("Words and sentences", columns, rows, "; ".join(_notes(found)))
    return _without_family(table, found)


def _without_family(table: Table, found: Sequence[Variety]) -> Table:
    """Return a table without its first column, if there is one family."""
    if len(found) > 1:
        return table
    return replace(table, columns=table.columns[1:], rows=tuple(row[1:] for row in table.rows))


def _notes(found: Sequence[Variety]) -> list[str]:
    notes = []
    if any(each.exempt for each in found):
        notes.append(f"exempt: the median prompt has fewer than {FEWEST_WORDS} words")
    if any(each.looked_at < each.prompts for each in found):
        most = max(each.looked_at for each in found)
        notes.append(f"fixed words are those of at most {most} prompts of a family")
    if not all(each.exact for each in found):
        notes.append("numbers of word types and frames are estimated, as there are too many")
    reasons = sorted({each.reason for each in found if each.reason})
    if reasons:
        notes.append(f"paraphrases are not known: {'; '.join(reasons)}")
    return notes


def fixed_sentences(found: Sequence[Variety]) -> Table:
    """Show the longest fixed sentences of each family."""
    rows = [
        (
            each.family,
            cut(fold(sentence.text), WIDEST),
            number(round(sentence.words, 1)),
            str(sentence.sentences),
            share(sentence.share),
        )
        for each in found
        for sentence in each.sentences[:MOST_SENTENCES]
    ]
    columns = ("family", "sentence", "words", "sentences", "of prompts")
    return _without_family(Table("Fixed sentences", columns, some(rows)), found)
