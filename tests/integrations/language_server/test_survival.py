"""What no editor should do, and what can happen to processes: the server goes on, and nothing is left behind."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rspc.integrations.language_server.server import _watch

from .client import Client, Failed
from .conftest import SPECS

FAMILY = SPECS / "boardgame.rspec"
TEXT = FAMILY.read_text("utf-8")

linux = pytest.mark.skipif(sys.platform != "linux", reason="children are found in /proc")


def children(process: int) -> list[int]:
    """Return the ids of the processes that a process has started."""
    found = []
    for tasks in Path(f"/proc/{process}/task").glob("*/children"):
        found += [int(each) for each in tasks.read_text().split()]
    return found


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def gone(processes: list[int], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while any(map(is_alive, processes)):
        if time.monotonic() > end:
            return False
        time.sleep(0.1)
    return True


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Client]:
    client = Client(tmp_path)
    yield client
    client.kill()


def alive(client: Client) -> bool:
    """Return whether a server still answers and checks."""
    uri = (SPECS / "alive.rspec").as_uri()
    client.open(uri, "family alive\nlogic none\n")
    found = client.wait(lambda: bool(client.shown.get(uri, {}).get("diagnostics")))
    client.close_document(uri)
    client.wait(lambda: not client.shown[uri]["diagnostics"])
    del client.shown[uri]
    return found


def test_places_that_do_not_exist(server: Client) -> None:
    uri = FAMILY.as_uri()
    server.open(uri, TEXT)
    for line, column in [(0, 10**6), (10**6, 0), (10**6, 10**6)]:
        for method in ("hover", "completion", "definition", "signatureHelp", "prepareRename"):
            server.at(f"textDocument/{method}", uri, line, column)
    area = {"start": {"line": 10**6, "character": 5}, "end": {"line": 3, "character": 10**6}}
    server.change(uri, 2, [{"range": area, "text": ""}])
    server.change(uri, 3, [{"text": TEXT}])
    assert server.diagnostics(uri, 3) == []
    for line, column in [(-1, 0), (0, -1), ("x", 0), (None, None), (0, {})]:
        with pytest.raises(Failed):
            server.at("textDocument/hover", uri, line, column)  # type: ignore[arg-type]
    server.close_document(uri)
    assert alive(server)


def test_documents_that_are_not_open(server: Client) -> None:
    for uri in (
        "file:///nowhere.rspec",
        "nonsense",
        "",
        "file:",
        "http://[",
        "untitled:Untitled-9",
    ):
        assert server.at("textDocument/hover", uri, 0, 0) is None
        assert server.at("textDocument/completion", uri, 0, 0) is None
        server.change(uri, 4, [{"text": "x"}])
        server.close_document(uri)
        assert server.ask("textDocument/codeLens", {"textDocument": {"uri": uri}}) == []
    assert alive(server)


@pytest.mark.parametrize(
    "uri",
    [
        "untitled:Untitled-1",
        "git:/a/b.rspec?x",
        "vscode-remote://host/a.rspec",
        "file:///no/such/folder/a.rspec",
    ],
)
def test_documents_without_a_file_are_checked(server: Client, uri: str) -> None:
    server.open(uri, TEXT.split("document ")[0] + "theory nothing_like_it\n")
    assert server.wait(lambda: bool(server.shown.get(uri, {}).get("diagnostics")))
    found = server.at("textDocument/hover", uri, 0, 1)
    assert "**family**" in found["contents"]["value"]
    server.close_document(uri)


def test_a_document_that_is_too_large(server: Client) -> None:
    uri = (SPECS / "large.rspec").as_uri()
    server.open(uri, "family large\n" + "# a comment\n" * 100_000)
    assert server.diagnostics(uri)[0]["code"] == "E0122"
    assert server.at("textDocument/hover", uri, 3, 3) is None
    server.close_document(uri)
    assert alive(server)


def test_a_document_of_nearly_a_megabyte(server: Client) -> None:
    uri = (SPECS / "long.rspec").as_uri()
    server.open(uri, "family long\n" + "# a comment, and another\n" * 40_000 + "lgic none\n")
    found = server.diagnostics(uri)
    assert "E0107" in [each["code"] for each in found]
    server.close_document(uri)
    assert alive(server)


def test_two_hundred_changes_in_a_row(server: Client) -> None:
    uri = FAMILY.as_uri()
    server.open(uri, TEXT)
    assert server.diagnostics(uri) == []
    server.history.clear()
    start = {"line": 3, "character": 0}
    for version in range(2, 202):
        wrong = version % 2 == 0
        area = {"start": start, "end": {"line": 3, "character": 0 if wrong else 3}}
        server.change(uri, version, [{"range": area, "text": "xyz" if wrong else ""}])
    assert server.diagnostics(uri, 201) == []
    versions = [each["version"] for each in server.history if each["uri"] == uri]
    assert versions == sorted(versions)
    assert all(each["diagnostics"] == [] for each in server.history if each.get("version") == 201)
    server.close_document(uri)


def test_closed_documents_have_no_diagnostics(server: Client) -> None:
    uri = (SPECS / "closed.rspec").as_uri()
    server.open(uri, "family closed\nlogic none\n")
    server.close_document(uri)
    server.open(uri, "family closed\nlogic none\n", 5)
    assert server.diagnostics(uri, 5)
    server.close_document(uri)
    assert server.wait(lambda: server.shown[uri]["diagnostics"] == [])
    time.sleep(1.0)
    assert server.shown[uri]["diagnostics"] == []


@linux
def test_a_killed_process_is_replaced(own: Client) -> None:
    assert alive(own)
    for _ in range(3):
        for process in children(own.process.pid):
            os.kill(process, signal.SIGKILL)
        assert alive(own)
    assert own.process.poll() is None


@linux
@pytest.mark.parametrize("way", ["closed", "killed", "exit", "terminated"])
def test_nothing_is_left_when_the_editor_goes(tmp_path: Path, way: str) -> None:
    client = Client(tmp_path)
    assert alive(client)
    processes = [client.process.pid, *children(client.process.pid)]
    assert len(processes) > 1
    match way:
        case "closed":
            assert client.process.stdin is not None
            client.process.stdin.close()
        case "killed":
            client.process.kill()
        case "exit":
            assert client.stop() == 0
        case "terminated":
            client.process.terminate()
    assert gone(processes, 10)
    client.kill()


@pytest.mark.parametrize("length", [b"99999999999999999999", b"9" * 5000, b"1000000000000"])
def test_a_message_that_is_too_large_ends_the_server(tmp_path: Path, length: bytes) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rspc", "lsp"],
        input=b"Content-Length: " + length + b"\r\n\r\n{}",
        capture_output=True,
        cwd=tmp_path,
        timeout=60,
    )
    assert done.returncode == 1
    first, *others = done.stderr.decode().strip().splitlines()
    assert first == "error[E0122]: the editor announces a message of more than 256 MiB"
    assert len(others) == 1
    assert done.stdout == b""


def framed(**message: Any) -> bytes:
    content = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(content), content)


def test_requests_before_the_first_are_refused(tmp_path: Path) -> None:
    """The protocol (3.17, `initialize`) asks for the code -32002, and for `exit` to be obeyed."""
    place = {"textDocument": {"uri": "file:///a"}, "position": {"line": 0, "character": 0}}
    begin = {"processId": None, "rootUri": None, "capabilities": {}}
    sent = [
        framed(id=1, method="textDocument/hover", params=place),
        framed(method="initialized", params={}),
        framed(id=2, method="shutdown"),
        framed(id="a", method="no/such", params={}),
        framed(id=3, method="initialize", params=begin),
        framed(method="initialized", params={}),
        framed(id=4, method="textDocument/hover", params=place),
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "rspc", "lsp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=tmp_path,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(b"".join(sent))
        server.stdin.flush()
        answers: dict[Any, Any] = {}
        while 5 not in answers:
            length = int(server.stdout.readline().partition(b":")[2])
            while server.stdout.readline() != b"\r\n":
                continue
            message = json.loads(server.stdout.read(length))
            answers[message.get("id")] = message
            if message.get("id") == 4:
                server.stdin.write(framed(id=5, method="shutdown"))
                server.stdin.flush()
        server.stdin.write(framed(method="exit"))
        server.stdin.flush()
        assert server.wait(60) == 0
    for number in (1, 2, "a"):
        assert answers[number]["error"]["code"] == -32002
        assert "initialize" in answers[number]["error"]["message"]
    assert "capabilities" in answers[3]["result"]
    assert answers[4]["result"] is None


def test_exit_before_the_first_request_ends_the_server(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rspc", "lsp"],
        input=framed(method="exit"),
        capture_output=True,
        cwd=tmp_path,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (1, b"")


@pytest.mark.parametrize("process", [2147483647000, -1, -5, 0])
def test_a_process_that_cannot_be_watched(process: int) -> None:
    asyncio.run(asyncio.wait_for(_watch(process), 30.0))


@linux
def test_nothing_is_left_when_the_editor_is_killed(tmp_path: Path) -> None:
    script = (
        "import os, subprocess, sys, time\n"
        "from pathlib import Path\n"
        f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
        "from client import Client\n"
        "client = Client(Path.cwd())\n"
        "client.open('file:///a.rspec', 'family a')\n"
        "client.wait(lambda: bool(client.shown))\n"
        "print(client.process.pid, flush=True)\n"
        "time.sleep(600)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    ) as editor:
        assert editor.stdout is not None
        server = int(editor.stdout.readline())
        processes = [server, *children(server)]
        assert len(processes) > 1
        editor.kill()
    assert gone(processes, 15)


@pytest.mark.parametrize("slow", ["preview", "check"])
def test_what_never_ends_is_given_up(tmp_path: Path, slow: str) -> None:
    (tmp_path / "join.lp").write_text("n(1..9000). p :- n(X), n(Y), n(Z), X+Y+Z < 0. q.")
    seconds = {"previewSeconds": 2, "checkSeconds": 60 if slow == "preview" else 0.01}
    client = Client(tmp_path, options=seconds)
    uri = (tmp_path / "endless.rspec").as_uri()
    text = f'family endless\nlogic {ENDLESS}\ntheory from "join.lp"\nask entailment p\n'
    client.open(uri, text)
    if slow == "check":
        assert client.wait(lambda: bool(client.shown.get(uri, {}).get("diagnostics")))
        assert client.shown[uri]["diagnostics"][0]["code"] == "E0813"
    else:
        (lens,) = client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
        number = client.begin("codeLens/resolve", lens)
        begun = time.monotonic()
        assert client.at("textDocument/hover", uri, 0, 1) is not None
        title = client.end(number)["command"]["title"]
        assert "more than 2 seconds" in title, (title, time.monotonic() - begun)
    assert client.process.poll() is None
    assert client.stop() == 0


ENDLESS = "asp"
