"""Reading an open answer in a reply: where it is, and what it says.

What counts, in this order: the last part that the reply marks (in a box, in tags, as the `answer` of a JSON
object, in a block of code), the part after the last announcement such as `Answer:`, and the last passage that
has the form of an answer.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ...text import boxed_answers, plain, strip_reasoning, strip_strikethrough, tagged_answers
from ..cues import UNSURE
from ..statements import last_announcement
from .grid import read_grids, write_grid
from .layout import GRID, JSON, Entry, Layout
from .lines import Block, Line, TooLong, Work, read_lines, write_lines
from .objects import Unreadable, objects, read_object, write_object

_FENCED = re.compile(r"^[ \t]*```[^\n`]{0,40}\n(.*?)(?:^[ \t]*```|\Z)", re.DOTALL | re.MULTILINE)
_UNSURE = re.compile(UNSURE, re.I)
_OR = re.compile(r"\W*(?:or|alternatively)\b", re.I)
_MARKS = re.compile("[\x02\x03]")


@dataclass(frozen=True)
class Reading:
    """The entries of an answer; `problem` says what is wrong with its form, or that there is none."""

    entries: tuple[Entry, ...] = ()
    problem: str = ""


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
        for region, strict, last in _regions(spoken):
            found = _read(region, layout, strict, last, work)
            if found is not None:
                return found
    except TooLong:
        return Reading(problem="the reply takes too long to read")
    return Reading(problem="no answer in the form that is asked for")


def _regions(text: str) -> Iterator[tuple[str, bool, bool]]:
    """Yield the texts in which the answer may be: with whether it is marked, and whether the last passage counts."""
    for marked in (boxed_answers(text)[-1:], tagged_answers(text)[-1:], _keyed(text)):
        yield from ((each, True, True) for each in marked)
    behind = last_announcement(text)
    fenced = [hit[1] for hit in _FENCED.finditer(text)]
    if behind is not None:
        own = [hit[1] for hit in _FENCED.finditer(behind)]
        yield from ((each, True, True) for each in own[:1])
        yield behind, False, False
    yield from ((each, True, True) for each in reversed(fenced[-5:]))
    yield text, False, True


def _keyed(text: str) -> list[str]:
    """Return the text that the last JSON object of a reply has as its `answer`."""
    if "answer" not in text.casefold():
        return []
    for value in objects(text):
        if isinstance(value, dict):
            for key, inner in value.items():
                if key.casefold().replace("_", " ") in ("answer", "answers", "final answer"):
                    return [inner if isinstance(inner, str) else _dump(inner)]
    return []


def _dump(value: object) -> str:
    import json

    return json.dumps(value)


def _read(text: str, layout: Layout, strict: bool, last: bool, work: Work) -> Reading | None:
    """Return the answer in a part of a reply; None if there is none."""
    if layout.form == JSON:
        return _read_json(text, layout, work)
    bare = _MARKS.sub("", plain(text))
    if layout.form == GRID:
        tables = read_grids(bare, layout, strict, work)
        if not tables:
            return None
        table = tables[-1] if last else tables[0]
        return Reading(table.entries, table.problem)
    blocks = read_lines(bare, layout, strict, work)
    if not blocks:
        return None
    place = len(blocks) - 1 if last else 0
    problem = _why_open(blocks, place)
    return Reading(problem=problem) if problem else _of_lines(blocks[place].lines, layout)


def _why_open(blocks: Sequence[Block], place: int) -> str:
    """Return why a reply does not settle on a block: it says that it is unsure, or gives another one as well."""
    near = blocks[place : place + 2]
    if any(_OR.match(each.before) for each in (near if place else near[1:])):
        return "several answers are given"
    return "the answer is in doubt" if _UNSURE.search(blocks[place].before) else ""


def _read_json(text: str, layout: Layout, work: Work) -> Reading | None:
    first: Reading | None = None
    for value in objects(text):
        try:
            return Reading(read_object(value, layout, work))
        except Unreadable as error:
            first = first or Reading(problem=str(error))
    return first


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
