"""What the backend says of programs is what the stock clingo says of their plain text."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import clingo
import pytest
from hypothesis import given, settings, strategies as st

from rspc.backends.asp.budget import search_models
from rspc.backends.asp.clingo import Clingo
from rspc.backends.asp.programs import program
from rspc.compiler.contract import Deadline, EngineError, Limits, Undecided
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.literal_sets import plain
from rspc.compiler.notation.literals import read_literal, read_statement
from rspc.compiler.notation.to_syntax import show

from .test_safety import ours
from .written import literals, numbers, rules, terms, text

CASES = Path(__file__).parents[2] / "cases" / "programs"
EVERYTHING = ir.AnswerSets(10_000)

facts = literals(st.one_of(numbers, st.sampled_from([ir.Const("a"), ir.String("a")])), False)
weights = st.builds(
    lambda w, p, c: ir.Optimise("minimize", (ir.Element((w,), (c,), p),)),
    numbers,
    st.none() | numbers,
    facts,
)


@st.composite
def theories(draw: st.DrawFn) -> ir.Theory:
    found: list[ir.Statement] = [ir.Fact(each) for each in draw(st.lists(facts, max_size=4))]
    found += draw(st.lists(rules(terms).filter(ours), max_size=5))
    found += draw(st.lists(weights, max_size=1))
    return theory(found)


def theory(statements: Sequence[ir.Statement], **options: str) -> ir.Theory:
    labelled = (ir.Labelled(f"s{n}", each) for n, each in enumerate(statements, 1))
    return ir.Theory("asp", tuple(labelled), options=tuple(options.items()))


def written(source: str, **options: str) -> ir.Theory:
    found = [read_statement(each).statement for each in source.split(". ")]
    return theory(found, **options)


def stock(source: str, *options: str) -> set[frozenset[str]]:
    """Return the answer sets of a program as texts, the optimal ones where it optimises."""
    optimises = "#m" in source
    own = ["--warn=none", "0", *options, *(["--opt-mode=optN"] if optimises else [])]
    control = clingo.Control(own)
    control.add("base", [], source)
    control.ground([("base", [])])
    found = set()
    with control.solve(yield_=True) as handle:
        for model in handle:
            if model.optimality_proven or not optimises or not model.cost:
                found.add(frozenset(map(str, model.symbols(atoms=True))))
    return found


def decide(theory: ir.Theory, goal: ir.Goal, **limits: int) -> tuple[str, dict[str, object]]:
    verdict = Clingo().decide(theory, ir.Query(goal), {}, Limits(**limits))
    return verdict.label, dict(verdict.certificate)


def named(literals: Sequence[str]) -> frozenset[str]:
    return frozenset(map(plain, literals))


@given(theories())
@settings(max_examples=60, deadline=None)
def test_random_programs_have_the_answer_sets_of_their_plain_text(theory: ir.Theory) -> None:
    expected = stock("\n".join(text(each.statement) for each in theory.statements))
    label, certificate = decide(theory, EVERYTHING)
    assert label == str(len(expected))
    assert {named(each) for each in certificate["sets"]} == expected  # type: ignore
    assert stock(program(theory, ir.Query(EVERYTHING)).text) == expected


@given(theories(), facts)
@settings(max_examples=40, deadline=None)
def test_what_follows_is_what_is_in_the_answer_sets(theory: ir.Theory, asked: ir.Literal) -> None:
    sets = [
        frozenset(map(read_literal, each))
        for each in decide(theory, EVERYTHING)[1]["sets"]  # type: ignore
    ]
    opposite = ir.Literal(asked.atom, not asked.negative)
    for mode, holds in (("cautious", all), ("brave", any), ("", all)):
        label, _ = decide(theory, ir.Entailed(ir.Fact(asked), mode))
        if not sets:
            assert label == "inconsistent"
        elif not mode and len(sets) > 1:
            assert label == "several"
        elif holds(asked in each for each in sets):
            assert label == "true"
        elif holds(opposite in each for each in sets):
            assert label == "false"
        else:
            assert label == "unknown"


@given(theories(), st.data())
@settings(max_examples=40, deadline=None)
def test_a_set_is_stable_where_it_is_one_of_the_answer_sets(
    theory: ir.Theory, data: st.DataObject
) -> None:
    sets = [
        frozenset(map(read_literal, each))
        for each in decide(theory, EVERYTHING)[1]["sets"]  # type: ignore
    ]
    base = data.draw(st.sampled_from(sets)) if sets else frozenset()
    changed = data.draw(st.frozensets(facts, max_size=2))
    for candidate in (base, base ^ changed):
        goal = ir.Stable(tuple(sorted(candidate, key=show)))
        assert decide(theory, goal)[0] == ("true" if candidate in sets else "false")


# ----------------------------------------------------------------------------------------------------- the text


NAMES = ("P8", "p8", "cow juice", "cow_juice", "not", "7up", "é", "#show", "X", "a'b", "_", "Ann")


def test_names_of_any_spelling_are_told_apart_and_given_back() -> None:
    found = [
        ir.Fact(ir.Literal(ir.Atom(name, (ir.Const(other),)))) for name in NAMES for other in NAMES
    ]
    label, certificate = decide(theory(found), EVERYTHING)
    assert label == "1"
    (only,) = certificate["sets"]  # type: ignore[misc]
    assert sorted(only) == sorted(show(each.literal) for each in found)


def test_names_stay_readable() -> None:
    found = program(written("`P8`(a). `cow juice`(a). cow_juice(a). `P8`(X) -> `not`(X)")).text
    assert [line for line in found.splitlines() if line and not line.startswith("%")] == [
        "p8(a).",
        "cow_juice_2(a).",
        "cow_juice(a).",
        "n_not(X) :- p8(X).",
    ]
    assert "% s1: `P8`(a)" in found


def test_strings_numbers_and_symbols_are_different_things() -> None:
    label, certificate = decide(
        written('p(a). p("a"). p(1). p("1"). p("q\\"\\\\\\n"). p(f(a)). p((a, 1))'), EVERYTHING
    )
    assert (label, len(certificate["sets"][0])) == ("1", 7)  # type: ignore[index]


def test_statements_have_their_ids_in_comments_and_the_query_is_told() -> None:
    goal = ir.Entailed(ir.Fact(read_literal("q(a)")), "brave")
    found = program(written("p(a). p(X), not r(X) -> q(X)"), ir.Query(goal)).text
    assert "% s2: p(X), not r(X) -> q(X)\nq(X) :- p(X), not r(X).\n" in found
    assert "% The query: entailed brave: q(a)" in found
    assert "--enum-mode=brave" in found


def test_a_projection_is_shown_and_changes_no_answer_set() -> None:
    projected = written("p(a). -q(b). p(X) -> { r(X) }", show="p/1, -q/1")
    found = program(projected, ir.Query(EVERYTHING)).text
    assert "#show p/1.\n#show -q/1." in found
    assert decide(projected, EVERYTHING)[0] == "2"


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        (ir.AnswerSets(9), ["a c", "b c"]),
        (ir.Entailed(ir.Fact(read_literal("c"))), ["a answer(true) c", "answer(true) b c"]),
        (ir.Entailed(ir.Fact(read_literal("-c"))), ["a answer(false) c", "answer(false) b c"]),
        (ir.Stable((read_literal("a"), read_literal("c"))), ["a c candidate(a) candidate(c)"]),
        (ir.Stable((read_literal("a"), read_literal("b"))), []),
    ],
)
def test_the_stock_command_answers_an_encoding(
    goal: ir.Goal, expected: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "x.lp"
    asked = ir.Query(goal)
    path.write_text(Clingo().encode(written("-> (a | b). -> c"), asked, {}).text, "utf-8")
    command = [sys.executable, "-m", "clingo", str(path), "0", "--outf=2", "--warn=none"]
    told = json.loads(subprocess.run(command, capture_output=True, check=False).stdout)
    sets = [" ".join(sorted(each["Value"])) for each in told["Call"][0].get("Witnesses", [])]
    assert sorted(sets) == expected


# ------------------------------------------------------------------------------------------- budgets and faults


def test_endless_grounding_is_stopped_by_the_budget() -> None:
    label, certificate = decide(written("p(0). p(X) -> p(X + 1)"), EVERYTHING, steps=50_000)
    assert label == "undecided"
    assert certificate["reason"] == "the program has more than 5000 ground rules"


def test_a_long_search_is_stopped_by_the_budget() -> None:
    holes = written(
        "pigeon(1..12). hole(1..11). pigeon(P) -> 1 { at(P, H) : hole(H) } 1. "
        "at(P, H), at(Q, H), P < Q -> false"
    )
    label, certificate = decide(holes, EVERYTHING, steps=20_000)
    assert (label, certificate["kind"]) == ("undecided", "budget")
    assert "conflicts" in str(certificate["reason"])
    assert decide(holes, EVERYTHING, steps=20_000) == (label, certificate)


def test_the_fence_of_wall_time_is_a_fault() -> None:
    holes = written(
        "pigeon(1..14). hole(1..13). pigeon(P) -> 1 { at(P, H) : hole(H) } 1. "
        "at(P, H), at(Q, H), P < Q -> false"
    )
    with pytest.raises(EngineError, match="time limit"):
        Clingo().decide(holes, ir.Query(EVERYTHING), {}, Limits(seconds=0.2))


class Hasty:
    """A search whose timed wait gives up twice before its time is over, as clingo's does now and then."""

    def __init__(self, models: list[str]) -> None:
        self.models = models
        self.early = 2
        self.cancelled = False

    def resume(self) -> None:
        self.early = 2

    def wait(self, seconds: float) -> bool:
        self.early -= 1
        return self.early < 0 and bool(seconds)

    def model(self) -> str | None:
        return self.models.pop() if self.models else None

    def cancel(self) -> None:
        self.cancelled = True


