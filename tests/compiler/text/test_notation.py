"""What is written in symbols is read as itself, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings, strategies as st

from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.spelling import (
    NotationError,
    read_atom,
    read_name,
    read_term,
    read_terms,
    spell,
    spell_application,
    spell_name,
)

names = st.sampled_from(
    (
        "p",
        "P8",
        "cow_juice",
        "cow juice",
        "not",
        "mod",
        "X",
        "_x",
        "état",
        "",
        "`",
        "a`b\\",
        "3",
        "Savannah",
    )
) | st.text(max_size=6)
variables = st.sampled_from(("X", "V0", "_", "_X", "Savannah", "X'")).map(ir.Var)
simple = (
    variables
    | names.map(ir.Const)
    | names.map(ir.String)
    | st.integers(-99, 99).map(lambda n: ir.Quantity("integer", n))
)


def compound(inner: st.SearchStrategy[ir.Term]) -> st.SearchStrategy[ir.Term]:
    some = st.lists(inner, max_size=3).map(tuple)
    infix = st.sampled_from(("+", "-", "*", "/", "mod", "**"))
    return (
        st.builds(ir.Function, names, some)
        | some.map(ir.Tuple)
        | st.builds(ir.Interval, inner, inner)
        | st.builds(ir.Operation, infix, st.lists(inner, min_size=2, max_size=3).map(tuple))
        | st.builds(ir.Operation, st.sampled_from(("neg", "abs")), inner.map(lambda each: (each,)))
    )


terms = st.recursive(simple, compound, max_leaves=8)


@settings(max_examples=200, deadline=None)
@given(terms)
@example(ir.Operation("neg", (ir.Const("²"),)))
def test_a_term_is_read_as_itself(term: ir.Term) -> None:
    assert read_term(spell(term)) == term


@settings(max_examples=150, deadline=None)
@given(st.lists(terms, min_size=2, max_size=4).map(tuple))
def test_terms_in_a_list_are_read_as_themselves(some: tuple[ir.Term, ...]) -> None:
    assert read_terms(", ".join(map(spell, some))) == some


@settings(max_examples=150, deadline=None)
@example("p", (ir.Var("X"), ir.Operation("mod", (ir.Const("mod"), ir.Var("X")))))
@given(names, st.lists(terms, max_size=3).map(tuple))
def test_an_atom_is_read_as_itself(name: str, arguments: tuple[ir.Term, ...]) -> None:
    text = spell(ir.Atom(name, arguments))
    if arguments:
        assert text == spell_application(name, tuple(map(spell, arguments)))
        assert read_atom(text) == (name, arguments)
    else:
        assert text == spell_name(name)
        assert read_name(text) == name


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet='pX1 ,.()+-*|`"\\', max_size=8))
def test_a_text_that_is_read_is_how_the_term_is_written(text: str) -> None:
    found = read_terms(text)
    if found:
        assert ", ".join(map(spell, found)) == text


@pytest.mark.parametrize(
    ("term", "text"),
    [
        (ir.Const("savannah"), "savannah"),
        (ir.Const("Savannah"), "`Savannah`"),
        (ir.Var("Savannah"), "Savannah"),
        (ir.String("Savannah"), '"Savannah"'),
        (ir.Const("cow juice"), "`cow juice`"),
        (ir.Quantity("integer", 1200), "1200"),
        (ir.Quantity("integer", -3), "-3"),
        (ir.Operation("neg", (ir.Quantity("integer", 3),)), "-(3)"),
        (ir.Tuple((ir.Var("X"),)), "(X,)"),
        (ir.Function("f", ()), "f()"),
        (
            ir.Operation("*", (ir.Var("X"), ir.Operation("+", (ir.Var("Y"), ir.Var("Z"))))),
            "X * (Y + Z)",
        ),
    ],
)
def test_terms_as_they_are_written(term: ir.Term, text: str) -> None:
    assert spell(term) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(X)",
        "007",
        "-0",
        "a b",
        "p(X) is true and q(Y)",
        "X+1",
        "f(a",
        'f("a)',
        "((X + 1))",
        "`savannah`",
    ],
)
def test_what_no_term_is_written_as_is_not_read(text: str) -> None:
    assert read_term(text) is None


@pytest.mark.parametrize("text", ["p", "p()", "p(a) is true and q(b)", "p(a,b)", "1(a)", "`p`(a)"])
def test_what_no_atom_is_written_as_is_not_read(text: str) -> None:
    assert read_atom(text) is None


@pytest.mark.parametrize("node", [ir.Quantity("money", 5), ir.Slot("price"), ir.Var("x y")])
def test_what_has_no_notation_is_told(node: ir.Term) -> None:
    with pytest.raises(NotationError, match="has no notation"):
        spell(node)
