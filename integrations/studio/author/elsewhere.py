"""Diagnostics in other files than the one that is edited: where they are, and what repairs them there."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from lsprotocol import types as lsp

from ....compiler.view import safe
from ....dsl.diagnostics import SpecError
from ...language_server.documents import Document, path_uri
from ...language_server.messages import MAIN, Change, Fault
from ..address import author_address
from .disk import read_file

MOST = 4_000
"""How many characters a repair may have that is handed to another page."""


def known_specs(specs: Mapping[str, Path]) -> dict[str, str]:
    """Return the names of the specs that have a page, by path, with links followed."""
    return {os.path.realpath(path): name for name, path in specs.items()}


def link(fault: Fault, pages: Mapping[str, str]) -> str:
    """Return a link to the page of the file in which a diagnostic is repaired, or where it is.

    The page makes the repair in its editor, and saves nothing by itself. Of a file that has no page, the command that
    opens it is named.

    Args:
        pages: as `known_specs` returns them.
    """
    files = {each.spot.file for each in fault.changes} or {fault.spot.file}
    if len(files) != 1 or MAIN in files:
        return ""
    (file,) = files
    name = pages.get(os.path.realpath(file))
    shown = safe(os.path.basename(file))
    if name is None:
        told = safe(f"rspc studio {file}")
        return f'<span class="help" title="{told}">in another folder</span>'
    change = _repair(file, fault.changes)
    line, column = (fault.changes[0].spot if fault.changes else fault.spot).area[0]
    place = f"fix={quote(change, safe='')}" if change else f"at={line},{column}"
    address = safe(f"{author_address(name)}#{place}")
    verb, title = (
        ("Fix in", "Makes the repair in the editor of that file, where you can save it")
        if change
        else ("Open", "Opens that file at the diagnostic")
    )
    return (
        f'<a class="button" href="{address}" target="_blank" rel="noopener" title="{title}">'
        f"{verb} <bdi>{shown}</bdi></a>"
    )


def _repair(file: str, changes: tuple[Change, ...]) -> str:
    """Return changes of a file as JSON, each with the text that it replaces; nothing if there are none."""
    if not changes:
        return ""
    try:
        text = read_file(Path(file)).text
    except SpecError:
        return ""
    document = Document(path_uri(file), 0, text, False, "utf-16")
    found = []
    for each in changes:
        start, end = (document.offset(lsp.Position(*point)) for point in each.spot.area)
        found.append({"area": each.spot.area, "was": text[start:end], "text": each.text})
    told = json.dumps(found)
    return told if len(told) <= MOST else ""
