"""Text of specs, records and replies as HTML."""

from ...compiler.view import safe


def bdi(text: object) -> str:
    """Return a text as HTML, escaped, whose direction of writing does not affect what is around it."""
    return f"<bdi>{safe(text)}</bdi>"
