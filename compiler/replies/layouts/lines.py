"""Lines: one entry on each, by the template of its part."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field as default, replace

from .cells import LONGEST, read_value, simplify, write_value
from .disowning import is_unsure
from .headings import Headings, bare_fields, can_be_value, is_ornament
from .layout import PAIRS, Entry, Field, Layout, Part
from .tables import is_rule

WORK = 100_000
"""How many texts are tried as values while the lines of one reply are read."""

_SAME = ("=", ":", "->", "=>", "is")
"""What can stand for `=` in a pair."""
_LEAD = re.compile(
    r"(?:so|thus|then|hence|therefore|if|since|because|let|now|and|but|we|step|next|suppose|try)\b",
    re.I,
)
_NUMBERED = re.compile(r"(?:[^\W\d_]{1,20}\s+)?(\d{1,3})\s*[.):]\s+", re.I)
"""The number of a line, before its entry."""
_NAMED_LIST = re.compile(r"[^:=]{1,80}?(?::|=|\b(?:is|are)\b:?)\s+")
"""The words before a list of values in a sentence, as in `The path is 1, 2, 3.`"""
_SEPARATORS = (";", ",", "->", "→", ">", " - ", "–", "—", " ")
"""What can stand between entries on one line."""
_SIGNS = (">", " - ", "–", "—")
"""Those that can also be signs of arithmetic between two numbers."""
_JOINED = re.compile(r"(?:and |then |finally |lastly )+", re.I)
_AND = re.compile(r"\s+(?:and(?: then| finally)?|then|&)\s+", re.I)
_NOTE = re.compile(r"\s*\((?!(?:or|and|not|alternatively|else|but)\b)([^()]{3,80})\)\.?$", re.I)
"""A note in parentheses at the end of a line."""
_MORE = re.compile(r",? (?:with|whose|which)\b.*$", re.I)
"""What a sentence adds to a list of values, as in `The path is 1, 2 with a total weight of 5.`"""
MOST_PIECES = 200
"""How many entries a line can have."""
_BLANKS = re.compile(r"\s+")


class TooLong(Exception):
    """A reply takes more work than it may."""


@dataclass
class Work:
    """What is left of the work on one reply."""

    left: int = WORK

    def spend(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise TooLong


@dataclass(frozen=True)
class Line:
    """What a line of a reply says: an entry, or what in it is unknown."""

    entry: Entry | None = None
    unknown: tuple[str, str] | None = None
    """The name of a field, and the text in its place."""
    number: int = -1
    """The number at its beginning."""
    lead: str = ""
    """The words before it in a sentence, if it is the first of the entries there."""


@dataclass(frozen=True)
class Block:
    """Entries on consecutive lines, and the prose before them; without entries, the prose after the last."""

    lines: tuple[Line, ...]
    before: str = ""


def write_line(part: Part, values: Sequence[str]) -> str:
    """Return the line of an entry."""
    words = [write_value(field, value) for field, value in zip(part.fields, values, strict=True)]
    return write_pieces(part, words)


def write_pieces(part: Part, words: Sequence[str]) -> str:
    """Return the line that has these words for the fields of a part."""
    text = part.pieces[0]
    for place, piece in zip(part.places, part.pieces[1:], strict=True):
        text += words[place] + piece
    return text


def write_lines(layout: Layout, entries: Iterable[Entry]) -> str:
    """Return the lines of entries, in order."""
    ordered = layout.sorted(entries)
    return "\n".join(write_line(layout.parts[number], values) for number, values in ordered)


def read_lines(
    text: str, layout: Layout, strict: bool, work: Work, headings: Headings
) -> list[Block]:
    """Return the lines of a text that are entries, in the blocks that they stand in; the last block may have none.

    Args:
        strict: whether the text is marked as the answer: then all of its lines are one block, and all that have the
            form of an entry count. Otherwise prose divides blocks. Where an entry is a value alone, a line of a block
            that could be one, such as an unknown name, belongs to the block as well.
        headings: lines that are no entries.
    """
    reader, fields = _Reader(strict), bare_fields(layout)
    for raw in text.splitlines():
        line = _BLANKS.sub(" ", raw).strip()
        if not line:
            reader.leave()
            continue
        found = _read_line(line, layout, strict, work)
        certain = headings.at(bool(reader.lines))
        ornament = is_ornament(line, fields)
        if ornament and not is_rule(line):
            continue
        if found and not (found[0].entry is None and (ornament or simplify(line) in certain)):
            reader.add(found, line)
        else:
            own = line.rstrip(".") if reader.dotted and reader.lines else line
            strange = None if strict else _lone_value(own, fields, certain)
            reader.pass_over(line, strange, simplify(own) in headings.stressed)
    return reader.close()


@dataclass
class _Reader:
    """Collects the blocks of a text.

    Attributes:
        lone: a line right before the first entry of a block that may be an unknown value.
        held: lines after the entries of a block that may be unknown values, with their texts. They are if an entry
            follows.
        apart: whether the line before is blank.
        spaced: whether a blank line is between the last two entries.
        dotted: whether the last entry ends in a full stop.
    """

    strict: bool
    blocks: list[Block] = default(default_factory=list)
    before: list[str] = default(default_factory=list)
    lines: list[Line] = default(default_factory=list)
    held: list[tuple[Line, str]] = default(default_factory=list)
    lone: Line | None = None
    apart: bool = False
    spaced: bool = False
    dotted: bool = False

    def leave(self) -> None:
        """Go over a blank line."""
        self.lone, self.apart = None, True

    def add(self, found: Sequence[Line], text: str) -> None:
        """Add the entries of a line."""
        self.spaced = bool(self.lines) and self.apart
        if self.lone is not None:
            self.lines.append(self.lone)
        if found[0].lead and not self.lines:
            self.before.append(found[0].lead)
        self.lines += [*(line for line, _ in self.held), *found]
        self.held, self.lone, self.apart = [], None, False
        self.dotted = text.endswith(".")

    def pass_over(self, text: str, strange: Line | None, stressed: bool) -> None:
        """Go over a line without an entry, which may be an unknown value.

        After a blank line, it is one only if blank lines are between the entries as well, or if an entry follows.
        """
        apart, self.apart = self.apart, False
        if strange is not None and self.lines:
            if self.held or stressed or (apart and not self.spaced):
                self.held.append((strange, text))
            else:
                self.lines.append(strange)
        elif not self.strict:
            self._end_block()
            self.before.append(text)
            self.lone = strange

    def _end_block(self) -> None:
        if self.lines:
            self.blocks.append(Block(tuple(self.lines), "\n".join(self.before)))
            self.lines, self.before = [], [text for _, text in self.held]
            self.held = []

    def close(self) -> list[Block]:
        """Return the blocks."""
        if self.held:
            self._end_block()
        return [*self.blocks, Block(tuple(self.lines), "\n".join(self.before))]


def _lone_value(line: str, fields: Sequence[Field], headings: frozenset[str]) -> Line | None:
    """Return the line of an unknown value of one of the fields that stand alone."""
    for field in fields:
        number = _NUMBERED.match(line)
        text = line[number.end() :] if number else line
        if can_be_value(text, field, headings):
            return Line(unknown=(field.name, text))
    return None


def _read_line(line: str, layout: Layout, strict: bool, work: Work) -> list[Line]:
    """Return the entries of a line: one, or several with commas or semicolons between them."""
    if len(line) <= LONGEST:
        whole = _read_entry(line, layout, strict, work)
        number = _NUMBERED.match(line)
        if number and (whole is None or whole.entry is None):
            own = _read_entry(line[number.end() :], layout, strict, work)
            whole = whole if own is None else replace(own, number=int(number[1]))
        if whole is not None and whole.entry is not None:
            return [whole]
    else:
        whole = None
    note = _NOTE.search(line)
    bare = line[: note.start()] if note and not is_unsure(note[1]) else line
    found = _read_list(bare, _SEPARATORS, layout, strict, work)
    named = _NAMED_LIST.match(bare)
    if not found and named and _has_bare_values(layout):
        values = bare[named.end() :].rstrip(".")
        for text in dict.fromkeys((values, _MORE.sub("", values))):
            found = found or _read_list(text, _SEPARATORS[:-1], layout, strict, work)
        found = [replace(line, lead="" if at else named[0]) for at, line in enumerate(found)]
    if not found and bare != line and len(bare) <= LONGEST and _has_bare_values(layout):
        alone = _read_entry(bare, layout, strict, work)
        found = [] if alone is None or alone.entry is None else [alone]
    return found or ([] if whole is None else [whole])


def _read_list(
    line: str, separators: Sequence[str], layout: Layout, strict: bool, work: Work
) -> list[Line]:
    """Return the entries of a line with separators between them; none if something else is there as well."""
    for separator in separators:
        pieces = [piece.strip() for piece in line.split(separator)]
        if separator in _SIGNS and len(pieces) < 3 and not strict:
            continue
        if 1 < len(pieces) <= MOST_PIECES and all(len(piece) <= LONGEST for piece in pieces):
            own = [piece for piece in pieces if piece]
            found: list[Line] = []
            for place, piece in enumerate(own):
                several = _read_piece(piece, place + 1 == len(own), layout, strict, work)
                if not several:
                    break
                found += several
            else:
                return found
    return []


def _read_piece(piece: str, last: bool, layout: Layout, strict: bool, work: Work) -> list[Line]:
    """Return the entry of a piece of a list, perhaps after `and`; of the last, perhaps two with `and` between."""
    joined = _JOINED.match(piece)
    tried = [[piece], *([[piece[joined.end() :]]] if joined else [])]
    if last and len(halves := _AND.split(piece)) == 2:
        tried.append(halves)
    for each in tried:
        lines = [_read_entry(own, layout, strict, work) for own in each]
        found = [line for line in lines if line is not None and line.entry is not None]
        if len(found) == len(each):
            return found
    return []


def _has_bare_values(layout: Layout) -> bool:
    """Return whether each line is a value alone."""
    return len(bare_fields(layout)) == len(layout.parts)


def _read_entry(text: str, layout: Layout, strict: bool, work: Work) -> Line | None:
    unknown: Line | None = None
    for number, part in enumerate(layout.parts):
        texts = _Match(part, text.rstrip(" ."), layout.form == PAIRS, work).find()
        if texts is None:
            continue
        values = [""] * len(part.fields)
        strange: tuple[str, str] | None = None
        resolved = 0
        for place, own in zip(part.places, texts, strict=True):
            value = read_value(part.fields[place], own)
            if value is None or values[place] not in ("", value):
                strange = strange or (part.fields[place].name, own.strip())
            else:
                values[place] = value
                resolved += 1
        if strange is None:
            return Line((number, tuple(values)))
        named = simplify(part.pieces[0]) != "" and len(part.places) == 1
        if strict or (
            (resolved or named) and len(strange[1].split()) < 5 and not _LEAD.match(text)
        ):
            unknown = unknown or Line(unknown=strange)
    return unknown


@dataclass
class _Match:
    """Finds the texts of the fields of a part in a line, preferring those that are values."""

    part: Part
    text: str
    loose: bool
    work: Work
    failed: set[tuple[int, int]] = default(default_factory=set)

    def __post_init__(self) -> None:
        self.folded = self.text.casefold()
        if len(self.folded) != len(self.text):
            self.text = self.folded

    def find(self) -> list[str] | None:
        first, *others = self.part.pieces
        start = self._begins(first)
        if start is None:
            return None
        self.others = others
        found = self._rest(0, start, True)
        if found is None:
            self.failed.clear()
            found = self._rest(0, start, False)
        return found

    def _begins(self, piece: str) -> int | None:
        core = _BLANKS.sub(" ", piece).strip().casefold()
        if not core:
            return 0
        if self.folded.startswith(core):
            return len(core)
        named = core.removesuffix("=").rstrip()
        if self.loose and named != core and self.folded.startswith(named):
            rest = self.folded[len(named) :].lstrip()
            sign = next((each for each in _SAME if rest.startswith(each)), None)
            if sign is not None:
                return len(self.folded) - len(rest) + len(sign)
        return None

    def _rest(self, number: int, start: int, resolve: bool) -> list[str] | None:
        """Return the texts of the fields from one on, which begins at a place."""
        if (number, start) in self.failed:
            return None
        field = self.part.fields[self.part.places[number]]
        for end, after in self._ends(number, start):
            own = self.text[start:end]
            if not own.strip():
                continue
            self.work.spend()
            if resolve and read_value(field, own) is None:
                continue
            if number + 1 == len(self.part.places):
                return [own]
            rest = self._rest(number + 1, after, resolve)
            if rest is not None:
                return [own, *rest]
        self.failed.add((number, start))
        return None

    def _ends(self, number: int, start: int) -> list[tuple[int, int]]:
        """Return where the field can end, and where the text after its piece begins."""
        core = _BLANKS.sub(" ", self.others[number]).strip().casefold().rstrip(".")
        last = number + 1 == len(self.part.places)
        if last:
            if core and not self.folded.endswith(core):
                return []
            return [(len(self.text) - len(core), len(self.text))]
        cores = _SAME if core == "=" and self.loose else (core or " ",)
        found: list[tuple[int, int]] = []
        for own in cores:
            word = own[0].isalnum() or own[-1].isalnum()
            place = self.folded.find(own, start)
            while place >= 0:
                end = place + len(own)
                free = (
                    _is_free(self.folded, place, end)
                    if word
                    else own != "=" or _is_same(self.folded[:place])
                )
                if free:
                    found.append((place, end))
                place = self.folded.find(own, place + 1)
        return sorted(found)


def _is_same(before: str) -> bool:
    """Return whether `=` after a text says that two things are the same, unlike `!=`."""
    return not before.rstrip().endswith(("!", "<", ">", "~", "/", "\\", "≠", "not"))


def _is_free(text: str, start: int, end: int) -> bool:
    """Return whether a word stands alone in a text."""
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    return not (before.isalnum() and text[start].isalnum()) and not (
        after.isalnum() and text[end - 1].isalnum()
    )
