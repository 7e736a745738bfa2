"""What happens behind the page of a spec: edits are checked, and the latest one gets its problem."""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec.structs import replace

from ...language_server.colouring import colour
from ...language_server.documents import Document, path_uri
from ...language_server.messages import MAIN, Fault, Files
from ...language_server.own_names import own_names
from ...language_server.session import Session, Timing
from ...processes.pool import Interrupted, Lost, Worker
from .disk import OnDisk, read_file, signatures
from .messages import Choice, Look, Looked, Made, Make, Prove, Proved

PROGRAM = f"{__package__}.worker"

PAUSE = 0.12
"""Seconds from the last change to its problem."""

CALM = 0.5
"""Seconds from a problem to a proof of the spec's words, which would keep the next problem waiting."""

GRACE = 0.25
"""Seconds that an outdated question may still take."""

DEAF = 1.5
"""Seconds after which a process that does not heed is ended."""

SLICE = 0.35
"""Seconds of making problems for figures, between two times that these are shown."""

MOST = 300
"""Over how many problems figures are shown."""

WATCH = 2.0
"""Seconds between two looks at the file on disk."""

TIMING = Timing(check=20.0, preview=15.0, patience=60.0)

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Problem:
    """What was made for the page: a problem, and the same one in other words if these are shown."""

    made: Made
    choice: Choice
    other: Made | None = None


Send = Callable[[str, Any], None]
"""Sends something to the page: what it is about, and a value."""


