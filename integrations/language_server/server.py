"""The server object: its documents, its limits, and its end."""

import asyncio
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import JsonRPCNotification

from ...version import __version__
from .documents import Document, as_range, open_document, uri_path
from .faults import shown
from .messages import MAIN, Fault, Spot
from .session import MEGABYTE, Session, Timing

WATCH = 2.0
"""Seconds between two looks at whether the editor's process still exists."""

WATCHED = "**/*.{rspec,csv,txt,jinja,jsonl}"
"""The files that specs are made of."""


_NOT_INITIALIZED = int(lsp.ErrorCodes.ServerNotInitialized)


class _Protocol(LanguageServerProtocol):
    """The protocol, with documents that are kept by the session: its lines end where the protocol says so."""

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        self._own.open(params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        self._own.change(params)

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        self._own.close_document(params)

    _is_begun = False

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return a message by its type; a request that has none is answered with an error, and then forgotten.

        So is each request before `initialize`, and notifications before it are forgotten, except `exit`.
        """
        try:
            message = super().structure_message(data)
            self._is_begun = self._is_begun or data.get("method") == lsp.INITIALIZE
            if "method" in data and not self._is_begun and data["method"] != lsp.EXIT:
                raise JsonRpcException("the first request must be `initialize`", _NOT_INITIALIZED)
            return message
        except JsonRpcException as fault:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=fault.to_response_error())
            return JsonRPCNotification("$/unreadable", self.VERSION, None)

    @property
    def _own(self) -> "Server":
        assert isinstance(self._server, Server)
        return self._server


class Server(LanguageServer):
    """A language server with one session.

    Attributes:
        code: the exit code of the process: 1 if the editor ends it without an announcement.
        is_shut_down: whether the editor has announced the end.
    """

    def __init__(self, timing: Timing | None = None) -> None:
        super().__init__(
            "rspc",
            __version__,
            text_document_sync_kind=lsp.TextDocumentSyncKind.Incremental,
            protocol_cls=_Protocol,
            max_workers=4,
        )
        self.session = Session(self._publish, timing=timing or Timing())
        self.code = 0
        self.is_shut_down = False

    def shutdown(self) -> None:
        """End the processes, and do not wait for the thread that reads: nothing may come for ever."""
        self.session.close()
        if self._stop_event is not None:
            self._stop_event.set()
        if self._thread_pool is not None:
            self._thread_pool.shutdown(wait=False, cancel_futures=True)

    # ------------------------------------------------------------------------------------------------- documents

    def begin(self, params: lsp.InitializeParams) -> None:
        """Start the work of the session."""
        self.session.limit(limited(self.session.timing, params.initialization_options))
        self.session.encoding = str(_value(self.workspace.position_encoding))
        self.session.root = uri_path(self.workspace.root_uri or "")
        self.session.start()
        if params.process_id is not None:
            self.session.background(_watch(params.process_id))

    def watch_files(self) -> None:
        """Ask the editor to tell of changes on disk, if it can."""
        own = self.client_capabilities.workspace
        watching = own.did_change_watched_files if own is not None else None
        if watching is None or not watching.dynamic_registration:
            return
        watchers = [lsp.FileSystemWatcher(glob_pattern=WATCHED)]
        registration = lsp.Registration(
            "files",
            lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES,
            lsp.DidChangeWatchedFilesRegistrationOptions(watchers),
        )
        self.client_register_capability(lsp.RegistrationParams([registration]), lambda answer: None)

    def open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """Take a document that the editor opens."""
        self.session.put(open_document(params.text_document, self.session.encoding))

    def change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """Take changes of a document; those of one that is not open are ignored."""
        document = self.document(params.text_document.uri)
        if document is not None:
            version = params.text_document.version
            self.session.put(document.changed(version, params.content_changes))

    def close_document(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """Forget a document that the editor closes, with its diagnostics."""
        self.session.drop(params.text_document.uri)

    def document(self, uri: str) -> Document | None:
        """Return an open document; None if there is none of this address."""
        return self.session.documents.get(uri)

    def _publish(self, uri: str, version: int | None, faults: Sequence[tuple[str, Fault]]) -> None:
        found = [shown(fault, main, self.session.uri_of) for main, fault in faults]
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri=uri, diagnostics=found, version=version)
        )

    def spot(self, document: Document, spot: Spot) -> lsp.Location:
        """Return a place as the protocol has it."""
        uri = document.uri if spot.file == MAIN else self.session.uri_of(spot.file)
        return lsp.Location(uri, as_range(spot.area))


def limited(timing: Timing, options: Any) -> Timing:
    """Return the times and limits that an editor sets: `checkSeconds`, `previewSeconds` and `memoryMegabytes`.

    Values that are no positive numbers are ignored.
    """
    given = options if isinstance(options, dict) else {}

    def number(name: str, usual: float) -> float:
        value = given.get(name)
        if isinstance(value, int | float) and not isinstance(value, bool) and 0 < value < 1e6:
            return float(value)
        return usual

    megabytes = number("memoryMegabytes", timing.memory / MEGABYTE)
    return replace(
        timing,
        check=number("checkSeconds", timing.check),
        preview=number("previewSeconds", timing.preview),
        memory=int(megabytes * MEGABYTE),
    )


def _value(kind: Any) -> Any:
    return getattr(kind, "value", kind)


def is_count(value: Any) -> bool:
    """Return whether a value can be a seed or the index of a problem."""
    return type(value) is int and 0 <= value < 1 << 63


def refused(why: str) -> JsonRpcException:
    """Return the error of a request that is sound, but cannot be done."""
    return JsonRpcException(why, code=int(lsp.LSPErrorCodes.RequestFailed))


async def _watch(process: int) -> None:
    """End this process when the editor's has ended without a word, although somebody holds its pipe."""
    while os.name == "posix" and process > 0:
        await asyncio.sleep(WATCH)
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            os.kill(os.getpid(), 15)
            return
        except (PermissionError, OverflowError):
            return
