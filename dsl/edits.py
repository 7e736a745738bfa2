"""Repairs that a program can apply: a help text together with the edits that do what it says.

Both come from the same values, so that they cannot differ. Edits are given only where the repair is certain; a help
that leaves a choice has none.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

from .source import Span


@dataclass(frozen=True, slots=True)
class Edit:
    """Replaces the characters of a span by a text; an empty span inserts the text."""

    span: Span
    text: str


class Help(str):
    """A help text, and the edits that do what it says; joined to other text, it is a plain string without edits.

    Attributes:
        edits: the edits, where their places are known.
        swap: a word and what is written in its place, somewhere within the span of the diagnostic.
    """

    edits: tuple[Edit, ...]
    swap: tuple[str, str] | None

    def __new__(cls, text: str, *edits: Edit, swap: tuple[str, str] | None = None) -> Help:
        made = super().__new__(cls, text)
        made.edits, made.swap = edits, swap
        return made

    def edits_within(self, span: Span) -> tuple[Edit, ...]:
        """Return the edits, for a diagnostic with this span."""
        if self.swap is None:
            return self.edits
        word, other = self.swap
        place = span_of_word(span, word)
        if place is None:
            return ()
        return (Edit(place, other.strip("`") if _is_text(span.text) else other),)


def write(text: str, span: Span) -> Help:
    """Return the help "write `X`", and the edit that puts it in the place of the span."""
    shown = f"`` {text} ``" if "`" in text else f"`{text}`"
    return Help(f"write {shown}", Edit(span, text))


def insert(text: str, span: Span) -> Edit:
    """Return the edit that inserts a text directly after a span."""
    return Edit(Span(span.source, span.end, span.end), text)


def insert_before(text: str, span: Span) -> Edit:
    """Return the edit that inserts a text directly before a span."""
    return Edit(Span(span.source, span.start, span.start), text)


def remove(span: Span) -> Edit:
    """Return the edit that removes a span with the blanks before it, and its line if nothing else is there."""
    text = span.source.text
    start, end = span.start, span.end
    while start and text[start - 1] in " \t":
        start -= 1
    rest = len(text[end:]) - len(text[end:].lstrip(" \t"))
    begins = start == 0 or text[start - 1] == "\n"
    if begins and text[end + rest : end + rest + 1] in ("", "\n"):
        end = min(len(text), end + rest + 1)
    elif begins:
        start, end = span.start, end + rest
    return Edit(Span(span.source, start, end), "")


def remove_entry(span: Span) -> Edit:
    """Return the edit that removes one of several parts separated by commas, with a comma beside it."""
    text = span.source.text
    before = re.search(r",\s*$", text[: span.start])
    if before is not None:
        return Edit(Span(span.source, before.start(), span.end), "")
    after = re.compile(r"\s*,[ \t]*").match(text, span.end)
    return Edit(Span(span.source, span.start, after.end()), "") if after else remove(span)


def swap_ends(low: Span, high: Span) -> str:
    """Return the repair of a range whose ends are in the wrong order, if both are literals; else nothing."""
    if not all(re.match(r"[$\d]", end.text) for end in (low, high)):
        return ""
    return write(f"{high.text}..{low.text}", low.to(high))


def end_sentence(span: Span, mark: str = ".") -> str:
    """Return the help "end it with `.`", or with another mark, for a text between quotation marks."""
    marks = 3 if span.text.endswith('"""') else 1
    quoted = len(span.text) >= 2 * marks and span.text[0] == span.text[-1] == '"'
    words = span.text[marks:-marks].rstrip() if quoted else ""
    end = Span(span.source, span.start, span.start + marks + len(words))
    return Help(f"end it with `{mark}`", *([insert(mark, end)] if words else []))


# ------------------------------------------------------------------------------------------------ misspelt words


def closest(word: str, known: Iterable[str]) -> str:
    """Return the nearest of the known words, or an empty string when none is near."""
    words = sorted(set(known))
    near = [each for each in words if each.casefold() == word.casefold()]
    near = near or [each for each in words if _distance(word, each) == 1 and len(each) >= _SHORT]
    near = near or difflib.get_close_matches(word, words, n=1, cutoff=0.6)
    return near[0] if near else ""


