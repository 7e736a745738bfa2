"""Programs for clingo keep their answer sets when they are read and written again."""

from __future__ import annotations

import json
from pathlib import Path

import clingo
import pytest
from hypothesis import given, settings, strategies as st

import rspc
from rspc.backends.asp.lp.format import Lp
from rspc.backends.asp.programs import program
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.lower import lower_statement
from rspc.compiler.notation.terms import StatementScope
from rspc.dsl.diagnostics import Report
from rspc.dsl.source import Source

CASES = Path(__file__).parents[3] / "cases" / "programs"
FORMAT = Lp()


def lowered(text: str) -> ir.Theory:
    report = Report()
    scope = StatementScope(report)
    found = [lower_statement(each, scope)[1] for each in FORMAT.read(Source("t.lp", text))]
    report.raise_errors()
    options = tuple(FORMAT.settings(Source("t.lp", text)).items())
    labelled = tuple(ir.Labelled(f"s{n}", each) for n, each in enumerate(found, 1))
    return ir.Theory("asp", labelled, options=options)


def answer_sets(text: str) -> list[list[str]]:
    """Return what the stock clingo shows of the optimal answer sets."""
    control = clingo.Control(["0", "--opt-mode=optN", "--warn=none"])
    control.add("base", [], text)
    control.ground([("base", [])])
    found = []
    with control.solve(yield_=True) as handle:
        for model in handle:
            cost = [f"cost {each}" for each in model.cost]
            if not cost or model.optimality_proven:
                found.append(cost + sorted(str(each) for each in model.symbols(shown=True)))
    return sorted(found)


