"""The engine of concepts against all interpretations of a few elements, textbook cases, and itself."""

from __future__ import annotations

from itertools import combinations

import pytest

from rspc.backends.alcq.base import Base
from rspc.backends.alcq.justifications import least_hitting, smallest
from rspc.backends.checkers.alcq.models import Interpretation, NoModel, individuals
from rspc.backends.checkers.common.budget import Spent
from rspc.compiler.contract import Limits
from rspc.compiler.ir import nodes as ir

from .bases import Tiny, assertion, interpretations, levelled, restriction, role_fact
from .closure import closure

A, B, C = (ir.Named(name) for name in ("Able", "Big", "Calm"))
THING, NOTHING = ir.Truth(True), ir.Truth(False)


def some(filler: ir.Formula, role: str = "likes") -> ir.Formula:
    return restriction("some", role, filler)


def only(filler: ir.Formula, role: str = "likes") -> ir.Formula:
    return restriction("only", role, filler)


def least(number: int, filler: ir.Formula, role: str = "likes") -> ir.Formula:
    return restriction("min", role, filler, number)


def most(number: int, filler: ir.Formula, role: str = "likes") -> ir.Formula:
    return restriction("max", role, filler, number)


def isa(left: ir.Formula, right: ir.Formula) -> ir.Inclusion:
    return ir.Inclusion(left, right)


# -------------------------------------------------------------------------------------------- all interpretations


@pytest.mark.parametrize("block", range(4))
def test_labels_are_those_of_all_small_interpretations(block: int) -> None:
    """What follows holds in each of them, and where two disagree nothing follows: 240 bases of a tiny vocabulary."""
    met = set()
    for seed in range(60 * block, 60 * block + 60):
        draw = Tiny(seed, 2, 1, 2)
        statements, query, unique = draw.base(5), draw.statement(), seed % 2 == 0
        label = Base(statements, unique).label(query)
        truths = small_truths(draw, statements, query, unique)
        if label == "unknown":
            continue
        met.add(label)
        assert truths <= {"true": {True}, "false": {False}, "inconsistent": set()}[label], seed
    assert met >= {"true", "inconsistent"}


def small_truths(
    draw: Tiny, statements: list[ir.Statement], query: ir.Statement, unique: bool
) -> set[bool]:
    """Return the truth values of a statement in the models of at most two elements, three if there are few."""
    found: set[bool] = set()
    few = len(draw.concepts) == 1 and len(draw.individuals) < 2
    for size in range(1, 4 if few else 3):
        for each in interpretations(draw.concepts, draw.roles, draw.individuals, size):
            try:
                model = Interpretation(each, draw.individuals, unique)
            except NoModel:
                continue
            if all(model.holds(statement) for statement in statements):
                found.add(model.holds(query))
                if len(found) == 2:
                    return found
    return found


@pytest.mark.parametrize("block", range(6))
def test_what_the_engine_calls_a_model_is_one(block: int) -> None:
    """Of 1,200 bases: each answer that nothing follows, or that a base is consistent, comes with a model."""
    kinds = 0
    for seed in range(100 * block, 100 * block + 100):
        draw = Tiny(seed)
        statements, query, unique = draw.base(), draw.statement(), seed % 3 > 0
        base = Base(statements, unique)
        for asked in (None, query):
            if base.refuted(base.all, asked) is None:
                plain = base.model().plain(base.nodes)
                model = Interpretation(
                    plain, individuals([*statements, *([query] if asked else [])]), unique
                )
                assert all(model.holds(each) for each in statements), seed
                assert asked is None or not model.holds(asked), seed
                kinds += 1
    assert kinds > 100


@pytest.mark.parametrize("level", range(4))
def test_larger_bases_have_models_too(level: int) -> None:
    consistent = 0
    for seed in range(30):
        statements = levelled(seed, level)
        base = Base(statements)
        if base.consistent():
            model = Interpretation(base.model().plain(base.nodes), base.nodes, True)
            assert all(model.holds(each) for each in statements)
            consistent += 1
    assert consistent > 5


