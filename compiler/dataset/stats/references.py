"""Reference files: statistics with the values that they are to have, and how far they may be off."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from ....dsl.diagnostics import Report, SpecError, did_you_mean
from ....dsl.source import NOWHERE, Span
from ...api import load
from ...sources import RawTable, installed_families, read_table_file
from ..formats import LARGEST, content, format_bytes
from ..formats.folder import family_of
from .expressions.statistics import ExpressionError, Statistic, parse

COLUMNS = ("statistic", "value", "tolerance")

SLACK = 1e-12
"""What rounding may add to a difference, of the value itself or of 1."""

_NUMBER = re.compile(
    r"(?P<top>-?[0-9]{1,18}(?:\.[0-9]{1,18})?)(?:/(?P<bottom>0*[1-9][0-9]{0,17})|\s*(?P<percent>%))?"
)
_POINTS = re.compile(r"(?P<number>[0-9]{1,18}(?:\.[0-9]{1,18})?)\s*points?")


@dataclass(frozen=True)
class Tolerance:
    """How far a value may be off: by an amount, on one side or on both. `shown` is as it was written."""

    shown: str
    amount: float | None
    more: bool = True
    less: bool = True

    def allows(self, measured: float, value: float) -> bool:
        """Return whether a measured value is near enough to that of the reference."""
        apart = measured - value
        slack = SLACK * max(1.0, abs(value))
        if self.amount is None:
            return apart >= -slack if self.more else apart <= slack
        return abs(apart) <= self.amount + slack


@dataclass(frozen=True)
class Reference:
    """A row of a reference file."""

    text: str
    statistic: Statistic
    value: float
    tolerance: Tolerance
    source: str
    span: Span


def read(path: Path) -> tuple[Reference, ...]:
    """Read a reference file: a table with the columns statistic, value, tolerance, and optionally source.

    Raises:
        SpecError: E0601 if it cannot be read, E0602 to E0614 if it is not a table, E0612 for a missing
            column, E0617 for a bad statistic, E0618 for a bad value or tolerance; all errors at once.
    """
    report = Report()
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        report.add(
            "E0601",
            f"`{path}` cannot be read: {error.strerror or error}",
            help="name a file with statistics after `--reference`",
        )
        raise SpecError(report) from None
    if len(content) > LARGEST:
        report.add("E0603", f"`{path}` is larger than {format_bytes(LARGEST)}")
        raise SpecError(report)
    table = read_table_file(str(path), str(path), content, NOWHERE, report)
    found = _rows(table, report) if table is not None else []
    report.raise_errors()
    return tuple(found)


def _rows(table: RawTable, report: Report) -> list[Reference]:
    missing = [name for name in COLUMNS if name not in table.columns]
    for name in missing:
        report.add(
            "E0612",
            f"`{table.shown}` has no column `{name}`",
            help=did_you_mean(name, table.columns) or f"its columns are {', '.join(table.columns)}",
        )
    if missing:
        return []
    found = []
    for row, cells in enumerate(table.cells()):
        places = [_place(table, row, name) for name in COLUMNS]
        statistic = _statistic(cells["statistic"], places[0], report)
        value = _value(cells["value"], places[1], report)
        tolerance = _tolerance(cells["tolerance"], value or 0.0, places[2], report)
        if statistic is not None and value is not None and tolerance is not None:
            source = cells.get("source", "")
            text = cells["statistic"]
            found.append(Reference(text, statistic, value, tolerance, source, places[0]))
    return found


def _place(table: RawTable, row: int, column: str) -> Span:
    return table.span(row, table.columns.index(column)) or NOWHERE


def statistic(text: str) -> Statistic:
    """Read a statistic that was given by itself; SpecError (E0617) if it is malformed."""
    report = Report()
    found = _statistic(text, NOWHERE, report)
    report.raise_errors()
    assert found is not None
    return found


def _statistic(text: str, span: Span, report: Report) -> Statistic | None:
    try:
        return parse(text)
    except ExpressionError as error:
        message = f"`{_short(text)}` is not a statistic: {error}"
        # A quoted cell begins one place later; if it contains quotation marks itself, all of it is underlined.
        lead = span.text.find(text) if span.source.name else -1
        if lead >= 0:
            start = span.start + lead + error.start
            span = Span(span.source, start, max(start + 1, span.start + lead + error.end))
        report.add("E0617", message, span, help=error.repair)
        return None


def _value(text: str, span: Span, report: Report) -> float | None:
    found = _NUMBER.fullmatch(text)
    if found is None:
        report.add(
            "E0618",
            f"expected a number, found `{_short(text)}`" if text else "the value is missing",
            span,
            help="write `0.5`, `50%` or `1/3`",
        )
        return None
    bottom = 100 if found["percent"] else int(found["bottom"] or 1)
    return float(Fraction(found["top"]) / bottom)


def _tolerance(text: str, value: float, span: Span, report: Report) -> Tolerance | None:
    if text in ("or more", "or less"):
        return Tolerance(text, None, more=text == "or more", less=text == "or less")
    if points := _POINTS.fullmatch(text):
        return Tolerance(text, float(points["number"]) / 100)
    found = _NUMBER.fullmatch(text)
    if found is None or text.startswith("-"):
        report.add(
            "E0618",
            f"expected a tolerance, found `{_short(text)}`" if text else "the tolerance is missing",
            span,
            help="write `0.5`, `3 points`, `10%` of the value, `or more`, or `or less`",
        )
        return None
    number = float(Fraction(found["top"]) / int(found["bottom"] or 1))
    return Tolerance(text, abs(value) * number / 100 if found["percent"] else number)


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"


PUBLISHED = "Published"
"""The preset with the settings of a publication."""

FOLDER = "references"
"""The folder beside a spec, or one level up, that has the reference of a family as `NAME.csv`."""


def published(
    dataset: Path, manifest: Mapping[str, Any] | None
) -> tuple[tuple[Reference, ...], str]:
    """Return the reference that is installed beside the spec of a dataset's family, or why none can be compared."""
    if manifest is None or not isinstance(manifest.get("family"), str):
        return (), "no manifest names the family"
    if manifest.get("mixture"):
        return (), "the dataset has several families"
    name = manifest["family"]
    specs = [each.path for each in installed_families() if each.name == name]
    files = [
        file
        for spec in specs
        for above in (spec.parent, spec.parent.parent)
        if (file := above / FOLDER / f"{name}.csv").is_file()
    ]
    if not files:
        return (), "the family has no published figures"
    if _source(dataset) not in [spec.read_text("utf-8") for spec in specs]:
        return (), "the spec differs from the installed one, which the figures are for"
    settings = manifest.get("settings", ())
    if len(settings) > 1:
        return (), "the figures are for one setting, and the dataset has several"
    if not _has_published_values(specs[0], settings[0].get("params", {}) if settings else {}):
        return (), f"the figures are for preset `{PUBLISHED}` or, without one, for the defaults"
    try:
        return read(files[0]), ""
    except SpecError:
        return (), f"`{files[0]}` cannot be read"


def _has_published_values(spec: Path, params: Mapping[str, Any]) -> bool:
    """Return whether parameters have the values that published figures are for."""
    family = load(spec)
    try:
        given = family.typed(params)
    except SpecError:
        return False
    return given == family.typed({}, PUBLISHED if PUBLISHED in family.presets else "")


def _source(dataset: Path) -> str | None:
    """Return the text of the spec that a dataset was made of; None if it is not known."""
    path = family_of(dataset)
    try:
        bundle = json.loads(content(path, path.parent)) if path is not None else {}
        found = bundle["files"][bundle["main"]]
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return None
    return found if isinstance(found, str) else None
