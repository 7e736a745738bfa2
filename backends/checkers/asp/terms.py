"""Terms with variables, made into functions: one returns a term's value, another matches a value and binds
variables.

Variables are places in an environment, a list. Which of them are bound at each step is known in advance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, TypeAlias

from ....compiler.contract import EngineError
from ....compiler.ir import nodes as ir, walk
from .values import FUNCTION, NUMBER, SYMBOL, Value, constant, function, negate, number, operation

Environment: TypeAlias = list[Any]
Evaluate: TypeAlias = Callable[[Environment], Value | None]
EvaluateAll: TypeAlias = Callable[[Environment], tuple[Value, ...] | None]
Match: TypeAlias = Callable[[Environment, Value], bool]

SIMPLE = frozenset({ir.Var, ir.Const, ir.String, ir.Quantity})
"""Terms that can be matched whatever is bound."""


def variables(*parts: ir.Node) -> set[str]:
    """Return the names of all variables in some nodes."""
    found: set[str] = set()
    for part in parts:
        _collect(part, found)
    return found


@lru_cache(maxsize=1024)
def spots(literal: ir.Literal) -> tuple[str, ...] | None:
    """Return the variable at each place of a literal, "" at the place of a value; None if there is a compound term."""
    arguments = literal.atom.arguments
    if not all(argument.__class__ in SIMPLE for argument in arguments):
        return None
    return tuple([argument.name if isinstance(argument, ir.Var) else "" for argument in arguments])


def _collect(part: ir.Node, found: set[str]) -> None:
    """Add the variables of a node; terms without any, and literals, are most of what there is."""
    match part:
        case ir.Var(name=name):
            found.add(name)
        case ir.Const() | ir.String() | ir.Quantity():
            return
        case ir.Literal():
            names = spots(part)
            if names is not None:
                found.update([name for name in names if name])
                return
            for argument in part.atom.arguments:
                _collect(argument, found)
        case _:
            found |= {node.name for node in walk(part) if isinstance(node, ir.Var)}


def evaluator(term: ir.Term, places: Mapping[str, int]) -> Evaluate:
    """Return the function that gives a term's value in an environment that binds its variables; None if undefined.

    Raises:
        EngineError: for a term that no program has.
    """
    if isinstance(term, ir.Var):
        return itemgetter(places[term.name])
    value = constant(term)
    if value is not None:
        return lambda env: value
    match term:
        case ir.Function(arguments=arguments) | ir.Tuple(items=arguments):
            name = term.name if isinstance(term, ir.Function) else ""
            every = evaluators(arguments, places)

            def compound(env: Environment) -> Value | None:
                values = every(env)
                return None if values is None else function(name, values)

            return compound
        case ir.Operation(operator="neg", operands=(operand,)):
            inner = evaluator(operand, places)

            def opposite(env: Environment) -> Value | None:
                value = inner(env)
                return None if value is None else negate(value)

            return opposite
        case ir.Operation(operator="abs", operands=(operand,)):
            signed = evaluator(operand, places)

            def unsigned(env: Environment) -> Value | None:
                value = signed(env)
                return number(abs(value[1])) if value is not None and value[0] == NUMBER else None

            return unsigned
        case ir.Operation(operator="+" | "-" | "*" | "/" | "mod" | "**" as sign, operands=(a, b)):
            left, right = evaluator(a, places), evaluator(b, places)

            def arithmetic(env: Environment) -> Value | None:
                first, second = left(env), right(env)
                if first is None or second is None:
                    return None
                return operation(sign, first, second)

            return arithmetic
    raise EngineError(f"{term!r} is not a term of a program")


def evaluators(terms: Sequence[ir.Term], places: Mapping[str, int]) -> EvaluateAll:
    """Return the function that gives the values of some terms; None if one is undefined."""
    if terms and all(term.__class__ is ir.Var for term in terms):
        slots = [places[term.name] for term in terms]  # type: ignore[union-attr]
        if len(slots) > 1:
            return itemgetter(*slots)
        slot = slots[0]
        return lambda env: (env[slot],)
    simple = [constant(term) for term in terms]
    if None not in simple:
        known = tuple(each for each in simple if each is not None)
        return lambda env: known
    each_one = [evaluator(term, places) for term in terms]

    def every(env: Environment) -> tuple[Value, ...] | None:
        values = tuple([each(env) for each in each_one])
        return None if None in values else values  # type: ignore[return-value]

    return every


def bindable(term: ir.Term, bound: Iterable[str]) -> bool:
    """Return whether matching a value binds all variables of the term that are still free."""
    known = set(bound)
    match term:
        case ir.Var():
            return True
        case ir.Function(arguments=arguments) | ir.Tuple(items=arguments):
            return matching_order(arguments, known) is not None
        case ir.Operation(operands=operands):
            free = [operand for operand in operands if variables(operand) - known]
            if not free:
                return True
            if len(free) > 1 or len(_free(term, known)) > 1:
                return False
            return term.operator in ("+", "-", "*", "neg") and bindable(free[0], known)
        case _:
            return True


def matching_order(terms: Sequence[ir.Term], bound: Iterable[str]) -> list[int] | None:
    """Return the places of terms in an order in which each can be matched; None if there is none."""
    left = list(range(len(terms)))
    if all(term.__class__ in SIMPLE for term in terms):
        return left
    known = set(bound)
    order = []
    while left:
        place = next((each for each in left if bindable(terms[each], known)), None)
        if place is None:
            return None
        left.remove(place)
        order.append(place)
        known |= variables(terms[place])
    return order


def matcher(term: ir.Term, places: Mapping[str, int], bound: set[str]) -> Match:
    """Return the function that tests whether a value matches a bindable term; the variables it binds join `bound`."""
    if not (variables(term) - bound):
        evaluate = evaluator(term, places)
        return lambda env, value: evaluate(env) == value
    match term:
        case ir.Var(name=name):
            slot = places[name]
            bound.add(name)

            def bind(env: Environment, value: Value) -> bool:
                env[slot] = value
                return True

            return bind
        case ir.Function(arguments=arguments) | ir.Tuple(items=arguments):
            name = term.name if isinstance(term, ir.Function) else ""
            return _match_compound(name, arguments, places, bound)
        case ir.Operation(operator="neg", operands=(operand,)):
            inner = matcher(operand, places, bound)

            def opposite(env: Environment, value: Value) -> bool:
                other = negate(value)
                return other is not None and inner(env, other)

            return opposite
        case ir.Operation(operator=operator, operands=(left, right)):
            return _inverse(operator, left, right, places, bound)
    raise EngineError(f"{term!r} is not a term of a program")


def _free(term: ir.Term, bound: set[str]) -> list[ir.Var]:
    return [node for node in walk(term) if isinstance(node, ir.Var) and node.name not in bound]


def _match_compound(
    name: str, arguments: Sequence[ir.Term], places: Mapping[str, int], bound: set[str]
) -> Match:
    order = matching_order(arguments, bound)
    assert order is not None, "only bindable terms are matched"
    inner = [(place, matcher(arguments[place], places, bound)) for place in order]
    size = len(arguments)

    def compound(env: Environment, value: Value) -> bool:
        if value[0] != FUNCTION or value[1] or value[2] != size or value[3] != name:
            return False
        values = value[4]
        return all(match(env, values[place]) for place, match in inner)

    return compound if size else lambda env, value: value == (SYMBOL, name)


def _inverse(
    operator: str, left: ir.Term, right: ir.Term, places: Mapping[str, int], bound: set[str]
) -> Match:
    """Solve `x o a = v` or `a o x = v` for x, with `o` one of `+ - *`."""
    first = bool(variables(left) - bound)
    known = evaluator(right if first else left, places)
    inner = matcher(left if first else right, places, bound)

    def solve(env: Environment, value: Value) -> bool:
        other = known(env)
        if other is None or other[0] != NUMBER or value[0] != NUMBER:
            return False
        a, v = other[1], value[1]
        match operator:
            case "+":
                return inner(env, number(v - a))
            case "-":
                return inner(env, number(v + a if first else a - v))
            case _:
                return bool(a) and v % a == 0 and inner(env, number(v // a))

    return solve