# ----------------------------------------------------------------------------------------------------- textbook


def chosen(*statements: ir.Statement, unique: bool = True) -> Base:
    return Base(statements, unique)


UNIQUE = [
    # Two named successors and room for one (Baader et al., An Introduction to Description Logic, 2017, 5.2).
    ([assertion("anne", most(1, THING)), role_fact("likes", "anne", "bob"),
      role_fact("likes", "anne", "cara")], None, "inconsistent", "consistent"),
    # Two named successors are two only where names are unique.
    ([role_fact("likes", "anne", "bob"), role_fact("likes", "anne", "cara")],
     assertion("anne", least(2, THING)), "true", "unknown"),
    ([assertion("anne", most(1, THING)), role_fact("likes", "anne", "bob"),
      role_fact("likes", "anne", "cara"), assertion("bob", A)],
     assertion("cara", A), "inconsistent", "true"),
    ([assertion("anne", most(1, THING)), role_fact("likes", "anne", "bob"),
      role_fact("likes", "anne", "cara"), role_fact("sees", "bob", "dan")],
     role_fact("sees", "cara", "dan"), "inconsistent", "true"),
    ([assertion("anne", most(1, A)), role_fact("likes", "anne", "bob"), assertion("bob", A),
      role_fact("likes", "anne", "cara")], assertion("cara", ir.Not(A)), "true", "unknown"),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "query", "unique", "merging"), UNIQUE)
def test_names_that_are_unique_and_names_that_are_not(
    statements: list[ir.Statement], query: ir.Statement | None, unique: str, merging: str
) -> None:
    for names, expected in ((True, unique), (False, merging)):
        base = Base(statements, names)
        if query is None:
            assert base.consistent() is (expected == "consistent")
        else:
            assert base.label(query) == expected


