"""What follows: the engine, the checker and the definition agree, and known answers hold."""

import pytest
from rspc_pal.engine import Worlds
from rspc_pal.views import Views

from rspc.compiler.analysis.canonical_form import canonical
from rspc.compiler.contract import LIMITS
from rspc.compiler.ir import nodes as ir
from rspc.compiler.notation.to_syntax import show

from .oracle import drawn, formula, label, query, theory


def labels(known: ir.Theory, asked: ir.Query) -> tuple[str, str]:
    first = Worlds().decide(known, asked, {}, LIMITS)
    second = Views().derive(known, asked, {})
    assert first.certificate == second.certificate
    return first.label, second.label


def test_engine_checker_and_definition_agree() -> None:
    seen = set()
    for known, asked in drawn(1, 250):
        right = label(known, formula(asked.goal.statement))
        assert labels(known, asked) == (right, right), (show(known), show(asked))
        seen.add(right)
    assert seen == {"true", "false", "unknown", "inconsistent"}


def children(number: int, muddy: int) -> list[str]:
    """Return who sees whom, who is muddy, and that somebody is."""
    names = [f"c{n}" for n in range(number)]
    sights = [f"sees({a}, muddy({b}))" for a in names for b in names if a != b]
    states = [f"{'' if n < muddy else 'not '}muddy({name})" for n, name in enumerate(names)]
    return [*sights, *states, f"said({' or '.join(f'muddy({name})' for name in names)})"]


@pytest.mark.parametrize(("number", "muddy"), [(2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 3)])
def test_the_muddy_children_know_after_as_many_rounds_as_there_are_of_them(
    number: int, muddy: int
) -> None:
    nobody = " and ".join(f"not knows(c{n}, muddy(c{n}))" for n in range(number))
    for rounds in range(muddy):
        known = theory(*children(number, muddy), *[f"said({nobody})"] * rounds)
        right = "true" if rounds == muddy - 1 else "false"
        assert labels(known, query("knows(c0, muddy(c0))")) == (right, right)
        found = labels(known, query(f"since({rounds + 1}, knows(c0, muddy(c0)))"))
        assert found == (right, right)


TEXTBOOK = [
    (("said(p(a))",), "knows(bob, p(a))", "true"),
    (("said(p(a) and not knows(bob, p(a)))",), "p(a) and not knows(bob, p(a))", "false"),  # Moore
    (("sees(anne, p(a))",), "knows(anne, p(a)) or knows(anne, not p(a))", "true"),
    (("sees(anne, p(a))",), "knows(bob, knows(anne, p(a)) or knows(anne, not p(a)))", "true"),
    (("p(a)",), "knows(anne, p(a))", "false"),  # only the reader knows
    (("p(a)", "sees(anne, p(a))"), "knows(anne, p(a))", "true"),
    (("p(a)", "sees(anne, p(a))"), "knows(bob, knows(anne, p(a)))", "false"),
    (("said(p(a))", "not p(a)"), "q(a)", "inconsistent"),
    ((), "p(a)", "unknown"),
    (("said(p(a))",), "since(1, knows(anne, p(a)))", "true"),
    (("said(p(a))",), "since(2, knows(anne, p(a)))", "false"),
]


@pytest.mark.parametrize(("known", "asked", "right"), TEXTBOOK)
def test_known_answers(known: tuple[str, ...], asked: str, right: str) -> None:
    assert labels(theory(*known), query(asked)) == (right, right)


def test_two_orders_are_two_problems() -> None:
    some, doubt = "said(p(a) or q(a))", "said(not knows(anne, p(a)))"
    sights = ("sees(anne, q(a))", "sees(bob, p(a))")
    asked = query("q(a)")
    forms = []
    for said, right in ((((some, doubt)), "true"), ((doubt, some), "unknown")):
        known = theory(*sights, *said)
        assert labels(known, asked) == (right, right)
        texts = [show(each) for each in known.statements]
        forms.append([canonical(known, texts, asked, [], (), frozenset(), each) for each in (0, 1)])
    assert forms[0][0] == forms[1][0]  # as sets, one problem with two labels
    assert forms[0][1] != forms[1][1]
