"""What follows: the engine, the checker and the definition agree, and the laws of the logic hold."""

import pytest
from rspc_ltlf.engine import Traces
from rspc_ltlf.progression import Progression

from rspc.compiler.contract import LIMITS
from rspc.compiler.notation.to_syntax import show

from .oracle import drawn, formula, label, query, read, theory, traces, true


def labels(known: object, asked: object) -> tuple[str, str]:
    engines = (Traces().decide, Progression().derive)
    first, second = (engine(known, asked, {}, LIMITS).label for engine in engines)  # type: ignore
    return first, second


@pytest.mark.parametrize("steps", [1, 2, 4])
def test_engine_checker_and_definition_agree(steps: int) -> None:
    seen = set()
    statements = list(drawn(steps, 180, 3))
    for one, other, asked in zip(statements[::3], statements[1::3], statements[2::3], strict=True):
        known = theory(one, other, steps=steps)
        right = label(known, formula(asked))
        assert labels(known, query(asked)) == (right, right), (show(known), show(asked))
        seen.add(right)
    assert seen == {"true", "false", "unknown", "inconsistent"}


LAWS = [
    ("always(p(a))", "not eventually(not p(a))"),
    ("weak_next(p(a))", "not next(not p(a))"),
    ("release(p(a), q(a))", "not until(not p(a), not q(a))"),
    ("eventually(p(a))", "until(true, p(a))"),
    ("always(p(a))", "release(false, p(a))"),
    ("until(p(a), q(a))", "q(a) or p(a) and next(until(p(a), q(a)))"),
    ("release(p(a), q(a))", "q(a) and (p(a) or weak_next(release(p(a), q(a))))"),
    ("eventually(always(p(a)))", "always(eventually(p(a)))"),  # both speak of the last step
]


@pytest.mark.parametrize(("one", "other"), LAWS)
def test_laws_hold_on_every_trace(one: str, other: str) -> None:
    left, right = formula(read(one)), formula(read(other))
    for steps in (1, 2, 3):
        assert all(true(left, trace) == true(right, trace) for trace in traces(steps))
        assert labels(theory(one, steps=steps), query(other))[0] == "true"
        assert labels(theory(other, steps=steps), query(one)) == ("true", "true")


TEXTBOOK = [
    (("eventually(p(a))", "always(not p(a))"), "q(a)", "inconsistent"),
    (("always(not p(a) or next(q(a)))", "p(a)"), "next(q(a))", "true"),
    (("always(not p(a) or next(p(a)))",), "p(a)", "false"),  # the last step has no next
    (("always(not p(a) or weak_next(p(a)))", "p(a)"), "always(p(a))", "true"),
    (("until(p(a), q(a))",), "eventually(q(a))", "true"),
    (("release(p(a), q(a))",), "eventually(p(a))", "unknown"),
    (("release(p(a), q(a))",), "not q(a)", "false"),
    ((), "next(next(next(true)))", "false"),
    ((), "next(next(true))", "true"),
]


@pytest.mark.parametrize(("known", "asked", "right"), TEXTBOOK)
def test_known_answers(known: tuple[str, ...], asked: str, right: str) -> None:
    assert labels(theory(*known), query(asked)) == (right, right)