CORPUS = [
    "p(a). -q(b). r :- p(X), not -q(X).",
    "p(1..5). q(X,Y) :- p(X), p(Y), X < Y, X + Y = 6, Y - X != 2.",
    "p(1;3;5,6). q(a;b) :- p(1..2;3).  r(X) :- X = (1;2).",
    "{ a; b; c }. :- not a, not b. :- #count { x : a; y : b; z : c } > 2.",
    "n(1..4). 1 { c(X,r); c(X,g) } 1 :- n(X). :- c(X,C), c(X+1,C).",
    "n(1..3). 2 { s(X) : n(X), X != 2 } 2.  { t(X) : n(X) } = 1. 0 < { u(X) : n(X) } < 2.",
    "n(1..3). { s(X) : n(X) }. t(S) :- S = #sum { X : s(X) }. :- t(S), not 2 < S <= 5.",
    "n(1..3). { s(X) : n(X) }. ok :- 1 < #count { X : s(X) } <= 3. :- not ok.",
    "n(1..3). { s(X) : n(X) }. bad :- not 1 < #count { X : s(X) } < 3. :- bad.",
    "n(1..3). { s(X) : n(X) }. :- not not 3 = #max { X : s(X) }. m(M) :- M = #min { X : s(X) }.",
    "w(a,-2). w(b,3). { i(X) : w(X,_) }. s(S) :- S = #sum+ { W,X : i(X), w(X,W) }.",
    "{ a; b }. c :- not not a. d :- 1 { a; b } 1. e :- { a; not b } = 2. f :- 2 { -a; not not b }. -a :- b, not a.",
    "a :- not not a. b :- not a.",
    "q(1..3). { r(X) : q(X) }. all :- r(X) : q(X). none :- not r(X) : q(X). two :- r(X) : q(X), X < 3; r(1).",
    "a :- b : c. b :- a. c.",
    "a :- b : c. c :- a. { b }.",
    "{ c(1..2) }. b(1) :- a. a :- b(X) : c(X).",
    "{ c(1..3) }. small :- X < 3 : c(X). empty :- #false : c(X).",
    "a | b. c ; d :- a. -e | f :- b, not c.",
    "p(1), p(2).",
    "p(1..3). X < 3 :- p(X), q(X). { q(X) : p(X) }. not q(1) :- q(2). not not q(1) :- p(9).",
    "p(1..5). q(X) :- p(X), 1 < X < 4. r(X) :- p(X), not 1 < X < 4. s(X) :- p(X), not not X > 2.",
    'p(f(a,g(1)),(1,2),(3,),(),"a b\\n\\"c\\\\"). q(X,Y) :- p(X,Y,_,_,_). r(-3,-a,- 4). s(0x10).',
    'p(#inf). p(#sup). p(1). p(a). p("a"). q(X) :- p(X), X > 1, X != #sup. r(X) :- X = #min { Y : p(Y), z }.',
    "p(-3..3). q(|X|) :- p(X). r(X,Y) :- p(X), p(Y), |X-Y| = 5. s(7\\3, -7\\3, 7/2, -7/2, 2**3, 2*3-4).",
    "#const n = m+1. #const m = 2. p(1..n). q(n) :- p(n). r(f(n)). n. #const k = a. s(k).",
    "#const n = 2. [override] #const n = 3. p(n).",
    "{ a; b; c }. :- not a, not b. #minimize { 2@1,x : a; 1@1,y : b; 1,z : c }.",
    "n(1..3). { s(X) : n(X) }. #maximize { X@2,X : s(X) }. :~ s(X). [X@3] :~ s(X), s(Y), X != Y. [1,X,Y]",
    "{ a; b }. #minimize { 1 : a; 1 : b }. #maximize { -1,k : not a }. :~ not 1 < 2 < 3. [5]",
    "n(1..4). { s(X) : n(X) } 2. #minimize { -X,X : s(X), not 1 < X < 3 }.",
    "p(a). q(X) :- p(X). r(b). #show q/1. #show r/1.",
    "p. -p2. #show. #show -p2/0.",
    "#defined nothing/1. a :- not nothing(1). #program base. b.",
    "p :- #true. q :- #false. #true :- p. #false :- q. r :- not #false.",
    "meets(a,b). within(a,b). count(1). sum. true. false :- not true. in(a). isa(b) :- in(a). or :- some(a). some(a).",
    "'p'(a'). _q(_b). r(X') :- 'p'(X'). t(_X) :- _q(_X).",
    "p(a). p(b). q :- not p(_), p(a). r :- not z(_,c). s :- p(_).",
    '%* a p(b). %* c *% *% p(a). % p(c).\n q :- p(b). % "\n#show q/0. #show p/1.',
    'p("% no", "v"). q :- p("% no", X), X = "v".',
    "p(X,Y) :- X = 1..3, Y = X**2, Y \\ 2 = 1.",
    "t(X) :- X = #count { 1,2; a }. u(X) :- #sum { Y,Z : v(Y,Z) } = X. v(1,a). v(1,b).",
    "1 { a : b; c } 1 :- not d. b | d.",
    "p((1,2)). q(X) :- p((X,2)). r(X;Y) :- p((X,Y)).",
    "a(1..2). b(X) :- a(X), { c(X); d(X) } 0. { c(1) }.",
    "{ q; r }. n(N) :- #count { : q; true : r; () : r } = N. x(N) :- #max { : q } = N.",
    "{ r }. s(N) :- N = #sum+ { : r; 2 : r }. m(N) :- N = #min { : r; 3 : not r }. t(N) :- #sum { : r } = N.",
    "p((1,)). p(()). p(tuple(1)). p(tuple). q(X) :- p((X,)). r(X) :- p(tuple(X)). s :- p(()).",
    "p((1,2)). p(()). p((1,)). p(f(1)). q(-X) :- p(X). r(X) :- q(-X). s(X,Y) :- q(X), p(Y), X < Y.",
    "{ p(1..2) }. a :- not not p(_). b(N) :- N = #count { 1 : not p(_) }. c(N) :- N = #count { 1 : not not p(_) }.",
    "{ p(1..2); q }. a :- 1 { p(_) } 1. n(N) :- N = { p(_); q; p(1) }. c :- not 1 { p(_) : q }.",
    "{ q(1..2) }. r(1,2). r(2,1). a :- q(X;Y) : r(X,Y). b :- not q(X;Y) : r(X,Y).",
    "{ p }. a :- 1 < (0..2) < 2. b :- not 0 < (0..2) < 3. c(X) :- 1 < X+(0..1) < 4, X = 0..5. 0 < (0..1) < 2 :- p.",
    "{ p }. a :- p : 1 < (0..2) < 2. b :- 1 < _ < 3. c(Any1) :- Any1 = #count { X : 1 <= (X..2) < 2, X = 0..3 }.",
    "{ r(1..2) }. s(X) :- X = #sum+ { (-1..V) : r(V); (0..V),(V;3) : r(V) }. t :- 1 < #sum+ { (-2..1)*2 } < 3.",
    "r(1,2). r(2,1). c :- (X;Y) = 1 : r(X,Y). d :- (X;Y) = 3 : r(X,Y).",
    "{ q(1..2) }. r(1,2). s(3..4). a(X) :- q(Y) : r(Z,Y), (Y;Z) < X-2; s(X;X-1); q(X-2;X-3).",
]


