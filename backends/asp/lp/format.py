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

import re
from collections.abc import Mapping
from typing import ClassVar

from ....compiler.ir import nodes as ir
from ....compiler.logics.asp import Asp
from ....dsl import syntax
from ....dsl.diagnostics import Diagnostic, Report, SpecError
from ....dsl.source import Source, Span
from .parsing import parse_program
from .text import prepare
from .tokens import Token, tokens

SHOWN = re.compile(r"#show (-?) ?([\w']+) / ([0-9]+) \.", re.ASCII)


class Lp:
    """Answer set programs as clingo and DLV2 write them."""

    name: ClassVar[str] = "lp"
    suffix: ClassVar[str] = ".lp"
    logic: ClassVar[str] = Asp.name
    instructions: ClassVar[str] = "notation lp"

    def read(self, source: Source) -> tuple[syntax.Statement, ...]:
        """Return the statements of a program. Raises SpecError with every place that cannot be read."""
        report = Report()
        prepared = prepare(source, report)
        nodes = parse_program(prepared, report)
        from .statements import Statements

        found = Statements(prepared, nodes, report).read()
        if not found and not report.errors:
            report.add(
                "E0604",
                f"`{source.name}` contains no statement",
                Span(source, 0, 0),
                help="a statement is such as `p(a).` or `q(X) :- p(X), not r(X).`",
            )
        report.raise_errors()
        return found

    def settings(self, source: Source) -> Mapping[str, str]:
        """Return the option `show` as `#show p/1.` and `#show -q/2.` of a program set it.

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
            told = SHOWN.fullmatch(" ".join(token.text for token in statement))
            if told:
                found[f"{told[1]}{told[2]}/{told[3]}"] = None
            elif len(statement) == 2:
                alone = statement[0]
        if alone is not None and not found:
            span = Span(source, alone.start, alone.end)
            raise SpecError(
                [
                    Diagnostic(
                        "E0319",
                        "`#show` hides everything in the answer sets",
                        span,
                        help="name what to show: `#show p/1.`",
                    )
                ]
            )
        return {"show": ", ".join(found)} if found else {}

    def write(self, theory: ir.Theory) -> str:
        """Return a theory as a program that the stock clingo solves, with comments.

        Raises:
            EngineError: for a statement that clingo does not have.
        """
        from ..programs import program

        return program(theory).text

    def read_reply(self, reply: Source) -> tuple[syntax.Statement, ...]:
        """Return the statements of a program that a reader wrote. Raises SpecError as `read` does."""
        return self.read(reply)

    def write_reply(self, theory: ir.Theory) -> str:
        """Return a program without ids. Raises EngineError for what programs do not have."""
        from .notation import PRINTER

        return "\n".join(filter(None, map(PRINTER.statement, theory.statements)))

    def read_query(self, query: Source, problem: Source) -> syntax.Statement:
        """Return the literal of the query. Raises SpecError if it is not a literal."""
        from .query import read_query

        return read_query(query, problem)

    def show(self, node: ir.Node) -> str | None:
        """Return a literal or a statement as programs have it; None for what they do not have."""
        from .notation import show

        return show(node)
