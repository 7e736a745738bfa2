"""Repairs of signs and words that are none of the language: foreign ones, units, quotation marks, lost spaces."""

import re
import unicodedata
from collections.abc import Sequence

from ..edits import Edit, Help, insert, insert_before, write
from ..source import Span
from .tokens import Token

_HELP = {
    "%": "write a percentage without a space, `30%`, and the remainder as `mod`",
    "&": "write `and`, or `,` in the body of a rule",
    "!": "write `not`, or `!=` to compare",
    "?": "write a hole as `?name`",
    "€": "write an amount of money as `$1200`; the wording can name another currency",
    "£": "write an amount of money as `$1200`; the wording can name another currency",
    "$": "write an amount of money as `$1200`",
    "¬": "write `-` or `not`",
    "…": "write `..` for a range",
    "`": "write a quoted name as `` `name` ``",
}
_OURS = {
    "^": "**",
    "→": "->",
    "⇒": "=>",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "∧": "and",
    "∨": "or",
    "–": "-",
    "—": "-",
    "−": "-",
    "×": "*",
}
"""Signs of other notations that have one meaning, and how it is written."""
_UNITS = {
    **dict.fromkeys(("hour", "hours", "hr", "hrs", "h"), "{}h"),
    **dict.fromkeys(("minute", "minutes", "min", "mins", "m"), "{}m"),
    **dict.fromkeys(("percent",), "{}%"),
    **dict.fromkeys(("dollar", "dollars"), "${}"),
}
"""How a number with a unit that is a word behind it is written."""
_SINGLE = re.compile(r"['‘’]([^'‘’\"\\\n]*)['‘’]")


def symbol_repair(token: Token) -> str:
    """Return the repair for a sign that is none of the language."""
    source, sign = token.source, token.text
    narrow = unicodedata.normalize("NFKC", sign)
    if sign in _OURS:
        return write(_OURS[sign], token.span)
    if sign in "'‘’":
        return Help('write the string between `"`', *_double(token))
    if sign == "…":
        return Help(_HELP[sign], Edit(token.span, ".."))
    if not sign.isascii() and len(narrow) == 1 and narrow.isascii() and narrow.isprintable():
        if narrow.isspace():
            return Help("write a plain space", Edit(token.span, " "))
        return write(narrow, Span(source, token.start, token.end))
    return _HELP.get(sign, "remove it, or put it inside a text")


def _double(token: Token) -> tuple[Edit, ...]:
    """Return the edits that put a text between double quotation marks, from either of its single ones."""
    source = token.source
    line = source.text.rfind("\n", 0, token.start) + 1
    for match in _SINGLE.finditer(source.text, line):
        start, end = match.span()
        if start > token.start:
            break
        if token.start in (start, end - 1):
            return (
                Edit(Span(source, start, start + 1), '"'),
                Edit(Span(source, end - 1, end), '"'),
            )
    return ()


def straighten(token: Token) -> tuple[Edit, ...]:
    """Return the edits for straight quotation marks around a text, if it has two marks."""
    source, text = token.source, token.text
    if len(text) < 2 or text[-1] not in '“”„‟«»"' or "\\" in text:
        return ()
    places = ((token.start, token.start + 1), (token.end - 1, token.end))
    return tuple(Edit(Span(source, *place), '"') for place in places)


_SENTENCE = re.compile(r'"[A-Za-z](?:[A-Za-z0-9 \'.?]|\{\{[^{}"]*\}\})*')
"""The rest of a line that is a text and nothing else, but for its last quotation mark."""


def close_text(token: Token, mark: str, repair: str) -> str:
    """Return a repair with the edit that ends an unterminated string, if the rest of its line is only a sentence."""
    written = token.text.rstrip()
    if not _SENTENCE.fullmatch(written):
        return repair
    place = Span(token.source, token.start, token.start + len(written))
    return Help(repair, insert(mark, place))


def separate_stop(stop: Token) -> tuple[Edit, ...]:
    """Return the edit for a full stop directly before a word, or before the digits of a number."""
    text = stop.source.text
    before, after = text[stop.start - 1 : stop.start], text[stop.end : stop.end + 1]
    if after.isdigit() and not (before.isalnum() or before in ')]}`"_'):
        return (insert_before("0", stop.span),)
    return (insert(" ", stop.span),) if after.isalpha() and before in ")`" else ()


def word_repair(earlier: Sequence[Token], token: Token) -> str:
    """Propose what is meant by a token that does not fit behind others, if their words show it."""
    if token.type == "ELSE" and [each.type for each in earlier] == ["SAY", "TEXT"]:
        repair = "the `say` of a test continues it: begin this line with a space"
        return Help(repair, insert_before("  ", earlier[0].span))
    for number, word in zip(earlier[-2:], [*earlier[-1:], token], strict=False):
        unit = _UNITS.get(word.text)
        if unit is not None and number.type == "NUMBER" and number.text.isdigit():
            whole = Span(number.source, number.start, word.span.end)
            return write(unit.format(number.text), whole)
    return ""
