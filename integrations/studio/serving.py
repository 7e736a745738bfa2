"""The server of the studio: one process, one address, one token."""

import secrets
import webbrowser
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI
from nicegui import app as pages, core, ui

from .address import Address, bind, names
from .guard import Guard, hosts
from .pages import add_pages
from .reporting import report_in_lines, watch_tasks
from .target import Target

RECONNECT = 2.5
"""Seconds after which a browser that is gone is forgotten, and its processes end."""

MOST_SENT = 4 << 20
"""Bytes of the largest message of a browser."""

ICON = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="3" fill="#0b57a4"/>'
    '<path d="M4 4h2v8H4zM8 4h4v2H8zM8 7h3v2H8zM8 10h4v2H8z" fill="#fff"/></svg>'
)


def serve(target: Target, address: Address, show: Callable[[str], None], *, browse: bool) -> None:
    """Serve the pages of a target until a signal ends the process.

    Args:
        show: takes the address with the token, once the server can be reached.
        browse: whether the browser of this machine is opened.

    Raises:
        SpecError: E0875 if the address cannot be used.
    """
    bound = bind(address)
    port = bound.getsockname()[1]
    token = secrets.token_urlsafe(24) if address.has_token else ""
    guard = Guard(_application(target), hosts(names(address.host, bound), port), token)
    host = f"[{address.host}]" if ":" in address.host else address.host
    place = f"http://{host}:{port}/" + (f"?token={token}" if token else "")
    report_in_lines()
    config = uvicorn.Config(
        guard,
        lifespan="on",
        log_config=None,
        log_level="error",
        access_log=False,
        timeout_graceful_shutdown=1,
        ws_max_size=MOST_SENT,
    )
    server = uvicorn.Server(config)
    with bound:
        show(place)
        if browse:
            webbrowser.open(place)
        server.run(sockets=[bound])


def _application(target: Target) -> FastAPI:
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None)
    add_pages(target)
    ui.run_with(
        app,
        title="rspc studio",
        favicon=ICON,
        dark=None,
        tailwind=False,
        reconnect_timeout=RECONNECT,
        show_welcome_message=False,
    )
    pages.on_startup(watch_tasks)
    core.sio.eio.max_http_buffer_size = MOST_SENT
    return app
