"""Random answer set programs, and a plain printer of its own for clingo."""

from __future__ import annotations

from hypothesis import strategies as st

from rspc.compiler.ir import nodes as ir
from rspc.compiler.ir.traversal import walk

VARIABLES = ("X", "Y", "Z")
PREDICATES = {"p": 1, "q": 1, "r": 2, "s": 0, "t": 2}
OPERATORS = {"==": "=", "mod": "\\"}

variables = st.sampled_from([ir.Var(each) for each in VARIABLES])
numbers = st.integers(-2, 3).map(lambda n: ir.Quantity("integer", n))
constants = st.one_of(
    numbers,
    st.sampled_from([ir.Const("a"), ir.String("a"), ir.Function("f", (ir.Const("a"),))]),
)


def sums(of: st.SearchStrategy[ir.Term]) -> st.SearchStrategy[ir.Term]:
    operators = st.sampled_from(["+", "-", "*", "/", "mod", "**"])
    return st.builds(lambda o, a, b: ir.Operation(o, (a, b)), operators, of, of) | of.map(
        lambda each: ir.Operation("neg", (each,))
    )


simple = st.one_of(variables, variables, constants)
terms = st.one_of(
    simple,
    simple,
    simple,
    sums(st.one_of(variables, numbers)),
    st.builds(lambda a: ir.Function("f", (a,)), simple),
    st.builds(lambda a, b: ir.Tuple((a, b)), simple, simple),
    st.builds(ir.Interval, numbers, st.one_of(numbers, variables)),
    st.just(ir.Var("_")),
)


@st.composite
def literals(draw: st.DrawFn, of: st.SearchStrategy[ir.Term], default: bool) -> ir.Literal:
    name = draw(st.sampled_from(sorted(PREDICATES)))
    arguments = tuple(draw(of) for _ in range(PREDICATES[name]))
    under = default and draw(st.booleans())
    return ir.Literal(ir.Atom(name, arguments), draw(st.integers(0, 3)) == 0, under)


@st.composite
def elements(draw: st.DrawFn, of: st.SearchStrategy[ir.Term]) -> ir.Element:
    count = draw(st.integers(1, 2))
    condition = tuple(draw(st.lists(literals(of, True), max_size=2)))
    return ir.Element(tuple(draw(of) for _ in range(count)), condition)


@st.composite
def aggregates(draw: st.DrawFn, of: st.SearchStrategy[ir.Term]) -> ir.AggregateTerm:
    function = draw(st.sampled_from(["count", "sum", "min", "max"]))
    return ir.AggregateTerm(function, tuple(draw(st.lists(elements(of), min_size=1, max_size=2))))


@st.composite
def comparisons(draw: st.DrawFn, of: st.SearchStrategy[ir.Term]) -> ir.BodyPart:
    operator = draw(st.sampled_from(["==", "==", "!=", "<", "<=", ">", ">="]))
    sides: list[ir.Term | ir.AggregateTerm] = [draw(of), draw(of)]
    if draw(st.integers(0, 2)) == 0:
        sides[draw(st.integers(0, 1))] = draw(aggregates(of))
    part = ir.Comparison(operator, sides[0], sides[1])
    return ir.Not(part) if draw(st.integers(0, 3)) == 0 else part


@st.composite
def choices(draw: st.DrawFn, of: st.SearchStrategy[ir.Term]) -> ir.Choice:
    members = draw(
        st.lists(
            st.tuples(literals(of, False), st.lists(literals(of, True), max_size=2)),
            min_size=1,
            max_size=2,
        )
    )
    bounds = st.none() | numbers
    found = tuple(ir.Element((head,), tuple(condition)) for head, condition in members)
    return ir.Choice(found, draw(bounds), draw(bounds))


@st.composite
def rules(draw: st.DrawFn, of: st.SearchStrategy[ir.Term]) -> ir.Rule:
    parts = st.one_of(literals(of, True), literals(of, True), comparisons(of))
    body = draw(st.lists(parts, max_size=3))
    of = of.filter(lambda term: ir.Var("_") not in walk(term))
    head = draw(
        st.one_of(
            literals(of, False),
            literals(of, False),
            st.lists(literals(of, False), min_size=2, max_size=2).map(lambda p: ir.Or(tuple(p))),
            choices(of),
            st.just(ir.Truth(False)),
        )
    )
    return ir.Rule(tuple(body), "->", head)


def text(node: ir.Node) -> str:
    """Print a node for clingo, with more parentheses than needed."""
    match node:
        case ir.Fact(literal=literal):
            return f"{text(literal)}."
        case ir.Rule(body=body, head=head):
            return f"{text(head)} :- {'; '.join(map(text, body)) or '#true'}."
        case ir.Optimise(direction=direction, elements=parts):
            return f"#{direction}{{{'; '.join(map(text, parts))}}}."
        case ir.Literal(atom=atom, negative=negative, default=default):
            inner = ",".join(map(text, atom.arguments))
            sign = f"{'not ' if default else ''}{'-' if negative else ''}"
            return f"{sign}{atom.predicate}{f'({inner})' if inner else ''}"
        case ir.Or(parts=parts):
            return "; ".join(map(text, parts))
        case ir.Choice(elements=parts, lower=lower, upper=upper):
            low, high = (text(each) if each else "" for each in (lower, upper))
            return f"{low}{{{'; '.join(map(text, parts))}}}{high}"
        case ir.Truth(value=value):
            return "#true" if value else "#false"
        case ir.Not(part=part):
            return f"not {text(part)}"
        case ir.Comparison(operator=operator, left=left, right=right):
            return f"{text(left)} {OPERATORS.get(operator, operator)} {text(right)}"
        case ir.AggregateTerm(function=function, elements=parts):
            return f"#{function}{{{'; '.join(map(text, parts))}}}"
        case ir.Element(terms=parts, condition=condition, priority=priority):
            first, *others = map(text, parts)
            first += f"@{text(priority)}" if priority else ""
            return f"{','.join([first, *others])} : {','.join(map(text, condition))}"
        case ir.Var(name=name) | ir.Const(name=name):
            return name
        case ir.String(text=string):
            return f'"{string}"'
        case ir.Quantity(amount=amount):
            return f"({amount})"
        case ir.Function(name=name, arguments=arguments):
            return f"{name}({','.join(map(text, arguments))})"
        case ir.Tuple(items=items):
            return f"({','.join(map(text, items))})"
        case ir.Interval(low=low, high=high):
            return f"(({text(low)})..({text(high)}))"
        case ir.Operation(operator="neg", operands=(operand,)):
            return f"(-({text(operand)}))"
        case ir.Operation(operator=operator, operands=(left, right)):
            return f"(({text(left)}){OPERATORS.get(operator, operator)}({text(right)}))"
        case _:
            raise TypeError(node)
