"""The tokens of a program for clingo, statement by statement."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ....dsl.diagnostics import Report
from ....dsl.source import Source, Span

TOKEN = re.compile(
    r"""(?P<blank>(?:[ \t\r\n]+|%(?!\*)[^\n]*){1,999})
    |(?P<block>%\*)
    |(?P<text>"(?:[^"\\\n]|\\.)*")
    |(?P<name>[_']*[a-z][A-Za-z0-9_']*)
    |(?P<variable>[_']*[A-Z][A-Za-z0-9_']*|_+)
    |(?P<number>0x[0-9A-Fa-f]+|0o[0-7]+|0b[01]+|[0-9]+)
    |(?P<directive>\#(?:sum\+|[a-z_]+))
    |(?P<sign>:-|:~|<-|->|=>|\.\.|<=|>=|!=|==|<>|\*\*|[\x21-\x7e])
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL | re.ASCII,
)
_NAME = r"(?!not\b)[a-z]\w*"
_TEXT = r'"[\x20\x21\x23-\x5b\x5d-\x7e]*"'
_ARGUMENT = rf"(?:{_NAME}|-?(?:0|[1-9][0-9]{{0,8}})|{_TEXT})"
_FACT = rf"-?{_NAME}(?:\({_ARGUMENT}(?:,[ ]?{_ARGUMENT})*\))?\.(?![.\w])"
FACTS = re.compile(rf"(?:[ \t\r\n]*{_FACT})+", re.ASCII)
"""Ground facts in a row, without anything to report: programs have many."""

_TERM = rf"(?:{_ARGUMENT}|[A-Z]\w*)"
_ATOM = rf"-?{_NAME}(?:\({_TERM}(?:,[ ]?{_TERM}){{0,99}}\))?"
_LITERAL = rf"(?:not[ ])?{_ATOM}"
_GAP = r"[ \t\r\n]*"
_RULE = rf"(?:{_ATOM}{_GAP})?:-{_GAP}{_LITERAL}(?:{_GAP},{_GAP}{_LITERAL}){{0,99}}{_GAP}\.(?![.\w])"
RULES = re.compile(rf"(?:{_GAP}{_RULE})+", re.ASCII)
"""Rules in a row whose literals have names, numbers, texts and variables alone: programs consist of them."""

RULE = re.compile(rf"({_ATOM})?{_GAP}(:-)((?:[^.\"]|{_TEXT})*)\.", re.ASCII)
"""One of them: its head, if it has one, and its body."""

LITERAL = re.compile(rf"(not[ ])?(-)?({_NAME})(?:\(((?:[^)\"]|{_TEXT})*)\))?", re.ASCII)
"""A literal of such a rule: its signs, its predicate, and its arguments."""

TERM = re.compile(_TERM, re.ASCII)

FACT = re.compile(rf"(-)?({_NAME})((?:[^.\"]|{_TEXT})*)\.", re.ASCII)
"""One of them: its sign, its predicate, and its arguments in brackets."""

ARGUMENT = re.compile(_ARGUMENT, re.ASCII)

WEIGHT = re.compile(r"[ \t\r\n]*\[")
"""What follows the full stop of a weak constraint, and ends it with a bracket."""

CLOSING: Mapping[str, str] = {"(": ")", "[": "]", "{": "}"}
AGGREGATES = ("#count", "#sum", "#sum+", "#min", "#max", "#minimize", "#maximize", "#minimise")


class Token(NamedTuple):
    kind: str
    text: str
    start: int
    end: int

    @property
    def excerpt(self) -> str:
        """Its text for a message, cut where it is long."""
        return self.text if len(self.text) <= 40 else f"{self.text[:40]}…"

    @property
    def closes(self) -> bool:
        """Whether a term or an atom ends here, which an operator can continue."""
        return self.kind in ("name", "variable", "number", "text") or self.text in (")", "}")


class Edit(NamedTuple):
    """What replaces the author's characters from `start` to `end` in the text for clingo."""

    start: int
    end: int
    text: str


def tokens(
    source: Source,
    edits: list[Edit] | None = None,
    report: Report | None = None,
    rows: list[tuple[int, int]] | None = None,
    rules: list[tuple[int, int]] | None = None,
) -> Iterator[list[Token]]:
    """Yield the tokens of each statement, up to its full stop; ground facts are skipped.

    Comments are blanked out by `edits`. `rows` collects where each run of facts begins and ends, and `rules` where
    each run of plain rules does; without it, these are not skipped.
    """
    text = source.text
    place, found, weighed = 0, list[Token](), False
    while place < len(text):
        if not found and (facts := FACTS.match(text, place)):
            if rows is not None:
                rows.append((place, facts.end()))
            place = facts.end()
            continue
        if not found and rules is not None and (plain := RULES.match(text, place)):
            rules.append((place, plain.end()))
            place = plain.end()
            continue
        match = TOKEN.match(text, place)
        assert match is not None, "every character is a token"
        kind, start, place = match.lastgroup or "", place, match.end()
        if kind == "block":
            place = _block_end(text, start)
            if place < 0:
                place = len(text)
                if edits is not None:
                    edits.append(Edit(start, place, re.sub(r"[^\n]", " ", text[start:])))
                if report is not None:
                    span = Span(source, start, start + 2)
                    report.add(
                        "E0103",
                        "unterminated comment",
                        span,
                        help="end it with `*%`, or begin each line of it with `%`",
                    )
            kind = "blank"
        if kind == "blank":
            comment = text[start:place]
            if edits is not None and "%" in comment:  # clingo would keep each as a node
                edits.append(Edit(start, place, re.sub(r"[^\n]", " ", comment)))
            continue
        found.append(Token(kind, match[0], start, place))
        weighed = weighed or (match[0] == "." and WEIGHT.match(text, place) is not None)
        if match[0] == ("]" if weighed else "."):
            yield found
            found, weighed = [], False
        elif match[0] == "#script":
            end = re.compile(r"#end\s*\.").search(text, place)
            place = end.end() if end else len(text)
            found.append(Token("sign", ".", place, place))
            yield found
            found = []
    if found:
        yield found


def _block_end(text: str, start: int) -> int:
    """Return where a comment between `%*` and `*%` ends, which can contain others; -1 if it does not end."""
    depth = 0
    for hit in re.compile(r"%\*|\*%|%[^\n]*").finditer(text, start):
        depth += (hit[0] == "%*") - (hit[0] == "*%")
        if not depth:
            return hit.end()
    return -1
