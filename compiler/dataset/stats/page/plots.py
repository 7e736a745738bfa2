"""Plots as inline SVG, each with axes and counts, and narrow enough for a phone.

In a marked plot, each row, column or part can be clicked: it has its number as `data-mark`.
"""

import math
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ....view import plain, safe

WIDE = 340
"""The width of a plot, which is that of a phone; on wider screens several stand side by side."""

LINE = 36
"""The height of a row: its name, and its bar below."""

AXIS = 34
"""The height of an axis with its numbers and its name."""

LONGEST = 44
"""How many columns of a name are shown; a pointer that rests on it shows all."""

MOST_SHADES = 6
"""How many labels of a stacked bar have a shade of their own; the others share the last."""

MOST_TICKS = 4


def bars(
    title: str,
    rows: Sequence[tuple[str, int, str]],
    unit: str = "records",
    *,
    marked: bool = False,
) -> str:
    """Draw one bar per row: its name, its count, and the text after it; the axis counts the unit."""
    room = WIDE - 100
    top = ticks(max((count for _, count, _ in rows), default=0))
    drawn = list(_grid(top, room, len(rows) * LINE, str))
    for place, (name, count, told) in enumerate(rows):
        width = room * count / top[-1]
        drawn.append(_name(name, place))
        drawn.append(_bar(0, place, width, "own"))
        drawn.append(_text(width + 5, place * LINE + 29, told))
        if marked:
            drawn.append(_hit(0, place * LINE, WIDE, LINE, place, f"{name}: {told}"))
    drawn.append(_unit(unit, room, len(rows) * LINE))
    return _svg(title, len(rows) * LINE + AXIS, drawn, marked)


def pairs(title: str, rows: Sequence[tuple[str, float, float, bool]]) -> str:
    """Draw two bars per row, ours above the reference's, each pair on its own scale; values out of tolerance are
    marked, and both values are written beside them.
    """
    room = WIDE - 130
    drawn = []
    for place, (name, ours, theirs, ok) in enumerate(rows):
        most = max(abs(ours), abs(theirs)) or 1
        drawn.append(_name(name, place))
        for value, kind, up in ((ours, "own" if ok else "off", -4), (theirs, "other", 4)):
            drawn.append(_bar(0, place, room * abs(value) / most, kind, up))
        mark = "" if ok else " off"
        drawn.append(_text(room + 6, place * LINE + 29, f"{ours:.4g} / {theirs:.4g}{mark}"))
    height = len(rows) * LINE
    drawn.append(f'<line class="axis" x1="0" x2="0" y1="0" y2="{height}"/>')
    drawn.append(
        _unit("measured / reference, each pair from 0 on its own scale", WIDE, height - 16)
    )
    return _svg(title, height + AXIS - 14, drawn)


def shares(
    title: str,
    rows: Sequence[tuple[str, float, tuple[float, float], float | None, int]],
    unit: str = "right guesses: point and interval; upright line: chance",
) -> str:
    """Draw one point per row for a share, with its interval, a line at its chance if any, and of how many it is."""
    room = WIDE - 12
    drawn = list(_grid((0, 25, 50, 75, 100), room, len(rows) * LINE, lambda each: f"{each}%"))
    for place, (name, share, (low, high), chance, tried) in enumerate(rows):
        y = place * LINE + 25
        left, right = room * max(0.0, low), room * min(1.0, high)
        told = f"{100 * share:.1f}% of {tried}"
        drawn.extend(
            (
                _name(name, place, told),
                f'<line class="reach" x1="{left:.1f}" x2="{right:.1f}" y1="{y}" y2="{y}"/>',
            )
        )
        if chance is not None:
            at = f"{room * chance:.1f}"
            drawn.append(f'<line class="chance" x1="{at}" x2="{at}" y1="{y - 8}" y2="{y + 8}"/>')
        drawn.append(f'<circle class="own" cx="{room * share:.1f}" cy="{y}" r="4"/>')
    drawn.append(_unit(unit, room, len(rows) * LINE))
    return _svg(title, len(rows) * LINE + AXIS, drawn)


