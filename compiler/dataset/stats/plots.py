"""Plots as inline SVG: bars, histograms, comparisons of values, shares with their errors."""

from collections.abc import Iterable, Sequence
from html import escape

LINE = 22
"""The height of a line, in units of which the widest plot has `WIDE`."""

WIDE = 720
NAMES = 250
"""The width that names have, left of the bars."""

LONGEST = 34
"""How many characters of a name are shown; a pointer that rests on it shows all."""


def bars(rows: Sequence[tuple[str, float, str]]) -> str:
    """Draw one bar per row: its name, its length, and the text after it."""
    most = max((value for _, value, _ in rows), default=0) or 1
    drawn: list[str] = []
    for place, (name, value, told) in enumerate(rows):
        width = (WIDE - NAMES - 110) * value / most
        drawn.extend(
            (
                _name(name, place),
                _bar(NAMES, place, width, "own"),
                _text(NAMES + width + 6, place, told),
            )
        )
    return _svg(len(rows), drawn)


def pairs(rows: Sequence[tuple[str, float, float, bool]]) -> str:
    """Draw two bars per row, ours above the reference's, each pair on its own scale; values out of tolerance are
    marked.
    """
    drawn = []
    for place, (name, ours, theirs, ok) in enumerate(rows):
        most = max(abs(ours), abs(theirs)) or 1
        drawn.append(_name(name, place))
        for value, kind, up in ((ours, "own" if ok else "off", -4), (theirs, "other", 4)):
            width = (WIDE - NAMES - 110) * abs(value) / most
            drawn.append(_bar(NAMES, place, width, kind, up))
        drawn.append(_text(WIDE - 100, place, f"{ours:.4g} / {theirs:.4g}"))
    return _svg(len(rows), drawn)


def shares(rows: Sequence[tuple[str, float, tuple[float, float], float]]) -> str:
    """Draw one point per row for a share, with its interval, and a line at its chance."""
    drawn: list[str] = []
    across = WIDE - NAMES - 80
    for place, (name, share, (low, high), chance) in enumerate(rows):
        y = _middle(place)
        left, right = NAMES + across * max(0.0, low), NAMES + across * min(1.0, high)
        x, at = NAMES + across * share, NAMES + across * chance
        drawn.extend(
            (
                _name(name, place),
                f'<line class="axis" x1="{NAMES}" x2="{NAMES + across}" y1="{y}" y2="{y}"/>',
                f'<line class="reach" x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}"/>',
                f'<line class="chance" x1="{at:.1f}" x2="{at:.1f}" y1="{y - 8}" y2="{y + 8}"/>',
                f'<circle class="own" cx="{x:.1f}" cy="{y}" r="4"/>',
                _text(WIDE - 70, place, f"{100 * share:.1f}%"),
            )
        )
    return _svg(len(rows), drawn)


def histogram(title: str, counts: Sequence[tuple[str, int]]) -> str:
    """Draw columns side by side, with the first and the last name below."""
    wide, high = 220, 90
    most = max(count for _, count in counts)
    step = wide / len(counts)
    drawn = [f'<text class="title" x="0" y="12">{escape(title)}</text>']
    for place, (name, count) in enumerate(counts):
        height = high * count / most
        drawn.append(
            f'<rect class="own" x="{place * step + 1:.1f}" y="{20 + high - height:.1f}" '
            f'width="{max(1, step - 2):.1f}" height="{height:.1f}">'
            f"<title>{escape(name)}: {count}</title></rect>"
        )
    first, last = escape(counts[0][0]), escape(counts[-1][0])
    drawn.extend(
        (
            f'<text x="0" y="{high + 34}">{first}</text>',
            f'<text x="{wide}" y="{high + 34}" text-anchor="end">{last}</text>',
        )
    )
    size = f'viewBox="0 0 {wide} {high + 40}" width="{wide}"'
    return f'<svg {size} role="img" aria-label="{escape(title)}">{"".join(drawn)}</svg>'


def _svg(rows: int, drawn: Iterable[str]) -> str:
    height = rows * LINE + 6
    return f'<svg viewBox="0 0 {WIDE} {height}" width="{WIDE}" role="img">{"".join(drawn)}</svg>'


def _middle(place: int) -> int:
    return place * LINE + LINE // 2 + 3


def _name(name: str, place: int) -> str:
    shown = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
    return (
        f'<text x="{NAMES - 8}" y="{_middle(place) + 4}" text-anchor="end">{escape(shown)}'
        f"<title>{escape(name)}</title></text>"
    )


def _text(x: float, place: int, text: str) -> str:
    return f'<text x="{x:.1f}" y="{_middle(place) + 4}">{escape(text)}</text>'


def _bar(x: float, place: int, width: float, kind: str, up: int = 0) -> str:
    high = 12 if not up else 7
    y = _middle(place) - high / 2 + up
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width:.1f}" height="{high}"/>'
