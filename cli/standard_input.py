"""A spec from standard input, which commands name by `-`."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from ..dsl.source import Source

STDIN: Final = "-"
STDIN_NAME: Final = "<stdin>"


def standard_input() -> Source:
    """Return the text of standard input. Raises SpecError if it is no text, or too long."""
    from ..dsl.reading import read_stream

    return read_stream(sys.stdin.buffer, STDIN_NAME)


def standard_input_bytes() -> tuple[Source, bytes]:
    """Return the text of standard input with its bytes. Raises SpecError as `standard_input`."""
    from ..dsl.reading import MAX_BYTES, read_stream

    content = sys.stdin.buffer.read(MAX_BYTES + 1)
    return read_stream(io.BytesIO(content), STDIN_NAME), content
