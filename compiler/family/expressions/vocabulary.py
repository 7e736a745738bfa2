"""Pools, tables and sorts: the lists of words and rows that a family draws from."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from ....dsl import syntax
from ....dsl.diagnostics import Report, did_you_mean
from ....dsl.edits import Edit, Help, remove_entry
from ....dsl.parsing.places import name_span
from ....dsl.reserved import RESERVED
from ....dsl.source import Span
from ...kinds import SCALARS, Kind, KindError, OneOf, Value
from ...random.stream import Stream
from ...sources import Library, assertion_rows
from ..divisions import Division

Member = TypeVar("Member")


@dataclass(frozen=True)
class PoolValues:
    """The members of a pool, in order, its parts by split, where each member is written, and the split that it is kept
    for, if it is for one.
    """

    name: str
    values: tuple[str, ...]
    parts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    spans: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)
    kept: str = ""

    @property
    def whole(self) -> bool:
        """Whether every split has all members."""
        return not (self.parts or self.kept)

    def of(self, split: str) -> tuple[str, ...]:
        if self.kept not in ("", split):
            return ()
        return self.parts[split] if split in self.parts else self.values

    def division(self, kept: str = "") -> Division:
        """Return the members with the splits that have them, if some belong to one split alone."""
        parts = {split: frozenset(part) for split, part in self.parts.items()}
        return Division(self.values, parts, kept or self.kept)


@dataclass(frozen=True)
class TableRows:
    """The rows of a table, with the kind of each column."""

    name: str
    columns: tuple[str, ...]
    kinds: tuple[Kind, ...]
    rows: tuple[tuple[Value, ...], ...]
    parts: Mapping[str, tuple[tuple[Value, ...], ...]] = field(default_factory=dict)

    def of(self, split: str) -> tuple[tuple[Value, ...], ...]:
        return self.parts[split] if split in self.parts else self.rows

    def narrowed(self, split: str) -> TableRows:
        """Return the table that holds one part of a split alone."""
        return TableRows(self.name, self.columns, self.kinds, self.of(split))


def read_pool(
    item: syntax.Pool,
    key: str,
    library: Library,
    named: Callable[[str], PoolValues | None],
    report: Report,
) -> PoolValues:
    """Return a pool's members from its files, its braces and the pools it joins."""
    before = len(report.errors)
    members: dict[str, list[PoolValues | None]] = {}
    spans: dict[str, Span] = {}
    for text, span, source in _members(item.value, key, library, named, report):
        if text in members:
            written = span.text.strip('"`') == text  # and not the name of a file that has it
            report.add(
                "W0601",
                f"pool `{item.name}` contains `{text}` twice",
                span,
                help=Help("remove this one", remove_entry(span)) if written else "",
            )
        members.setdefault(text, []).append(source)
        spans[text] = span
    if not members and len(report.errors) == before:
        report.add("E0604", f"pool `{item.name}` is empty", name_span(item.span, item.name))
    values = tuple(members)
    if item.split is None:
        return PoolValues(item.name, values, _inherit_parts(members), spans)
    return PoolValues(item.name, values, _parts(item.name, values, item.split, report), spans)


def _inherit_parts(
    members: Mapping[str, Sequence[PoolValues | None]],
) -> dict[str, tuple[str, ...]]:
    """Return the parts of a pool that is not divided itself: those of the pools that it takes its members from."""
    splits = dict.fromkeys(
        split for pools in members.values() for pool in pools if pool for split in pool.parts
    )
    return {
        split: tuple(
            member
            for member, pools in members.items()
            if any(pool is None or member in pool.of(split) for pool in pools)
        )
        for split in splits
    }


