"""The limits of a text: what it prints, makes and reads is counted."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterable, Iterator, KeysView, ValuesView
from contextlib import contextmanager
from functools import wraps
from typing import Any

LARGEST = 1 << 20
"""The largest number of characters of a text, and of all intermediate texts together."""

WORK = 1 << 22
"""Characters, members and expressions that filters, tests, methods, comparisons and rounds of one text may take in."""

STEPS = 200_000
"""Rounds of loops and calls of macros that one text may take."""

SMALL = 10**40
"""Numbers of texts stay below this."""


def refusal(message: str) -> Exception:
    """Return the exception for a text that does something forbidden."""
    from jinja2.exceptions import SecurityError

    return SecurityError(message)


def weight(value: Any, most: int) -> int:
    """Return the size of a value, up to a bound; parts that occur twice count twice."""
    if isinstance(value, str):
        return 1 + len(value)
    if isinstance(value, dict):
        members: Iterable[Any] = (each for pair in value.items() for each in pair)
    elif isinstance(value, list | tuple):
        members = value
    else:
        return len(value) if isinstance(value, range) else 1
    total = 1
    for member in members:
        match member:
            case str():
                total += 1 + len(member)
            case int():
                total += 1
            case _:
                total += weight(member, most - total)
        if total > most:
            break
    return total


class Meter:
    """Counts the resources of a text. Each method raises SecurityError beyond the bounds."""

    def __init__(self) -> None:
        self.open = self.steps = self.characters = self.work = 0

    @contextmanager
    def text(self) -> Iterator[None]:
        """Let the bounds count from here, unless this text is worded as a part of another."""
        if not self.open:
            self.steps = self.characters = self.work = 0
        self.open += 1
        try:
            yield
        finally:
            self.open -= 1

    def tick(self, size: int, work: int) -> str:
        """Count a round of a body: the literal text that it may print, and its expressions."""
        self.steps += 1
        if self.steps > STEPS:
            raise refusal(f"the text takes more than {STEPS:,} steps")
        self.take(work)
        self.charge(size)
        return ""

    def charge(self, size: int) -> None:
        self.characters += size
        if self.characters > LARGEST:
            raise refusal(f"the text is longer than {LARGEST:,} characters")

    def take(self, work: int) -> None:
        self.work += work
        if self.work > WORK:
            raise refusal(f"the text reads more than {WORK:,} characters and members")

    def read(self, value: Any) -> Any:
        """Count the reading of a value, with everything in it."""
        self.take(weight(value, WORK - self.work))
        return value

    def key(self, value: Any) -> Any:
        """Return the parts of a value that are looked up by their hash: other values can be long to look up, or made
        to collide.
        """
        if isinstance(value, str) or (isinstance(value, int | float) and abs(value) < 1 << 60):
            return value
        raise refusal("keys of tables and what is `unique` are texts and small numbers")

    def measured(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a filter or a test that counts what it reads and makes."""

        @wraps(function)
        def called(*args: Any, **kwargs: Any) -> Any:
            self.read(args)
            if kwargs:
                self.read(kwargs)
            return self.made(function(*args, **kwargs))

        return called

    def made(self, value: Any) -> Any:
        """Count what a filter or a method made. What would be made bit by bit later is made now."""
        if isinstance(value, Iterator | KeysView | ValuesView | ItemsView):
            value = self.gathered(value)
        elif isinstance(value, int) and abs(value) > SMALL:
            raise refusal("a number has more than 40 digits")
        return self.read(value)

    def gathered(self, values: Iterable[Any]) -> list[Any]:
        members = []
        for value in values:
            self.take(1)
            members.append(value)
        return members

    def kept(self, value: Any) -> Any:
        """Count a list or table with everything in it, because lists of lists grow faster than their texts."""
        self.charge(weight(value, LARGEST))
        return value
