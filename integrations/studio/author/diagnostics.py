"""Diagnostics under the editor, and in its text."""

from collections.abc import Mapping, Sequence
from typing import Any

from ....compiler.view import safe
from ...language_server.messages import MAIN, Fault
from .elsewhere import link

MOST = 100
"""How many diagnostics are listed."""


def is_error(fault: Fault) -> bool:
    """Return whether a fault keeps a spec from being compiled."""
    return not fault.code.startswith("W")


def marks(faults: Sequence[Fault]) -> list[dict[str, Any]]:
    """Return what the editor shows of diagnostics: their places and the changes that repair them."""
    return [
        {
            "area": fault.spot.area if fault.spot.file == MAIN else None,
            "severity": "error" if is_error(fault) else "warning",
            "changes": [{"area": each.spot.area, "text": each.text} for each in fault.changes]
            if _can_fix(fault)
            else None,
        }
        for fault in faults[:MOST]
    ]


def listing(faults: Sequence[Fault], pages: Mapping[str, str]) -> str:
    """Draw diagnostics as a list, with a button for each that can be repaired, here or in another file.

    Args:
        pages: the specs that have a page, as `known_specs` returns them.
    """
    if not faults:
        return '<p class="none">No diagnostics.</p>'
    drawn = "".join(_item(fault, place, pages) for place, fault in enumerate(faults[:MOST]))
    more = len(faults) - MOST
    rest = f'<p class="none">{more} more</p>' if more > 0 else ""
    return f"{_all_fixes(faults)}<ul>{drawn}</ul>{rest}"


def _all_fixes(faults: Sequence[Fault]) -> str:
    """Draw a button that makes all repairs here, if there are several."""
    count = sum(map(_can_fix, faults[:MOST]))
    if count < 2:
        return ""
    return f'<p class="all"><button type="button" data-fixes>Fix all {count}</button></p>'


def _item(fault: Fault, place: int, pages: Mapping[str, str]) -> str:
    line, column = fault.spot.area[0]
    where = f"{line + 1}:{column + 1}"
    if fault.spot.file != MAIN:
        where = f"{fault.spot.file.rpartition('/')[2]}:{where}"
    label = f' <span class="help">({safe(fault.label)})</span>' if fault.label else ""
    help = f'<div class="help">help: {safe(fault.help)}</div>' if fault.help else ""
    fix = (
        f'<button type="button" data-fix="{place}" title="Ctrl+. in the editor">Fix</button>'
        if _can_fix(fault)
        else link(fault, pages)
    )
    kind = "error" if is_error(fault) else "warning"
    return (
        f'<li class="{kind}" data-fault="{place}"><span class="code" title="{kind}">{safe(fault.code)}</span>'
        f'<div class="text"><button type="button" class="go">{safe(fault.message)}</button>{label}{help}</div>'
        f'<span class="where">{safe(where)}</span>{fix}</li>'
    )


def _can_fix(fault: Fault) -> bool:
    return bool(fault.changes) and all(each.spot.file == MAIN for each in fault.changes)
