"""Certificates of what follows from concepts: each proves its label by rules and models, and no other is accepted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from rspc.backends.alcq.backend import Alcq, Justification
from rspc.backends.alcq.certificates import decide_again
from rspc.backends.alcq.kept import open_base
from rspc.backends.checkers.alcq.justification import prove
from rspc.backends.checkers.alcq.models import Interpretation, NoModel
from rspc.backends.checkers.alcq.normal_form import complement, normal
from rspc.backends.checkers.alcq.tableau import Tableau, Unproved
from rspc.backends.checkers.common.budget import Budget, Spent
from rspc.compiler.contract import UNDECIDED, EngineError, Limits, Verdict
from rspc.compiler.ir import nodes as ir

from .bases import Tiny, asked, assertion, levelled, restriction, role_fact, theory
from .test_engine import NOTHING, THING, A, B, C, isa, least, most, only, some

CHECKER = Justification()


def derived(statements: list[ir.Statement], query: ir.Statement, unique: bool = True) -> Verdict:
    return CHECKER.derive(theory(statements, unique), asked(query), {})


def accepted(
    statements: list[ir.Statement], query: ir.Statement, verdict: Verdict, unique: bool = True
) -> bool:
    return CHECKER.check(theory(statements, unique), asked(query), verdict, {}).accepted


# -------------------------------------------------------------------------------------------------- the evaluator


def test_the_normal_form_means_the_same() -> None:
    """On interpretations drawn at random, by the evaluator, which takes concepts as they are written."""
    for seed in range(400):
        draw = Tiny(seed)
        concept, pick = draw.concept(3), draw.random
        size = pick.randint(1, 4)
        elements = list(range(size))
        given = {
            "elements": elements,
            "individuals": {},
            "concepts": {
                name: [each for each in elements if pick.random() < 0.5] for name in draw.concepts
            },
            "roles": {
                role: [[a, b] for a in elements for b in elements if pick.random() < 0.6]
                for role in draw.roles
            },
        }
        model = Interpretation(given, [], True)
        members = model.members(concept)
        assert model.members(normal(concept)) == members
        assert model.members(complement(concept)) == model.elements - members
        assert complement(complement(concept)) == normal(concept)


BROKEN: list[Any] = [
    None,
    {},
    {"elements": [], "individuals": {}, "concepts": {}, "roles": {}},
    {"elements": [0, 0], "individuals": {}, "concepts": {}, "roles": {}},
    {"elements": [0], "individuals": {"anne": 1}, "concepts": {}, "roles": {}},
    {"elements": [0], "individuals": {"anne": 0, "bob": 0}, "concepts": {}, "roles": {}},
    {"elements": [0], "individuals": {}, "concepts": {}, "roles": {}},
    {"elements": [0], "individuals": {"anne": 0}, "concepts": {"Able": [1]}, "roles": {}},
    {"elements": [0], "individuals": {"anne": 0}, "concepts": {}, "roles": {"likes": [[0, 1]]}},
    {"elements": [0], "individuals": {"anne": 0}, "concepts": {}, "roles": {"likes": [[1, 0]]}},
    {"elements": [0], "individuals": {"anne": 0}, "concepts": {}, "roles": {"likes": [[0]]}},
    {"elements": [[]], "individuals": {"anne": 0}, "concepts": {}, "roles": {}},
    {"elements": [0], "individuals": 3, "concepts": {}, "roles": {}},
]


@pytest.mark.parametrize("given", BROKEN)
def test_what_is_no_model_is_told(given: Any) -> None:
    with pytest.raises(NoModel):
        Interpretation(given, ["anne"], True)


def test_the_evaluator_counts_successors() -> None:
    given = {
        "elements": [0, 1, 2],
        "individuals": {"anne": 0},
        "concepts": {"Able": [1, 2]},
        "roles": {"likes": [[0, 1], [0, 2], [1, 0]]},
    }
    model = Interpretation(given, ["anne"], True)
    assert model.members(least(2, A)) == {0}
    assert model.members(most(0, A)) == {1, 2}
    assert model.members(only(A)) == {0, 2}
    assert model.members(restriction("exactly", "likes", THING, 1)) == {1}
    assert model.members(restriction("more than", "likes", A, 1)) == {0}
    assert model.members(restriction("fewer than", "likes", A, 1)) == {1, 2}
    assert model.holds(role_fact("likes", "anne", "anne")) is False
    assert model.holds(isa(some(A), ir.Not(A)))


# --------------------------------------------------------------------------------------------------- certificates


@pytest.mark.parametrize("block", range(6))
def test_every_label_of_tiny_bases_is_proved(block: int) -> None:
    """600 bases, dense with number restrictions; `derive` has each certificate replayed and evaluated."""
    met = set()
    for seed in range(100 * block, 100 * block + 100):
        draw = Tiny(seed)
        statements, query, unique = draw.base(), draw.statement(), seed % 3 > 0
        verdict = derived(statements, query, unique)
        problem = theory(statements, unique), asked(query)
        assert Alcq().decide(*problem, {}, Limits()).label == verdict.label, seed
        met.add(verdict.label)
    assert met == {"true", "false", "unknown", "inconsistent"}


@pytest.mark.parametrize("level", range(4))
def test_labels_of_larger_bases_are_proved(level: int) -> None:
    met = set()
    for seed in range(5):
        statements = levelled(seed, level)
        for query in levelled(seed + 1000, level)[:4]:
            verdict = derived(statements, query)
            met.add(verdict.label)
            assert accepted(statements, query, verdict)
    assert "unknown" in met
    assert len(met) > 1


def test_the_same_certificate_is_found_whatever_was_asked_before() -> None:
    """To derive one starts anew, and to check one goes on from the questions before it about the same statements."""
    for seed in range(120):
        draw = Tiny(seed)
        statements, unique = draw.base(), seed % 3 > 0
        queries = [draw.statement() for _ in range(5)]
        verdicts = [derived(statements, query, unique) for query in queries]
        for order in (range(5), (3, 1, 4, 0, 2)):
            for each in order:
                assert accepted(statements, queries[each], verdicts[each], unique), (seed, each)


@pytest.mark.parametrize("end", [EngineError("the fence"), Spent(), KeyboardInterrupt()])
def test_a_search_that_is_cut_short_leaves_nothing_behind(
    end: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = Tiny(2)
    statements, queries = draw.base(), [draw.statement() for _ in range(2)]
    verdicts = [derived(statements, query) for query in queries]
    for left in range(1, 20, 2):
        with open_base((), True, Limits()):
            pass  # the base that the last question was about is kept no more
        with open_base(theory(statements).statements, True, Limits()):
            pass
        spending = iter(range(left))

        def spend(budget: Budget, steps: int, left: Iterator[int] = spending) -> None:
            if next(left, None) is None:
                raise end

        with monkeypatch.context() as patch:
            patch.setattr(Budget, "spend", spend)
            with pytest.raises(type(end)):
                decide_again(theory(statements), asked(queries[0]), verdicts[0].label, Limits())
        for query, verdict in zip(queries, verdicts, strict=True):
            assert accepted(statements, query, verdict), left


CASES = [
    ([isa(A, least(3, B)), isa(A, most(2, B))], isa(A, NOTHING), True),
    ([isa(A, ir.And((least(2, B), least(2, C), most(3, THING)))), isa(B, ir.Not(C)),
      assertion("anne", A), isa(C, B)], assertion("bob", C), True),
    ([assertion("anne", most(1, THING)), role_fact("likes", "anne", "bob"),
      role_fact("likes", "anne", "cara"), assertion("bob", A), assertion("cara", ir.Or((B, C)))],
     assertion("cara", A), False),
    ([assertion("anne", most(1, A)), role_fact("likes", "anne", "bob"), assertion("bob", A),
      role_fact("likes", "anne", "cara")], assertion("cara", ir.Not(A)), True),
    ([isa(A, some(B)), isa(B, some(C)), isa(C, NOTHING), assertion("anne", ir.Or((A, B)))],
     assertion("anne", C), True),
    ([isa(A, ir.Or((B, C))), isa(B, some(A)), isa(C, some(A)), isa(some(A), NOTHING)],
     assertion("anne", A), True),
    ([assertion("anne", only(A)), assertion("bob", ir.Not(A))],
     role_fact("likes", "anne", "bob"), True),
    ([role_fact("likes", "anne", "bob")], role_fact("likes", "anne", "bob"), True),
    ([assertion("anne", most(1, THING)), role_fact("likes", "anne", "bob"),
      role_fact("likes", "anne", "cara"), role_fact("sees", "bob", "dan")],
     role_fact("sees", "cara", "dan"), False),
    ([isa(A, some(A)), assertion("anne", A)], assertion("anne", B), True),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "query", "unique"), CASES)
def test_no_other_certificate_is_accepted(
    statements: list[ir.Statement], query: ir.Statement, unique: bool
) -> None:
    verdict = derived(statements, query, unique)
    assert accepted(statements, query, verdict, unique)
    changed = list(corrupted(verdict.certificate))
    assert len(changed) > 20
    for certificate in changed:
        other = Verdict(verdict.label, verdict.engine, certificate)
        assert not accepted(statements, query, other, unique), certificate
    for label in ("true", "false", "unknown", "inconsistent", "undecided"):
        if label != verdict.label:
            own = {**verdict.certificate, "label": label}
            assert not accepted(statements, query, Verdict(label, "", own), unique)
            assert not accepted(statements, query, Verdict(label, "", verdict.certificate), unique)


def corrupted(value: Any) -> Iterator[Any]:
    """Yield a plain value with one thing changed, left out or put in, at any depth."""
    match value:
        case bool() | None:
            yield "other"
        case int():
            yield value + 1
        case str():
            yield value + "x"
        case dict():
            for key, own in value.items():
                yield {name: each for name, each in value.items() if name != key}
                for changed in corrupted(own):
                    yield {**value, key: changed}
            yield {**value, "other": 0}
        case list():
            for place, own in enumerate(value):
                yield value[:place] + value[place + 1 :]
                for changed in corrupted(own):
                    yield [*value[:place], changed, *value[place + 1 :]]
            if value:
                yield [*value, value[-1]]


@pytest.mark.parametrize(("statements", "query", "unique"), CASES)
def test_the_rules_alone_refuse_what_does_not_prove(
    statements: list[ir.Statement], query: ir.Statement, unique: bool
) -> None:
    """A tableau without a step is open; a model without one of its pairs or members is another or none."""
    verdict = derived(statements, query, unique)
    if "tableau" not in verdict.certificate:
        return
    steps = verdict.certificate["tableau"]
    for place in range(len(steps)):
        shorter = {**verdict.certificate, "tableau": steps[:place] + steps[place + 1 :]}
        with pytest.raises(Unproved):
            prove(theory(statements, unique), asked(query), verdict.label, shorter)


def test_no_tableau_proves_what_does_not_follow() -> None:
    """Tableaux of other problems, whole or with a step changed, never close a branch that has a model."""
    tried = 0
    for seed in range(150):
        draw = Tiny(seed)
        statements, query, unique = draw.base(), draw.statement(), seed % 2 == 0
        verdict = derived(statements, query, unique)
        if "tableau" not in verdict.certificate:
            continue
        ids = verdict.certificate["justification"]
        for left_out in ids:
            used = {
                f"s{number}": each
                for number, each in enumerate(statements, 1)
                if f"s{number}" in ids and f"s{number}" != left_out
            }
            if verdict.label == "false":
                used[""] = query
            denied = query if verdict.label == "true" else None
            steps = verdict.certificate["tableau"]
            for changed in [steps, *list(corrupted(steps))[::3]]:
                with pytest.raises(Unproved):
                    Tableau(used, denied, unique, Budget()).replay(changed)
                tried += 1
    assert tried > 500


def test_out_of_steps_nothing_is_decided_and_nothing_accepted() -> None:
    problem = theory([isa(A, least(3, B)), isa(A, most(2, B))]), asked(isa(A, NOTHING))
    assert CHECKER.derive(*problem, {}, Limits(20)).label == UNDECIDED
    assert Alcq().decide(*problem, {}, Limits(5)).label == UNDECIDED
    verdict = CHECKER.derive(*problem, {})
    assert CHECKER.check(*problem, verdict, {}).accepted
    assert not CHECKER.check(*problem, verdict, {}, Limits(20)).accepted


def test_what_is_no_question_of_concepts_is_refused() -> None:
    literal = ir.Literal(ir.Atom("likes", (ir.Const("anne"),)))
    for statement in (ir.Fact(literal), ir.Fact(ir.Literal(literal.atom, True))):
        with pytest.raises(EngineError):
            derived([isa(A, B)], statement)
        with pytest.raises(EngineError):
            derived([statement], isa(A, B))
    with pytest.raises(EngineError):
        CHECKER.derive(theory([isa(A, B)]), ir.Query(ir.Answers("X", literal)), {})


def test_the_encoding_is_the_normal_form() -> None:
    statements = [
        isa(A, some(B)),
        assertion("anne", ir.Not(most(1, C))),
        role_fact("sees", "a", "b"),
    ]
    text = Alcq().encode(theory(statements), asked(isa(A, B)), {}).text
    assert text.splitlines() == [
        "% names are unique",
        "% query: `Able` isa `Big`",
        "s1: thing isa not `Able` or min 1 likes `Big`",
        "s2: anne: min 2 likes `Calm`",
        "s3: sees(a, b)",
    ]
