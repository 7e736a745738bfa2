"""What must hold of the edits of diagnostics: applied, they remove their diagnostic and make no new error."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from rspc.dsl.diagnostics import Diagnostic
from rspc.dsl.edits import apply_edits

REVEALING = frozenset({"E0316"})
"""What hides other errors, as faults of syntax do: what is said of it is not checked further."""


def faults_of_edits(
    found: tuple[Diagnostic, ...],
    files: Mapping[str, str],
    again: Callable[[str, str], Iterable[Diagnostic]],
    most: int = 12,
) -> list[str]:
    """Return what is wrong with the edits of diagnostics, of the first ones at most.

    Args:
        files: the keys of the files that may be edited, by the names of their sources.
        again: finds what is wrong if the file with a key has another text.
    """
    faults = []
    for each in [each for each in found if each.edits][:most]:
        source = each.edits[0].span.source
        if source.name not in files:
            continue
        assert all(edit.span.source == source for edit in each.edits)
        text = apply_edits(source.text, each.edits)
        after = tuple(again(files[source.name], text))
        if _count(after)[each.code, each.message] >= _count(found)[each.code, each.message]:
            faults.append(f"{each.code} {each.message!r} stays: {each.edits}\n{text}")
        if new := _count_errors(after) - _count_errors(found):
            if each.code not in REVEALING and each.code[1:3] != "01":
                faults.append(f"{each.code} {each.message!r} makes {new}: {each.edits}\n{text}")
    return faults


def _count(found: Iterable[Diagnostic]) -> Counter[tuple[str, str]]:
    return Counter((each.code, each.message) for each in found)


def _count_errors(found: Iterable[Diagnostic]) -> Counter[tuple[str, str]]:
    return _count(each for each in found if each.severity == "error")
