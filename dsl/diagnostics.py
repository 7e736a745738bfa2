"""What is wrong, where, and how to fix it: the only way to complain about an author's text.

A code is a letter (`E` error, `W` warning) and four digits: 01 syntax, 02 names and imports, 03 sorts, arities,
units and features, 04 sampling and knobs, 05 words, 06 tables and records, 07 proofs and engines, 08 runs and
files. Each has a page in `dsl/pages/`, shown by `rspc explain`.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from typing import Literal

from .edits import Edit as Edit, Help, closest as closest, did_you_mean as did_you_mean, spelt
from .source import NOWHERE, Span
from .visible import visible


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that belongs to a diagnostic, and a note about it."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One complaint: `message` can be read on its own, `label` is drawn under the span, `help` proposes one edit.

    `edits` do what `help` says, together; there are none if the repair is not certain.
    """

    code: str
    message: str
    span: Span = NOWHERE
    label: str = ""
    notes: tuple[Note, ...] = ()
    help: str = ""
    edits: tuple[Edit, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.help, Help):
            edits = self.edits or self.help.edits_within(self.span)
            object.__setattr__(self, "edits", edits)
            object.__setattr__(self, "help", str(self.help))

    @property
    def severity(self) -> Literal["error", "warning"]:
        return "warning" if self.code.startswith("W") else "error"


LONGEST = 2000
"""How many characters of a message are drawn."""


