"""The functions of sources: paths, trees, graphs, pairs, matchings, sources side by side, and walks."""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations, pairwise
from math import inf
from typing import Any

from .....dsl import syntax
from .....dsl.diagnostics import count_noun
from .....dsl.printing.inline import print_expression
from ....kinds import NOTHING, OneOf, Type, common_type
from ...expressions import (
    Env,
    NoValue,
    TooLarge,
    bounds,
    constant_value,
    count_bounds,
    whole_number,
)
from ..grammar import Grammar
from .builder import MOST, UNKNOWN, Builder, Elements, Rows, check_count, fail
from .random_structures import (
    describe_edge_bounds,
    draw_graph,
    draw_walk,
    edge_bounds,
    grow_tree,
)

STEPS = 1_000_000
"""The most steps of counting walks: the rows of the walk times those of its table."""


def _pairs_of(
    builder: Builder,
    expr: syntax.Call,
    make: Callable[[Sequence[Any], Env], Rows],
    shuffled: bool = True,
) -> Elements:
    """Check a function that joins nodes, which are in random order if they are not ordered."""
    inner = builder.nodes(expr, 1)
    if not inner.types:
        return UNKNOWN

    pairs = 0 if shuffled or inner.size is None else inner.size * (inner.size - 1) // 2
    if pairs > MOST:
        message = f"these elements have {pairs:,} pairs"
        return builder.bad(message, expr, f"write a source with at most {MOST:,} pairs", "E0494")

    def draw(grammar: Grammar, env: Env) -> Rows:
        nodes = [row[0] for row in inner.draw(grammar, env)]
        mixed = shuffled and not inner.ordered
        if not shuffled:
            check_count(len(nodes) * (len(nodes) - 1) // 2, f"`{expr.function.text}`")
        return make(env.stream.shuffled(nodes) if mixed else nodes, env)

    fixed = inner.fixed and not shuffled
    return Elements(inner.types * 2, draw, written=inner.written, fixed=fixed, needs=inner.needs)


def _along(builder: Builder, expr: syntax.Call, closed: bool) -> Elements:
    """Check `path` and `cycle`: consecutive pairs of nodes, of all or of as many as are needed."""
    inner = builder.nodes(expr, 2)
    limit = builder.number(expr.arguments[1]) if len(expr.arguments) == 2 else None
    if not inner.types or (limit is not None and limit.type is NOTHING):
        return UNKNOWN

    def draw(grammar: Grammar, env: Env) -> Rows:
        nodes = [row[0] for row in inner.draw(grammar, env)]
        number = len(nodes)
        if limit is not None:
            pairs = whole_number(limit.draw(env), "how many pairs there are", expr.span)
            number = pairs + (not closed)
            if number > len(nodes):
                raise NoValue(f"there are too few elements for {count_noun(pairs, 'pair')}")
        if not inner.ordered:
            nodes = env.stream.sample(nodes, number)
        found = list(pairwise(nodes[:number]))
        if closed and number > 1:
            found.append((nodes[number - 1], nodes[0]))
        return found

    return Elements(inner.types * 2, draw, written=inner.written)


def _graph(builder: Builder, expr: syntax.Call) -> Elements:
    """Check a source of the edges of a connected graph."""
    given = builder.arguments(expr, 2, 2)
    inner = builder.nodes(expr, 2) if given is not None else UNKNOWN
    count = builder.number(expr.arguments[1]) if given is not None else None
    if not inner.types or count is None or count.type is NOTHING:
        return UNKNOWN
    if _has_no_graph(builder, expr, inner):
        return UNKNOWN

    def draw(grammar: Grammar, env: Env) -> Rows:
        nodes = dict.fromkeys(row[0] for row in inner.draw(grammar, env))
        edges = whole_number(count.draw(env), "how many edges there are", expr.span)
        check_count(edges, "`graph`")
        return draw_graph([*nodes], edges, env.stream)

    size = int(constant_value(count)) if count.constant else None
    return Elements(inner.types * 2, draw, size, written=inner.written)


def _has_no_graph(builder: Builder, expr: syntax.Call, inner: Elements) -> bool:
    """Report a graph whose number of edges never fits its number of nodes."""
    first, second = expr.arguments
    names = builder.expressions.names
    few, many = (0.0, inf) if inner.size is None else (float(inner.size), float(inner.size))
    if isinstance(first, syntax.Braces):  # a node that is listed twice is one
        few = many = float(len({print_expression(e.term) for group in first.groups for e in group}))
    if inner.size is None and isinstance(first, syntax.Name) and first.text not in names.types:
        few, many = count_bounds(first.text, names)
    low, high = bounds(second, names)
    if high < few - 1:
        there = describe_edge_bounds(int(few))
        message = f"a connected graph of {int(few)} nodes has {there}, not {int(high)}"
    elif many < MOST and low > edge_bounds(int(many))[1]:
        there = describe_edge_bounds(int(many))
        message = f"a connected graph of {int(many)} nodes has {there}, not {int(low)}"
    else:
        return False
    builder.bad(message, second, f"ask for {there}", "E0499")
    return True


def _matching(builder: Builder, expr: syntax.Call) -> Elements:
    given = builder.arguments(expr, 2, 2)
    sides = [] if given is None else [builder.elements(each) for each in given]
    if not sides or not all(side.types for side in sides):
        return UNKNOWN
    first, second = sides
    if first.size is not None and second.size is not None and first.size > second.size:
        message = f"{first.size} elements cannot be matched with {second.size}"
        return builder.bad(message, expr, "put the smaller source first", "E0485")

    def draw(grammar: Grammar, env: Env) -> Rows:
        left, right = first.draw(grammar, env), second.draw(grammar, env)
        if len(left) > len(right):
            raise NoValue(f"{len(left)} elements cannot be matched with {len(right)}")
        partners = env.stream.sample(right, len(left))
        return [(*one, *other) for one, other in zip(left, partners, strict=True)]

    types = (*first.types, *second.types)
    return Elements(types, draw, first.size, written=first.written | second.written)


def _zip(builder: Builder, expr: syntax.Call) -> Elements:
    given = builder.arguments(expr, 2, None)
    sides = [] if given is None else [builder.elements(each) for each in given]
    if not sides or not all(side.types for side in sides):
        return UNKNOWN
    sizes = dict.fromkeys(side.size for side in sides if side.size is not None)
    if len(sizes) > 1:
        one, other, *_ = sizes
        message = f"a source of {one} elements is beside one of {other}"
        return builder.bad(message, expr, "give all sources the same size", "E0485")

    def draw(grammar: Grammar, env: Env) -> Rows:
        drawn = [side.draw(grammar, env) for side in sides]
        if len({len(rows) for rows in drawn}) > 1:
            shown = " and ".join(str(len(rows)) for rows in drawn)
            raise fail("E0485", f"sources of {shown} elements are side by side", expr.span)
        return [tuple(cell for row in rows for cell in row) for rows in zip(*drawn, strict=True)]

    types = tuple(type for side in sides for type in side.types)
    written = frozenset[str]().union(*(side.written for side in sides))
    fixed = all(side.fixed for side in sides)
    needs = frozenset[str]().union(*(side.needs for side in sides))
    return Elements(types, draw, next(iter(sizes), None), written=written, fixed=fixed, needs=needs)


def _walk(builder: Builder, expr: syntax.Call) -> Elements:
    given = builder.arguments(expr, 2, 4)
    if given is None:
        return UNKNOWN
    rows, count = builder.elements(given[0]), builder.number(given[1])
    if not rows.types or count.type is NOTHING:
        return UNKNOWN
    size = int(constant_value(count)) if count.constant else None
    if size is not None and size > MOST:
        message = f"this walk has {size:,} rows"
        return builder.bad(message, given[1], f"write at most {MOST:,}", "E0494")
    states = common_states(rows.types)
    if states is None:
        message = "the first and last values of these rows have nothing in common"
        return builder.bad(message, given[0], "name a table of states, with a step between them")
    ends = [builder.expressions.typed(each, states) for each in given[2:]]
    if any(end.type is NOTHING for end in ends):
        return UNKNOWN

    def draw(grammar: Grammar, env: Env) -> Rows:
        number = whole_number(count.draw(env), "how many rows a walk has", expr.span)
        values = [end.draw(env) for end in ends]
        check_count(number, "`walk`")
        table = rows.draw(grammar, env)
        if number * len(table) > STEPS:
            reason = (
                f"a walk of {number:,} rows over {len(table):,} needs more than {STEPS:,} steps"
            )
            raise TooLarge(reason)
        return draw_walk(table, number, values, env.stream)

    return Elements(rows.types, draw, size, written=rows.written)


FUNCTIONS: Mapping[str, Callable[[Builder, syntax.Call], Elements]] = {
    "path": lambda builder, expr: _along(builder, expr, closed=False),
    "cycle": lambda builder, expr: _along(builder, expr, closed=True),
    "tree": lambda builder, expr: _pairs_of(
        builder, expr, lambda nodes, env: grow_tree(nodes, env.stream)
    ),
    "graph": _graph,
    "pairs": lambda builder, expr: _pairs_of(
        builder, expr, lambda nodes, env: list(combinations(nodes, 2)), shuffled=False
    ),
    "matching": _matching,
    "zip": _zip,
    "walk": _walk,
}
"""The functions of sources."""


def common_states(types: Sequence[Type]) -> Type | None:
    """Return the type of the states of a walk over rows of these types; None if the ends of rows never meet."""
    first, last = types[0], types[-1]
    if len(types) < 2:
        return None
    if isinstance(first, OneOf) and isinstance(last, OneOf):
        if not set(first.values) & set(last.values):
            return None
        return OneOf(first.label, tuple(dict.fromkeys((*first.values, *last.values))))
    return common_type(first, last)