def _members(
    value: syntax.Expr,
    key: str,
    library: Library,
    named: Callable[[str], PoolValues | None],
    report: Report,
) -> list[tuple[str, Span, PoolValues | None]]:
    """Return the members that a source names, each with the pool that it is taken from if that is a whole one."""
    match value:
        case syntax.Text(text=name):
            text = library.text(library.beside(key, name, value.span), value.span)
            lines = (line.split("#")[0].strip() for line in text.split("\n"))
            return [(line, value.span, None) for line in lines if line]
        case syntax.Braces(groups=groups, lower=None, upper=None):
            entries = [entry for group in groups for entry in group]
            found = [(_word(entry.term), entry) for entry in entries]
            for word, entry in found:
                if isinstance(entry.term, syntax.Variable):
                    name = entry.span.text
                    report.add(
                        "E0605",
                        f"`{entry.span.text}` is a variable, but a pool contains names and strings",
                        entry.span,
                        help=Help(
                            f'write it as a string, `"{name}"`, and in statements `` `{name}` ``',
                            Edit(entry.term.span, f'"{entry.term.text}"'),
                        ),
                    )
                elif word is None or entry.value is not None:
                    written = entry.span.text
                    report.add(
                        "E0605",
                        "a pool can contain only names and strings",
                        entry.span,
                        help=Help(
                            f"`{written}` is a reserved word: write it in backquotes, `` `{written}` ``",
                            Edit(entry.span, f"`{written}`"),
                        )
                        if written in RESERVED
                        else "",
                    )
            return [(word, entry.span, None) for word, entry in found if word is not None]
        case syntax.Junction(operator="|", parts=parts):
            return [
                member for part in parts for member in _members(part, key, library, named, report)
            ]
        case syntax.Name(text=name) if (pool := named(name)) is not None:
            return [(each, value.span, pool) for each in pool.values]
        case syntax.Dotted(parts=(name, split)) if (pool := named(name)) is not None:
            if split not in pool.parts:
                report.add(
                    "E0203",
                    f"pool `{name}` has no split `{split}`",
                    value.span,
                    help=did_you_mean(split, pool.parts),
                )
            return [(each, value.span, None) for each in pool.of(split)]
        case syntax.Name(text=name) | syntax.Dotted(parts=(name, *_)):
            report.add("E0201", f"there is no pool `{name}`", value.span)
            return []
        case _:
            report.add(
                "E0605",
                "a pool must be a file, a set of names, or another pool",
                value.span,
                help='write `pool animals = "animals.txt"` or `pool animals = {dog, cat}`',
            )
            return []


def _word(term: syntax.Expr) -> str | None:
    match term:
        case syntax.Text(text=text) | syntax.Name(text=text) | syntax.Quantity(text=text):
            return text
        case _:
            return None


def _parts(
    name: str, members: Sequence[Member], split: syntax.Knobs | None, report: Report
) -> dict[str, tuple[Member, ...]]:
    """Deal members out to the named splits by their shares, in an order keyed by the name alone."""
    if split is None:
        return {}
    shares: list[tuple[str, float]] = []
    for knob in split.knobs:
        share = _share(knob.value)
        if share is None or knob.block is not None:
            report.add(
                "E0402",
                f"the share of split `{knob.name}` must be a number between 0 and 1",
                knob.span,
                help="write `split { train 0.8  test 0.2 }`",
            )
        elif knob.name in (name for name, _ in shares):
            report.add("E0202", f"split `{knob.name}` is declared twice", knob.span)
        else:
            shares.append((knob.name, share))
    total = sum(share for _, share in shares)
    if abs(total - 1) > 1e-9:
        report.add("E0402", f"the shares of the splits add up to {total:g}, not 1", split.span)
    order = Stream("split", name).shuffled(range(len(members)))
    parts: dict[str, tuple[Member, ...]] = {}
    start, sofar = 0, 0.0
    for part, share in shares:
        sofar += share
        end = round(sofar * len(members))
        parts[part] = tuple(members[place] for place in sorted(order[start:end]))
        start = end
    return parts


def _share(value: syntax.Expr | None) -> float | None:
    if not isinstance(value, syntax.Quantity):
        return None
    try:
        share = float(value.text)
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None


def read_table(
    item: syntax.Table,
    key: str,
    library: Library,
    named: Callable[[str], PoolValues | None],
    report: Report,
) -> TableRows:
    """Return a table's rows from its file or its braces, with the kinds that its columns turn out to have."""
    raw = _raw_rows(item, key, library, named, report)
    width = len(item.columns)
    rows = tuple(row for row in raw if len(row) == width)
    typing = _kept_rows if len(rows) <= MOST_KEPT else _typed_rows
    kinds, typed = typing(item.columns, rows)
    return TableRows(
        item.name, item.columns, kinds, typed, _parts(item.name, typed, item.split, report)
    )


MOST_KEPT = 10_000
"""The rows of the largest table that is kept for the next family: many families have the tables of the library."""


