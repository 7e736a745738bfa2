"""Ground terms as plain tuples, ordered as in clingo, and arithmetic on them.

A term begins with the rank of its class: the least one, integers, symbols, negated symbols, strings,
functions and tuples, the greatest one. Functions are ordered by sign, number of arguments, name and
arguments; a tuple is a function without a name. Their depth comes last. Source: Gebser et al., Potassco
User Guide, and the order that clingo 5.8 shows.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import eq, ge, gt, le, lt, ne
from typing import Any, TypeAlias

from ....compiler.contract import EngineError
from ....compiler.ir import nodes as ir
from ..common.budget import Spent

Value: TypeAlias = tuple[Any, ...]

NUMBER, SYMBOL, NEGATED, TEXT, FUNCTION = 1, 2, 3, 4, 5
DEEPEST = 100
"""How deep functions may nest; rules that build ever deeper terms would exhaust the stack before the budget."""

LEAST: Value = (0,)
GREATEST: Value = (6,)
EXTREMES: Mapping[str, Value] = {"#inf": LEAST, "#sup": GREATEST}

COMPARE: Mapping[str, Callable[[Value, Value], bool]] = {
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "==": eq,
    "!=": ne,
}
OPPOSITE: Mapping[str, str] = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
MIRROR: Mapping[str, str] = {"<": ">", ">=": "<=", ">": "<", "<=": ">=", "==": "==", "!=": "!="}


def number(amount: int) -> Value:
    """Return an integer; EngineError beyond 32 bits, where clingo's arithmetic would wrap around."""
    if not -(2**31) <= amount < 2**31:
        raise EngineError(f"the number {amount} is beyond 32 bits")
    return (NUMBER, amount)


def function(name: str, arguments: Sequence[Value]) -> Value:
    """Return a function of values, a tuple where the name is empty; without arguments it is a symbol.

    Raises:
        Spent: the term is deeper than any that ends is thought to be.
    """
    if not arguments:
        return (SYMBOL, name)
    depth = 1 + max([argument[5] if argument[0] == FUNCTION else 0 for argument in arguments])
    if depth > DEEPEST:
        raise Spent
    return (FUNCTION, False, len(arguments), name, tuple(arguments), depth)


def constant(term: ir.Term) -> Value | None:
    """Return the value of a term that is no compound; None for all others."""
    match term:
        case ir.Const(name=name):
            return EXTREMES.get(name) or (SYMBOL, name)
        case ir.String(text=text):
            return (TEXT, text)
        case ir.Quantity(kind="integer", amount=amount):
            return number(amount)
        case _:
            return None


def node(value: Value) -> ir.Term:
    """Return the term of a value."""
    match value:
        case (0,):
            return ir.Const("#inf")
        case (6,):
            return ir.Const("#sup")
        case (1, amount):
            return ir.Quantity("integer", amount)
        case (2, name):
            return ir.Const(name) if name else ir.Tuple(())
        case (4, text):
            return ir.String(text)
        case (3, name):
            return ir.Operation("neg", (node((SYMBOL, name)),))
        case (_, True, size, name, arguments, depth):
            return ir.Operation("neg", (node((FUNCTION, False, size, name, arguments, depth)),))
        case (_, _, _, name, arguments, _):
            terms = tuple(map(node, arguments))
            return ir.Function(name, terms) if name else ir.Tuple(terms)
        case _:
            raise EngineError(f"there is no term {value!r}")


def negate(value: Value) -> Value | None:
    """Return `-x`: the opposite of an integer, the negated twin of a symbol, function or tuple, else None."""
    match value:
        case (1, amount):
            return number(-amount)
        case (2 | 3 as rank, name):
            return (SYMBOL + NEGATED - rank, name)
        case (5, negative, size, name, arguments, depth):
            return (FUNCTION, not negative, size, name, arguments, depth)
        case _:
            return None


def operation(operator: str, left: Value, right: Value) -> Value | None:
    """Return the result of arithmetic as clingo does it; None if it is undefined.

    Division rounds towards zero, and the remainder goes with it; a power with a negative exponent is 0.
    """
    if left[0] != NUMBER or right[0] != NUMBER:
        return None
    a, b = left[1], right[1]
    match operator:
        case "+":
            return number(a + b)
        case "-":
            return number(a - b)
        case "*":
            return number(a * b)
        case "/" | "mod" if b:
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            return number(quotient if operator == "/" else a - b * quotient)
        case "**" if b < 0:
            return number(0) if a else None
        case "**":
            if b > 31 and abs(a) > 1:
                raise EngineError(f"the number {a} ** {b} is beyond 32 bits")
            return number(a**b)
        case _:
            return None


def fold_aggregate(name: str, tuples: Sequence[Value]) -> Value:
    """Return the value of an aggregate over distinct tuples: the first members are what it adds up or compares."""
    match name:
        case "count":
            return number(len(tuples))
        case "sum":
            return number(
                sum(tuple_[0][1] for tuple_ in tuples if tuple_ and tuple_[0][0] == NUMBER)
            )
        case "min":
            return min((tuple_[0] for tuple_ in tuples if tuple_), default=GREATEST)
        case "max":
            return max((tuple_[0] for tuple_ in tuples if tuple_), default=LEAST)
        case _:
            raise EngineError(f"there is no aggregate `{name}`")


def extent(name: str, certain: Sequence[Value], open_: Sequence[Value]) -> tuple[Value, Value]:
    """Return the least and the greatest value of an aggregate over some tuples and any of the open ones."""
    base = fold_aggregate(name, certain)
    match name:
        case "count":
            return base, number(base[1] + len(open_))
        case "sum":
            weights = [each[0][1] for each in open_ if each and each[0][0] == NUMBER]
            return (
                number(base[1] + sum(weight for weight in weights if weight < 0)),
                number(base[1] + sum(weight for weight in weights if weight > 0)),
            )
        case "min":
            return min(base, fold_aggregate(name, open_)), base
        case _:
            return base, max(base, fold_aggregate(name, open_))


def always(operator: str, extent: tuple[Value, Value], bound: Value) -> bool:
    """Return whether every value within an extent compares so with the bound."""
    low, high = extent
    match operator:
        case "<" | "<=":
            return COMPARE[operator](high, bound)
        case ">" | ">=":
            return COMPARE[operator](low, bound)
        case "==":
            return low == high == bound
        case _:
            return bound < low or bound > high
