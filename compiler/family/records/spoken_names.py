"""Names as a reader meets them: those that cannot be seen or distinguished, and those that make a list ambiguous."""

import re
import unicodedata
from collections.abc import Mapping

from ....dsl.diagnostics import Report
from ....dsl.source import Span
from ...text import plain
from ..expressions import PoolValues

_LISTS = re.compile(r"[,;]|(?<!\w)(?:and|or|then)(?!\w)", re.IGNORECASE)
"""Finds the signs and words that separate the members of a list."""


def check_sort(label: str, pool: PoolValues, span: Span, report: Report) -> None:
    """Report individuals whose names a reader cannot see or distinguish, and warn about names that make lists
    ambiguous.
    """
    check_symbols(label, pool, span, report)
    for name in pool.values:
        check_in_lists(name, name.replace("_", " "), label, pool.spans.get(name, span), report)


def check_symbols(label: str, pool: PoolValues, span: Span, report: Report) -> None:
    """Report the names, such as those of predicates, that a reader cannot see or distinguish."""
    said = {name: name.strip("_").replace("_", " ") for name in pool.values}
    check_said(label, said, pool.spans, span, report)


def check_said(
    label: str,
    said: Mapping[str, str],
    spans: Mapping[str, Span],
    span: Span,
    report: Report,
    taken: Mapping[str, str] | None = None,
) -> None:
    """Report names whose wording is invisible, or cannot be distinguished from that of another name.

    Args:
        label: the owner of the names.
        said: the wording of each name.
        spans: the span of each name, if known; the default is `span`.
        taken: other uses of a wording, by the folded wording.
    """
    seen = dict(taken or {})
    for name, words in said.items():
        at = spans.get(name, span)
        folded = _fold(words)
        if not folded or words != words.strip() or not is_visible(words):
            report.add(
                "E0317",
                f"the name {name!a} of `{label}` contains invisible characters",
                at,
                help="use only visible characters, without spaces at the ends",
            )
        elif folded in seen:
            report.add(
                "E0317",
                f"`{seen[folded]}` and `{name}` of `{label}` have the same wording",
                at,
                help="rename one of them",
            )
        seen.setdefault(folded, name)


def is_visible(words: str) -> bool:
    """Return whether a reader sees words and all their characters, but for those that join letters within a word."""
    hidden = [
        place
        for place, char in enumerate(words)
        if unicodedata.category(char) in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp")
    ]
    return bool(plain(words).strip()) and all(_joins_letters(words, place) for place in hidden)


def _joins_letters(words: str, place: int) -> bool:
    """Return whether a character is a (non-)joiner between others, as some scripts and signs need it."""
    return words[place] in "\u200c\u200d" and 0 < place < len(words) - 1


def _fold(words: str) -> str:
    """Return words without differences of case, blanks and Unicode encoding."""
    plain = "".join(char for char in words if unicodedata.category(char) != "Cf")
    return " ".join(unicodedata.normalize("NFKC", plain).casefold().split())


def check_in_lists(name: str, words: str, label: str, span: Span, report: Report) -> None:
    """Warn of a name that is read as several, or as none, in a list, or as a question in an answer."""
    separator = _LISTS.search(words)
    if separator is not None:
        found = f"`{separator[0]}` separates the members of a list"
        report.add(
            "W0521",
            f"the name `{name}` of `{label}` makes a list ambiguous",
            span,
            found,
            help="use a name without commas and without the words `and`, `or` and `then`",
        )
    elif words.casefold() == "none":
        report.add(
            "W0521",
            f"the name `{name}` of `{label}` is also the word for an empty list",
            span,
            help="use another name",
        )
    elif words.endswith("?"):
        report.add(
            "W0521",
            f"the name `{name}` of `{label}` looks like a question",
            span,
            help="use a name without `?` at its end",
        )
