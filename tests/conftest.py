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

# `datasets` reads these when it is imported: no network, and no cache in the user's home.
os.environ["HF_HUB_OFFLINE"] = "1"
KEPT = Path(tempfile.gettempdir()) / f"rspc-tests-{os.getuid() if os.name == 'posix' else 0}"
os.environ["HF_HOME"] = str(KEPT)
os.environ["HF_DATASETS_DISABLE_PROGRESS_BARS"] = "1"

# Tables of the grammar are kept between tests. A file is in the place of the folder of verdicts, so that every test
# proves what it needs.
os.environ["RSPC_CACHE"] = str(KEPT / "cache")
(KEPT / "cache").mkdir(parents=True, exist_ok=True)
(KEPT / "cache" / "proofs").touch()

QUICK = (
    "compiler/dataset/score",
    "compiler/ir",
    "compiler/replies",
    "compiler/tasks",
    "compiler/text",
    "dsl",
    "stdlib",
)
"""The folders whose tests are marked as quick, with the files next to this one."""


@pytest.fixture(autouse=True, scope="session")
def interruptible() -> None:
    """Restore SIGINT, which shells make their background jobs ignore, so that tests can interrupt programs."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True, scope="session")
def seldom() -> None:
    """Run the garbage collector as rarely as `rspc compile` does, not after every 700 objects."""
    gc.set_threshold(20_000)


_kept = 0
"""How many objects were left when all of them were last searched for garbage."""


@pytest.fixture(autouse=True, scope="module")
def settled() -> Iterator[None]:
    """Freeze what earlier modules leave, without their garbage: collecting it again took a third of the time.

    What is frozen may become garbage later, so it is searched again whenever there is twice as much of it.
    """
    global _kept
    yield
    is_due = gc.get_freeze_count() > 2 * _kept
    if is_due:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
    if is_due:
        _kept = gc.get_freeze_count()


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    assert all((TESTS / folder).is_dir() for folder in QUICK)
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