def stacked(
    title: str,
    rows: Mapping[str, Mapping[str, int]],
    labels: Sequence[str],
    *,
    marked: bool = False,
) -> str:
    """Draw one bar per row, divided by labels; each part has its count, and each row its sum.

    Marks number the labels of the first row, then those of the second, and so on.
    """
    room = WIDE - 12
    legend, shift = _legend(labels)
    height = len(rows) * LINE
    drawn = list(_grid((0, 25, 50, 75, 100), room, height, lambda each: f"{each}%"))
    for place, (name, counts) in enumerate(rows.items()):
        total = sum(counts.values()) or 1
        drawn.append(_name(name, place, f"{total} records"))
        x = 0.0
        for each, label in enumerate(labels):
            count = counts.get(label, 0)
            width = room * count / total
            shade = min(each, MOST_SHADES - 1)
            if count:
                drawn.append(
                    f'<rect class="part s{shade}" x="{x:.1f}" y="{place * LINE + 17}" '
                    f'width="{width:.1f}" height="16"><title>{safe(label)}: {count}</title></rect>'
                )
            if width > 9 * len(str(count)):
                drawn.append(
                    f'<text class="on" x="{x + width / 2:.1f}" y="{place * LINE + 29}" '
                    f'text-anchor="middle">{count}</text>'
                )
            if marked and count:
                number = place * len(labels) + each
                told = f"{name}, {label}: {count}"
                drawn.append(_hit(x, place * LINE + 17, max(width, 4), 16, number, told))
            x += width
    drawn.append(_unit("share of the records; numbers are counts", room, height))
    inside = f'<g transform="translate(0 {shift})">{"".join(drawn)}</g>'
    return _svg(title, shift + height + AXIS, [legend, inside], marked)


def histogram(title: str, counts: Sequence[tuple[str, int]], *, marked: bool = False) -> str:
    """Draw columns side by side: the axis on the left counts records, that below names the first and last column."""
    left, high, base = 40, 110, 136
    room = WIDE - left - 4
    top = ticks(max(count for _, count in counts))
    step = room / len(counts)
    drawn = []
    for tick in top:
        y = base - high * tick / top[-1]
        drawn.append(
            f'<line class="axis" x1="{left}" x2="{left + room}" y1="{y:.1f}" y2="{y:.1f}"/>'
        )
        drawn.append(
            f'<text x="{left - 5}" y="{y + 4:.1f}" text-anchor="end">{_count(tick)}</text>'
        )
    for place, (name, count) in enumerate(counts):
        height = high * count / top[-1]
        drawn.append(
            f'<rect class="own" x="{left + place * step + 1:.1f}" y="{base - height:.1f}" '
            f'width="{max(1, step - 2):.1f}" height="{height:.1f}">'
            f"<title>{safe(name)}: {count}</title></rect>"
        )
        if marked and count:
            x = left + place * step
            drawn.append(_hit(x, base - high, step, high, place, f"{name}: {count}"))
    if all(len(name) * 7 < step for name, _ in counts):
        for place, (name, _) in enumerate(counts):
            x = left + (place + 0.5) * step
            drawn.append(
                f'<text x="{x:.1f}" y="{base + 15}" text-anchor="middle">{safe(name)}</text>'
            )
    else:
        first, last = safe(_cut(counts[0][0], 20)), safe(_cut(counts[-1][0], 20))
        drawn.append(f'<text x="{left}" y="{base + 15}">{first}</text>')
        drawn.append(f'<text x="{left + room}" y="{base + 15}" text-anchor="end">{last}</text>')
    drawn.append('<text class="unit" x="0" y="9">records</text>')
    return _svg(title, base + 22, drawn, marked)


