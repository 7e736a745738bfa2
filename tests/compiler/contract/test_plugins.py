"""Plug-ins: found by name, loaded once, and never a traceback when one is broken."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rspc.compiler.contract import plugins
from rspc.compiler.contract.plugins import PluginError
from rspc.compiler.stopping import Stopped

OURS = ("huggingface", "jsonl", "jsonl.zst", "parquet")
"""The writers that ship."""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder on the path in which distributions can be laid out."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    plugins.forget()


def lay(folder: Path, name: str, entries: str) -> None:
    info = folder / f"{name}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(f"[rspc.writers]\n{entries}\n")
    plugins.forget()


@pytest.mark.parametrize(
    ("group", "name"),
    [
        (group, name)
        for group in plugins.GROUPS
        if group not in plugins.PACKAGES
        for name in plugins.names(group)
        if plugins.home(group, name).startswith("`rspc ")
    ],
)
def test_every_shipped_plugin_loads_under_its_own_name(group: str, name: str) -> None:
    assert plugins.load(group, name).name == name


def test_a_strangers_plugin_is_found_and_loaded_once(install: Path) -> None:
    (install / "stranger.py").write_text("class Lines:\n    name = 'lines'\n    suffix = '.txt'\n")
    lay(install, "stranger", "lines = stranger:Lines")
    assert plugins.names(plugins.WRITERS) == tuple(sorted([*OURS, "lines"]))
    assert plugins.load(plugins.WRITERS, "lines") is plugins.load(plugins.WRITERS, "lines")
    assert plugins.home(plugins.WRITERS, "lines") == "`stranger 1.2`"
    del sys.modules["stranger"]


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise RuntimeError('no licence')", "RuntimeError: no licence"),
        ("import no_such_module", "No module named 'no_such_module'"),
        ("x = (", "SyntaxError"),
        ("", "has no attribute 'Lines'"),
        ("class Lines:\n    name = 'other'", "another name than its own, `other`"),
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("class Odd(BaseException): ...\nraise Odd('mine')", "Odd: mine"),
        (
            "class Lines:\n    name = 'lines'\n    suffix = '.txt'\n    knobs = 3",
            "`knobs` that are no",
        ),
        (
            "class Lines:\n    name = 'lines'\n    suffix = '/../x'",
            "a suffix that ends no file's name",
        ),
        ("class Lines:\n    name = 'lines'", "a suffix that ends no file's name: `None`"),
    ],
)
def test_a_broken_plugin_names_its_distribution(install: Path, source: str, reason: str) -> None:
    (install / "broken.py").write_text(source)
    lay(install, "broken", "lines = broken:Lines")
    with pytest.raises(PluginError, match=r"`lines` of `broken 1\.2`") as error:
        plugins.load(plugins.WRITERS, "lines")
    assert reason in str(error.value)
    sys.modules.pop("broken", None)


MADE = "class Lines:\n    name = 'lines'\n    suffix = '.txt'\n    def __init__(self): "


@pytest.mark.parametrize("stop", ["KeyboardInterrupt()", "Stopped(15)"])
@pytest.mark.parametrize("before", ["", MADE], ids=["imported", "made"])
def test_an_interrupt_is_no_fault_of_the_plugin_it_meets(
    install: Path, before: str, stop: str
) -> None:
    source = f"from rspc.compiler.stopping import Stopped\n{before}raise {stop}\n"
    (install / "met.py").write_text(source)
    lay(install, "met", "lines = met:Lines")
    with pytest.raises((KeyboardInterrupt, Stopped)):
        plugins.make(plugins.WRITERS, "lines")
    sys.modules.pop("met", None)


@pytest.mark.parametrize("fault", ["SystemExit", "Odd"])
def test_a_plugin_that_cannot_be_made_names_its_distribution(install: Path, fault: str) -> None:
    (install / "broken.py").write_text(
        "class Odd(BaseException): ...\n"
        f"class Lines:\n    name = 'lines'\n    suffix = '.txt'\n    def __init__(self): raise {fault}(3)\n"
    )
    lay(install, "broken", "lines = broken:Lines")
    with pytest.raises(
        PluginError, match=rf"`lines` of `broken 1\.2` failed at its making: {fault}"
    ):
        plugins.make(plugins.WRITERS, "lines")
    sys.modules.pop("broken", None)


def test_a_name_that_two_distributions_claim_is_refused(install: Path) -> None:
    lay(install, "one", "lines = one:Lines")
    lay(install, "two", "lines = two:Lines")
    with pytest.raises(PluginError, match=r"`one 1\.2` and `two 1\.2`"):
        plugins.load(plugins.WRITERS, "lines")


def test_an_unknown_name_lists_what_is_there() -> None:
    with pytest.raises(
        PluginError, match=f"no writer `lines` is installed; there are: {', '.join(OURS)}"
    ):
        plugins.load(plugins.WRITERS, "lines")


def test_a_copy_without_metadata_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugins, "entry_points", lambda group: ())
    plugins.forget()
    with pytest.raises(PluginError, match="pip install"):
        plugins.names(plugins.WRITERS)
    monkeypatch.undo()
    plugins.forget()
    assert plugins.names(plugins.WRITERS) == OURS