class Bench:
    """The work for one page.

    Args:
        disk: the file of the spec.
        send: takes `faults`, `colours`, `problem`, `looked`, `busy` and `outside`.
        timing: limits of the processes.
    """

    def __init__(self, disk: OnDisk, send: Send, timing: Timing = TIMING) -> None:
        self.disk = disk
        self.send = send
        self.uri = path_uri(str(disk.path))
        self.session = Session(self._publish, timing=timing, program=PROGRAM)
        self.session.root = str(disk.path.parent)
        self.sampler = Worker(PROGRAM, timing.preview, timing.memory, timing.patience)
        self.choice = Choice()
        self.wording: tuple[str, str] | None = None
        self.is_looking = False
        self.checked: tuple[Fault, ...] = ()
        self.proved: tuple[Fault, ...] = ()
        self.last: Problem | None = None
        self.looked: Looked | None = None
        self._edition = 0
        self._wake = asyncio.Event()
        self._look_wake = asyncio.Event()
        self._proved_files: Files | None = None
        self._told_outside = False
        self._others: dict[str, tuple[int, int]] = {}
        self._touched = 0.0

    # ---------------------------------------------------------------------------------------------- beginning, end

    def start(self) -> None:
        """Begin to check, to make problems and to watch the file."""
        self.session.start()
        for work in (self._make(), self._look(), self._watch()):
            self.session.background(work)
        self.edit(1, self.disk.text)

    def close(self) -> None:
        """End the processes."""
        self.session.close()
        self.sampler.kill()

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is wrong with the spec: what a check finds, and then what is wrong with its words."""
        return tuple(dict.fromkeys((*self.checked, *self.proved)))

    @property
    def processes(self) -> list[int]:
        """The ids of the processes that work for the page."""
        workers = (self.session.checker, self.session.maker, self.sampler)
        return [worker.pid for worker in workers if worker.pid is not None]

    # ------------------------------------------------------------------------------------------------------- edits

    @property
    def document(self) -> Document:
        """The spec as it stands in the editor."""
        return self.session.documents[self.uri]

    def edit(self, version: int, text: str) -> None:
        """Take a new version of the text."""
        self.session.put(Document(self.uri, version, text, False, "utf-16"))
        self.proved, self._proved_files = (), None
        self.session.background(self._colour(self.document))
        self._touch()

    def choose(self, choice: Choice) -> None:
        """Take other settings."""
        if choice != self.choice:
            self.choice = choice
            self._touch()

    def compare(self, wording: tuple[str, str] | None) -> None:
        """Show the problem in other words too: with this value of a parameter; None to show it once."""
        if wording != self.wording:
            self.wording = wording
            if wording is not None:
                self._touch()

    def look(self, wanted: bool) -> None:
        """Begin or end to make problems for figures."""
        self.is_looking = wanted
        self._look_wake.set()

    def _touch(self) -> None:
        self._edition += 1
        self._touched = time.time()
        self._wake.set()
        self._look_wake.set()

    def save(self, force: bool) -> str:
        """Write the text into the file; return why that was not done, or an empty string.

        A file that somebody else changed is not written without `force`: then `outside` is returned.
        """
        if not force and self.disk.is_changed():
            return "outside"
        try:
            self.disk = self.disk.written(self.document.text)
        except (OSError, UnicodeEncodeError) as fault:
            return getattr(fault, "strerror", None) or str(fault)
        self._told_outside = False
        return ""

    def suppose(self, text: str) -> None:
        """Take it that the file had this text when it was last read here: a draft in a browser is based on it."""
        self.disk = self.disk.supposed(text)

    def reread(self) -> None:
        """Take the text of the file again. The next version of the browser's is its own.

        Raises:
            SpecError: it cannot be read.
        """
        self.disk = read_file(self.disk.path)
        self._told_outside = False
        self.edit(self.document.version, self.disk.text)

    @property
    def is_saved(self) -> bool:
        """Whether the text is that of the file as it was last read or written."""
        return self.document.text == self.disk.text

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(WATCH)
            await self._watch_others()
            changed = await asyncio.to_thread(self.disk.is_changed)
            if changed and not self._told_outside:
                self._told_outside = True
                self.send("outside", None)

    async def _watch_others(self) -> None:
        """Check the spec again if a file that it uses has changed."""
        result = self.session.results.get(self.uri)
        paths = result.checked.reached if result is not None else ()
        seen = await asyncio.to_thread(signatures, paths)
        newest = int(self._touched * 1e9)  # what is not known yet has changed if it is newer
        changed = [
            path
            for path, (when, size) in seen.items()
            if self._others.get(path, (min(when, newest), size)) != (when, size)
        ]
        self._others = seen
        if changed:
            self.session.touch_all()
            self._proved_files = None
            self._touch()

    # ----------------------------------------------------------------------------------------- checks and colours

    def _publish(self, uri: str, version: int | None, faults: Sequence[tuple[str, Fault]]) -> None:
        if uri != self.uri:
            return
        begun = bool(self.document.text.strip())  # nothing is wrong with a text before it is begun
        found = tuple(fault for _, fault in faults if begun)
        others = (
            fault
            for fault in (
                self.session.results[uri].checked.faults if uri in self.session.results else ()
            )
            if self.session.is_fresh(uri) and fault.spot.file != MAIN
        )
        self.checked = (*found, *others)
        self.send("faults", version)
        with suppress(KeyError):
            self.session.background(self._colour(self.document))

    async def _colour(self, document: Document) -> None:
        """Send the kinds of the words; names that are not known yet have none."""
        names = self.session.names(document.uri)

        def find() -> list[int]:
            return colour(document, [*names, *own_names(document)])

        found = await asyncio.to_thread(find)
        if self.session.documents.get(self.uri) is document:
            self.send("colours", (document.version, found))

    # ---------------------------------------------------------------------------------------------------- problems

    async def _make(self) -> None:
        while True:
            await self._wake.wait()
            while self._wake.is_set():
                self._wake.clear()
                await asyncio.sleep(PAUSE)
            await self._make_latest()

    async def _make_latest(self) -> None:
        edition, choice, files = self._edition, self.choice, self._files()
        self.send("busy", True)
        made = await self._ask(self.session.maker, Make(files, choice), Made, edition)
        if made is None:
            return
        other = None
        if self.wording is not None and made.record:
            name, value = self.wording
            changed = replace(choice, params={**choice.params, name: value})
            other = await self._ask(self.session.maker, Make(files, changed), Made, edition)
            if other is None:
                return
        self.last = Problem(made, choice, other)
        self.send("problem", self.last)
        self.send("busy", False)
        is_proved = made.described is None or files == self._proved_files
        if not is_proved and await self._is_calm():
            await self._prove(files, edition)

    async def _is_calm(self) -> bool:
        """Wait a while; return whether nothing was edited or chosen meanwhile."""
        try:
            await asyncio.wait_for(self._wake.wait(), CALM)
        except TimeoutError:
            return True
        return False

    async def _prove(self, files: Files, edition: int) -> None:
        """Find what is wrong with the words of a spec without other errors; another edit or setting goes first."""
        proved = await self._ask(self.session.maker, Prove(files), Proved, edition)
        if proved is not None:
            self.proved, self._proved_files = proved.faults, files
            self.send("faults", self.document.version)

    def _files(self) -> Files:
        return self.session.files(self.document)

    async def _ask(
        self, worker: Worker, question: Any, kind: type[Answer], edition: int
    ) -> Answer | None:
        """Return an answer; None if it is outdated before it comes."""
        task = asyncio.ensure_future(worker.ask(question, kind))
        try:
            while not task.done() and edition == self._edition:
                await asyncio.wait({task}, timeout=0.05)
            if not task.done():
                await asyncio.wait({task}, timeout=GRACE)
            if not task.done():
                worker.interrupt()
                await asyncio.wait({task}, timeout=DEAF)
            if not task.done():
                return None
            found = task.result()
        except Interrupted:
            if edition == self._edition:  # the signal was meant for the question before
                return await self._ask(worker, question, kind, edition)
            return None
        except Lost as lost:
            found = kind(failed=str(lost))  # type: ignore[call-arg]
        except Exception as fault:  # the next edit is answered all the same
            found = kind(failed=f"{type(fault).__name__}: {fault}")  # type: ignore[call-arg]
        finally:
            if not task.done():
                task.cancel()
        return found if edition == self._edition else None

    # ----------------------------------------------------------------------------------------------------- figures

    async def _look(self) -> None:
        """Make problems for figures while these are shown, a slice after another, from the beginning after an edit."""
        while True:
            await self._look_wake.wait()
            self._look_wake.clear()
            while self.is_looking:
                edition = self._edition
                question = Look(self._files(), self.choice, SLICE, MOST)
                looked = await self._ask(self.sampler, question, Looked, edition)
                if looked is None:
                    await asyncio.sleep(PAUSE)
                    continue
                self.looked = looked
                self.send("looked", looked)
                if looked.failed or is_finished(looked):
                    break
                await asyncio.sleep(0.02)


def is_finished(looked: Looked) -> bool:
    """Return whether no more problems are made for figures."""
    return looked.made + looked.lost >= looked.most or (looked.lost >= 5 and not looked.made)
