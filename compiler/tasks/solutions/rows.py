"""Solutions of requirements: values of slots of a record. Posing them, and judging replies."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec

from ....dsl.diagnostics import Report
from ....dsl.parsing.parser import parse_statement
from ....dsl.source import Source
from ...contract import Limits, Prover, Score, plugins
from ...ir import nodes as ir, walk
from ...kinds import Kind, KindError
from ...notation import StatementScope, lower_statement
from ...replies import Entry
from .judged import Budget, first_violated, violation
from .plain_kinds import kind_of

ALWAYS = ir.Truth(True)


def row_formula(kinds: Mapping[str, Kind], row: Mapping[str, Any]) -> ir.Formula:
    """Return the formula that says what the values of a record are."""
    parts = tuple(
        ir.Comparison("==", ir.Slot(name), kind.term(row[name])) for name, kind in kinds.items()
    )
    return ir.And(parts) if len(parts) > 1 else parts[0]


def row_entries(
    names: Sequence[Sequence[str]], kinds: Mapping[str, Kind], row: Mapping[str, Any]
) -> tuple[Entry, ...]:
    """Return the entries of the values of slots."""
    return tuple(
        (number, tuple(kinds[name].show(row[name]) for name in own))
        for number, own in enumerate(names)
    )


def is_possible(
    prover: Prover, formulas: Sequence[ir.Formula], kinds: Mapping[str, Kind], limits: Limits
) -> Mapping[str, str] | None:
    """Return values of slots, as literals, that meet formulas; None if there are none.

    The prover looks for values for which the formulas do not differ from what always holds.

    Raises:
        Undecided: the budget is too small.
    """
    whole = ir.And(tuple(formulas)) if len(formulas) > 1 else formulas[0]
    found = prover.complementary(whole, ALWAYS, kinds, {}, limits)
    return None if found is None else dict(found.values)


def count_rows(
    prover: Prover,
    requirements: Sequence[ir.Formula],
    right: Sequence[Mapping[str, Any]],
    names: Sequence[str],
    kinds: Mapping[str, Kind],
    most: int,
    limits: Limits,
) -> int:
    """Return how many different values of slots there are in records that meet requirements; `most` if there are more.

    Those of the rows at hand count first: which others a prover finds depends on what it proved before.

    Args:
        right: rows that meet the requirements.

    Raises:
        Undecided: the budget is too small.
    """
    own = {name: kinds[name] for name in names}
    rows = {tuple(row[name] for name in names): row for row in right}
    if len(rows) >= most:
        return most
    known = {node.name for each in requirements for node in walk(each) if isinstance(node, ir.Slot)}
    if not known.issuperset(names):
        return most  # a slot that no requirement mentions can have any value
    formulas = [*requirements, *(ir.Not(row_formula(own, row)) for row in rows.values())]
    for number in range(len(rows), most):
        found = is_possible(prover, formulas, kinds, limits)
        if found is None:
            return number
        values = {name: kinds[name].read(found[name]) for name in names}
        formulas.append(ir.Not(row_formula(own, values)))
    return most


def judge_row(
    record: Mapping[str, Any], entries: Sequence[Entry], text: str, budget: Budget
) -> Score:
    """Return whether some record that meets every requirement has the values of an answer.

    Raises:
        Undecided, EngineError: the budget is too small.
    """
    reply = record["reply"]
    given: dict[str, str] = {}
    for number, values in entries:
        for name, value in zip(reply["slots"][number], values, strict=True):
            if given.setdefault(name, value) != value:
                return Score(0.0, f"`{reply['labels'][name]}` has two values", text)
    for name in (each for own in reply["slots"] for each in own):
        if name not in given:
            return Score(0.0, f"`{reply['labels'][name]}` is missing", text)
    theory, kinds = _theory(tuple(record["theory"]), msgspec.json.encode(reply["kinds"]))
    try:
        own = {name: kinds[name].read(value) for name, value in given.items()}
        fixed: list[ir.Formula] = [
            ir.Comparison("==", ir.Slot(name), kinds[name].term(value))
            for name, value in own.items()
        ]
    except KindError as error:
        return Score(0.0, f"expected {error}", text)
    logic = plugins.load(plugins.LOGICS, record["logic"])
    prover = plugins.make(plugins.BACKENDS, logic.explores)
    formulas = [formula for _, formula in theory]

    def possible(number: int) -> bool:
        own = [*fixed, *formulas[:number]]
        return is_possible(prover, own, kinds, budget.next()) is not None

    if possible(len(formulas)):
        return Score(1.0, answer=text)
    return violation(record, first_violated([id for id, _ in theory], possible), text)


@lru_cache(maxsize=16)
def _theory(
    texts: tuple[str, ...], kinds: bytes
) -> tuple[tuple[tuple[str, ir.Formula], ...], Mapping[str, Kind]]:
    """Return the requirements of a record with their ids, and the kinds of its slots."""
    slots = {name: kind_of(plain) for name, plain in msgspec.json.decode(kinds).items()}
    report = Report()
    found: list[tuple[str, ir.Formula]] = []
    for text in texts:
        scope = StatementScope(report, slots=slots, facts=False)
        label, statement = lower_statement(parse_statement(Source("theory", text)), scope)
        assert isinstance(statement, ir.Requirement)
        found.append((label, statement.formula))
    report.raise_errors()
    return tuple(found), slots
