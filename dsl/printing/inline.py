"""Expressions and statements as text on one line, with as few parentheses as the grammar needs."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import assert_never

from .. import syntax
from ..reserved import FUNCTIONS, RESERVED, words

_NAME = re.compile(r"[a-z_][A-Za-z0-9_]*")
_CAPITAL = re.compile(r"[A-Z][A-Za-z0-9_]*")

ISA, OR, AND, NOT, COMPARED, OF, RANGE, AT, SUM, PRODUCT, POWER, SIGNED, INDEXED, TIGHT = range(14)
"""How tightly a form binds, from loose to tight."""

_INFIX: dict[str, tuple[int, int, int, str]] = {
    "isa": (ISA, OR, OR, " isa "),
    **{sign: (COMPARED, OF, OF, f" {sign} ") for sign in ("<", "<=", ">", ">=", "==", "!=", "in")},
    "of": (OF, RANGE, OF, " of "),
    "..": (RANGE, AT, AT, ".."),
    "@": (AT, SUM, SUM, "@"),
    **{sign: (SUM, SUM, PRODUCT, f" {sign} ") for sign in ("+", "-")},
    **{sign: (PRODUCT, PRODUCT, POWER, f" {sign} ") for sign in ("*", "/", "mod")},
    "**": (POWER, SIGNED, POWER, " ** "),
}
"""For each operator: how tightly it binds, what its operands must at least, and how it is written."""

KNOB_WORDS = RESERVED & words("from min max count sum than say else where when if with atypical as")
"""Reserved words that a knob may be named by."""

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"})
_NAME_ESCAPES = str.maketrans({"\\": "\\\\", "`": "\\`", "\n": "\\n", "\t": "\\t", "\r": "\\r"})


def print_expression(expression: syntax.Expr) -> str:
    """Return an expression on one line."""
    return PLAIN.expression(expression)


def print_statement(statement: syntax.Statement) -> str:
    """Return a statement on one line, without its full stop."""
    return PLAIN.statement(statement)


def print_line(line: syntax.Line) -> str:
    """Return a line of a body on one line, without its full stop."""
    return PLAIN.line(line)


@lru_cache(maxsize=4096)  # the names of a theory are printed again and again
def print_name(name: str, reserved: frozenset[str] = RESERVED) -> str:
    """Return a name, in backquotes unless it needs none."""
    if _NAME.fullmatch(name) and name != "_" and name not in reserved:
        return name
    return f"`{name.translate(_NAME_ESCAPES)}`"


def print_call(function: str, arguments: Iterable[str]) -> str:
    """Return the function that is applied to printed arguments."""
    called = function if function in FUNCTIONS else print_name(function)
    return f"{called}({', '.join(arguments)})"


def print_title(name: str) -> str:
    """Return a name that no expression refers to, which can begin with a capital."""
    return name if _CAPITAL.fullmatch(name) else print_name(name)


def print_text(text: str) -> str:
    """Return a text between quotes, on one line."""
    return f'"{text.translate(_ESCAPES)}"'


def print_long_text(text: str) -> str:
    """Return a string of several lines between triple quotes, if possible; otherwise on one line."""
    if "\n" not in text or '"""' in text or text.endswith('"') or "\r" in text:
        return print_text(text)
    return f'"""{text}"""'


def print_hole(name: str) -> str:
    """Return the name of a parameter that is bound by a hole."""
    return f"?{name}" if _NAME.fullmatch(name) else print_name(name)


def print_split(split: str) -> str:
    """Return the clause that assigns an item to a split, or nothing."""
    return f"split {print_name(split)}" if split else ""


def print_kept(kept: Sequence[syntax.Kept]) -> str:
    """Return the clause that keeps holes to words of pools, or nothing."""
    listed = [f"?{each.hole} in {print_expression(each.words)}" for each in kept]
    return f"where {', '.join(listed)}" if listed else ""


def print_said(text: str) -> str:
    """Return the clause that says how an item reads, or nothing."""
    return f"say {print_long_text(text)}" if text else ""


