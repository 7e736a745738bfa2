"""The values of one field: as words in an answer, and found again in a reply."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from ...kinds import SCALARS, KindError, Scalar, join
from ...text import without_unseen
from ..numerals import NUMERALS
from .layout import Field

LONGEST = 200
"""Longer texts are not values."""

EMPTY = "-"
"""What stands in a cell without a value."""

_EMPTY = frozenset({"", EMPTY, "—", "–", ".", "?", "_", "n/a", "none", "empty", "null"})
_ARTICLE = re.compile(r"(?:the|an?) (?=\w)")
_EDGES = re.compile(r"^[\s*`\"'“”‘’()\[\]]+|[\s*`\"'“”‘’()\[\].,;:!]+$")
_JOINED = re.compile(r"(?<=\w)[_-](?=\w)|\s+")
_SPLIT = re.compile(r"[,;\n]")
_WHOLE = re.compile(r"([+-]?\d+)\.0+")
"""A whole number with a point."""
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+|\d+")
_GROUPS = re.compile(r"\d[\d,]*")
_LEFT = re.compile(r"[^\W\d_]+|\S")
_NO_SIGN = frozenset("()[]{}*_`\"'“”‘’.,:;!=|")
"""Signs next to an amount that do not change it."""
_NO_BOUND = frozenset(
    """a an the exactly precisely only just is are at on for in of total altogether each per person
    usd dollar dollars percent""".split()  # noqa: SIM905
)
"""Words next to an amount that do not change it."""
_COUNTED = re.compile(r"(?!(?:plus|minus|less|perhaps|times|versus)$)[a-z]{2,}s")
"""A word that can be what a number counts, as in `6 days`."""

_AND = re.compile(r"\s+(?:and|&)\s+|^\s*and\s+", re.I)

_SCALARS: Mapping[str, Scalar] = {kind.label: kind() for kind in SCALARS}


def is_empty(text: str) -> bool:
    """Return whether a cell has no value."""
    return text.strip().casefold() in _EMPTY


def simplify(text: str) -> str:
    """Return a text without what does not distinguish words: case, marks around it, underscores, an article."""
    bare = _JOINED.sub(" ", _EDGES.sub("", without_unseen(text[: LONGEST + 1]))).strip().casefold()
    return _ARTICLE.sub("", bare, count=1) if _ARTICLE.match(bare) else bare


def write_value(field: Field, value: str) -> str:
    """Return the words for a value in notation."""
    if field.many:
        return join([write_value(_one_of(field), each) for each in _members(value)], "and")
    if field.kind:
        kind = _SCALARS[field.kind]
        return kind.words(kind.read(value))
    return field.words[field.known.index(value)]


def read_value(field: Field, text: str) -> str | None:
    """Return the value in notation that a text names; None if it names none, or several."""
    if len(text) > LONGEST:
        return None
    if field.many:
        return _read_set(field, text)
    if field.kind:
        return _read_amount(field, text)
    known = _lookup(field)
    word = simplify(text)
    found = known.get(word)
    if found is None:
        prefix = simplify(field.name)
        if prefix and word.startswith(f"{prefix} "):
            found = known.get(word.removeprefix(prefix).strip())
    if found is None and word in NUMERALS:
        found = known.get(str(NUMERALS.index(word)))
    if found is None and (whole := _WHOLE.fullmatch(word)):
        found = known.get(whole[1])
    return found


@lru_cache(maxsize=256)
def _lookup(field: Field) -> Mapping[str, str]:
    """Return the values of a field by their simplified words; words go before notation."""
    found = {simplify(value): value for value in field.known}
    found |= {simplify(word): value for word, value in zip(field.words, field.known, strict=True)}
    return found


def _read_amount(field: Field, text: str) -> str | None:
    """Return the amount that a text is, with its unit; None if other words or signs may change it."""
    kind = _SCALARS[field.kind]
    word = simplify(text)
    if word in NUMERALS:
        text = str(NUMERALS.index(word))
    bare = _EDGES.sub("", text)
    if whole := _WHOLE.match(bare):
        bare = whole[1] + bare[whole.end() :]
    mentioned = kind.mentioned(bare)
    amounts = {amount for amount, _, _ in mentioned}
    if len(amounts) != 1 or not _is_alone(bare, [(at, end) for _, at, end in mentioned], field):
        return None
    try:
        return kind.show(amounts.pop())
    except (KindError, ValueError, OverflowError):
        return None


def _is_alone(text: str, places: Sequence[tuple[int, int]], field: Field) -> bool:
    """Return whether a text has nothing next to the amounts at some places that may change them."""
    known = {*_NO_BOUND, *simplify(field.name).split()}
    before = 0
    rest: list[str] = []
    for start, end in places:
        if not all(_GROUPED.fullmatch(each) for each in _GROUPS.findall(text[start:end])):
            return False
        rest += _LEFT.findall(text[before:start].removesuffix("+"))
        before = end
    last = _LEFT.findall(text[before:].casefold())
    if field.kind == "integer" and last and _COUNTED.fullmatch(last[0]):
        last = last[1:]
    return all(each in _NO_SIGN or each.casefold() in known for each in [*rest, *last])


def _read_set(field: Field, text: str) -> str | None:
    one, found = _one_of(field), set()
    bare = text.strip().strip("{}[]")
    if is_empty(bare):
        return "{}"
    for piece in _SPLIT.split(bare):
        value = read_value(one, piece)
        words = [each for each in _AND.split(piece) if each.strip()]
        parts = [value] if value is not None else [read_value(one, each) for each in words]
        for each in parts:
            if each is None:
                return None
            found.add(each)
    return f"{{{', '.join(value for value in field.known if value in found)}}}"


@lru_cache(maxsize=64)
def _one_of(field: Field) -> Field:
    return Field(field.name, field.words, field.values)


def _members(value: str) -> list[str]:
    inner = value.removeprefix("{").removesuffix("}")
    return inner.split(", ") if inner else []
