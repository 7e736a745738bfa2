"""What all pages share: the bar at the top, the theme, the keys and the styles."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nicegui import ui

from ...compiler.view import safe
from ...version import __version__
from .address import author_address, browse_address
from .target import Target

HERE = Path(__file__).parent
STYLE = (HERE / "studio.css").read_text("utf-8")
SCRIPT = (HERE / "studio.js").read_text("utf-8")

KEYS = (
    ("Alt+1", "list of files"),
    ("Alt+T", "light or dark"),
    ("F6, Shift+F6", "next pane, previous pane"),
    ("?", "these keys"),
    ("Esc", "closes what is open"),
)
"""Keys of all pages."""


@contextmanager
def frame(
    target: Target, title: str, keys: tuple[tuple[str, str], ...] = (), tools: str = ""
) -> Iterator[None]:
    """Build a page with the bar at its top; what is made inside the context is its content.

    Args:
        title: the name of what the page shows.
        keys: keys of the page, each with what it does, for the list of keys.
        tools: HTML at the right of the bar, before the buttons of all pages.
    """
    ui.page_title(f"{title} · rspc studio")
    ui.add_head_html(f"<style>{STYLE}</style><script>{SCRIPT}</script>")
    ui.query(".nicegui-content").classes("studio-content")
    ui.html(_bar(target, title, tools), sanitize=False).classes("studio-bar-holder")
    ui.html(_key_list((*keys, *KEYS)), sanitize=False)
    with ui.element("main").classes("studio-main").props('id="studio-main"'):
        yield


def _bar(target: Target, title: str, tools: str) -> str:
    home = '<a class="brand" href="/" accesskey="1">rspc studio</a>'
    buttons = (
        '<button type="button" class="quiet" data-studio="theme" title="Light or dark (Alt+T)">Theme</button>'
        '<button type="button" class="quiet" data-studio="keys" title="Keys (?)" aria-label="Keys">?</button>'
    )
    return (
        '<a class="skip" href="#studio-main">Skip to the content</a>'
        f'<header class="studio-bar" role="banner">{home}'
        f'<span class="where"><bdi>{safe(title)}</bdi></span><span class="grow"></span>{tools}{buttons}</header>'
    )


def _key_list(keys: tuple[tuple[str, str], ...]) -> str:
    rows = "".join(f"<dt><kbd>{safe(key)}</kbd></dt><dd>{safe(what)}</dd>" for key, what in keys)
    return (
        '<dialog id="studio-keys" aria-label="Keys"><form method="dialog"><h2>Keys</h2>'
        f"<dl>{rows}</dl><button autofocus>Close</button></form></dialog>"
    )


def list_page(target: Target) -> None:
    """Build the page that lists what can be opened."""
    with frame(target, target.name):
        parts = [
            _listed("Specs", {name: author_address(name) for name in target.specs}),
            _listed("Datasets", {name: browse_address(name) for name in target.datasets}),
        ]
        foot = f'<p class="muted">rspc {safe(__version__)}</p>'
        ui.html(f'<div class="studio-list">{"".join(parts)}{foot}</div>', sanitize=False).classes(
            "studio-fill"
        )


def _listed(title: str, addresses: dict[str, str]) -> str:
    if not addresses:
        return ""
    rows = "".join(
        f'<li><a href="{safe(address)}"><bdi>{safe(name)}</bdi></a></li>'
        for name, address in addresses.items()
    )
    return f"<section><h2>{title}</h2><ul>{rows}</ul></section>"