class Printer:
    """Prints expressions and statements where `reserved` words need backquotes."""

    def __init__(self, reserved: frozenset[str] = RESERVED) -> None:
        self.reserved = reserved

    def name(self, name: str) -> str:
        return print_name(name, self.reserved)

    # ------------------------------------------------------------------------------------------ statements

    def statement(self, statement: syntax.Statement) -> str:
        match statement:
            case syntax.Named(name, body):
                colon = " : " if asserts(name, body) else ": "
                return f"{self.expression(name)}{colon}{self.statement(body)}"
            case syntax.Implication(premises, arrow, head):
                listed = self.listed(premises)
                return f"{listed} {arrow} {self.expression(head)}".lstrip()
            case syntax.Optimise(direction, braces):
                return f"{direction} {self.braces(braces, wide=True)}"
            case _:
                return self.expression(statement)

    def line(self, line: syntax.Line) -> str:
        match line:
            case syntax.Guarded(body, guard):
                return f"{self.statement(body)} when {self.expression(guard)}"
            case syntax.Indexed(names, source, inner):
                holes = ", ".join([f"?{name}" for name in names])
                pattern = holes if len(names) == 1 else f"({holes})"
                return f"each {pattern} in {self.expression(source, OF)}: {self.line(inner)}"
            case _:
                return self.statement(line)

    # ----------------------------------------------------------------------------------------- expressions

    def listed(self, expressions: Iterable[syntax.Expr]) -> str:
        return ", ".join([self.expression(expression) for expression in expressions])

    def expression(self, expression: syntax.Expr, least: int = ISA) -> str:
        """Print an expression, in parentheses if it binds less tightly than its place asks for."""
        text = self._bare(expression)
        return text if least == ISA or binding_power(expression) >= least else f"({text})"

    def _bare(self, expression: syntax.Expr) -> str:
        match expression:
            case syntax.Name(text):
                return self.name(text)
            case syntax.Variable(text) | syntax.Quantity(text) | syntax.Word(text):
                return text
            case syntax.Call(function, arguments):
                return f"{self._function(function)}({self.listed(arguments)})"
            case syntax.Hole(text, rest):
                return f"?{text}..." if rest else f"?{text}"
            case syntax.Infix(operator, left, right):
                _, least_left, least_right, sign = _INFIX[operator]
                return f"{self.expression(left, least_left)}{sign}{self.expression(right, least_right)}"
            case syntax.Prefix("not", operand):
                return f"not {self.expression(operand, NOT)}"
            case syntax.Prefix(operator, operand):
                return f"{operator}{self.expression(operand, SIGNED)}"
            case syntax.Junction("|", parts):
                return "(" + " | ".join([self.expression(part) for part in parts]) + ")"
            case syntax.Junction(operator, parts):
                least = AND if operator == "or" else NOT
                return f" {operator} ".join([self.expression(part, least) for part in parts])
            case syntax.Text(text):
                return print_text(text)
            case syntax.Dotted(parts):
                return ".".join(parts)
            case syntax.Expansion(production, arguments):
                inner = f"({self.listed(arguments)})" if arguments else ""
                return f"<{production}{inner}>"
            case syntax.Tuple(items):
                return f"({self.listed(items)}{',' if len(items) == 1 else ''})"
            case syntax.Braces():
                return self.braces(expression)
            case syntax.Aggregate(function, body):
                return f"{function} {self.braces(body, wide=True)}"
            case syntax.Restriction():
                return self._restriction(expression)
            case syntax.Index(table, key):
                return f"{self.expression(table, INDEXED)}[{self.expression(key)}]"
            case _:
                assert_never(expression)

    def _function(self, function: syntax.Name | syntax.Hole) -> str:
        if isinstance(function, syntax.Hole):
            return f"?{function.text}"
        return function.text if function.text in FUNCTIONS else print_name(function.text)

    def _restriction(self, restriction: syntax.Restriction) -> str:
        bound = ""
        match restriction.bound:
            case None:
                pass
            case syntax.Hole() | syntax.Variable() | syntax.Quantity() | syntax.Name():
                bound = self.expression(restriction.bound) + " "
            case syntax.Braces(_, None, None):
                bound = self.expression(restriction.bound) + " "
            case other:
                bound = f"({self.expression(other)}) "
        role = self.expression(restriction.role)
        return f"{restriction.kind} {bound}{role} {self._filler(restriction.filler)}"

    def _filler(self, filler: syntax.Expr) -> str:
        match filler:
            case syntax.Restriction():
                return self.expression(filler)
            case syntax.Prefix("not", operand):
                return f"not {self._filler(operand)}"
            case syntax.Text() | syntax.Aggregate():
                return f"({self.expression(filler)})"
            case syntax.Braces(_, lower, upper) if lower is not None or upper is not None:
                return f"({self.expression(filler)})"
            case _:
                return self.expression(filler, TIGHT)

    # ---------------------------------------------------------------------------------------------- braces

    def braces(self, braces: syntax.Braces, wide: bool = False) -> str:
        """Print braces, with blanks inside them if they hold more than names and values."""
        wide = wide or _wide(braces)
        groups = [
            ", ".join(
                [self.entry(each, first=not (place or index)) for index, each in enumerate(group)]
            )
            for place, group in enumerate(braces.groups)
        ]
        inner = "; ".join(groups)
        text = f"{{ {inner} }}" if wide and inner else f"{{{inner}}}"
        if braces.lower is not None:
            text = f"{self._print_bound(braces.lower)} {text}"
        if braces.upper is not None:
            text = f"{text} {self._print_bound(braces.upper)}"
        return text

    def entry(self, entry: syntax.Entry, first: bool) -> str:
        term = self.expression(entry.term)
        if first and term.startswith(_MISTAKEN):
            term = f"({term})"  # a word and a value after `{` would begin a block of knobs
        if entry.value is None:
            return term
        colon = ": " if _key(entry.term) else " : "
        return f"{term}{colon}{self.expression(entry.value)}"

    def _print_bound(self, bound: syntax.Expr) -> str:
        match bound:
            case syntax.Quantity() | syntax.Variable() | syntax.Hole():
                return self.expression(bound)
            case _:
                return f"({self.expression(bound)})"

    # ----------------------------------------------------------------------------------------------- knobs

    def block(self, knobs: syntax.Knobs) -> str:
        """Print a block of knobs on one line."""
        inner = "  ".join([self.knob(knob) for knob in knobs.knobs])
        return f"{{ {inner} }}" if inner else "{}"

    def knob(self, knob: syntax.Knob) -> str:
        parts = [print_name(knob.name, RESERVED - KNOB_WORDS)]
        if knob.value is not None:
            value = self.setting(knob.value)
            bare = knob.name not in FUNCTIONS or not value.startswith("{")
            parts.append(value if bare else f"({value})")
        if knob.block is not None:
            parts.append(self.block(knob.block))
        return " ".join(parts)

    def setting(self, value: syntax.Expr) -> str:
        match value:
            case syntax.Infix("of", left, right):
                return f"{self._stretch(left)} of {self.setting(right)}"
            case _:
                return self._stretch(value)

    def _stretch(self, value: syntax.Expr) -> str:
        match value:
            case syntax.Infix("..", left, right):
                return f"{self._single(left)}..{self._single(right)}"
            case _:
                return self._single(value)

    def _single(self, value: syntax.Expr) -> str:
        text = self.expression(value, INDEXED)
        return f"({text})" if text.startswith(_MISTAKEN) else text


