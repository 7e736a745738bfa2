"""Replies and their worth as HTML: next to the right answer, with the first step that fails."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ....compiler.view import LONGEST, safe
from .drawing import badge
from .index import Verdict

_STEP = re.compile(r"(?:line|step) (\d{1,6}):")
"""How the reason of a judged reply names the first step that fails."""

_NUMBERED = re.compile(r"\s*\W{0,3}(\d{1,6})[.):]")
"""How a step of a reply begins."""


def failing_step(reason: str) -> int | None:
    """Return the number of the first step that fails by a reason; None if it names none."""
    found = _STEP.match(reason)
    return int(found[1]) if found else None


def reply_html(record: Mapping[str, Any], name: str, found: Verdict | None) -> str:
    """Return a reply of a model next to the right answer."""
    head = f"<h3>Reply of <bdi>{safe(name)}</bdi></h3>"
    if found is None:
        return f'<section class="b-reply">{head}<p class="muted">not scored</p></section>'
    if not found.replies:
        return f'<section class="b-reply">{head}<p class="bad">✗ no reply</p></section>'
    verdict = verdict_html(found.value, found.answer, found.reason, str(record.get("answer", "")))
    several = f'<p class="muted">{found.replies} replies</p>' if found.replies > 1 else ""
    text = text_html(found.text, failing_step(found.reason))
    return f'<section class="b-reply">{head}{verdict}{several}{text}</section>'


def verdict_html(value: float, answer: str, reason: str, right: str) -> str:
    """Return the worth of a reply, the answer that was found in it next to the right one, and the scorer's reason."""
    step = failing_step(reason)
    why = f'<p class="why">{safe(reason)}</p>' if reason else ""
    if "\n" in answer or "\n" in right or len(answer) + len(right) > 90:
        cells = (
            f'<div><span class="muted">found in the reply</span>{text_html(answer or "(nothing)", step)}</div>'
            f'<div><span class="muted">right answer</span>{text_html(right, None)}</div>'
        )
        pair = f'<div class="b-pair">{cells}</div>'
    else:
        pair = (
            f'<p><span class="muted">found</span> <b><bdi>{safe(answer or "nothing")}</bdi></b> '
            f'<span class="muted">· right</span> <b><bdi>{safe(right)}</bdi></b></p>'
        )
    return f'<div class="b-verdict"><p>{badge(value)}</p>{why}{pair}</div>'


def text_html(text: str, step: int | None) -> str:
    """Return a text in which the line of a step is marked, the last one with its number."""
    lines = (text if len(text) <= LONGEST else f"…{text[1 - LONGEST :]}").split("\n")
    marked = _line_of(lines, step)
    parts = (
        f'<mark title="the first step that fails">{safe(line)}<span class="tag">fails</span></mark>'
        if place == marked
        else safe(line)
        for place, line in enumerate(lines)
    )
    joined = "\n".join(parts)
    return f'<div class="code" dir="auto">{joined}</div>'


def _line_of(lines: Sequence[str], step: int | None) -> int | None:
    if step is None:
        return None
    for place in range(len(lines) - 1, -1, -1):
        found = _NUMBERED.match(lines[place])
        if found and int(found[1]) == step:
            return place
    return None


def crossed(names: Sequence[str], pair: tuple[int, int], counts: tuple[int, int, int, int]) -> str:
    """Return how two models agree, each count with a button that shows these records.

    Args:
        pair: the places of the two; with more models, they can be chosen.
    """
    both, own, other, neither = counts
    first, second = (safe(names[each]) for each in pair)
    choice = _choice(names, pair) if len(names) > 2 else ""
    return (
        f'<section><h3>Two models on the records shown</h3>{choice}<table class="plain b-crossed"><thead><tr><th></th>'
        f"<th scope=col><bdi>{second}</bdi> right</th><th scope=col><bdi>{second}</bdi> wrong</th></tr></thead><tbody>"
        f"<tr><th scope=row><bdi>{first}</bdi> right</th>{_count(both, 'right,right')}{_count(own, 'right,wrong')}</tr>"
        f"<tr><th scope=row><bdi>{first}</bdi> wrong</th>{_count(other, 'wrong,right')}{_count(neither, 'wrong,wrong')}"
        "</tr></tbody></table></section>"
    )


def _choice(names: Sequence[str], pair: tuple[int, int]) -> str:
    menus = []
    for which, chosen in enumerate(pair):
        options = "".join(
            f'<option value="{place}"{" selected" if place == chosen else ""}>{safe(name)}</option>'
            for place, name in enumerate(names)
        )
        label = ("first model", "second model")[which]
        menus.append(
            f'<select data-change="pair" data-value="{which}" aria-label="{label}">{options}</select>'
        )
    return f'<p class="b-row">{menus[0]} <span class="muted">and</span> {menus[1]}</p>'


def _count(count: int, value: str) -> str:
    return (
        f'<td><button type="button" data-act="crossed" data-value="{value}" '
        f'title="Show these records">{count:,}</button></td>'
    )
