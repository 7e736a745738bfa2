"""Productions and written-out theories: what they draw, and which of them are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from rspc.compiler.family.expressions.typed import Env, Names, NoValue
from rspc.compiler.family.expressions.values import Expressions
from rspc.compiler.family.grammar.expansion import draw_statement
from rspc.compiler.family.grammar.grammar import Grammar
from rspc.compiler.family.grammar.productions import build_production
from rspc.compiler.family.grammar.well_formed import check_call, check_grammar, check_holes
from rspc.compiler.family.grammar.written import Written, build_line
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.substitution import holes
from rspc.compiler.ir.traversal import walk
from rspc.compiler.notation.terms import StatementScope
from rspc.compiler.notation.to_syntax import show
from rspc.compiler.random.stream import Stream
from rspc.dsl import syntax
from rspc.dsl.diagnostics import Report, SpecError
from rspc.dsl.parsing.parser import parse, parse_statement
from rspc.dsl.source import Source

PREDICATES = {
    "big": ("animal",),
    "likes": ("animal", "animal"),
    "sees": ("animal", "animal"),
    "lives": ("animal", "town"),
}
SORTS = {"animal": ("dog", "cat", "owl"), "town": ("oslo", "rome")}
WORDS = {"concept": ("red", "round", "kind"), "role": ("eats", "sees", "owns")}
KINDS = ("fact", "rule", "axiom", "clue", "query")


def built(text: str, concepts: bool = False) -> tuple[Grammar, Report]:
    report = Report()
    spec, found = parse(Source("test", text))
    report.extend(found)
    scope = StatementScope(
        report,
        concepts=concepts,
        predicates=PREDICATES,
        sorts={name: frozenset(members) for name, members in SORTS.items()},
    )
    names = Names({}, lambda name: None, lambda name: None)
    items = [item for item in spec.items if isinstance(item, syntax.Production)]
    grammar = Grammar(
        {item.name: build_production(item, scope, names) for item in items},
        PREDICATES,
        SORTS,
        WORDS,
    )
    check_grammar(grammar.productions, report)
    for production in grammar.productions.values():
        for option in production.options:
            check_holes(option.template, grammar, option.span, report)
    return grammar, report


def sampled(text: str, kind: str, count: int, concepts: bool = False) -> list[ir.Statement]:
    grammar, report = built(text, concepts)
    assert not list(report), list(report)
    return [draw_statement(grammar, kind, Env(Stream("draw", n), {})) for n in range(count)]


def codes(text: str, concepts: bool = False) -> list[str]:
    return [each.code for each in built(text, concepts)[1]]


# ------------------------------------------------------------------------------------------------------- drawing


@pytest.mark.parametrize(
    ("split", "drawn"), [("", {"big(dog)"}), ("test", {"big(dog)", "big(cat)", "big(owl)"})]
)
def test_a_production_is_kept_for_its_split(split: str, drawn: set[str]) -> None:
    grammar, report = built(
        "fact a = big(dog) | <b>\nfact c = big(owl) split test\nsyntax b = big(cat) split test\n"
    )
    assert not list(report)
    found = {
        show(draw_statement(grammar, "fact", Env(Stream("draw", n), {}, {}, split)))
        for n in range(60)
    }
    assert found == drawn


def test_the_bound_of_a_restriction_is_drawn_where_several_are_given() -> None:
    drawn = sampled(
        "axiom a = ?c isa min {1, 2, 3} ?r ?d | ?c isa max {4, 5} ?r ?d", "axiom", 200, True
    )
    bounds = Counter(
        (e.kind, show(e.bound))
        for s in drawn
        for e in walk(s)
        if isinstance(e, ir.Restriction) and e.bound
    )
    assert sorted(bounds) == [("max", "4"), ("max", "5"), ("min", "1"), ("min", "2"), ("min", "3")]


def test_productions_are_picked_by_weight_among_those_whose_guard_holds() -> None:
    text = """
