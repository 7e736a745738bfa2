"""The arguments of the call that a place is in."""

import re
from collections.abc import Sequence

from lsprotocol import types as lsp

from ...dsl.parsing.brackets import CLOSERS, OPENERS
from .context import context_at
from .documents import Document
from .messages import Name

_CALLED = frozenset({"CALL", "EXPANSION_CALL"})


def signature(document: Document, offset: int, names: Sequence[Name]) -> lsp.SignatureHelp | None:
    """Return the arguments of the innermost call around an offset, as its name was declared; None if there is none."""
    context = context_at(document, offset)
    opened: list[tuple[str, str, int]] = []
    for token in context.tokens[1:]:
        if token.type in OPENERS:
            opened.append((token.type, token.text, 0))
        elif token.type in CLOSERS and opened:
            opened.pop()
        elif token.type == "COMMA" and opened:
            kind, name, number = opened[-1]
            opened[-1] = (kind, name, number + 1)
    if context.hidden or not opened or opened[-1][0] not in _CALLED:
        return None
    _, called, number = opened[-1]
    declared = next((name for name in names if name.name == called and _arguments(name)), None)
    if declared is None:
        return None
    arguments = _arguments(declared)
    label = f"{called}({', '.join(arguments)})"
    information = lsp.SignatureInformation(
        label,
        documentation=lsp.MarkupContent(
            lsp.MarkupKind.Markdown, f"```rspec\n{declared.line}\n```\n{declared.about}"
        ),
        parameters=[lsp.ParameterInformation(each) for each in arguments],
        active_parameter=min(number, len(arguments) - 1),
    )
    return lsp.SignatureHelp([information], 0, information.active_parameter)


def _arguments(name: Name) -> list[str]:
    """Return the arguments in the first line of a declaration."""
    found = re.match(rf"\w+ `?{re.escape(name.name)}`?\(([^()]*)\)", name.line)
    return [part.strip() for part in found[1].split(",")] if found else []
