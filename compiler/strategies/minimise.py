"""The simplest product of sums for a set of minterms, by SymPy's Quine-McCluskey."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import permutations
from typing import TypeAlias

Literal: TypeAlias = tuple[int, bool]
"""A variable's index, and whether it is not negated."""

Product: TypeAlias = tuple[tuple[Literal, ...], ...]
"""A conjunction of sums, each a disjunction of literals."""

MOST_VARIABLES = 8
MOST_ORDERED = 5
"""The greatest number of minterms of which all orders are tried."""


def product_of_sums(variables: int, minterms: Iterable[int]) -> Product:
    """Return a simplest product of sums that is true for exactly the minterms; bit i is variable i.

    Sums with fewer literals come first, then those of lower variables; within a sum, variables
    ascend. For small sets of minterms, SymPy runs once for all sets that differ only by exchanging
    and negating variables.

    Raises:
        ValueError: for a function that is constant, more than 8 variables, or a minterm out of
            range.
    """
    terms = frozenset(minterms)
    if not 1 <= variables <= MOST_VARIABLES:
        raise ValueError(f"a function must have 1 to {MOST_VARIABLES} variables, not {variables}")
    if any(not 0 <= term < 2**variables for term in terms):
        raise ValueError(f"a minterm of {variables} variables must be less than {2**variables}")
    if not 0 < len(terms) < 2**variables:
        raise ValueError("a function with no minterm, or with all, is constant")
    return _rename_variables(variables, terms)


@lru_cache(maxsize=4096)
def _rename_variables(variables: int, terms: frozenset[int]) -> Product:
    representative, ours = _representative(variables, sorted(terms))
    sums = []
    for each in _simplest(variables, representative):
        literals = [(ours[variable], positive) for variable, positive in each]
        sums.append(sorted((own, positive != flipped) for (own, flipped), positive in literals))
    return _order_sums(sums)


def _order_sums(sums: Iterable[Sequence[Literal]]) -> Product:
    return tuple(sorted((tuple(sequence) for sequence in sums), key=lambda each: (len(each), each)))


def _representative(
    variables: int, terms: Sequence[int]
) -> tuple[tuple[int, ...], Sequence[Literal]]:
    """Return minterms that represent an orbit, and how their variables correspond to ours.

    All sets that differ only by exchanging and negating variables have the same representative.
    Each of its variables is one of ours, with a flag for negation.

    A variable is the column of its values in the minterms. For an order of the minterms, variables
    are negated so that the first minterm is 0, and then sorted by their columns. The order that
    yields the least columns is used. If there are too many orders to try, the set represents
    itself.
    """
    if len(terms) > MOST_ORDERED:
        return tuple(terms), [(variable, False) for variable in range(variables)]
    columns = [
        sum((term >> variable & 1) << row for row, term in enumerate(terms))
        for variable in range(variables)
    ]
    first, form = min(
        _forms(len(terms)), key=lambda form: sorted([form[1][column] for column in columns])
    )
    order = sorted(range(variables), key=lambda variable: form[columns[variable]])
    found = sorted(
        sum((form[columns[variable]] >> row & 1) << place for place, variable in enumerate(order))
        for row in range(len(terms))
    )
    return tuple(found), [(variable, bool(columns[variable] >> first & 1)) for variable in order]


@cache
def _forms(rows: int) -> list[tuple[int, list[int]]]:
    """Return for each order of rows the first row, and the image of every column.

    A column's values are put in that order, and negated if the first value is 1.
    """
    every = (1 << rows) - 1
    forms = []
    for order in permutations(range(rows)):
        moved = [
            sum((column >> row & 1) << place for place, row in enumerate(order))
            for column in range(1 << rows)
        ]
        forms.append((order[0], [column ^ every if column & 1 else column for column in moved]))
    return forms


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
    for value in found.args if isinstance(found, And) else (found,):
        literals = value.args if isinstance(value, Or) else (value,)
        sums.append(
            sorted(
                (places[literal.args[0]], False)
                if isinstance(literal, Not)
                else (places[literal], True)
                for literal in literals
            )
        )
    return _order_sums(sums)
