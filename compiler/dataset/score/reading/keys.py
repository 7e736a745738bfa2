"""The id of a problem in the log of a harness: that of its key, or its own."""

from typing import Any

import msgspec


class _Key(msgspec.Struct):
    id: str


_KEYS = msgspec.json.Decoder(_Key)


def id_of(key: Any, own: Any) -> str | None:
    """Return the id in a key of `rspc export`; without one, the problem's own; None if it is no text or number."""
    if isinstance(key, str):
        try:
            return _KEYS.decode(key).id
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            pass
    if isinstance(own, str):
        return own
    return str(own) if isinstance(own, int) and not isinstance(own, bool) else None
