"""Programs as clingo's syntax tree, and the errors in those that clingo cannot read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from ....dsl.diagnostics import Report
from ....dsl.edits import Edit, Help, insert
from ....dsl.source import Source, Span
from .text import Prepared
from .tokens import Token

if TYPE_CHECKING:
    from clingo.ast import AST

MESSAGE = re.compile(r"<string>:(\d+):(\d+)(?:-[\d:]+)?: error: (.*)", re.DOTALL)


def parse_program(prepared: Prepared, report: Report) -> Sequence[AST]:
    """Return clingo's syntax tree of all statements that it can read."""
    from clingo.ast import parse_string

    nodes: list[AST] = []

    try:
        parse_string(prepared.text, nodes.append, logger=lambda *_: None)
    except RuntimeError:
        told: list[str] = []
        with suppress(RuntimeError):
            parse_string(
                prepared.whole,
                lambda _: None,
                logger=lambda _, message: told.append(message),
                message_limit=50,
            )
        seen: set[int] = set()
        for message in told:
            _fault(message, prepared, seen, report)
        if not report.errors:
            first = Span(prepared.source, 0, 0)
            report.add("E0101", "clingo cannot read this program", first, " ".join(told))
    return nodes


# ------------------------------------------------------------------------------------------------ what is wrong


def _fault(message: str, prepared: Prepared, seen: set[int], report: Report) -> None:
    """Report the first of clingo's messages about each statement, with a likely repair."""
    found = MESSAGE.search(message)
    if found is None:
        return
    offset = prepared.offset(int(found[1]), int(found[2]))
    every = [token for statement in prepared.statements for token in statement]
    place = next((i for i, each in enumerate(every) if each.end > offset), len(every))
    token = every[place] if place < len(every) else None
    before = every[place - 1] if place else None
    number = prepared.statement(token.start if token else len(prepared.source.text))
    if number in seen:
        return
    seen.add(number)
    source = prepared.source
    if before is not None and _lacks_full_stop(before, token, source):
        end = Span(source, before.end - 1, before.end)
        repair = Help("write `.` after this", insert(".", end))
        report.add("E0108", "a full stop is missing", end, help=repair)
        return
    if token is None:
        end = Span(source, before.end - 1 if before else 0, before.end if before else 0)
        doubled = source.text[: end.end].endswith("..")
        report.add(
            "E0101",
            "the program ends inside a statement",
            end,
            help=Help(
                "end it with one `.`: `..` makes an interval",
                Edit(Span(source, end.end - 2, end.end), "."),
            )
            if doubled
            else Help("end it with `.`", *([insert(".", end)] if before and before.closes else [])),
        )
        return
    span = Span(source, token.start, token.end)
    report.add(
        "E0101",
        f"`{token.excerpt}` is not allowed here",
        span,
        help=_repair(before, token, prepared),
    )


def _lacks_full_stop(before: Token, token: Token | None, source: Source) -> bool:
    """Return whether a full stop is missing between two tokens: they are on two lines, and no sign joins them."""
    if not before.closes:
        return False
    if token is None:
        return True
    begins = token.kind in ("name", "variable", "directive") or token.text in ("{", ":-", ":~")
    return begins and "\n" in source.text[before.end : token.start]


def _repair(before: Token | None, token: Token, prepared: Prepared) -> str:
    last = before.text if before else ""
    statement = prepared.statements[prepared.statement(token.start)]
    earlier = [each.text for each in statement if each.start < token.start]
    if last in (",", ";") and token.text == ":-" and ":-" in earlier:
        return "end the statement before with a full stop, not a comma"
    if last in (",", ";") and token.text in (":-", ".", ")", "}"):
        return f"remove the `{last}` before `{token.text}`"
    if token.text == ":-" and ":-" in earlier:
        return "end the statement before with a full stop"
    match token.text:
        case "and" | "or":
            sign = "," if token.text == "and" else "|"
            return f"write `{sign}`: conditions are joined by `,`, alternatives of a head by `|`"
        case "!" | "~":
            return "a negation is `not p(X)`, or `-p(X)` where it is stated"
        case "&&" | "&":
            return "conditions are joined by `,`"
    if (
        before is not None
        and before.closes
        and token.kind in ("name", "variable", "text", "number")
    ):
        return f"write `,` or `.` between `{before.excerpt}` and `{token.excerpt}`"
    return "a statement is such as `p(a).`, `q(X) :- p(X), not r(X).` or `:- p(X), r(X).`"