def _typed_rows(
    columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...]
) -> tuple[tuple[Kind, ...], tuple[tuple[Any, ...], ...]]:
    """Return the kinds that columns turn out to have, and the values."""
    kinds = tuple(
        _column_kind(column, [row[place] for row in rows]) for place, column in enumerate(columns)
    )
    typed = tuple(
        tuple(kind.read(cell) for kind, cell in zip(kinds, row, strict=True)) for row in rows
    )
    return kinds, typed


_kept_rows = lru_cache(maxsize=64)(_typed_rows)


def _raw_rows(
    item: syntax.Table,
    key: str,
    library: Library,
    named: Callable[[str], PoolValues | None],
    report: Report,
) -> list[tuple[str, ...]]:
    before = len(report.errors)
    width = len(item.columns)
    rows: list[tuple[str, ...]] = []
    match item.value:
        case syntax.Text(text=name):
            text = library.text(library.beside(key, name, item.value.span), item.value.span)
            for number, row in enumerate(_csv_rows(text, name, item.value.span, report), 1):
                if not row or (number == 1 and row == item.columns):
                    continue
                if number == 1 and _is_header(row, item.columns):
                    report.add(
                        "E0625",
                        f"the first line of `{name}` does not have the columns of table `{item.name}`",
                        name_span(item.span, item.name),
                        help=f"write `{','.join(item.columns)}` in the file, or name the columns "
                        f"as there: `{item.name}({', '.join(row)})`",
                    )
                if len(row) != width:
                    report.add(
                        "E0606",
                        f"line {number} of `{name}` has {len(row)} cells, table `{item.name}` "
                        f"has {width} columns",
                        item.value.span,
                    )
                rows.append(row)
        case syntax.Braces(groups=groups):
            for entry in (entry for group in groups for entry in group):
                terms = entry.term.items if isinstance(entry.term, syntax.Tuple) else (entry.term,)
                words = [_word(term) for term in terms]
                if len(words) != width or entry.value is not None:
                    report.add(
                        "E0606", f"a row of table `{item.name}` has {width} values", entry.span
                    )
                elif None in words:
                    report.add(
                        "E0605", "a table can contain only names, strings and numbers", entry.span
                    )
                else:
                    rows.append(tuple(word for word in words if word is not None))
        case syntax.Call(function=syntax.Name(text="assertions")):
            found = assertion_rows(item, item.value, key, library, named, report)
            rows = [tuple(row) for row in found]
        case _:
            report.add(
                "E0605",
                "a table must be a file or rows in braces",
                item.value.span,
                help='write `table cities(city, country) = "cities.csv"`',
            )
    if not rows and len(report.errors) == before:
        report.add("E0604", f"table `{item.name}` is empty", name_span(item.span, item.name))
    return rows


def _is_header(row: Sequence[str], columns: Sequence[str]) -> bool:
    """Return whether a row names columns: one at its place, or all in another order or case."""
    same = sorted(map(str.casefold, row)) == sorted(map(str.casefold, columns))
    return same or any(map(str.__eq__, row, columns))


def _csv_rows(text: str, name: str, span: Span, report: Report) -> tuple[tuple[str, ...], ...]:
    if re.search(r"\r(?!\n)", text):
        report.add(
            "E0614",
            f"`{name}` has a carriage return that no line feed follows",
            span,
            help="save the file with line feeds, as `\\n` or `\\r\\n`",
        )
        return ()
    try:
        return _kept_cells(text) if len(text) <= LONGEST_KEPT else _split_cells(text)
    except csv.Error as error:
        report.add("E0614", f"`{name}` is not valid CSV: {error}", span)
        return ()


LONGEST_KEPT = 1 << 20
"""The characters of the largest file of rows that is kept for the next family."""


def _split_cells(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the rows of a file, each cell without the blanks around it."""
    rows = csv.reader(io.StringIO(text), skipinitialspace=True)
    return tuple(tuple([cell.strip() for cell in row]) for row in rows)


_kept_cells = lru_cache(maxsize=64)(_split_cells)


def _column_kind(name: str, cells: Sequence[str]) -> Kind:
    for scalar in SCALARS:
        kind = scalar()
        try:
            if cells and all(kind.show(kind.read(cell)) == cell for cell in cells):
                return kind
        except KindError:
            continue
    return OneOf(name, tuple(dict.fromkeys(cells)))
