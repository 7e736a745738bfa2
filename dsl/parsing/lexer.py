"""Text to tokens. It never raises; invalid tokens are dropped or repaired, and reported."""

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from ..diagnostics import Report
from ..edits import Edit, Help, write
from ..reserved import FUNCTIONS, RESERVED
from ..source import Source, Span
from .sign_repairs import close_text, separate_stop, straighten, symbol_repair
from .tokens import Token

if TYPE_CHECKING:
    from lark.lexer import TerminalDef


MAX_NUMBER = 40
"""How many characters a number may have."""

_ESCAPES = {'"': '"', "\\": "\\", "n": "\n", "t": "\t", "r": "\r", "`": "`"}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_TABS = re.compile(r"\t+")


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment, mark included, without trailing blanks; `alone` if only blanks are before it on its line."""

    text: str
    start: int
    end: int
    alone: bool


def unescape(text: str) -> str:
    """Resolve the escapes of a text or a quoted name."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[0]), text)


def scan(source: Source, report: Report) -> tuple[list[Token], list[Comment]]:
    """Return the tokens and the comments of a source; report errors.

    Unknown characters are left out. A string without its end, a foreign quote, and a misspelt number or
    name become the tokens that were meant.
    """
    pattern, keywords = _terminals()
    tokens: list[Token] = []
    comments: list[Comment] = []
    append = tokens.append
    tabs: list[Span] = []
    commented = 0
    for match in pattern.finditer(source.text):
        kind = match.lastgroup or ""
        if match.start() < commented:
            continue
        if kind == "BLANK":
            tabs += [
                Span(source, match.start() + each.start(), match.start() + each.end())
                for each in _TABS.finditer(match[0])
            ]
            continue
        text = match[0]
        start = match.start()
        if kind == "NAME":
            append(Token(keywords.get(text, kind), text, start, match.end(), source))
        elif kind == "COMMENT":
            line = source.text.rfind("\n", 0, start) + 1
            alone = not source.text[line:start].strip()
            comments.append(Comment(text.rstrip(), start, match.end(), alone))
        elif text in ("%", "//") and (text == "//" or _begins(source, start)):
            report.add(
                "E0102",
                f"unknown symbol `{text}`",
                Span(source, start, match.end()),
                help=Help("a comment starts with `#`", Edit(Span(source, start, match.end()), "#")),
            )
            commented = start + len(source.text[start:].partition("\n")[0])
        elif kind in _MENDED:
            for token in _MENDED[kind](Token(kind, text, start, match.end(), source), report):
                append(token)
        else:
            append(Token(kind, text, start, match.end(), source))
    if tabs:
        _tab(tabs, report)
    return tokens, comments


def _begins(source: Source, start: int) -> bool:
    """Return whether a sign is at the beginning of its line, or at the end of the preceding text."""
    line = source.text.rfind("\n", 0, start) + 1
    before = source.text[line:start].strip()
    return not before or before[-1] in ".,{}"


@cache
def _terminals() -> tuple[re.Pattern[str], dict[str, str]]:
    """Return one pattern of all terminals, in the order of their priority, and the terminals of the words."""
    from .grammar import grammar

    keywords: dict[str, str] = {}
    others: list[TerminalDef] = []
    for terminal in grammar().terminals:
        if terminal.pattern.type == "str" and terminal.pattern.value.isalpha():
            keywords[terminal.pattern.value] = terminal.name
        else:
            others.append(terminal)
    others.sort(key=lambda each: (-each.priority, each.name))
    joined = "|".join(f"(?P<{other.name}>{other.pattern.to_regexp()})" for other in others)
    return re.compile(joined), keywords


# ---------------------------------------------------------------------------- tokens with a meaning of their own


def _call(token: Token, report: Report) -> Iterator[Token]:
    word = token.text[:-1]
    if word in RESERVED and word not in FUNCTIONS:
        yield from split_call(token, word)
        return
    token.text = word
    yield token