TEXTBOOK = [
    # At least against at most on one filler, and on a larger one.
    ([isa(A, least(3, B)), isa(A, most(2, B))], isa(A, NOTHING), "true"),
    ([isa(A, least(3, ir.And((B, C)))), isa(A, most(2, B))], isa(A, NOTHING), "true"),
    ([isa(A, least(3, B)), isa(A, most(2, ir.And((B, C))))], isa(A, NOTHING), "unknown"),
    # Disjoint fillers add up; fillers that may overlap do not.
    ([isa(A, ir.And((least(2, B), least(2, C), most(3, THING)))), isa(B, ir.Not(C))],
     isa(A, NOTHING), "true"),
    ([isa(A, ir.And((least(2, B), least(2, C), most(3, THING))))], isa(A, NOTHING), "unknown"),
    ([isa(A, ir.And((least(2, B), least(2, C), most(3, THING))))],
     isa(A, some(ir.And((B, C)))), "true"),
    # `only` holds of what has no successor, and says nothing of whether there is one.
    ([isa(A, only(NOTHING))], isa(A, only(B)), "true"),
    ([isa(A, only(B))], isa(A, some(B)), "unknown"),
    ([isa(A, only(B)), isa(A, some(THING))], isa(A, some(B)), "true"),
    ([isa(A, only(B)), isa(A, only(ir.Not(B)))], isa(A, most(0, THING)), "true"),
    ([], isa(most(0, A), only(ir.Not(A))), "true"),
    ([], isa(least(0, A), NOTHING), "false"),
    # Quantifiers distribute over junctions one way only (Baader et al. 2017, 2.4).
    ([], isa(some(ir.And((A, B))), ir.And((some(A), some(B)))), "true"),
    ([], isa(ir.And((some(A), some(B))), some(ir.And((A, B)))), "unknown"),
    ([], isa(ir.And((only(A), only(B))), only(ir.And((A, B)))), "true"),
    ([], isa(only(ir.Or((A, B))), ir.Or((only(A), only(B)))), "unknown"),
    ([isa(A, some(some(only(B)))), isa(THING, only(only(some(C))))],
     isa(A, some(some(some(ir.And((B, C)))))), "true"),
    # A cycle has a model only if blocking stops it (Baader et al. 2017, 4.2), and refutes through it.
    ([isa(A, some(A)), assertion("anne", A)], assertion("anne", B), "unknown"),
    ([isa(THING, some(THING)), isa(THING, least(2, A)), isa(A, most(1, B))],
     isa(THING, least(2, B)), "false"),
    ([isa(A, some(A)), isa(A, only(B)), isa(B, NOTHING), assertion("anne", A)],
     assertion("anne", C), "inconsistent"),
    ([isa(A, some(B)), isa(B, some(A)), isa(B, only(ir.Not(A)))], isa(A, NOTHING), "true"),
    # Everything is nothing.
    ([isa(THING, NOTHING)], isa(A, B), "inconsistent"),
    ([isa(A, NOTHING)], assertion("anne", A), "false"),
    ([isa(A, B), assertion("anne", A)], assertion("anne", B), "true"),
    ([isa(A, B), assertion("anne", ir.Not(B))], assertion("anne", A), "false"),
    ([assertion("anne", only(A)), role_fact("likes", "anne", "bob")], assertion("bob", A), "true"),
    ([assertion("anne", only(A)), assertion("bob", ir.Not(A))],
     role_fact("likes", "anne", "bob"), "false"),
    ([assertion("anne", some(A))], role_fact("likes", "anne", "bob"), "unknown"),
    ([assertion("anne", A), assertion("anne", ir.Not(B))], isa(A, B), "false"),
    # An individual may be a successor of itself.
    ([role_fact("likes", "anne", "anne"), assertion("anne", only(A))],
     assertion("anne", A), "true"),
    # More and fewer than, exactly.
    ([isa(A, restriction("more than", "likes", B, 1))], isa(A, least(2, B)), "true"),
    ([isa(A, restriction("fewer than", "likes", B, 2))], isa(A, most(1, B)), "true"),
    ([isa(A, restriction("exactly", "likes", B, 2))], isa(A, ir.Not(least(3, B))), "true"),
    ([isa(A, restriction("fewer than", "likes", B, 0))], isa(A, NOTHING), "true"),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "query", "label"), TEXTBOOK)
def test_textbook_cases(statements: list[ir.Statement], query: ir.Statement, label: str) -> None:
    assert Base(statements).label(query) == label


def test_a_successor_named_or_not_can_fill_a_bound() -> None:
    base = chosen(
        assertion("anne", least(2, A)),
        assertion("anne", most(2, THING)),
        role_fact("likes", "anne", "bob"),
        role_fact("likes", "anne", "cara"),
    )
    assert base.label(assertion("bob", A)) == "true"
    assert base.label(assertion("bob", A), 0b0111) == "true"
    assert base.label(assertion("bob", A), 0b1101) == "unknown"


def test_concepts_that_are_empty_are_named() -> None:
    base = chosen(isa(A, some(B)), isa(B, NOTHING), isa(C, least(2, THING)))
    assert list(base.incoherent()) == ["Able", "Big"]
    assert not base.coherent()
    assert base.coherent(0b101)


def test_a_thing_exists_though_nobody_is_named() -> None:
    assert chosen(isa(THING, NOTHING)).refuted(1) == 1
    assert chosen(isa(THING, A)).entails(isa(THING, A))
    assert chosen(isa(THING, A)).excludes(isa(A, NOTHING))


# ------------------------------------------------------------------------------------------------ justifications


