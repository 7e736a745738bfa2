"""Where the text of a field can end, looked up by its first word if all its texts are known."""

import re
from collections.abc import Iterable, Iterator, Sequence

_WORD = re.compile(r"\w+|.", re.DOTALL)


def ends(text: str, start: int, after: str) -> Iterator[int]:
    """Yield the places where a field that is not the last may end: `after` follows it."""
    end = text.find(after, start + 1)
    while end >= 0:
        yield end
        end = text.find(after, end + 1)


class Endings:
    """The places where a field may end whose texts are known, as long as `after` begins with no part of a word."""

    def __init__(
        self, texts: Iterable[str], after: str, others: re.Pattern[str] | None = None
    ) -> None:
        """Use these texts; all others, if there are any, begin as `others` matches."""
        self._after = after
        self._others = others
        self._texts: dict[str, list[tuple[str, int]]] = {}
        for text in sorted(filter(None, dict.fromkeys(texts)), key=len):
            first = _WORD.match(text)
            assert first is not None
            self._texts.setdefault(first[0], []).append((text + after, len(text)))

    def of(self, text: str, start: int) -> Sequence[int]:
        """Return the places where a field that begins at `start` may end."""
        if self._others is not None and self._others.match(text, start) is not None:
            return list(ends(text, start, self._after))
        first = _WORD.match(text, start)
        if first is None:
            return ()
        known = self._texts.get(first[0], ())
        return [start + length for each, length in known if text.startswith(each, start)]


def separates(after: str) -> bool:
    """Return whether a literal text begins with no part of a word, so that a word before it ends there."""
    return re.match(r"\W", after) is not None
