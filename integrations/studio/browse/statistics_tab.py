"""The tab with the plots of the records that are shown, and the verdict of `rspc stats` on the whole dataset."""

from __future__ import annotations

import asyncio
from typing import Any

from nicegui import ui

from ....compiler.view import safe
from ...processes.pool import Lost
from . import drawing, statistics
from .index import Stopped
from .messages import Fault, Statistics, Summary
from .opened import slow_worker
from .plot_drawing import section_html
from .shown import Shown
from .statistics import Section


class StatisticsTab:
    """Shows plots, of which each bar filters the records."""

    def __init__(self, page: Shown) -> None:
        self._page = page
        self._sections: list[Section] = []
        self._of: object = None
        with ui.element("div"):
            ui.html(
                '<p class="muted">The plots are of the records shown. A click on a bar keeps its records.</p>',
                sanitize=False,
            )
            self._plots = ui.html("", sanitize=False)
            self._verdict = ui.html(_BUTTON, sanitize=False)

    async def show(self) -> None:
        """Show the plots of the records that are chosen."""
        page = self._page
        wanted = (page.chosen(), page.read)
        if wanted == self._of:
            return
        self._of = wanted
        found: list[Section] = []
        drawn = ""
        try:
            parts = statistics.sections(page.index)
            while (each := await asyncio.to_thread(next, parts, None)) is not None:
                if self._of != wanted:
                    return
                drawn += section_html(len(found), each)
                found.append(each)
                self._sections = found
                self._plots.content = f'{drawn}<p class="muted" role="status">Counting …</p>'
        except Stopped:
            self._of = None
            return
        self._plots.content = drawn

    async def choose(self, value: Any) -> None:
        """Keep the records of a bar."""
        section, plot, mark = map(int, str(value).split(","))
        condition = self._sections[section].plots[plot].conditions[mark]
        await self._page.choose(self._page.filters.with_condition(condition))

    async def judge(self, value: Any) -> None:
        """Show the verdict of `rspc stats` on the whole dataset, which may take minutes."""
        self._verdict.content = '<p class="muted">rspc stats reads the whole dataset …</p>'
        self._page.start(self._judge())

    async def _judge(self) -> None:
        opened = self._page.opened
        await opened.wait()
        worker = slow_worker()
        asked = Statistics(str(opened.dataset), str(opened.database))
        try:
            found = await worker.ask(asked, Summary)
        except Lost as lost:
            found = Summary(faults=(Fault("E0813", f"there are no statistics: {lost}"),))
        finally:
            worker.kill()
        lines = "".join(
            f'<p><span class="{_KINDS.get(mark, "muted")}">{safe(mark)}</span> <b>{safe(name)}</b>: {safe(text)}</p>'
            for mark, name, text in found.verdict
        )
        tables = "".join(map(drawing.drawn_table, found.tables))
        title = "<section><h3>rspc stats on the whole dataset</h3>"
        told = drawing.skipped(found.skipped) + drawing.faults(found.faults)
        self._verdict.content = f"{title}{told}{lines}{tables}</section>"


_KINDS = {"ok": "good", "warn": "bad"}

_BUTTON = (
    '<section><h3>rspc stats</h3><p class="muted">Guessing without reasoning, repeats, and all tables, of the whole '
    'dataset.</p><button type="button" data-act="verdict">Run rspc stats</button></section>'
)
