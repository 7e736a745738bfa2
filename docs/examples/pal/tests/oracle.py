"""The meaning of formulas word by word, over Kripke models: slow, and plainly right.

A model is a set of cases and, for each agent, the pairs of cases that the agent cannot tell apart. An announcement is a
new model: the cases in which it is true, and the pairs of these.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product
from random import Random
from typing import TypeAlias

from rspc_pal.logic import OPERATORS

from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse_statement
from rspc.dsl.source import Source

Case: TypeAlias = frozenset[ir.Atom]

AGENTS = ("anne", "bob")
ATOMS = tuple(ir.Atom(name, (ir.Const("a"),)) for name in ("p", "q"))


@dataclass(frozen=True)
class Model:
    """A Kripke model, and those of the moments before it, the first of all first."""

    cases: frozenset[Case]
    pairs: dict[str, frozenset[tuple[Case, Case]]]
    before: tuple["Model", ...] = ()

    def announce(self, formula: ir.Formula) -> "Model":
        """Return the model after a formula was said."""
        left = frozenset(case for case in self.cases if true(formula, self, case))
        pairs = {
            agent: frozenset((one, other) for one, other in own if one in left and other in left)
            for agent, own in self.pairs.items()
        }
        return Model(left, pairs, (*self.before, self))


def true(formula: ir.Formula, model: Model, case: Case) -> bool:
    """Return whether a formula is true in a case of a model."""
    match formula:
        case ir.Truth(value=value):
            return value
        case ir.Literal(atom=atom, default=default):
            return (atom in case) != default
        case ir.Not(part=part):
            return not true(part, model, case)
        case ir.And(parts=parts):
            return all(true(each, model, case) for each in parts)
        case ir.Or(parts=parts):
            return any(true(each, model, case) for each in parts)
        case ir.Modal(operator="knows", parts=(part,), terms=(ir.Const(name=agent),)):
            return all(true(part, model, b) for a, b in model.pairs[agent] if a == case)
        case ir.Modal(operator="since", parts=(part,), terms=(ir.Quantity(amount=number),)):
            moments = (*model.before, model)
            if number >= len(moments):
                return False
            earlier = [true(part, each, case) for each in moments[: number + 1]]
            return earlier[number] and not any(earlier[:number])
        case _:
            raise TypeError(formula)


def label(theory: ir.Theory, asked: ir.Formula) -> str:
    """Return the label by going through all cases of the last model."""
    formulas = [formula(each.statement) for each in theory.statements]
    known = []
    model = first([each for each in formulas if is_of(each, "sees")])
    for each in formulas:
        if is_of(each, "said"):
            (part,) = each.parts
            model = model.announce(part)
        elif not is_of(each, "sees"):
            known.append(each)
    found = {
        true(asked, model, case)
        for case in model.cases
        if all(true(each, model, case) for each in known)
    }
    if not found:
        return "inconsistent"
    return "unknown" if len(found) == 2 else str(found.pop()).lower()


def first(sights: list[ir.Formula]) -> Model:
    """Return the model before anything is said."""
    cases = frozenset(
        frozenset(chosen)
        for number in range(len(ATOMS) + 1)
        for chosen in combinations(ATOMS, number)
    )
    pairs = {}
    for agent in AGENTS:
        seen = {s.parts[0].atom for s in sights if s.terms == (ir.Const(agent),)}
        alike = ((a, b) for a, b in product(cases, repeat=2) if a & seen == b & seen)
        pairs[agent] = frozenset(alike)
    return Model(cases, pairs)


def is_of(formula: ir.Formula, operator: str) -> bool:
    return isinstance(formula, ir.Modal) and formula.operator == operator


def formula(statement: ir.Statement) -> ir.Formula:
    return statement.literal if isinstance(statement, ir.Fact) else statement.formula


# ---------------------------------------------------------------------------------------------------- random theories


def scope() -> StatementScope:
    return StatementScope(Report(), facts=True, operators=OPERATORS)


def read(text: str) -> ir.Statement:
    """Return the statement that a text spells."""
    within = scope()
    _, statement = lower_statement(parse_statement(Source("text", text)), within)
    assert not within.report.errors, [error.message for error in within.report.errors]
    return statement


def theory(*statements: str | ir.Statement) -> ir.Theory:
    labelled = tuple(
        ir.Labelled(f"s{n}", read(each) if isinstance(each, str) else each)
        for n, each in enumerate(statements)
    )
    return ir.Theory("pal", labelled)


def query(statement: str | ir.Statement) -> ir.Query:
    return ir.Query(ir.Entailed(read(statement) if isinstance(statement, str) else statement))


def whole(formula: ir.Formula) -> ir.Statement:
    return ir.Fact(formula) if isinstance(formula, ir.Literal) else ir.Requirement(formula)


def drawn(seed: int, number: int) -> Iterator[tuple[ir.Theory, ir.Query]]:
    """Draw theories: who sees what, some announcements, what the reader knows, and a question."""
    random = Random(seed)
    for _ in range(number):
        sights = [
            f"sees({agent}, {name}(a))"
            for agent in AGENTS
            for name in "pq"
            if random.random() < 0.5
        ]
        said = [
            ir.Requirement(ir.Modal("said", (drawn_formula(random, 2),)))
            for _ in range(random.randrange(4))
        ]
        known = [whole(drawn_formula(random, 1)) for _ in range(random.randrange(2))]
        statements = [*sights, *said, *known]
        random.shuffle(statements)
        yield theory(*statements), query(whole(drawn_formula(random, 2)))


def drawn_formula(random: Random, depth: int) -> ir.Formula:
    if depth == 0 or random.random() < 0.2:
        return ir.Literal(random.choice(ATOMS), False, random.random() < 0.5)
    kind = random.choice(("not", "and", "or", "knows", "knows", "since"))
    if kind in ("and", "or"):
        parts = tuple(drawn_formula(random, depth - 1) for _ in range(random.choice((2, 2, 3))))
        return ir.And(parts) if kind == "and" else ir.Or(parts)
    inner = drawn_formula(random, depth - 1)
    if kind == "knows":
        return ir.Modal("knows", (inner,), (ir.Const(random.choice(AGENTS)),))
    if kind == "since":
        return ir.Modal("since", (inner,), (ir.Quantity("integer", random.randrange(4)),))
    # `not` before an atom is the literal's own
    return ir.Not(inner) if not isinstance(inner, ir.Literal) else inner
