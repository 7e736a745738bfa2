"""Has clingo ground and search a program within a budget and a time limit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import inf
from threading import Thread
from typing import Any

from ...compiler.contract import Deadline, EngineError, LimitReached, Limits
from ...compiler.contract.memory import process_memory
from ...compiler.ir import children, mentions, nodes as ir, plain_literal, ranges, walk
from .domains import WIDE

DEEP = 20
"""Statements with more variables are not counted."""

_MAKING = frozenset((ir.Comparison, ir.Interval, ir.Operation, ir.Function, ir.Tuple))
"""What may make terms that are not written out."""

MANY = 1_000_000
"""So many bindings of a theory's variables clingo tries in well under a second."""


SLICE = 0.1
"""Seconds for which an engine is left alone, before signals are heard and the clock is looked at."""

PRICE = 20
"""How many steps of the budget a conflict of a search takes, in a program of few atoms."""

ATOMS = 1_000
"""A conflict costs one more step for this many atoms of a program, because each conflict looks at more of them."""

MEMORY = 640 << 20
"""The largest number of bytes that grounding may add to the process."""


class Spent(Exception):
    """The budget is spent; says on what."""


def conflicts(steps: int, control: Any) -> int:
    """Return how many conflicts a budget of steps is worth in the search for models of a ground program."""
    return max(1, steps // PRICE * ATOMS // (ATOMS + len(control.symbolic_atoms)))


class Counter:
    """Observes the ground program, and stops its growth beyond a number of rules and seconds.

    Raises:
        Spent: there are more rules.
        TimeoutError: when the time is over.
    """

    def __init__(self, most: int, deadline: Deadline) -> None:
        self._rules = 0
        self._most = most
        self._deadline = deadline

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self._count()

    def weight_rule(
        self, choice: bool, head: Sequence[int], lower: int, body: Sequence[tuple[int, int]]
    ) -> None:
        self._count()

    def _count(self) -> None:
        self._rules += 1
        if self._rules > self._most:
            raise Spent(f"the program has more than {self._most} ground rules")
        if self._rules % 4096 == 0 and self._deadline.passed:
            raise TimeoutError


@contextmanager
def faults(seconds: float) -> Iterator[list[str]]:
    """Yield a list for the messages of clingo, and turn its failures and a time that is over into errors of the engine.

    Args:
        seconds: the time limit, for the error.
    """
    messages: list[str] = []
    try:
        yield messages
    except TimeoutError:
        raise LimitReached(f"clingo reached the time limit of {seconds:g} seconds") from None
    except (RuntimeError, MemoryError) as error:
        told = " ".join(messages)[:2000]
        raise EngineError(f"clingo failed: {error} {told}".strip()) from None


def ground(control: Any, bindings: float, deadline: Deadline, limits: Limits) -> None:
    """Ground the program of a clingo `Control`, for a theory with this many bindings.

    A long join calls no observer, so it cannot be stopped and handles no signals. Therefore grounding runs
    in a thread, which is abandoned at the time limit or on a signal. Theories with short joins need no
    thread, which would cost a quarter of a small program's time.

    Raises:
        LimitReached: at the memory limit, which clingo may reach before it reports any rule.
        Spent: a thread is needed, and the limits allow none.
        TimeoutError: at the time limit.
    """
    if bindings <= MANY:
        control.ground([("base", [])])
        return
    if not limits.threads:
        raise Spent("grounding may take too long to wait for")
    raised: list[BaseException] = []

    def run() -> None:
        try:
            control.ground([("base", [])])
        except BaseException as error:  # handed on to the caller's thread, whatever it is
            raised.append(error)

    grounding = Thread(target=run, name="grounding", daemon=True)
    grounding.start()
    most = process_memory() + MEMORY
    while grounding.is_alive():
        grounding.join(SLICE)
        if grounding.is_alive() and deadline.passed:
            raise TimeoutError
        if process_memory() > most:
            raise LimitReached(
                f"clingo reached the memory limit of {MEMORY >> 20} MiB while it ground the program"
            )
    if raised:
        raise raised[0]


def search_models(handle: Any, deadline: Deadline) -> Iterator[Any]:
    """Yield the models of an asynchronous search.

    Raises:
        TimeoutError: at the deadline.
    """
    while True:
        handle.resume()
        # clingo's timed wait sometimes returns early, so the clock decides whether the time is over
        while not handle.wait(SLICE):
            if deadline.passed:
                handle.cancel()
                raise TimeoutError
        model = handle.model()
        if model is None:
            return
        yield model


def bindings(theory: ir.Theory) -> float:
    """Return how many bindings the variables of all statements have at most; infinity where terms can be made.

    What is written out is all that there is, unless a statement has intervals, arithmetic or functions.
    """
    constants: set[ir.Node] = set()
    sizes: list[float] = []
    for statement in theory.statements:
        literal = plain_literal(statement.statement)
        if literal is not None:
            constants.update(literal.atom.arguments)
            sizes.append(0)
            continue
        found = mentions(statement.statement)
        if _MAKING.isdisjoint(found.kinds):
            constants.update(found.values)
            sizes.append(len(found.variables) + found.unnamed)
        else:
            own, size = _count_variables(statement.statement)
            constants |= own
            sizes.append(size)
    return binding_count(len(constants), sizes)


def binding_count(constants: int, sizes: Sequence[float]) -> float:
    """Return how many bindings statements have, given their numbers of variables and the number of constants."""
    if max(sizes, default=0) > DEEP:
        return inf
    return float(sum(max(1, constants) ** int(size) for size in sizes))


@lru_cache(maxsize=4096)
def _count_variables(statement: ir.Node) -> tuple[frozenset[ir.Node], float]:
    """Return the constants of a statement, and how many variables it has; infinity where terms can be made."""
    constants: set[ir.Node] = set()
    variables: set[str] = set()
    compared: list[ir.BodyPart] = []
    others = 0  # each `_` is a variable of its own
    stack = [statement]
    while stack:
        node = stack.pop()
        if node.__class__ is ir.Literal and node.atom.predicate.__class__ is str:
            stack += node.atom.arguments
            continue
        match node:
            case ir.Var(name="_"):
                others += 1
            case ir.Var(name=name):
                variables.add(name)
            case ir.Const() | ir.String() | ir.Quantity():
                constants.add(node)
            case ir.Interval(low=ir.Quantity(amount=low), high=ir.Quantity(amount=high)) if (
                high - low < WIDE
            ):
                constants.update(ir.Quantity("integer", each) for each in range(low, high + 1))
                others += 1  # it has each of its numbers as a value, as a variable does
            case ir.Comparison(operator="!="):  # which binds nothing, whatever terms it makes
                stack += [each for each in walk(node) if isinstance(each, ir.Var | ir.Const)]
            case ir.Comparison() | ir.Not():
                compared.append(node)
                stack += children(node)
            case ir.Interval() | ir.Operation() | ir.Function() | ir.Tuple():
                return frozenset(), inf
            case _:
                stack += children(node)
    return frozenset(constants), inf if ranges(compared) else len(variables) + others