def did_you_mean(word: str, known: Iterable[str], *, quoted: bool = True) -> str:
    """Return "did you mean `x`?" for the nearest of the known words, or nothing when none is near.

    If the word can only be that one, misspelt, the help has the edit that corrects it. A name is then put in
    backquotes if it needs them; not if `quoted` is false, for sources in other languages.
    """
    words = set(known)
    near = closest(word, words)
    if not near:
        return ""
    sure = _is_sure(word, near, words)
    return Help(
        f"did you mean `{near}`?", swap=(word, spelt(near) if quoted else near) if sure else None
    )


def _is_sure(word: str, near: str, known: Iterable[str]) -> bool:
    """Return whether a word can only be the nearest known one, misspelt: one letter is wrong, or two of a long word.

    A word with another number is another word, and so is a long one with another beginning.
    """
    wrong = _distance(word, near)
    if wrong > (2 if len(word) >= _LONG and word[:1] == near[:1] else 1) or len(near) < _SHORT:
        return False
    same_number = re.findall(r"\d", word) == re.findall(r"\d", near)
    return same_number and all(_distance(word, each) > wrong for each in known if each != near)


_SHORT = 3
_LONG = 7


def _distance(one: str, other: str) -> int:
    """Return how many letters are wrong: left out, added, replaced, or exchanged with the next; 3 if more than 2.

    The algorithm computes optimal string alignments row by row (Boytsov, Indexing methods for approximate
    dictionary searching, 2011, section 2).
    """
    one, other = one.casefold(), other.casefold()
    if abs(len(one) - len(other)) > 2:
        return 3
    earlier: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        earlier, last, row = row, earlier, [i]
        for j, another in enumerate(other, 1):
            cost = min(earlier[j] + 1, row[-1] + 1, earlier[j - 1] + (letter != another))
            if i > 1 and j > 1 and letter == other[j - 2] and another == one[i - 2]:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
        if min(row) > 2:
            return 3
    return min(row[-1], 3)


_PLAIN = re.compile(r"[a-z_]\w*(?:\.\w+)*", re.ASCII)


def spelt(name: str) -> str:
    """Return a name as a spec has it: in backquotes unless it is a plain word, or the words of a dotted name."""
    if _PLAIN.fullmatch(name) or "`" in name or "\\" in name:
        return name
    return f"`{name}`"


_TOKENS = re.compile(
    r'"""(?s:.*?)"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|`(?:\\.|[^`\\\n])*`|\w+(?:\.\w+)*'
)
_TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)


def span_of_word(span: Span, word: str) -> Span | None:
    """Return the place of a word within a span; None if it is not there, or more than once.

    Texts and comments are skipped. If the span is one text, the word is the whole of it, the last part of a path, or
    within the braces of its templates.
    """
    found: list[tuple[int, int]] = []
    if not word:
        return None
    if _is_text(span.text):
        found = _in_text(span.text, word)
    else:
        for match in _TOKENS.finditer(span.text):
            if match[0] in (word, f"`{word}`"):
                found.append(match.span())
            elif match[0][0] not in '"#`' and "." not in word:
                found += _segments(match, word)
    if len(found) != 1:
        return None
    return Span(span.source, span.start + found[0][0], span.start + found[0][1])


def _is_text(written: str) -> bool:
    match = _TOKENS.match(written)
    return match is not None and match[0] == written and written[0] == '"'


def _segments(match: re.Match[str], word: str) -> list[tuple[int, int]]:
    """Return the places of a word among the parts of a dotted name."""
    found, start = [], match.start()
    for part in match[0].split("."):
        if part == word:
            found.append((start, start + len(part)))
        start += len(part) + 1
    return found


def _in_text(text: str, word: str) -> list[tuple[int, int]]:
    marks = 3 if text.startswith('"""') else 1
    content = text[marks:-marks]
    if content == word or content.endswith(f"/{word}"):
        return [(len(text) - marks - len(word), len(text) - marks)]
    named = re.compile(rf"(?<![\w.\"']){re.escape(word)}(?![\w\"'])")
    return [
        (template.start() + match.start(), template.start() + match.end())
        for template in _TEMPLATE.finditer(text)
        for match in named.finditer(template[0])
    ]


# ------------------------------------------------------------------------------------------------------- applying


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with edits applied; of edits that overlap, only the first in the order of their places."""
    parts: list[str] = []
    done = 0
    ordered = sorted(set(edits), key=lambda each: (each.span.start, each.span.end, each.text))
    for edit in ordered:
        if edit.span.start >= done:
            parts += [text[done : edit.span.start], edit.text]
            done = edit.span.end
    return "".join([*parts, text[done:]])