def test_a_wait_that_gives_up_early_is_no_fence() -> None:
    search = Hasty(["second", "first"])
    assert list(search_models(search, Deadline(60))) == ["first", "second"]
    late = Hasty(["first"])
    with pytest.raises(TimeoutError):
        list(search_models(late, Deadline(-1)))
    assert late.cancelled


def test_a_join_without_output_is_fenced_and_heeds_signals() -> None:
    """Nothing is observed of it, and the engine hears no signal; alone it would take hours."""
    code = (
        "import os, signal, threading\n"
        "import rspc\n"
        "from rspc.backends.asp.clingo import Clingo\n"
        "from rspc.compiler.contract import EngineError, Limits\n"
        "from rspc.compiler.ir import nodes as ir\n"
        "from rspc.compiler.notation.literals import read_statement\n"
        "texts = ('n(1..9000)', 'n(X), n(Y), n(Z), X + Y + Z < 0 -> p')\n"
        "labelled = (read_statement(each).statement for each in texts)\n"
        "theory = ir.Theory('asp', tuple(ir.Labelled(f's{i}', s) for i, s in enumerate(labelled)))\n"
        "def decide(seconds):\n"
        "    Clingo().decide(theory, ir.Query(ir.AnswerSets(1)), {}, Limits(seconds=seconds))\n"
        "try:\n"
        "    decide(0.2)\n"
        "except EngineError as late:\n"
        "    print(late)\n"
        "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        "    decide(1000)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted', flush=True)\n"
        "os._exit(4)\n"
    )
    run = [sys.executable, "-c", code]
    ended = subprocess.run(run, capture_output=True, text=True, timeout=120, check=False)
    told = ["clingo reached the time limit of 0.2 seconds", "interrupted"]
    assert (ended.stdout.splitlines(), ended.returncode) == (told, 4), ended.stderr


