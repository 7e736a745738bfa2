"""What an empty spec can begin with."""

from functools import cache

from ....compiler.contract import plugins
from ....compiler.contract.descriptions import describe_plugin
from ....compiler.sources import template
from ....compiler.view import safe
from ....dsl.diagnostics import SpecError


@cache
def starters() -> str:
    """Draw a button for each logic that has a template, with the logic's sentence."""
    drawn = ""
    for name in plugins.names(plugins.LOGICS):
        try:
            template(name)
        except SpecError:
            continue
        about = str(describe_plugin(plugins.LOGICS, name).get("about", ""))
        drawn += (
            f'<li><button type="button" data-start="{safe(name)}">{safe(name)}</button>'
            f"<span>{safe(about)}</span></li>"
        )
    return (
        "<h2>Start with a small family</h2>"
        f'<p class="muted">The spec is empty. Choose a logic, and change the family that is written; '
        f"or begin with <code>family NAME</code>.</p><ul>{drawn}</ul>"
    )
