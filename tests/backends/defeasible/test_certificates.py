"""No altered certificate passes, and a certificate covers only what the query depends on."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from rspc.backends.checkers.defeasible.derivation import Derivation
from rspc.compiler.contract import UNDECIDED, EngineError, Limits, Verdict
from rspc.compiler.ir import nodes as ir

from .theories import VARIANTS, asks, random_theory, retold, theory

CHECKER = Derivation()
SEEDS = range(250)
FEW = range(80)
"""For what is tried at every place of a certificate."""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the way to every value in a certificate."""
    if path:
        yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for place in range(len(value)):
            yield from places(value[place], (*path, place))


def altered(certificate: Any, path: tuple[Any, ...], random: Random) -> Any:
    """Change one value, drop it, or put another in its place; give something that differs."""
    made = copy.deepcopy(certificate)
    owner = made
    for key in path[:-1]:
        owner = owner[key]
    last = path[-1]
    old = owner[last]
    ways: list[Any] = [None, [], {}, True, "p", -1]
    match old:
        case int():
            ways += [old + 1, old - 1, 0, str(old), float(old)]
        case str():
            ways += ["", f"-{old}", old.removeprefix("-"), "not definitely", "defeasibly", "r1"]
        case list() if old:
            ways += [old[:-1], [*old, old[0]], old[::-1]]
        case dict() if old:
            ways += [{**old, "more": 1}, dict(list(old.items())[1:])]
    new = random.choice([way for way in ways if not (way == old and type(way) is type(old))])
    if random.random() < 0.15:
        del owner[last]
    else:
        owner[last] = new
    return made


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_single_alteration_is_refused(variant: str) -> None:
    tried: dict[Any, int] = {}
    for seed in FEW:
        base, query = random_theory(seed)
        problem = retold(base, variant)
        verdict = CHECKER.derive(problem, query, {})
        random = Random(seed)
        for path in places(verdict.certificate):
            certificate = altered(verdict.certificate, path, random)
            forged = msgspec.structs.replace(verdict, certificate=certificate)
            found = CHECKER.check(problem, query, forged, {})
            assert not found.accepted, (seed, path, certificate)
            assert found.reason
            field = next(key for key in reversed(path) if isinstance(key, str))
            tried[field] = tried.get(field, 0) + 1
    wanted = {"kind", "asked", "claims", "steps", "closed", "tag", "gives", "rule", "body", "uses"}
    wanted |= {"attackers", "outside"} if variant == "parallel" else {"because", "failing", "free"}
    assert wanted <= set(tried)


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_other_label_is_refused(variant: str) -> None:
    for seed in SEEDS:
        base, query = random_theory(seed)
        problem = retold(base, variant)
        verdict = CHECKER.derive(problem, query, {})
        for label in ("true", "false", "unknown", "inconsistent", "undecided", ""):
            if label != verdict.label:
                forged = Verdict(label, "any", verdict.certificate)
                assert not CHECKER.check(problem, query, forged, {}).accepted, seed


def test_steps_are_refused_by_their_conditions_before_they_are_compared() -> None:
    """An alteration is named by what it breaks; the comparison with the canonical certificate comes last."""
    reasons: dict[str, int] = {}
    for seed in FEW:
        problem, query = random_theory(seed)
        verdict = CHECKER.derive(problem, query, {})
        for path in places(verdict.certificate):
            certificate = altered(verdict.certificate, path, Random(seed))
            forged = msgspec.structs.replace(verdict, certificate=certificate)
            reason = CHECKER.check(problem, query, forged, {}).reason
            canonical = reason == "the certificate is not the canonical one"
            reasons["canonical" if canonical else "own"] = (
                reasons.get("canonical" if canonical else "own", 0) + 1
            )
    assert reasons["own"] > 20 * reasons.get("canonical", 0)


@pytest.mark.parametrize("certificate", [{}, None, [], "x", {"kind": "derivation"}])
def test_what_is_no_certificate_is_refused(certificate: Any) -> None:
    problem, query = theory("p."), asks("p")
    assert not CHECKER.check(problem, query, Verdict("true", "any", certificate), {}).accepted


def test_a_certificate_of_another_theory_is_refused() -> None:
    problem, query = theory("f1: p.\nr1: p => q."), asks("q")
    verdict = CHECKER.derive(problem, query, {})
    assert CHECKER.check(problem, query, verdict, {}).accepted
    for other in ("f1: p.\nr1: p ~> q.", "f1: p.\nr1: p => q.\nr2: p => -q.", "r1: p => q."):
        assert not CHECKER.check(theory(other), query, verdict, {}).accepted
    assert not CHECKER.check(problem, asks("-q"), verdict, {}).accepted
    assert not CHECKER.check(theory("f1: p.\nr1: p => q.\n-p."), query, verdict, {}).accepted


def test_a_certificate_covers_what_the_query_depends_on() -> None:
    core = "f1: p(a).\nr1: p(X) => q(X).\nr2: q(X) => -r(X).\n"
    rest = "".join(
        f"g{n}: u{n}(a).\ns{n}: u{n}(X) => v{n}(X).\nt{n}: v{n}(X) => -u{n}(X).\n"
        for n in range(40)
    )
    for query in ("q(a)", "r(a)", "s(a)"):
        small = CHECKER.derive(theory(core), asks(query), {})
        large = CHECKER.derive(theory(core + rest), asks(query), {})
        assert small == msgspec.structs.replace(large, seconds=small.seconds)


def test_a_long_chain_needs_no_recursion() -> None:
    rules = "".join(f"r{n}: p{n} => p{n + 1}.\n" for n in range(2000))
    problem, query = theory(f"p0.\n{rules}"), asks("p2000")
    verdict = CHECKER.derive(problem, query, {})
    assert verdict.label == "true"
    assert len(verdict.certificate["steps"]) >= 2000


@pytest.mark.parametrize(
    "query",
    [
        ir.Satisfying(),
        ir.Entailed(ir.Preference("r1", "r2")),
        ir.Entailed(ir.Fact(ir.Literal(ir.Atom("p", (ir.Var("X"),))))),
        ir.Entailed(ir.Fact(ir.Literal(ir.Atom("p"))), "brave"),
    ],
)
def test_what_is_no_query_is_an_error(query: ir.Goal) -> None:
    with pytest.raises(EngineError, match="query"):
        CHECKER.derive(theory("p."), ir.Query(query), {})


def test_a_check_that_takes_too_long_is_undecided() -> None:
    facts = " ".join(f"q(c{n})." for n in range(10))
    problem = theory(f"{facts} r1: q(A), q(B), q(C), q(D), q(E), q(F), q(G), q(H) => p(A).")
    few = Limits(steps=100_000)
    assert CHECKER.derive(problem, asks("p(c0)"), {}, few).label == UNDECIDED
    small = theory("p(a). r1: p(X) => q(X).")
    verdict = CHECKER.derive(small, asks("q(a)"), {}, few)
    assert verdict.label == "true"
    found = CHECKER.check(small, asks("q(a)"), verdict, {}, Limits(steps=1))
    assert (found.accepted, found.reason) == (False, "the check takes more than 1 steps")
    assert CHECKER.check(small, asks("q(a)"), verdict, {}, few).accepted


def test_a_check_has_a_fence_of_time() -> None:
    facts = " ".join(f"q(c{n})." for n in range(10))
    problem = theory(f"{facts} r1: q(A), q(B), q(C), q(D), q(E), q(F) => p(A).")
    with pytest.raises(EngineError, match="the time limit of 0 seconds"):
        CHECKER.derive(problem, asks("p(c0)"), {}, Limits(seconds=0))
