"""Formats source text in the canonical style: with the printer's layout, every comment, and gaps between parts.

A comment on its own line stays before the next item, statement, field, knob or phrase. A comment at the end
of a line stays there if it fits. Otherwise, and in the middle of a part, it moves to a line before the
part.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from .. import syntax
from ..diagnostics import Report, SpecError
from ..parsing.brackets import CLOSERS, OPENERS
from ..parsing.lexer import Comment, scan
from ..parsing.parser import parse
from ..parsing.pieces import cut
from ..parsing.tokens import Token
from ..source import Source
from .layout import INDENT, WIDTH, Group, Segment
from .line_breaking import wrap
from .printer import segments

_LEADING = frozenset({"LET", "WHERE", "WHEN", "ATYPICAL", "ELSE", "BAR"})
"""Words that belong to the part after them."""


@dataclass(slots=True)
class _Notes:
    """The comments that belong to one part: lines before it, and the comment after it."""

    gap: bool = False
    before: list[tuple[bool, str]] = field(default_factory=list)
    behind: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Place:
    """A part of the text that comments can belong to."""

    start: int
    end: int
    notes: _Notes = field(default_factory=_Notes)


@dataclass(slots=True)
class _Region:
    """A group's range of the text: its units, printed and original, and the comments that belong to none."""

    start: int
    end: int
    places: list[_Place]
    order: list[_Place]
    head: list[str] = field(default_factory=list)
    last: _Notes = field(default_factory=_Notes)


def format_text(source: Source) -> str:
    """Return the canonical form of a source; SpecError if it cannot be read."""
    spec, diagnostics = parse(source)
    if any(diagnostic.severity == "error" for diagnostic in diagnostics):
        raise SpecError(diagnostics)
    tokens, comments = scan(source, Report())
    starts = [token.start for token in tokens]
    ends = [piece.end for piece in cut(tokens, Report())[0]]
    places = [
        _Place(item.span.start, end, _Notes(_gap(source, item.span.start)))
        for item, end in zip(spec.items, ends, strict=True)
    ]
    inside: dict[int, list[Comment]] = {}
    last = _Notes()
    for comment in comments:
        index = bisect_right(ends, comment.start)
        if index < len(places) and places[index].start < comment.start:
            inside.setdefault(index, []).append(comment)
        elif not comment.alone and index and _same_line(source, places[index - 1].end, comment):
            places[index - 1].notes.behind.append(comment.text)
        else:
            notes = places[index].notes if index < len(places) else last
            notes.before.append((_gap(source, comment.start), comment.text))
    lines: list[str] = []
    for index, (item, place) in enumerate(zip(spec.items, places, strict=True)):
        own = tokens[bisect_left(starts, place.start) : bisect_left(starts, place.end)]
        drawn = _draw(item, own, inside.get(index, []), place.notes)
        _emit(lines, place.notes, drawn, "")
    _before(lines, last, "")
    return "\n".join(lines) + "\n" if lines else ""


def _gap(source: Source, offset: int) -> bool:
    """Whether there is a blank line directly before an offset."""
    begin = offset
    while begin > 0 and source.text[begin - 1].isspace():
        begin -= 1
    return begin > 0 and source.text.count("\n", begin, offset) > 1


def _same_line(source: Source, end: int, comment: Comment) -> bool:
    return "\n" not in source.text[end : comment.start]


# --------------------------------------------------------------------------------------------------- drawing


def _emit(lines: list[str], notes: _Notes, drawn: Sequence[str], indent: str) -> None:
    """Add the lines of a part with its comments; the first part has no gap before it."""
    behind = "".join(f"  {text}" for text in notes.behind)
    *above, last = [indent + line for line in drawn]
    if behind and not _fits(last + behind):
        first, *others = notes.behind
        moved = [(notes.gap, first), *((False, text) for text in others)]
        notes, behind = _Notes(False, notes.before + moved), ""
    _before(lines, notes, indent)
    if notes.gap and lines:
        lines.append("")
    lines += [*above, last + behind]


