"""The studio in a browser. These stories run in `.ci/studio`, which installs what they need."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest

from .contrast import faint

CHROMIUM = os.environ.get("CHROMIUM", shutil.which("chromium") or "/usr/bin/chromium")
SHOTS = os.environ.get("STUDIO_SHOTS", "")
"""The folder that takes pictures of the stories; none are taken if it is empty."""

SIZES = {"light": (1280, 800), "dark": (1280, 800) if SHOTS else (1920, 1080)}
if "STUDIO_SIZE" in os.environ:
    width, height = map(int, os.environ["STUDIO_SIZE"].split("x"))
    SIZES = dict.fromkeys(SIZES, (width, height))

LARGEST = 90_000
"""Bytes of a picture, of less quality if it must be."""

PALS = """family pals
"who likes whom"
logic asp
use manners when manner == formal
param people: int in 2..4 = 3 "how many are kind"
param manner: name in {plain, formal} = plain "the manner of the sentences"
level 1 { people 2 }
level 2 { people 4 }
preset Few { people 2 }
pool names = {ann, bob, cid, dan, eve}
sort person = names
pred kind(person)
pred calm(person)
pred glad(person)
fact f = kind(?a)
fact g = calm(?a)
theory { people of f. 1 of g. kind(X) -> glad(X). calm(X) -> -glad(X). }
ask entailment glad(?a) { labels {true: yes, false: no} }
say kind(?a) as "{{ a }} is kind."
say calm(?a) as "{{ a }} is calm."
say glad(?a) as "{{ a }} is glad."
say kind(X) -> glad(X) as "Who is kind is glad."
say calm(X) -> -glad(X) as "Who is calm is not glad."
"""
"""A small family, which makes its problems at once."""

MANNERS = """module manners
say kind(?a) as "It is known that {{ a }} is kind."
"""


@dataclass
class Studio:
    """A server that runs, and the folder that it shows."""

    process: subprocess.Popen[str]
    address: str
    folder: Path
    errors: Path

    def told(self) -> str:
        """Return what the server has written to its terminal beside its address."""
        return self.errors.read_text()

    @property
    def place(self) -> str:
        """The address without the token."""
        return self.address.partition("?")[0]

    def processes(self) -> list[int]:
        """Return the ids of the processes that the server has started and that still run."""
        return children(self.process.pid)


def children(parent: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for each in Path("/proc").iterdir():
        if not each.name.isdigit():
            continue
        try:
            stat = (each / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(stat[1]) == parent and stat[0] != "Z":
            found.append(int(each.name))
    return found


Start = Callable[..., Studio]
"""Starts a server on a folder with some files."""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Return what starts a server on a folder with some files."""
    started: list[Studio] = []

    def start(*words: str, **files: str) -> Studio:
        folder = tmp_path / "specs"
        folder.mkdir(exist_ok=True)
        for name, text in {"manners": MANNERS, **(files or {"pals": PALS})}.items():
            (folder / f"{name}.rspec").write_text(text, encoding="utf-8")
        errors = tmp_path / f"errors-{len(started)}"
        with errors.open("w") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", "rspc", "studio", str(folder), "--no-browser", *words],
                stdout=subprocess.PIPE,
                stderr=file,
                text=True,
            )
        assert process.stdout is not None
        studio = Studio(process, process.stdout.readline().strip(), folder, errors)
        assert studio.address.startswith("http://127.0.0.1:"), studio.address
        started.append(studio)
        return studio

    yield start
    for each in started:
        each.process.send_signal(signal.SIGTERM)
        each.process.wait(20)
        if each.process.stdout is not None:
            each.process.stdout.close()
        assert each.told().strip() in ("", "interrupted")


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(params=sorted(SIZES, reverse=True))
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


class Visit:
    """A browser with a page. It notes requests to others, and errors of the page."""

    def __init__(self, browser: Any, theme: str, name: str) -> None:
        width, height = SIZES[theme]
        self.theme, self.name = theme, name
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, color_scheme=theme
        )
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.outside: list[str] = []
        self.errors: list[str] = []
        self.faint: list[str] = []
        self.page.on("request", lambda request: self._note(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on(
            "console",
            lambda message: self.errors.append(message.text) if message.type == "error" else None,
        )

    def _note(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("data", "blob") and parts.hostname != "127.0.0.1":
            self.outside.append(address)

    def author(self, studio: Studio, name: str = "pals.rspec", wait: bool = True) -> Any:
        """Open the page of a spec, and wait for its problem."""
        self.page.goto(studio.address)
        self.page.goto(f"{studio.place}author?spec={quote(name)}")
        self.page.wait_for_selector(".cm-content")
        if wait:
            self.page.wait_for_selector(".prompt")
            self.settled()
        return self.page

    def settled(self) -> None:
        """Wait until the problem is that of the text and the settings."""
        self.page.wait_for_selector(".wb-pane:not(.stale)")
        self.page.wait_for_function("document.querySelector('.wb-busy').textContent === ''")

    def prompt(self) -> str:
        return str(self.page.locator("[data-view=problem] .prompt").inner_text())

    def write(self, text: str) -> None:
        """Put a text in the place of the whole spec."""
        self.page.mouse.move(
            0, 0
        )  # a word under the pointer opens a card, which would take the click
        self.page.locator(".cm-content").click()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(text)

    def go_to(self, text: str) -> None:
        """Put the cursor behind the first place of a text."""
        self.page.evaluate(
            """text => {
                const content = document.querySelector('.cm-content');
                const view = content.cmTile?.view ?? content.cmView.view;
                const at = view.state.doc.toString().indexOf(text) + text.length;
                view.dispatch({selection: {anchor: at}}); view.focus();
            }""",
            text,
        )

    def shot(self, story: str) -> None:
        """Check that each text in sight can be read, and take a picture."""
        self.faint += faint(self.page)
        if SHOTS:
            self.page.wait_for_timeout(250)
            for quality in (70, 60, 50, 40, 30):
                taken = self.page.screenshot(type="jpeg", quality=quality)
                if len(taken) <= LARGEST:
                    break
            (Path(SHOTS) / f"{story}-{self.theme}.jpg").write_bytes(taken)

    def close(self) -> None:
        self.context.close()


@pytest.fixture
def visit(browser: Any, theme: str, request: pytest.FixtureRequest) -> Iterator[Visit]:
    visit = Visit(browser, theme, request.node.name)
    yield visit
    visit.close()
    assert visit.outside == []
    assert visit.errors == []
    assert visit.faint == []
