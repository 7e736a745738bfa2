"""Where the server and its pages are reached."""

import socket
from dataclasses import dataclass
from urllib.parse import quote

from ...dsl.diagnostics import Diagnostic, SpecError


@dataclass(frozen=True)
class Address:
    """Where the server is reached. A `port` of 0 stands for a free one."""

    host: str = "127.0.0.1"
    port: int = 0
    has_token: bool = True


def bind(address: Address) -> socket.socket:
    """Return a socket that listens at an address.

    Raises:
        SpecError: E0875 if the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((address.host, address.port))
        bound.listen(128)
    except (OSError, OverflowError, UnicodeError) as fault:
        bound.close()
        why = getattr(fault, "strerror", None) or str(fault)
        message = f"the address {address.host}:{address.port} cannot be used: {why}"
        help = "choose another `--port`; 0 stands for a free one"
        raise SpecError([Diagnostic("E0875", message, help=help)]) from None
    bound.set_inheritable(False)
    return bound


def names(host: str, bound: socket.socket) -> list[str]:
    """Return the names that the server has beside those of this machine for itself."""
    found = [host, str(bound.getsockname()[0])]
    if host in ("0.0.0.0", "::"):
        found += [socket.gethostname(), socket.getfqdn()]
    return found


def author_address(name: str) -> str:
    """Return the address of the page of a spec."""
    return f"/author?spec={quote(name, safe='')}"


def browse_address(name: str) -> str:
    """Return the address of the page of a dataset."""
    return f"/browse?dataset={quote(name, safe='')}"
