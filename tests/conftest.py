"""What holds for all tests."""

from __future__ import annotations

import gc
import os
import signal
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

TESTS = Path(__file__).parent

# `datasets` reads these when it is imported: no network, and no cache in the home of who runs the tests.
os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_HOME"] = str(
    Path(tempfile.gettempdir()) / f"rspc-tests-{os.getuid() if os.name == 'posix' else 0}"
)
os.environ["HF_DATASETS_DISABLE_PROGRESS_BARS"] = "1"

QUICK = ("compiler/ir", "compiler/scoring", "compiler/tasks", "dsl", "stdlib", "text")
"""The folders whose tests are marked as quick, with the files that stand beside this one."""


@pytest.fixture(autouse=True, scope="session")
def interruptible() -> None:
    """Let what tests start be interrupted, though a shell has had what runs in its background ignore that."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def seldom() -> None:
    """Have the garbage collector look as seldom as in a run of `rspc compile`, not after every 700 objects."""
    gc.set_threshold(20_000)


@pytest.fixture(autouse=True, scope="module")
def settled() -> Iterator[None]:
    """Keep the garbage collector from what earlier modules left: going over it again took a third of the time."""
    yield
    gc.freeze()


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    for item in items:
        folder = item.path.parent.relative_to(TESTS).as_posix()
        if item.get_closest_marker("long"):
            continue
        if folder == "." or any(f"{folder}/".startswith(f"{each}/") for each in QUICK):
            item.add_marker("quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="write the expected files again")


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    """Whether expected files and the problems on pages are to be written again, not compared."""
    return bool(request.config.getoption("--update-golden"))
