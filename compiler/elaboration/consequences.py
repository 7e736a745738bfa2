"""Errors that follow from other errors: a reader who fixes the first would never have seen them."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from ...dsl import syntax
from ...dsl.diagnostics import Diagnostic, Note
from ...dsl.reserved import ITEM_WORDS, RESERVED, words
from ..sources import Program

UNKNOWN_NAME = frozenset(
    {
        *("E0201", "E0203", "E0204", "E0205", "E0303", "E0218", "E0321"),
        *("E0410", "E0418", "E0423", "E0429"),
    }
)
"""The codes of errors about a name that nothing declares; the message has it in backquotes."""

UNUSED_MODULE = frozenset({"E0206", "E0207", "E0208", "E0209"})
"""The codes of errors after which a module is not available."""

REPEATED = UNKNOWN_NAME - {"E0410"}
"""The codes of errors that are reported once for each name."""

MISSING_ITEM = ("has no `{}`", "no `{}` production", "needs a {}", "begin with `{} ")
"""What errors say of an item that the family needs and lacks, around its keyword."""

DECLARING = words(
    "use pred role concept param choose pool table sort style record measure knowledge test fact rule axiom clue query"
    " syntax"
)
"""The keywords of items that declare names."""

MOST_NOTES = 4
"""At how many further places of the same error the reader is pointed."""

_TWICE = re.compile(r"`([^`]*)` is declared twice")
_LACKING = re.compile(r"module `[^`]*` has no `([^`]*)`")
_QUOTED = re.compile(r"`([^`]*)`")


def primary(found: Iterable[Diagnostic], program: Program) -> list[Diagnostic]:
    """Return the diagnostics without those about missing names whose declarations could not be read.

    If a name is declared twice, either declaration may be meant, so errors in its uses are left out. An
    unknown name that occurs several times is one error, with notes at its other places and one repair for all.
    """
    found = list(found)
    unread = [each for module in program.modules for each in module.spec.unread]
    unread += [name for one in found for name in _undeclared_names(one)]
    broken = {_line(diagnostic) for diagnostic in found if diagnostic.code.startswith("E01")}
    return list(
        _merge_unknown(
            diagnostic for diagnostic in found if not _follows(diagnostic, unread, broken)
        )
    )


def _undeclared_names(error: Diagnostic) -> Iterator[syntax.Unread]:
    """Yield the names that are not declared because of an error, or declared twice."""
    of_file = error.code in {"E0601", "E0602"} and error.span.text.startswith("use ")
    if error.code in UNUSED_MODULE or of_file:
        yield syntax.Unread("use")
    if error.code == "E0605" and error.span.text in RESERVED:
        yield syntax.Unread("", (error.span.text,))
    for form in (_TWICE, _LACKING):
        if match := form.match(error.message):
            yield syntax.Unread("", (match[1],))


def _line(error: Diagnostic) -> tuple[str, int]:
    return error.span.source.name, error.span.source.place(error.span.start)[0]


def _follows(
    error: Diagnostic, unread: Sequence[syntax.Unread], broken: Collection[tuple[str, int]]
) -> bool:
    """Return whether an error would not be there if the items that could not be read were.

    Args:
        broken: the lines with errors of the syntax; what was read of them may be another thing than was meant.
    """
    if error.severity == "warning" or error.code.startswith("E01") or any(_undeclared_names(error)):
        return False
    if _line(error) in broken:
        return True
    named = {value.lstrip("?") for value in _QUOTED.findall(error.message)}
    for each in unread:
        if error.code == "E0313" and named & {*each.names} & RESERVED:
            return True
        if error.code in UNKNOWN_NAME and (_declares_any(each) or named & {*each.names}):
            return True
        if any(
            form.format(word) in error.message for form in MISSING_ITEM for word in _kinds(each)
        ):
            return True
    return False


def _kinds(item: syntax.Unread) -> Collection[str]:
    """Return the keywords of the declarations that an unreadable item may contain."""
    match item.keyword:
        case "use":
            return ("record", "fact", "rule", "axiom", "clue", "query")
        case "?":
            return ITEM_WORDS
        case "":
            return ()
        case keyword:
            return (keyword,)


def _declares_any(item: syntax.Unread) -> bool:
    return not item.names and item.keyword in DECLARING


def _merge_unknown(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the diagnostics; those that report one unknown name again become notes and edits of the first."""
    ordered = sorted(found, key=lambda each: (each.span.source.name, each.span.start, each.code))
    uses: dict[tuple[object, ...], list[Diagnostic]] = {}
    for number, each in enumerate(ordered):
        key = (each.code, each.message, each.span.source.name)
        uses.setdefault(key if each.code in REPEATED else (number,), []).append(each)
    for first, *others in uses.values():
        notes = [Note(each.span, "and here") for each in others]
        more = [edit for each in others if each.help == first.help for edit in each.edits]
        yield replace(
            first,
            notes=(*first.notes, *notes[: max(0, MOST_NOTES - len(first.notes))]),
            edits=tuple(dict.fromkeys([*first.edits, *more])),
        )
