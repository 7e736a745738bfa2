"""A small client of the language server, over the standard streams of a process."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

PATIENCE = 60.0
"""Seconds to wait for an answer, on a machine that does other things as well."""


class Failed(Exception):
    """The server answered with an error."""

    def __init__(self, error: Mapping[str, Any]) -> None:
        self.code: int = error["code"]
        self.message: str = error["message"]
        super().__init__(f"{self.code}: {self.message}")


class Client:
    """Starts a server and speaks with it.

    Attributes:
        shown: the last diagnostics of each address, with their version.
        history: all diagnostics that were shown, in order.
        asked: the requests of the server.
    """

    def __init__(
        self,
        folder: Path,
        encodings: list[str] | None = None,
        options: Mapping[str, Any] | None = None,
        capabilities: Mapping[str, Any] | None = None,
    ) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rspc", "lsp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
        )
        self.shown: dict[str, dict[str, Any]] = {}
        self.history: list[dict[str, Any]] = []
        self.asked: list[dict[str, Any]] = []
        self._answers: dict[int, queue.Queue[dict[str, Any]]] = {}
        self._next = 0
        self._news = threading.Condition()
        self.errors = b""
        targets = (self._read, self._read_errors)
        self._threads = [threading.Thread(target=each, daemon=True) for each in targets]
        for thread in self._threads:
            thread.start()
        general = {} if encodings is None else {"general": {"positionEncodings": encodings}}
        self.capabilities = self.ask(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": folder.as_uri(),
                "capabilities": {**general, **(capabilities or {})},
                "initializationOptions": options,
            },
        )["capabilities"]
        self.tell("initialized", {})

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors += line

    def _read(self) -> None:
        assert self.process.stdout is not None
        while True:
            length = 0
            while (line := self.process.stdout.readline()) not in (b"\r\n", b""):
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if not length:
                for waiting in self._answers.values():
                    waiting.put({"error": {"code": 0, "message": "the server has ended"}})
                return
            message = json.loads(self.process.stdout.read(length))
            with self._news:
                if "method" in message:
                    if "id" in message:
                        self.asked.append(message)
                    if message["method"] == "textDocument/publishDiagnostics":
                        self.shown[message["params"]["uri"]] = message["params"]
                        self.history.append(message["params"])
                elif message.get("id") in self._answers:
                    self._answers[message["id"]].put(message)
                self._news.notify_all()

    def send(self, message: Mapping[str, Any]) -> None:
        content = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.process.stdin.flush()

    def tell(self, method: str, params: Any) -> None:
        self.send({"method": method, "params": params})

    def begin(self, method: str, params: Any) -> int:
        """Send a request without waiting for its answer."""
        self._next += 1
        self._answers[self._next] = queue.Queue()
        self.send({"id": self._next, "method": method, "params": params})
        return self._next

    def end(self, number: int) -> Any:
        """Return the answer to a request that was sent. Raises Failed."""
        message = self._answers[number].get(timeout=PATIENCE)
        if message.get("error"):
            raise Failed(message["error"])
        return message.get("result")

    def ask(self, method: str, params: Any) -> Any:
        """Return the answer to a request. Raises Failed."""
        return self.end(self.begin(method, params))

    def wait(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Return whether a condition becomes true in time."""
        end = time.monotonic() + seconds
        with self._news:
            while not condition():
                if not self._news.wait(max(0.0, min(0.2, end - time.monotonic()))):
                    if time.monotonic() >= end:
                        return condition()
            return True

    # ------------------------------------------------------------------------------------------------- documents

    def open(self, uri: str, text: str, version: int = 1, language: str = "rspec") -> None:
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})

    def replace(self, uri: str, text: str, version: int) -> None:
        self.change(uri, version, [{"text": text}])

    def change(self, uri: str, version: int, changes: list[dict[str, Any]]) -> None:
        named = {"uri": uri, "version": version}
        self.tell("textDocument/didChange", {"textDocument": named, "contentChanges": changes})

    def close_document(self, uri: str) -> None:
        self.tell("textDocument/didClose", {"textDocument": {"uri": uri}})

    def diagnostics(self, uri: str, version: int = 1) -> list[dict[str, Any]]:
        """Return the diagnostics of a version, of a whole check: none is shown before it of an error-free text."""
        found = self.wait(lambda: self.shown.get(uri, {}).get("version") == version)
        assert found, f"no diagnostics of version {version}: {self.shown.get(uri)} {self.errors!r}"
        return list(self.shown[uri]["diagnostics"])

    def at(self, method: str, uri: str, line: int, column: int, **more: Any) -> Any:
        """Return the answer to a request about a place."""
        place = {"line": line, "character": column}
        return self.ask(method, {"textDocument": {"uri": uri}, "position": place, **more})

    def stop(self) -> int:
        """End the server in order, and return its exit code."""
        if self.process.poll() is None:
            self.ask("shutdown", None)
            self.tell("exit", None)
        code = self.process.wait(timeout=PATIENCE)
        self.kill()
        return code

    def kill(self) -> None:
        """End the server at once."""
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            with suppress(BrokenPipeError):
                pipe.close()
