"""Random nodes of every class, as statements that could be: what stands in them fits its place.

Holes are named by what fits them: `t1` takes a term, `f1` a formula, `n1` a name, `s1` a sign, `l1` a literal,
`r_t1` terms, `r_f1` formulas, `r_e1` elements.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rspc.compiler.ir import nodes as ir

NAMES = st.sampled_from(["a", "b", "p", "red"]) | st.sampled_from(
    ["P8", "min", "Tom Hanks", "not", "x_1", "a`b", "é", "back\\slash"]
)
LOWER = st.sampled_from(["x", "y_2", "limit"])
DEPTH = 2


def every_class() -> list[type[ir.Node]]:
    """Return the classes of nodes that `nodes.py` defines."""
    return [
        kind
        for kind in vars(ir).values()
        if isinstance(kind, type) and issubclass(kind, ir.Node) and kind is not ir.Node
    ]


def _or_hole(open_: bool, letter: str, strategy: SearchStrategy[Any]) -> SearchStrategy[Any]:
    if not open_:
        return strategy
    return strategy | st.sampled_from([ir.Hole(f"{letter}1"), ir.Hole(f"{letter}2")])


@st.composite
def _several(
    draw: Any, open_: bool, letter: str, strategy: SearchStrategy[Any], least: int, most: int = 3
) -> tuple[Any, ...]:
    """Draw a tuple; of a template with at most one rest hole, which counts as two members."""
    if open_ and draw(st.booleans()):
        members = draw(st.lists(strategy, max_size=most - 1))
        at = draw(st.integers(0, len(members)))
        rest = ir.Hole(draw(st.sampled_from([f"r_{letter}1", f"r_{letter}2"])), True)
        return (*members[:at], rest, *members[at:])
    return tuple(draw(st.lists(strategy, min_size=least, max_size=most)))


def quantities() -> SearchStrategy[ir.Quantity]:
    last = datetime.date.max.toordinal()
    spans = {
        "integer": (-(10**6), 10**6),
        "money": (-(10**6), 10**6),
        "percent": (-(10**5), 10**5),
        "duration": (-5000, 5000),
        "time": (0, 1439),
        "date": (1, last),
    }
    return st.one_of(
        *(st.builds(ir.Quantity, st.just(kind), st.integers(*ends)) for kind, ends in spans.items())
    )


@cache
def terms(open_: bool, depth: int = DEPTH) -> SearchStrategy[Any]:
    leaves = st.one_of(
        st.builds(ir.Var, st.sampled_from(["X", "Y1", "_"])),
        st.builds(ir.Const, NAMES),
        st.builds(ir.String, st.text(max_size=4)),
        quantities(),
        st.builds(ir.Slot, NAMES),
    )
    if depth == 0:
        return _or_hole(open_, "t", leaves)
    inner = terms(open_, depth - 1)
    many = _several(open_, "t", inner, 0)
    two = st.tuples(inner, inner)
    operations = st.builds(ir.Operation, st.sampled_from(["+", "-", "*", "/", "mod", "**"]), two)
    named = st.builds(
        ir.Operation, st.sampled_from(["len", "max", "first"]), _several(open_, "t", inner, 1)
    )
    return _or_hole(
        open_,
        "t",
        st.one_of(
            leaves,
            st.builds(ir.Expand, LOWER, many),
            st.builds(ir.Function, NAMES, many),
            st.builds(ir.Tuple, many),
            st.builds(ir.Interval, inner, inner),
            operations,
            named,
            st.builds(ir.Operation, st.just("neg"), st.tuples(inner)),
            st.builds(ir.SetOf, many),
            st.builds(ir.ListOf, many),
        ),
    )


def names(open_: bool) -> SearchStrategy[Any]:
    return _or_hole(open_, "n", NAMES)


@cache
def atoms(open_: bool) -> SearchStrategy[Any]:
    return st.builds(ir.Atom, names(open_), _several(open_, "t", terms(open_, 1), 0))


@cache
def literals(open_: bool) -> SearchStrategy[Any]:
    return st.builds(ir.Literal, atoms(open_), _or_hole(open_, "s", st.booleans()), st.booleans())


@cache
def elements(open_: bool) -> SearchStrategy[Any]:
    return st.builds(
        ir.Element,
        _several(open_, "t", terms(open_, 0) | literals(open_), 1, 2),
        _several(open_, "f", formulas(open_, 0), 0, 2),
        st.none() | terms(open_, 0),
    )


@cache
def aggregates(open_: bool) -> SearchStrategy[Any]:
    return st.builds(
        ir.AggregateTerm,
        st.sampled_from(["count", "sum", "min", "max"]),
        _several(open_, "e", elements(open_), 0, 2),
    )


@cache
def comparisons(open_: bool, depth: int) -> SearchStrategy[Any]:
    operator = st.sampled_from(["<", "<=", ">", ">=", "==", "!=", "in", "within", "meets"])
    side = terms(open_, depth)
    plain = st.builds(ir.Comparison, operator, side, side)
    return plain | st.builds(ir.Comparison, operator, aggregates(open_), side) if depth else plain


@cache
def formulas(open_: bool, depth: int = DEPTH) -> SearchStrategy[Any]:
    leaves = st.one_of(
        literals(open_),
        comparisons(open_, depth),
        st.builds(ir.Truth, st.booleans()),
        st.builds(ir.Named, names(open_)),
    )
    if depth == 0:
        return _or_hole(open_, "f", leaves)
    inner = formulas(open_, depth - 1)
    parts = _several(open_, "f", inner, 2)
    return _or_hole(
        open_,
        "f",
        st.one_of(
            leaves,
            st.builds(ir.And, parts),
            st.builds(ir.Or, parts),
            st.builds(ir.Not, inner),
            st.builds(
                ir.Modal,
                LOWER,
                _several(open_, "f", inner, 1, 2),
                _several(open_, "t", terms(open_, 0), 0, 1),
            ),
            st.builds(
                ir.Restriction, st.sampled_from(["some", "only"]), st.none(), names(open_), inner
            ),
            st.builds(
                ir.Restriction,
                st.sampled_from(["min", "max", "exactly", "more than", "fewer than"]),
                terms(open_, 0),
                names(open_),
                inner,
            ),
        ),
    )


@cache
def choices(open_: bool) -> SearchStrategy[Any]:
    bound = st.none() | terms(open_, 0)
    return st.builds(ir.Choice, _several(open_, "e", elements(open_), 0, 2), bound, bound)


@cache
def statements(open_: bool) -> SearchStrategy[Any]:
    heads = st.one_of(
        _or_hole(open_, "l", literals(open_)),
        st.builds(ir.Or, st.lists(literals(open_), min_size=2, max_size=3).map(tuple)),
        choices(open_),
        st.builds(ir.Truth, st.booleans()),
    )
    body = _several(open_, "f", formulas(open_, 1), 0, 2)
    return st.one_of(
        st.builds(ir.Fact, _or_hole(open_, "l", literals(open_))),
        st.builds(ir.Rule, body, st.sampled_from(["->", "=>", "~>"]), heads),
        st.builds(ir.Preference, names(open_), names(open_)),
        st.builds(
            ir.Optimise,
            st.sampled_from(["minimize", "maximize"]),
            _several(open_, "e", elements(open_), 1, 2),
        ),
        st.builds(ir.Inclusion, formulas(open_), formulas(open_)),
        st.builds(ir.ConceptAssertion, terms(open_, 0), formulas(open_)),
        st.builds(ir.Requirement, formulas(open_)),
    )


@cache
def labelled(open_: bool) -> SearchStrategy[Any]:
    return st.builds(ir.Labelled, NAMES, statements(open_))


def signatures() -> SearchStrategy[Any]:
    pairs = st.lists(st.tuples(NAMES, NAMES), max_size=2).map(tuple)
    lists = st.lists(st.tuples(NAMES, st.lists(NAMES, max_size=2).map(tuple)), max_size=2)
    names = st.lists(NAMES, max_size=2).map(tuple)
    return st.builds(ir.Signature, lists.map(tuple), pairs, lists.map(tuple), names)


@cache
def theories(open_: bool) -> SearchStrategy[Any]:
    value = st.booleans() | st.integers(0, 9) | NAMES
    return st.builds(
        ir.Theory,
        NAMES,
        st.lists(labelled(open_), max_size=2).map(tuple),
        signatures(),
        st.lists(st.tuples(NAMES, value), max_size=2).map(tuple),
    )


@cache
def rows(open_: bool) -> SearchStrategy[Any]:
    return st.builds(ir.Row, NAMES, _several(open_, "t", terms(open_, 1), 0))


@cache
def goals(open_: bool) -> SearchStrategy[Any]:
    term = terms(open_, 1)
    return st.one_of(
        st.builds(ir.Satisfying),
        st.builds(ir.Exists, formulas(open_)),
        st.builds(ir.Best, term, st.sampled_from(["min", "max"])),
        st.builds(
            ir.Total,
            st.sampled_from(["count", "sum", "min", "max"]),
            st.none() | term,
            formulas(open_, 1),
        ),
        st.builds(ir.Entailed, statements(open_), st.sampled_from(["", "cautious", "brave"])),
        st.builds(
            ir.Each,
            st.lists(st.builds(ir.Entailed, statements(open_)), max_size=2).map(tuple),
        ),
        st.builds(ir.Answers, NAMES, literals(open_)),
        st.builds(ir.Number, NAMES, literals(open_)),
        st.builds(
            ir.Fitting, st.sampled_from(["X", "Y1"]), quantities(), quantities(), statements(open_)
        ),
        st.builds(ir.Optimum),
        st.builds(ir.Solution, st.lists(literals(open_), max_size=3).map(tuple)),
        st.builds(ir.Completed, st.lists(NAMES, max_size=2).map(tuple), formulas(open_, 1)),
        st.builds(ir.Stable, st.lists(literals(open_), max_size=3).map(tuple)),
        st.builds(ir.AnswerSets, st.integers(1, 9)),
        st.builds(ir.Consistent),
        st.builds(
            ir.Additions,
            st.builds(ir.Entailed, statements(open_)),
            st.sampled_from(["true", "unknown"]),
            st.lists(statements(open_), min_size=1, max_size=3).map(tuple),
        ),
        st.builds(
            ir.Repairs,
            st.builds(ir.Consistent) | st.builds(ir.Entailed, statements(open_)),
            st.sampled_from(["true", "unknown"]),
            st.integers(0, 3),
            st.lists(st.sampled_from(["k1", "k2"]), max_size=2, unique=True).map(tuple),
        ),
    )


@cache
def queries(open_: bool) -> SearchStrategy[Any]:
    return st.builds(ir.Query, goals(open_), st.lists(rows(open_), max_size=2).map(tuple))


@cache
def aspects(open_: bool) -> SearchStrategy[Any]:
    return st.builds(ir.Aspect, NAMES, statements(open_))


@cache
def backgrounds(open_: bool) -> SearchStrategy[Any]:
    filled = st.builds(ir.Filled, NAMES, st.lists(terms(open_, 1), max_size=2).map(tuple))
    several = st.builds(ir.Several, NAMES, _several(open_, "a", aspects(open_), 1, 2))
    return st.builds(ir.Group, NAMES, st.lists(filled | several, max_size=2).map(tuple))


@cache
def nodes(open_: bool) -> SearchStrategy[Any]:
    """Return a strategy for nodes of every class but `Hole`; with holes in them where `open_`."""
    kinds: tuple[Callable[[bool], SearchStrategy[Any]], ...] = (
        terms,
        formulas,
        atoms,
        aggregates,
        elements,
        choices,
        statements,
        labelled,
        theories,
        rows,
        goals,
        queries,
    )
    signs = st.builds(ir.Sign, st.booleans())
    every = [*(kind(open_) for kind in kinds), signs, signatures(), backgrounds(open_)]
    return st.sampled_from(every).flatmap(lambda strategy: strategy)


@st.composite
def bindings(draw: Any, names: tuple[str, ...]) -> Mapping[str, Any]:
    """Draw a value without holes for each name, as its letter says; two formulas or more for a rest hole."""
    some: dict[str, SearchStrategy[Any]] = {
        "t": terms(False, 1),
        "f": formulas(False, 1),
        "n": NAMES,
        "s": st.builds(ir.Sign, st.booleans()),
        "l": literals(False),
        "r_t": st.lists(terms(False, 0), min_size=1, max_size=3).map(tuple),
        "r_f": st.lists(formulas(False, 0), min_size=2, max_size=3).map(tuple),
        "r_a": st.lists(aspects(False), min_size=1, max_size=2).map(tuple),
        "r_e": st.lists(elements(False), min_size=1, max_size=2).map(tuple),
    }
    return {name: draw(some[name.rstrip("12")]) for name in names}
