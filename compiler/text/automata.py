"""Regular languages as automata: the texts that two of them share, and how the texts of one begin."""

from collections.abc import Iterator, Mapping, Sequence, Set as AbstractSet
from functools import lru_cache
from itertools import count, islice
from typing import Any, TypeAlias

State: TypeAlias = int
Steps: TypeAlias = Mapping[State, Sequence[tuple[str, State]]]
"""The letters that lead on from each state, in order, and where they lead."""


@lru_cache(maxsize=4_096)
def common_texts(one: str, other: str, most: int) -> tuple[str, ...]:
    """Return the shortest texts that two regular expressions both match, at most some number of them.

    The books of a family share most of their phrases: what is found is remembered.
    """
    from interegular.patterns import REFlags

    patterns = [_parse(one), _parse(other)]
    alphabets = [pattern.get_alphabet(REFlags(0)) for pattern in patterns]
    alphabet = alphabets[0].union(alphabets[1])[0]
    machines = [pattern.to_fsm(alphabet, (0, 0)) for pattern in patterns]
    both: Any = machines[0].intersection(machines[1])
    return tuple(islice(shortest_texts(both), most))


@lru_cache(maxsize=4_096)
def may_begin(expression: str, text: str) -> bool:
    """Return whether a text that the expression matches can begin with a string, or the string with it."""
    machine, live = _machine(expression)
    state = machine.initial
    for letter in text:
        if state in machine.finals:
            return True
        state = machine.map.get(state, {}).get(machine.alphabet[letter])
        if state not in live:
            return False
    return True


@lru_cache(maxsize=256)
def _machine(expression: str) -> tuple[Any, frozenset[State]]:
    """Return an automaton, and the states from which it can accept a text."""
    machine = _parse(expression).to_fsm()
    return machine, frozenset(filter(machine.islive, machine.states))


@lru_cache(maxsize=256)
def _parse(expression: str) -> Any:
    from interegular import parse_pattern

    return parse_pattern(expression)


def shortest_texts(machine: Any) -> Iterator[str]:
    """Yield the texts that an automaton accepts, by length and then by letters.

    The automaton is one of `interegular`, whose own `strings` keeps every beginning of a text of some length:
    there are too many of them if texts hold numbers. Here a beginning is followed only if it ends in a text of
    just the length that is looked for. Letters that the automaton does not name are left out.
    """
    steps = _steps(machine)
    before: dict[State, set[State]] = {}
    for state, found in steps.items():
        for _, following in found:
            before.setdefault(following, set()).add(state)
    left: list[AbstractSet[State]] = [steps.keys() & machine.finals]
    for length in count():
        if not left[length]:
            return
        if machine.initial in left[length]:
            yield from _texts(machine.initial, length, steps, left)
        left.append({state for after in left[length] for state in before.get(after, ())})


def _texts(
    initial: State, length: int, steps: Steps, left: Sequence[AbstractSet[State]]
) -> Iterator[str]:
    """Yield the texts of a length from a state on, in order; `left` has the states with a text of each length."""
    pending = [(initial, length, "")]
    while pending:
        state, more, begun = pending.pop()
        if more == 0:
            yield begun
            continue
        pending += [
            (following, more - 1, begun + letter)
            for letter, following in reversed(steps[state])
            if following in left[more - 1]
        ]


def _steps(machine: Any) -> Steps:
    """Return the steps from each state that can be reached, so that texts end unless there are always longer ones."""
    found: dict[State, list[tuple[str, State]]] = {}
    pending = [machine.initial]
    while pending:
        state = pending.pop()
        if state in found:
            continue
        found[state] = sorted(
            (symbol, following)
            for transition, following in machine.map.get(state, {}).items()
            for symbol in machine.alphabet.by_transition[transition]
            if isinstance(symbol, str)
        )
        pending += [following for _, following in found[state]]
    return found
