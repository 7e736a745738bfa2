"""What the server knows: open documents, the results of checks with their versions, and its processes."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from ...dsl.diagnostics import Diagnostic
from ...dsl.source import NOWHERE
from ..processes.pool import Lost, Worker
from .documents import Document, path_uri
from .faults import plain_fault
from .messages import (
    MAIN,
    Browse,
    Change,
    Check,
    Checked,
    Exported,
    Exports,
    Fault,
    Files,
    Installed,
    Locate,
    Located,
    Name,
    Preview,
    Previewed,
    Render,
    Rendered,
    Spot,
)

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Timing:
    """Times in seconds, and limits of one question.

    Attributes:
        syntax: from a change to its syntax errors.
        pause: from the last change to a check.
        silence: how long the diagnostics of an earlier version may stay while a check runs.
        grace: how long a check may go on whose document has changed.
        check: CPU time of a check.
        preview: CPU time of a problem.
        patience: wall time of either.
        memory: bytes that a check or a problem may add to its process.
        beginning: how long the first questions wait until it is known what is installed.
    """

    syntax: float = 0.05
    pause: float = 0.2
    silence: float = 1.0
    grace: float = 5.0
    check: float = 30.0
    preview: float = 10.0
    patience: float = 90.0
    memory: int = 1024 * MEGABYTE
    beginning: float = 5.0


@dataclass(frozen=True)
class Result:
    """The result of a check, with the versions of the open documents at its beginning."""

    checked: Checked
    versions: Mapping[str, int]


Publish = Callable[[str, int | None, Sequence[tuple[str, Fault]]], None]
"""Shows diagnostics of a file; each comes with the address of the spec whose check found it."""


@dataclass
class Session:
    """The documents of an editor and what is known of them.

    `program` is the module that its processes run.
    """

    publish: Publish
    encoding: str = "utf-16"
    root: str = ""
    timing: Timing = field(default_factory=Timing)
    documents: dict[str, Document] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)
    installed: Installed = field(default_factory=Installed)
    program: str = f"{__package__}.worker"

    def __post_init__(self) -> None:
        self.limit(self.timing)
        self._previews: dict[str, tuple[int, Previewed]] = {}
        self._exported: dict[str, tuple[Name, ...]] = {}
        self._changed: dict[str, float] = {}
        self._wake = asyncio.Event()
        self._shown: set[str] = set()
        self._faulty: set[str] = set()
        self._known = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._making = asyncio.Lock()
        self._closed = False

    # ----------------------------------------------------------------------------------------------- beginning, end

    def limit(self, timing: Timing) -> None:
        """Set times and limits, before anything is asked."""
        self.timing = timing
        self.checker = Worker(self.program, timing.check, timing.memory, timing.patience)
        self.maker = Worker(self.program, timing.preview, timing.memory, timing.patience)

    def start(self) -> None:
        """Begin to check what changes."""
        self.background(self._work())

    def background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside the requests."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """End the processes."""
        self._closed = True
        for task in self._tasks:
            with suppress(RuntimeError):
                task.cancel()
        self.checker.kill()
        self.maker.kill()

    # ------------------------------------------------------------------------------------------------- documents

    def put(self, document: Document) -> None:
        """Take a new version of a document, and have it checked, and the specs that use it."""
        self.documents[document.uri] = document
        self._touch(document)
        if document.is_spec:
            self.background(self._show_syntax(document))

    def drop(self, uri: str) -> None:
        """Forget a document that is closed; what is on disk counts again."""
        document = self.documents.pop(uri, None)
        self.results.pop(uri, None)
        self._previews.pop(uri, None)
        self._changed.pop(uri, None)
        if document is not None:
            self._touch_users(document.path)
        self.show()

    def touch_all(self) -> None:
        """Have everything checked again: a file on disk has changed."""
        for document in self.documents.values():
            self._touch(document)

    def _touch(self, document: Document) -> None:
        if document.is_spec:
            self._changed[document.uri] = time.monotonic()
        self._touch_users(document.path)
        self._wake.set()

    def _touch_users(self, path: str) -> None:
        for uri, result in self.results.items():
            if path and path in result.checked.reached and uri in self.documents:
                self._changed.setdefault(uri, time.monotonic())
                self._wake.set()

    def files(self, document: Document) -> Files:
        """Return a spec as it stands, with the other open files."""
        folder = str(Path(document.path).parent) if document.path else self.root or str(Path.cwd())
        texts = {
            other.path: other.text
            for other in self.documents.values()
            if other.path and other is not document
        }
        return Files(document.path, folder, document.text, texts, self.encoding)

    async def knows(self) -> None:
        """Wait until it is known what is installed, but not long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._known.wait(), self.timing.beginning)

    # ---------------------------------------------------------------------------------------------------- checks

    async def _work(self) -> None:
        self.background(self.maker.start())
        with suppress(Lost):
            self.installed = await self.checker.ask(Browse(), Installed)
        self._known.set()
        patient = False
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._changed:
                uri = max(self._changed, key=lambda each: self._changed[each])
                wait = self._changed[uri] + self.timing.pause - time.monotonic()
                if wait > 0:
                    await asyncio.sleep(wait)
                    continue
                del self._changed[uri]
                document = self.documents.get(uri)
                if document is not None:
                    patient = not await self._check(document, patient)

    async def _check(self, document: Document, patient: bool) -> bool:
        """Check a document; return whether the check went to its end. If it is not patient, a check of an outdated
        version is given up after a while.
        """
        versions = {uri: each.version for uri, each in self.documents.items()}
        if document.is_too_large:
            checked = Checked((_too_large(document),))
        else:
            await self.checker.start()
            asked = Check(self.files(document))
            task = asyncio.ensure_future(self.checker.ask(asked, Checked))
            try:
                grace = None if patient else self.timing.grace
                await asyncio.wait({task}, timeout=grace)
                while not task.done() and self._is_current(document):
                    await asyncio.wait({task}, timeout=0.2)
                if not task.done():
                    return False
                checked = task.result()
            except Lost as lost:
                checked = self._lost(document, str(lost))
            except Exception as fault:  # the checks of other documents go on
                checked = self._lost(document, f"{type(fault).__name__}: {fault}")
            finally:
                if not task.done():
                    task.cancel()
        if checked.failed:
            checked = self._lost(document, checked.failed)
        if self._is_current(document):
            if (
                not checked.names and document.uri in self.results
            ):  # names are as good as the last that are known
                old = self.results[document.uri].checked
                checked = Checked(
                    checked.faults, old.reached, old.names, old.logic, checked.is_family
                )
            self.results[document.uri] = Result(checked, versions)
            self.show()
        return True

    def _lost(self, document: Document, why: str) -> Checked:
        """Return the result of a check that came to no end: why, and the errors of syntax."""
        found = (plain_fault(each, self.encoding) for each in document.diagnostics)
        return Checked((_lost(why), *found))

    def _is_current(self, document: Document) -> bool:
        return self.documents.get(document.uri) is document

    def is_fresh(self, uri: str) -> bool:
        """Return whether the result of a check is of the documents as they are now."""
        document, result = self.documents.get(uri), self.results.get(uri)
        if document is None or result is None:
            return False
        paths = set(result.checked.reached)
        return all(
            result.versions.get(other.uri) == other.version
            for other in self.documents.values()
            if other is document or other.path in paths
        )

    def faults(self, uri: str) -> tuple[Fault, ...]:
        """Return the diagnostics that the check of a document found; none if it has changed since."""
        return self.results[uri].checked.faults if self.is_fresh(uri) else ()

    def names(self, uri: str) -> tuple[Name, ...]:
        """Return the names that could be seen in a document when it was last checked."""
        result = self.results.get(uri)
        return result.checked.names if result is not None else ()

    # ---------------------------------------------------------------------------------------------- diagnostics

    async def _show_syntax(self, document: Document) -> None:
        """Show errors of syntax at once. Without any, what is shown stays until the check, or for a second."""
        await asyncio.sleep(self.timing.syntax)
        if not self._is_current(document) or self.is_fresh(document.uri):
            return
        found = await asyncio.to_thread(lambda: document.diagnostics)
        if not self._is_current(document) or self.is_fresh(document.uri):
            return
        if not any(each.severity == "error" for each in found):
            if document.uri not in self._faulty:
                return  # nothing old is shown
            await asyncio.sleep(self.timing.silence)
            if not self._is_current(document) or self.is_fresh(document.uri):
                return
        faults = [(document.uri, plain_fault(each, self.encoding)) for each in found]
        self._publish(document.uri, faults)

    def show(self) -> None:
        """Show what the fresh results say, each file with what all specs say about it."""
        found: dict[str, dict[tuple[str, str, object], tuple[str, Fault]]] = {}
        for uri in self.documents:
            if not self.is_fresh(uri):
                continue
            found.setdefault(uri, {})
            for fault in self.results[uri].checked.faults:
                target = self._target(uri, fault)
                key = (fault.code, fault.message, fault.spot.area)
                found.setdefault(target, {}).setdefault(key, (uri, fault))
        for uri, faults in found.items():
            if uri not in self.documents or self.is_fresh(uri):
                self._publish(uri, list(faults.values()))
        for uri in self._shown - found.keys() - self.documents.keys():
            self._publish(uri, [])

    def _publish(self, uri: str, faults: Sequence[tuple[str, Fault]]) -> None:
        document = self.documents.get(uri)
        self.publish(uri, None if document is None else document.version, faults)
        if faults or document is not None:
            self._shown.add(uri)
        else:
            self._shown.discard(uri)
        if faults:
            self._faulty.add(uri)
        else:
            self._faulty.discard(uri)

    def _target(self, uri: str, fault: Fault) -> str:
        return uri if fault.spot.file == MAIN else self.uri_of(fault.spot.file)

    def uri_of(self, path: str) -> str:
        """Return the address of a file, as the editor writes it if the file is open."""
        opened = (each.uri for each in self.documents.values() if each.path == path)
        return next(opened, "") or path_uri(path)

    # ------------------------------------------------------------------------------------------------- questions

    async def exports(self, module: str) -> tuple[Name, ...]:
        """Return the names of an installed module; none if it cannot be read."""
        if module not in self._exported:
            try:
                found = await self.checker.ask(Exports(module), Exported)
            except Lost:
                return ()
            self._exported[module] = found.names
        return self._exported[module]

    async def locate(
        self, document: Document, line: int, column: int, renamed: str | None = None
    ) -> Located:
        """Return what a name at a place refers to, over all files that belong together."""
        main = self._user(document) or document
        file = MAIN if main is document else document.path
        asked = Locate(self.files(main), file, line, column, renamed)
        try:
            found = await self.checker.ask(asked, Located)
        except Lost as lost:
            return Located(failed=str(lost))
        return found if main is document else _from(main.path, found)

    def _user(self, document: Document) -> Document | None:
        """Return an open spec that uses the file of a document, a family if there is one; None if none does."""
        own = self.results.get(document.uri)
        if not document.path or (own is not None and own.checked.is_family):
            return None
        users = [
            (not result.checked.is_family, uri)
            for uri, result in self.results.items()
            if document.path in result.checked.reached
            and uri in self.documents
            and self.documents[uri] is not document
        ]
        return self.documents[min(users)[1]] if users else None

    def previewed(self, uri: str) -> Previewed | None:
        """Return what is known of the first problem of a document as it is now."""
        known = self._previews.get(uri)
        document = self.documents.get(uri)
        if known is None or document is None or known[0] != document.version:
            return None
        return known[1]

    def sentences(self, uri: str) -> tuple[tuple[str, str], ...]:
        """Return the statements of the last problem that was made, with their sentences."""
        known = self._previews.get(uri)
        return known[1].sentences if known is not None else ()

    async def preview(self, document: Document) -> Previewed | None:
        """Return the figures of a document's first problem; None if the document changes meanwhile."""
        async with self._making:
            if not self._is_current(document):
                return None
            known = self.previewed(document.uri)
            if known is not None:
                return known
            try:
                found = await self.maker.ask(Preview(self.files(document)), Previewed)
            except Lost as lost:
                found = Previewed(failed=str(lost))
            if not self._is_current(document):
                return None
            old = self._previews.get(document.uri)
            if found.failed and old is not None:
                found = Previewed(sentences=old[1].sentences, failed=found.failed)
            self._previews[document.uri] = document.version, found
            return found

    async def render(self, document: Document, seed: int, index: int) -> Rendered:
        """Return a problem of a document as a page; what fails is said in its field `failed`."""
        async with self._making:
            try:
                return await self.maker.ask(Render(self.files(document), seed, index), Rendered)
            except Lost as lost:
                return Rendered(failed=str(lost))


def _named(spot: Spot | None, main: str) -> Spot | None:
    return None if spot is None else Spot(spot.file or main, spot.area)


def _from(main: str, found: Located) -> Located:
    """Return what was found from another spec, with its path in the place of MAIN."""
    return replace(
        found,
        here=_named(found.here, main),
        declaration=_named(found.declaration, main),
        places=tuple(Spot(each.file or main, each.area) for each in found.places),
        changes=tuple(
            Change(Spot(each.spot.file or main, each.spot.area), each.text)
            for each in found.changes
        ),
    )


def _too_large(document: Document) -> Fault:
    message = f"`{document.path or document.uri}` is too large: more than 1 MiB"
    repair = "move its words to tables and pools"
    return plain_fault(Diagnostic("E0122", message, NOWHERE, help=repair), document.encoding)


def _lost(why: str) -> Fault:
    message = f"the spec cannot be checked: {why}"
    repair = "make it smaller; `rspc check` has no such limits"
    return plain_fault(Diagnostic("E0813", message, NOWHERE, help=repair), "utf-16")