def test_more_answer_sets_than_wanted_are_said() -> None:
    choice = written("-> { p(1..4) }")
    assert decide(choice, ir.AnswerSets(16))[0] == "16"
    label, certificate = decide(choice, ir.AnswerSets(15))
    assert (label, certificate["complete"], len(certificate["sets"])) == ("more", False, 15)  # type: ignore[arg-type]


def test_optimal_answer_sets_come_with_their_cost() -> None:
    label, certificate = decide(
        written("-> 1 { p(1..3) }. minimize { X@2, X : p(X); 5@1, X : p(X) }"), EVERYTHING
    )
    assert (label, certificate["cost"], certificate["sets"]) == ("1", [1, 5], [["p(1)"]])


def test_weights_of_nothing_leave_every_answer_set_optimal() -> None:
    label, certificate = decide(written("-> (a | b). minimize { 0 : a; 1 : c }"), EVERYTHING)
    assert (label, certificate["sets"]) == ("2", [["a"], ["b"]])
    assert (
        decide(written("-> (a | b). minimize { 0 : a; 1 : c }"), ir.Stable((read_literal("a"),)))[0]
        == "true"
    )


def test_remarks_name_their_statement() -> None:
    found = Clingo().decide(written("p(a). p(X) -> q(X + 1)"), ir.Query(EVERYTHING), {}, Limits())
    assert found.remarks == (("s2", "operation undefined: (X+1)"),)