@pytest.mark.parametrize("block", range(4))
def test_justifications_are_smallest_and_first(block: int) -> None:
    sizes = set()
    for seed in range(100 * block, 100 * block + 100):
        draw = Tiny(seed)
        statements, query, unique = draw.base(), draw.statement(), seed % 2 == 0
        base = Base(statements, unique)
        label = base.label(query)
        if label == "unknown":
            continue
        fixed = 1 << base.add(query) if label == "false" else 0
        goal = query if label == "true" else None
        found = smallest(base, base.all, goal, fixed)
        assert found == first_by_trial(statements, query, label, unique), seed
        assert found is not None
        sizes.add(found.bit_count())
    assert sizes >= {0, 1, 2}


def first_by_trial(
    statements: list[ir.Statement], query: ir.Statement, label: str, unique: bool
) -> int | None:
    for size in range(len(statements) + 1):
        for chosen in combinations(range(len(statements)), size):
            kept = [statements[each] for each in chosen]
            base = Base([*kept, query] if label == "false" else kept, unique)
            if base.refuted(base.all, query if label == "true" else None) is not None:
                return sum(1 << each for each in chosen)
    return None


def test_hitting_sets_are_least_and_first() -> None:
    assert least_hitting([], 0b1111) == 0
    assert least_hitting([0b1100, 0b0110], 0b1111) == 0b0100
    assert least_hitting([0b1010, 0b0101], 0b1111) == 0b0011
    assert least_hitting([0b0011, 0b0110, 0b1100], 0b1111) == 0b0101


def test_a_base_answers_about_its_parts_as_they_would_alone() -> None:
    """After hundreds of questions a base still says of each part what a base of that part alone says."""
    for seed in range(30):
        draw = Tiny(seed)
        statements = draw.base()
        queries = [draw.statement() for _ in range(4)]
        base = Base(statements, seed % 2 == 0)
        for active in range(0, 1 << len(statements), 3):
            kept = [each for at, each in enumerate(statements) if active >> at & 1]
            for query in queries:
                alone = Base([*kept], seed % 2 == 0)
                assert base.label(query, active) == alone.label(query), (seed, active)


# ------------------------------------------------------------------------------------------------------- closure


@pytest.mark.parametrize("level", [0, 1])
def test_the_closure_tells_labels_and_bounds(level: int) -> None:
    met = set()
    for seed in range(4):
        statements = levelled(seed, level)
        base = Base(statements)
        if not base.consistent():
            with pytest.raises(ValueError, match="everything follows"):
                next(closure(base))
            continue
        found = list(closure(base))
        assert found == list(closure(Base(statements)))
        for each in found[:: max(1, len(found) // 40)]:
            fresh = Base(statements)
            assert fresh.label(each.statement) == each.label
            met.add(each.label)
            if each.label != "unknown":
                fixed = 1 << fresh.add(each.statement) if each.label == "false" else 0
                goal = each.statement if each.label == "true" else None
                size = smallest(fresh, fresh.all, goal, fixed)
                assert size is not None
                assert size.bit_count() <= each.bound
    assert met == {"true", "false", "unknown"}


# ------------------------------------------------------------------------------------------------------- budgets


def test_steps_run_out_at_the_same_place() -> None:
    statements = levelled(2, 3)
    needed = next(steps for steps in range(0, 100_000, 10) if decides(statements, steps))
    assert needed > 0
    assert decides(statements, needed + 10)
    assert not decides(statements, needed - 10)


def decides(statements: list[ir.Statement], steps: int) -> bool:
    try:
        Base(statements, limits=Limits(steps)).consistent()
    except Spent:
        return False
    return True


def test_large_bounds_are_given_up_on() -> None:
    with pytest.raises(Spent):
        chosen(isa(THING, least(100_000, A))).consistent()
    assert chosen(isa(THING, least(300, A)), isa(A, most(20, B))).coherent()


def test_a_base_that_ran_out_of_steps_is_as_good_as_before() -> None:
    base = chosen(isa(A, least(100_000, B)), assertion("anne", C))
    for _ in range(2):
        with pytest.raises(Spent):
            base.entails(isa(A, NOTHING))
        assert base.label(assertion("anne", C)) == "true"
