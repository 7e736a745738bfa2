"""Plain literals are read by their form: as the parser reads them, and as `show` wrote them."""

from __future__ import annotations

from hypothesis import given, strategies as st

from rspc.compiler.ir import is_plain_fact, nodes as ir, walk
from rspc.compiler.notation import show
from rspc.compiler.notation.literals import _read, _read_plain, read_literal
from rspc.dsl.reserved import ITEM_WORDS, RESERVED

NAMES = st.one_of(
    st.from_regex(r"[a-z][A-Za-z0-9_]{0,5}", fullmatch=True),
    st.sampled_from(
        sorted(RESERVED | ITEM_WORDS | {"abs", "max", "Big", "two words", "_x", "#inf"})
    ),
)
TERMS = st.one_of(
    NAMES.map(ir.Const),
    st.integers(-(10**17), 10**17).map(lambda amount: ir.Quantity("integer", amount)),
    st.sampled_from([ir.String("a"), ir.Quantity("money", 100), ir.Quantity("time", 60)]),
)
LITERALS = st.builds(
    ir.Literal,
    st.builds(ir.Atom, NAMES, st.lists(TERMS, max_size=3).map(tuple)),
    st.booleans(),
)


@given(LITERALS)
def test_a_literal_is_read_as_it_was_shown(literal: ir.Literal) -> None:
    text = show(literal)
    plain = _read_plain(text)
    if plain is not None:
        assert plain == _read(text, facts=True)[1].literal == literal
    assert read_literal(text) == literal


@given(LITERALS)
def test_a_plain_fact_has_nothing_open_in_it(literal: ir.Literal) -> None:
    fact = ir.Fact(literal)
    assert is_plain_fact(fact)
    assert not any(isinstance(node, ir.Hole | ir.Var | ir.Expand) for node in walk(fact))
    assert not is_plain_fact(ir.Fact(ir.Literal(ir.Atom("p", (ir.Var("X"),)), False)))
    assert not is_plain_fact(ir.Fact(ir.Literal(literal.atom, literal.negative, True)))
    assert not is_plain_fact(literal)
