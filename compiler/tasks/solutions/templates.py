"""The templates by which an author says how a line of an answer is written."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ....dsl.diagnostics import Report, did_you_mean
from ....dsl.source import Span

_HOLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
_BRACES = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{\{|\}\}", re.DOTALL)


@dataclass(frozen=True)
class Template:
    """The text before, between and after the names of a template."""

    pieces: tuple[str, ...]
    names: tuple[str, ...]


def read_template(text: str) -> Template:
    """Return a template; what is in other braces stays text."""
    found = _HOLE.split(" ".join(text.split()))
    return Template(tuple(found[0::2]), tuple(found[1::2]))


def joined(names: Sequence[str]) -> Template:
    """Return the template of a pair: `a, b = c`; of one name, the name alone."""
    if len(names) == 1:
        return Template(("", ""), tuple(names))
    between = (", ",) * (len(names) - 2)
    return Template(("", *between, " = ", ""), tuple(names))


def check_template(
    text: str, known: Sequence[str], free: Collection[str], span: Span, report: Report
) -> Template | None:
    """Return a template that can be read back, or report why it cannot.

    Args:
        known: the names that it may mention.
        free: those of them that it need not mention.
    """
    template = read_template(text)
    problem, help = _problem(template, text, known, free)
    if problem:
        report.add("E0452", problem, span, help=help)
        return None
    return template


def _problem(
    template: Template, text: str, known: Sequence[str], free: Collection[str]
) -> tuple[str, str]:
    left = _BRACES.search(_HOLE.sub("", text))
    if left is not None:
        return (
            f"template `{text}` has braces that are not a name",
            "write only names in braces, without filters: `{{ A }}`",
        )
    for name in template.names:
        if name not in known:
            hint = did_you_mean(name, known) or f"it can mention {', '.join(known)}"
            return f"template `{text}` mentions `{name}`, which is not shown", hint
    for name in known:
        if name not in free and name not in template.names:
            return (
                f"template `{text}` does not mention `{name}`, so it cannot be read back",
                f"add `{{{{ {name} }}}}`",
            )
    if not template.names:
        return f"template `{text}` mentions nothing", f"add `{{{{ {known[0]} }}}}`" if known else ""
    if any(not piece for piece in template.pieces[1:-1]):
        return (
            f"template `{text}` has nothing between two names, so it cannot be read back",
            "write a word or a sign between them: `{{ A }} = {{ B }}`",
        )
    return "", ""


def same_text(one: Template, other: Template) -> bool:
    """Return whether two templates differ in names alone, so that a line does not tell of which it is."""
    return [piece.strip().casefold() for piece in one.pieces] == [
        piece.strip().casefold() for piece in other.pieces
    ]
