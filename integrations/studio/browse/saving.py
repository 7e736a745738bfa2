"""The dialog that writes the records that are shown as a dataset."""

from __future__ import annotations

import asyncio
import shlex
from pathlib import Path
from typing import Any

from msgspec.structs import replace
from nicegui import ui

from ....compiler.view import safe
from ...processes.pool import Lost
from . import drawing, exporting
from .messages import Export, Exported, Fault
from .opened import slow_worker
from .shown import Shown

_HELP = {
    "E0801": "name a folder that can be written, on a disk with free space",
    "E0802": "name another folder",
    "E0803": "name another folder",
}
"""Help for the page, where that of the command line names its options."""


class Saving:
    """Writes the records that are shown, as `rspc filter` does."""

    def __init__(self, page: Shown) -> None:
        self._page = page
        name = page.dataset.name.partition(".")[0]
        out = page.dataset.parent / f"{name}-part"
        ui.html(
            '<button type="button" onclick="document.getElementById(\'b-export\').showModal()" '
            'title="Write the records shown (e)">Export …</button>',
            sanitize=False,
        )
        ui.html(
            '<dialog id="b-export" aria-label="Export"><h2>Write the records shown as a dataset</h2>'
            f'<div data-form="export"><p><label>Folder<input name="out" value="{safe(str(out))}" spellcheck="false">'
            '</label></p><button type="button" data-act="export">Write</button> '
            '<button type="button" class="quiet" onclick="this.closest(\'dialog\').close()">Close</button></div>'
            '<div id="b-exported" aria-live="polite"></div></dialog>',
            sanitize=False,
        )

    async def save(self, value: Any) -> None:
        """Write the records to a folder."""
        text = str(value["out"]).strip()
        if not text:
            self._tell(drawing.faults([Fault("E0801", "name a folder")]))
            return
        self._tell('<p class="muted" role="status">Writing …</p>')
        self._page.start(self._save(Path(text).expanduser().absolute()))

    async def _save(self, out: Path) -> None:
        page, chosen = self._page, self._page.chosen()
        numbers = tuple(await asyncio.to_thread(lambda: list(page.index.numbers())))
        worker = slow_worker()
        files = str(page.dataset), str(page.opened.database), str(out)
        asked = Export(*files, numbers, exporting.words(chosen))
        try:
            found = await worker.ask(asked, Exported)
        except Lost as lost:
            found = Exported(faults=(Fault("E0801", f"nothing is written: {lost}"),))
        finally:
            worker.kill()
        if found.faults:
            told = [replace(each, help=_HELP.get(each.code, each.help)) for each in found.faults]
            self._tell(drawing.faults(told))
            return
        own = exporting.command(page.dataset, chosen, str(out))
        same = (
            f'<p class="muted">The same from a terminal:</p><pre>{safe(own)}</pre>'
            if own and not found.skipped
            else ""
        )
        look = safe(shlex.join(["rspc", "stats", str(out)]))
        self._tell(
            f'<p class="good">✓ {found.kept:,} records written</p>{drawing.skipped(found.skipped)}{same}'
            f'<p class="muted">Its statistics:</p><pre>{look}</pre>'
        )

    def _tell(self, html: str) -> None:
        self._page.client.run_javascript(
            f"document.getElementById('b-exported').innerHTML = {drawing.literal(html)}"
        )
