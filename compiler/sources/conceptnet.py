"""Relations between words from a file of ConceptNet 5: one assertion a line, read as a stream, most of them left out.

A line has five cells, separated by tabs: the assertion's own name, the relation (`/r/IsA`), the concepts it joins
(`/c/en/dog`, `/c/en/animal/n`), and a JSON object that holds its `weight`. See R. Speer, J. Chin and C. Havasi,
"ConceptNet 5.5: An Open Multilingual Graph of General Knowledge", AAAI 2017.
"""

import gzip
import json
import math
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from typing import BinaryIO, Protocol, TypeAlias, cast

from ...dsl import syntax
from ...dsl.diagnostics import Report
from ...dsl.source import Span
from .library import Library
from .tables.raw import MOST_SHOWN

MAX_LINE = 1 << 20
"""How many bytes a line may have."""
MAX_ROWS = 300_000
"""How many assertions of a file may be kept."""

UNTELLING = frozenset(
    (
        "derived_from",
        "etymologically_derived_from",
        "etymologically_related_to",
        "external_url",
        "form_of",
        "related_to",
        "synonym",
    )
)
"""Relations about words rather than their meanings, or without a specific meaning: they are left out."""

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_CONCEPTS = (b"/", b"http:", b"https:")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

Row: TypeAlias = tuple[str, str, str]


class Pool(Protocol):
    """A pool of blocked words."""

    @property
    def values(self) -> tuple[str, ...]: ...


SWELLING = 100
"""How many times its size a packed file may unpack to; ConceptNet 5.7 does to 20."""

SPARED = 4 << 20
"""So many bytes may be unpacked of however few."""


class _Bad(ValueError):
    """A line is not an assertion."""


@dataclass(frozen=True)
class Wanted:
    """Which assertions are kept: of one language, of some weight at least, and without blocked words."""

    language: str
    weight: float = 0.0
    blocked: frozenset[str] = frozenset()

    def row(self, line: bytes) -> Row | None:
        """Return an assertion's start, relation and end, or None if it is not selected.

        Raises:
            _Bad: the line is not an assertion. Lines that are not selected are only checked as far as
                necessary.
        """
        cells = line.rstrip(b"\r\n").split(b"\t")
        if len(cells) != 5:
            raise _Bad(f"it has {len(cells)} cells, separated by tabs, and not 5")
        _, relation, start, end, told = cells
        if not relation.startswith(b"/r/"):
            raise _Bad("its second cell is not a relation such as `/r/IsA`")
        if not (start.startswith(_CONCEPTS) and end.startswith(_CONCEPTS)):
            raise _Bad("its third and fourth cells are no concepts such as `/c/en/dog`")
        if not (start.startswith(self.prefix) and end.startswith(self.prefix)):
            return None
        try:
            one, other = self._word(start.decode()), self._word(end.decode())
            name = _HUMP.sub("_", relation.decode().rpartition("/")[2]).lower()
        except UnicodeDecodeError:
            raise _Bad("it is not UTF-8 text") from None
        if not one or not other or one == other or not name or name in UNTELLING:
            return None
        return (one, name, other) if _weight(told) >= self.weight else None

    @cached_property
    def prefix(self) -> bytes:
        """How concepts of the language begin."""
        return f"/c/{self.language}/".encode()

    def _word(self, concept: str) -> str:
        """Return the word of a concept of the language, or "" if it has several words or is blocked."""
        word = concept.split("/", 4)[3].lower()
        return word if _WORD.fullmatch(word) and word not in self.blocked else ""


def _weight(told: bytes) -> float:
    try:
        found = json.loads(told)
    except (ValueError, RecursionError):
        raise _Bad("its last cell is no JSON") from None
    weight = found.get("weight") if isinstance(found, dict) else None
    if not isinstance(weight, int | float) or isinstance(weight, bool) or not math.isfinite(weight):
        raise _Bad("its last cell gives no number as `weight`")
    return weight


def read_assertions(
    file: BinaryIO, shown: str, wanted: Wanted, span: Span, report: Report
) -> list[Row]:
    """Return the selected assertions without repeats, in order; report lines that are not assertions.

    Memory depends only on what is kept, not on the file's size.

    Args:
        file: yields the bytes of the lines.
        shown: the user's name of the file.
        span: the place of the request for the file.
    """
    kept: set[Row] = set()
    bad, last = 0, 0
    for number, line in _lines(file, shown, span, report):
        try:
            if line is None:
                raise _Bad(f"it is longer than {MAX_LINE:,} bytes")
            row = wanted.row(line) if line.strip() else None
        except _Bad as error:
            bad, last = bad + 1, number
            if bad <= MOST_SHOWN:
                report.add(
                    "E0622", f"line {number} of `{shown}` is not an assertion: {error}", span
                )
            continue
        if row is not None:
            kept.add(row)
        if len(kept) > MAX_ROWS:
            report.add(
                "E0603",
                f"the table selects more than {MAX_ROWS:,} assertions of `{shown}`",
                span,
                help="use a greater weight",
            )
            return []
    if bad > MOST_SHOWN:
        report.add(
            "E0622",
            f"{bad - MOST_SHOWN} more lines of `{shown}` are not assertions; the last is {last}",
            span,
        )
    return sorted(kept)