PLAIN = Printer()

_MISTAKEN = tuple(f"{word} " for word in sorted(FUNCTIONS))
_KEYS = (
    syntax.Name,
    syntax.Quantity,
    syntax.Text,
    syntax.Word,
    syntax.Hole,
    syntax.Dotted,
    syntax.Tuple,
    syntax.Index,
)


def binding_power(expression: syntax.Expr) -> int:
    """Return how tightly an expression binds as it is printed."""
    match expression:
        case syntax.Infix(operator):
            return _INFIX[operator][0]
        case syntax.Junction("or"):
            return OR
        case syntax.Junction("and"):
            return AND
        case syntax.Prefix("not") | syntax.Restriction():
            return NOT
        case syntax.Prefix():
            return SIGNED
        case syntax.Index():
            return INDEXED
        case _:
            return TIGHT


def _wide(braces: syntax.Braces) -> bool:
    if len(braces.groups) > 1 or braces.lower is not None or braces.upper is not None:
        return True
    return any(not _key(entry.term) for group in braces.groups for entry in group)


def _key(term: syntax.Expr) -> bool:
    """Whether a term of braces is a name or an amount, and no statement."""
    match term:
        case syntax.Infix(operator):
            return _INFIX[operator][0] >= OF and operator != "@"
        case _:
            return isinstance(term, _KEYS)


def asserts(name: syntax.Expr, body: syntax.Statement) -> bool:
    """Whether `name : body` reads as an individual and its concept, not as a label and its statement."""
    if not isinstance(name, (syntax.Name, syntax.Hole, syntax.Variable)):
        return True
    match body:
        case syntax.Name() | syntax.Word() | syntax.Restriction() | syntax.Expansion():
            return True
        case syntax.Prefix("not", operand):
            return not isinstance(operand, syntax.Call | syntax.Prefix) and _concept(operand)
        case syntax.Junction(_, parts):
            return all(_concept(part) for part in parts)
        case _:
            return False


def _concept(part: syntax.Expr) -> bool:
    """Whether a part of an expression can be a concept: it holds no call and no comparison."""
    match part:
        case syntax.Prefix("not", operand):
            return _concept(operand)
        case syntax.Junction(_, parts):
            return all(_concept(each) for each in parts)
        case _:
            return not isinstance(part, syntax.Call | syntax.Infix)


def join_parts(parts: Sequence[str]) -> str:
    """Join the parts of a line that are not empty."""
    return " ".join([part for part in parts if part])
