"""The meaning of formulas word by word, over all traces: slow, and plainly right."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from random import Random
from typing import TypeAlias

from rspc_ltlf.logic import OPERATORS

from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse_statement
from rspc.dsl.source import Source

Trace: TypeAlias = Sequence[frozenset[ir.Atom]]

ATOMS = tuple(ir.Atom(name, (ir.Const("a"),)) for name in ("p", "q"))


def true(formula: ir.Formula, trace: Trace, at: int = 0) -> bool:
    """Tell whether a formula is true at a step of a trace."""
    later = range(at, len(trace))
    match formula:
        case ir.Truth(value=value):
            return value
        case ir.Literal(atom=atom, default=default):
            return (atom in trace[at]) != default
        case ir.Not(part=part):
            return not true(part, trace, at)
        case ir.And(parts=parts):
            return all(true(each, trace, at) for each in parts)
        case ir.Or(parts=parts):
            return any(true(each, trace, at) for each in parts)
        case ir.Modal(operator="next", parts=(f,)):
            return at + 1 < len(trace) and true(f, trace, at + 1)
        case ir.Modal(operator="weak_next", parts=(f,)):
            return at + 1 == len(trace) or true(f, trace, at + 1)
        case ir.Modal(operator="eventually", parts=(f,)):
            return any(true(f, trace, k) for k in later)
        case ir.Modal(operator="always", parts=(f,)):
            return all(true(f, trace, k) for k in later)
        case ir.Modal(operator="until", parts=(f, g)):
            return any(
                true(g, trace, k) and all(true(f, trace, j) for j in range(at, k)) for k in later
            )
        case ir.Modal(operator="release", parts=(f, g)):
            return all(
                true(g, trace, k) or any(true(f, trace, j) for j in range(at, k)) for k in later
            )
        case _:
            raise TypeError(formula)


@cache
def traces(steps: int) -> tuple[Trace, ...]:
    """Give every trace over `ATOMS`."""
    states = [
        frozenset(atom for atom, holds in zip(ATOMS, truths, strict=True) if holds)
        for truths in product((False, True), repeat=len(ATOMS))
    ]
    return tuple(product(states, repeat=steps))


def label(theory: ir.Theory, asked: ir.Formula) -> str:
    """Give the label by looking at all traces."""
    formulas = [formula(statement.statement) for statement in theory.statements]
    steps = dict(theory.options)["steps"]
    told = {
        true(asked, trace) for trace in traces(int(steps)) if all(true(f, trace) for f in formulas)
    }
    if not told:
        return "inconsistent"
    return "unknown" if len(told) == 2 else str(told.pop()).lower()


def formula(statement: ir.Statement) -> ir.Formula:
    return statement.literal if isinstance(statement, ir.Fact) else statement.formula


# --------------------------------------------------------------------------------------------- what is asked of it


def scope() -> StatementScope:
    return StatementScope(Report(), facts=True, operators=OPERATORS)


def read(text: str) -> ir.Statement:
    """Give the statement that a text spells."""
    within = scope()
    _, statement = lower_statement(parse_statement(Source("text", text)), within)
    assert not within.report.errors, [error.message for error in within.report.errors]
    return statement


def theory(*statements: str | ir.Statement, steps: int = 3) -> ir.Theory:
    labelled = tuple(
        ir.Labelled(f"s{n}", read(each) if isinstance(each, str) else each)
        for n, each in enumerate(statements)
    )
    return ir.Theory("ltlf", labelled, options=(("steps", steps),))


def query(statement: str | ir.Statement) -> ir.Query:
    return ir.Query(ir.Entailed(read(statement) if isinstance(statement, str) else statement))


def drawn(seed: int, number: int, depth: int) -> Iterator[ir.Statement]:
    """Draw statements: formulas up to a depth, facts among them."""
    random = Random(seed)
    for _ in range(number):
        made = _formula(random, depth)
        yield ir.Fact(made) if isinstance(made, ir.Literal) else ir.Requirement(made)


def _formula(random: Random, depth: int) -> ir.Formula:
    if depth == 0 or random.random() < 0.2:
        return ir.Literal(random.choice(ATOMS), False, random.random() < 0.5)
    kind = random.choice(("not", "and", "or", *OPERATORS))
    if kind in ("and", "or"):
        parts = tuple(_formula(random, depth - 1) for _ in range(random.choice((2, 2, 3))))
        return ir.And(parts) if kind == "and" else ir.Or(parts)
    inner = tuple(
        _formula(random, depth - 1)
        for _ in range(OPERATORS[kind].formulas if kind in OPERATORS else 1)
    )
    if kind != "not":
        return ir.Modal(kind, inner)
    # `not` before an atom is the literal's own
    return ir.Not(inner[0]) if not isinstance(inner[0], ir.Literal) else inner[0]
