"""Who may speak with the server: those who know its token, from pages of its own, under a name of its own."""

import hmac
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import parse_qsl, urlencode, urlsplit

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

LOCAL = ("127.0.0.1", "localhost", "[::1]")
"""The names of this machine for itself."""

POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'self'; "
    "form-action 'self'; frame-ancestors 'none'"
)
"""What pages may load: nothing of another server. Templates are compiled in the browser, hence `unsafe-eval`."""

HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


@dataclass(frozen=True)
class Guard:
    """An application that answers only whom it should.

    A request must name a host of `hosts`, and come from a page of the same origin if it says where it comes from, which
    a websocket must. It must have the cookie with the token, or the token in its address: then it gets the cookie.

    Args:
        inner: the application.
        hosts: the names that the server is reached by, with their ports.
        token: an empty string if none is needed.
    """

    inner: Application
    hosts: frozenset[str]
    token: str

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.inner(scope, receive, send)
            return
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1")
            for name, value in scope["headers"]
        }
        if why := self._refusal(scope["type"], headers):
            await _refuse(scope, receive, send, why)
        elif self._is_known(headers):
            await self.inner(scope, receive, _with_headers(send))
        elif scope["type"] == "http" and (place := self._place(scope)) is not None:
            await _redirect(send, place, f"{self._cookie()}={self.token}")
        else:
            await _refuse(scope, receive, send, "open the address that `rspc studio` shows")

    def _refusal(self, kind: str, headers: MutableMapping[str, str]) -> str:
        """Return why a request is not answered, whoever makes it; an empty string if it is."""
        host = headers.get("host", "").lower()
        if host not in self.hosts:
            return "this server has another name"
        origin = headers.get("origin")
        if origin is None:
            return "it does not say which page it comes from" if kind == "websocket" else ""
        if origin.lower() != f"http://{host}":
            return "it comes from a page of another server"
        return ""

    def _cookie(self) -> str:
        """Return the name of the cookie: cookies of one host are shared by all its ports."""
        ports = sorted(host.rpartition(":")[2] for host in self.hosts)
        return f"rspc-studio-{ports[0]}" if ports else "rspc-studio"

    def _is_known(self, headers: MutableMapping[str, str]) -> bool:
        return not self.token or any(
            name == self._cookie() and _same(value, self.token)
            for name, value in _cookies(headers.get("cookie", ""))
        )

    def _place(self, scope: Scope) -> str | None:
        """Return where a request goes that has the token in its address, without it; None if it has it not."""
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if not any(name == "token" and _same(value, self.token) for name, value in pairs):
            return None
        rest = urlencode([(name, value) for name, value in pairs if name != "token"])
        path = "/" + urlsplit(scope["path"]).path.lstrip("/\\")
        return f"{path}?{rest}" if rest else path


def hosts(names: Iterable[str], port: int) -> frozenset[str]:
    """Return names with a port, as requests have them; those of this machine are always among them."""
    found = {name.lower() for name in names} | set(LOCAL)
    bracketed = {f"[{name}]" if ":" in name and name[0] != "[" else name for name in found}
    plain = bracketed if port == 80 else set[str]()
    return frozenset({f"{name}:{port}" for name in bracketed} | plain)


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def _cookies(header: str) -> list[tuple[str, str]]:
    pairs = (part.strip().partition("=") for part in header.split(";"))
    return [(name, value) for name, _, value in pairs]


def _with_headers(send: Send) -> Send:
    async def sending(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in HEADERS}
            kept = [pair for pair in message.get("headers", []) if pair[0].lower() not in own]
            message = {**message, "headers": [*kept, *HEADERS]}
        await send(message)

    return sending


async def _refuse(scope: Scope, receive: Receive, send: Send, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    body = f"refused: {why}\n".encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _redirect(send: Send, place: str, cookie: str) -> None:
    headers = [
        (b"location", place.encode("ascii", "ignore")),
        (b"set-cookie", f"{cookie}; Path=/; HttpOnly; SameSite=Strict".encode()),
        (b"cache-control", b"no-store"),
        *HEADERS,
    ]
    await send({"type": "http.response.start", "status": 303, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
