"""Random programs: small enough to go through every subset of their heads, with every construct among them."""

from __future__ import annotations

from hypothesis import strategies as st

from rspc.compiler.ir import nodes as ir


def amount(number: int) -> ir.Quantity:
    return ir.Quantity("integer", number)


X, Y, Z = ir.Var("X"), ir.Var("Y"), ir.Var("Z")
CONSTANTS: list[ir.Term] = [ir.Const("a"), amount(1), amount(2)]
UNIVERSE: list[ir.Term] = [ir.Const("a"), *(amount(each) for each in range(-5, 7))]
OPERATORS = ["<", "<=", ">", ">=", "==", "!="]
PREDICATES = {"p": 0, "q": 0, "r": 1, "s": 1, "t": 0}


@st.composite
def atoms(
    draw: st.DrawFn,
    terms: st.SearchStrategy[ir.Term],
    negative: bool = True,
    default: bool = False,
) -> ir.Literal:
    name = draw(st.sampled_from(sorted(PREDICATES)))
    arguments = tuple(draw(terms) for _ in range(PREDICATES[name]))
    sign = negative and draw(st.integers(0, 5)) == 0
    return ir.Literal(ir.Atom(name, arguments), sign, default)


CONSTANT = st.sampled_from(CONSTANTS)


@st.composite
def tests(draw: st.DrawFn, terms: st.SearchStrategy[ir.Term]) -> ir.BodyPart:
    """Return a condition that binds nothing: a literal, without `not`, with it, or with two."""
    literal = draw(atoms(terms, default=draw(st.booleans())))
    return ir.Not(literal) if literal.default and draw(st.booleans()) else literal


@st.composite
def aggregates(draw: st.DrawFn, bound: st.SearchStrategy[ir.Term]) -> ir.BodyPart:
    function = draw(st.sampled_from(["count", "sum", "min", "max"]))
    elements = []
    for _ in range(draw(st.integers(1, 3))):
        local = draw(st.booleans())
        own: st.SearchStrategy[ir.Term] = st.just(Z) if local else CONSTANT
        first = draw(atoms(own))
        condition: list[ir.BodyPart] = [first]
        bound_here = [Z] if Z in first.atom.arguments else []
        if draw(st.integers(0, 3)) == 0:
            given = st.sampled_from([*CONSTANTS, *bound_here])
            condition.append(draw(tests(given)))
        weight = draw(st.sampled_from([*map(amount, (-2, -1, 1, 1, 2, 3)), *bound_here]))
        tag = draw(st.sampled_from([(), (ir.Const("x"),), (ir.Const("y"),), (*bound_here,)]))
        elements.append(ir.Element((weight, *tag), tuple(condition)))
    term = ir.AggregateTerm(function, tuple(elements))
    operator, other = draw(st.sampled_from(OPERATORS)), draw(bound)
    sides = (term, other) if draw(st.booleans()) else (other, term)
    comparison = ir.Comparison(operator, *sides)
    return ir.Not(comparison) if draw(st.integers(0, 4)) == 0 else comparison


BOUNDS = st.sampled_from([amount(-1), amount(0), amount(1), amount(1), amount(2), ir.Const("a")])


@st.composite
def bodies(draw: st.DrawFn, most: int = 3) -> tuple[list[ir.BodyPart], list[ir.Term]]:
    """Return a body, and the terms that a head may use with it."""
    parts: list[ir.BodyPart] = []
    for _ in range(draw(st.integers(0, most))):
        parts.append(draw(atoms(st.sampled_from([X, X, *CONSTANTS]))))
    bound: list[ir.Term] = (
        [X]
        if any(X in each.atom.arguments for each in parts if isinstance(each, ir.Literal))
        else []
    )
    if draw(st.integers(0, 9)) == 0:
        interval = ir.Interval(amount(1), amount(2))
        parts.append(ir.Comparison("==", Y, interval))
        bound.append(Y)
    elif bound and draw(st.integers(0, 5)) == 0:
        operator = draw(st.sampled_from(["+", "-", "*", "/", "mod"]))
        other = draw(st.sampled_from([amount(0), amount(1), amount(2), amount(-2)]))
        parts.append(ir.Comparison("==", Y, ir.Operation(operator, (X, other))))
        parts.append(ir.Comparison("<", Y, amount(4)))
        parts.append(ir.Comparison("<", amount(-4), Y))
        bound.append(Y)
    known = st.sampled_from([*CONSTANTS, *bound])
    for _ in range(draw(st.integers(0, 2))):
        parts.append(draw(atoms(known, default=True)))
    if bound and draw(st.integers(0, 3)) == 0:
        parts.append(ir.Comparison(draw(st.sampled_from(OPERATORS)), draw(known), draw(known)))
    if draw(st.integers(0, 3)) == 0:
        parts.append(draw(aggregates(st.one_of(BOUNDS, known))))
    elif draw(st.integers(0, 11)) == 0:
        elements = (ir.Element((Z,), (draw(atoms(st.just(Z), negative=False)),)),)
        if Z in elements[0].condition[0].atom.arguments:  # type: ignore[union-attr]
            function = draw(st.sampled_from(["count", "sum"]))
            own = ir.AggregateTerm(function, elements)
            parts.append(ir.Comparison("==", Y if Y not in bound else X, own))
    return draw(st.permutations(parts)), [*CONSTANTS, *bound]


