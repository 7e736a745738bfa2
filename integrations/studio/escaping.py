"""Text of specs, records and replies as HTML."""

import re

from ...compiler.view import safe

_SIGN = re.compile(r"(?<![\w`-])-[\w`]{1,40}")


def bdi(text: object) -> str:
    """Return a text as HTML, escaped, whose direction of writing does not affect what is around it."""
    return f"<bdi>{safe(text)}</bdi>"


def prose(text: object) -> str:
    """Return a text as HTML, escaped, in which no line ends between a sign and what it negates: `-p(a)`."""
    return _SIGN.sub(r'<span class="joined">\g<0></span>', safe(text))
