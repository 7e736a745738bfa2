"""Words for the literals of a record's certificate, where the phrases of its family have some."""

from collections.abc import Callable, Mapping
from typing import Any

from ...dsl.diagnostics import Report, SpecError
from ...dsl.parsing.parser import parse_statement
from ...dsl.source import Source
from ..family import Family
from ..instances import with_wording
from ..ir import nodes as ir
from ..notation import StatementScope, lower_statement
from .verify.remake import values_of


def literal_words(record: Mapping[str, Any], family: Family) -> Callable[[str], str]:
    """Return a function that says a literal in the words of a record; the text is empty if there are none.

    A phrase for all literals that have none of their own shows the literal in symbols, so it does not count.
    """
    try:
        book = with_wording(family, values_of(record, family)).words.phrasebook
        split = str(record["split"])
    except (SpecError, LookupError, TypeError, ValueError, AttributeError):
        return lambda literal: ""

    def say(literal: str) -> str:
        try:
            report = Report()
            statement = lower_statement(
                parse_statement(Source("certificate", literal)), StatementScope(report, facts=True)
            )[1]
            report.raise_errors()
        except SpecError:
            return ""
        if not isinstance(statement, ir.Fact):
            return ""
        sentence = book.say(statement, None, split) or ""
        return "" if literal.lstrip("-") in sentence else sentence

    return say