@st.composite
def rules(draw: st.DrawFn) -> ir.Statement:
    kind = draw(st.integers(0, 11))
    if kind < 2:
        term: st.SearchStrategy[ir.Term] = CONSTANT
        if draw(st.integers(0, 5)) == 0:
            term = st.just(ir.Interval(amount(1), amount(2)))
        return ir.Fact(draw(atoms(term)))
    body, terms = draw(bodies())
    known = st.sampled_from([*terms, *terms[3:], *terms[3:]])
    if kind == 2:
        return ir.Rule(tuple(body) or (ir.Truth(True),), "->", ir.Truth(False))
    if kind in (3, 4):
        heads = tuple(draw(atoms(known)) for _ in range(draw(st.integers(2, 3))))
        return ir.Rule(tuple(body), "->", ir.Or(heads))
    if kind in (5, 6):
        elements = []
        for _ in range(draw(st.integers(1, 2))):
            first = draw(atoms(st.sampled_from([Z, *CONSTANTS])))
            condition: list[ir.BodyPart] = [first]
            more = [Z] if Z in first.atom.arguments else []
            if draw(st.booleans()) and not more:
                condition = []
            if draw(st.integers(0, 3)) == 0:
                condition.append(draw(tests(st.sampled_from([*terms, *more]))))
            atom = draw(atoms(st.sampled_from([*terms, *more, *more])))
            elements.append(ir.Element((atom,), tuple(condition)))
        low, high = (draw(st.sampled_from([None, None, amount(1), amount(2)])) for _ in "ab")
        return ir.Rule(tuple(body), "->", ir.Choice(tuple(elements), low, high))
    return ir.Rule(tuple(body), "->", draw(atoms(known)))


@st.composite
def optimisations(draw: st.DrawFn) -> ir.Optimise:
    elements = []
    for _ in range(draw(st.integers(1, 3))):
        first = draw(atoms(st.sampled_from([Z, *CONSTANTS])))
        condition: list[ir.BodyPart] = [first]
        bound = [Z] if Z in first.atom.arguments else []
        if draw(st.integers(0, 3)) == 0:
            condition.append(draw(tests(st.sampled_from([*CONSTANTS, *bound]))))
        weight = draw(st.sampled_from([amount(-1), amount(1), amount(2), *bound]))
        tag = draw(st.sampled_from([(), (ir.Const("x"),), tuple(bound)]))
        priority = draw(st.sampled_from([None, None, amount(1), amount(2)]))
        elements.append(ir.Element((weight, *tag), tuple(condition), priority))
    return ir.Optimise(draw(st.sampled_from(["minimize", "maximize"])), tuple(elements))


@st.composite
def theories(draw: st.DrawFn, optimise: bool | None = None) -> ir.Theory:
    statements = [draw(rules()) for _ in range(draw(st.integers(1, 7)))]
    wanted = draw(st.integers(0, 4)) == 0 if optimise is None else optimise
    if wanted:
        statements += [draw(optimisations()) for _ in range(draw(st.integers(1, 2)))]
    return theory(statements)


def theory(statements: list[ir.Statement]) -> ir.Theory:
    labelled = (ir.Labelled(f"s{place}", each) for place, each in enumerate(statements, 1))
    return ir.Theory("programs", tuple(labelled))
