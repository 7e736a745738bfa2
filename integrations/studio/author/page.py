"""The page of a spec: what the browser says goes to the bench, and what the bench finds goes to the browser."""

import asyncio
import inspect
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import replace
from nicegui import context, events, ui
from nicegui.element import Element
from nicegui.elements.codemirror import CodeMirror

from ....compiler.sources import named_template
from ....dsl.diagnostics import SpecError
from ....dsl.reserved import ITEM_WORDS, RESERVED
from ...language_server.positions import with_plain_ends
from ..escaping import bdi
from ..frame import frame
from ..target import Target
from .asking import completions, formatting, hovering
from .bench import Bench, Problem
from .controls import controls, presets, splits, wordings
from .diagnostics import listing, marks
from .disk import OnDisk, read_file
from .drawing import beside, drops, parts
from .elsewhere import known_specs
from .exporting import command_line
from .figures import figures
from .messages import MOST_NUMBER, Choice, Described, Looked
from .starting import starters

STYLE = (Path(__file__).parent / "workbench.css").read_text("utf-8")
EDITOR = Path(inspect.getfile(CodeMirror)).parent / "dist"

KEYS = (
    ("Ctrl+S", "save"),
    ("Ctrl+Space", "what can be written here"),
    ("Ctrl+.", "repair the diagnostic at the cursor"),
    ("Alt+Shift+F", "format"),
    ("F8, Shift+F8", "next diagnostic, previous diagnostic"),
    ("Alt+N, Alt+P", "next instance, previous instance"),
    ("Alt+6 to Alt+9", "problem, in other words, figures, drops"),
    ("Alt+E", "the command line that makes what is shown"),
    ("Arrows", "from row to row in proof, theory and answers"),
)

TOOLS = (
    '<span class="muted" id="wb-saved" role="status">saved</span>'
    '<button type="button" data-bar="format" title="Alt+Shift+F">Format</button>'
    '<button type="button" data-bar="save" title="Ctrl+S">Save</button>'
    '<button type="button" data-bar="export" title="Alt+E">Command line</button>'
)

FAMILY = re.compile(r"[a-z][a-z0-9_]*")
"""The name of a family."""

PARTS: Any = {"component": "workbench.js", "esm": {"nicegui-codemirror": str(EDITOR)}}
"""What the element is made of in the browser."""


class Workbench(Element, **PARTS):
    """The page's element: an editor, controls, and panes that are filled from here."""

    def __init__(self) -> None:
        super().__init__()
        self.props["items"] = sorted(ITEM_WORDS)


def author_page(target: Target, name: str) -> None:
    """Build the page of a spec of the target."""
    try:
        path = target.specs[name]
        is_new = target.is_new and not path.exists()
        disk = OnDisk(path, b"", is_new=True) if is_new else read_file(path)
    except SpecError as error:
        with frame(target, name):
            told = error.diagnostics[0].message
            ui.html(f'<p class="wb-notice">{bdi(told)}</p>', sanitize=False)
        return
    with frame(target, name, KEYS, TOOLS):
        ui.add_head_html(f"<style>{STYLE}</style>")
        bench = Workbench().classes("wb-holder")
    Page(target, bench, disk)


