"""A problem of a spec that is being written: its figures for a line above the family, and its page."""

from collections.abc import Iterator, Sequence

from ...compiler.api import Family
from ...compiler.dataset.formats.page import Line, page_lines, problem_lines
from ...compiler.instances import Instance
from ...compiler.notation import show
from ...compiler.view import safe
from ...dsl.visible import visible
from .inspection import load
from .messages import Preview, Previewed, Render, Rendered

MOST_SENTENCES = 200
"""How many sentences of a problem are kept for hovering."""

LONGEST = 400
"""How long a sentence of these may be."""


def preview(asked: Preview) -> Previewed:
    """Return the answer of a problem, the words of its prompt, and its statements with their sentences.

    Raises:
        SpecError: the spec is wrong.
        Exhausted, Disagreement, EngineError: as `Family.instance`.
    """
    made = Family.of(load(asked.files)).instance(asked.seed, asked.index)
    answer = " ".join(made.answer.split())
    return Previewed(answer, len(made.text.split()), tuple(_sentences(made)))


def _sentences(made: Instance) -> list[tuple[str, str]]:
    found = []
    for statement in made.theory.statements:
        sentence = made.sentences.get(statement.id, "")
        if 0 < len(sentence) <= LONGEST:
            _, _, bare = show(statement).partition(": ")
            found.append((bare, sentence))
    return found[:MOST_SENTENCES]


def render(asked: Render) -> Rendered:
    """Return a problem as plain text and as a page without scripts, in which everything is escaped.

    Raises as `preview` does.
    """
    record = Family.of(load(asked.files)).instance(asked.seed, asked.index).record()
    text = visible("\n".join(line.text for line in problem_lines(record)))
    return Rendered(_html(str(record["id"]), page_lines(record)), text)


def _html(title: str, lines: Sequence[Line]) -> str:
    """Return a page's lines as a document: its headings, and all else as it is laid out."""
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{safe(title)}</title><style>pre{{white-space:pre-wrap}}</style></head>"
        f"<body>{''.join(_parts(lines))}</body></html>"
    )


def _parts(lines: Sequence[Line]) -> Iterator[str]:
    shown: list[str] = []
    for line in lines:
        if line.role in _HEADINGS:
            yield _block(shown)
            shown = []
            if set(line.text) - set("-="):  # what underlines a heading is not needed
                yield f"<{_HEADINGS[line.role]}>{safe(line.text)}</{_HEADINGS[line.role]}>"
        else:
            text = safe(line.text)
            shown.append(f"<b>{text}</b>" if line.role == "right" else text)
    yield _block(shown)


def _block(lines: Sequence[str]) -> str:
    text = "\n".join(lines).strip("\n")
    return f"<pre>{text}</pre>" if text else ""


_HEADINGS = {"title": "h1", "heading": "h2"}
