"""The simplest product of sums for a set of minterms, by SymPy's Quine-McCluskey."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import factorial, prod
from typing import TypeAlias

Literal: TypeAlias = tuple[int, bool]
"""A variable's index, and whether it stands without negation."""

Product: TypeAlias = tuple[tuple[Literal, ...], ...]
"""A conjunction of sums, each a disjunction of literals."""

MOST_VARIABLES = 8
MOST_TRIED = 2000


def product_of_sums(variables: int, minterms: Iterable[int]) -> Product:
    """Give a simplest product of sums that is true of exactly the minterms; bit i of a minterm is variable i.

    Sums with fewer literals stand first, then those of lower variables; within a sum, variables ascend.
    SymPy runs once for all sets of minterms that are one another's images under a permutation of the variables.

    Raises:
        ValueError: for a function that is constant, more than 8 variables, or a minterm out of range.
    """
    terms = frozenset(minterms)
    if not 1 <= variables <= MOST_VARIABLES:
        raise ValueError(f"a function has 1 to {MOST_VARIABLES} variables, not {variables}")
    if any(not 0 <= term < 2**variables for term in terms):
        raise ValueError(f"a minterm of {variables} variables lies below {2**variables}")
    if not 0 < len(terms) < 2**variables:
        raise ValueError("a function of no minterm or of all of them is constant")
    return _renamed(variables, terms)


@lru_cache(maxsize=4096)
def _renamed(variables: int, terms: frozenset[int]) -> Product:
    representative, order = _representative(variables, terms)
    sums = [
        tuple(sorted((order[variable], positive) for variable, positive in each))
        for each in _simplest(variables, representative)
    ]
    return _ordered(sums)


def _ordered(sums: Iterable[Sequence[Literal]]) -> Product:
    return tuple(sorted((tuple(each) for each in sums), key=lambda each: (len(each), each)))


def _representative(variables: int, terms: frozenset[int]) -> tuple[tuple[int, ...], Sequence[int]]:
    """Give the same set of minterms for its whole orbit, and for each of its variables which one of ours it is.

    Where that would take trying too many permutations, the set stands for itself.
    """
    rows = sorted(terms)
    columns = [tuple(term >> variable & 1 for term in rows) for variable in range(variables)]
    groups: dict[int, list[int]] = {}
    for variable in range(variables):
        groups.setdefault(sum(columns[variable]), []).append(variable)
    tried = prod(_arrangement_count([columns[each] for each in group]) for group in groups.values())
    if tried > MOST_TRIED:
        return tuple(rows), range(variables)
    best: tuple[tuple[int, ...], Sequence[int]] | None = None
    for order in _orders([groups[ones] for ones in sorted(groups)], columns):
        found = tuple(sorted(_permuted(term, order) for term in rows))
        if best is None or found < best[0]:
            best = found, order
    assert best is not None
    return best


def _permuted(term: int, order: Sequence[int]) -> int:
    return sum((term >> variable & 1) << place for place, variable in enumerate(order))


def _arrangement_count(columns: Sequence[tuple[int, ...]]) -> int:
    repeats = (factorial(number) for number in Counter(columns).values())
    return factorial(len(columns)) // prod(repeats)


def _orders(
    groups: Sequence[Sequence[int]], columns: Sequence[tuple[int, ...]]
) -> Iterable[Sequence[int]]:
    """Yield the orders of the variables that can give the least set of minterms.

    Groups of variables keep their order, which no permutation of variables changes; equal columns keep theirs, since
    exchanging them changes nothing.
    """
    yield from _chained([_arrangements(group, columns) for group in groups])


def _arrangements(
    group: Sequence[int], columns: Sequence[tuple[int, ...]]
) -> list[tuple[int, ...]]:
    """Give the permutations of a group of variables, one for each different order of columns."""
    done: list[tuple[int, ...]] = [()]
    for _ in group:
        longer = []
        for start in done:
            left = [variable for variable in group if variable not in start]
            nexts = {columns[variable]: variable for variable in reversed(left)}
            longer += [(*start, variable) for variable in sorted(nexts.values())]
        done = longer
    return done


def _chained(parts: Sequence[Sequence[tuple[int, ...]]]) -> Iterable[tuple[int, ...]]:
    if not parts:
        yield ()
        return
    for head in parts[0]:
        for tail in _chained(parts[1:]):
            yield head + tail


@lru_cache(maxsize=4096)
def _simplest(variables: int, minterms: tuple[int, ...]) -> Product:
    """Run SymPy on one representative."""
    from sympy import POSform, Symbol
    from sympy.logic.boolalg import And, Not, Or

    symbols = [Symbol(f"x{variable}") for variable in range(variables)]
    places = {symbol: variable for variable, symbol in enumerate(symbols)}
    # SymPy reads the first symbol as the highest bit of a minterm.
    found = POSform(list(reversed(symbols)), list(minterms))
    sums = []
    for each in found.args if isinstance(found, And) else (found,):
        literals = each.args if isinstance(each, Or) else (each,)
        sums.append(
            sorted(
                (places[literal.args[0]], False)
                if isinstance(literal, Not)
                else (places[literal], True)
                for literal in literals
            )
        )
    return _ordered(sums)