def ticks(most: float) -> tuple[int, ...]:
    """Return round counts from 0 to the first one that is not below the greatest count."""
    least = max(1.0, most / MOST_TICKS)
    power = 10 ** math.floor(math.log10(least))
    step = next(power * each for each in (1, 2, 5, 10) if power * each >= least)
    return tuple(step * place for place in range(math.ceil(max(1.0, most) / step) + 1))


def _hit(x: float, y: float, width: float, height: float, number: int, told: str) -> str:
    """Draw what takes the clicks on a row, column or part, over it."""
    return (
        f'<rect class="hit" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="transparent" data-mark="{number}" tabindex="0" role="button" aria-label="{safe(told)}">'
        f"<title>{safe(told)}</title></rect>"
    )


def _svg(title: str, height: float, drawn: Iterable[str], marked: bool = False) -> str:
    role = "group" if marked else "img"
    return (
        f'<figure><figcaption>{safe(title)}</figcaption><svg viewBox="0 0 {WIDE} {height}" '
        f'width="{WIDE}" role="{role}" aria-label="{safe(title)}">{"".join(drawn)}</svg></figure>'
    )


def _grid(
    marks: Sequence[int], room: float, height: float, told: Callable[[int], str]
) -> Iterator[str]:
    """Draw an axis below rows, with a line upwards at each of its marks."""
    for place, mark in enumerate(marks):
        x = room * mark / marks[-1]
        anchor = (
            "start" if not place else "end" if mark == marks[-1] and room > WIDE - 40 else "middle"
        )
        yield f'<line class="axis" x1="{x:.1f}" x2="{x:.1f}" y1="14" y2="{height}"/>'
        yield f'<text x="{x:.1f}" y="{height + 13}" text-anchor="{anchor}">{safe(told(mark))}</text>'


def _unit(text: str, room: float, height: float) -> str:
    return f'<text class="unit" x="0" y="{height + 28}">{safe(text)}</text>'


def _legend(labels: Sequence[str]) -> tuple[str, int]:
    """Return a square and a name for each shade, and their height; the last one is for all labels that share it."""
    rest = labels[MOST_SHADES - 1 :]
    others = [f"{len(rest)} others"] if len(rest) > 1 else rest
    x = y = 0
    drawn = []
    for place, name in enumerate((*labels[: MOST_SHADES - 1], *others)):
        shown = _cut(name, LONGEST)
        width = 34 + 7 * _columns(shown)
        if x and x + width > WIDE:
            x, y = 0, y + 18
        drawn.append(
            f'<rect class="part s{place}" x="{x}" y="{y}" width="12" height="12"/>'
            f'<text x="{x + 18}" y="{y + 11}">{safe(shown)}<title>{safe(name)}</title></text>'
        )
        x += width
    return "".join(drawn), y + 24


def _name(name: str, place: int, told: str = "") -> str:
    room = LONGEST - (len(told) + 2 if told else 0)
    y = place * LINE + 12
    drawn = f'<text x="0" y="{y}">{safe(_cut(name, room))}<title>{safe(name)}</title></text>'
    if told:
        drawn += f'<text x="{WIDE - 12}" y="{y}" text-anchor="end">{safe(told)}</text>'
    return drawn


def _cut(name: str, most: int) -> str:
    """Return the start of a name that fits a number of columns, of which wide letters take two."""
    shown = plain(name)
    if _columns(shown) <= most:
        return shown
    while _columns(shown) >= most:
        shown = shown[: -max(1, (_columns(shown) - most) // 2)]
    return f"{shown}…"


def _columns(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)


def _count(count: int) -> str:
    return str(count) if count < 10_000 else f"{count / 1000:g}k"


def _text(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y}">{safe(text)}</text>'


def _bar(x: float, place: int, width: float, kind: str, up: int = 0) -> str:
    high = 12 if not up else 7
    y = place * LINE + 25 - high / 2 + up
    return f'<rect class="{kind}" x="{x}" y="{y}" width="{width:.1f}" height="{high}"/>'
