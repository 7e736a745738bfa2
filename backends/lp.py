"""The language of clingo (Gebser et al. 2019, "Potassco User Guide"), read and written.

    p(a). -q("b").                          facts
    r(X) :- p(X), not q(X), X != a.         rules
    :- r(X), not s(X).                      constraints
    1 { c(X,C) : colour(C) } 1 :- node(X).  choices
    #minimize { C@1,X : cost(X,C) }.        what is best, as `:~ cost(X,C). [C@1,X]`
    % a comment, to the end of the line

A program is parsed by clingo itself. Predicates in upper case, as in DLV2, and `v` in heads, as in older DLV, are read
too.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from ..compiler.ir import nodes as ir
from ..compiler.logics.asp import Asp
from ..dsl import syntax
from ..dsl.diagnostics import Diagnostic, Report, SpecError
from ..dsl.source import Source, Span
from .lp_text import Prepared, prepare
from .lp_tokens import Token, tokens

if TYPE_CHECKING:
    from clingo.ast import AST

MESSAGE = re.compile(r"<string>:(\d+):(\d+)(?:-[\d:]+)?: error: (.*)", re.DOTALL)
SHOWN = re.compile(r"#show (-?) ?([\w']+) / ([0-9]+) \.", re.ASCII)


class Lp:
    """Answer set programs as clingo and DLV2 write them."""

    name: ClassVar[str] = "lp"
    suffix: ClassVar[str] = ".lp"
    logic: ClassVar[str] = Asp.name

    def read(self, source: Source) -> tuple[syntax.Statement, ...]:
        """Give the statements of a program. Raises SpecError with every place that cannot be read."""
        report = Report()
        prepared = prepare(source, report)
        nodes = _parsed(prepared, report)
        from .lp_statements import Statements

        found = Statements(prepared, nodes, report).read()
        if not found and not report.errors:
            message = f"`{source.name}` holds no statement"
            help = "a statement is such as `p(a).` or `q(X) :- p(X), not r(X).`"
            report.add("E0604", message, Span(source, 0, 0), help=help)
        report.raise_errors()
        return found

    def settings(self, source: Source) -> Mapping[str, str]:
        """Give the option `show` as `#show p/1.` and `#show -q/2.` of a program set it.

        Raises:
            SpecError: nothing at all is to be shown.
        """
        if "#show" not in source.text:
            return {}
        found: dict[str, None] = {}
        alone: Token | None = None
        for statement in tokens(source):
            if statement[0].text != "#show":
                continue
            told = SHOWN.fullmatch(" ".join(each.text for each in statement))
            if told:
                found[f"{told[1]}{told[2]}/{told[3]}"] = None
            elif len(statement) == 2:
                alone = statement[0]
        if alone is not None and not found:
            span = Span(source, alone.start, alone.end)
            help = "name what is to be shown: `#show p/1.`"
            message = "nothing is shown of the answer sets"
            raise SpecError([Diagnostic("E0319", message, span, help=help)])
        return {"show": ", ".join(found)} if found else {}

    def write(self, theory: ir.Theory) -> str:
        """Give a theory as a program that the stock clingo solves, with comments.

        Raises:
            EngineError: for a statement that clingo does not have.
        """
        from .programs import program

        return program(theory).text


def _parsed(prepared: Prepared, report: Report) -> Sequence[AST]:
    """Give clingo's syntax tree of all statements that it can read."""
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
    """Report what clingo says of a place, the first of each statement, with a repair where one is likely."""
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
    if before is not None and _unended(before, token, source):
        end = Span(source, before.end - 1, before.end)
        report.add("E0108", "a full stop is missing", end, help="write `.` behind this")
        return
    if token is None:
        end = Span(source, before.end - 1 if before else 0, before.end if before else 0)
        doubled = source.text[: end.end].endswith("..")
        help = "end it with one `.`: two are an interval" if doubled else "end it with `.`"
        report.add("E0101", "the program ends within a statement", end, help=help)
        return
    span = Span(source, token.start, token.end)
    report.add(
        "E0101",
        f"`{token.excerpt}` cannot stand here",
        span,
        help=_repair(before, token, prepared),
    )


def _unended(before: Token, token: Token | None, source: Source) -> bool:
    """Tell whether a full stop is missing between two tokens: they stand on two lines, and no sign joins them."""
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
