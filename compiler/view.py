"""What a person sees of a problem, as HTML, for all pages and notebooks."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from ..dsl.visible import visible

LONGEST = 20_000
"""How many characters of a text are kept and shown."""

_NONE = re.compile("[\ufdd0-\ufdef\ufffe\uffff]")
"""Code points that are no characters, which XML refuses."""


@dataclass(frozen=True)
class View:
    """What is shown of a problem. `options` are letters and texts; `answer` is one of `choices`, if there are any."""

    id: str
    prompt: str
    options: tuple[tuple[str, str], ...]
    choices: tuple[str, ...]
    answer: str
    label: str

    def html(self) -> str:
        """Return the problem as a piece of HTML, with inline styles and in the colours of the page around it."""
        return problem_html(self)


class Record(dict[str, Any]):
    """The record of a problem: a dict, which a notebook shows as the problem."""

    def _repr_html_(self) -> str:
        return view(self).html()


def view(record: Mapping[str, Any]) -> View:
    """Return what is shown of a record; what is missing or has another type is left out or shown as text."""
    prompt = record.get("prompt")
    if not prompt:
        parts = (record.get(key) for key in ("context", "question"))
        prompt = "\n\n".join(str(each) for each in parts if each)
    options = record.get("options")
    choices = record.get("choices")
    return View(
        id=_short(record.get("id", "")),
        prompt=_short(prompt),
        options=tuple(
            (_short(each.get("label", "")), _short(each.get("text", "")))
            for each in (options if isinstance(options, list | tuple) else ())
            if isinstance(each, Mapping)
        ),
        choices=tuple(map(_short, choices if isinstance(choices, list | tuple) else ())),
        answer=_short(record.get("answer", "")),
        label=_short(record.get("label", "")),
    )


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


def plain(text: object) -> str:
    """Return a text whose invisible characters are spelled out, such as `\\u202e`, and that XML can hold."""
    return _NONE.sub(lambda found: f"\\u{ord(found[0]):04x}", visible(str(text)))


def safe(text: object) -> str:
    """Return a text as HTML: escaped, and with its invisible characters spelled out."""
    return escape(plain(text))


_BOX = (
    "border:1px solid currentColor;border-radius:6px;padding:.6em .9em;margin:.5em 0;max-width:60em"
)
_TEXT = "white-space:pre-wrap;overflow-wrap:anywhere;margin:.5em 0;font:inherit;text-align:start"
_LIST = "list-style:none;padding:0;margin:.5em 0"
_ITEM = "padding:.1em 0 .1em 1.6em;text-indent:-1.6em;overflow-wrap:anywhere;text-align:start"


def problem_html(shown: View) -> str:
    """Return a problem as HTML: its id and label, prompt, options with the right ones marked, and answer."""
    parts = [
        f'<div style="overflow-wrap:anywhere"><code><bdi>{safe(shown.id)}</bdi></code>, '
        f"label <b><bdi>{safe(shown.label)}</bdi></b></div>",
        f'<div dir="auto" style="{_TEXT}">{safe(shown.prompt)}</div>',
    ]
    if shown.options:
        right = right_options([letter for letter, _ in shown.options], shown.label)
        parts.append(
            _list((letter in right, f"{letter}. {text}") for letter, text in shown.options)
        )
    elif shown.choices:
        parts.append(_list((each == shown.answer, each) for each in shown.choices))
    parts.append(
        f'<div dir="auto" style="{_TEXT}">Answer: <b><bdi>{safe(shown.answer)}</bdi></b></div>'
    )
    return f'<div class="rspc-problem" style="{_BOX}">{"".join(parts)}</div>'


def _list(items: Iterable[tuple[bool, str]]) -> str:
    """Return a list in which right items have a mark and bold letters: no colour alone says it."""
    drawn = []
    for is_right, text in items:
        shown = f"✓ <b>{safe(text)}</b> (right)" if is_right else f"○ {safe(text)}"
        drawn.append(f'<li dir="auto" style="{_ITEM}">{shown}</li>')
    return f'<ul style="{_LIST}">{"".join(drawn)}</ul>'


def right_options(letters: Sequence[str], label: str) -> tuple[str, ...]:
    """Return the options that a label names; none if it names no options."""
    named = tuple(label.split(","))
    return named if letters and set(named) <= set(letters) else ()


def table_html(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a small table as HTML: all columns but the first are numbers."""
    sides = ["left", *("right" for _ in columns[1:])]

    def row(cells: Sequence[str], tag: str) -> str:
        drawn = (
            f'<{tag} style="text-align:{side};padding:.1em .8em .1em 0"><bdi>{safe(cell)}</bdi></{tag}>'
            for cell, side in zip(cells, sides, strict=True)
        )
        return f"<tr>{''.join(drawn)}</tr>"

    body = "".join(row(each, "td") for each in rows)
    return f"<table><thead>{row(columns, 'th')}</thead><tbody>{body}</tbody></table>"
