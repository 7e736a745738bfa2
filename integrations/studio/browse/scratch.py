"""A folder for the indexes of a server, which is removed with it; of a server that was killed, by the next one."""

import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

PREFIX = "rspc-studio-"
LOCK = "lock"


class Scratch:
    """A folder that is removed by `remove`, or by the next one that is made after its process is gone."""

    def __init__(self) -> None:
        _sweep()
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self._lock = _hold(self.path)
        self._made = 0

    def folder(self) -> Path:
        """Return a new folder within."""
        self._made += 1
        found = self.path / str(self._made)
        found.mkdir()
        return found

    def remove(self) -> None:
        """Remove the folder and all that is in it."""
        if self._lock is not None:
            self._lock.close()
        shutil.rmtree(self.path, ignore_errors=True)


def _hold(path: Path) -> IO[bytes] | None:
    """Lock a folder as long as this process lives; return None if another one holds it, or there are no locks."""
    try:
        import fcntl
    except ImportError:
        return None
    file = (path / LOCK).open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


def _sweep() -> None:
    """Remove the folders of processes that are gone."""
    for each in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            if each.is_symlink() or not (each / LOCK).is_file():
                continue
            held = _hold(each)
            if held is not None:
                shutil.rmtree(each, ignore_errors=True)
                held.close()
