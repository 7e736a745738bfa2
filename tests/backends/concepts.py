"""Theories of concepts, and questions with the answers that textbooks give."""

from __future__ import annotations

from rspc.compiler.ir import nodes as ir
from rspc.compiler.lowering import lower_statement
from rspc.compiler.terms import StatementScope
from rspc.dsl.diagnostics import Report
from rspc.dsl.parser import parse_statement
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
