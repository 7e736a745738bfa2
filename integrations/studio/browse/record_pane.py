"""The pane with a record, or two side by side, and the box in which a reply is scored."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from nicegui import ui

from ....compiler.view import safe, view
from ....dsl.diagnostics import SpecError
from ...processes.pool import Lost
from . import drawing, reply_drawing
from .describing import answer_html, is_short
from .messages import Describe, Fault, Score, Scored, Told, as_faults
from .opened import quick_worker
from .shown import Shown

LONGEST = 200_000
"""Characters of the longest reply that is scored."""

_PASTE = (
    '<div data-form="score"><label for="b-pasted" class="muted">Score a reply to this record <kbd>s</kbd></label>'
    '<textarea id="b-pasted" name="reply" rows="2" placeholder="paste a reply; Ctrl+Enter scores it" '
    f'maxlength="{LONGEST}"></textarea>'
    '<div class="b-row"><button type="button" data-act="score">Score</button></div></div>'
)


class RecordPane:
    """Shows the record that is selected; the record that is held is shown beside it."""

    def __init__(self, page: Shown) -> None:
        self._page = page
        self._worker = quick_worker()
        self._record: dict[str, Any] = {}
        with ui.element("div").classes("b-records"):
            with ui.element("div").classes("b-two"):
                self._other = self._pane("held record", "other")
                self._own = self._pane("record", "")
            with ui.element("div").classes("b-paste"):
                ui.html(_PASTE, sanitize=False)
                self._result = ui.html("", sanitize=False)

    def _pane(self, name: str, kind: str) -> ui.html:
        found = ui.html("", sanitize=False).classes(f"b-record {kind}")
        return found.props(f'tabindex=0 role=region aria-label="{name}" data-pane="{name}"')

    def close(self) -> None:
        """End the process of the pane."""
        self._worker.kill()

    async def show(self) -> None:
        """Show the record that is selected."""
        number = self._page.shown.number
        if not number:
            return
        html, record = await self._describe(number)
        if number == self._page.shown.number:  # else another one is selected by now
            if record.get("id") != self._record.get("id"):
                self._result.content = ""
            self._record = record
            self._own.content = html

    async def pin(self) -> None:
        """Hold the selected record, beside which others are shown; or hold none if one is held."""
        shown = self._page.shown
        shown.pinned = 0 if shown.pinned else shown.number
        self._other.content = ""
        if shown.pinned:
            self._other.content, _ = await self._describe(shown.pinned)
        way = "add" if shown.pinned else "remove"
        self._page.records_body.classes(**{way: "compare"})
        await self.show()
        await self._page.show_table()

    async def _describe(self, number: int) -> tuple[str, dict[str, Any]]:
        """Return a record as HTML, and itself; what is wrong instead, and nothing, if it cannot be read."""
        page = self._page
        try:
            record = await asyncio.to_thread(page.index.record, number)
        except SpecError as fault:
            return drawing.faults(as_faults(fault.diagnostics)), {}
        try:
            found = await self._worker.ask(Describe(record), Told)
        except Lost as lost:
            found = Told(faults=(Fault("E0805", f"the record cannot be shown: {lost}"),))
        body = found.html or drawing.faults(found.faults) + _raw(record)
        replies = "".join(
            [
                reply_drawing.reply_html(
                    record, name, await asyncio.to_thread(page.index.verdict, place, number)
                )
                for place, name in enumerate(page.models)
            ]
        )
        return f"{self._head(record, number)}{replies}{body}", record

    def _head(self, record: dict[str, Any], number: int) -> str:
        pinned = self._page.shown.pinned
        told = "" if pinned and pinned != number else "Release" if pinned else "Hold"
        button = (
            f'<button type="button" data-act="pin" title="Hold this record beside others (c)">{told}</button>'
            if told
            else ""
        )
        shown = view(record)
        answer = answer_html(shown.answer, shown.label) if is_short(shown.answer) else ""
        return (
            f'<div class="b-head"><span class="muted">no. {number:,}</span>'
            f"<code><bdi>{safe(str(record['id'])[:300])}</bdi></code>"
            f"{button}{answer}</div>"
        )

    async def score(self, value: Any) -> None:
        """Score a reply to the record that is shown."""
        reply = str(value["reply"])[:LONGEST]
        if not self._record or not reply.strip():
            self._result.content = (
                '<p class="muted">Paste a reply first.</p>' if self._record else ""
            )
            return
        record = self._record
        self._result.content = '<p class="muted">Scoring …</p>'
        try:
            found = await self._worker.ask(Score(record, reply), Scored)
        except Lost as lost:
            found = Scored(faults=(Fault("E0831", f"the reply is not scored: {lost}"),))
        if record is not self._record:
            return
        if found.faults:
            self._result.content = drawing.faults(found.faults)
            return
        right = str(record.get("answer", ""))
        self._result.content = reply_drawing.verdict_html(
            found.value, found.answer, found.reason, right
        )


def _raw(record: dict[str, Any]) -> str:
    text = msgspec.json.format(msgspec.json.encode(record), indent=1).decode()
    return f'<section><h3>Record</h3><div class="code">{safe(text[:20_000])}</div></section>'
