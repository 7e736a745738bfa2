"""Who the server answers, and what is left of it."""

from __future__ import annotations

import base64
import os
import signal
import socket
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from .conftest import Start, Studio, Visit

pytestmark = pytest.mark.studio


def status(address: str, **headers: str) -> int:
    request = urllib.request.Request(address, headers=headers)
    opener = urllib.request.build_opener(_Still)
    try:
        with opener.open(request, timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


class _Still(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *arguments: Any, **named: Any) -> None:
        return None


def websocket(studio: Studio, cookie: str, host: str, origin: str, *messages: bytes) -> int:
    """Return the status of the answer to the beginning of a websocket; send some messages through it."""
    parts = urlsplit(studio.place)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        "GET /_nicegui_ws/socket.io/?EIO=4&transport=websocket HTTP/1.1",
        f"Host: {host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        *([f"Origin: {origin}"] if origin else []),
        *([f"Cookie: {cookie}"] if cookie else []),
    ]
    with socket.create_connection((parts.hostname, parts.port), timeout=10) as link:
        link.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        status = int(link.recv(200).split()[1])
        for message in messages:
            time.sleep(0.2)
            mask = os.urandom(4)
            head = bytes([0x81, 0x80 | 126]) + len(message).to_bytes(2, "big")
            link.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(message)))
        time.sleep(0.3 * bool(messages))
        return status


def test_only_those_who_know_the_token_are_answered(start: Start) -> None:
    studio = start()
    token = studio.address.partition("token=")[2]
    parts = urlsplit(studio.place)
    cookie = f"rspc-studio-{parts.port}={token}"
    host, origin = parts.netloc, f"http://{parts.netloc}"
    assert status(studio.place) == 403
    assert status(studio.place + "?token=no") == 403
    assert status(studio.address) == 303
    assert status(studio.place, Cookie=cookie) == 200
    assert status(studio.place, Cookie=cookie, Host="evil.example") == 403
    assert status(studio.place, Cookie=cookie, Host=f"evil.example:{parts.port}") == 403
    assert status(studio.place, Cookie=cookie, Origin="http://evil.example") == 403
    assert status(studio.place, Cookie=cookie, Origin="null") == 403
    assert websocket(studio, cookie, host, origin) == 101
    assert websocket(studio, "", host, origin) == 403
    assert websocket(studio, cookie, host, "http://evil.example") == 403
    assert websocket(studio, cookie, host, "") == 403
    assert websocket(studio, cookie, "evil.example", "http://evil.example") == 403


@pytest.mark.parametrize(
    "message",
    [
        b'42["event",{"client_id":"\xed\xa0\x80"}]',
        b'42["event",{"client_id":"\\ud800"}]',
        b'42["handshake",{"client_id":"\\ud800"}]',
        b'42["event",3]',
        b"42" + b"[" * 5000,
        b"\xff\x00",
        b'451-["a",{"_placeholder":true,"num":9}]',
    ],
)
def test_a_message_without_sense_is_ignored(start: Start, message: bytes) -> None:
    studio = start()
    cookie = f"rspc-studio-{urlsplit(studio.place).port}={studio.address.partition('token=')[2]}"
    host = urlsplit(studio.place).netloc
    assert websocket(studio, cookie, host, f"http://{host}", b"40", message) == 101
    assert status(studio.place, Cookie=cookie) == 200
    assert studio.told() == ""


def test_a_server_that_is_killed_leaves_no_process(start: Start, visit: Visit) -> None:
    studio = start()
    page = visit.author(studio)
    page.keyboard.press("Alt+8")
    page.wait_for_selector("progress")
    own = studio.processes()
    assert len(own) >= 3
    visit.context.close()  # the page reports that its server is gone
    studio.process.send_signal(signal.SIGKILL)
    studio.process.wait(10)
    deadline = time.monotonic() + 5
    while any(map(is_running, own)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(map(is_running, own))


def is_running(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    return stat[0] != "Z"


def test_a_page_that_is_closed_frees_its_processes(start: Start, visit: Visit) -> None:
    studio = start()
    visit.author(studio)
    assert studio.processes()
    visit.page.close()
    closed = time.monotonic()
    while studio.processes() and time.monotonic() < closed + 5:
        time.sleep(0.05)
    assert not studio.processes()


def test_the_list_of_files(start: Start, visit: Visit) -> None:
    studio = start(pals="family pals\n", other="family other\n")
    visit.page.goto(studio.address)
    visit.page.wait_for_selector(".studio-list")
    shown = visit.page.locator(".studio-list li").all_inner_texts()
    assert shown == ["manners.rspec", "other.rspec", "pals.rspec"]
    visit.shot("files")
    visit.page.goto(f"{studio.place}author?spec=../../etc/passwd")
    visit.page.wait_for_selector(".studio-list")