@pytest.mark.parametrize("text", CORPUS)
def test_a_program_keeps_its_answer_sets(text: str) -> None:
    again = FORMAT.write(lowered(text))
    assert answer_sets(again) == answer_sets(text)


@pytest.mark.parametrize("text", CORPUS)
def test_what_is_written_says_the_same_read_again(text: str) -> None:
    once = lowered(FORMAT.write(lowered(text)))
    assert answer_sets(FORMAT.write(once)) == answer_sets(text)


def test_names_in_upper_case_and_texts_of_any_letters_come_back() -> None:
    text = 'P0("Änne"). -P26. P1(X) | Q :- P0(X), -P26. u_P1("u_0").'
    made = lowered(text)
    (facts,) = {each.statement for each in made.statements[:1]}
    assert facts == ir.Fact(ir.Literal(ir.Atom("P0", (ir.String("Änne"),))))
    spelling = program(made).spelling
    sets = []
    control = clingo.Control(["0"])
    control.add("base", [], FORMAT.write(made))
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        for model in handle:
            sets.append(
                {str(spelling.read(each).atom.predicate) for each in model.symbols(atoms=True)}
            )
    assert sorted(map(sorted, sets)) == [
        ["P0", "P1", "P26", "u_P1"],
        ["P0", "P26", "Q", "u_P1"],
    ]


# ------------------------------------------------------------------------------------------- published results


def published() -> dict[str, dict[str, object]]:
    found: dict[str, dict[str, object]] = json.loads((CASES / "published.json").read_text())
    return found


def solved(name: str, query: str | None = None) -> rspc.Answer:
    return rspc.solve(CASES / f"{name}.lp", syntax="lp", query=query)


def spelt(literals: object) -> list[str]:
    assert isinstance(literals, list | tuple)
    return sorted(str(each).replace("`", "").replace(" ", "") for each in literals)


def test_the_published_entailment() -> None:
    case = published()["entailment"]
    assert solved("entailment", str(case["query"])).label == case["label"]


def test_the_published_computation() -> None:
    case = published()["computation"]
    (found,) = solved("computation").answer_sets or ()
    assert spelt(found) == spelt(case["answer_set"])


def test_the_published_verification() -> None:
    case = published()["verification"]
    found = [spelt(each) for each in solved("verification").answer_sets or ()]
    assert (spelt(case["candidate"]) in found) is case["label"]


# --------------------------------------------------------------------------------------------------- round trip

NAMES = st.sampled_from(["a", "p", "q", "is_bird", "r2d2", "_x"])
VARIABLES = st.builds(ir.Var, st.sampled_from(["X", "Y2", "_Z"]))
SIMPLE = st.one_of(
    st.builds(ir.Const, st.one_of(NAMES, st.sampled_from(["#inf", "#sup"]))),
    VARIABLES,
    st.builds(ir.String, st.text(max_size=6).filter(lambda t: "\0" not in t and t.isprintable())),
    st.builds(lambda n: ir.Quantity("integer", n), st.integers(1 - 2**31, 2**31 - 1)),
)


