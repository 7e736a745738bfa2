"""The notations in which a reply can state a theory: ours, and those of formats."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

from ....dsl import syntax
from ....dsl.diagnostics import Report, SpecError
from ....dsl.parsing.parser import parse_statement
from ....dsl.source import Source
from ...contract import EngineError, Logic, Taught, Written, plugins
from ...ir import features, nodes as ir
from ...kinds import Kind
from ...language import Language
from ...notation import StatementScope, lower_statement, show

OURS = "ours"
"""The notation of specs."""

MOST = 500
"""How many statements of a reply are judged."""

MOST_SKIPPED = 12
"""How many paragraphs of prose may stand before a theory in another format than ours."""

MOST_AFTER = 200
"""How many lines of prose may stand after a theory in ours."""

_REMARK = re.compile(r"\s+(?://|#\s).*$")
_WORD = re.compile(r"\s*[A-Z][a-z]+[.!]?\s*")
"""A line such as `Done.`"""

_COMMENT = re.compile(r"\s*(?:#|//|%|;)")
_MARKS = re.compile(r"[ \t]*(?:[*•–-][ \t]+|\(?\d{1,4}[.)][ \t]+)?")
_QUOTED = re.compile(r"`([^`]*[(:>=][^`]*)`[.,;]?")
"""A line in quotes that is more than a name."""

_PARAGRAPHS = re.compile(r"\n[ \t]*\n")


class Unreadable(Exception):
    """A text is no theory in a notation; says why."""


def formats_of(logic: str) -> list[str]:
    """Return the names of the formats in which replies can state theories of a logic."""
    known = ((name, plugins.load(plugins.FORMATS, name)) for name in plugins.names(plugins.FORMATS))
    return [name for name, each in known if each.logic == logic and isinstance(each, Taught)]


def instructions(
    logic: Logic, notation: str, statements: Sequence[ir.Labelled], language: Language
) -> str:
    """Return how statements such as these are written."""
    if notation != OURS:
        return language.text(plugins.load(plugins.FORMATS, notation).instructions)
    if not isinstance(logic, Written):
        return ""
    used = {"", *(name for each in statements for name, _ in features(each.statement))}
    keys = dict.fromkeys(key for name, key in logic.notation.items() if name in used)
    return " ".join(language.text(key) for key in keys)


def write_statements(theory: ir.Theory, notation: str) -> str:
    """Return a theory as a reader can write it, a statement on each line. Names of facts are left out.

    Raises:
        EngineError: the notation does not have a statement.
    """
    if notation != OURS:
        taught: Taught = plugins.make(plugins.FORMATS, notation)
        return taught.write_reply(theory)
    named = {
        name
        for each in theory.statements
        if isinstance(each.statement, ir.Preference)
        for name in (each.statement.stronger, each.statement.weaker)
    }
    return "\n".join(
        show(each if each.id in named else each.statement) for each in theory.statements
    )


def read_statements(
    text: str,
    whole: bool,
    notation: str,
    accepts: frozenset[str],
    slots: Mapping[str, Kind],
    taken: Sequence[str] = (),
) -> tuple[ir.Labelled, ...]:
    """Return the statements of a reply, each with an id of its own.

    Args:
        whole: whether the text must be a theory; otherwise it is prose, and its last lines that can be read are.
        accepts: what the logic accepts.
        slots: those of the record.
        taken: ids that other statements have.

    Raises:
        Unreadable: it is no theory.
    """
    lines = [each for each in text.splitlines() if each.strip() and not _COMMENT.match(each)]
    if notation != OURS:
        nodes = _in_format(text, notation) if whole else _last_in_format(text, notation)
    elif whole:
        nodes = [_parsed(line) for line in lines]
    else:
        nodes = _last_readable(lines)
    if not nodes:
        raise Unreadable("there is no theory in symbols")
    if len(nodes) > MOST:
        raise Unreadable(f"the theory has more than {MOST} statements")
    return _labelled(nodes, accepts, slots, taken)


def _in_format(text: str, notation: str) -> list[syntax.Statement]:
    taught: Taught = plugins.make(plugins.FORMATS, notation)
    try:
        return list(taught.read_reply(Source("reply", text)))
    except (SpecError, EngineError, RecursionError) as error:
        raise Unreadable(_first(error, text)) from None


def _last_in_format(text: str, notation: str) -> list[syntax.Statement]:
    """Return the statements of the most paragraphs at the end of a text that can be read."""
    paragraphs = _PARAGRAPHS.split(text.strip())
    for start in range(min(MOST_SKIPPED, len(paragraphs) - 1)):
        with suppress(Unreadable):
            return _in_format("\n\n".join(paragraphs[start:]), notation)
    return _in_format(paragraphs[-1], notation)


def _last_readable(lines: Sequence[str]) -> list[syntax.Statement]:
    """Return the statements of the last lines that follow each other and can be read; prose may come after them."""
    found: list[syntax.Statement] = []
    unread = 0
    for line in reversed(lines):
        if not found and _WORD.fullmatch(line):
            continue
        try:
            found.append(_parsed(line))
        except Unreadable:
            unread += 1
            if found or unread > MOST_AFTER:
                break
    return found[::-1]


def _parsed(line: str) -> syntax.Statement:
    """Return the statement of a line, which may have the marks of a list, and a full stop."""
    bare = _REMARK.sub("", line)[_MARKS.match(line).end() :].strip()  # type: ignore[union-attr]
    inside = _QUOTED.fullmatch(bare)
    bare = (bare if inside is None else inside[1]).strip().removesuffix(".").rstrip()
    try:
        return parse_statement(Source("reply", bare))
    except (SpecError, RecursionError) as error:
        raise Unreadable(_first(error, line)) from None


def _labelled(
    nodes: Sequence[syntax.Statement],
    accepts: frozenset[str],
    slots: Mapping[str, Kind],
    taken: Sequence[str],
) -> tuple[ir.Labelled, ...]:
    found: list[tuple[str, ir.Statement]] = []
    for node in nodes:
        report = Report()
        scope = StatementScope(
            report,
            slots=slots,
            concepts="concepts" in accepts,
            preferences="preferences" in accepts,
        )
        try:
            lowered = lower_statement(node, scope)
            report.raise_errors()
        except (SpecError, ValueError, RecursionError) as error:
            raise Unreadable(_first(error, node.span.text)) from None
        found.append(lowered)
    own = {label for label, _ in found if label}
    ids = (f"s{n}" for n in range(1, 2 * len(found) + len(taken) + 2))
    free = (each for each in ids if each not in own and each not in taken)
    found = list(dict.fromkeys(found))
    names = [label for label, _ in found if label]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Unreadable(f"two statements are named `{twice}`")
    renamed = {name: next(free) for name in names if name in taken}
    return tuple(
        ir.Labelled(renamed.get(label, label) or next(free), _with_names(each, renamed))
        for label, each in found
    )


def _with_names(statement: ir.Statement, renamed: Mapping[str, str]) -> ir.Statement:
    match statement:
        case ir.Preference(stronger=str(stronger), weaker=str(weaker)):
            return ir.Preference(renamed.get(stronger, stronger), renamed.get(weaker, weaker))
        case _:
            return statement


def _first(error: Exception, text: str) -> str:
    """Return what is wrong with a line, as the first error says."""
    shown = text.strip()
    shown = shown if len(shown) <= 80 else f"{shown[:77]}…"
    message = error.diagnostics[0].message if isinstance(error, SpecError) else "it is too deep"
    return f"`{shown}` cannot be read: {message}"