class Page:
    """One browser's page of a spec."""

    def __init__(self, target: Target, element: Workbench, disk: Any) -> None:
        self.target = target
        self.element = element
        self.bench = Bench(disk, self.tell)
        self.pages = known_specs(target.specs)
        self.described: Described | None = None
        self.is_started = False
        self.has_problem = False
        element.on("say", self.hear)
        context.client.on_delete(self.bench.close)

    # -------------------------------------------------------------------------------------------- to the browser

    def run(self, method: str, *values: Any) -> None:
        """Call a method of the element."""
        with suppress(RuntimeError):
            self.element.run_method(method, *values)

    def tell(self, kind: str, value: Any) -> None:
        """Show what the bench has found."""
        match kind, value:
            case "faults", version:
                faults = self.bench.faults
                self.run("showFaults", version, marks(faults), listing(faults, self.pages))
            case "colours", (version, tokens):
                self.run("colours", version, tokens)
            case "problem", Problem():
                self.show(value)
            case "looked", Looked():
                self.run("fill", {"figures": figures(value), "drops": _all_drops(value)})
            case "outside", _:
                self.run("setOutside", True)

    def show(self, problem: Problem) -> None:
        """Show a problem; if there is none, what was shown stays, greyed, with the reason."""
        made, choice = problem.made, problem.choice
        if not self.bench.document.text.strip():
            self.show_nothing()
            return
        if made.described is not None:
            self.described = made.described
            self.show_controls()
        own = drops(made.drops, "No draft was dropped before this instance.")
        if made.record:
            self.has_problem = True
            self.run("fill", {**parts(made), "own_drops": own})
            self.show_beside(problem)
            self.run("fresh", "")
        else:
            self.run("fill", {"own_drops": own})
            told = "Out of date" if self.has_problem else "No problem"
            self.run("fresh", f"{told}: {made.failed}")
        self.run("place", choice.seed, choice.index)

    def show_nothing(self) -> None:
        """Show no controls and no reason: an empty spec has a page of its own."""
        self.described, self.has_problem = None, False
        self.run("controls", dict.fromkeys(("knobs", "presets", "splits", "wordings"), ""), "")
        self.run("fresh", "")

    def show_controls(self) -> None:
        """Show the controls of the parameters."""
        described, choice = self.described, self.bench.choice
        if described is None:
            return
        values = {knob.name: knob.value for knob in described.knobs}
        changed = sum(
            value != values[name] for name, value in choice.params.items() if name in values
        )
        self.run(
            "controls",
            {
                "knobs": controls(described, choice),
                "presets": presets(described, choice),
                "splits": splits(described, choice),
                "wordings": wordings(described, self.bench.wording),
            },
            f"{changed} changed" if changed else "",
        )

    def show_beside(self, problem: Problem) -> None:
        """Show a problem in other words beside it."""
        wording = self.bench.wording
        if wording is None or self.described is None:
            return
        values = {knob.name: knob.value for knob in self.described.knobs}
        own = problem.choice.params.get(wording[0], values.get(wording[0], ""))
        self.run("fill", {"beside": beside(problem.made, problem.other, wording, own)})

    def show_status(self) -> None:
        """Show whether the text is saved."""
        saved = self.bench.is_saved
        told = "new file" if self.bench.disk.is_new else "saved"
        self.run("status", told if saved else "not saved", saved)

    # ------------------------------------------------------------------------------------------ from the browser

    async def hear(self, event: events.GenericEventArguments) -> None:
        """Take what the browser says; whatever is not understood is ignored."""
        said = event.args
        if not isinstance(said, dict):
            return
        match said:
            case {"kind": "ready"}:
                self.begin(said.get("choice"))
            case {"kind": "base", "text": str(text)}:
                self.bench.suppose(with_plain_ends(text))
                self.run("setOutside", True)
            case {"kind": "edit", "version": int(version), "text": str(text)}:
                self.bench.edit(version, with_plain_ends(text))
                self.show_status()
            case {"kind": "complete" | "hover", "point": [line, column]} if not _is_place(
                line, column
            ):
                self.run("reply", said.get("id"), None)
            case {"kind": "complete", "id": id, "point": [int(line), int(column)]}:
                trigger = str(said.get("trigger") or "")
                items = await completions(self.bench, line, column, trigger)
                self.run("reply", id, {"items": items})
            case {"kind": "hover", "id": id, "point": [int(line), int(column)]}:
                self.run("reply", id, await hovering(self.bench, line, column))
            case {"kind": "format", "id": id}:
                self.run("reply", id, await formatting(self.bench))
            case {"kind": "save", "force": bool(force)}:
                await self.save(force)
            case {"kind": "start", "name": str(name)}:
                self.start_with(name)
            case {"kind": "reload"}:
                self.reload()
            case {"kind": "export"}:
                self.run("showCommand", command_line(self.bench.disk.path, self.bench.choice))
            case {"kind": "tab", "name": str(name)}:
                self.show_tab(name)
            case _:
                self.choose(said)

    def begin(self, chosen: object) -> None:
        """Show the text, and begin, with what was chosen in this tab before."""
        if self.is_started:
            return
        self.is_started = True
        with suppress(ValidationError):
            self.bench.choice = convert(chosen, Choice)
        self.bench.start()
        self.run("fill", {"start": starters()})
        self.run("open", self.bench.disk.text)
        self.show_status()

    def start_with(self, logic: str) -> None:
        """Write a small family of a logic into an empty editor."""
        stem = self.bench.disk.path.stem
        name = stem if FAMILY.fullmatch(stem) and stem not in RESERVED else "my_family"
        with suppress(SpecError):
            self.run("startWith", named_template(name, logic))

    def choose(self, said: dict[str, Any]) -> None:
        """Take another seed, instance, preset, split, wording or value of a parameter."""
        choice = self.bench.choice
        match said:
            case {"kind": "step", "by": int(by)}:
                choice = replace(choice, index=min(MOST_NUMBER, max(0, choice.index + by)))
            case {"kind": "place", "name": ("seed" | "index") as name, "value": str(text)}:
                if text.isascii() and text.isdigit() and len(text) < 17:
                    choice = replace(choice, **{name: min(int(text), MOST_NUMBER)})
            case {"kind": "place", "name": "preset", "value": str(text)}:
                choice = replace(choice, preset=text, params={})
            case {"kind": "place", "name": "split", "value": str(text)}:
                choice = replace(choice, split=text)
            case {"kind": "place", "name": "wording", "value": str(text)}:
                self.compare(text)
            case {"kind": "knob", "name": str(name), "value": str(text)}:
                choice = replace(choice, params=self._params(choice, name, text))
            case {"kind": "knob", "name": str(name), "value": None}:
                choice = replace(choice, params=self._params(choice, name, None))
        if choice == self.bench.choice and self.bench.last is not None:
            self.show(self.bench.last)
        self.bench.choose(choice)
        self.run("remember", to_builtins(choice))
        self.show_controls()
        self.run("place", choice.seed, choice.index)

    def _params(self, choice: Choice, name: str, value: str | None) -> dict[str, str]:
        """Return the parameters that are set with another value of one; None is that of the preset."""
        knobs = self.described.knobs if self.described is not None else ()
        usual = {knob.name: knob.value for knob in knobs}
        rest = {each: text for each, text in choice.params.items() if each != name}
        if value is None or value == usual.get(name):
            return rest
        return {**rest, name: value}

    def compare(self, text: str) -> None:
        """Show the problem in other words: `register=formal`."""
        name, equals, value = text.partition("=")
        self.bench.compare((name, value) if equals else None)

    def show_tab(self, name: str) -> None:
        """Work for the tab that is shown."""
        self.bench.look(name in ("figures", "drops"))
        if name != "beside":
            self.bench.compare(None)
        elif self.bench.wording is None and self.described is not None:
            self.bench.compare(_first_wording(self.described, self.bench.choice))
            if self.bench.wording is None:
                told = '<p class="muted">The family has no parameter that changes words alone.</p>'
                self.run("fill", {"beside": told})
            self.show_controls()

    async def save(self, force: bool) -> None:
        """Save the text."""
        if self.target.is_installed:
            why = "an installed family is not changed: copy its file, and open the copy"
        else:
            why = await asyncio.to_thread(self.bench.save, force)
        if why == "outside":
            self.run("setOutside", True)
            self.run("status", "not saved: the file was changed by another program", False)
        elif why:
            self.run("status", f"not saved: {why}", False)
        else:
            self.run("setOutside", False)
            self.run("saved", self.bench.disk.text)
            self.show_status()

    def reload(self) -> None:
        """Read the file again, in the place of the text."""
        try:
            self.bench.reread()
        except SpecError as error:
            self.run("status", error.diagnostics[0].message, False)
            return
        self.run("setText", self.bench.disk.text)
        self.run("saved", self.bench.disk.text)
        self.run("setOutside", False)
        self.show_status()


def _is_place(line: object, column: object) -> bool:
    """Return whether two values can be a line and a column."""
    return all(type(each) is int and 0 <= each < 2**31 for each in (line, column))


def _first_wording(described: Described, choice: Choice) -> tuple[str, str] | None:
    """Return a parameter that changes words alone, `register` before others, and its first value that is not set."""
    found = [knob for knob in described.knobs if knob.is_wording and knob.members]
    for knob in sorted(found, key=lambda each: each.name != "register"):
        own = choice.params.get(knob.name, knob.value)
        return next(((knob.name, each) for each in knob.members if each != own), None)
    return None


def _all_drops(looked: Looked) -> str:
    drawn = drops(looked.drops, f"No draft was dropped before the first {looked.made} instances.")
    return f'<p class="muted small">{looked.made} of {looked.most} instances</p>{drawn}'