class SpecError(Exception):
    """The input is wrong; carries every diagnostic found."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        return "\n".join(map(render, self.diagnostics))


class Report:
    """Collects diagnostics, each once, in the order of their places."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Span, str], Diagnostic] = {}
        # Their spans by the identity of the source, in order.
        self._errors: dict[str, list[tuple[int, int]]] = {}

    def add(
        self,
        code: str,
        message: str,
        span: Span = NOWHERE,
        label: str = "",
        *,
        notes: tuple[Note, ...] = (),
        help: str = "",
        edits: tuple[Edit, ...] = (),
    ) -> None:
        """Record a complaint; the same code at the same place with the same message counts once."""
        self.extend([Diagnostic(code, message, span, label, notes, help, edits)])

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        for diagnostic in diagnostics:
            key = (diagnostic.code, diagnostic.span, diagnostic.message)
            if key in self._found:
                continue
            self._found[key] = diagnostic
            if diagnostic.severity == "error":
                span = diagnostic.span
                insort(self._errors.setdefault(span.source.name, []), (span.start, span.end))

    def replace(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Hold these diagnostics instead of those collected."""
        kept = list(diagnostics)
        self._found, self._errors = {}, {}
        self.extend(kept)

    @property
    def in_order_found(self) -> tuple[Diagnostic, ...]:
        """The diagnostics in the order in which they were reported."""
        return tuple(self._found.values())

    def has_error(self, span: Span) -> bool:
        """Return whether an error has been reported within a span."""
        errors = self._errors.get(span.source.name, [])
        first = bisect_left(errors, (span.start, 0))
        last = bisect_left(errors, (span.end + 1, 0))
        return any(errors[place][1] <= span.end for place in range(first, last))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(
            sorted(self._found.values(), key=lambda d: (d.span.source.name, d.span.start, d.code))
        )

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(diagnostic for diagnostic in self if diagnostic.severity == "error")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return tuple(diagnostic for diagnostic in self if diagnostic.severity == "warning")

    def raise_errors(self) -> None:
        """Raise `SpecError` with all that was found if any of it is an error."""
        if self.errors:
            raise SpecError(self)


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun, which takes a plain `s` in the plural: `1 argument`, `2 arguments`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def list_names(names: Iterable[str], most: int = 12) -> str:
    """Return names as a sentence lists them: `a, b and c`. Of more than `most`, the first and the number of others."""
    found = list(names)
    if len(found) > most:
        return f"{', '.join(found[:most])} and {len(found) - most} more"
    *others, last = found or ["none"]
    return f"{', '.join(others)} and {last}" if others else last


def meant(word: str, known: Iterable[str]) -> str:
    """Return the repair for a word that means nothing: the nearest of the known words, or how a name is written.

    A word that begins with a capital is a variable; where it is known as a name, it is written in backquotes.
    """
    words = set(known)
    if not word[:1].isupper():
        return did_you_mean(word, words)
    if word in words:
        return Help(
            f"what begins with a capital is a variable: write `` `{word}` ``",
            swap=(word, spelt(word)),
        )
    return did_you_mean(word, words) or (
        f"what begins with a capital is a variable: write `{word[0].lower()}{word[1:]}`, or `` `{word}` ``"
    )


def page(code: str) -> str | None:
    """Return the text that explains a code, or None if there is no such code."""
    if not (len(code) == 5 and code[0] in "EW" and code[1:].isdigit()):
        return None
    file = resources.files(__package__).joinpath("pages", f"{code}.md")
    return file.read_text(encoding="utf-8") if file.is_file() else None


def codes() -> tuple[str, ...]:
    """Return all codes that have a page, in order."""
    folder = resources.files(__package__).joinpath("pages")
    return tuple(
        sorted(
            traversable.name[:-3]
            for traversable in folder.iterdir()
            if traversable.name.endswith(".md")
        )
    )


def render(diagnostic: Diagnostic) -> str:
    """Draw a diagnostic as text: message, place, the line with its carets, notes and help."""
    lines = [f"{diagnostic.severity}[{diagnostic.code}]: {_short(diagnostic.message)}"]
    width = 1
    if diagnostic.span.source.name:
        drawn = _draw_arrow(diagnostic.span, "-->", _short(diagnostic.label), "^")
        for note in diagnostic.notes:
            drawn += _draw_arrow(note.span, ":::", note.text, "-")
        width = max((len(number) for number, _ in drawn), default=1)
        lines += [f"{number:>{width}} {text}".rstrip() for number, text in drawn]
    elif diagnostic.label:
        lines.append(f"{'':>{width}} = note: {_short(diagnostic.label)}")
    if diagnostic.help:
        lines.append(f"{'':>{width}} = help: {_short(diagnostic.help)}")
    return visible("\n".join(lines))


def _short(text: str) -> str:
    """Shorten a text that contains a very long name."""
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _draw_arrow(span: Span, arrow: str, label: str, mark: str) -> list[tuple[str, str]]:
    if not span.source.name:
        return [("", f"= note: {label}")] if label else []
    row, column = span.source.place(span.start)
    if not span.source.text:
        return [("", f"{arrow} {span.source.name}")]
    shown = span.source.line(row)
    length = max(1, min(span.end - span.start, len(shown) - column + 1))
    row_column = f"{row}:{column}"
    if len(shown) > 160:
        cut = max(0, column - 60)
        shown, column, length = shown[cut : cut + 160], column - cut, min(length, 100)
    shown = shown.expandtabs(1)
    carets = " " * (column - 1) + mark * length
    return [
        ("", f"{arrow} {span.source.name}:{row_column}"),
        ("", "|"),
        (str(row), f"| {shown}"),
        ("", f"| {carets} {label}".rstrip()),
    ]


def as_dict(diagnostic: Diagnostic) -> dict[str, object]:
    """Return a diagnostic as plain values for `--json`: lines and columns count from 1, ends are exclusive."""

    def where(span: Span) -> dict[str, object]:
        row, column = span.source.place(span.start)
        end_row, end_column = span.source.place(span.end)
        return {
            "file": span.source.name,
            "line": row,
            "column": column,
            "end_line": end_row,
            "end_column": end_column,
        }

    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **where(diagnostic.span),
        "label": diagnostic.label,
        "help": diagnostic.help,
        "notes": [{**where(note.span), "text": note.text} for note in diagnostic.notes],
        "edits": [{**where(edit.span), "text": edit.text} for edit in diagnostic.edits],
    }
