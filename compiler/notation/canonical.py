"""Brings spec files into their canonical form."""

import os
import tempfile
from pathlib import Path

from ...dsl.diagnostics import Diagnostic, SpecError
from ...dsl.printing.formatting import format_text
from ...dsl.reading import read_source


def reformat(path: Path, *, write: bool = True) -> bool:
    """Return whether a file differs from its canonical form; by default, replace it with that form.

    Raises:
        SpecError: the file cannot be read or parsed; it is left as it was.
    """
    canonical = format_text(read_source(path)).encode()
    if canonical == path.read_bytes():
        return False
    if write:
        replace_file(path, canonical)
    return True


def replace_file(path: Path, content: bytes) -> None:
    """Replace a file at once, so that a crash leaves the old or the new content; its mode is kept.

    A link is followed. A file with several names is written in place, so that they go on to name the same file. Raises
    SpecError if it cannot be written.
    """
    target = path.resolve()
    try:
        if target.stat().st_nlink > 1:
            with target.open("r+b") as file:
                file.write(content)
                file.truncate()
            return
        handle, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
            os.chmod(name, target.stat().st_mode)
            os.replace(name, target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise SpecError(
            [Diagnostic("E0801", f"`{path}` cannot be written: {error.strerror or error}")]
        ) from None
