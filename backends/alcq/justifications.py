"""Smallest justifications by implicit hitting sets.

What is left out of a set that does not entail must not be left out whole: a justification hits the complement of every
such set. The least set that hits all complements found so far is smallest once it entails; if it does not, it is grown
to a maximal set that does not, whose complement is new (Reiter 1987; Moreno-Centeno and Karp 2013; Ignatiev, Previti,
Liffiton and Marques-Silva, Smallest MUS extraction with minimal hitting set dualization, CP 2015).
"""

from collections.abc import Sequence

from ...compiler.ir import nodes as ir
from .base import Base
from .concepts import members
from .interpretations import Made


def smallest(
    base: Base, universe: int, statement: ir.Statement | None, fixed: int = 0
) -> int | None:
    """Return the smallest set of statements from which one follows; of several, the first in the text's order.

    Args:
        universe: the statements that may be in it.
        statement: what follows; None for an inconsistency.
        fixed: statements that are active besides, and not counted.

    Returns None if nothing of the kind follows.
    """
    if base.refuted(universe | fixed, statement) is None:
        return None
    if isinstance(statement, ir.Inclusion) and base.consistent(universe | fixed):
        universe &= base.rules  # no fact affects what is true of everything
    missing = _false_in_known_models(base, universe, statement, fixed)
    while True:
        hitting = least_hitting(missing, universe)
        grown = _grow_to_maximal(base, hitting, universe, statement, fixed)
        if grown is None:
            return hitting
        missing.append(universe & ~grown)


def _false_in_known_models(
    base: Base, universe: int, statement: ir.Statement | None, fixed: int
) -> list[int]:
    """Return the statements false in each known model in which the fixed statements are true and this one is false."""
    asked = None if statement is None else base.add(statement)
    found: dict[int, None] = {}
    for made in base.models:
        needed = [*members(fixed), *([] if asked is None else [asked])]
        if not all(base.met(each, made) for each in [*needed, *members(universe)]):
            continue
        if all(base.true_in(made, member) for member in members(fixed)):
            if asked is None or not base.true_in(made, asked):
                found[universe & ~_true(base, made, universe)] = None
    return list(found)


def _true(base: Base, made: Made, universe: int) -> int:
    found = 0
    for member in members(universe):
        found |= base.true_in(made, member) << member
    return found


def _grow_to_maximal(
    base: Base, start: int, universe: int, statement: ir.Statement | None, fixed: int
) -> int | None:
    """Grow a set to a maximal one from which the statement does not follow; None if it follows at once."""
    if base.refuted(start | fixed, statement) is not None:
        return None
    grown = start | _true(base, base.model(), universe)
    for member in members(universe & ~grown):
        if not grown >> member & 1 and base.refuted(grown | 1 << member | fixed, statement) is None:
            grown |= 1 << member | _true(base, base.model(), universe)
    return grown


def least_hitting(sets: Sequence[int], universe: int) -> int:
    """Return the smallest set that meets every one of the sets; of several, the one with the lowest members first."""
    sets = sorted(set(sets), key=lambda each: (each.bit_count(), each))
    size = _apart(sets)
    while True:
        found = _find_hitting_set(sets, universe, size)
        if found is not None:
            return found
        size += 1


def _find_hitting_set(sets: Sequence[int], allowed: int, size: int) -> int | None:
    """Return the first hitting set of at most `most` allowed members, trying low members first."""
    if not sets:
        return 0
    if _apart(sets) > size or any(not each & allowed for each in sets):
        return None
    useful = 0
    for each in sets:
        useful |= each & allowed
    for member in members(useful):
        allowed &= -1 << member + 1
        rest = [each for each in sets if not each >> member & 1]
        found = _find_hitting_set(rest, allowed, size - 1)
        if found is not None:
            return found | 1 << member
        if any(not each & allowed for each in sets):
            return None
    return None


def _apart(sets: Sequence[int]) -> int:
    """Return how many sets are disjoint from one another, found greedily: this many members are needed at least."""
    met = found = 0
    for each in sets:
        if not each & met:
            met |= each
            found += 1
    return found
