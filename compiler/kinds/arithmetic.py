"""Which kinds can be added, subtracted, multiplied and divided, with the kind of the result and its computation.

Plain numbers have the kind `integer`, whether whole or not, until they become the value of a slot. Amounts
stay whole: a product of an amount and a number is rounded to the nearest smallest unit, half to even. A
percent is a share: multiplied by an amount, it returns that share; in a sum with it, the plain number 1 is
100%.
"""

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .kind import Kind
from .scalars import Date, Duration, Integer, Percent, Scalar, Time

NUMBER = Integer()
ALL = 100 * Percent.units["percent"]
"""The amount of 100%."""
Compute = Callable[[Any, Any], Any]


def whole(number: int | float) -> int:
    """Round a number to the nearest whole one, half to even."""
    return number if isinstance(number, int) else round(number)


def combine(sign: str, left: Kind, right: Kind) -> tuple[Kind, Compute] | None:
    """Return the kind of `left sign right` and the function that computes it, or None if the units do not fit."""
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


def scale(amount: int | float, number: int | float) -> int:
    """Return an amount times a number, as a whole amount: the nearest, half to even."""
    found = amount * number
    return found if isinstance(found, int) else round(found)


def _share(amount: int, share: int) -> int:
    return round(Fraction(whole(amount) * whole(share), ALL))


def _whole_of_share(amount: int, share: int) -> int:
    """Return the whole amount if a share of it is this amount."""
    return round(Fraction(whole(amount) * ALL, whole(share)))


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
        if isinstance(number, Integer) and not amount.point:
            return type(amount)(), scale
    for amount, share in ((left, right), (right, left)):
        if isinstance(share, Percent) and not amount.point:
            return type(amount)(), _share
    return None


def _quotient(left: Scalar, right: Scalar) -> tuple[Kind, Compute] | None:
    if left.point:
        return None
    if left.name == right.name:
        return NUMBER, operator.truediv
    if isinstance(right, Integer):
        return type(left)(), lambda a, b: whole(a / b)
    if isinstance(right, Percent) and not isinstance(left, Integer):
        return type(left)(), _whole_of_share
    return None


def grain(low: int, high: int, kind: Scalar) -> int:
    """Return the step of a range: the kind's whole unit (a dollar, a percent) when both ends are whole, else 1."""
    return kind.step if low % kind.step == 0 and high % kind.step == 0 else 1


def suggest_units(sign: str, left: Kind, right: Kind, texts: tuple[str, str]) -> str:
    """Return the repair of an operation whose units do not fit; `texts` are its sides as written."""
    match left, right:
        case (Integer(), Scalar()) if sign in "+-":
            return _with_unit(texts[0], right)
        case (Scalar(), Integer()) if sign in "+-":
            return _with_unit(texts[1], left)
        case (Scalar(), Percent()) if sign in "+-" and not left.point:
            return f"add a share of the amount: write `{_factor(texts[0])} * (1 {sign} {texts[1]})`"
        case (Percent(), Scalar()) if sign == "+" and not right.point:
            return f"add a share of the amount: write `{_factor(texts[1])} * (1 + {texts[0]})`"
        case (Time(), Time()) if sign == "+":
            return "add a duration to a time of day, such as `2h30m`"
        case (Date(), Duration()) if sign in "+-":
            return f"a date counts days: write `{texts[0]} {sign} 3`"
        case (Scalar(), Scalar()) if sign in "*/" and (left.point or right.point):
            return "a point in time has no multiples: take a duration or a number of days"
        case (Scalar(), Scalar()) if sign == "*" and left.units and right.units:
            name = next(iter(right.units))
            return f"one factor must be a number or a percentage: `{name}(x)` turns {right.described} into a number"
        case _:
            return "bring both to one unit, for example with `hours(x)` or `$1 * x`"


def _with_unit(text: str, other: Scalar) -> str:
    """Return how a plain number becomes what can be added to another kind."""
    unit = other.with_unit
    if not unit:
        return f"a plain number does not go with {other.name} values"
    if not text.isdecimal():
        return f"a plain number has no unit: write `{unit.format(1)} * {_factor(text)}`"
    more = f" or `{text}00%`" if other.name == Percent.label else ""
    return f"a plain number has no unit: write `{unit.format(text)}`{more}"


def _factor(text: str) -> str:
    """Return a text as one factor of a product."""
    return text if text.startswith("(") or " " not in text else f"({text})"
