"""A spec from standard input, which commands name by `-`."""

from __future__ import annotations

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