def split_call(call: Token, word: str) -> tuple[Token, Token]:
    """Return a call as a word of the language and a parenthesis: `not(`."""
    return (
        Token(word.upper(), word, call.start, call.end - 1, call.source),
        Token("LPAREN", "(", call.end - 1, call.end, call.source),
    )


def _number(token: Token, report: Report) -> Iterator[Token]:
    if len(token.text) > MAX_NUMBER:
        report.add(
            "E0102",
            f"this number has more than {MAX_NUMBER} characters",
            token.span,
            help="write a smaller number, or fewer digits",
        )
        token.text = "0"
    yield token


def _hole(token: Token, report: Report) -> Iterator[Token]:
    token.text = token.text[1:].removesuffix("(")
    yield token


def _expansion(token: Token, report: Report) -> Iterator[Token]:
    token.text = token.text[1:-1]
    yield token


def _quoted_name(token: Token, report: Report) -> Iterator[Token]:
    token.type = "CALL" if token.type == "QUOTED_CALL" else "NAME"
    token.text = unescape(token.text[1 : -2 if token.type == "CALL" else -1])
    yield token


def _text(token: Token, report: Report) -> Iterator[Token]:
    if "\\" in token.text:
        for escape in _ESCAPE.finditer(token.text):
            if escape[1] not in _ESCAPES:
                start = token.start + escape.start()
                report.add(
                    "E0104",
                    f"`{escape[0]}` is not a valid escape",
                    Span(token.source, start, start + 2),
                    "unknown escape",
                    help=Help(
                        'write `\\\\` for a backslash; escapes are `\\"`, `\\\\`, `\\n`, `\\t`',
                        Edit(Span(token.source, start, start + 1), "\\\\"),
                    ),
                )
    token.text = unescape(token.text[1:-1])
    yield token


def _long_text(token: Token, report: Report) -> Iterator[Token]:
    token.text = token.text[3:-3]
    yield token


# ------------------------------------------------------------------------------------------- what is no token


def _tab(tabs: list[Span], report: Report) -> None:
    first = tabs[0]
    report.add(
        "W0101",
        "there is a tab in the file",
        Span(first.source, first.start, first.start + 1),
        "a tab",
        help=Help(
            "indent with spaces: messages count a tab as one column",
            *(Edit(each, "  " * (each.end - each.start)) for each in tabs),
        ),
    )


_FOREIGN = {
    ":-": "write `body -> head`",
    "<-": "write `body -> head`, or put a space between `<` and `-`",
    "<->": "write two rules, one with each direction of `->`",
    "&&": "write `and`, or `,` in the body of a rule",
    "||": "write `or`, or `|` between the parts of a head",
}


_INSTEAD = {"<>": "!=", "=:=": "==", "=\\=": "!=", "\\=": "!="}


def _foreign(token: Token, report: Report) -> Iterator[Token]:
    headless = token.text == ":-" and _begins(token.source, token.start)
    instead = _INSTEAD.get(token.text)
    report.add(
        "E0102",
        f"unknown symbol `{token.text}`",
        token.span,
        help=write(instead, token.span)
        if instead
        else "write `body -> false`"
        if headless
        else _FOREIGN[token.text],
    )
    return iter(())


def _curly(token: Token, report: Report) -> Iterator[Token]:
    report.add(
        "E0102",
        f"`{token.text[0]}` is not a quotation mark here",
        Span(token.source, token.start, token.start + 1),
        help=Help('write the string between straight quotation marks: `"…"`', *straighten(token)),
    )
    token.type, token.text = "TEXT", token.text.strip("“”„‟«»")
    yield token


QUOTE_WITHIN = 'a quotation mark within a text is written `\\"`'
"""The repair for a string that ends too early."""


def _open_text(token: Token, report: Report) -> Iterator[Token]:
    mark = '"""' if token.type == "OPEN_LONG" else '"'
    torn = token.source.text[token.start - 1 : token.start].isalnum()
    repair = (
        f"close it with `{mark}`"
        + ("" if mark == '"""' else '; write a string of several lines between `"""`')
        + (f"; {QUOTE_WITHIN}" if torn else "")
    )
    repair = repair if torn else close_text(token, mark, repair)
    report.add(
        "E0103",
        "unterminated string",
        Span(token.source, token.start, token.start + len(mark)),
        "begins here",
        help=repair,
    )
    token.type = "LONG_TEXT" if token.type == "OPEN_LONG" else "TEXT"
    token.text = token.text.strip('"')
    yield token


