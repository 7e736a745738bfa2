"""Questions about one theory: what each needs of it, and which of them determines it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ...dsl.diagnostics import Diagnostic, Note
from ..contract import Logic
from ..random.stream import Stream
from .expressions import Env
from .family import AIMS, ROWS, THEORY, Asked, Growth, Preparing

ALIKE: Final = ("from_", "same")
"""The knobs that must be written alike in questions about the same rows."""


def asked_under(asks: Sequence[Asked], parameters: Mapping[str, Any]) -> tuple[Asked, ...]:
    """Return the questions whose guards hold under some parameters."""
    env = Env(Stream("asks"), dict(parameters))
    return tuple(asked for asked in asks if asked.guard is None or asked.guard.draw(env))


def needs_of(asked: Asked, growth: Growth, logic: Logic) -> frozenset[str]:
    """Return what a question needs of its theory; a task that does not declare it determines the theory."""
    if not isinstance(asked.task, Preparing):
        return frozenset({THEORY})
    return asked.task.needs(asked.goal, asked.knobs, growth, logic)


def leader_of(asks: Sequence[Asked], growth: Growth, logic: Logic) -> Asked | None:
    """Return the question that a shared theory is grown for; None if all are read off it."""
    needs = [(asked, needs_of(asked, growth, logic)) for asked in asks]
    for need in (THEORY, AIMS):
        found = next((asked for asked, own in needs if need in own), None)
        if found is not None:
            return found
    return None


def sharing_faults(asks: Sequence[Asked], growth: Growth, logic: Logic) -> list[Diagnostic]:
    """Return why some questions cannot be asked about one theory."""
    needs = [(asked, needs_of(asked, growth, logic)) for asked in asks]
    settling = [asked for asked, own in needs if THEORY in own]
    found = [
        Diagnostic(
            "E0490",
            "two questions of a shared theory both determine it",
            other.span,
            notes=(Note(settling[0].span, "this question determines it too"),),
            help="remove `shared`, or write one of them so that its answer is read off the theory",
        )
        for other in settling[1:]
    ]
    drawing = [asked for asked, own in needs if ROWS in own]
    found += [
        Diagnostic(
            "E0491",
            f"two questions of a shared theory draw their rows differently: `{name.rstrip('_')}`",
            other.knobs.spans.get(name, other.span),
            notes=(Note(drawing[0].knobs.spans.get(name, drawing[0].span), "the first is here"),),
            help=f"write `{name.rstrip('_')}` the same in both, or remove `shared`",
        )
        for other in drawing[1:]
        for name in ALIKE
        if _text(drawing[0], name) != _text(other, name)
    ]
    return found


def _text(asked: Asked, name: str) -> str:
    """Return a knob as it is written, apart from spaces."""
    span = asked.knobs.spans.get(name)
    return "" if span is None else "".join(span.text.split())
