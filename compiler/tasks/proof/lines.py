"""The lines of a proof: how they are written, and how a reply is read."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence

from msgspec import Struct

from ....dsl.diagnostics import SpecError
from ...contract import Claimed
from ...ir import nodes as ir
from ...notation import read_statement, show
from ...text import end_of, json_answers, strip_reasoning

MOST_LINES = 200
"""A longer proof is not judged."""

LONGEST = 600
"""How many characters a line has at most."""

_LINE = re.compile(
    r"[ \t>*_`-]*(?:(?:step|line)\s+)?(\d{1,6})[.):]\W{0,4}?[ \t]*(.*\S)[ \t]*"
    r"[\[(]((?:[\d,;.\s]|and|sentences?|lines?|steps?|from)*)[\])](?:[\s.*_`}$\"']|</\w+>)*",
    re.I,
)
_WORD = re.compile(r";|\d{1,6}|sentences?|lines?|steps?")
_ANNOUNCED = re.compile(
    r"^[^\[\d]*?\b(?:answer|proof|boxed)\b[^\[\d]{0,40}?(?=(?:\*\*|`)?1[.):]\s)", re.I
)
"""Words that announce a proof, before its first line."""

_LONG = re.compile(r"[ \t]*(\d{1,6})[.):]")
_EDGES = "*_$ \t"


class Line(Struct, frozen=True):
    """A line of a proof: what follows, in symbols, and the numbers of sentences and of lines that it follows from."""

    gives: str
    sentences: tuple[int, ...] = ()
    lines: tuple[int, ...] = ()


def named_in(step: Claimed, numbered: Sequence[str]) -> tuple[str, str]:
    """Return the numbers of the sentences and those of the lines that a line names.

    Statements without numbers are left out.
    """
    places = {id: number for number, id in enumerate(numbered, 1)}
    sentences = ", ".join(
        str(each) for each in sorted(places[id] for id in step.uses if id in places)
    )
    lines = ", ".join(map(str, sorted(step.premises)))
    return sentences, lines


def write_lines(steps: Sequence[Claimed], numbered: Sequence[str]) -> str:
    """Return a proof as a reader writes it."""
    found = []
    for number, step in enumerate(steps, 1):
        sentences, lines = named_in(step, numbered)
        named = f"{sentences}; {lines}" if lines else sentences
        found.append(f"{number}. {show(step.gives)} [{named}]")
    return "\n".join(found)


def read_lines(text: str) -> list[Line]:
    """Return the lines of the last proof in a reply: those numbered from 1 on."""
    found: list[Line] = []
    spoken = end_of(strip_reasoning(text))
    for answer in json_answers(spoken)[-1:]:
        spoken = answer if "\n" in answer or _LINE.fullmatch(answer) else spoken
    for whole in spoken.splitlines():
        raw = _ANNOUNCED.sub("", whole) if len(whole) <= LONGEST else whole
        hit = _LINE.fullmatch(raw) if len(raw) <= LONGEST else None
        if hit is None:
            long = _LONG.match(raw) if len(raw) > LONGEST else None
            if long is not None and int(long[1]) == len(found) + 1:
                found.append(Line(""))  # the lines after it keep their numbers
            continue
        number = int(hit[1])
        if number == 1:
            found = []
        if number == len(found) + 1:
            found.append(Line(_bare(hit[2]), *_named(hit[3])))
    return found


def _bare(text: str) -> str:
    """Return a text without marks of Markdown around all of it."""
    text = text.strip(_EDGES)
    if text[:1] == text[-1:] == "`" and "`" not in text[1:-1]:
        return text[1:-1].strip()
    return text


def _named(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of sentences and of lines: what is behind a semicolon, or the word `line`, are lines."""
    sentences: dict[int, None] = {}
    lines: dict[int, None] = {}
    named = sentences
    for word in _WORD.findall(text.lower()):
        if word == ";":
            named = lines if named is sentences else sentences
        elif word.isdecimal():
            named[int(word)] = None
        else:
            named = lines if word[0] in "ls" and not word.startswith("sen") else sentences
    return tuple(sentences), tuple(lines)


def read_claim(
    text: str, accepts: Container[str], names: Sequence[str] = ()
) -> ir.Statement | None:
    """Return the statement of a text in symbols; None if it is none.

    Args:
        accepts: what the logic of the statement accepts.
        names: those that symbols have in backquotes, which a reply may leave out.
    """
    for each in (text, _quoted(text, names)):
        try:
            found = read_statement(each.rstrip(". "), accepts).statement
            return found if names_individual(found) else None
        except (SpecError, ValueError, RecursionError):
            continue
    return None


def names_individual(statement: ir.Statement) -> bool:
    """Return whether an assertion of a concept is about an individual; true of other statements."""
    match statement:
        case ir.ConceptAssertion(individual=individual):
            return isinstance(individual, ir.Const)
        case _:
            return True


def _quoted(text: str, names: Sequence[str]) -> str:
    if not names:
        return text
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"`[^`]*`|(?<![\w])({either})(?!\w)", _quote, text)


def _quote(found: re.Match[str]) -> str:
    return f"`{found[1]}`" if found[1] else found[0]
