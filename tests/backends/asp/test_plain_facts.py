"""Plain facts are checked by their literal alone: the same answers, evidence and diagnostics as by walks of nodes."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from unittest import mock

import clingo
import pytest
from hypothesis import HealthCheck, event, given, settings, strategies as st

import rspc
from rspc.backends.asp.domains import ground_rules
from rspc.backends.asp.programs import program as written
from rspc.backends.checkers.asp.instances import Instances, Rule
from rspc.backends.checkers.asp.well_founded import ground_atom
from rspc.backends.checkers.common.budget import Budget
from rspc.compiler.elaboration.features import needs
from rspc.compiler.ir import features, mentions, node_features, nodes as ir, predicates_of
from rspc.compiler.notation import lower
from rspc.dsl.diagnostics import Report, SpecError

from .reading import program

RANDOM = settings(
    max_examples=100, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)
TERMS = ("a", "b", "c", '"b c"', "7", "-3", "2147483648", "x1")
RULES = (
    "r(X) :- p(X, Y), not q(Y).",
    "q(X) :- p(X, X).",
    "-q(Y) :- p(a, Y), q(Y).",
    ":- q(X), s(X).",
    "s :- not t(a).",
    "t(X + 1) :- p(X, _).",
    "{ r(X) } :- q(X).",
)


@st.composite
def facts(draw: st.DrawFn) -> str:
    name, size = draw(st.sampled_from((("p", 2), ("q", 1), ("s", 0), ("p", 1), ("within", 1))))
    terms = ",".join(draw(st.sampled_from(TERMS)) for _ in range(size))
    sign = draw(st.sampled_from(("", "", "", "-")))
    return f"{sign}{name}({terms})." if terms else f"{sign}{name}."


@st.composite
def texts(draw: st.DrawFn) -> str:
    return "\n".join(
        [
            *draw(st.lists(facts(), min_size=1, max_size=8)),
            *draw(st.lists(st.sampled_from(RULES), max_size=3)),
        ]
    )


def found(text: str, query: str) -> object:
    """Return all that a problem gives: its answer or its errors, and its warnings."""
    report = Report()
    try:
        answer = rspc.solve(text, "lp", query, report=report)
    except SpecError as error:
        return str(error)
    evidence = answer.label, answer.theory, answer.proof, answer.certificate, answer.engines
    return evidence, answer.encodings, list(map(str, report))


@contextmanager
def walked() -> Iterator[None]:
    """Have no fact taken for a plain one."""
    plain = node_features.plain_literal, node_features.is_plain_fact
    instead = (lambda node: None), (lambda node: False)
    with mock.patch.object(lower, "_declares_nothing", return_value=False):
        patches = [
            mock.patch.object(module, each.__name__, other)
            for name, module in list(sys.modules.items())
            if name.startswith("rspc.")
            for each, other in zip(plain, instead, strict=True)
            if getattr(module, each.__name__, None) is each
        ]
        for patch in patches:
            patch.start()
        try:
            yield
        finally:
            for patch in patches:
                patch.stop()


@given(
    texts(), st.sampled_from(("p(a, b)", "q(a)", "-q(b)", "s", "r(a)", "q(nobody)", "p(1, 2, 3)"))
)
@RANDOM
def test_the_same_is_found_by_walks(text: str, query: str) -> None:
    own = found(text, query)
    event("errors" if isinstance(own, str) else "answer")
    with walked():
        assert found(text, query) == own


@pytest.mark.parametrize(
    ("statements", "code"),
    [
        ("p(a). -p(a).", "E0427"),
        ("p(2147483648).", "E0431"),
        ("p($3).", "E0431"),
        ("p(b). p(a, b).", "E0205"),
    ],
)
def test_wrong_facts_are_reported(statements: str, code: str) -> None:
    spec = f"family f\nlogic asp\ntheory {{ {statements} }}\nask entailment q(a)\n"
    with pytest.raises(SpecError, match=code):
        rspc.solve(spec)
    assert gc.isenabled()


def test_the_search_for_garbage_stays_as_it_was() -> None:
    for wanted in (False, True):
        (gc.enable if wanted else gc.disable)()
        rspc.solve("p(a).", "lp", "p(a)")
        assert gc.isenabled() == wanted


@given(texts())
@RANDOM
def test_features_and_predicates_are_those_of_the_nodes(text: str) -> None:
    theory = program(_ours(text))
    statements = [each.statement for each in theory.statements]
    for each in statements:
        assert needs(each) == tuple(name for name, _ in features(each))
    assert predicates_of(statements) == {p for e in statements for p in mentions(e).predicates}


@given(texts())
@RANDOM
def test_clingo_makes_no_more_rules_than_are_counted(text: str) -> None:
    theory = program(_ours(text))
    made: list[None] = []

    class Counter:
        def rule(self, choice: bool, head: list[int], body: list[int]) -> None:
            made.append(None)

        def weight_rule(self, choice: bool, head: list[int], lower: int, body: object) -> None:
            made.append(None)

    control = clingo.Control(logger=lambda code, message: None)
    control.register_observer(Counter())
    control.add("base", [], written(theory, commented=False).text)
    control.ground([("base", [])])
    assert len(made) <= ground_rules(theory)


def _ours(text: str) -> str:
    """Return the facts and plain rules of a text in our notation."""
    lines = []
    for line in text.replace("2147483648", "8").replace("within", "w").splitlines():
        head, _, body = line.rstrip(".").partition(":-")
        if "{" not in head:
            lines.append(f"{body.strip()} -> {head.strip() or 'false'}" if body else head.strip())
    return "\n".join(lines)


# --------------------------------------------------------------------------------------------------------- joins


@st.composite
def rules(draw: st.DrawFn) -> str:
    names = st.sampled_from(("X", "Y", "Z", "a", "b", '"b c"'))

    def atom(size: int) -> str:
        return f"{'efg'[size]}({', '.join(draw(names) for _ in range(size + 1))})"

    body = [atom(draw(st.integers(0, 2))) for _ in range(draw(st.integers(1, 3)))]
    bound = sorted({part for part in "XYZ" if any(part in each for each in body)} | {"a"})
    head = f"{draw(st.sampled_from('efh'))}({draw(st.sampled_from(bound))})"
    refused = f"not g({', '.join(draw(st.sampled_from(bound)) for _ in range(3))})"
    return f"{', '.join([*body, refused])} -> {head.replace('f(', 'h(')}"


@given(
    st.lists(rules(), min_size=1, max_size=3),
    st.lists(st.tuples(*[st.sampled_from("abc")] * 3), max_size=6),
)
@RANDOM
def test_joins_find_every_instance(lines: list[str], rows: list[tuple[str, str, str]]) -> None:
    given_facts = [f"{'efg'[at]}({', '.join(row[: at + 1])})" for row in rows for at in range(3)]
    theory = program("\n".join([*given_facts, *lines]))
    own = [each.statement for each in theory.statements if isinstance(each.statement, ir.Rule)]
    known = [
        atom
        for each in theory.statements
        if isinstance(each.statement, ir.Fact)
        and isinstance(literal := each.statement.literal, ir.Literal)
        and (atom := ground_atom(literal)) is not None
    ]
    compiled = [Rule(number, str(number), each) for number, each in enumerate(own)]
    made = Instances(known, Budget())
    made.run_until_closed(compiled)
    got = {(each.rule.number, each.head, each.positive, each.negative) for each in made.made}
    assert got == _every_instance(own, set(known))


def _every_instance(own: list[ir.Rule], possible: set[object]) -> set[object]:
    """Return the instances of rules by trying all values of all variables, until nothing comes."""
    values = [ir.Const("a"), ir.Const("b"), ir.Const("c"), ir.String("b c")]
    while True:
        found: set[object] = set()
        for number, rule in enumerate(own):
            names = mentions(rule).variables
            for row in product(values, repeat=len(names)):
                env = dict(zip(names, row, strict=True))

                def atom(literal: ir.Node, env: dict[str, ir.Term] = env) -> object:
                    assert isinstance(literal, ir.Literal)
                    terms = tuple(
                        env[each.name] if isinstance(each, ir.Var) else each
                        for each in literal.atom.arguments
                    )
                    return ground_atom(ir.Literal(ir.Atom(literal.atom.predicate, terms)))

                parts = [each for each in rule.body if isinstance(each, ir.Literal)]
                positive = tuple(atom(each) for each in parts if not each.default)
                if possible.issuperset(positive):
                    negative = tuple(atom(each) for each in parts if each.default)
                    found.add((number, atom(rule.head), positive, negative))
        heads = {each[1] for each in found}  # type: ignore[index]
        if heads <= possible:
            return found
        possible |= heads
