"""Programs are asked and answered in their own notation, and what is answered can be read back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st
from msgspec.structs import replace

import rspc
from rspc.backends.asp.lp.format import Lp
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import rebuild
from rspc.compiler.notation.literals import read_literal
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.dsl import syntax
from rspc.dsl.diagnostics import Diagnostic, Report, SpecError
from rspc.dsl.source import Source

from .test_programs import CORPUS, STATEMENTS, answer_sets, lowered

FORMAT = Lp()
PROGRAM = """#const n = 3.
P0("Ann"). P0("Bob"). p(1..n).
P1(X) :- P0(X), not -P2(X).
-P2("Bob").
P3 :- P1("Ann").
-P1(X) :- -P2(X).
"""


def queried(text: str, program: str = "p.") -> syntax.Statement:
    return FORMAT.read_query(Source("query", text), Source("t.lp", program))


def literal(text: str) -> ir.Literal:
    report = Report()
    _, found = lower_statement(queried(text), StatementScope(report, facts=True))
    report.raise_errors()
    assert isinstance(found, ir.Fact)
    assert isinstance(found.literal, ir.Literal)
    return found.literal


# -------------------------------------------------------------------------------------------- what is read back

UPPER = {"p": "P1", "q": "'Q_2'", "is_bird": "v", "_x": "_X", "a": "A"}


def renamed(node: ir.Node) -> ir.Node:
    """Return a node with predicates and functions that are odd: in upper case, with marks, and `v`."""
    node = rebuild(node, renamed)
    match node:
        case ir.Atom(predicate=str(name)):
            return replace(node, predicate=UPPER.get(name, name))
        case ir.Function(name=name):
            return replace(node, name=UPPER.get(name, name))
        case _:
            return node


def again(theory: ir.Theory) -> tuple[ir.Statement, ...]:
    shown = [FORMAT.show(each) for each in theory.statements]
    assert None not in shown
    assert all(f" % {each.id}" in text for each, text in zip(theory.statements, shown, strict=True))
    return tuple(each.statement for each in lowered("\n".join(map(str, shown))).statements)


@given(STATEMENTS)
def test_a_statement_is_shown_as_it_is_read(made: ir.Statement) -> None:
    theory = ir.Theory("asp", (ir.Labelled("s1", renamed(made)),))  # type: ignore[arg-type]
    assert again(theory) == (theory.statements[0].statement,)


@pytest.mark.parametrize("text", CORPUS)
def test_a_program_is_shown_as_it_is_read(text: str) -> None:
    theory = lowered(text)
    assert again(theory) == tuple(each.statement for each in theory.statements)


@pytest.mark.parametrize(
    ("node", "shown"),
    [
        (ir.Literal(ir.Atom("P1", (ir.String("a b"), ir.Const("c")))), 'P1("a b",c)'),
        (ir.Literal(ir.Atom("P"), True, True), "not -P"),
        (ir.Literal(ir.Atom("p q")), None),
        (ir.Literal(ir.Atom("p", (ir.Const("Ann"),))), None),
        (ir.Literal(ir.Atom("p", (ir.Quantity("money", 5),))), None),
        (ir.Rule((), "=>", ir.Literal(ir.Atom("p"))), None),
        (ir.Fact(ir.Literal(ir.Atom("p", (ir.Interval(*map(ir.Const, "ab")),)))), "p(a..b)."),
        (ir.Named("p"), None),
    ],
)
def test_what_no_program_has_is_not_shown(node: ir.Node, shown: str | None) -> None:
    assert FORMAT.show(node) == shown


# ------------------------------------------------------------------------------------- held against clingo itself

CONSTANTS = st.sampled_from(['"Ann"', '"b c"', "d", "1"])
SIGNS = st.sampled_from(["", "", "-"])
KINDS = st.sampled_from(["P0", "P1", "P2"])
GROUND = st.builds("{}{}({})".format, SIGNS, KINDS, CONSTANTS) | st.sampled_from(["P3", "-P3"])
OPEN = st.builds("{}{}(X)".format, SIGNS, KINDS)
BODIES = st.builds(
    lambda first, rest: ", ".join([first, *rest]),
    OPEN,
    st.lists(st.builds("{}{}".format, st.sampled_from(["", "not "]), OPEN | GROUND), max_size=2),
)
HEADS = st.one_of(
    OPEN,
    st.just("P3"),
    st.just(""),
    st.builds("{} | {}".format, OPEN, GROUND),
    st.builds("{{ {} ; {} : {} }} 1".format, OPEN, GROUND, GROUND),
)
LINES = st.builds("{}.".format, GROUND) | st.builds("{} :- {}.".format, HEADS, BODIES)


def plain(text: str) -> str:
    """Return a text with the predicates that clingo has."""
    return re.sub(r"\bP(\d)", r"p\1", text)


@settings(max_examples=40, deadline=None)
@given(st.lists(LINES, min_size=2, max_size=6).map("\n".join))
def test_answer_sets_are_those_of_clingo(text: str) -> None:
    facts = {each for each in text.splitlines() if ":-" not in each}
    if any(f"-{each}" in facts for each in facts):
        assert not answer_sets(plain(text))
        with pytest.raises(SpecError, match="E0427"):
            rspc.solve(text, "lp")
        return
    answer = rspc.solve(text, "lp", options={"most": 1000})
    assert answer.answer_sets is not None
    assert sorted(sorted(map(plain, each)) for each in answer.answer_sets) == answer_sets(
        plain(text)
    )
    for shown, told in zip(answer.answer_sets, answer.certificate["sets"], strict=True):
        assert list(map(literal, shown)) == list(map(read_literal, told))
    theory = lowered(text)
    assert lowered("\n".join(answer.theory)).statements == theory.statements


# ------------------------------------------------------------------------------------------------- what is asked


@pytest.mark.parametrize(
    ("query", "shown", "label"),
    [
        ('P1("Ann")', 'P1("Ann")', "true"),
        (' P1( "Ann" ) . ', 'P1("Ann")', "true"),
        ('P1("Ann") % Ann', 'P1("Ann")', "true"),
        ('- P1("Bob")', '-P1("Bob")', "true"),
        ('P1("Bob")', 'P1("Bob")', "false"),
        ("P3.", "P3", "true"),
        ("p(n)", "p(3)", "true"),
        ("p(0x2)", "p(2)", "true"),
        ('p("é")', 'p("é")', "unknown"),
        ("p(f(-a,(1,)))", "p(f(-a,(1,)))", "unknown"),
    ],
)
def test_a_query_is_read_in_the_notation_of_the_program(query: str, shown: str, label: str) -> None:
    answer = rspc.solve(PROGRAM, "lp", query=query)
    assert (answer.query, answer.label) == (shown, label)


def test_an_answer_is_given_in_the_notation_of_the_program() -> None:
    answer = rspc.solve(PROGRAM, "lp")
    assert answer.theory == (
        'P0("Ann"). % f1',
        'P0("Bob"). % f2',
        "p(1..3). % f3",
        "P1(X) :- P0(X), not -P2(X). % r1",
        '-P2("Bob"). % f4',
        'P3 :- P1("Ann"). % r2',
        "-P1(X) :- -P2(X). % r3",
    )
    assert answer.answer_sets == (
        (
            *('-P1("Bob")', '-P2("Bob")', 'P0("Ann")', 'P0("Bob")', 'P1("Ann")', "P3"),
            *("p(1)", "p(2)", "p(3)"),
        ),
    )
    assert '-`P1`("Bob")' in answer.certificate["sets"][0]


BAD = [
    ("", "E0101", "", "a query is one literal"),
    ("% hm", "E0101", "% hm", "a query is one literal"),
    ("#program base.", "E0421", "#program base.", "a query is one literal"),
    ("P1(Ann)", "E0426", "P1(Ann)", 'put it in quotes: `p("Ann")`'),
    ("P1(_)", "E0426", "P1(_)", "replace the variable"),
    ('not P1("Ann").', "E0421", 'not P1("Ann").', "ask about the literal"),
    ('not not P1("Ann")', "E0421", 'not not P1("Ann")', "ask about the literal"),
    ('P1("Ann"), P0("Bob")', "E0421", 'P1("Ann"), P0("Bob")', "a query is one literal"),
    ('P1("Ann") | P0("Bob")', "E0421", 'P1("Ann") | P0("Bob")', "a query is one literal"),
    ('P1("Ann"). P0("Bob").', "E0421", 'P0("Bob").', "a query is one literal"),
    ("p(1)\np(2)", "E0421", ")", "a query is one literal"),
    ("p(1;2)", "E0421", "p(1;2)", "a query is one literal"),
    ("p(1..2)", "E0421", "p(1..2)", "write the value"),
    ("p(n+1)", "E0421", "p(n+1)", "write the value"),
    ("p(|1|)", "E0421", "p(|1|)", "write the value"),
    ('P1("Ann") P0("Bob")', "E0101", "P0", "a query is one literal"),
    ('P1("Ann" "Bob")', "E0101", '"Bob"', "a query is one literal"),
    ('P1("Ann"', "E0105", "(", "close it with `)`"),
    ('P1("Ann"))', "E0106", ")", "remove the `)`"),
    ('P1("Ann)', "E0103", '"', "write a string on one line"),
    ("P1(“Ann”)", "E0102", "“", "put it in quotes"),
    ('P11("Ann")', "E0205", 'P11("Ann")', "did you mean `P1`?"),
    ('p1("Ann")', "E0205", 'p1("Ann")', "did you mean `P1`?"),
    ('P1("Ann", 1)', "E0306", 'P1("Ann", 1)', "it has `P1` with 1 argument"),
    ('`P1`("Ann")', "E0101", "`", 'such as `p(a)` or `-P1("Ann")`'),
    ('P3 :- P1("Ann")', "E0421", 'P3 :- P1("Ann")', "ask about the head"),
    (":- P3", "E0421", ":- P3", "ask about the head"),
    ("P3?", "E0101", "P3?", "a query is one literal"),
    ("~P3", "E0101", "~P3", "a query is one literal"),
    ("!P3", "E0101", "!", "a query is one literal"),
    ("--P3", "E0101", "--P3", "a query is one literal"),
    ("{ P3 }", "E0421", "{ P3 }", "a query is one literal"),
    ("1 < 2", "E0421", "1 < 2", "a query is one literal"),
    ("#show P1/1.", "E0421", "#show P1/1.", "a query is one literal"),
    ("#minimize { 1 : P3 }", "E0421", "1 : P3", "a query is one literal"),
    ("p(@f(1))", "E0319", "@f(1)", "write the values as facts"),
    ("p(3000000000)", "E0319", "3000000000", "write it as a string"),
    ("%* P3", "E0103", "%*", "end it with `*%`"),
]


def faults(query: str, program: str = PROGRAM) -> tuple[Diagnostic, ...]:
    with pytest.raises(SpecError) as caught:
        rspc.solve(program, "lp", query=query)
    return caught.value.diagnostics


@pytest.mark.parametrize(("query", "code", "at", "help"), BAD, ids=[each for each, *_ in BAD])
def test_a_bad_query_is_told_at_its_place(query: str, code: str, at: str, help: str) -> None:
    (found,) = faults(query)
    assert (found.code, found.span.text, found.span.source.text) == (code, at, query)
    assert help in found.help


def test_of_several_answer_sets_none_is_meant() -> None:
    (found,) = faults("a", "a | b.")
    assert (found.code, found.help) == (
        "E0433",
        "leave the query out: the answer sets are given then",
    )


PIECES = [*'pPX().,;:-|{}?~@#%" \n', "not ", '"é"', "1", "..", ":-", "v", "P1(", "#show", "%*"]


@given(st.text() | st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_any_query_is_read_or_refused_in_its_place(text: str) -> None:
    try:
        queried(text)
    except SpecError as error:
        for each in error.diagnostics:
            assert each.span.source.name == "query"
            assert each.span.start <= each.span.end <= len(text)


def test_a_constant_has_the_value_that_the_program_gives_it() -> None:
    program = '#const n = m. #const m = "é". p(n). #const bad = 1^2.'
    assert literal_of("p(f(n))", program) == ir.Function("f", (ir.String("é"),))
    with pytest.raises(SpecError, match="bitwise operators"):
        literal_of("p(bad)", program)


def literal_of(query: str, program: str) -> ir.Term:
    report = Report()
    _, found = lower_statement(queried(query, program), StatementScope(report, facts=True))
    assert isinstance(found, ir.Fact)
    assert isinstance(found.literal, ir.Literal)
    return found.literal.atom.arguments[0]


def test_aspbench(tmp_path: Path) -> None:
    """A problem as the publication writes it, with predicates in upper case and names in quotes."""
    file = tmp_path / "problem.lp"
    file.write_text(
        'P0("Emma"). P1("Emma", "Liam"). -P2("Liam").\nP3(X) :- P0(X), not -P2(X).\n'
        'P4(X) | P5(X) :- P3(X), P1(X, Y), -P2(Y).\n:- P5("Emma").\n'
    )
    assert rspc.solve(file, "lp", query='P4("Emma")').label == "true"
    assert rspc.solve(file, "lp").answer_sets == (
        ('-P2("Liam")', 'P0("Emma")', 'P1("Emma","Liam")', 'P3("Emma")', 'P4("Emma")'),
    )