def _compound(terms: st.SearchStrategy[ir.Term]) -> st.SearchStrategy[ir.Term]:
    several = st.lists(terms, max_size=3).map(tuple)
    operators = st.sampled_from(["+", "-", "*", "/", "mod", "**"])
    return st.one_of(
        st.builds(ir.Function, NAMES, several.filter(bool)),
        st.builds(ir.Tuple, several),
        st.builds(ir.Interval, terms, terms),
        st.builds(lambda o, a, b: ir.Operation(o, (a, b)), operators, terms, terms),
        st.builds(lambda a: ir.Operation("abs", (a,)), terms),
        st.builds(lambda a: ir.Operation("neg", (a,)), VARIABLES),
    )


TERMS: st.SearchStrategy[ir.Term] = st.recursive(SIMPLE, _compound, max_leaves=5)
LITERALS = st.builds(
    ir.Literal,
    st.builds(ir.Atom, NAMES, st.lists(TERMS, max_size=2).map(tuple)),
    st.booleans(),
)
SIGNED = st.builds(
    lambda made, default: ir.Literal(made.atom, made.negative, default), LITERALS, st.booleans()
)
OPERATORS = st.sampled_from(["<", "<=", ">", ">=", "==", "!="])
COMPARISONS = st.builds(ir.Comparison, OPERATORS, TERMS, TERMS)
CONDITIONS = st.one_of(
    SIGNED,
    COMPARISONS,
    st.builds(ir.Not, COMPARISONS),
    st.builds(ir.Not, SIGNED.filter(lambda made: made.default)),
)
ELEMENTS = st.builds(
    ir.Element,
    st.lists(TERMS, min_size=1, max_size=2).map(tuple),
    st.lists(CONDITIONS, max_size=2).map(tuple),
)
AGGREGATES = st.builds(
    ir.AggregateTerm,
    st.sampled_from(["count", "sum", "min", "max"]),
    st.lists(ELEMENTS, min_size=1, max_size=2).map(tuple),
)
BOUNDED = st.one_of(
    st.builds(ir.Comparison, OPERATORS, AGGREGATES, TERMS),
    st.builds(ir.Comparison, OPERATORS, TERMS, AGGREGATES),
)
PARTS = st.one_of(CONDITIONS, BOUNDED, st.builds(ir.Not, BOUNDED))
CHOICES = st.builds(
    ir.Choice,
    st.lists(
        st.builds(
            lambda made, given: ir.Element((made,), tuple(given)),
            LITERALS,
            st.lists(CONDITIONS, max_size=2),
        ),
        min_size=1,
        max_size=2,
    ).map(tuple),
    st.one_of(st.none(), TERMS),
    st.one_of(st.none(), TERMS),
)
HEADS = st.one_of(
    LITERALS,
    st.just(ir.Truth(False)),
    st.builds(ir.Or, st.lists(LITERALS, min_size=2, max_size=3).map(tuple)),
    CHOICES,
)
WEIGHED = st.builds(
    lambda each, priority: ir.Element(each.terms, each.condition, priority),
    ELEMENTS,
    st.one_of(st.none(), st.integers(1, 9).map(lambda n: ir.Quantity("integer", n))),
)
STATEMENTS = st.one_of(
    st.builds(ir.Fact, LITERALS),
    st.builds(
        lambda body, head: ir.Rule(tuple(body), "->", head),
        st.lists(PARTS, min_size=1, max_size=3),
        HEADS,
    ),
    st.builds(
        ir.Optimise,
        st.sampled_from(["minimize", "maximize"]),
        st.lists(WEIGHED, min_size=1, max_size=2).map(tuple),
    ),
)


@settings(max_examples=120)
@given(st.lists(STATEMENTS, min_size=1, max_size=4))
def test_what_is_written_reads_back(found: list[ir.Statement]) -> None:
    labelled = tuple(ir.Labelled(f"s{n}", each) for n, each in enumerate(found, 1))
    made = ir.Theory("asp", labelled)
    assert lowered(FORMAT.write(made)) == made
