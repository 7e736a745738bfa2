"""The sentences of a prompt, as it is laid out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ....text import NEXT

_MARK = re.compile(r"(?:[-*•>#]+|\(?(?:\d{1,3}|[^\W\d_])[.):])(?=\s|$)")
"""The mark of an item of a list, such as `-`, `1.` or `A)`."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a text, without the mark of its item, and how many words it has with that mark."""

    text: str
    words: int


def cut(text: str) -> Iterator[Sentence]:
    """Cut a text into sentences. All words of the text are words of one of them.

    A sentence ends with its mark, and before a blank line. It goes on in the next line if this line ends with a
    letter, a digit or a comma, and the next one begins with a small letter.
    """
    for piece in _pieces(text):
        if own := _without_mark(piece):
            yield Sentence(own, count_words(piece))


def sentence_texts(text: str) -> set[str]:
    """Return the texts of the sentences that `cut` yields."""
    return {own for own in map(_without_mark, _pieces(text)) if own}


def _pieces(text: str) -> Iterator[str]:
    """Yield the sentences of a text, each with the mark of its item."""
    for block in _blocks(text):
        before = ""
        for part in NEXT.split(block):
            piece = f"{before} {part}" if before else part
            if _is_mark(piece.strip()):
                before = piece.strip()
                continue
            before = ""
            yield piece
        yield before


def _blocks(text: str) -> Iterator[str]:
    """Yield the parts of a text that lines separate."""
    block: list[str] = []
    for line in text.split("\n"):
        if block and not _goes_on(block[-1], line.lstrip()):
            yield " ".join(block)
            block = []
        if line.strip():
            block.append(line.rstrip())
    if block:
        yield " ".join(block)


def _goes_on(line: str, after: str) -> bool:
    """Return whether a sentence goes on from one line to the next."""
    open_ = line[-1].isalnum() or line[-1] in ",;"
    return open_ and after[:1].islower() and _MARK.match(after) is None


def count_words(text: str) -> int:
    """Return how many words a text has: what is between blanks and has a letter or a digit."""
    return sum(word.isalnum() or any(map(str.isalnum, word)) for word in text.split())


def _without_mark(piece: str) -> str:
    """Return a sentence with single blanks, without the mark of its item; empty if there are no words."""
    words = piece.split()
    marked = len(words) > 1 and _is_mark(words[0])
    return " ".join(words[marked:])


def _is_mark(word: str) -> bool:
    return not word.isalpha() and _MARK.fullmatch(word) is not None