fact a [3] = big(dog)
fact b = big(cat)
fact c [9] = big(owl) when false
"""
    counts = Counter(show(each) for each in sampled(text, "fact", 400))
    assert set(counts) == {"big(dog)", "big(cat)"}
    assert abs(counts["big(dog)"] - 300) < 45


def test_alternatives_are_picked_by_weight() -> None:
    counts = Counter(
        show(s) for s in sampled("fact a = [0.75] big(dog) | [0.25] big(cat)", "fact", 400)
    )
    assert abs(counts["big(dog)"] - 300) < 45


def test_the_same_hole_is_one_value_and_two_holes_are_two() -> None:
    for statement in sampled("rule a = ~?p(X, ?a), ~?q(?b, X) => ~?p(?a, ?b)", "rule", 40):
        assert isinstance(statement, ir.Rule)
        first, second = statement.body
        assert isinstance(first, ir.Literal)
        assert isinstance(second, ir.Literal)
        assert isinstance(statement.head, ir.Literal)
        assert first.atom.predicate == statement.head.atom.predicate != second.atom.predicate
        assert first.atom.arguments[1] == statement.head.atom.arguments[0]
        assert first.atom.arguments[1] != second.atom.arguments[0]


def test_each_sign_is_drawn_for_itself() -> None:
    signs = Counter(
        tuple(part.negative for part in walk(s) if isinstance(part, ir.Literal))
        for s in sampled("rule a = ~big(dog) => ~big(cat)", "rule", 80)
    )
    assert set(signs) == {(a, b) for a in (True, False) for b in (True, False)}


def test_arguments_come_from_the_sort_of_their_place() -> None:
    for statement in sampled("fact a = lives(?x, ?y)", "fact", 30):
        assert isinstance(statement, ir.Fact)
        assert isinstance(statement.literal, ir.Literal)
        x, y = statement.literal.atom.arguments
        assert isinstance(x, ir.Const)
        assert isinstance(y, ir.Const)
        assert (x.name in SORTS["animal"], y.name in SORTS["town"]) == (True, True)


CONCEPTS = """
axiom plain = <concept(2)> isa <concept(1)>
syntax concept(n) = [0.3] <literal> | [0.7] <restriction(n)>
syntax restriction(n) = some ?r <concept(n - 1)> when n > 0
syntax literal = ?c | not ?c
"""


def test_two_expansions_of_a_production_have_holes_of_their_own() -> None:
    drawn = sampled(CONCEPTS, "axiom", 60, concepts=True)
    for statement in drawn:
        assert not holes(statement)
        named = [each.name for each in walk(statement) if isinstance(each, ir.Named)]
        assert len(named) == len(set(named)) == 2
    assert {sum(isinstance(e, ir.Restriction) for e in walk(s)) for s in drawn} == {0, 1, 2, 3}


def test_alternatives_that_need_a_production_whose_guard_fails_are_not_picked() -> None:
    for statement in sampled(CONCEPTS.replace("concept(2)", "concept(0)"), "axiom", 40, True):
        assert isinstance(statement, ir.Inclusion)
        assert not isinstance(statement.left, ir.Restriction)


@pytest.mark.parametrize(
    ("text", "kind", "reason"),
    [
        ("fact a = big(dog) when false", "fact", "no `fact` production can be used"),
        ("fact a = big(dog)", "rule", "no `rule` production can be used"),
        ("fact a = <b>\nsyntax b = big(dog) when false", "fact", "is not available here"),
        ("rule a = big(?a), big(?b), big(?c) => big(?d)", "rule", "for `?d` are used"),
    ],
)
def test_where_nothing_is_left_the_draft_is_dropped(text: str, kind: str, reason: str) -> None:
    with pytest.raises(NoValue, match=reason.replace("?", r"\?")):
        sampled(text, kind, 1)


def test_expansions_inside_each_other_are_bounded() -> None:
    """Deeper statements would not fit on Python's stack."""
    deep = """
axiom a = <deep(18)> isa ?c
syntax deep(n) = <end(n)> | <inner(n)>
syntax end(n) = ?c when n == 0
syntax inner(n) = some ?r <deep(n - 1)> when n > 0
"""
    (made,) = sampled(deep, "axiom", 1, concepts=True)
    assert sum(isinstance(each, ir.Restriction) for each in walk(made)) == 18
    with pytest.raises(NoValue, match="more than 40 expansions"):
        sampled(deep.replace("18", "500"), "axiom", 1, concepts=True)