def _open_name(token: Token, report: Report) -> Iterator[Token]:
    report.add(
        "E0103",
        "unterminated quoted name" if len(token.text) > 1 else "a quoted name is empty",
        Span(token.source, token.start, token.start + 1),
        "begins here",
        help="close it with a backquote on the same line",
    )
    token.type, token.text = "NAME", token.text.strip("`")
    if token.text:
        yield token


def _wide_name(token: Token, report: Report) -> Iterator[Token]:
    narrow = unicodedata.normalize("NFKC", token.text)
    if narrow.isascii() and narrow.isidentifier():
        repair: str = write(narrow, token.span)
    elif token.text[0].isalpha() or token.text[0] == "_":
        repair = Help(
            f"names have the letters a to z; any other is written in backquotes: `` `{token.text}` ``",
            Edit(token.span, f"`{token.text}`"),
        )
    else:
        repair = "remove it, or put it inside a text"
    report.add("E0102", f"`{token.text}` is not a name", token.span, help=repair)
    token.type = "NAME"
    yield token


_UNITS = re.compile(r"(\d+)(h|m)(?:r|rs|our|ours|in|ins|inute|inutes)")


def _bad_number(token: Token, report: Report) -> Iterator[Token]:
    unit = _UNITS.fullmatch(token.text)
    report.add(
        "E0102",
        f"`{token.text}` is not a number",
        token.span,
        help=write(f"{unit[1]}{unit[2]}", token.span)
        if unit
        else "units are `30%`, `$1200`, `17:30`, `2h30m`, `45m`; a name that begins with a digit stands between"
        f" backquotes: `` `{token.text}` ``",
    )
    token.type, token.text = "NUMBER", "0"
    yield token


def _bad_hole(token: Token, report: Report) -> Iterator[Token]:
    name = re.sub(r"[^a-z0-9_]", "", token.text.lower()).lstrip("0123456789") or "x"
    report.add(
        "E0102",
        f"`{token.text}` is not a hole",
        token.span,
        help=Help(
            f"a hole begins with a lower-case letter: `?{name}`", Edit(token.span, f"?{name}")
        ),
    )
    token.type, token.text = "HOLE", name
    yield token


def _unknown_symbol(token: Token, report: Report) -> Iterator[Token]:
    character = token.text
    if character == ".":
        report.add(
            "E0102",
            "there is no space after a full stop",
            token.span,
            help=Help(
                "put a space after a full stop; numbers begin with a digit: `0.5`",
                *separate_stop(token),
            ),
        )
        token.type = "STOP"
        yield token
        return
    if character.isprintable() and not character.isspace():
        shown = f"`{character}`"
    else:
        shown = (
            f"U+{ord(character):04X} ({unicodedata.name(character, 'control character').lower()})"
        )
    report.add(
        "E0102",
        f"unknown symbol {shown}",
        token.span,
        help=symbol_repair(token),
    )


_MENDED: dict[str, Callable[[Token, Report], Iterator[Token]]] = {
    "NUMBER": _number,
    "CALL": _call,
    "HOLE": _hole,
    "HOLE_CALL": _hole,
    "EXPANSION": _expansion,
    "EXPANSION_CALL": _expansion,
    "QUOTED": _quoted_name,
    "QUOTED_CALL": _quoted_name,
    "TEXT": _text,
    "LONG_TEXT": _long_text,
    "FOREIGN": _foreign,
    "CURLY": _curly,
    "OPEN_LONG": _open_text,
    "OPEN_TEXT": _open_text,
    "OPEN_NAME": _open_name,
    "WIDE_NAME": _wide_name,
    "BAD_NUMBER": _bad_number,
    "BAD_HOLE": _bad_hole,
    "UNKNOWN": _unknown_symbol,
}
