"""Random values, terms, formulas, theories and rows over every kind of slot."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rspc.compiler.ir import nodes as ir
from rspc.compiler.kinds import (
    Date,
    Duration,
    Integer,
    Kind,
    List,
    Money,
    OneOf,
    Percent,
    Scalar,
    Set,
    Time,
    Value,
)

CITY = OneOf("city", ("oslo", "los_angeles", "St. John's", "rio|sul", "São Paulo"))
COLOUR = OneOf("colour", ("red", "green", "blue"))

KINDS: Mapping[str, Kind] = {
    "count": Integer(),
    "level": Integer(low=-2, high=3),
    "price": Money(),
    "share": Percent(),
    "start": Time(),
    "end": Time(),
    "length": Duration(low=0),
    "day": Date(),
    "home": CITY,
    "goal": CITY,
    "paint": COLOUR,
    "seen": Set(CITY),
    "liked": Set(CITY),
    "stops": List(CITY, 4),
    "tour": List(CITY, 3),
    "waits": List(Duration(low=0), 3),
    "marks": List(Integer(), 4),
}

SIGNATURE = ir.Signature(slots=tuple((name, kind.name) for name, kind in KINDS.items()))


def values(kind: Kind, wide: bool = False) -> SearchStrategy[Value]:
    """Return values of a kind: few different ones, so that they meet, or with `wide` any."""
    match kind:
        case OneOf(values=members):
            return st.sampled_from(members)
        case Set(element=element):
            return st.frozensets(values(element), max_size=3)
        case List(element=element, longest=longest):
            return st.lists(values(element, wide), max_size=longest).map(tuple)
        case Scalar(low=low, high=high) if wide:
            # The largest amounts that literals may spell have 18 digits.
            return st.integers(-(10**12) if low is None else low, 10**12 if high is None else high)
        case Scalar(low=low, high=high):
            least = -4 if low is None else low
            return st.integers(least, min(least + 8, least + 8 if high is None else high))
    raise AssertionError(kind)


def ground(kind: Kind) -> SearchStrategy[ir.Term]:
    return values(kind).map(kind.term)


def slots(*wanted: str) -> SearchStrategy[ir.Term]:
    return st.sampled_from(wanted).map(ir.Slot)


def named(kind: Kind) -> list[str]:
    return [name for name, each in KINDS.items() if each.name == kind.name]


def amounts(kind: Scalar) -> SearchStrategy[ir.Term]:
    """Return amounts of a kind: slots, literals, and what may be computed from lists and by arithmetic."""
    base = ground(type(kind)(low=kind.low, high=kind.high))
    if named(kind):
        base |= slots(*named(kind))
    for name, each in KINDS.items():
        if isinstance(each, List) and each.element.name == kind.name:
            functions = st.sampled_from(["sum", "min", "max", "first", "last"])
            base |= functions.map(lambda function, at=name: ir.Operation(function, (ir.Slot(at),)))
    if isinstance(kind, Integer):
        collections = slots("seen", "liked", "stops", "tour", "waits", "marks")
        base |= collections.map(lambda slot: ir.Operation("len", (slot,)))
        written = st.lists(base, max_size=3).map(lambda items: ir.ListOf(tuple(items)))
        functions = st.sampled_from(["len", "sum", "min", "max", "first", "last"])
        base |= st.builds(lambda name, of: ir.Operation(name, (of,)), functions, written)
    if isinstance(kind, Date | Time):
        return base
    signed = st.builds(
        lambda sign, a, b: ir.Operation(sign, (a, b)), st.sampled_from(["+", "-"]), base, base
    )
    times = st.builds(
        lambda a, n: ir.Operation("*", (ir.Quantity("integer", n), a)), base, st.integers(-3, 3)
    )
    return base | signed | times | base.map(lambda a: ir.Operation("neg", (a,)))


def symbols(kind: OneOf) -> SearchStrategy[ir.Term]:
    base = ground(kind) | slots(*named(kind))
    if kind is CITY:
        base |= st.builds(
            lambda name, slot: ir.Operation(name, (slot,)),
            st.sampled_from(["first", "last"]),
            slots("stops", "tour"),
        )
    return base


def cities() -> SearchStrategy[ir.Term]:
    """Return sets and lists of cities."""
    written = st.lists(symbols(CITY), max_size=3).map(tuple)
    named = slots("seen", "liked", "stops", "tour")
    return named | ground(Set(CITY)) | written.map(ir.SetOf) | written.map(ir.ListOf)


def comparisons() -> SearchStrategy[ir.Comparison]:
    scalars = [Integer(), Money(), Percent(), Time(), Duration(low=0), Date()]
    order = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
    equality = st.sampled_from(["==", "!="])
    sets = slots("seen", "liked") | ground(Set(CITY))
    sets |= st.lists(symbols(CITY), max_size=3).map(lambda items: ir.SetOf(tuple(items)))
    lists = slots("stops", "tour") | ground(List(CITY, 3))
    marks = slots("marks") | ground(List(Integer(), 3))
    build = ir.Comparison
    return st.one_of(
        *[st.builds(build, order, amounts(kind), amounts(kind)) for kind in scalars],
        *[st.builds(build, equality, symbols(kind), symbols(kind)) for kind in (CITY, COLOUR)],
        st.builds(build, equality, sets, sets),
        st.builds(build, equality, lists, lists),
        st.builds(build, equality, marks, marks),
        st.builds(build, st.just("in"), symbols(CITY), cities()),
        st.builds(build, st.just("in"), symbols(COLOUR), ground(Set(COLOUR))),
        st.builds(build, st.just("in"), amounts(Integer()), marks),
        st.builds(build, st.sampled_from(["within", "meets"]), cities(), cities()),
        st.builds(build, st.sampled_from(["within", "meets"]), marks, marks),
    )


def formulas(size: int = 6) -> SearchStrategy[ir.Formula]:
    leaves: SearchStrategy[ir.Formula] = comparisons() | st.booleans().map(ir.Truth)

    def grown(inner: SearchStrategy[ir.Formula]) -> SearchStrategy[ir.Formula]:
        parts = st.lists(inner, min_size=2, max_size=3).map(tuple)
        return parts.map(ir.And) | parts.map(ir.Or) | inner.map(ir.Not)

    return st.recursive(leaves, grown, max_leaves=size)


def theories() -> SearchStrategy[ir.Theory]:
    def build(found: list[ir.Formula]) -> ir.Theory:
        labelled = (ir.Labelled(f"s{n}", ir.Requirement(f)) for n, f in enumerate(found, 1))
        return ir.Theory("records", tuple(labelled), SIGNATURE)

    return st.lists(formulas(), max_size=3).map(build)


def rows() -> SearchStrategy[tuple[ir.Row, ...]]:
    cells = st.tuples(*[ground(kind) for kind in KINDS.values()])
    several = st.lists(cells, max_size=4)
    return several.map(lambda all: tuple(ir.Row("ABCD"[n], one) for n, one in enumerate(all)))


def goals() -> SearchStrategy[ir.Goal]:
    term = st.sampled_from([kind for kind in KINDS.values() if isinstance(kind, Scalar)])
    of = term.flatmap(amounts)
    functions = st.sampled_from(["sum", "min", "max"])
    return st.one_of(
        st.just(ir.Satisfying()),
        st.builds(ir.Exists, formulas(2)),
        st.builds(ir.Best, of, st.sampled_from(["min", "max"])),
        st.builds(ir.Total, st.just("count"), st.none(), formulas(2)),
        st.builds(ir.Total, functions, of, formulas(2)),
    )


def queries() -> SearchStrategy[ir.Query]:
    return st.builds(ir.Query, goals(), rows())