def _lines(
    file: BinaryIO, shown: str, span: Span, report: Report
) -> Iterator[tuple[int, bytes | None]]:
    """Yield the number and the bytes of each line, None for one that is too long, as far as the file can be read."""
    number = 0
    try:
        while line := file.readline(MAX_LINE):
            number += 1
            if len(line) < MAX_LINE or line.endswith(b"\n"):
                yield number, line
                continue
            while line and not line.endswith(b"\n"):
                line = file.readline(MAX_LINE)
            yield number, None
    except (EOFError, OSError, zlib.error) as error:
        report.add("E0622", f"`{shown}` cannot be read after line {number}: {error}", span)


class _Unpacked(gzip.GzipFile):
    """A packed file, which is read until it has made many times more than assertions do."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(fileobj=file)
        self._packed, self._made = file, 0

    def readline(self, size: int | None = -1) -> bytes:
        """Return a line; OSError where too much was unpacked."""
        line = super().readline(size)
        self._made += len(line)
        if self._made > max(SPARED, SWELLING * self._packed.tell()):
            raise OSError(f"it unpacks to more than {SWELLING} times its size")
        return line


# ----------------------------------------------------------------------------------------------- in a spec


def assertion_rows(
    item: syntax.Table,
    call: syntax.Call,
    key: str,
    library: Library,
    pool: Callable[[str], Pool | None],
    report: Report,
) -> list[list[str]]:
    """Return the rows of `table … = assertions("FILE", LANGUAGE, WEIGHT, POOL)`; the last two are optional.

    The selected rows are put into the library as a text of their own, which the family's hash and bundle
    contain instead of the file.
    """
    name, wanted = _arguments(call, pool, report)
    if wanted is None:
        return []
    if len(item.columns) != 3:
        report.add(
            "E0606",
            f"`assertions` needs a table with 3 columns, but `{item.name}` has {len(item.columns)}",
            item.span,
            help=f"write `table {item.name}(start, relation, end)`",
        )
        return []
    found = library.beside(key, name, call.span)
    excerpt = f"{found}.{item.name}.tsv"
    if not library.bundled:
        with ExitStack() as opened:
            plain = opened.enter_context(library.opened(found, call.span))
            packed = found.endswith(".gz")
            file = cast(BinaryIO, opened.enter_context(_Unpacked(plain))) if packed else plain
            rows = read_assertions(file, library.shown(found), wanted, call.span, report)
        library.put(excerpt, "".join("\t".join(row) + "\n" for row in rows))
    text = library.text(excerpt, call.span)
    return [line.split("\t") for line in text.splitlines()]


def _arguments(
    call: syntax.Call, pool: Callable[[str], Pool | None], report: Report
) -> tuple[str, Wanted | None]:
    """Return the file's name and the selection; None, with a report, if the arguments are wrong."""
    usage = 'write `assertions("conceptnet.csv.gz", en, 1, blocked)`: file, language, least weight, pool'
    match call.arguments:
        case (syntax.Text(text=name), syntax.Name(text=language), *rest) if len(rest) <= 2:
            pass
        case _:
            report.add(
                "E0605",
                "`assertions` takes a file and a language, then a weight and a pool",
                call.span,
                help=usage,
            )
            return "", None
    weight, blocked = 0.0, frozenset[str]()
    if rest:
        number = _number(rest[0])
        if number is None:
            report.add("E0605", "the least weight must be a plain number", rest[0].span, help=usage)
            return "", None
        weight = number
    if len(rest) == 2:
        members = pool(rest[1].text) if isinstance(rest[1], syntax.Name) else None
        if members is None:
            report.add("E0201", "there is no such pool of blocked words", rest[1].span, help=usage)
            return "", None
        blocked = frozenset(members.values)
    return name, Wanted(language, weight, blocked)


def _number(value: syntax.Expr) -> float | None:
    try:
        return float(value.text) if isinstance(value, syntax.Quantity) else None
    except ValueError:
        return None
