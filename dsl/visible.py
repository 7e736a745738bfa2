"""Spells out what could hide, move or colour the text that a terminal or an editor shows."""

import json
import re
import unicodedata

_SUSPECT = re.compile(r"[^\n\t\x20-\x7e]")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Control characters, marks of direction and other format, halves of characters, and two odd line ends."""

_JOINERS = frozenset("\u200c\u200d")
"""They belong to the letters of Persian, of Indian scripts and to emoji."""


def visible(text: str) -> str:
    """Return a string with escapes such as `\\u202e` in place of invisible characters; line ends and tabs stay."""
    return _SUSPECT.sub(lambda found: _spell_character(found[0]), text)


def visible_json(text: str) -> str:
    """Return a JSON document with JSON's own escapes in place of invisible characters."""
    return _SUSPECT.sub(
        lambda found: json.dumps(found[0])[1:-1] if _hidden(found[0]) else found[0], text
    )


def _spell_character(char: str) -> str:
    return char.encode("unicode_escape").decode() if _hidden(char) else char


def _hidden(char: str) -> bool:
    return unicodedata.category(char) in _UNSEEN and char not in _JOINERS
