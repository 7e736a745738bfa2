"""The line above `family`: the first problem, its answer and its size."""

from lsprotocol import types as lsp

from ...dsl import syntax
from .documents import Document
from .messages import Previewed

OPEN = "rspc.openProblem"
"""The command of the editor that shows a problem; its arguments are an address, a seed and an index."""

RENDER = "rspc.problem"
"""The command of the server that makes a problem as a page, with the same arguments."""

LONGEST = 60
"""Characters of an answer or a reason."""


def family_lenses(document: Document, previewed: Previewed | None) -> list[lsp.CodeLens]:
    """Return the line above `family`; none in a module. Without figures it is resolved later."""
    header = next((item for item in document.spec.items if isinstance(item, syntax.Header)), None)
    if header is None or header.kind != "family":
        return []
    place = document.range_of(header.span).start
    lens = lsp.CodeLens(lsp.Range(place, place), data={"uri": document.uri})
    return [lens if previewed is None else titled(lens, document.uri, previewed)]


def titled(lens: lsp.CodeLens, uri: str, previewed: Previewed | None) -> lsp.CodeLens:
    """Return the line with its figures, or with what is wrong."""
    title = "instance 0"
    if previewed is not None and previewed.failed:
        title += f" · {_cut(previewed.failed)}"
    elif previewed is not None:
        title += f" · {_cut(previewed.answer)} · {previewed.words} words"
    command = lsp.Command(title, OPEN, arguments=[uri, 0, 0])
    return lsp.CodeLens(lens.range, command, lens.data)


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
