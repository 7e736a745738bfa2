"""Questions of which some are in words that ask and others quote a sentence."""

from collections.abc import Iterator
from dataclasses import replace

from ...dsl.diagnostics import Report, SpecError
from ..certify.certify import Disagreement
from ..contract import EngineError
from ..family import Family
from ..instances import Exhausted, Instance, with_wording
from ..ir import nodes as ir
from ..maker import Maker
from ..notation import show
from ..text import ASKED
from .mixed_wording import SHOWN, generalise, splits_of_words

INSTANCES = 40
"""How many instances are made to see what a question of the family asks."""


def warn_of_mixed_questions(family: Family, report: Report) -> None:
    """Warn of the statements that are quoted in a question while others have words that ask for them."""
    if not any(ASKED in book.moods for book in family.words.each_book()):
        return
    asked, quoted = dict[str, str](), dict[str, str]()
    for instance in _instances(family):
        book = with_wording(family, instance.params).words.phrasebook
        for statement in _statements(instance.query.goal):
            found = quoted if book.ask(statement, None, instance.split) is None else asked
            found.setdefault(show(generalise(statement, named=False)), instance.question)
    if not asked or not quoted:
        return
    listed = ", ".join(f"`{pattern}`" for pattern in list(quoted)[:SHOWN])
    more = f" and {len(quoted) - SHOWN} more" if len(quoted) > SHOWN else ""
    pattern, question = next(iter(quoted.items()))
    report.add(
        "W0523",
        f"these statements are quoted in a question, while others are asked for: {listed}{more}",
        next(each.span for each in family.asks if not each.text),
        f"`{pattern}` is asked about as: {' '.join(question.split())}",
        help=f'add words that ask for them, too: `say {pattern} asked as "…?"`',
    )


def _statements(goal: ir.Goal) -> Iterator[ir.Statement]:
    match goal:
        case ir.Entailed():
            yield goal.statement
        case ir.Each():
            for part in goal.goals:
                yield from _statements(part)
        case _:
            return


def _instances(family: Family) -> Iterator[Instance]:
    """Yield instances of the questions whose words are those of what they ask."""
    asks = tuple(each for each in family.asks if not each.text)
    if not asks:
        return
    maker = Maker(replace(family, asks=asks))
    for split in splits_of_words(family) or [""]:
        for index in range(INSTANCES):
            try:
                yield maker.make({}, 0, split, index)
            except (SpecError, Exhausted, EngineError, Disagreement):
                break  # reported when the family is compiled
