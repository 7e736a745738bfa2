"""DFL, read and written."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk
from rspc.compiler.logics.dfl import Dfl
from rspc.compiler.notation.lower import StatementScope, lower_statement
from rspc.compiler.notation.to_syntax import show
from rspc.dsl.diagnostics import Diagnostic, Report, SpecError
from rspc.dsl.source import Source

FORMAT = Dfl()


def read(text: str) -> list[str]:
    return [show(each) for each in lowered(text)]


def lowered(text: str) -> list[ir.Labelled]:
    """Read a text, with `-` for the id of what has no label."""
    report = Report()
    scope = StatementScope(report)
    pairs = [lower_statement(each, scope) for each in FORMAT.read(Source("t.dfl", text))]
    report.raise_errors()
    return [ir.Labelled(label or "none", statement) for label, statement in pairs]


def faults(text: str) -> tuple[Diagnostic, ...]:
    with pytest.raises(SpecError) as caught:
        FORMAT.read(Source("t.dfl", text))
    return caught.value.diagnostics


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (">> bird", "none : bird"),
        ("f1: >> bird", "f1 : bird"),
        ("  >>bird(tweety)   # for certain", "none: bird(tweety)"),
        (">> -bird", "none: -bird"),
        ("r1: bird -> animal", "r1: bird -> animal"),
        ("r1: a, -b => c", "r1: a, -b => c"),
        ("r1: a ~> -b", "r1: a ~> -b"),
        ("r1:=>a", "r1: true => a"),
        ("=> a", "none: true => a"),
        ("a -> ~b", "none: a -> -b"),
        ("a => ¬b", "none: a => -b"),
        ("r1: p(X, b, 3) => q(X)", "r1: p(X, b, 3) => q(X)"),
        ("r1: Bird => Flies", "r1: `Bird` => `Flies`"),
        ("r1: is-bird -> has-wings", "r1: `is-bird` -> `has-wings`"),
        ("r1: a->b", "r1: a -> b"),
        ("r1 > r2", "none: r1 > r2"),
        ("r1>r2", "none: r1 > r2"),
        ("1: a => b", "`1`: a => b"),
        ("r1: not => all", "r1: `not` => all"),
    ],
)
def test_a_line_is_read(text: str, shown: str) -> None:
    assert read(text) == [shown]


def test_a_file_is_read_line_by_line() -> None:
    text = "# Tweety\n\n>> penguin\r\nr1: penguin -> bird\n\nr2: bird => flies # usually\nr3 > r2\n"
    assert len(read(text)) == 4


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("r1: p(X => q", (1, 9), "expected `,` or `)`, found `=>`"),
        (">> a\n>> b c", (2, 6), "expected the end of the line, found `c`"),
        ("[O]a -> b", (1, 1), "expected a literal, found `[`"),
        ("r1 >", (1, 5), "expected the label of a rule, found the end of the line"),
        ("r1: a, => b", (1, 8), "expected a literal, found `=>`"),
        ("a", (1, 2), "expected `->`, `=>` or `~>`, found the end of the line"),
        ("r1: a => b, c", (1, 11), "expected the end of the line, found `,`"),
        ("r1: a => p()", (1, 12), "expected a constant or a variable, found `)`"),
        ("r3 > r2 > r1", (1, 9), "expected the end of the line, found `>`"),
        (">> 12", (1, 4), "expected a literal, found `12`"),
    ],
)
def test_a_fault_is_told_at_its_place(text: str, place: tuple[int, int], message: str) -> None:
    (found,) = faults(text)
    assert (found.code, found.message) == ("E0101", message)
    assert found.span.source.place(found.span.start) == place


def test_every_bad_line_is_told() -> None:
    assert [each.code for each in faults("a b\n>> c\n=>\n>> d(\n")] == ["E0101"] * 3


def test_a_file_of_comments_is_told() -> None:
    (found,) = faults("# nothing\n\n")
    assert found.code == "E0604"


def test_statements_know_their_places() -> None:
    source = Source("t.dfl", "# c\nr1: p(X), -q -> r(X)   # why\n  >> -p(a)\nr1 > r2")
    found = [each.span.text for each in FORMAT.read(source)]
    assert found == ["r1: p(X), -q -> r(X)", ">> -p(a)", "r1 > r2"]


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(SpecError):
        assert FORMAT.read(Source("t.dfl", text))


# --------------------------------------------------------------------------------------------------- round trips

PLAIN = st.sampled_from(["p", "q", "is_bird", "r2d2"])
ODD = st.one_of(PLAIN, st.sampled_from(["P", "a b", "a_b", "a-b", "ä", "2x", "", "not"]))


def terms(names: st.SearchStrategy[str]) -> st.SearchStrategy[ir.Term]:
    return st.one_of(
        st.builds(ir.Const, names),
        st.builds(ir.Var, st.sampled_from(["X", "Y2", "_"])),
        st.builds(lambda n: ir.Quantity("integer", n), st.integers(0, 10**6)),
    )


def literals(names: st.SearchStrategy[str]) -> st.SearchStrategy[ir.Literal]:
    arguments = st.lists(terms(names), max_size=2).map(tuple)
    return st.builds(ir.Literal, st.builds(ir.Atom, names, arguments), st.booleans())


def statements(names: st.SearchStrategy[str]) -> st.SearchStrategy[ir.Statement]:
    bodies = st.lists(literals(names), max_size=3).map(lambda b: tuple(b) or (ir.Truth(True),))
    arrows = st.sampled_from(["->", "=>", "~>"])
    return st.one_of(
        st.builds(ir.Fact, literals(names)), st.builds(ir.Rule, bodies, arrows, literals(names))
    )


def theory(found: list[ir.Statement]) -> ir.Theory:
    labelled = [ir.Labelled(f"s{n}", each) for n, each in enumerate(found, 1)]
    first, last = labelled[0].id, labelled[-1].id
    return ir.Theory("rules", (*labelled, ir.Labelled("none", ir.Preference(first, last))))


@given(st.lists(statements(PLAIN), min_size=1, max_size=6))
def test_what_is_written_reads_back(found: list[ir.Statement]) -> None:
    made = theory(found)
    assert tuple(lowered(FORMAT.write(made))) == made.statements


@given(st.lists(statements(ODD), min_size=1, max_size=6))
def test_names_stay_apart_whatever_they_are(found: list[ir.Statement]) -> None:
    made = theory(found)
    again = lowered(FORMAT.write(made))
    for one, other in ((made.statements, again), (again, made.statements)):
        renamed: dict[str, str] = {}
        for left, right in zip(one, other, strict=True):
            pairs = zip(_names(left.statement), _names(right.statement), strict=True)
            assert all(renamed.setdefault(a, b) == b for a, b in pairs)


@given(statements(PLAIN | st.sampled_from(["Happy", "is-bird", "ä", "not"])))
def test_a_statement_is_shown_as_it_is_read(found: ir.Statement) -> None:
    labelled = ir.Labelled("r1", found)
    shown = FORMAT.show(labelled)
    read_back = shown is not None and lowered(shown) == [labelled]
    capital = any(each == ir.Const("Happy") for each in walk(found))
    assert read_back is not capital
    assert (shown is None) is capital


@given(literals(ODD))
def test_a_literal_is_shown_as_it_is_asked(found: ir.Literal) -> None:
    shown = FORMAT.show(found)
    if shown is None:
        assert {each.split(" ", 1)[1] for each in _names(ir.Fact(found))} & {"P", "a b", ""}
    elif not any(isinstance(each, ir.Var) for each in walk(found)):
        assert queried(shown) == ir.Fact(found)


def queried(text: str) -> ir.Statement:
    report = Report()
    node = FORMAT.read_query(Source("query", text), Source("t.dfl", ""))
    _, found = lower_statement(node, StatementScope(report, facts=True))
    report.raise_errors()
    return found


@pytest.mark.parametrize(
    "text", ["-p(a)", "~p(a)", "¬ p( a )", ">> -p(a)  # for certain", "\n-p(a)\n"]
)
def test_a_query_is_a_literal(text: str) -> None:
    assert FORMAT.show(queried(text)) == ">> -p(a)"


@pytest.mark.parametrize(
    ("query", "code", "at", "told"),
    [
        ("", "E0101", "", "expected a literal, found the end of the query"),
        ("# hm", "E0101", "", "expected a literal, found the end of the query"),
        ("p(a).", "E0101", ".", "expected the end of the query, found `.`"),
        ("p(a)?", "E0101", "?", "expected the end of the query, found `?`"),
        ("not p(a)", "E0101", "p", "expected the end of the query, found `p`"),
        ("p(a), q(a)", "E0101", ",", "expected the end of the query, found `,`"),
        ("p(a", "E0101", "", "expected `,` or `)`, found the end of the query"),
        ("p()", "E0101", ")", "expected a constant or a variable, found `)`"),
        ("`p`(a)", "E0101", "`", "expected a literal, found ```"),
        ('p("a")', "E0101", '"', 'expected a constant or a variable, found `"`'),
        ("--p", "E0101", "-", "expected a literal, found `-`"),
        ("f1: >> p", "E0101", ":", "expected the end of the query, found `:`"),
        ("[O]p", "E0101", "[", "expected a literal, found `[`"),
        ("p(a, X)", "E0426", "X", "`X` is unbound in this query"),
        ("p(_)", "E0426", "_", "`_` is unbound in this query"),
        ("r1: p => q", "E0421", "r1: p => q", "a query must be a literal, not a rule"),
        ("r1 > r2", "E0421", "r1 > r2", "a query must be a literal, not a rule"),
    ],
)
def test_a_bad_query_is_told_at_its_place(query: str, code: str, at: str, told: str) -> None:
    with pytest.raises(SpecError) as caught:
        queried(query)
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.text, found.span.source.text) == (code, at, query)
    assert found.message.startswith(told)
    assert found.help


@given(st.text())
def test_any_query_is_read_or_refused(text: str) -> None:
    with suppress(SpecError):
        queried(text)


@pytest.mark.parametrize("node", [ir.Truth(True), ir.Literal(ir.Atom("p"), default=True)])
def test_what_the_format_lacks_is_not_shown(node: ir.Node) -> None:
    assert FORMAT.show(node) is None


def _names(statement: ir.Statement) -> list[str]:
    found = []
    for each in walk(statement):
        match each:
            case ir.Atom(predicate=str(name)):
                found.append(f"predicate {name}")
            case ir.Const(name=name):
                found.append(f"constant {name}")
            case ir.Quantity(amount=amount):
                found.append(f"amount {amount}")
            case ir.Var(name=name):
                found.append(f"variable {name}")
    return found


@pytest.mark.parametrize(
    "statement",
    [
        ir.Rule((ir.Truth(False),), "=>", ir.Literal(ir.Atom("p", ()))),
        ir.Rule((ir.Literal(ir.Atom("q", ()), default=True),), "=>", ir.Literal(ir.Atom("p", ()))),
        ir.Rule((), "=>", ir.Truth(False)),
        ir.Requirement(ir.Truth(True)),
    ],
)
def test_what_the_format_lacks_is_refused(statement: ir.Statement) -> None:
    with pytest.raises(ValueError, match="DFL"):
        FORMAT.write(ir.Theory("rules", (ir.Labelled("s1", statement),)))
