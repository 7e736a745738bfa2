"""Which kinds may be added, subtracted, multiplied and divided, what comes out, and how it is computed.

Plain numbers have the kind `integer`, whether whole or not, until they become the value of a slot. Amounts stay
whole: a product of an amount and a number is rounded to the nearest smallest unit, half to even.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from .kind import Kind
from .scalars import Date, Duration, Integer, Scalar, Time

NUMBER = Integer()
Compute = Callable[[Any, Any], Any]


def whole(number: int | float) -> int:
    """Round a number to the nearest whole one, half to even."""
    return number if isinstance(number, int) else round(number)


def arithmetic(sign: str, left: Kind, right: Kind) -> tuple[Kind, Compute] | None:
    """Give the kind of `left sign right` and the function that computes it, or None if the units do not fit."""
    if not isinstance(left, Scalar) or not isinstance(right, Scalar):
        return None
    match sign:
        case "+" | "-":
            return _sum(sign, left, right)
        case "*":
            return _product(left, right)
        case "/":
            return _quotient(left, right)
        case "mod" if left.name == right.name:
            return left, lambda a, b: a % b
        case "**" if isinstance(left, Integer) and isinstance(right, Integer):
            return NUMBER, _power
        case _:
            return None


def scaled(amount: int | float, number: int | float) -> int:
    """Give an amount times a number, as a whole amount: the nearest, half to even."""
    found = amount * number
    return found if isinstance(found, int) else round(found)


def _power(base: int | float, exponent: int | float) -> int | float:
    if isinstance(base, int) and exponent * base.bit_length() > 4096:
        raise OverflowError("a power too large")
    found = base**exponent
    if isinstance(found, complex):
        raise ValueError("a root of a negative number")
    return found


def _sum(sign: str, left: Scalar, right: Scalar) -> tuple[Kind, Compute] | None:
    plus = sign == "+"
    compute = operator.add if plus else operator.sub
    match left, right:
        case (Time(), Duration()):
            day = left.wraps
            return Time(), lambda a, b: compute(a, b) % day
        case (Duration(), Time()) if plus:
            return Time(), lambda a, b: (a + b) % right.wraps
        case (Time(), Time()):
            return None if plus else (Duration(), lambda a, b: (a - b) % left.wraps)
        case (Date(), Integer()):
            return Date(), lambda a, b: compute(a, whole(b))
        case (Date(), Date()):
            return None if plus else (NUMBER, operator.sub)
        case _ if left.name == right.name:
            return type(left)(), compute
        case _:
            return None


def _product(left: Scalar, right: Scalar) -> tuple[Kind, Compute] | None:
    if isinstance(left, Integer) and isinstance(right, Integer):
        return NUMBER, operator.mul
    for amount, number in ((left, right), (right, left)):
        if isinstance(number, Integer) and not isinstance(amount, Date | Time):
            return type(amount)(), scaled
    return None


def _quotient(left: Scalar, right: Scalar) -> tuple[Kind, Compute] | None:
    if isinstance(left, Date | Time):
        return None
    if left.name == right.name:
        return NUMBER, operator.truediv
    if isinstance(right, Integer):
        return type(left)(), lambda a, b: whole(a / b)
    return None


def grain(low: int, high: int, kind: Scalar) -> int:
    """Give the step of a range: the kind's whole unit (a dollar, a percent) when both ends are whole, else 1."""
    unit = 100 if kind.label in ("money", "percent") else 1
    return unit if low % unit == 0 and high % unit == 0 else 1
