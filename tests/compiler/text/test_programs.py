"""The words of programs under the answer set semantics: every statement is read back as itself and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from rspc.compiler.elaboration.words import say_phrases
from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.compiler.notation.to_syntax import show
from rspc.compiler.text.clashes import find_clashes
from rspc.compiler.text.phrasebook import Phrasebook
from rspc.compiler.text.reading.unreadable import why_unreadable
from rspc.compiler.text.templates.phrase import Phrase
from rspc.dsl import syntax
from rspc.dsl.diagnostics import Report
from rspc.dsl.parsing.parser import parse, parse_statement
from rspc.dsl.source import Source

STANDARD = Path(__file__).parents[3] / "stdlib" / "programs.rspec"


def phrases(text: str) -> list[Phrase]:
    spec, complaints = parse(Source("words.rspec", text))
    assert complaints == ()
    report = Report()
    scope = StatementScope(report, facts=True)
    found = [
        phrase
        for item in spec.items
        if isinstance(item, syntax.Say)
        for phrase in say_phrases(item, scope, "words")
    ]
    report.raise_errors()
    return found


def statement(text: str) -> ir.Statement:
    report = Report()
    found = lower_statement(parse_statement(Source("x.rspec", text)), StatementScope(report))[1]
    report.raise_errors()
    return found


@pytest.fixture(scope="module")
def book() -> Phrasebook:
    made = Phrasebook([phrases(STANDARD.read_text(encoding="utf-8"))])
    assert made.diagnostics == ()
    return made


def test_every_phrase_can_be_read_back_and_no_two_clash(book: Phrasebook) -> None:
    assert {
        entry.phrase.text: why_unreadable(entry) for entry in book.entries if why_unreadable(entry)
    } == {}
    assert find_clashes(book) == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("p(a)", "It holds that p(a) is true."),
        (
            '-`P8`("Savannah", `Savannah`)',
            'It holds that P8("Savannah", `Savannah`) is explicitly false.',
        ),
        ("`cow juice`", "It holds that `cow juice` is true."),
        ("p(1..3, (a, b), f(2))", "It holds that p(1..3, (a, b), f(2)) is true."),
        (
            "b1, not b2 -> h",
            "If b1 is true and if there is no evidence that b2 is true, then h is true.",
        ),
        (
            "p(X), not -q(X, Y), X < Y + 1 -> -r(Y)",
            "If p(X) is true, if there is no evidence that q(X, Y) is explicitly false, and if X is less than Y + 1, "
            "then r(Y) is explicitly false.",
        ),
        (
            "p(X) -> (s(X) | -t(X))",
            "If p(X) is true, then s(X) is true or t(X) is explicitly false.",
        ),
        ("s, q -> false", "There is no solution in which s is true and in which q is true."),
        (
            "p(X) -> 1 { colour(X, C) : shade(C) } 1",
            "If p(X) is true, then exactly 1 of these must be chosen: that colour(X, C) is true wherever shade(C) is "
            "true.",
        ),
        (
            "-> { a; -b : c, not d } 2",
            "In any case, at most 2 of these may be chosen: that a is true and that b is explicitly false wherever "
            "(c is true and wherever there is no evidence that d is true).",
        ),
        (
            "count { X : p(X) } >= 2 -> q",
            "If the number of distinct values of X for which p(X) is true is at least 2, then q is true.",
        ),
        (
            "sum { W, X : c(X, W), d(X); 1 } != N, n(N) -> q(N)",
            "If the sum of the first members of the distinct tuples [W, X] for which (c(X, W) is true and for "
            "which d(X) is true) or [1] differs from N and if n(N) is true, then q(N) is true.",
        ),
        (
            "minimize { W@2, X : c(X, W) }",
            "The sum of the first members of the distinct tuples [W, X] at priority 2 for which c(X, W) is true should "
            "be as small as possible.",
        ),
    ],
)
def test_statements_are_said(book: Phrasebook, text: str, said: str) -> None:
    node = statement(text)
    assert book.say(node) == said
    assert book.read(said) == (node,)


# --------------------------------------------------------------------------------------------- any statement

NAMES = (
    "p",
    "q",
    "P8",
    "cow_juice",
    "cow juice",
    "not",
    "and",
    "true",
    "is",
    "send_rocket_into_space",
    "if",
    "X",
)
MODEST = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
names = st.sampled_from(NAMES)
ground = (
    st.sampled_from(("a", "savannah", "Savannah", "is true", "X")).map(ir.Const)
    | st.sampled_from(("a", "Savannah", 'is "true"', "a, b", "X) is true and q(")).map(ir.String)
    | st.integers(-3, 12).map(lambda n: ir.Quantity("integer", n))
)
variables = st.sampled_from(("X", "Y", "V0")).map(ir.Var)


def nested(inner: st.SearchStrategy[ir.Term]) -> st.SearchStrategy[ir.Term]:
    two = st.tuples(inner, inner)
    return (
        st.builds(ir.Function, names, st.lists(inner, min_size=1, max_size=2).map(tuple))
        | two.map(ir.Tuple)
        | two.map(lambda some: ir.Interval(*some))
        | st.builds(ir.Operation, st.sampled_from(("+", "-", "*", "/", "mod")), two)
    )


terms = st.recursive(ground | variables, nested, max_leaves=3)
arguments = st.lists(terms, max_size=4).map(tuple)
atoms = st.builds(ir.Atom, names, arguments)
heads = st.builds(ir.Literal, atoms, st.booleans())
literals = st.builds(ir.Literal, atoms, st.booleans(), st.booleans())
operators = st.sampled_from(("<", "<=", ">", ">=", "==", "!="))
compared = st.builds(ir.Comparison, operators, terms, terms)
conditions = st.lists(literals | compared | compared.map(ir.Not), max_size=3).map(tuple)
tuples = st.lists(terms, min_size=1, max_size=3).map(tuple)
elements = st.lists(st.builds(ir.Element, tuples, conditions), max_size=3).map(tuple)
aggregates = st.builds(ir.AggregateTerm, st.sampled_from(("count", "sum", "min", "max")), elements)
sides = terms | aggregates
comparisons = compared | st.builds(ir.Comparison, operators, sides, sides)
bodies = st.lists(
    literals
    | literals.filter(lambda each: each.default).map(ir.Not)
    | comparisons
    | comparisons.map(ir.Not),
    max_size=4,
).map(tuple)
choices = st.builds(
    ir.Choice,
    st.lists(st.builds(ir.Element, heads.map(lambda each: (each,)), conditions), max_size=3).map(
        tuple
    ),
    st.none() | terms,
    st.none() | terms,
)
disjunctions = st.lists(heads, min_size=2, max_size=4).map(lambda some: ir.Or(tuple(some)))
weighed = st.lists(st.builds(ir.Element, tuples, conditions, st.none() | ground), max_size=3).map(
    tuple
)


def safe(node: ir.Statement) -> bool:
    """Return whether each variable of a head stands in the body."""
    if not isinstance(node, ir.Rule) or isinstance(node.head, ir.Choice):
        return True
    of_body = {each for part in node.body for each in walk(part) if isinstance(each, ir.Var)}
    return all(each in of_body for each in walk(node.head) if isinstance(each, ir.Var))


facts = st.builds(
    ir.Fact,
    st.builds(
        ir.Literal,
        st.builds(ir.Atom, names, st.lists(ground, max_size=4).map(tuple)),
        st.booleans(),
    ),
)
rules = st.builds(
    ir.Rule, bodies, st.just("->"), heads | disjunctions | choices | st.just(ir.Truth(False))
).filter(safe)
optimising = st.builds(ir.Optimise, st.sampled_from(("minimize", "maximize")), weighed)


class Drawn:
    """Picks among phrases as the property test says."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def below(self, n: int) -> int:
        return self._data.draw(st.integers(0, n - 1))