def test_weights_that_turn_out_to_be_nothing_are_a_fault() -> None:
    with pytest.raises(SpecError, match="E0406"):
        sampled("fact a [0] = big(dog)", "fact", 1)


# ----------------------------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("fact a = <nosuch>", "E0201"),
        ("fact a = <b(1)>\nsyntax b = big(dog)", "E0306"),
        ("fact a = [0] big(dog) | [0] big(cat)", "E0406"),
        ("fact a = [2] big(dog) | [-1] big(cat)", "E0406"),
        ("fact a [-2] = big(dog)", "E0406"),
        ("fact a [x] = big(dog)", "E0201"),
        ("fact a = big(dog) when 3", "E0301"),
        ("syntax a = big(dog) => big(cat)", "E0311"),
        ("fact a = ?p(dog, cat, owl)", "E0410"),
        ("fact a = age(?x)", "E0205"),
        ("fact a = ?p(f(?x))", "E0410"),
        ("rule a = ?x < 3, big(dog) => big(cat)", "E0410"),
        ("rule a = big(?rest...) => big(cat)", "E0410"),
    ],
)
def test_what_is_wrong_with_a_production_is_told(text: str, code: str) -> None:
    assert code in codes(text)


def test_a_near_miss_is_told() -> None:
    (found,) = built("fact a = <lietral>\nsyntax literal = big(dog)")[1]
    assert (found.span.text, found.help) == ("<lietral>", "did you mean `literal`?")


@pytest.mark.parametrize(
    ("text", "circle"),
    [
        ("syntax a = <a>", "`a` -> `a`"),
        ("syntax a = <b>\nsyntax b = <c>\nsyntax c = not <a> | red", "`a` -> `b` -> `c` -> `a`"),
        ("syntax a(n) = some ?r <a(n)>", "`a` -> `a`"),
        ("syntax a(n) = some ?r <a(n - 1)>", "`a` -> `a`"),
        ("syntax a(n) = some ?r <a(n + 1)> when n > 0", "`a` -> `a`"),
        (
            "syntax a(n) = <b(n - 1)> | red\nsyntax b(m) = <a(m + 1)> when m > 0",
            "`a` -> `b` -> `a`",
        ),
        ("syntax a(n) = <b(n - 1)> when n > 0\nsyntax b(m) = <a(m)> | <b(m)>", "`b` -> `b`"),
        ("syntax a(n, m) = <a(m, n - 1)> | red when n > 0", "`a` -> `a`"),
    ],
)
def test_a_grammar_that_need_not_end_is_refused(text: str, circle: str) -> None:
    _, report = built(text, concepts=True)
    found = [each for each in report if each.code == "E0419"]
    assert [circle in each.message for each in found] == [True], list(report)


@pytest.mark.parametrize(
    "text",
    [
        CONCEPTS,
        "syntax a(n) = <b(n)> | red\nsyntax b(n) = <a(n - 1)> when n > 0",
        "syntax a(n) = <b(n - 1)> when n >= 1\nsyntax b(m) = <a(m)> | red",
        "syntax a(n, m) = <a(n, m - 1)> | red when 0 < m and n > 3",
        "syntax a = <b>\nsyntax b = <c> | <c>\nsyntax c = red",
    ],
)
def test_a_grammar_that_ends_is_accepted(text: str) -> None:
    assert codes(text, concepts=True) == []


