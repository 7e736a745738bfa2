"""The tab in which files of replies are scored, and models compared."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

from nicegui import ui

from ....compiler.view import safe
from ...processes.pool import Lost
from . import drawing, judging, reply_drawing
from .index import OUTCOMES
from .messages import Fault, Judge, Judgement
from .opened import DATASETS, slow_worker
from .shown import Shown
from .uploading import Uploads

SUFFIXES = (".jsonl", ".csv", ".tsv", ".parquet", ".eval", ".json")
"""How the names of files end that may have replies."""

MOST_FILES = 12
"""How many files are proposed."""


class RepliesTab:
    """Scores files of replies in a process, and shows the tables of `rspc score`."""

    def __init__(self, page: Shown) -> None:
        self._page = page
        self._worker = slow_worker()
        self._judgement = Judgement()
        self._is_busy = False
        self._pair = 0, 1
        self._folder: Path | None = None
        self._uploads: Uploads | None = None
        self._uploaded: Path | None = None
        self._form = ui.html(_form(page.dataset), sanitize=False)
        self._told = ui.html("", sanitize=False)
        self._crossed = ui.html("", sanitize=False)
        self._tables = ui.html("", sanitize=False)

    def close(self) -> None:
        """End the process that scores, and remove what it wrote."""
        self._worker.kill()
        self._forget()
        if self._uploaded is not None:
            shutil.rmtree(self._uploaded, ignore_errors=True)

    def _forget(self) -> None:
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    async def add(self, value: Any) -> None:
        """Add a proposed file to the list."""
        self._list(_near(self._page.dataset)[int(value)])

    async def take(self, value: Any) -> None:
        """Take a piece of a file that is opened in the browser; a whole one is added to the list."""
        if self._uploads is None:
            self._uploaded = DATASETS.folder()
            self._uploads = Uploads(self._uploaded)
        try:
            found = self._uploads.add(value)
        except OSError as fault:
            found = f"the file is not kept: {fault.strerror}"
        if isinstance(found, str):
            self._told.content = drawing.faults([Fault("E0830", found)])
        elif found is not None:
            self._list(found)

    def _list(self, path: Path) -> None:
        self._page.client.run_javascript(
            "(() => { const t = document.getElementById('b-files'); const v = t.value.trim();"
            f"const p = {drawing.literal(str(path))};"
            "if (!v.split('\\n').includes(p)) t.value = v ? v + '\\n' + p : p; })()"
        )

    async def judge(self, value: Any) -> None:
        """Score the files that are named."""
        paths = [line.strip() for line in str(value["files"]).splitlines() if line.strip()]
        by, columns = (_parts(str(value[name])) for name in ("by", "columns"))
        if not self._is_busy:
            self._page.start(self._judge(paths, str(value["pasted"]), by, columns))

    async def _judge(
        self, paths: list[str], pasted: str, by: tuple[str, ...], columns: tuple[str, ...]
    ) -> None:
        page = self._page
        if pasted.lstrip().startswith(("PAR1", "PK\x03\x04")):
            told = "the pasted text is that of a file which is no text"
            help = "open the file, or name its path"
            self._told.content = drawing.faults([Fault("E0830", told, help)])
            return
        count = len(paths) + bool(pasted.strip())
        if not count:
            told = "name a file of replies, or paste its text"
            self._told.content = drawing.faults([Fault("E0830", told)])
            return
        if count > judging.MOST:
            told = f"there are {count} files; at most {judging.MOST} can be looked at together"
            self._told.content = drawing.faults([Fault("E0838", told)])
            return
        self._is_busy = True
        self._told.content = _WAITING
        page.index.detach()
        await page.set_models(())
        self._forget()
        folder = self._folder = DATASETS.folder()
        files = [str(_absolute(path, page.dataset)) for path in paths]
        if pasted.strip():
            files.append(str(judging.keep_pasted(folder, pasted)))
        await page.opened.wait()
        dataset, database = str(page.dataset), str(page.opened.database)
        asked = Judge(dataset, database, tuple(files), str(folder), by, columns)
        task = asyncio.create_task(self._worker.ask(asked, Judgement))
        try:
            while not (await asyncio.wait([task], timeout=0.5))[0]:
                done = await asyncio.to_thread(judging.count, folder)
                self._told.content = (
                    f'<p role="status" class="muted">Scored {done:,} of {page.read:,} …</p>'
                )
            found = task.result()
        except Lost as lost:
            found = Judgement(faults=(Fault("E0830", f"the replies are not scored: {lost}"),))
        finally:
            task.cancel()
            self._worker.kill()
            self._is_busy = False
        self._judgement, self._pair = found, (0, 1)
        self._told.content = (
            drawing.skipped(found.skipped)
            + drawing.skipped(found.unscored, "scored")
            + drawing.faults((*found.faults, *found.remarks))
        )
        if found.models:
            for place in range(len(found.models)):
                page.index.attach(place, judging.verdicts_of(folder, place))
            await page.set_models(found.models)
        await self.show()

    async def show(self) -> None:
        """Show the tables, and how two models agree on the records shown."""
        page, found = self._page, self._judgement
        self._crossed.content = ""
        if len(page.models) > 1:
            counts = await asyncio.to_thread(page.index.together, *self._pair)
            self._crossed.content = reply_drawing.crossed(page.models, self._pair, counts)
        if page.models:
            self._tables.content = _NOTE + "".join(map(drawing.drawn_table, found.tables))
        else:
            self._tables.content = ""

    async def compare(self, value: Any) -> None:
        """Compare another model: the first of the two, or the second. One that is compared already changes places."""
        which, place = int(value["of"]), int(value["value"])
        if which in (0, 1) and 0 <= place < len(self._page.models):
            other = self._pair[1 - which]
            other = self._pair[which] if other == place else other
            self._pair = (place, other) if which == 0 else (other, place)
            await self.show()

    async def choose(self, value: Any) -> None:
        """Show the records on which the two models agree or differ in a way."""
        first, second = str(value).split(",")
        page = self._page
        if len(page.models) < 2 or not {first, second} <= set(OUTCOMES):
            return
        one, other = self._pair
        filters = page.filters.with_outcome(one, first).with_outcome(other, second)
        page.shown.tab = "records"
        await page.choose(filters.but(reason=None))


_WAITING = '<p role="status" class="muted">Scoring, once the dataset is read …</p>'

_NOTE = (
    '<p class="muted">The tables are of the whole dataset. The Records view now has a column for each '
    "model.</p>"
)


def _parts(text: str) -> tuple[str, ...]:
    return tuple(each.strip() for each in text.split(",") if each.strip())


def _absolute(path: str, dataset: Path) -> Path:
    """Return the path of a file that is named from the working directory, or else from beside the dataset."""
    own = Path(path).expanduser()
    beside = dataset.parent / own
    return own if own.is_absolute() or own.exists() or not beside.exists() else beside


def _near(dataset: Path) -> list[Path]:
    """Return files beside a dataset that may have replies to it."""
    home = dataset.parent
    try:
        found = sorted(
            each
            for each in home.iterdir()
            if each.suffix in SUFFIXES and each.is_file() and each != dataset
        )
    except OSError:
        return []
    return found[:MOST_FILES]


def _form(dataset: Path) -> str:
    near = "".join(
        f'<button type="button" class="quiet" data-act="file" data-value="{place}">'
        f"+ <bdi>{safe(each.name[:60])}</bdi></button>"
        for place, each in enumerate(_near(dataset))
    )
    beside = (
        f'<div class="b-row"><span class="muted">beside the dataset:</span>{near}</div>'
        if near
        else ""
    )
    return (
        '<div class="b-form" data-form="judge"><h2>Replies of models</h2>'
        "<label>Files of replies, one a line: JSON lines, CSV, Parquet, a log of Inspect, or samples of lm-eval"
        '<textarea id="b-files" name="files" rows="2" spellcheck="false"></textarea></label>'
        '<div class="b-row"><button type="button" onclick="this.nextElementSibling.click()">Open files …</button>'
        f'<input type="file" multiple data-files hidden accept="{",".join(SUFFIXES)}"></div>'
        f"{beside}<details><summary>Paste replies, or name columns</summary>"
        '<label>The text of one more file of replies<textarea name="pasted" rows="4" spellcheck="false" '
        'placeholder="id,reply"></textarea></label>'
        '<label>Columns that have other names than usual<input name="columns" autocomplete="off" spellcheck="false" '
        'placeholder="id=key,reply=said"></label></details>'
        "<label>Also by these figures, with commas between them"
        '<input name="by" autocomplete="off" list="b-names"></label>'
        '<div class="b-row"><button type="button" data-act="judge">Score</button></div></div>'
    )
