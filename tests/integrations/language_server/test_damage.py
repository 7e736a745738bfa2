"""Specs with one fault in them: it is reported where it is, and the rest of the file works as before.

The faults are put into shipped specs and modules of the standard library, at places that a seed chooses. What is
expected is known from the undamaged file alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import pytest

from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.lexer import scan
from rspc.dsl.parsing.tokens import Token
from rspc.dsl.reserved import ITEM_WORDS
from rspc.dsl.source import Source
from rspc.integrations.language_server.completion import complete
from rspc.integrations.language_server.documents import Document
from rspc.integrations.language_server.hover import hover
from rspc.integrations.language_server.inspection import check
from rspc.integrations.language_server.installed import installed
from rspc.integrations.language_server.item_words import ITEMS
from rspc.integrations.language_server.messages import MAIN, Files, Installed

from .conftest import SPECS

LIBRARY = SPECS.parent / "stdlib"
LARGEST = 6000
"""Characters of the longest file that is damaged: the check of each takes a tenth of a second."""

IN_SUITE = 20
IN_ALL = 480
"""How many files are damaged in each way, in each run of the tests and on request."""


@cache
def files() -> tuple[Path, ...]:
    found = [*SPECS.rglob("*.rspec"), *LIBRARY.glob("*.rspec")]
    return tuple(sorted(path for path in found if path.stat().st_size <= LARGEST))


@cache
def known() -> Installed:
    return Installed(installed())


@dataclass(frozen=True)
class Text:
    """A file, its tokens, and the lines of its items."""

    text: str
    tokens: tuple[Token, ...]
    items: tuple[tuple[int, int], ...]

    def line(self, offset: int) -> int:
        return self.text.count("\n", 0, offset)

    def item(self, offset: int) -> tuple[int, int]:
        """Return the first line of the item around an offset, and the first of the next one."""
        line = self.line(offset)
        return next(each for each in self.items if each[0] <= line < each[1])


@cache
def read(path: Path) -> Text:
    text = path.read_text("utf-8")
    tokens = tuple(scan(Source("", text), Report())[0])
    starts = [
        text.count("\n", 0, token.start)
        for token in tokens
        if token.begins_line and token.text in ITEM_WORDS
    ]
    ends = [*starts[1:], text.count("\n") + 1]
    return Text(text, tokens, tuple(zip(starts, ends, strict=True)))


def without(text: Text, token: Token) -> str:
    return text.text[: token.start] + text.text[token.end :]


Damage = Callable[[Text, Random], tuple[str, int] | None]
"""Returns the damaged text and the offset of the damage; None if a file has nothing to damage."""


def of_tokens(text: Text, random: Random, wanted: Callable[[Token], bool]) -> Token | None:
    found = [token for token in text.tokens if wanted(token) and text.line(token.start) > 1]
    return random.choice(found) if found else None


def character(text: Text, random: Random) -> tuple[str, int] | None:
    """Delete a sign that is not part of a word."""
    signs = {"EQUALS", "COLON", "LPAREN", "LSQUARE"}
    token = of_tokens(text, random, lambda each: each.type in signs)
    return token and (text.text[: token.start] + text.text[token.start + 1 :], token.start)


def full_stop(text: Text, random: Random) -> tuple[str, int] | None:
    token = of_tokens(text, random, lambda each: each.type == "STOP")
    return token and (without(text, token), token.start)


def bracket(text: Text, random: Random) -> tuple[str, int] | None:
    token = of_tokens(text, random, lambda each: each.type in {"RPAREN", "RBRACE", "RSQUARE"})
    return token and (without(text, token), token.start)


def keyword(text: Text, random: Random) -> tuple[str, int] | None:
    """Exchange two letters of a word that begins an item."""
    token = of_tokens(
        text,
        random,
        lambda each: each.begins_line and each.text in ITEM_WORDS and len(set(each.text)) > 2,
    )
    if token is None:
        return None
    word = token.text
    places = [place for place in range(len(word) - 1) if word[place] != word[place + 1]]
    place = random.choice(places)
    wrong = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    return text.text[: token.start] + wrong + text.text[token.end :], token.start


def string(text: Text, random: Random) -> tuple[str, int] | None:
    """Remove the closing quotation mark of a text."""
    token = of_tokens(text, random, lambda each: each.type == "TEXT" and len(each.written) > 2)
    return token and (text.text[: token.end - 1] + text.text[token.end :], token.start)


def line(text: Text, random: Random) -> tuple[str, int] | None:
    """Repeat a line that declares a name and is complete."""
    declaring = {"param", "pool", "sort", "choose", "record", "measure"}
    rows = text.text.split("\n")
    found = [
        start
        for start, end in text.items
        if rows[start].partition(" ")[0] in declaring and not "".join(rows[start + 1 : end]).strip()
    ]
    if not found:
        return None
    start = random.choice(found)
    rows.insert(start, rows[start])
    offset = sum(len(row) + 1 for row in rows[: start + 1])
    return "\n".join(rows), offset


def truncated(text: Text, random: Random) -> tuple[str, int] | None:
    """Cut a file off behind an opening bracket or a sign."""
    signs = {"EQUALS", "COLON", "LBRACE", "LPAREN", "ARROW"}
    token = of_tokens(text, random, lambda each: each.type in signs)
    return token and (text.text[: token.end] + "\n", token.start)


KINDS: dict[str, Damage] = {
    each.__name__: each
    for each in (character, full_stop, bracket, keyword, string, line, truncated)
}


def damaged(kind: str, number: int) -> tuple[Path, str, int]:
    """Return a file, its damaged text and the place of the damage; the same for the same arguments."""
    random = Random(f"{kind} {number}")
    while True:
        path = random.choice(files())
        found = KINDS[kind](read(path), random)
        if found is not None:
            return path, *found


def faults_of(path: Path, text: str) -> Sequence[tuple[int, int]]:
    """Return the lines of all errors, with those of their notes."""
    found = check(Files(str(path), str(path.parent), text))
    assert not found.failed
    spots = []
    for fault in found.faults:
        if fault.code.startswith("E"):
            notes = [spot for spot, _ in fault.notes]
            spots += [each for each in (fault.spot, *notes) if each.file == MAIN]
    return [(spot.area[0][0], spot.area[1][0]) for spot in spots]


def try_damage(kind: str, number: int) -> None:
    path, text, offset = damaged(kind, number)
    whole = read(path)
    first, after = whole.item(min(offset, len(whole.text) - 1))
    places = faults_of(path, text)
    assert any(start <= after and end >= first for start, end in places), (path, places, first)
    document = Document(path.as_uri(), 1, text, False, "utf-16")
    rows = text.split("\n")
    words = [row.partition(" ")[0] for row in rows]
    elsewhere = [
        number
        for number, word in enumerate(words)
        if word in ITEMS and not first - 1 <= number <= after + 1
    ]
    for number in elsewhere[:1] + elsewhere[-1:]:
        begin, row, word = sum(len(each) + 1 for each in rows[:number]), rows[number], words[number]
        shown = hover(document, begin, [], known(), [], [])
        assert shown is not None, (path, row)
        assert ITEMS[word].about in shown.contents.value  # type: ignore[union-attr]
        offered = {item.label for item in complete(document, begin, [], known())}
        assert offered >= ITEMS.keys(), (path, row)


@pytest.mark.parametrize("kind", KINDS)
def test_one_fault_is_reported_where_it_is(kind: str) -> None:
    for number in range(IN_SUITE):
        try_damage(kind, number)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", KINDS)
def test_many_faults_are_reported_where_they_are(kind: str) -> None:
    wrong = []
    for number in range(IN_SUITE, IN_ALL):
        try:
            try_damage(kind, number)
        except AssertionError as error:
            wrong.append((number, error))
    assert wrong == []
