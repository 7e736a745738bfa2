"""Theories of concepts, and questions with the answers that textbooks give."""

from __future__ import annotations

from random import Random

from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse_statement
from rspc.dsl.source import Source


def statement(text: str) -> ir.Statement:
    report = Report()
    found = lower_statement(
        parse_statement(Source("x", text)), StatementScope(report, concepts=True)
    )
    report.raise_errors()
    return found[1]


def theory(*texts: str, unique_names: bool = True) -> ir.Theory:
    labelled = tuple(ir.Labelled(f"a{n}", statement(text)) for n, text in enumerate(texts, 1))
    return ir.Theory("alcq", labelled, options=(("unique_names", unique_names),))


def asked(text: str) -> ir.Query:
    return ir.Query(ir.Entailed(statement(text)))


FAMILY = (  # Baader et al. 2003, The Description Logic Handbook, section 2.2: kinship
    "woman isa person and female",
    "person and female isa woman",
    "man isa person and not woman",
    "person and not woman isa man",
    "mother isa woman and some hasChild person",
    "woman and some hasChild person isa mother",
    "father isa man and some hasChild person",
    "man and some hasChild person isa father",
    "parent isa father or mother",
    "father or mother isa parent",
    "manyChildren isa mother and min 3 hasChild thing",
    "withoutDaughter isa mother and only hasChild not woman",
    "mother and only hasChild not woman isa withoutDaughter",
)
TEXTBOOK: tuple[tuple[tuple[str, ...], str, str], ...] = (
    (FAMILY, "manyChildren isa parent", "true"),
    (FAMILY, "parent isa person", "true"),
    (FAMILY, "woman isa mother", "unknown"),
    (FAMILY, "woman and man isa nothing", "true"),
    (
        (*FAMILY, "mary : withoutDaughter", "hasChild(mary, peter)", "peter : person"),
        "peter : man",
        "true",
    ),
    (("likes(a, b)", "likes(a, c)"), "a : min 2 likes thing", "true"),
    (("likes(a, b)", "likes(a, c)", "a : max 1 likes thing"), "a : red", "inconsistent"),
    (("a : max 1 likes thing", "likes(a, b)"), "likes(a, c)", "false"),
    (("a : only likes nothing",), "a : some likes thing", "false"),
    (("a : only likes nothing",), "a : only likes red", "true"),
    (("a : red",), "a : only likes red", "unknown"),
    (("red isa some likes red", "a : red"), "a : some likes some likes red", "true"),
    (("red isa not red",), "red isa nothing", "true"),
    (("red isa not red", "a : red"), "a : blue", "inconsistent"),
    (("a : exactly 2 likes red", "a : exactly 1 likes (red and round)"), "a : some likes (red and not round)", "true"),
    (("a : more than 2 likes red",), "a : min 3 likes red", "true"),
    (("a : fewer than 2 likes red",), "a : max 1 likes red", "true"),
    (("a : fewer than 0 likes red",), "a : red", "inconsistent"),
    (("thing isa red", "a : blue"), "a : not red", "false"),
    (("likes(a, b)", "a : only likes (red or blue)", "b : not blue"), "b : red", "true"),
)  # fmt: skip

MERGED = (
    # Without unique names two successors may be one (Baader et al. 2017, section 2.5).
    (("likes(a, b)", "likes(a, c)", "a : max 1 likes thing", "b : red"), "c : red", "true"),
    (("likes(a, b)", "likes(a, c)"), "a : min 2 likes thing", "unknown"),
    (("a : red", "b : not red", "likes(c, a)", "likes(c, b)"), "c : min 2 likes thing", "true"),
)


def drawn(random: Random) -> tuple[ir.Theory, ir.Query]:
    """Return a small theory over few names, dense with number restrictions, and a question to it."""
    named = tuple(map(ir.Const, "xyz"))

    def concept(depth: int) -> ir.Formula:
        form = random.random() if depth else 0
        if form < 0.3:
            return random.choice((*map(ir.Named, "pqs"), ir.Truth(random.random() < 0.5)))
        if form < 0.4:
            return ir.Not(concept(depth - 1))
        if form < 0.6:
            return random.choice((ir.And, ir.Or))((concept(depth - 1), concept(depth - 1)))
        role, filler = random.choice("rt"), concept(depth - 1)
        if form < 0.75:
            return ir.Restriction(random.choice(("some", "only")), None, role, filler)
        kind = random.choice(("min", "max", "exactly", "more than", "fewer than"))
        return ir.Restriction(kind, ir.Quantity("integer", random.randint(0, 3)), role, filler)

    def said() -> ir.Statement:
        form = random.random()
        if form < 0.3:
            return ir.Inclusion(concept(2), concept(2))
        if form < 0.65:
            return ir.ConceptAssertion(random.choice(named), concept(2))
        pair = (random.choice(named), random.choice(named))
        return ir.Fact(ir.Literal(ir.Atom(random.choice("rt"), pair)))

    statements = [ir.Labelled(f"a{n}", said()) for n in range(random.randint(3, 8))]
    options = (("unique_names", random.random() < 0.6),)
    theory = ir.Theory("alcq", tuple(statements), options=options)
    return theory, ir.Query(ir.Entailed(said()))
