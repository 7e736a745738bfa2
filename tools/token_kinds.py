"""Print what the lexer of the language takes each token of the shipped specs for, to compare highlighting with.

    python tools/token_kinds.py                 # all specs that ship, with those of docs/examples
    python tools/token_kinds.py FILE …

Prints JSON: for each path a list of `[line, start, end, kind]`. Lines and columns begin at 0, columns are in UTF-16.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.lexer import scan
from rspc.dsl.parsing.lookahead import settle
from rspc.dsl.parsing.pieces import cut
from rspc.dsl.parsing.tokens import Token
from rspc.dsl.reserved import CONSTANTS, LINE_WORDS, WORD_KINDS
from rspc.dsl.source import Source

ROOT = Path(__file__).parents[1]
SHIPPED = ("specs", "stdlib", "docs/examples")
_WORDS = frozenset().union(*WORD_KINDS.values()) - CONSTANTS
_KINDS = {
    **dict.fromkeys((word.upper() for word in _WORDS), "keyword"),
    **dict.fromkeys((word.upper() for word in CONSTANTS), "constant"),
    **dict.fromkeys(("NAME", "WORD", "CALL", "DOTTED"), "name"),
    **dict.fromkeys(("TEXT", "LONG_TEXT", "QUESTION"), "string"),
    **dict.fromkeys(("HOLE", "HOLE_CALL"), "hole"),
    **dict.fromkeys(("EXPANSION", "EXPANSION_CALL"), "expansion"),
    **{"AGGREGATE": "keyword", "EMBED": "keyword", "NUMBER": "number", "VARIABLE": "variable"},
}
"""The kind of a token of each type; all others are signs."""


def shipped() -> list[Path]:
    """Return the specs and modules that ship."""
    return sorted(path for folder in SHIPPED for path in (ROOT / folder).rglob("*.rspec"))


def token_kinds(source: Source) -> Iterator[tuple[int, int, str]]:
    """Yield the start, the end and the kind of every token and comment of a source without errors.

    Two readings are those of a reader, and not of the grammar: `each` of `each of NAME` is a word of the language, and
    the name of a preset is a name whatever its first letter. The parenthesis of a call is no part of it.
    """
    report = Report()
    tokens, comments = scan(source, report)
    pieces, _ = cut(tokens, report)
    report.raise_errors()
    for piece in pieces:
        for statement in piece.statements or ():
            if statement.tokens:
                settle(statement.tokens, item=False)
        settle(piece.tokens, item=True)
    for at, token in enumerate(tokens):
        before = tokens[at - 1].type if at else ""
        after = tokens[at + 1].type if at + 1 < len(tokens) else ""
        yield token.start, _end(token), _kind(token, before, after)
    for comment in comments:
        yield comment.start, comment.end, "comment"


def _end(token: Token) -> int:
    called = token.written.endswith("(") and len(token.written) > 1
    return token.end - called


def _kind(token: Token, before: str, after: str) -> str:
    if token.written in LINE_WORDS and after == "OF":
        return "keyword"
    if token.type == "VARIABLE" and before == "PRESET":
        return "name"
    return _KINDS.get(token.type, "sign")


def located(source: Source) -> list[tuple[int, int, int, str]]:
    """Return the tokens by their lines, a token of several lines once for each of them."""
    found = []
    for start, end, kind in token_kinds(source):
        line = source.text.count("\n", 0, start)
        first = source.text.rfind("\n", 0, start) + 1
        column = _units(source.text[first:start])
        for number, part in enumerate(source.text[start:end].split("\n")):
            at = 0 if number else column
            found.append((line + number, at, at + _units(part), kind))
    return found


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


if __name__ == "__main__":
    chosen = [Path(each) for each in sys.argv[1:]] or shipped()
    print(
        json.dumps(
            {str(path): located(Source(path.name, path.read_text("utf-8"))) for path in chosen}
        )
    )
