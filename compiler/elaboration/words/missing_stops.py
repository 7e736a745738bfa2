"""Finds texts of `say` that are meant as sentences, but have no full stop, so that nothing says them."""

import re
from collections.abc import Iterable, Sequence

from ....dsl import syntax
from ....dsl.diagnostics import Report
from ....dsl.edits import end_sentence
from ...ir import nodes as ir
from ...language import ENGLISH, Language
from ...text import STOPS, WISH, Phrase, Phrasebook

_WHOLE = (ir.Rule, ir.Preference, ir.Optimise, ir.Inclusion, ir.ConceptAssertion)
"""The statements that are never a part of another."""

_OPENERS = re.compile(
    r"an?|all|any(?:body|one|thing)?|at|because|besides|both|by|each|either|every(?:body|one|thing)?|few|for|from|here"
    r"|how|if|in|its?|many|most|neither|no(?:body|ne|thing)?|of|on|one|only|several|since|some(?:body|one|thing)?|that"
    r"|the|their|there|these|they|this|those|to|unless|what|when|where|wherever|whether|which|while|who(?:ever|se)?"
    r"|with|your?",
    re.IGNORECASE,
)
"""English words that have a capital at the start of a sentence only."""

_FIRST = re.compile(r"\W*([^\W\d_]+)")
_ENDS_WITH_WORD = re.compile(r"[\w})\]%”’\"']\s*$")
_CAPITAL = re.compile(r"\s*\|\s*capital\b")


def warn_of_missing_stops(
    said: Iterable[tuple[syntax.Say, Sequence[Phrase]]],
    book: Phrasebook,
    language: Language,
    report: Report,
) -> None:
    """Warn of each text that looks like a sentence, but does not end as one.

    Args:
        said: the `say` items for statements, each with its phrases; those of questions are skipped.
        book: the phrasebook with these phrases.
    """
    own = [entry for entry in book.entries if entry.layer == 0]
    parted = any(entry.said is None or entry.clauses[WISH] for entry in own)
    for item, phrases in said:
        parts = [] if item.asked else [each for each in phrases if not each.sentence]
        odd = _find_odd(phrases, parts, parted) if parts else frozenset()
        for phrase in parts:
            if report.has_error(phrase.span):
                continue
            whole = isinstance(phrase.pattern, _WHOLE) or _is_opened(phrase.text, language)
            if whole or phrase.text in odd:
                _warn(phrase, whole or not parted, report)


def _warn(phrase: Phrase, certain: bool, report: Report) -> None:
    repair = end_sentence(phrase.span)
    if not certain or not _ENDS_WITH_WORD.search(phrase.text):
        repair = f"{repair}, or write the parts of sentences in a `say` of their own"
    report.add(
        "W0524",
        "this text has no full stop at its end, so it is not used for whole statements",
        phrase.span,
        "only for parts of sentences",
        help=repair,
    )


def _is_opened(text: str, language: Language) -> bool:
    """Return whether the first word of a text shows that a sentence begins."""
    first = _FIRST.match(text) if language.code == ENGLISH else None
    return first is not None and first[1][0].isupper() and _OPENERS.fullmatch(first[1]) is not None


def _find_odd(phrases: Sequence[Phrase], parts: Sequence[Phrase], parted: bool) -> frozenset[str]:
    """Return the texts of an item for parts whose words no sentence has, if most of its texts are sentences.

    Args:
        parts: those of the phrases that are for parts.
        parted: whether sentences of the family have parts. The text of a part often differs from a single sentence.
    """
    sentences = {_words(each.text) for each in phrases if each.sentence}
    odd = [each.text for each in parts if _words(each.text) not in sentences]
    return frozenset(odd) if len(odd) + parted <= len(sentences) else frozenset()


def _words(text: str) -> str:
    """Return what a sentence and the text of a part with the same words have in common."""
    return _CAPITAL.sub("", text).strip().rstrip(STOPS).casefold()