def _fits(line: str) -> bool:
    return len(line.rpartition("\n")[2]) <= WIDTH


def _before(lines: list[str], notes: _Notes, indent: str) -> None:
    for gap, text in notes.before:
        if gap and lines:
            lines.append("")
        lines.append(indent + text)


def _draw(
    item: syntax.Item, tokens: list[Token], comments: list[Comment], outer: _Notes
) -> list[str]:
    """Return the lines of an item; comments that find no group inside it are put before it."""
    parts, regions = _laid_out(item, tokens, bool(comments))
    homes = [_home(comment, regions) for comment in comments]
    if not any(homes):
        parts, regions = _laid_out(item, tokens, False)
    for comment, home in zip(comments, homes, strict=True):
        if home is None:
            outer.before.append((False, comment.text))
        else:
            _assign(comment, home, tokens[0].source)
    lines: list[str] = []
    for part, region in zip(parts, regions, strict=True):
        if isinstance(part, str):
            lines += wrap(part, WIDTH)
        elif region is not None:
            below: list[str] = []
            head = "".join(f"  {text}" for text in region.head)
            if _fits(lines[-1] + head):
                lines[-1] += head
            else:
                below += [INDENT + text for text in region.head]
            for unit, place in zip(part.units, region.places, strict=True):
                _emit(below, place.notes, unit.lines, INDENT)
            _before(below, region.last, INDENT)
            lines += below
    return lines


# ------------------------------------------------------------------------------------------- parts and places


def _laid_out(
    item: syntax.Item, tokens: list[Token], spread: bool
) -> tuple[list[Segment], list[_Region | None]]:
    parts = segments(item, spread)
    return parts, [_region(part, tokens) if isinstance(part, Group) else None for part in parts]


def _home(comment: Comment, regions: Sequence[_Region | None]) -> _Region | None:
    """Find the group that contains a comment."""
    return next(
        (region for region in regions if region and region.start <= comment.start < region.end),
        None,
    )


def _region(group: Group, tokens: list[Token]) -> _Region:
    """Find the places of a group and its units among the tokens of the item."""
    starts = [token.start for token in tokens]
    source = tokens[0].source
    firsts: dict[int, int] = {}
    for number, unit in enumerate(group.units):
        first = bisect_left(starts, unit.node.span.start)
        while tokens[first - 1].type in _LEADING:
            first -= 1
        firsts[number] = first
    opener = min(firsts.values()) - 1
    closer = _mate(tokens, opener) if group.braced else len(tokens)
    followers = dict(pairwise([*sorted(firsts.values()), closer]))
    places = []
    for first in firsts.values():
        following = followers[first]
        start = tokens[first].start
        places.append(_Place(start, tokens[following - 1].end, _Notes(_gap(source, start))))
    end = tokens[min(closer, len(tokens) - 1)].end
    return _Region(tokens[opener].end, end, places, sorted(places, key=lambda each: each.start))


def _mate(tokens: list[Token], opener: int) -> int:
    depth = 0
    for index in range(opener, len(tokens)):
        if tokens[index].type in OPENERS:
            depth += 1
        elif tokens[index].type in CLOSERS:
            depth -= 1
            if depth == 0:
                return index
    return len(tokens)


def _assign(comment: Comment, region: _Region, source: Source) -> None:
    """Assign a comment to the unit before or after it, to the head, or to the end of its group."""
    index = bisect_left(region.order, comment.start, key=lambda each: each.start)
    previous = region.order[index - 1] if index else None
    following = region.order[index] if index < len(region.order) else None
    if not comment.alone:
        if previous is None and _same_line(source, region.start, comment):
            region.head.append(comment.text)
            return
        if (
            previous is not None
            and previous.end <= comment.start
            and _same_line(source, previous.end, comment)
        ):
            previous.notes.behind.append(comment.text)
            return
    noted = (_gap(source, comment.start), comment.text)
    if previous is not None and comment.start < previous.end:
        previous.notes.before.append((False, comment.text))
        return
    (following.notes if following is not None else region.last).before.append(noted)
