"""DFL, the text format of reasoners for defeasible logic (SPINdle, Lam and Governatori 2009): read and written.

    >> p(a)              a fact
    r1: p(X), -q(X) -> s(X)      a strict rule; `=>` a defeasible one, `~>` a defeater
    r1 > r2              r1 is superior to r2
    # a comment

Statements are those of `.rspec` but for facts and full stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from ...dsl import syntax
from ...dsl.diagnostics import Report, SpecError
from ...dsl.parser import parse_statement
from ...dsl.source import NOWHERE, Source
from ..ir import nodes as ir
from ..ir.raising import show

FACT = re.compile(r"(?:(?P<label>[^:>]+):)?\s*>>\s*(?P<literal>.+)")


class Dfl:
    """The format `dfl`."""

    name: ClassVar[str] = "dfl"
    suffix: ClassVar[str] = ".dfl"
    logic: ClassVar[str] = "defeasible"

    def read(self, source: Source) -> tuple[syntax.Statement, ...]:
        """Give the statements of a file. Raises SpecError with every line that cannot be read."""
        report = Report()
        found: list[syntax.Statement] = []
        for number, line in enumerate(source.text.splitlines(), 1):
            text = line.partition("#")[0].strip()
            if not text:
                continue
            place = Source(f"{source.name}, line {number}", _statement(text))
            try:
                found.append(parse_statement(place))
            except SpecError as error:
                report.extend(error.diagnostics)
        if not found and not report.errors:
            report.add("E0604", f"`{source.name}` holds no statement", NOWHERE)
        report.raise_errors()
        return tuple(found)

    def write(self, theory: ir.Theory) -> str:
        """Give a theory as text; names that DFL cannot spell are written with `_` for each other sign."""
        lines = [_line(each) for each in theory.statements]
        return "\n".join(lines) + "\n"


def _statement(text: str) -> str:
    """Give a line of DFL as a statement of `.rspec`."""
    fact = FACT.fullmatch(text)
    if fact is None:
        return text
    label = f"{fact['label'].strip()}: " if fact["label"] else ""
    return f"{label}{fact['literal']}"


def _line(labelled: ir.Labelled) -> str:
    match labelled.statement:
        case ir.Fact(literal=literal):
            return f">> {_spelled(show(literal))}"
        case ir.Rule(body=body, arrow=arrow, head=head):
            given = ", ".join(_spelled(show(part)) for part in body)
            return f"{labelled.id}: {given} {arrow} {_spelled(show(head))}"
        case ir.Preference(stronger=stronger, weaker=weaker):
            return f"{stronger} > {weaker}"
        case _:
            raise TypeError("DFL has facts, rules and superiority")


def _spelled(text: str) -> str:
    """Give a literal with its quoted names in letters, digits and underscores."""
    return "".join(_plain(text))


def _plain(text: str) -> Iterator[str]:
    for place, part in enumerate(text.split("`")):
        yield re.sub(r"\W", "_", part) if place % 2 else part