def round_trip(book: Phrasebook, node: ir.Statement, data: st.DataObject) -> None:
    split = data.draw(st.sampled_from(("", "test")))
    said = book.say(node, Drawn(data), split)
    assert said is not None, show(node)
    assert said[0] == said[0].upper()
    assert [show(each) for each in book.read(said)] == [show(node)]
    assert book.read(said) == (node,)


@MODEST
@given(node=facts, data=st.data())
def test_any_fact_round_trips(book: Phrasebook, node: ir.Statement, data: st.DataObject) -> None:
    round_trip(book, node, data)


@MODEST
@given(node=rules, data=st.data())
def test_any_rule_round_trips(book: Phrasebook, node: ir.Statement, data: st.DataObject) -> None:
    round_trip(book, node, data)


@MODEST
@given(node=optimising, data=st.data())
def test_any_optimisation_round_trips(
    book: Phrasebook, node: ir.Statement, data: st.DataObject
) -> None:
    round_trip(book, node, data)


# --------------------------------------------------------------------------------------- words of a family's own


@pytest.fixture(scope="module")
def own() -> Phrasebook:
    words = phrases(
        """
        module words
        say bird(?x) as "{{ x | written }} is a bird"
        say -bird(?x) as "{{ x | written }} is not a bird"
        say likes(?x, ?y) as "{{ x | written }} likes {{ y | written }}"
        """.replace("\n        ", "\n").lstrip()
    )
    made = Phrasebook([words, phrases(STANDARD.read_text(encoding="utf-8"))])
    assert made.diagnostics == ()
    return made


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('bird("Tweety")', 'It holds that "Tweety" is a bird.'),
        (
            "bird(X), not -bird(X) -> likes(X, X)",
            "If X is a bird and if there is no evidence that X is not a bird, then X likes X.",
        ),
        (
            "likes(X, Y), p(Y) -> (bird(X) | -q)",
            "If X likes Y and if p(Y) is true, then X is a bird or q is explicitly false.",
        ),
        (
            "count { X : bird(X), not likes(X, a) } > 1 -> q",
            "If the number of distinct tuples [X] for which (X is a bird and for which there is no evidence that X "
            "likes a) is greater than 1, then q is true.",
        ),
        ("bird(a, b)", "It holds that bird(a, b) is true."),
        ("-likes(a, b)", "It holds that likes(a, b) is explicitly false."),
    ],
)
def test_a_familys_own_words_are_used_in_every_sentence(
    own: Phrasebook, text: str, said: str
) -> None:
    node = statement(text)
    assert own.say(node) == said
    assert own.read(said) == (node,)
