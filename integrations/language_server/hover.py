"""What is shown about the word or the statement under the pointer."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lsprotocol import types as lsp

from ...compiler.contract.descriptions import describe_type, knob_sentence
from ...dsl import syntax
from ...dsl.diagnostics import page
from ...dsl.parsing.tokens import Token
from ...dsl.printing.inline import print_statement
from .catalogue import group_of, inside, kind_of, knobs_of, plugin
from .context import Context, context_at, token_at
from .documents import Document
from .item_words import ITEMS
from .messages import Installed, Name

_CODE = re.compile(r"[EW]0\d{3}")

ARROWS = {
    "->": "a rule",
    "=>": "a rule that others can overrule",
    "~>": "a rule that only blocks the opposite",
}
"""What a statement with an arrow is."""


def hover(
    document: Document,
    offset: int,
    names: Sequence[Name],
    installed: Installed,
    sentences: Sequence[tuple[str, str]],
    codes: Sequence[str],
) -> lsp.Hover | None:
    """Return what is shown at an offset.

    Args:
        names: those that can be seen in the document, as far as they are known.
        installed: what plug-ins declare, as far as it is known.
        sentences: statements of a problem of the family with their sentences.
        codes: the codes of diagnostics at the offset.
    """
    token = token_at(document, offset)
    parts = [text for code in codes if (text := page(code)) is not None]
    if code := _code_at(document, offset):
        parts += [text for text in [page(code)] if text is not None and code not in codes]
    if token is not None and not any(note.start <= offset < note.end for note in document.comments):
        context = context_at(document, token.start)
        parts += _about_token(document, token, context, names, installed, sentences)
    parts += _about_statement(document, offset, sentences)
    if not parts:
        return None
    area = document.range(token.start, token.end) if token is not None else None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n---\n\n".join(parts)), area)


def _code_at(document: Document, offset: int) -> str:
    """Return the code that is written at an offset, as in a comment."""
    near = _CODE.finditer(document.text, max(0, offset - 5), offset + 5)
    return next((found[0] for found in near if found.start() <= offset <= found.end()), "")


def _about_token(
    document: Document,
    token: Token,
    context: Context,
    names: Sequence[Name],
    installed: Installed,
    sentences: Sequence[tuple[str, str]],
) -> Iterator[str]:
    if token.type in {"TEXT", "LONG_TEXT", "NUMBER", "STOP"}:
        return
    own = document.range(token.start, token.end)
    if not context.tokens and token.begins_line and token.text in ITEMS:
        yield f"**{token.text}** — {ITEMS[token.text].about}"
    elif len(context.tokens) == 1 and (group := group_of(context.item)):
        if entry := plugin(installed, group, token.text):
            yield _plugin(kind_of(group), token.text, entry)
    elif context.item == "VERIFY":
        if entry := plugin(installed, "backends", token.text):
            yield _plugin("engine", token.text, entry)
    elif context.item == "USE" and token.written in installed.modules:
        yield f"module `{token.written}` — {installed.modules[token.written]}"
    elif knob := _knob(token, context, installed):
        yield knob
    else:
        for name in _named(token, own, names):
            yield _declaration(name, sentences)


def _plugin(kind: str, name: str, entry: Mapping[str, Any]) -> str:
    lines = [f"{kind} **{name}** — {entry.get('about', '')}", f"from {entry.get('from', '')}"]
    for key in ("accepts", "decides"):
        if entry.get(key):
            lines.append(f"{key}: {', '.join(entry[key])}")
    for key in ("unavailable", "broken"):
        if entry.get(key):
            lines.append(f"{key}: {entry[key]}")
    if knobs := entry.get("knobs") or entry.get("options"):
        lines.append("knobs: " + ", ".join(f"`{knob}`" for knob in knobs))
    return "\n\n".join(lines)


def _knob(token: Token, context: Context, installed: Installed) -> str:
    """Return what a token is as a knob; an empty string if it is none."""
    if context.block is None or context.block.knob:
        return ""
    here = inside(knobs_of(installed, context), context.block.path)
    if token.text not in here:
        return ""
    schema = here[token.text]
    shown = " ".join([*context.block.path, token.text])
    told = describe_type(schema) if schema else "a block of knobs"
    return f"knob **{shown}**: `{told}`\n\n{knob_sentence(schema)}".rstrip()


def _named(token: Token, own: lsp.Range, names: Sequence[Name]) -> list[Name]:
    """Return the declaration that a token names; several if it names things of different kinds."""
    if token.type in {"HOLE", "HOLE_CALL", "VARIABLE"}:
        return []
    word = token.text.removesuffix("(").partition(".")[0] if token.type == "DOTTED" else token.text
    return [name for name in names if name.name == word][:3]


def _declaration(name: Name, sentences: Sequence[tuple[str, str]]) -> str:
    lines = [f"```rspec\n{name.line}\n```"]
    if name.about and name.about not in name.line:
        lines.append(name.about)
    if name.module:
        lines.append(f"from `{name.module}`")
    if example := next(
        (sentence for statement, sentence in sentences if _mentions(statement, name.name)), ""
    ):
        lines.append(f"as in: “{example}”")
    return "\n\n".join(lines)


def _mentions(statement: str, name: str) -> bool:
    return (
        re.search(rf"(?<![\w`]){re.escape(name)}(?!\w)|`{re.escape(name)}`", statement) is not None
    )


# ----------------------------------------------------------------------------------------------------- statements


def statements_in(spec: syntax.Spec) -> Iterator[syntax.Statement]:
    """Yield the statements of theories and backgrounds, the templates of productions, and what is asked."""
    for item in spec.items:
        match item:
            case syntax.Theory(statements=lines) if lines is not None:
                yield from map(_bare, lines)
            case syntax.Background(statements=lines):
                yield from map(_bare, lines)
            case syntax.Production(alternatives=alternatives):
                yield from (each.template for each in alternatives)
            case syntax.Ask(body=body) if body is not None:
                yield body
            case syntax.Knowledge(facts=facts):
                yield from (each.statement for each in facts)


def _bare(line: syntax.Line) -> syntax.Statement:
    while isinstance(line, syntax.Guarded | syntax.Indexed):
        line = line.body
    return line


def _about_statement(
    document: Document, offset: int, sentences: Sequence[tuple[str, str]]
) -> Iterator[str]:
    for statement in statements_in(document.spec):
        if statement.span.start <= offset <= statement.span.end:
            yield _reading(statement, sentences)
            return


def _reading(statement: syntax.Statement, sentences: Sequence[tuple[str, str]]) -> str:
    body = statement.body if isinstance(statement, syntax.Named) else statement
    text = print_statement(statement)
    told = f"{_kind(statement)}:\n```rspec\n{text}\n```"
    bare = print_statement(body)
    sentence = next((each for known, each in sentences if known in (bare, text)), "")
    return f"{told}\n“{sentence}”" if sentence else told


def _kind(statement: syntax.Statement) -> str:
    match statement:
        case syntax.Named(body=syntax.Implication() | syntax.Optimise() as body):
            return f"{_kind(body)}, with a label"
        case syntax.Named():
            return "a statement with its label, or an individual and its concept"
        case syntax.Implication(body=(), arrow=arrow):
            return f"{ARROWS[arrow]} without conditions"
        case syntax.Implication(body=conditions, arrow=arrow):
            count = len(conditions)
            return f"{ARROWS[arrow]} with {count} condition{'s' * (count > 1)}"
        case syntax.Optimise(direction=direction):
            return f"an objective to {direction}"
        case syntax.Infix(operator="isa"):
            return "an inclusion: everything on the left is also on the right"
        case syntax.Infix(operator=">"):
            return "a preference, or a comparison"
        case syntax.Junction():
            return "a formula"
        case syntax.Prefix(operator="-"):
            return "a negated statement"
        case _:
            return "a statement"
