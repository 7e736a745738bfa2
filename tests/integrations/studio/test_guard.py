"""Who the server answers, without a server."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from rspc.integrations.studio.guard import Guard, hosts

TOKEN = "a-token"
COOKIE = f"rspc-studio-8000={TOKEN}"


def ask(
    kind: str = "http", query: str = "", path: str = "/", token: str = TOKEN, **headers: str
) -> tuple[list[Any], bool]:
    """Return the messages that are sent, and whether the application was reached."""
    sent: list[Any] = []
    reached: list[bool] = []

    async def inner(scope: Any, receive: Any, send: Any) -> None:
        reached.append(True)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": kind,
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    guard = Guard(inner, hosts(["127.0.0.1"], 8000), token)
    asyncio.run(guard(scope, receive, send))
    return sent, bool(reached)


def status(**asked: Any) -> int:
    sent, reached = ask(**asked)
    assert reached == (sent[0].get("status") == 200)
    return int(sent[0]["status"])


def test_a_page_needs_the_cookie() -> None:
    assert status(host="127.0.0.1:8000") == 403
    assert status(host="127.0.0.1:8000", cookie="rspc-studio-8000=other") == 403
    assert status(host="127.0.0.1:8000", cookie=f"a=b; {COOKIE}") == 200
    assert status(host="localhost:8000", cookie=COOKIE) == 200


def test_the_token_becomes_a_cookie_and_leaves_the_address() -> None:
    sent, reached = ask(host="127.0.0.1:8000", path="/author", query=f"spec=a%2Fb&token={TOKEN}")
    headers = dict(sent[0]["headers"])
    assert not reached
    assert sent[0]["status"] == 303
    assert headers[b"location"] == b"/author?spec=a%2Fb"
    cookie = headers[b"set-cookie"].decode()
    assert cookie.startswith(COOKIE + ";")
    assert {"HttpOnly", "SameSite=Strict"} <= {part.strip() for part in cookie.split(";")}


@pytest.mark.parametrize("path", ["//evil.example", "/\\evil.example", "http://evil.example/"])
def test_the_token_leads_to_no_other_server(path: str) -> None:
    sent, _ = ask(host="127.0.0.1:8000", path=path, query=f"token={TOKEN}")
    place = dict(sent[0]["headers"])[b"location"].decode()
    assert place.startswith("/")
    assert not place.startswith(("//", "/\\"))


@pytest.mark.parametrize("host", ["", "evil.example", "evil.example:8000", "127.0.0.1:8001"])
def test_another_name_is_refused(host: str) -> None:
    assert status(host=host, cookie=COOKIE) == 403


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8000"])
def test_pages_of_others_are_refused(origin: str) -> None:
    assert status(host="127.0.0.1:8000", cookie=COOKIE, origin=origin) == 403
    assert not socket(host="127.0.0.1:8000", cookie=COOKIE, origin=origin)


def socket(**headers: str) -> bool:
    sent, reached = ask("websocket", **headers)
    assert reached or sent == [{"type": "websocket.close", "code": 1008}]
    return reached


def test_a_websocket_says_where_it_comes_from() -> None:
    own = {"host": "127.0.0.1:8000", "origin": "http://127.0.0.1:8000"}
    assert socket(cookie=COOKIE, **own)
    assert not socket(**own)
    assert not socket(cookie=COOKIE, host="127.0.0.1:8000")
    assert not socket(cookie=COOKIE, host="localhost:8000", origin="http://127.0.0.1:8000")


def test_pages_load_nothing_of_other_servers() -> None:
    sent, _ = ask(host="127.0.0.1:8000", cookie=COOKIE)
    policy = dict(sent[0]["headers"])[b"content-security-policy"].decode()
    assert "default-src 'self'" in policy
    assert "http" not in policy


def test_without_a_token_names_and_origins_still_count() -> None:
    assert status(token="", host="127.0.0.1:8000") == 200
    assert status(token="", host="evil.example") == 403


def test_an_address_of_the_sixth_version_has_brackets() -> None:
    assert "[::1]:8000" in hosts(["::1"], 8000)
    assert "localhost" in hosts([], 80)
