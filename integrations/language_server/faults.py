"""Diagnostics as editors show them."""

from collections.abc import Callable

from lsprotocol import types as lsp

from ...dsl.diagnostics import Diagnostic
from ...dsl.source import Span
from .documents import as_range
from .messages import MAIN, Change, Fault, Spot
from .positions import area

UNUSED = frozenset({"W0220", "W0475", "W0496", "W0612"})
"""The codes of what is written and not used, which editors show faded."""

LONGEST = 2000
"""Characters of a message that are shown."""


def plain_fault(diagnostic: Diagnostic, encoding: str) -> Fault:
    """Return a diagnostic of the document itself."""

    def spot(span: Span) -> Spot:
        return Spot(MAIN, area(span, encoding))

    return Fault(
        diagnostic.code,
        diagnostic.message,
        spot(diagnostic.span),
        diagnostic.label,
        diagnostic.help,
        tuple((spot(note.span), note.text) for note in diagnostic.notes),
        tuple(Change(spot(edit.span), edit.text) for edit in diagnostic.edits),
    )


def shown(fault: Fault, main: str, uri_of: Callable[[str], str]) -> lsp.Diagnostic:
    """Return a diagnostic as the protocol has it.

    Args:
        main: the address of the spec whose check found it.
        uri_of: the address of a path.
    """
    parts = [
        fault.message,
        fault.label and f"({fault.label})",
        fault.help and f"help: {fault.help}",
    ]
    related = [
        lsp.DiagnosticRelatedInformation(
            lsp.Location(main if spot.file == MAIN else uri_of(spot.file), as_range(spot.area)),
            text,
        )
        for spot, text in fault.notes
        if text
    ]
    return lsp.Diagnostic(
        range=as_range(fault.spot.area),
        message="\n".join(part for part in parts if part)[:LONGEST],
        severity=(
            lsp.DiagnosticSeverity.Warning
            if fault.code.startswith("W")
            else lsp.DiagnosticSeverity.Error
        ),
        code=fault.code,
        source="rspc",
        tags=[lsp.DiagnosticTag.Unnecessary] if fault.code in UNUSED else None,
        related_information=related or None,
    )
