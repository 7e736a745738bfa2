"""Values read back from what an SMT solver prints."""

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from ...compiler.contract import EngineError
from ...compiler.kinds import Kind, List, OneOf, Scalar, Set, Value

Expression: TypeAlias = "str | list[Expression]"
"""An SMT-LIB expression: a token without its bars, or the list of expressions between parentheses."""

TOKEN = re.compile(r'\s+|(?P<bar>\|[^|]*\|)|(?P<text>"(?:[^"]|"")*")|(?P<other>[()]|[^\s()|"]+)')


def parse_output(text: str) -> list[Expression]:
    """Return the expressions of a solver's output, or raise EngineError."""
    stack: list[list[Expression]] = [[]]
    for token in _tokens(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                raise EngineError(f"the solver's output has one `)` too many: {text[:200]}")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token[1:-1] if token.startswith("|") else token)
    if len(stack) > 1:
        raise EngineError(f"the solver's output lacks a `)`: {text[:200]}")
    return stack[0]


def _tokens(text: str) -> Iterator[str]:
    position = 0
    while position < len(text):
        found = TOKEN.match(text, position)
        if found is None:
            raise EngineError(f"the solver's output cannot be read: {text[position:][:200]}")
        position = found.end()
        if found.lastgroup:
            yield found[0]


def values(text: str, expected: int) -> list[Expression]:
    """Return the values that `(get-value …)` printed, in order."""
    match parse_output(text):
        case [[*pairs]] if len(pairs) == expected:
            found = [pair[1] for pair in pairs if isinstance(pair, list) and len(pair) == 2]
            if len(found) == expected:
                return found
    raise EngineError(f"the solver did not print a list of {expected} values: {text[:200]}")


def truth(value: Expression) -> bool:
    if value not in ("true", "false"):
        raise EngineError(f"the solver printed {value} for a truth value")
    return value == "true"


def whole(value: Expression) -> int:
    match value:
        case str() if value.isascii() and value.isdigit():
            return int(value)
        case ["-", str() as digits] if digits.isascii() and digits.isdigit():
            return -int(digits)
        case _:
            raise EngineError(f"the solver printed {value} for a whole number")


def symbol(value: Expression, kind: OneOf) -> str:
    named = {kind.smt(each)[1:-1]: each for each in kind.values}
    if not isinstance(value, str) or value not in named:
        raise EngineError(f"the solver printed {value} for a value of {kind.name}")
    return named[value]


def probes(kind: Kind, constant: str) -> list[str]:
    """Return the terms whose values determine a constant's value."""
    match kind:
        case Set(element=element):
            return [f"(select {constant} {element.smt(value)})" for value in element.values]
        case List(longest=longest):
            places = [f"(seq.nth {constant} {place})" for place in range(longest)]
            return [f"(seq.len {constant})", *places]
        case _:
            return [constant]


def read_probes(kind: Kind, found: Sequence[Expression]) -> Value:
    """Return a value from the values of its probes."""
    match kind:
        case Set(element=element):
            return frozenset(
                value for value, held in zip(element.values, found, strict=True) if truth(held)
            )
        case List(element=element):
            length = whole(found[0])
            return tuple(read_probes(element, [each]) for each in found[1 : length + 1])
        case OneOf():
            return symbol(found[0], kind)
        case _:
            return whole(found[0])


def modest(kind: Kind, constant: str) -> list[str]:
    """Return conditions that hold a constant to short and round values, such as people write."""
    match kind:
        case List():
            return [f"(<= (seq.len {constant}) 2)"]
        case Scalar():
            unit = kind.round_unit
            low = max(kind.low or 0, 0)
            high = low + 100 * unit
            return [
                f"(<= {low} {constant} {high})",
                *([f"(= 0 (mod {constant} {unit}))"] if unit > 1 else []),
            ]
        case _:
            return []