def test_many_productions_are_checked_quickly() -> None:
    parts = [
        f"syntax p{i} = red | " + " | ".join(f"<p{j}>" for j in range(i)) for i in range(1, 25)
    ]
    assert codes("\n".join(["syntax p0 = red", *parts]), concepts=True) == []


# -------------------------------------------------------------------------------------------------- written out


def written(lines: Sequence[str], grammar: Grammar, report: Report) -> Written:
    scope = StatementScope(report, concepts=bool(grammar.of_kind("axiom")))
    expressions = Expressions(Names({}, lambda name: None, lambda name: None), report)
    statements = [parse_statement(Source("test", line)) for line in lines]
    return Written(tuple(build_line(each, scope, expressions, KINDS, ()) for each in statements))


def test_a_written_out_theory_keeps_its_labels_and_gives_the_rest_their_own() -> None:
    grammar, report = built("fact a = big(?x)")
    lines = ["f2: big(dog)", "big(cat)", "2 of fact", "r: big(X) => big(X)", "big(X) -> false"]
    theory = written(lines, grammar, report).draw(grammar, Env(Stream(1), {}))
    assert not list(report)
    assert [each.id for each in theory] == ["f2", "f1", "f3", "f4", "r", "r1"]


def test_a_number_of_statements_is_drawn() -> None:
    grammar, report = built("fact a = big(?x)")
    made = written(["3..5 of fact"], grammar, report)
    sizes = {len(made.draw(grammar, Env(Stream(n), {}))) for n in range(30)}
    assert sizes == {3, 4, 5}


def test_a_written_statement_expands_productions_with_their_arguments() -> None:
    grammar, report = built(CONCEPTS, concepts=True)
    made = written(["<concept(1)> isa ?c"], grammar, report)
    for line in made.lines:
        for call in line.calls:
            check_call(call, grammar.productions, report)
    (only,) = made.draw(grammar, Env(Stream(3), {}))
    assert (list(report), holes(only), only.id) == ([], (), "a1")


@pytest.mark.parametrize(
    ("line", "code", "help"),
    [
        ("3 of fcat", "E0201", "did you mean `fact`?"),
        ("x of fact", "E0201", "write a number, such as `5`"),
    ],
)
def test_what_is_wrong_with_a_line_is_told(line: str, code: str, help: str) -> None:
    grammar, report = built("fact a = big(?x)")
    written([line], grammar, report)
    (found,) = report
    assert (found.code, found.help) == (code, help)


def test_a_number_of_statements_is_whole() -> None:
    grammar, report = built("fact a = big(?x)")
    with pytest.raises(SpecError, match="E0403"):
        written(["(3 / 2) of fact"], grammar, report).draw(grammar, Env(Stream(1), {}))


# ---------------------------------------------------------------------------------------------------------- golden


GOLDEN = [
    "-big(cat)",
    "sees(cat, owl)",
    "-big(cat)",
    "sees(owl, cat)",
    "likes(X, dog), -big(X) => -lives(X, rome)",
    "-sees(X, owl), big(X) => -lives(X, rome)",
    "likes(X, cat), -big(X) => lives(X, rome)",
    "-lives(X, rome), -big(X) => -likes(X, dog)",
    "some owns kind isa some sees not round",
    "kind isa some owns not round",
    "some eats red isa some owns not round",
    "not round isa red",
]


def test_the_statements_drawn_for_fixed_keys_are_frozen() -> None:
    text = """
fact at = [2] ?p(?x, ?y) | -big(?x)
rule flow [2] = ~?p(X, ?a), ~?q(X) => ~?r(X, ?b)
rule jump = big(?a) => likes(?a, ?b)
"""
    drawn = [*sampled(text, "fact", 4), *sampled(text, "rule", 4)]
    drawn += sampled(CONCEPTS, "axiom", 4, concepts=True)
    assert [show(each) for each in drawn] == GOLDEN