@pytest.mark.parametrize(
    "source",
    ["p($5)", "p => q", "p ~> q", "p -> not q", "p -> (not q | r)", "p(99999999999)", "p({a, b})"],
)
def test_what_no_program_has_is_refused(source: str) -> None:
    with pytest.raises(EngineError):
        decide(written(source), EVERYTHING)


@pytest.mark.parametrize(
    "goal",
    [
        ir.Entailed(ir.Fact(ir.Literal(ir.Atom("p"), default=True))),
        ir.Entailed(ir.Rule((), "->", ir.Literal(ir.Atom("p")))),
        ir.Satisfying(),
    ],
)
def test_what_is_not_asked_of_programs_is_refused(goal: ir.Goal) -> None:
    with pytest.raises(EngineError):
        decide(written("p"), goal)


SQUARE = (
    "row(1..4). number(1..16). row(R), row(C) -> 1 { cell(R, C, V) : number(V) } 1."
    " cell(R, C, V), cell(S, D, V), R < S -> false. cell(R, C, V), cell(R, D, V), C < D -> false."
    " row(R), sum { V, C : cell(R, C, V) } != 34 -> false."
    " row(C), sum { V, R : cell(R, C, V) } != 34 -> false."
    " sum { V, R : cell(R, R, V) } != 34 -> false."
    " not cell(2, 2, 5) -> false"
)
"""Squares of which a search finds some long before it knows that it has found all."""

FEW = f"{SQUARE}. not cell(3, 3, 3) -> false. not cell(4, 2, 8) -> false"


def test_a_short_search_that_finds_some_goes_on_to_all() -> None:
    everything = stock("\n".join(text(each.statement) for each in written(FEW).statements))
    label, _ = decide(written(FEW), ir.AnswerSets(200))
    assert label == str(len(everything))
    session = Clingo().ground(written(FEW), {}, Limits())
    assert session.count((), (), 200) == len(everything)
    assert len(session.answer_sets((), (), 200)) == len(everything)
    possible = session.possible((), ())
    assert {plain(show(session.atoms[each])) for each in possible} == set().union(*everything)


def test_a_search_that_ends_with_some_of_the_answer_sets_is_undecided() -> None:
    limits = Limits(steps=25_000)
    session = Clingo().ground(written(SQUARE), {}, limits)
    with pytest.raises(Undecided):
        session.count((), (), 10_000)
    with pytest.raises(Undecided):
        session.possible((), ())
    goal = ir.AnswerSets(10_000)
    assert decide(written(SQUARE), goal, steps=25_000)[0] == "undecided"
