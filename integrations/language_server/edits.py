"""Changes of a document: its canonical form, and the repairs of diagnostics."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher

from lsprotocol import types as lsp

from ...dsl.diagnostics import SpecError
from ...dsl.printing.formatting import format_text
from .documents import Document, as_range, path_uri
from .messages import MAIN, Change, Fault

MOST_COMPARED = 4000
"""How many lines are compared one by one; more are replaced together."""


def format_document(document: Document) -> list[lsp.TextEdit] | None:
    """Return the changes that give a document its canonical form, line by line; None if it cannot be read."""
    try:
        wanted = format_text(document.source)
    except SpecError:
        return None
    return list(_differences(document, wanted))


def _differences(document: Document, wanted: str) -> Iterator[lsp.TextEdit]:
    old, new = _lines(document.text), _lines(wanted)
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    mine, theirs = old[head : len(old) - tail], new[head : len(new) - tail]
    starts = [sum(map(len, old[:head]))]
    for line in mine:
        starts.append(starts[-1] + len(line))
    if len(mine) + len(theirs) > MOST_COMPARED:
        blocks: Sequence[tuple[str, int, int, int, int]] = [
            ("replace", 0, len(mine), 0, len(theirs))
        ]
    else:
        blocks = SequenceMatcher(None, mine, theirs, autojunk=False).get_opcodes()
    for kind, start, end, first, last in blocks:
        if kind != "equal":
            text = document.with_ends("".join(theirs[first:last]))
            yield lsp.TextEdit(document.range(starts[start], starts[end]), text)


def _lines(text: str) -> list[str]:
    lines = text.split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


# ------------------------------------------------------------------------------------------------------- repairs


def code_actions(
    document: Document,
    wanted: lsp.Range,
    faults: Sequence[Fault],
    shown: Sequence[lsp.Diagnostic],
    only: Sequence[str] | None,
) -> list[lsp.CodeAction]:
    """Return the repairs of the diagnostics that touch a range, and one for all of a document."""
    found: list[lsp.CodeAction] = []
    repaired = [fault for fault in faults if fault.changes]
    if _is_wanted(lsp.CodeActionKind.QuickFix, only):
        for fault in repaired:
            area = as_range(fault.spot.area)
            if fault.spot.file == MAIN and _touch(area, wanted):
                found.append(_quick_fix(document, fault, shown))
    every = [change for fault in repaired for change in fault.changes if change.spot.file == MAIN]
    if _is_wanted(lsp.CodeActionKind.SourceFixAll, only) and every:
        edits = {document.uri: _apart(document, every)}
        found.append(
            lsp.CodeAction(
                "fix everything that can be fixed",
                kind=lsp.CodeActionKind.SourceFixAll,
                edit=lsp.WorkspaceEdit(changes=edits),
            )
        )
    return found


def _is_wanted(kind: lsp.CodeActionKind, only: Sequence[str] | None) -> bool:
    return only is None or any(str(kind.value).startswith(str(each)) for each in only)


def _touch(one: lsp.Range, other: lsp.Range) -> bool:
    return _key(one.start) <= _key(other.end) and _key(other.start) <= _key(one.end)


def _key(place: lsp.Position) -> tuple[int, int]:
    return place.line, place.character


def _quick_fix(document: Document, fault: Fault, shown: Sequence[lsp.Diagnostic]) -> lsp.CodeAction:
    changes: dict[str, list[lsp.TextEdit]] = {}
    for change in fault.changes:
        uri = document.uri if change.spot.file == MAIN else path_uri(change.spot.file)
        changes.setdefault(uri, []).append(_edit(document, change))
    area = as_range(fault.spot.area)
    mine = [each for each in shown if each.code == fault.code and each.range == area]
    return lsp.CodeAction(
        fault.help or f"fix {fault.code}",
        kind=lsp.CodeActionKind.QuickFix,
        diagnostics=mine or None,
        is_preferred=True,
        edit=lsp.WorkspaceEdit(changes=changes),
    )


def _edit(document: Document, change: Change) -> lsp.TextEdit:
    return lsp.TextEdit(as_range(change.spot.area), document.with_ends(change.text))


def _apart(document: Document, changes: Sequence[Change]) -> list[lsp.TextEdit]:
    """Return the changes that do not overlap, the first of those that do."""
    found: list[lsp.TextEdit] = []
    last = (-1, -1)
    for change in sorted(dict.fromkeys(changes), key=lambda each: each.spot.area):
        if change.spot.area[0] >= last:
            found.append(_edit(document, change))
            last = max(change.spot.area[1], last)
    return found


def rename_edit(
    uri: str, document: Document, places: Mapping[str, Sequence[lsp.Range]], text: str
) -> lsp.WorkspaceEdit:
    """Return the changes that put a text in all places, by file; MAIN is the document itself."""
    return lsp.WorkspaceEdit(
        changes={
            uri if file == MAIN else path_uri(file): [lsp.TextEdit(area, text) for area in areas]
            for file, areas in places.items()
        }
    )
