"""A record's theory and question, read from their texts: the inverse of `show`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeVar, cast

from ....dsl.diagnostics import Report, SpecError
from ....dsl.parsing.parser import parse_expression, parse_statement
from ....dsl.source import Source
from ...elaboration.theory import operators_of
from ...family import Family
from ...ir import nodes as ir, read_goal
from ...kinds import KindError
from ...notation import StatementScope, lower_formula, lower_statement, lower_value, show

_N = TypeVar("_N", bound=ir.Node)

MOST_KNOWN = 1_000
"""How many statements of a family are remembered."""


class Unreadable(ValueError):
    """A text of a record is not what was written of a problem; carries the field and the reason."""

    def __init__(self, field: str, reason: str) -> None:
        self.field = field
        self.reason = reason
        super().__init__(f"`{field}` cannot be read: {reason}")


class ProblemReader:
    """Reads the problems of a family's records; statements that many records share are read once."""

    def __init__(self, family: Family) -> None:
        self._family = family
        self._operators = operators_of(family.logic)
        self._known: dict[str, ir.Labelled] = {}

    def read(
        self, record: Mapping[str, Any], signature: ir.Signature
    ) -> tuple[ir.Theory, ir.Query]:
        """Return the theory and the question of a record. The signature is the theory's, with the names of the record.

        Raises:
            Unreadable: a statement, the question or an option is not as it would be written.
        """
        texts = enumerate(record["theory"])
        statements = tuple(self._statement(f"theory.{number}", text) for number, text in texts)
        if len({statement.id for statement in statements}) < len(statements):
            raise Unreadable("theory", "two statements have the same label")
        goal = self._read("query", record["query"], _goal)
        rows = tuple(
            _row(f"options.{number}", option, self._family)
            for number, option in enumerate(record["options"] or ())
        )
        family = self._family
        theory = ir.Theory(family.logic.name, statements, signature, family.options)
        return theory, ir.Query(goal, rows)

    def _statement(self, field: str, text: str) -> ir.Labelled:
        known = self._known
        if text not in known:
            if len(known) >= MOST_KNOWN:
                known.clear()
            known[text] = self._read(field, text, _read_statement)
        return known[text]

    def _read(self, field: str, text: str, read: Callable[..., _N]) -> _N:
        report = Report()
        try:
            node = read(text, self._scope(report), field)
            report.raise_errors()
        except SpecError as error:
            raise Unreadable(field, error.diagnostics[0].message) from None
        except KindError as error:
            raise Unreadable(field, str(error)) from None
        if show(node) != text:
            raise Unreadable(field, f"it would be written `{show(node)}`")
        return node

    def _scope(self, report: Report) -> StatementScope:
        """Return what statements are read against. Names that an instance invents are declared nowhere."""
        accepts = self._family.logic.accepts
        return StatementScope(
            report,
            slots=self._family.kinds,
            concepts="concepts" in accepts,
            preferences="preferences" in accepts,
            facts="facts" in accepts,
            paired="concepts" in accepts and "rules" not in accepts,
            operators=self._operators,
        )


def _read_statement(text: str, scope: StatementScope, field: str) -> ir.Labelled:
    label, statement = lower_statement(parse_statement(Source(field, text)), scope)
    return ir.Labelled(label, statement)


def _goal(text: str, scope: StatementScope, field: str) -> ir.Goal:
    goal = read_goal(text, _Reader(scope, field))
    if goal is None:
        raise Unreadable(field, "it is not a question")
    return goal


@dataclass(frozen=True)
class _Reader:
    """Reads the parts of a question as statements of a family."""

    scope: StatementScope
    field: str

    def statement(self, text: str) -> ir.Statement:
        return lower_statement(parse_statement(Source(self.field, text)), self.scope)[1]

    def formula(self, text: str) -> ir.Formula:
        return lower_formula(parse_statement(Source(self.field, text)), self.scope.formulas)

    def term(self, text: str) -> ir.Term:
        return lower_value(parse_expression(Source(self.field, text)), self.scope.formulas)[0]

    def literals(self, text: str) -> tuple[ir.Literal, ...]:
        return _literals(text)


@lru_cache(maxsize=64)
def _literals(text: str) -> tuple[ir.Literal, ...]:
    """Return the literals of a list separated by commas."""
    if not text:
        return ()
    report = Report()
    parsed = parse_statement(Source("query", f"{text} -> false"))
    rule = lower_statement(parsed, StatementScope(report))[1]
    report.raise_errors()
    if not (
        isinstance(rule, ir.Rule)
        and all(isinstance(condition, ir.Literal) for condition in rule.body)
    ):
        raise Unreadable("query", "it asks about something that is not a literal")
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
        raise TypeError("it is not a string")
    return text
