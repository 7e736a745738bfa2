"""The spelling of names, terms and atoms in symbols, as in `cow_juice(V0, "Savannah", X + 1)`, and reading them back.

Different nodes always have different spellings. A name that is not a plain word is written in backquotes, a string in
double quotes, and an operation inside another in parentheses. Predicates and functions may begin with any letter. A
symbol begins with a small letter, because a capital begins a variable.
"""

import re
from collections.abc import Container
from functools import lru_cache
from typing import cast

from ..ir import nodes as ir

_INFIX = ("**", "+", "-", "*", "/", "mod", "&", "?", "^")
_QUOTED = r"`(?:[^`\\\n]|\\.)*`"
_STRING = r'"(?:[^"\\\n]|\\.)*"'
_CALLED = re.compile(r"[^\W\d]\w*")
_SYMBOL = re.compile(r"(?=[^\W\d_A-Z])(?!mod\Z)\w+")
_VARIABLE = re.compile(r"_|_*[A-Z][\w']*")
_SIMPLE = re.compile(
    rf"[^\W\d][\w']*|0(?!\d)|-?[1-9]\d*|{_STRING}|{_QUOTED}"
)  # a name, a number, a string
_FLAT = re.compile(rf"(?:{_SIMPLE.pattern})(?:, (?:{_SIMPLE.pattern}))*(?!.)", re.DOTALL)
_APPLIED = re.compile(rf"({_CALLED.pattern}|{_QUOTED})(?:\((.*)\))?", re.DOTALL)
_TOKEN = re.compile(
    rf"{_STRING}|{_QUOTED}|\.\.|\*\*|[^\W\d][\w']*|0(?!\d)|[1-9]\d*|, ?|,|[-+*/&?^~|()]| "
)
CALLED = rf"(?:{_CALLED.pattern}|{_QUOTED})"
"""Matches every name of a predicate that is written out."""

APPLICATION = rf"{CALLED}\((?:{_STRING}|{_QUOTED}|[^\"`)]|\)(?! (?!mod )\w))*\)"
"""Matches every atom with arguments that is written out, and no sentence that only begins and ends with one."""

_SENTENCE = re.compile(rf"{_STRING}|{_QUOTED}| mod |(?P<words>[\w)] (?!mod )[\w(])")
_ESCAPES = {"\\": "\\\\", "\n": "\\n"}
_PLAIN = {"n": "\n"}


class NotationError(ValueError):
    """A node has no notation, or a text is none."""


# ---------------------------------------------------------------------------------------------------- writing


def spell_name(text: str) -> str:
    """Write the name of a predicate or a function."""
    return text if _CALLED.fullmatch(text) else _quote(text, "`")


def free_spelling(base: str, taken: Container[str]) -> str:
    """Return a spelling that is not taken: the base, or else the base with the first free number from 2."""
    new, number = base, 1
    while new in taken:
        number += 1
        new = f"{base}_{number}"
    return new


def spell_application(called: str, arguments: tuple[str, ...]) -> str:
    """Write a name with arguments that are written already."""
    return f"{spell_name(called)}({', '.join(arguments)})"


def spell(term: ir.Node) -> str:
    """Write a term or an atom. Raises NotationError for what has no notation."""
    match term:
        case ir.Var(text):
            if _VARIABLE.fullmatch(text):
                return text
        case ir.Const(text):
            return text if _SYMBOL.fullmatch(text) else _quote(text, "`")
        case ir.String(text):
            return _quote(text, '"')
        case ir.Quantity("integer", amount):
            return str(amount)
        case ir.Atom(str() as predicate, arguments):
            called = tuple(map(spell, arguments))
            return spell_application(predicate, called) if called else spell_name(predicate)
        case ir.Function(called_, arguments):
            return spell_application(called_, tuple(map(spell, arguments)))
        case ir.Tuple((only,)):
            return f"({spell(only)},)"
        case ir.Tuple(items):
            return f"({', '.join(map(spell, items))})"
        case ir.Interval(low, high):
            return f"{_operand(low)}..{_operand(high)}"
        case ir.Operation("abs", (operand,)):
            return f"|{_operand(operand)}|"
        case ir.Operation("neg", (operand,)):
            amount_ = isinstance(operand, ir.Quantity)
            return f"-({spell(operand)})" if amount_ else f"-{_operand(operand)}"
        case ir.Operation("~", (operand,)):
            return f"~{_operand(operand)}"
        case ir.Operation(operator, operands) if operator in _INFIX and len(operands) > 1:
            return f" {operator} ".join(map(_operand, operands))
    raise NotationError(f"a {type(term).__name__} has no notation")


def _operand(term: ir.Node) -> str:
    text = spell(term)
    return f"({text})" if isinstance(term, ir.Operation | ir.Interval) else text


