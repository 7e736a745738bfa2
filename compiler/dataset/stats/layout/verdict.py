"""The verdict as lines of text."""

import textwrap
from collections.abc import Iterator, Sequence

from ..verdict import Check


def verdict_lines(checks: Sequence[Check], width: int) -> Iterator[str]:
    """Yield a line for each check: its mark, its name and what was measured; longer ones are wrapped."""
    for check in checks:
        told = f"{check.mark:<6}{check.name}: {check.text}"
        yield from textwrap.wrap(told, width, subsequent_indent=" " * 8)
