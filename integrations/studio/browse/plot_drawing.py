"""Plots as HTML."""

from ....compiler.view import safe
from .statistics import Section


def section_html(number: int, section: Section) -> str:
    """Return the plots of a section, each with its place as `data-plot`; nothing if it is empty."""
    if not section.plots and not section.constant:
        return ""
    plots = "".join(
        f'<div data-plot="{number},{place}">{plot.svg}</div>'
        for place, plot in enumerate(section.plots)
    )
    constant = ", ".join(
        f"<bdi>{safe(name)}</bdi> {safe(value[:60] or '(empty)')}"
        for name, value in section.constant
    )
    same = (
        f'<p class="muted">The same in all records that have it: {constant}</p>' if constant else ""
    )
    return (
        f'<section><h3>{safe(section.title)}</h3><div class="b-grid">{plots}</div>{same}</section>'
    )
