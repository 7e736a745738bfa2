"""Random small theories, and theories written as text."""

from __future__ import annotations

from random import Random

from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.lower import StatementScope, lower_statement
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse
from rspc.dsl.source import Source
from rspc.dsl.syntax import Theory

VARIANTS = (
    "blocking",
    "blocking_individual",
    "propagating",
    "propagating_individual",
    "parallel",
)


def theory(text: str, variant: str = "blocking") -> ir.Theory:
    """Read statements as a spec writes them; those without a label are numbered."""
    spec, faults = parse(Source("test", f"family t\nlogic constraint\ntheory {{\n{text}\n}}\n"))
    assert not list(faults)
    report = Report()
    scope = StatementScope(report)
    found: list[ir.Labelled] = []
    for item in spec.items:
        if isinstance(item, Theory):
            for place, each in enumerate(item.statements or (), 1):
                label, node = lower_statement(each, scope)
                found.append(ir.Labelled(label or f"s{place}", node))
    report.raise_errors()
    return ir.Theory("rules", tuple(found), options=(("variant", variant),))


def asks(text: str) -> ir.Query:
    """Read a literal as a query."""
    (labelled,) = theory(f"{text}.").statements
    return ir.Query(ir.Entailed(labelled.statement))


def retold(base: ir.Theory, variant: str) -> ir.Theory:
    return ir.Theory(base.logic, base.statements, base.signature, (("variant", variant),))


def random_theory(seed: int) -> tuple[ir.Theory, ir.Query]:
    """Make a small theory, half of them with variables: with circles, ambiguity, defeaters and preferences."""
    random = Random(seed)
    if seed % 3 == 0:
        return _contested(random)
    arities = {name: random.choice((0, 0, 1, 1, 2)) for name in "pqrst"}
    if random.random() < 0.5:
        arities = dict.fromkeys("pqrst", 0)
    constants: list[ir.Term] = [ir.Const("a"), ir.Const("b"), ir.Quantity("integer", 3)]
    constants = constants[: random.choice((1, 2, 2, 3))]
    names = "pqrst"[: random.randint(2, 5)]

    def literal(variables: str, ground: float) -> ir.Literal:
        name = random.choice(names)
        terms = tuple(
            random.choice(constants)
            if not variables or random.random() < ground
            else ir.Var(random.choice(variables))
            for _ in range(arities[name])
        )
        return ir.Literal(ir.Atom(name, terms), random.random() < 0.4)

    statements: list[ir.Labelled] = []
    for n in range(random.randint(0, 3)):
        statements.append(ir.Labelled(f"f{n}", ir.Fact(literal("", 1))))
    rules = [f"r{n}" for n in range(random.randint(1, 8))]
    for id in rules:
        arrow = random.choices(("->", "=>", "~>"), (2, 6, 2))[0]
        body = tuple(literal("XY", 0.3) for _ in range(random.choice((0, 1, 1, 1, 2, 2))))
        held = {t.name for part in body for t in part.atom.arguments if isinstance(t, ir.Var)}
        loose = random.random() < 0.1
        head = literal("XY" if loose else "".join(sorted(held)), 0.2)
        statements.append(ir.Labelled(id, ir.Rule(body, arrow, head)))
    for _ in range(random.randint(0, 4)):
        one, other = random.choice(rules), random.choice(rules)
        if one < other:
            statements.append(ir.Labelled(f"x{len(statements)}", ir.Preference(one, other)))
    made = ir.Theory("rules", tuple(statements))
    heads = [s.statement.head for s in statements if isinstance(s.statement, ir.Rule)]
    head = random.choice(heads)
    assert isinstance(head, ir.Literal)
    terms = tuple(
        random.choice(constants) if isinstance(t, ir.Var) else t for t in head.atom.arguments
    )
    asked = ir.Literal(ir.Atom(head.atom.predicate, terms), head.negative)
    return made, ir.Query(ir.Entailed(ir.Fact(asked)))


def _contested(random: Random) -> tuple[ir.Theory, ir.Query]:
    """Make a theory without strict rules in which most literals are attacked, and preferences decide."""
    atoms = [ir.Atom(name) for name in "pqrs"[: random.randint(2, 4)]]

    def literal(place: int) -> ir.Literal:
        return ir.Literal(atoms[place], random.random() < 0.5)

    statements = []
    rules = [f"r{n}" for n in range(random.randint(3, 10))]
    for id in rules:
        place = random.randrange(len(atoms))
        below = place if random.random() < 0.8 else len(atoms)
        body = tuple(
            literal(random.randrange(below)) for _ in range(random.choice((0, 0, 0, 1, 2))) if below
        )
        arrow = "=>" if random.random() < 0.85 else "~>"
        statements.append(ir.Labelled(id, ir.Rule(body, arrow, literal(place))))
    for one in rules:
        for other in rules:
            if one < other and random.random() < 0.35:
                pair = ir.Preference(one, other)
                statements.append(ir.Labelled(f"x{len(statements)}", pair))
    made = ir.Theory("rules", tuple(statements))
    return made, ir.Query(ir.Entailed(ir.Fact(literal(len(atoms) - 1))))
