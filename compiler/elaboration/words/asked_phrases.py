"""Errors in the phrases of questions: `say PATTERN asked as "Is …?"`."""

import re

from ....dsl import syntax
from ....dsl.diagnostics import Report
from ....dsl.edits import end_sentence
from ...ir import nodes as ir
from ...text import ASKED, WISH, Entry, Phrase, Phrasebook, is_question

_RULES = (ir.Rule, ir.Preference, ir.Optimise)
_QUESTION = re.compile(
    r"(?:^|[.!?:,]\s+)\W*(?:Is|Are|Was|Were|Do|Does|Did|Has|Have|Can|Could|May|Must|Shall|Should|Will|Would|Who|Whom"
    r"|Whose|Which|What|When|Where|Why|How)\b[^.!?]*[^\s.!?,;:]\s*$"
)
"""Finds a last sentence that begins as an English question does."""

_VALUES = (ir.Operation, ir.AggregateTerm, ir.SetOf, ir.ListOf, ir.Slot)


def refuse_asked(item: syntax.Say, what: str, report: Report) -> None:
    """Report a phrase of a question for the rows of a record, or for a kind of amounts."""
    report.add(
        "E0495",
        f"no question asks about {what}",
        item.span,
        "`asked` has no meaning here",
        help="leave `asked` out, or write a pattern of the statements that are asked about",
    )


def check_asked(book: Phrasebook, report: Report) -> None:
    """Report phrases of questions that word nothing that is asked, or that are not written as questions."""
    own = [entry for entry in book.entries if entry.layer == 0]
    asked = [entry for entry in book.entries if ASKED in entry.moods]
    parts = [entry for entry in asked if not entry.phrase.sentence]
    users = [entry for entry in book.entries if _asks_for_parts(entry)]
    for entry in own:
        if entry in users and not parts:
            report.add(
                "E0497",
                "`asked` is used for a part, but no phrase says how a part is asked",
                entry.phrase.span,
                help='write one without a mark at its end: `say PATTERN asked as "is {{ a }} …"`',
            )
        elif entry in asked and isinstance(entry.pattern, (*_RULES, *_VALUES)):
            what = "a rule" if isinstance(entry.pattern, _RULES) else "a value"
            report.add(
                "E0495",
                f"no question asks about {what}",
                entry.phrase.span,
                "`asked` has no meaning here",
                help="leave `asked` out, or write a pattern of the statements that are asked about",
            )
        elif entry in parts and not users:
            report.add(
                "W0496",
                "this phrase is for parts of questions, and no phrase has such a part",
                entry.phrase.span,
                help=_end_question(entry.phrase),
            )
        elif _is_unmarked_question(entry):
            report.add(
                "W0498",
                "this phrase says a statement as a question",
                entry.phrase.span,
                help='write `say PATTERN asked as "…?"`: questions use it, and theories do not',
            )


def _end_question(phrase: Phrase) -> str:
    """Return the repair for the part of a question; a text whose last sentence asks needs a mark only."""
    if _QUESTION.search(phrase.text):
        return end_sentence(phrase.span, "?")
    return "end the text with `?` to ask about the whole statement, or write `{{ f | asked }}` in a phrase"


def _asks_for_parts(entry: Entry) -> bool:
    """Return whether a phrase has a part in the mood of questions, as far as its text can be taken apart."""
    return any(field.plan.mood == ASKED for field in entry.clauses[WISH])


def _is_unmarked_question(entry: Entry) -> bool:
    """Return whether a phrase for statements of theories ends with a question mark."""
    phrase = entry.phrase
    said = phrase.sentence and ASKED not in entry.moods and not isinstance(entry.pattern, ir.Goal)
    return said and is_question(phrase.text)
