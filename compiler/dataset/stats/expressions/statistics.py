"""Statistics written as expressions: `share(label = true)`, `mean(words where slots = 2) - mean(words)`.

statistic  = term { "-" term }
term       = function "(" figures [ "," number ] [ "where" conditions ] ")"
figures    = figure [ "," figure ]     # of `share`: conditions; of `count`: nothing
conditions = comparison { "and" comparison }
comparison = figure ( "=" | "==" | "!=" | "<" | "<=" | ">" | ">=" ) ( number | name | "`" text "`" )
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from .....dsl.diagnostics import did_you_mean
from ..counting import is_number, value_name

FUNCTIONS = {
    "count": 0,
    "share": 0,
    "mean": 1,
    "sd": 1,
    "min": 1,
    "median": 1,
    "max": 1,
    "sum": 1,
    "quantile": 1,
    "ratio": 2,
}
"""The functions, with how many figures each takes."""

ORDERS: Mapping[str, Callable[[float, float], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}

_TOKEN = re.compile(
    r"\s*(?:(?P<number>-?[0-9]{1,18}(?:\.[0-9]{1,18})?(?![\w.]))|(?P<name>[^\W\d]\w*(?:\.\w+)*)"
    r"|`(?P<text>[^`]*)`|(?P<sign><=|>=|!=|==|[=<>(),-]))"
)


_COMPARE = "write `label = true`, `words >= 100`, or a name in backquotes"


class ExpressionError(ValueError):
    """A statistic is malformed: what is wrong from `start` to `end`, and how to write it."""

    def __init__(self, message: str, start: int, end: int, repair: str) -> None:
        super().__init__(message)
        self.start, self.end, self.repair = start, end, repair


@dataclass(frozen=True)
class Comparison:
    """A comparison of a figure with a number or a name. For a list, it is true if it is true for a member."""

    figure: str
    sign: str
    value: float | str

    def holds(self, value: Any) -> bool:
        if isinstance(value, list):
            return any(self.holds(each) for each in value)
        if self.sign in ORDERS:
            other = self.value
            assert isinstance(other, float)
            return is_number(value) and ORDERS[self.sign](value, other)
        return self._equal(value) == (self.sign != "!=")

    def _equal(self, value: Any) -> bool:
        if isinstance(self.value, float):
            return _number(value) == self.value
        return not is_number(value) and value_name(value) == self.value


def _number(value: Any) -> float | None:
    """Return a number, also one in a string: labels and answers always do."""
    if is_number(value):
        return float(value)
    found = _TOKEN.fullmatch(value) if isinstance(value, str) else None
    return float(found["number"]) if found is not None and found["number"] else None


@dataclass(frozen=True)
class Term:
    """A function of one or two figures of the records that meet its conditions.

    Attributes:
        shared: the conditions whose share is computed.
        where: the conditions for a record to be counted.
        at: which quantile.
    """

    function: str
    figures: tuple[str, ...] = ()
    shared: tuple[Comparison, ...] = ()
    where: tuple[Comparison, ...] = ()
    at: float = 0.5

    @property
    def names(self) -> tuple[str, ...]:
        """The figures in it."""
        return (*self.figures, *(comparison.figure for comparison in (*self.shared, *self.where)))


Statistic: TypeAlias = tuple[Term, ...]
"""The first term less all others."""


def parse(text: str) -> Statistic:
    """Read a statistic; raises ExpressionError."""
    return _StatisticReader(text).statistic()


class Reader:
    """Reads a text token by token."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[re.Match[str]] = []
        place = 0
        while text[place:].strip():
            found = _TOKEN.match(text, place)
            if found is None:
                start = place + len(text[place:]) - len(text[place:].lstrip())
                raise ExpressionError(
                    f"`{text[start]}` has no meaning here",
                    start,
                    start + 1,
                    "put odd names in backquotes",
                )
            self._tokens.append(found)
            place = found.end()
        self._next = 0

    def comparison(self) -> Comparison:
        """Read a comparison."""
        figure, sign = self._figure(), self.peek()
        if sign not in ORDERS and sign not in ("=", "==", "!="):
            raise self.wrong("a comparison is expected here", _COMPARE)
        self._next += 1
        token = self._token()
        if token is None or token["sign"] or (sign in ORDERS and not token["number"]):
            what = "number" if sign in ORDERS else "value"
            raise self.wrong(f"a {what} is expected here", _COMPARE)
        self._next += 1
        if token["number"]:
            return Comparison(figure, sign, float(token["number"]))
        return Comparison(figure, sign, token["name"] or token["text"])

    def _figure(self) -> str:
        token = self._token()
        if token is None or not (token["name"] or token["text"]):
            raise self.wrong("the name of a figure is expected here", "write `mean(words)`")
        self._next += 1
        return str(token["name"] or token["text"])

    def accept(self, word: str) -> bool:
        """Read a sign or a bare word if it comes next; return whether it does."""
        found = self.peek() == word
        self._next += found
        return found

    def expect_end(self, message: str, repair: str) -> None:
        """Raise ExpressionError unless all is read."""
        if self._next < len(self._tokens):
            raise self.wrong(message, repair)

    def expect(self, sign: str) -> None:
        """Read a sign; raise ExpressionError if another token comes next."""
        if self.peek() != sign:
            raise self.wrong(f"`{sign}` is expected here", f"write `{sign}` here")
        self._next += 1

    def _token(self) -> re.Match[str] | None:
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def peek(self) -> str:
        """Return the sign or bare word that comes next; a name in backquotes is neither."""
        token = self._token()
        return "" if token is None else token["sign"] or token["name"] or ""

    def wrong(self, message: str, repair: str) -> ExpressionError:
        """Return an error at the next token."""
        token = self._token()
        if token is None:
            start = end = len(self._text.rstrip())
        else:
            start, end = token.end() - len(token[0].lstrip()), token.end()
        return ExpressionError(message, start, end, repair)


class _StatisticReader(Reader):
    def statistic(self) -> Statistic:
        terms = [self._term()]
        while self.peek() == "-":
            self._next += 1
            terms.append(self._term())
        self.expect_end("the statistic ends before this", "leave the rest out, or subtract it")
        return tuple(terms)

    def _term(self) -> Term:
        function = self.peek()
        if function not in FUNCTIONS:
            raise self._no_function(function)
        self._next += 1
        self.expect("(")
        figures: list[str] = []
        shared = self._comparisons() if function == "share" else ()
        for number in range(FUNCTIONS[function]):
            if number:
                self.expect(",")
            figures.append(self._figure())
        at = self._share() if function == "quantile" else 0.5
        where: tuple[Comparison, ...] = ()
        if self.peek() == "where":
            self._next += 1
            where = self._comparisons()
        self.expect(")")
        return Term(function, tuple(figures), shared, where, at)

    def _comparisons(self) -> tuple[Comparison, ...]:
        found = [self.comparison()]
        while self.peek() == "and":
            self._next += 1
            found.append(self.comparison())
        return tuple(found)

    def _share(self) -> float:
        self.expect(",")
        token = self._token()
        if token is None or not token["number"] or not 0 <= float(token["number"]) <= 1:
            raise self.wrong("a share from 0 to 1 is expected here", "write `quantile(words, 0.5)`")
        self._next += 1
        return float(token["number"])

    def _no_function(self, found: str) -> ExpressionError:
        known = ", ".join(f"`{each}`" for each in FUNCTIONS)
        return self.wrong(
            f"no function is called `{found}`" if found else "a function is expected here",
            did_you_mean(found, FUNCTIONS) or f"the functions are {known}",
        )
