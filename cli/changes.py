"""Lays out lines that differ: lines with other words as one, in which the words that differ are marked."""

import difflib
from collections.abc import Iterator, Sequence
from itertools import groupby

from ..dsl.wrapping import measure
from .colours import Role

Part = tuple[str, Role]
"""A text, and how it is coloured."""

NEAR = 6
"""How many words that are the same are shown beside words that differ."""

MOST_DRAWN = 4
"""Over how many lines a line is wrapped; the rest is left out."""

ALIKE = 0.5
"""What share of the words of two lines is the same if one is shown as a change of the other."""

_ROLES: dict[str, Role] = {"-": "wrong", "+": "right"}
_MARKS = {"-": ("[-", "-]"), "+": ("{+", "+}")}


def draw_changes(lines: Sequence[str], width: int) -> Iterator[tuple[Part, ...]]:
    """Yield the lines of a unified diff for a terminal, each as parts with their colours.

    A removed line and the added one in its place are one line after `~`, if most of their words are the same: `[-old-]`
    words are of the first, `{+new+}` ones of the second, and of the others only those beside them are shown. Other long
    lines are wrapped and shortened.
    """
    runs = [(sign, list(run)) for sign, run in groupby(lines, key=lambda line: line[:1])]
    place = 0
    while place < len(runs):
        sign, run = runs[place]
        added = runs[place + 1] if place + 1 < len(runs) else ("", [])
        if sign == "-" and added[0] == "+" and len(run) == len(added[1]):
            for old, new in zip(run, added[1], strict=True):
                yield from _draw_pair(old, new, width)
            place += 2
            continue
        for line in run:
            yield from _draw_line(line, width)
        place += 1


def _draw_pair(old: str, new: str, width: int) -> Iterator[tuple[Part, ...]]:
    one, other = old[1:].split(), new[1:].split()
    matcher = difflib.SequenceMatcher(None, one, other, autojunk=False)
    if matcher.ratio() < ALIKE:
        yield from _draw_line(old, width)
        yield from _draw_line(new, width)
        return
    words: list[tuple[str, str]] = []
    codes = matcher.get_opcodes()
    for number, (tag, start, end, first, last) in enumerate(codes):
        if tag == "equal":
            same = one[start:end]
            words += _beside(same, number > 0, number < len(codes) - 1)
        else:
            words += _marked(one[start:end], "-") + _marked(other[first:last], "+")
    yield from _fill("~", words, width)


def _marked(words: Sequence[str], sign: str) -> list[tuple[str, str]]:
    """Return words with the signs of a change around them."""
    before, after = _MARKS[sign]
    text = f"{before}{' '.join(words)}{after}" if words else ""
    return [(word, sign) for word in text.split()]


def _beside(words: list[str], follows: bool, precedes: bool) -> list[tuple[str, str]]:
    """Return the words beside changes, with `…` for those that are left out."""
    kept = NEAR * (follows + precedes)
    if len(words) > kept + 1:
        head, tail = words[: NEAR * follows], words[len(words) - NEAR * precedes :]
        words = [*head, "…", *tail]
    return [(word, " ") for word in words]


def _draw_line(line: str, width: int) -> Iterator[tuple[Part, ...]]:
    sign, text = line[:1] or " ", line[1:]
    if measure(line) <= width or sign == "@":
        yield ((line, _ROLES.get(sign, "quiet" if sign == "@" else "")),)
        return
    yield from _fill(sign, [(word, sign) for word in text.split()], width)


def _fill(sign: str, words: Sequence[tuple[str, str]], width: int) -> Iterator[tuple[Part, ...]]:
    """Yield words as lines of at most a width, the first after a sign; no more than `MOST_DRAWN`."""
    lines: list[list[tuple[str, str]]] = [[]]
    used = 1
    for word, mark in words:
        for piece in _pieces(word, width - 2):
            if lines[-1] and used + 1 + measure(piece) > width:
                lines.append([])
                used = 1
            lines[-1].append((piece, mark))
            used += 1 + measure(piece)
    if len(lines) > MOST_DRAWN:
        lines = [*lines[: MOST_DRAWN - 1], [*lines[MOST_DRAWN - 1][:-1], ("…", " ")]]
    for number, line in enumerate(lines):
        yield (
            (" " if number else sign, _ROLES.get(sign, "")),
            *(
                (word if not (place or number or sign == "~") else f" {word}", _ROLES.get(mark, ""))
                for place, (word, mark) in enumerate(line)
            ),
        )


def fill_lines(text: str, width: int) -> Iterator[str]:
    """Yield a text as lines of at most a width, those after the first indented; words that are longer are broken."""
    line = ""
    for word in text.split(" "):
        for piece in _pieces(word, width - 2):
            if line.strip() and measure(f"{line} {piece}") > width:
                yield line
                line = " "
            line = f"{line} {piece}" if line else piece
    yield line


def _pieces(word: str, width: int) -> Iterator[str]:
    """Yield a word in pieces that are at most as wide as a line."""
    piece = ""
    for letter in word:
        if piece and measure(piece + letter) > width:
            yield piece
            piece = ""
        piece += letter
    if piece:
        yield piece
