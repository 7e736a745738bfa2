"""The page of a dataset: what its parts are, and which request each event makes."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from nicegui import events, ui

from ....dsl.diagnostics import SpecError
from ..frame import frame
from ..target import Target
from . import conditions, drawing, facts
from .index import OUTCOMES, Chosen, Index, Stopped
from .messages import Fault, as_faults
from .opened import DATASETS
from .record_pane import RecordPane
from .replies_tab import RepliesTab
from .saving import Saving
from .state import Filters, View
from .statistics_tab import StatisticsTab

HERE = Path(__file__).parent

KEYS = (
    ("↓ ↑ or j k", "next record, previous record"),
    ("[ ]", "previous page, next page"),
    ("Enter", "from the table to the record"),
    ("/", "text in the prompt"),
    ("f", "condition"),
    ("x", "clear all filters"),
    ("c", "hold this record beside others; again: no longer"),
    ("s", "score a reply"),
    ("e", "export the records shown"),
    ("1 2 3", "records, statistics, replies"),
)

GROWN = 1.5
"""How many times the records shown there must be, before more are shown while a dataset is read."""

MOST_TOLD = 200
"""How many characters of what is wrong with a condition are shown."""

POLL = 0.6
"""Seconds between two looks at how far a dataset is read."""


def browse_page(target: Target, name: str) -> None:
    """Build the page of a dataset of the target; `target.datasets[name]` is its path."""
    with frame(target, name, KEYS):
        ui.add_head_html(
            f"<style>{(HERE / 'browse.css').read_text('utf-8')}</style>"
            f"<script>{(HERE / 'browse.js').read_text('utf-8')}</script>"
        )
        try:
            Page(target.datasets[name])
        except (OSError, sqlite3.Error) as fault:
            told = Fault("E0801", f"there is no room for an index of `{name}`: {fault}")
            _html(drawing.faults([told]))


class Page:
    """What one browser sees of a dataset."""

    def __init__(self, dataset: Path) -> None:
        self.dataset = dataset
        self.opened = DATASETS.open(dataset)
        self.index = Index(self.opened.database)
        self.filters = Filters()
        self.shown = View()
        self.models: tuple[str, ...] = ()
        self.read = 0
        self._reasons: dict[int, dict[str, int]] = {}
        self._has_columns = self._is_read = False
        self._jobs: set[asyncio.Task[None]] = set()
        self._build()
        ui.on("browse", self._receive)
        self._timer = ui.timer(POLL, self._poll)
        self.client = ui.context.client
        self.client.on_delete(self._close)

    def _build(self) -> None:
        with ui.element("div").classes("b-bar"):
            self._tabs = _html(drawing.tabs(self.shown))
            self._status = _html("")
            self._chips = _html("").classes("b-chips")
            self.saving = Saving(self)
        self._faults = _html("")
        with ui.element("div").classes("b-body records shown") as self.records_body:
            with ui.element("div").classes("b-filters").props('data-pane="filters"'):
                self._form = _html(drawing.form(()))
                self._outcomes = _html("")
                self._facets = _html("")
                self._columns = _html("")
            with ui.element("div").classes("b-list").props('data-pane="table"'):
                self._table = _html("").classes("b-table")
                self._pager = _html("").classes("b-pager")
            self.record = RecordPane(self)
        with (
            ui.element("div").classes("b-body statistics b-plots").props('data-pane="plots"') as own
        ):
            self._statistics = own
            self.statistics = StatisticsTab(self)
        with (
            ui.element("div")
            .classes("b-body replies b-replies")
            .props('data-pane="replies"') as own
        ):
            self._replies = own
            self.replies = RepliesTab(self)

    def _close(self) -> None:
        for each in self._jobs:
            each.cancel()
        self.record.close()
        self.replies.close()
        self.index.close()
        DATASETS.close(self.opened)

    async def _poll(self) -> None:
        state = await asyncio.to_thread(self.index.state)
        is_done = self.opened.is_done
        found = (*as_faults(state.faults), *self.opened.faults)
        self.show_faults(found, state.skipped)
        if state.read != self.read or is_done:
            self.read = state.read
            if is_done or (self.filters == Filters() and state.read > GROWN * self.shown.count):
                await self.refresh(is_same=True)
            else:
                self._show_status()
        if is_done and not self._is_read:
            self._is_read = True
            self._timer.deactivate()
            await self._learn()

    async def _learn(self) -> None:
        """Find out which figures have few values, once all records are read."""
        with suppress(Stopped):
            varying, self.shown.facets = await asyncio.to_thread(facts.learn, self.opened.database)
            columns = self.index.columns()
            self.shown.columns = facts.first_columns(columns, varying)
            self._form.content = drawing.form(sorted(columns.names()))
            self._show_filters()
            self._columns.content = drawing.column_choice(columns, self.shown)
            await self.show_table()

    def show_faults(self, found: tuple[Fault, ...], skipped: int = 0) -> None:
        """Show diagnostics above all else."""
        self._faults.content = drawing.faults(found, skipped)

    async def choose(self, filters: Filters) -> None:
        """Show the records of other filters, from the first one on."""
        if filters.rest.text != self.filters.rest.text:
            own = drawing.literal(filters.rest.text)
            self.client.run_javascript(
                "(() => { const t = document.getElementById('b-text'); "
                f"if (t !== document.activeElement) t.value = {own}; }})()"
            )
        self.filters = filters
        self.shown.first = 0
        await self.refresh()

    async def refresh(self, *, is_same: bool = False) -> None:
        """Choose the records again, and show them."""
        self._show_filters()
        self._status.content = drawing.status(self.shown.count, self.read, self._is_read, True)
        try:
            self.shown.count = await asyncio.to_thread(self.index.choose, self.filters.chosen())
        except Stopped:
            return
        except SpecError as fault:
            self.show_faults(as_faults(fault.diagnostics))
            return
        if not self.shown.columns:
            self.shown.columns = facts.first_columns(self.index.columns(), ())
        self._show_status()
        await self.show_table()
        await self._select()
        await self._show_reasons()
        self.start(self._count_values())
        if not is_same or self.shown.tab != "records":
            await self.show_tab()

    async def _count_values(self) -> None:
        """Count the values that can be chosen, among the records that are shown."""
        filters, shown = self.filters, self.shown
        found = await asyncio.to_thread(facts.tally, self.index, filters, shown.facets)
        if filters is self.filters:
            shown.counts = found
            self._show_filters()

    def chosen(self) -> Chosen:
        """Return the choice of records that is shown."""
        return self.filters.chosen()

    def _show_status(self) -> None:
        self._status.content = drawing.status(self.shown.count, self.read, self.opened.is_done)

    def _show_filters(self) -> None:
        self._chips.content = drawing.chips(self.filters, self.models)
        self._facets.content = drawing.facets(self.shown, self.filters)
        self._outcomes.content = drawing.outcomes(self.filters, self.models, self._reasons)

    async def _show_reasons(self) -> None:
        self._reasons = {
            place: await asyncio.to_thread(self.index.reasons, place)
            for place in range(len(self.models))
        }
        self._show_filters()

    async def show_table(self) -> None:
        """Show the rows of the table that are on its page."""
        names = [*drawing.verdict_columns(len(self.models)), *self.shown.columns]
        rows = await asyncio.to_thread(self.index.rows, self.shown.first, drawing.PAGE, names)
        columns = self.index.columns()
        self._table.content = drawing.table(rows, self.shown, self.filters, columns, self.models)
        self._pager.content = drawing.pager(self.shown)

    async def _select(self) -> None:
        """Select the first of the chosen records, if the selected one is not among them."""
        number = self.shown.number
        if number and await asyncio.to_thread(self.index.place_of, number) is not None:
            return
        rows = await asyncio.to_thread(self.index.rows, 0, 1, ())
        if rows:
            self.shown.number = rows[0].number
            await self.record.show()
            await self.show_table()

    async def show_tab(self) -> None:
        """Show the tab that is chosen, and what is in it."""
        self._tabs.content = drawing.tabs(self.shown)
        bodies = {
            "records": self.records_body,
            "statistics": self._statistics,
            "replies": self._replies,
        }
        for name, body in bodies.items():
            body.classes(**{"add" if name == self.shown.tab else "remove": "shown"})
        if self.shown.tab == "statistics":
            await self.statistics.show()
        if self.shown.tab == "replies":
            await self.replies.show()

    async def set_models(self, names: tuple[str, ...]) -> None:
        """Show the verdicts of other models, which the index has."""
        self.models = names
        self.filters = self.filters.but(outcomes=(), reason=None)
        await self.refresh()
        await self.record.show()

    def start(self, job: Awaitable[None]) -> None:
        """Do something while other events are received; it ends with the page."""

        async def run() -> None:
            try:
                await job
            except Stopped:
                return
            except (OSError, sqlite3.Error) as fault:
                self.show_faults((Fault("E0801", f"a file cannot be written: {fault}"),))

        task = asyncio.create_task(run())
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _receive(self, event: events.GenericEventArguments) -> None:
        """Do what a browser asks for; what it does not know, and odd values, are ignored."""
        told = event.args
        if not isinstance(told, Mapping) or not isinstance(act := told.get("act"), str):
            return
        acts: dict[str, Callable[[Any], Awaitable[None]]] = {
            "tab": self._open_tab,
            "row": self._open_row,
            "go": self._go,
            "page": self._turn,
            "sort": self._sort,
            "text": self._set_text,
            "condition": self._add_condition,
            "range": self._add_range,
            "facet": self._toggle_facet,
            "unfilter": lambda value: self.choose(self.filters.without(int(value))),
            "clear": self._clear,
            "column": self._toggle_column,
            "outcome": self._set_outcome,
            "reason": self._set_reason,
            "mark": self.statistics.choose,
            "pin": lambda value: self.record.pin(),
            "score": self.record.score,
            "judge": self.replies.judge,
            "file": self.replies.add,
            "piece": self.replies.take,
            "crossed": self.replies.choose,
            "pair": self.replies.compare,
            "export": self.saving.save,
            "verdict": self.statistics.judge,
        }
        if act in acts:
            with suppress(AttributeError, ValueError, TypeError, KeyError, IndexError, Stopped):
                await acts[act](told.get("value"))

    async def _open_tab(self, value: Any) -> None:
        if value in dict(drawing.TABS):
            self.shown.tab = value
            await self.show_tab()

    async def _open_row(self, value: Any) -> None:
        self.shown.number = int(value)
        await self.record.show()

    async def _go(self, value: Any) -> None:
        number = await asyncio.to_thread(self.index.number_of, str(value).strip()[:400])
        self._say(f"there is no record `{str(value)[:60]}`" if number is None else "")
        if number is not None:
            self.shown.number = number
            place = await asyncio.to_thread(self.index.place_of, number)
            if place is not None:
                self.shown.first = place - place % drawing.PAGE
                await self.show_table()
            await self.record.show()

    async def _turn(self, value: Any) -> None:
        last = max(0, self.shown.count - 1) // drawing.PAGE * drawing.PAGE
        places = {
            "first": 0,
            "previous": self.shown.first - drawing.PAGE,
            "next": self.shown.first + drawing.PAGE,
            "last": last,
        }
        self.shown.first = min(max(places[value], 0), last)
        await self.show_table()
        self.client.run_javascript("document.querySelector('.b-table')?.scrollTo(0, 0)")

    async def _sort(self, value: Any) -> None:
        known = (*self.index.columns().places, *drawing.verdict_columns(len(self.models)))
        if value in known:
            await self.choose(self.filters.sorted_by(value))

    async def _set_text(self, value: Any) -> None:
        await self.choose(self.filters.but(text=str(value)[:2000]))

    async def _clear(self, value: Any) -> None:
        self._say("")
        self.client.run_javascript("document.getElementById('b-condition').value = ''")
        await self.choose(self.filters.cleared())

    async def _add_condition(self, value: Any) -> None:
        text = str(value).strip()[:4000]
        if not text:
            return
        try:
            found = conditions.read(text, self.index.columns())
        except SpecError as fault:
            first = fault.diagnostics[0]
            help = f"\nhelp: {first.help}" if first.help else ""
            told = f"{first.code}: {first.message}{help}"
            self._say(told if len(told) <= MOST_TOLD else f"{told[: MOST_TOLD - 1]}…")
            return
        self._say("")
        self.client.run_javascript("document.getElementById('b-condition').value = ''")
        await self.choose(self.filters.with_condition(found))

    async def _add_range(self, value: Any) -> None:
        told = {name: str(value.get(name, "")).strip()[:200] for name in ("name", "low", "high")}
        found = facts.read_range(told["name"], told["low"], told["high"], self.index.columns())
        if isinstance(found, str):
            self._say(found)
            return
        self._say("")
        await self.choose(self.filters.with_condition(found))

    async def _toggle_facet(self, value: Any) -> None:
        facet, number = map(int, str(value).split(","))
        own = self.shown.facets[facet]
        await self.choose(self.filters.toggled(own.name, own.values[number][0]))

    async def _toggle_column(self, value: Any) -> None:
        name = str(value["of"])
        if name in self.index.columns().places:
            kept = [each for each in self.shown.columns if each != name]
            self.shown.columns = [*kept, name] if value["value"] else kept
            await self.show_table()

    async def _set_outcome(self, value: Any) -> None:
        place, name = int(value["of"]), str(value["value"])
        if place < len(self.models) and (not name or name in OUTCOMES):
            await self.choose(self.filters.with_outcome(place, name))

    async def _set_reason(self, value: Any) -> None:
        place, number = map(int, str(value).split(","))
        wanted = (place, list(self._reasons[place])[number])
        is_same = self.filters.rest.reason == wanted
        await self.choose(self.filters.but(reason=None if is_same else wanted))

    def _say(self, message: str) -> None:
        self.client.run_javascript(
            f"document.getElementById('b-wrong').textContent = {drawing.literal(message)}"
        )


def _html(content: str) -> ui.html:
    return ui.html(content, sanitize=False)
