"""Drafts that were dropped: observers of them, and examples of their causes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from ..family import Draft, Posed, Rejected
from ..ir import nodes as ir
from ..notation import show


@dataclass(frozen=True)
class Drop:
    """A dropped draft: its cause, details, and the theory and question as far as they were made."""

    cause: str
    details: tuple[str, ...]
    theory: tuple[str, ...] = ()
    query: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return the draft as plain values for `--json`."""
        return {
            "details": list(self.details),
            "theory": list(self.theory) or None,
            "query": self.query or None,
        }

    def lines(self) -> list[str]:
        """Return the draft as lines of text."""
        theory = [f"theory: {' '.join(f'{each}.' for each in self.theory)}"] if self.theory else []
        return [*self.details, *theory, *([f"question: {self.query}"] if self.query else [])]


def drop_of(rejected: Rejected, draft: Draft | None, posed: Posed | None) -> Drop:
    """Return a dropped draft as an example of its cause."""
    theory = posed.theory if posed is not None else draft.theory if draft is not None else None
    return Drop(
        rejected.reason,
        (*rejected.details, *(rejected.explain() if rejected.explain is not None else ())),
        ()
        if theory is None
        else tuple(_show_labelled(statement) for statement in theory.statements),
        "" if posed is None else show(posed.query.goal),
    )


def _show_labelled(labelled: ir.Labelled) -> str:
    return f"{labelled.id}: {show(labelled.statement)}"


_observer: ContextVar[Callable[[str], None] | None] = ContextVar("observer", default=None)


@contextmanager
def observe_drops(observer: Callable[[str], None]) -> Iterator[None]:
    """Call a function with the cause of each draft that is dropped meanwhile.

    This does not affect the instances.
    """
    token = _observer.set(observer)
    try:
        yield
    finally:
        _observer.reset(token)


def report_drop(cause: str) -> None:
    """Notify the observer, if there is one, that a draft was dropped."""
    observer = _observer.get()
    if observer is not None:
        observer(cause)
