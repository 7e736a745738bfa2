"""Reading an open answer in a reply: where it is, and what it says.

What counts, in this order: the last part that the reply marks (in a box, in tags, as the `answer` of a JSON
object, in a block of code), the part after the last announcement such as `Answer:`, and the last passage that
has the form of an answer.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...text import boxed_answers, plain, strip_reasoning, strip_strikethrough, tagged_answers
from ..statements import last_announcement
from .grid import read_grids, write_grid
from .layout import GRID, JSON, PAIRS, Entry, Layout
from .lines import Line, TooLong, Work, read_lines, write_lines
from .objects import Clashing, Unreadable, dump, objects, read_object, write_object
from .pairs import unobject, untable
from .settling import Candidate, Reading, settle

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
    """

    parts: Sequence[tuple[str, str]]
    strict: bool = True
    last: bool = True
    whole: bool = False


def write_answer(layout: Layout, entries: tuple[Entry, ...]) -> str:
    """Return an answer as its layout writes it."""
    if layout.form == GRID:
        return write_grid(layout, entries)
    if layout.form == JSON:
        return write_object(layout, entries)
    return write_lines(layout, entries)


def read_answer(layout: Layout, text: str) -> Reading:
    """Return the answer of a reply, in time proportional to its length."""
    spoken = strip_strikethrough(strip_reasoning(text))
    work = Work()
    try:
        for region in _regions(spoken):
            found = _read_region(region, layout, work)
            if found is not None:
                return found
    except TooLong:
        return Reading(problem="the reply takes too long to read")
    return Reading(problem=NO_ANSWER)


def _regions(text: str) -> Iterator[_Region]:
    """Yield the regions in which the answer may be, the most important one first."""
    for marked in (boxed_answers(text), tagged_answers(text)):
        yield _Region(_with_gaps(text, marked[-MOST_MARKED:], doubts=False), whole=True)
    yield _Region(_keyed(text), whole=True)
    behind = last_announcement(text)
    if behind is not None:
        yield _Region(_fences(behind)[:2], last=False, whole=True)
        yield _Region([(behind, "")], strict=False, last=False)
    yield _Region(_fences(text)[-MOST_MARKED:])
    yield _Region([(text, "")], strict=False)


def _fences(text: str) -> list[tuple[str, str]]:
    return _with_gaps(text, [hit[1] for hit in _FENCED.finditer(text)])


def _with_gaps(text: str, parts: Sequence[str], doubts: bool = True) -> list[tuple[str, str]]:
    """Return the last parts of a text, each with the text between it and the one before it.

    Args:
        doubts: whether the text before the first one counts.
    """
    found: list[tuple[str, str]] = []
    end = len(text)
    starts: list[tuple[int, str]] = []
    for part in reversed(parts):
        end = max(0, text.rfind(part, 0, end))
        starts.append((end, part))
    place = 0
    for start, part in reversed(starts):
        gap = MARKUP.sub(" ", text[place:start]) if place or doubts else ""
        found.append((part, gap))
        place = start + len(part)
    return found


def _keyed(text: str) -> list[tuple[str, str]]:
    """Return the texts that JSON objects of a reply have as their `answer`."""
    if "answer" not in text.casefold():
        return []
    found: list[tuple[str, str]] = []
    for value, gap in objects(text):
        if not isinstance(value, dict):
            continue
        members = value.members if isinstance(value, Clashing) else value.items()
        answers = [inner for key, inner in members if key.casefold().replace("_", " ") in _KEYS]
        for inner in answers if isinstance(value, Clashing) else answers[:1]:
            found.append((inner if isinstance(inner, str) else dump(inner), gap if found else ""))
            gap = ""
    return found[-MOST_MARKED:]


def _read_region(region: _Region, layout: Layout, work: Work) -> Reading | None:
    """Return the answer in a region; None if there is none."""
    if not region.strict:
        ((text, _),) = region.parts
        found = _candidates(text, layout, False, work)
        last = region.last or layout.form == JSON
        return settle(found, len(found) - 1 if last else 0) if found else None
    chosen: list[Candidate] = []
    for text, gap in reversed(region.parts) if region.last else region.parts:
        own = _candidates(text, layout, True, work)
        if not own and region.whole and not chosen:
            return None
        if own:
            chosen.append(Candidate(settle(own, len(own) - 1), gap))
        if len(chosen) == 2:
            break
    if not chosen:
        return None
    return settle(chosen[::-1], len(chosen) - 1) if region.last else settle(chosen, 0)


def _candidates(text: str, layout: Layout, strict: bool, work: Work) -> list[Candidate]:
    """Return what could be the answer in a part of a reply, in order."""
    if layout.form == JSON:
        return _of_objects(text, layout, work)
    if layout.form == PAIRS:
        try:
            text = unobject(text, layout, work)
        except Unreadable as error:
            return [Candidate(Reading(problem=str(error)))]
    bare = _MARKS.sub("", plain(text))
    if layout.form == GRID:
        tables = read_grids(bare, layout, strict, work)
        return [Candidate(Reading(each.entries, each.problem), each.gap) for each in tables]
    if layout.form == PAIRS:
        bare = untable(bare, layout, work)
    blocks = read_lines(bare, layout, strict, work)
    found: list[Candidate] = []
    for block in blocks:
        reading = _of_lines(block.lines, layout)
        parts = {number for number, _ in reading.entries}
        whole = not layout.whole or len(parts) == len(layout.parts)
        found.append(Candidate(reading, block.before, whole))
    return found


def _of_objects(text: str, layout: Layout, work: Work) -> list[Candidate]:
    """Return the last two objects that are answers; if there are none, what is wrong with the last one."""
    found: list[Candidate] = []
    problem: list[Candidate] = []
    for value, gap in reversed(objects(text)):
        try:
            entries = read_object(value, layout, work)
        except Unreadable as error:
            problem = problem or [Candidate(Reading(problem=str(error)), gap)]
            continue
        found.append(Candidate(Reading(entries), gap))
        if len(found) == 2:
            break
    return found[::-1] or problem


def _of_lines(block: Sequence[Line], layout: Layout) -> Reading:
    """Return the entries of lines, with the field that their order gives."""
    entries: list[Entry] = []
    for place, line in enumerate(block):
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
