"""The parts of the page as HTML. All texts are escaped.

What can be clicked has `data-act`, and maybe `data-value`; `browse.js` sends them to the page.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from ....compiler.dataset.formats import fold
from ....compiler.view import safe
from .cells import METRICS, NUMBERS, PARAMS, Cell, text_of
from .conditions import Columns
from .index import OUTCOMES, Row
from .messages import Drawn, Fault
from .state import Facet, Filters, Value, View

PAGE = 200
"""How many records a page of the table has."""

LONGEST = 80
"""How many characters of a cell are shown."""

MOST_REASONS = 60
"""How many reasons can be chosen from."""

TABS = (("records", "Records"), ("statistics", "Statistics"), ("replies", "Replies"))


def tabs(shown: View) -> str:
    """Return the tabs."""
    parts = (
        f'<button type="button" role="tab" aria-selected="{_flag(name == shown.tab)}" data-act="tab" '
        f'data-value="{name}" title="{title} ({place})">{title}</button>'
        for place, (name, title) in enumerate(TABS, 1)
    )
    return f'<div role="tablist" aria-label="Views" class="b-tabs">{"".join(parts)}</div>'


def status(count: int, read: int, is_done: bool, is_busy: bool = False) -> str:
    """Return how many records are shown, of how many."""
    told = f"<b>{count:,}</b> of {read:,} records"
    if not is_done:
        told = f"{told} <span class='muted'>· reading …</span>"
    return f'<span role="status" class="b-count{" busy" if is_busy else ""}">{told}</span>'


def chips(filters: Filters, models: Sequence[str]) -> str:
    """Return the filters, each with a button that removes it."""
    texts = filters.chips(models)
    if not texts:
        return '<span class="muted">no filters</span>'
    parts = [
        f'<button type="button" class="chip" data-act="unfilter" data-value="{place}" '
        f'title="Remove this filter"><bdi>{safe(_cut(text, 120))}</bdi> <span aria-hidden="true">×</span></button>'
        for place, text in enumerate(texts)
    ]
    clear = '<button type="button" class="quiet" data-act="clear">Clear all</button>'
    return "".join((*parts, clear))


def faults(found: Iterable[Fault], skipped: int = 0) -> str:
    """Return diagnostics, the first of many."""
    every = list(found)
    parts = [_fault(each) for each in every[:MOST_FAULTS]]
    if skipped:
        records = "1 record" if skipped == 1 else f"{skipped:,} records"
        parts.insert(0, f"<p><b>{records} cannot be read</b>. All else here leaves them out.</p>")
    more = max(len(every), skipped) - MOST_FAULTS
    if more > 0:
        parts.append(f"<p>{more:,} more</p>")
    return f'<div class="b-faults" role="alert">{"".join(parts)}</div>' if parts else ""


MOST_FAULTS = 5


def skipped(count: int, done: str = "read") -> str:
    """Return how many records are left out of a result, as they cannot be read or scored; nothing if there are none."""
    if not count:
        return ""
    told = (
        f"1 record that cannot be {done} is"
        if count == 1
        else f"{count:,} records that cannot be {done} are"
    )
    return f'<p class="b-left-out warn">{told} left out.</p>'


def _fault(each: Fault) -> str:
    kind = "warning" if each.code.startswith("W") else "error"
    help = f'<span class="help">help: {safe(each.help)}</span>' if each.help else ""
    return f'<p class="{kind}"><code>{safe(each.code)}</code> {safe(_cut(each.message, 600))} {help}</p>'


def table(
    rows: Sequence[Row], shown: View, filters: Filters, columns: Columns, models: Sequence[str]
) -> str:
    """Return a page of the table of records."""
    names = [*verdict_columns(len(models)), *shown.columns]
    right = [columns.kinds_of(name) == NUMBERS for name in names]
    heads = "".join(
        _head(name, filters, models, is_number)
        for name, is_number in zip(names, right, strict=True)
    )
    body = "".join(_row(each, shown, names, right) for each in rows)
    if not rows:
        body = f'<tr><td colspan="{len(names) + 1}" class="muted">no records</td></tr>'
    return (
        '<table role="grid" aria-label="Records" tabindex="0" id="b-grid"><thead><tr>'
        f'<th scope="col" class="num">no.</th>{heads}</tr></thead><tbody>{body}</tbody></table>'
    )


def verdict_columns(models: int) -> list[str]:
    """Return the columns of the verdicts of models."""
    return [f"{place}:{part}" for place in range(models) for part in ("value", "answer")]


def _head(name: str, filters: Filters, models: Sequence[str], is_number: bool) -> str:
    way = (
        ("descending" if filters.rest.is_descending else "ascending")
        if filters.rest.order == name
        else "none"
    )
    arrow = {"none": "", "ascending": " ▲", "descending": " ▼"}[way]
    return (
        f'<th scope="col"{" class=num" if is_number else ""} aria-sort="{way}">'
        f'<button type="button" class="quiet" data-act="sort" data-value="{safe(name)}" '
        f'title="Sort by {safe(name)}"><bdi>{safe(_shown(name, models))}</bdi>{arrow}</button></th>'
    )


def _shown(name: str, models: Sequence[str] = ()) -> str:
    place, _, part = name.partition(":")
    if part and place.isdigit() and int(place) < len(models):
        return _cut(models[int(place)], 24) if part == "value" else "found"
    return _cut(name.removeprefix(PARAMS).removeprefix(METRICS), 40)


def _row(row: Row, shown: View, names: Sequence[str], right: Sequence[bool]) -> str:
    cells = "".join(
        f"<td{' class=num' if is_number else ''}>{_cell(cell, name)}</td>"
        for cell, name, is_number in zip(row.cells, names, right, strict=True)
    )
    marks = " pinned" if row.number == shown.pinned else ""
    return (
        f'<tr id="b-row-{row.number}" data-act="row" data-value="{row.number}" class="rec{marks}" '
        f'aria-selected="{_flag(row.number == shown.number)}" title="{safe(_cut(row.id, 200))}">'
        f'<td class="num">{row.number:,}</td>{cells}</tr>'
    )


def _cell(cell: Cell, name: str) -> str:
    if name.endswith(":value") and isinstance(cell, int | float):
        return badge(float(cell))
    return f"<bdi>{safe(_cut(text_of(cell), LONGEST))}</bdi>"


def badge(value: float) -> str:
    """Return the worth of a reply, in a word and a mark."""
    if value == 1:
        return '<span class="good">✓ right</span>'
    return f'<span class="bad">✗ {"wrong" if not value else f"{value:.2g}"}</span>'


def pager(shown: View) -> str:
    """Return which rows are shown, with buttons for others."""
    last = min(shown.first + PAGE, shown.count)
    before = "" if shown.first else " disabled"
    after = "" if last < shown.count else " disabled"
    told = f"{shown.first + 1 if shown.count else 0:,}–{last:,} of {shown.count:,}"
    return (
        f'<button type="button" data-act="page" data-value="first"{before} title="First page">«</button>'
        f'<button type="button" data-act="page" data-value="previous"{before} title="Previous page ([)">‹</button>'
        f"<span>{told}</span>"
        f'<button type="button" data-act="page" data-value="next"{after} title="Next page (])">›</button>'
        f'<button type="button" data-act="page" data-value="last"{after} title="Last page">»</button>'
    )


def form(names: Sequence[str]) -> str:
    """Return the part of the filters that stays as it is: text, condition, range, and a record by its id."""
    options = "".join(f'<option value="{safe(name)}"></option>' for name in names)
    return (
        '<label>Text in the prompt<input id="b-text" type="search" data-input="text" autocomplete="off" '
        'placeholder="in any case" maxlength="2000"></label>'
        '<label>Condition<input id="b-condition" data-enter="condition" autocomplete="off" spellcheck="false" '
        'placeholder="depth >= 3 and not label = A" maxlength="4000"></label>'
        '<div data-form="range" class="b-range"><span>Range</span>'
        f'<input name="name" list="b-names" aria-label="Figure" placeholder="figure" autocomplete="off">'
        '<input name="low" aria-label="Least value" placeholder="from" inputmode="decimal" autocomplete="off">'
        '<input name="high" aria-label="Greatest value" placeholder="to" inputmode="decimal" autocomplete="off">'
        '<button type="button" data-act="range">Add</button></div>'
        f'<datalist id="b-names">{options}</datalist>'
        '<label>Go to<input data-enter="go" autocomplete="off" placeholder="id or index" maxlength="400"></label>'
        '<div class="b-wrong" id="b-wrong" role="alert"></div>'
    )


def facets(shown: View, filters: Filters) -> str:
    """Return the figures with few values, each value with a button and how many records have it."""
    chosen = dict(filters.facets)
    return "".join(
        _facet(place, _counted(each, shown.counts), chosen.get(each.name, ()))
        for place, each in enumerate(shown.facets)
    )


def _counted(facet: Facet, counts: Mapping[str, Mapping[Cell, int]]) -> Facet:
    own = counts.get(facet.name)
    if own is None:
        return facet
    return Facet(facet.name, tuple((value, own.get(value, 0)) for value, _ in facet.values))


def _facet(place: int, facet: Facet, chosen: Sequence[Value]) -> str:
    most = max(1, *(count for _, count in facet.values))
    rows = "".join(
        f'<button type="button" class="value" aria-pressed="{_flag(value in chosen)}" data-act="facet" '
        f'data-value="{place},{number}"><span class="bar" style="width:{100 * count / most:.0f}%"></span>'
        f"<bdi>{safe(_value(value))}</bdi><span>{count:,}</span></button>"
        for number, (value, count) in enumerate(facet.values)
    )
    return f"<section><h3><bdi>{safe(_shown(facet.name))}</bdi></h3>{rows}</section>"


def _value(value: Value) -> str:
    return _cut(fold(value) or "(empty)", 60) if isinstance(value, str) else f"{value:g}"


def outcomes(
    filters: Filters, models: Sequence[str], reasons: Mapping[int, Mapping[str, int]]
) -> str:
    """Return what can be chosen of the replies of models."""
    parts = []
    wanted = dict(filters.rest.outcomes)
    for place, name in enumerate(models):
        options = "".join(
            f'<option value="{each}"{" selected" if wanted.get(place) == each else ""}>{each}</option>'
            for each in OUTCOMES
        )
        parts.append(
            f'<label><bdi>{safe(_cut(name, 40))}</bdi><select data-change="outcome" data-value="{place}">'
            f'<option value="">any reply</option>{options}</select></label>'
        )
        own = list(reasons.get(place, {}).items())[:MOST_REASONS]
        if own:
            rows = "".join(
                f'<button type="button" class="value" data-act="reason" data-value="{place},{number}" '
                f'aria-pressed="{_flag(filters.rest.reason == (place, why))}">'
                f"<bdi>{safe(_cut(fold(why) or 'another answer', 90))}</bdi><span>{count:,}</span></button>"
                for number, (why, count) in enumerate(own)
            )
            is_open = filters.rest.reason is not None and filters.rest.reason[0] == place
            state = " open" if is_open else ""
            parts.append(f"<details{state}><summary>why not right</summary>{rows}</details>")
    return (
        f'<section class="b-outcomes"><h3>Replies</h3>{"".join(parts)}</section>' if parts else ""
    )


def column_choice(columns: Columns, shown: View) -> str:
    """Return a list of all figures, of which some are columns."""
    rows = "".join(
        f'<label><input type="checkbox" data-change="column" data-value="{safe(name)}"'
        f"{' checked' if name in shown.columns else ''}> <bdi>{safe(_cut(name, 60))}</bdi></label>"
        for name in columns.places
    )
    return f'<details class="b-columns"><summary>Columns</summary>{rows}</details>'


def drawn_table(found: Drawn) -> str:
    """Return a table of scores."""
    heads = "".join(f"<th scope=col>{safe(each)}</th>" for each in found.columns)
    body = "".join(
        f"<tr>{''.join(f'<td><bdi>{safe(_cut(cell, 120))}</bdi></td>' for cell in row)}</tr>"
        for row in found.rows[:MOST_ROWS]
    )
    more = len(found.rows) - MOST_ROWS
    notes = [*found.notes, *([f"{more} more rows: `rspc score` shows all"] if more > 0 else [])]
    note = "".join(f'<p class="muted">{safe(each)}</p>' for each in notes)
    return (
        f"<section><h3>{safe(found.title)}</h3><div class='wide'><table class='plain'><thead><tr>{heads}</tr></thead>"
        f"<tbody>{body}</tbody></table></div>{note}</section>"
    )


MOST_ROWS = 60


def literal(text: str) -> str:
    """Return a text as JavaScript."""
    return msgspec.json.encode(text).decode()


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
