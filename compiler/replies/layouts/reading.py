"""Reading an open answer in a reply: where it is, and what it says.

What counts, in this order: the last part that the reply marks (in a box, in tags, as the `answer` of a JSON
object, in a block of code), the part after the last announcement such as `Answer:`, and the last passage that
has the form of an answer.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ...text import (
    boxed_places,
    plain,
    strip_reasoning,
    strip_strikethrough,
    tagged_places,
    without_unseen,
)
from ..statements import last_announcement
from .grid import read_grids, write_grid
from .headings import find_headings
from .layout import GRID, JSON, PAIRS, Entry, Layout
from .lines import Line, TooLong, Work, read_lines, write_lines
from .numbered import by_number, keep_numbers, untable_order
from .objects import Clashing, Unreadable, dump, objects, read_object, write_object
from .pairs import unobject, untable
from .settling import Candidate, Reading, adds_another, last_line, settle

NO_ANSWER = "no answer in the form that is asked for"

MOST_MARKED = 5
"""How many parts that are marked in the same way are read: the last."""

_FENCED = re.compile(r"^[ \t]*```[^\n`]{0,40}\n(.*?)(?:^[ \t]*```|\Z)", re.DOTALL | re.MULTILINE)
_MARKS = re.compile("[\x02\x03]")
MARKUP = re.compile(r"</?\w+>|\\(?:boxed|fbox)\{|```\w*")
_KEYS = ("answer", "answers", "final answer")


@dataclass(frozen=True)
class _Region:
    """Texts in which the answer may be.

    Attributes:
        parts: the texts, each with the text between it and the one before it.
        strict: whether they are marked as the answer.
        last: whether the last answer in them counts, or else the first.
        whole: whether only the last text counts, and not the one before if that cannot be read.
        lead: the line of an announcement before the first text.
        rest: the text after the last one.
    """

    parts: Sequence[tuple[str, str]]
    strict: bool = True
    last: bool = True
    whole: bool = False
    lead: str = ""
    rest: str = ""


def write_answer(layout: Layout, entries: tuple[Entry, ...]) -> str:
    """Return an answer as its layout writes it."""
    if layout.form == GRID:
        return write_grid(layout, entries)
    if layout.form == JSON:
        return write_object(layout, entries)
    return write_lines(layout, entries)


def spoken(text: str) -> str:
    """Return a reply without its thoughts, and without what is struck out or not seen."""
    return strip_strikethrough(strip_reasoning(without_unseen(text)))


def unmarked(text: str) -> str:
    """Return a text without markup, and without the marks of its items and of its marked parts."""
    return _MARKS.sub("", plain(text))


def read_answer(layout: Layout, text: str) -> Reading:
    """Return the answer of a reply, in time proportional to its length."""
    work = Work()
    try:
        for region in _regions(spoken(text)):
            found = _read_region(region, layout, work)
            if found is not None:
                return found
    except TooLong:
        return Reading(problem="the reply takes too long to read")
    return Reading(problem=NO_ANSWER)


def _regions(text: str) -> Iterator[_Region]:
    """Yield the regions in which the answer may be, the most important one first."""
    for places in (boxed_places(text), tagged_places(text)):
        parts = _with_gaps(text, places[-MOST_MARKED:], doubts=False)
        yield _Region(parts, whole=True, rest=_rest(text, places))
    keyed, rest = _keyed(text)
    yield _Region(keyed, whole=True, rest=rest)
    behind = last_announcement(text)
    lead = "" if behind is None else last_line(text[: len(text) - len(behind)])
    if behind is not None and not adds_another(lead):
        places = _fences(behind)[:2]
        parts = _with_gaps(behind, places)
        yield _Region(parts, last=False, whole=True, lead=lead, rest=_rest(behind, places))
        yield _Region([(behind, "")], strict=False, last=False, lead=lead)
    places = _fences(text)
    yield _Region(_with_gaps(text, places)[-MOST_MARKED:], rest=_rest(text, places))
    yield _Region([(text, "")], strict=False)


def _rest(text: str, places: Sequence[tuple[int, int]]) -> str:
    """Return the text after the last of the parts of a text that are marked."""
    return MARKUP.sub(" ", text[places[-1][1] :]) if places else ""


def _fences(text: str) -> list[tuple[int, int]]:
    """Return where the contents of the blocks of code begin and end."""
    return [hit.span(1) for hit in _FENCED.finditer(text)]


def _with_gaps(
    text: str, places: Sequence[tuple[int, int]], doubts: bool = True
) -> list[tuple[str, str]]:
    """Return the parts of a text at some places, each with the text between it and the one before it.

    Args:
        doubts: whether the text before the first one counts.
    """
    found: list[tuple[str, str]] = []
    before = 0
    for start, end in places:
        gap = MARKUP.sub(" ", text[before:start]) if before or doubts else ""
        found.append((text[start:end], gap))
        before = end
    return found


def _keyed(text: str) -> tuple[list[tuple[str, str]], str]:
    """Return the texts that JSON objects of a reply have as their `answer`, and the text after them."""
    if "answer" not in text.casefold():
        return [], ""
    found: list[tuple[str, str]] = []
    rest = ""
    for value, gap in objects(text):
        rest = gap
        if not isinstance(value, dict):
            continue
        members = value.members if isinstance(value, Clashing) else value.items()
        answers = [inner for key, inner in members if key.casefold().replace("_", " ") in _KEYS]
        for inner in answers if isinstance(value, Clashing) else answers[:1]:
            found.append((inner if isinstance(inner, str) else dump(inner), gap if found else ""))
            gap = ""
    return found[-MOST_MARKED:], rest


def _read_region(region: _Region, layout: Layout, work: Work) -> Reading | None:
    """Return the answer in a region; None if there is none."""
    if not region.strict:
        ((text, _),) = region.parts
        found, rest = _candidates(text, layout, False, work)
        last = region.last or layout.form == JSON
        found = _led(found, region.lead)
        return settle(found, len(found) - 1 if last else 0, rest) if found else None
    chosen: list[Candidate] = []
    for text, gap in reversed(region.parts) if region.last else region.parts:
        own, rest = _candidates(text, layout, True, work)
        if not own and region.whole and not chosen:
            return None
        if own:
            chosen.append(Candidate(settle(own, len(own) - 1, rest), gap))
        if len(chosen) == 2:
            break
    if not chosen:
        return None
    if region.last:
        return settle(chosen[::-1], len(chosen) - 1, region.rest)
    return settle(_led(chosen, region.lead), 0, region.rest)


def _led(found: list[Candidate], lead: str) -> list[Candidate]:
    """Return candidates of which the first stands behind the line of an announcement."""
    if not found or not lead:
        return found
    first = replace(found[0], gap=f"{lead}\n{found[0].gap}", announced=True)
    return [first, *found[1:]]


def _candidates(text: str, layout: Layout, strict: bool, work: Work) -> tuple[list[Candidate], str]:
    """Return what could be the answer in a part of a reply, in order, and the text after it."""
    if layout.form == JSON:
        return _of_objects(text, layout, work)
    if layout.form == PAIRS:
        try:
            text = unobject(text, layout, work)
        except Unreadable as error:
            return [Candidate(Reading(problem=str(error)))], ""
    bare = unmarked(keep_numbers(text) if layout.counted else text)
    if layout.form == GRID:
        tables, rest = read_grids(bare, layout, strict, work)
        return [Candidate(Reading(each.entries, each.problem), each.gap) for each in tables], rest
    if layout.form == PAIRS:
        bare = untable(bare, layout, work)
    if layout.counted:
        bare = untable_order(bare, layout, work)
    headings = find_headings(text, layout)
    *blocks, last = read_lines(bare, layout, strict, work, headings)
    if last.lines:
        blocks.append(last)
    found: list[Candidate] = []
    for block in blocks:
        reading = _of_lines(block.lines, layout)
        parts = {number for number, _ in reading.entries}
        whole = not layout.whole or len(parts) == len(layout.parts)
        found.append(Candidate(reading, block.before, whole))
    return found, "" if last.lines else last.before


def _of_objects(text: str, layout: Layout, work: Work) -> tuple[list[Candidate], str]:
    """Return the last two objects that are answers; if there are none, what is wrong with the last one.

    With them, return the text after the last one.
    """
    found: list[Candidate] = []
    problem: list[Candidate] = []
    *values, (_, rest) = objects(text)
    for value, gap in reversed(values):
        try:
            entries = read_object(value, layout, work)
        except Unreadable as error:
            problem = problem or [Candidate(Reading(problem=str(error)), gap)]
            continue
        found.append(Candidate(Reading(entries), gap))
        if len(found) == 2:
            break
    return found[::-1] or problem, rest


def _of_lines(block: Sequence[Line], layout: Layout) -> Reading:
    """Return the entries of lines, with the field that their order gives."""
    entries: list[Entry] = []
    ordered = by_number(block) if layout.counted else block
    if ordered is None:
        return Reading(problem=f"the numbers of the lines are not 1 to {len(block)}")
    for place, line in enumerate(ordered):
        if line.entry is None:
            assert line.unknown is not None
            name, text = line.unknown
            return Reading(tuple(entries), f"there is no {name} `{text[:40]}`")
        number, values = line.entry
        if layout.counted:
            known = layout.parts[0].fields[layout.order].known
            if known and place >= len(known):
                return Reading(tuple(entries), f"there are more than {len(known)} lines")
            own = known[place] if known else str(place + 1)
            values = (*values[: layout.order], own, *values[layout.order + 1 :])
        entries.append((number, values))
    return Reading(tuple(dict.fromkeys(entries)))
