"""A record as HTML: its prompt, options and answer, and the page of `rspc show` in sections."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ....compiler.dataset.formats.page import Line, page_lines
from ....compiler.dataset.stats.account import sizes
from ....compiler.view import LONGEST, right_options, safe, view
from ..escaping import prose
from .cells import cell_of, text_of

WIDE = 100_000
"""Columns of a page whose lines are not wrapped: the browser does it."""

FIGURES = ("Parameters", "Metrics")
"""Sections that are drawn as lists of figures."""

PROSE = ("Certificate", "Engines")
"""Sections that are sentences."""

SHORT = 200
"""How many characters an answer in the head of a record has at most."""

_RULE = re.compile(r"[-=]+")


def record_html(record: Mapping[str, Any]) -> str:
    """Return a record as a piece of HTML. All its texts are escaped and none is endless."""
    brief = {**record, "prompt": record["prompt"][:LONGEST]}  # the page of a long one takes seconds
    sections = dict(_sections(page_lines(brief, width=WIDE)))
    parts = [_problem(record)]
    for title, lines in sections.items():
        if title not in FIGURES:
            kind = "prose" if title in PROSE else "code"
            parts.append(_section(title, f'<div class="{kind}">{_text(lines)}</div>'))
    for title, values in (
        ("Parameters", record["params"]),
        ("Metrics", record["metrics"]),
        ("Sizes", sizes(record)),
    ):
        if values:
            parts.append(_section(title, _figures(values)))
    parts.append(_section("Record", _figures({name: record.get(name) for name in _FIELDS})))
    return "".join(parts)


_FIELDS = ("family", "logic", "task", "split", "seed", "index", "attempt", "rspc")


def _problem(record: Mapping[str, Any]) -> str:
    shown = view(record)
    parts = [f'<div class="prompt" dir="auto">{safe(shown.prompt)}</div>']
    if shown.options:
        right = right_options([letter for letter, _ in shown.options], shown.label)
        rows = [(letter in right, f"{letter}. {text}") for letter, text in shown.options]
        parts.append(_options(rows))
    elif shown.choices:
        parts.append(_options([(each == shown.answer, each) for each in shown.choices]))
    if not is_short(shown.answer):
        parts.append(answer_html(shown.answer, shown.label))
    return "".join(parts)


def is_short(answer: str) -> bool:
    """Return whether an answer has room in the head of a record; if not, it follows the prompt."""
    return "\n" not in answer and len(answer) <= SHORT


def answer_html(answer: str, label: str) -> str:
    """Return an answer, with the label that it stands for."""
    told = (
        f' <span class="muted">label</span> <b><bdi>{safe(label)}</bdi></b>'
        if label != answer
        else ""
    )
    return (
        '<div class="answer" dir="auto"><span class="muted">Answer</span> '
        f"<b><bdi>{safe(answer)}</bdi></b>{told}</div>"
    )


def _options(rows: Sequence[tuple[bool, str]]) -> str:
    drawn = "".join(
        f'<li dir="auto" class="right">✓ {safe(text)} <span class="tag">right</span></li>'
        if is_right
        else f'<li dir="auto">○ {safe(text)}</li>'
        for is_right, text in rows
    )
    return f'<ul class="options">{drawn}</ul>'


def _sections(lines: Sequence[Line]) -> Iterator[tuple[str, list[str]]]:
    """Yield the sections of a page with their lines; what comes before the first one is left out."""
    title: str | None = None
    held: list[str] = []
    for line in lines:
        if line.role == "heading":
            if _RULE.fullmatch(line.text):
                continue
            if title is not None:
                yield title, held
            title, held = line.text, []
        else:
            held.append(line.text)
    if title is not None:
        yield title, held


def _text(lines: Sequence[str]) -> str:
    text = "\n".join(lines).strip("\n")
    return prose(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")


def _section(title: str, html: str) -> str:
    return f"<section><h3>{safe(title)}</h3>{html}</section>"


def _figures(values: Mapping[str, Any]) -> str:
    rows = "".join(
        f"<dt><bdi>{safe(name)}</bdi></dt><dd><bdi>{safe(_cut(value))}</bdi></dd>"
        for name, value in list(values.items())[:MOST]
    )
    return f'<dl class="figures">{rows}</dl>'


MOST = 300
"""How many figures of a kind are shown."""


def _cut(value: Any) -> str:
    text = text_of(cell_of(value))
    return text if len(text) <= 200 else f"{text[:199]}…"
