"""A record's theory and question, read from their texts: the inverse of `show`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, cast

from ....dsl.diagnostics import Report, SpecError
from ....dsl.parsing.parser import parse_expression, parse_statement
from ....dsl.source import Source
from ...elaboration.theory import operators_of
from ...family.family import Family
from ...ir import nodes as ir
from ...kinds import KindError
from ...notation.formulas import lower_formula, lower_value
from ...notation.lower import lower_statement
from ...notation.terms import StatementScope
from ...notation.to_syntax import show

MOST_KNOWN = 1_000
"""How many statements of a family are remembered."""

_SEVERAL = re.compile(r"; (?=entailed[ :])")
_GOAL = re.compile(r"(\w+)(?: (.*?))?(?:: (.*))?", re.DOTALL)


class Unreadable(ValueError):
    """A text of a record is not what was written of a problem; carries the field and the reason."""

    def __init__(self, field: str, reason: str) -> None:
        self.field = field
        self.reason = reason
        super().__init__(f"`{field}` cannot be read: {reason}")


def read_problem(
    record: Mapping[str, Any], family: Family, signature: ir.Signature
) -> tuple[ir.Theory, ir.Query]:
    """Give the theory and the question of a record. The signature is the theory's, with the names of the record.

    Raises:
        Unreadable: a statement, the question or an option is not as it would be written.
    """
    statements = tuple(
        _statement(f"theory.{number}", text, family) for number, text in enumerate(record["theory"])
    )
    if len({each.id for each in statements}) < len(statements):
        raise Unreadable("theory", "two statements have one label")
    goal = _read("query", record["query"], _goal, family)
    rows = tuple(
        _row(f"options.{number}", option, family)
        for number, option in enumerate(record["options"] or ())
    )
    theory = ir.Theory(family.logic.name, statements, signature, family.options)
    return theory, ir.Query(goal, rows)


def _statement(field: str, text: str, family: Family) -> ir.Labelled:
    """Read a statement; those that many records share are remembered."""
    known: dict[str, ir.Labelled] = family.memo.setdefault("statements", {})
    if text not in known:
        if len(known) >= MOST_KNOWN:
            known.clear()
        known[text] = _read(field, text, _labelled, family)
    return known[text]


def _read(field: str, text: str, reader: Any, family: Family) -> Any:
    report = Report()
    try:
        node = reader(text, _scope(family, report), field)
        report.raise_errors()
    except SpecError as error:
        raise Unreadable(field, error.diagnostics[0].message) from None
    except KindError as error:
        raise Unreadable(field, str(error)) from None
    if show(node) != text:
        raise Unreadable(field, f"it would be written `{show(node)}`")
    return node


def _scope(family: Family, report: Report) -> StatementScope:
    """Give what statements are read against. Names that an instance invents are declared nowhere, so none need be."""
    accepts = family.logic.accepts
    if "operators" not in family.memo:
        family.memo["operators"] = operators_of(family.logic)
    return StatementScope(
        report,
        slots=family.kinds,
        concepts="concepts" in accepts,
        preferences="preferences" in accepts,
        facts="facts" in accepts,
        paired="concepts" in accepts and "rules" not in accepts,
        operators=family.memo["operators"],
    )


def _labelled(text: str, scope: StatementScope, field: str) -> ir.Labelled:
    label, statement = lower_statement(parse_statement(Source(field, text)), scope)
    return ir.Labelled(label, statement)


def _goal(text: str, scope: StatementScope, field: str) -> ir.Goal:
    if text.startswith("stable {") and text.endswith("}"):
        return ir.Stable(_literals(text.removeprefix("stable {")[:-1]))
    several = _SEVERAL.split(text)
    if len(several) > 1:
        goals = [_goal(each, scope, field) for each in several]
        return ir.Each(tuple(each for each in goals if isinstance(each, ir.Entailed)))
    match _GOAL.fullmatch(text):
        case None:
            raise Unreadable(field, "it is no question")
        case found:
            word, argument, body = found.groups()

    def formula() -> ir.Formula:
        return lower_formula(parse_statement(Source(field, body)), scope.formulas)

    def term(text: str) -> ir.Term:
        return lower_value(parse_expression(Source(field, text)), scope.formulas)[0]

    match word, argument, body:
        case "satisfying", None, None:
            return ir.Satisfying()
        case "optimum", None, None:
            return ir.Optimum()
        case "exists", None, str():
            return ir.Exists(formula())
        case "best", str(), None if argument.endswith((" min", " max")):
            return ir.Best(term(argument[:-4]), argument[-3:])
        case "count" | "sum" | "min" | "max", _, str():
            return ir.Total(word, None if argument is None else term(argument), formula())
        case "entailed", None | "cautious" | "brave", str():
            statement = lower_statement(parse_statement(Source(field, body)), scope)[1]
            return ir.Entailed(statement, argument or "")
        case "answer", "sets", str() if body.isdecimal():
            return ir.AnswerSets(int(body))
        case "answers" | "number", str(), str():
            (literal,) = _literals(body)
            return (ir.Answers if word == "answers" else ir.Number)(argument, literal)
        case _:
            raise Unreadable(field, "it is no question")


@lru_cache(maxsize=64)
def _literals(text: str) -> tuple[ir.Literal, ...]:
    """Give the literals of a list parted by commas."""
    if not text:
        return ()
    report = Report()
    parsed = parse_statement(Source("query", f"{text} -> false"))
    rule = lower_statement(parsed, StatementScope(report))[1]
    report.raise_errors()
    if not (isinstance(rule, ir.Rule) and all(isinstance(each, ir.Literal) for each in rule.body)):
        raise Unreadable("query", "it asks about what is no literal")
    return cast("tuple[ir.Literal, ...]", rule.body)


def _row(field: str, option: Mapping[str, Any], family: Family) -> ir.Row:
    kinds, values = family.kinds, option["values"]
    if list(values) != list(kinds):
        raise Unreadable(f"{field}.values", f"the slots are {', '.join(kinds)}")
    terms: list[ir.Term] = []
    for name, kind in kinds.items():
        place = f"{field}.values.{name}"
        try:
            value = kind.read(_cell(values[name]))
        except (KindError, ValueError, TypeError) as error:
            raise Unreadable(place, str(error)) from None
        if kind.show(value) != values[name]:
            raise Unreadable(place, f"it would be written `{kind.show(value)}`")
        terms.append(kind.term(value))
    return ir.Row(option["label"], tuple(terms))


def _cell(text: Any) -> str:
    if not isinstance(text, str):
        raise TypeError("it is no text")
    return text