def _quote(text: str, quote: str) -> str:
    escaped = "".join(_ESCAPES.get(each, f"\\{each}" if each == quote else each) for each in text)
    return f"{quote}{escaped}{quote}"


# ---------------------------------------------------------------------------------------------------- reading


def read_name(text: str) -> str | None:
    """Return the name of a predicate that is written so, None if none is."""
    if _CALLED.fullmatch(text):
        return text
    found = _unquote(text) if text[:1] == "`" else None
    return found if found is not None and spell_name(found) == text else None


def read_term(text: str) -> ir.Term | None:
    """Return the term that is written so, None if none is."""
    found = read_terms(text)
    return found[0] if found is not None and len(found) == 1 else None


@lru_cache(maxsize=4096)
def read_atom(text: str) -> tuple[str, tuple[ir.Term, ...]] | None:
    """Return the predicate and the arguments, one or more, of the atom that is written so, None if none is."""
    split = _APPLIED.fullmatch(text)
    if split is None or split[2] is None:
        return None
    called, arguments = read_name(split[1]), read_terms(split[2])
    return (called, arguments) if called is not None and arguments else None


@lru_cache(maxsize=4096)
def read_terms(text: str) -> tuple[ir.Term, ...] | None:
    """Return the terms that are written so, with commas between them; None if none are."""
    if _FLAT.fullmatch(text):
        simple = tuple(map(_simple, _SIMPLE.findall(text)))
        if None not in simple:
            return cast(tuple[ir.Term, ...], simple)
    if any(found["words"] for found in _SENTENCE.finditer(text)):
        return None
    try:
        found = _Reading(text).terms()
        return found if ", ".join(map(spell, found)) == text else None
    except NotationError:
        return None


@lru_cache(maxsize=4096)
def _simple(token: str) -> ir.Term | None:
    first = token[0]
    if first == '"' or first == "`":
        text = _unquote(token)
        if text is None or _quote(text, first) != token:
            return None
        return ir.String(text) if first == '"' else _symbol(text)
    if first in "-0123456789":
        return ir.Quantity("integer", int(token))
    if _VARIABLE.fullmatch(token):
        return ir.Var(token)
    return ir.Const(token) if _SYMBOL.fullmatch(token) else None


def _symbol(text: str) -> ir.Term | None:
    return None if _SYMBOL.fullmatch(text) else ir.Const(text)


def _unquote(text: str) -> str | None:
    if len(text) < 2 or text[0] != text[-1]:
        return None
    return re.sub(r"\\(.)", lambda found: _PLAIN.get(found[1], found[1]), text[1:-1])


class _Reading:
    """Reads one text, token by token."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str] = []
        at = 0
        while at < len(text):
            found = _TOKEN.match(text, at)
            if found is None:
                raise NotationError(text)
            token = found[0].strip()
            if token:
                self._tokens.append(token)
            at = found.end()
        self._at = 0

    def terms(self) -> tuple[ir.Term, ...]:
        found = self._list("")
        if self._next():
            raise NotationError(self._next())
        return found

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._next()
        self._at += 1
        return token

    def _expect(self, token: str) -> None:
        if self._take() != token:
            raise NotationError(token)

    def _list(self, end: str) -> tuple[ir.Term, ...]:
        """Read terms up to a token that is left."""
        found: list[ir.Term] = []
        while self._next() != end:
            found.append(self._term())
            if self._next() != ",":
                break
            self._take()
        return tuple(found)

    def _term(self) -> ir.Term:
        first = self._operand()
        operator = self._next()
        if operator == "..":
            self._take()
            return ir.Interval(first, self._operand())
        operands = [first]
        while operator in _INFIX and self._next() == operator:
            self._take()
            operands.append(self._operand())
        return ir.Operation(operator, tuple(operands)) if len(operands) > 1 else first

    def _operand(self) -> ir.Term:
        token = self._take()
        match token:
            case "-" | "~":
                if token == "-" and self._next()[:1].isdecimal():
                    return ir.Quantity("integer", -int(self._take()))
                return ir.Operation("neg" if token == "-" else token, (self._operand(),))
            case "|":
                inner = self._operand()
                self._expect("|")
                return ir.Operation("abs", (inner,))
            case "(":
                return self._read_parenthesised()
            case _ if self._next() == "(":
                called = read_name(token)
                if called is None:
                    raise NotationError(token)
                self._take()
                arguments = self._list(")")
                self._expect(")")
                return ir.Function(called, arguments)
            case "":
                raise NotationError("the text ends too early")
            case _:
                found = _simple(token)
                if found is None:
                    raise NotationError(token)
                return found

    def _read_parenthesised(self) -> ir.Term:
        """Read what follows `(`: a tuple, or an operation that is part of another."""
        items = self._list(")")
        comma = self._tokens[self._at - 1] == ","
        self._expect(")")
        return ir.Tuple(items) if comma or len(items) != 1 else items[0]
