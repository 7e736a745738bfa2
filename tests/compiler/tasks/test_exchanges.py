"""Answers that come equally often over a range: facts exchange what stands in them, and mentions stay as they are."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

import rspc
from rspc.compiler.certify.exploration import answer
from rspc.compiler.family.draft import Rejected
from rspc.compiler.family.expressions.typed import Env
from rspc.compiler.ir import nodes as ir
from rspc.compiler.random.stream import Stream
from rspc.compiler.tasks.exchanges import AnswerKnobs, exchange_until

CLIQUES = """family meetings
"rooms for people of whom some do not meet"
logic asp
sort person = {ann, bob, cat, dan, eve}
sort room = 1..4
pred avoids(person, person)
pred room(room)
pred sits(person, room)
pred used(room)
fact avoiding = avoids(?a, ?b)
theory {
  6 of avoiding.
  room(1..4).
  avoids(A, B) -> person(A).
  avoids(A, B) -> person(B).
  person(A) -> 1 { sits(A, R) : room(R) } 1.
  avoids(A, B), sits(A, R), sits(B, R) -> false.
  sits(A, R) -> used(R).
  minimize { 1, R : used(R) }.
}
pred person(person)
"""


def meetings(tmp_path: Path, ask: str) -> rspc.Family:
    path = tmp_path / "meetings.rspec"
    path.write_text(f"{CLIQUES}{ask}\n", "utf-8")
    return rspc.load(path)


def mentions(theory: ir.Theory) -> Counter[tuple[int, ir.Term]]:
    """Count how often a name stands at each place of the facts that are drawn."""
    atoms = [
        each.statement.literal.atom
        for each in theory.statements
        if isinstance(each.statement, ir.Fact) and isinstance(each.statement.literal, ir.Literal)
    ]
    return Counter(place for atom in atoms for place in enumerate(atom.arguments))


def test_answers_come_equally_often(tmp_path: Path) -> None:
    family = meetings(tmp_path, "ask optimum { answers { least 2  greatest 3 } }")
    assert Counter(each.answer for each in family.generate(20)) == {"2": 10, "3": 10}


def test_numbers_of_answer_sets_come_equally_often(tmp_path: Path) -> None:
    count = "ask count { most 400  answers { least 1  greatest 2  matched off } }"
    path = tmp_path / "colours.rspec"
    path.write_text(
        f"""family colours
"colours that items may have"
logic asp
sort item = {{cup, hat, pen}}
sort colour = {{red, blue, green}}
pred may(item, colour)
pred has(item, colour)
fact possible = may(?t, ?c)
theory {{
  6 of possible.
  may(T, C) -> item(T).
  item(T) -> 1 {{ has(T, C) : may(T, C) }} 1.
  has(T, C), has(S, C), T != S -> false.
}}
pred item(item)
{count}
""",
        "utf-8",
    )
    assert Counter(each.answer for each in rspc.load(path).generate(12)) == {"1": 6, "2": 6}


def test_exchanges_keep_mentions_and_drop_drafts_whatever_the_target(tmp_path: Path) -> None:
    family = meetings(tmp_path, "ask optimum")
    grammar = family.undivided.narrowed(Env(Stream("words"), {}, {}, ""))
    knobs = AnswerKnobs(least=2, greatest=3, steps=12)

    def best(theory: ir.Theory) -> int | None:
        found = answer(family.engines, theory, ir.Query(ir.Optimum()))
        return None if found == "inconsistent" else int(found)

    kept = 0
    for index in range(8):
        theory = family.instance(0, index).theory
        found = [
            exchange_until(theory, best, target, grammar, knobs, Stream("chain", index))
            for target in (0, 1)
        ]
        assert len({isinstance(each, Rejected) for each in found}) == 1
        for wanted, each in zip((2, 3), found, strict=True):
            if not isinstance(each, Rejected):
                kept += 1
                assert best(each) == wanted
                assert mentions(each) == mentions(theory)
    assert kept


def partners(theory: ir.Theory) -> Counter[ir.Term]:
    """Count by hand the skills that somebody has together with each skill."""
    has: dict[ir.Term, set[ir.Term]] = {}
    for person, skill in pairs(theory):
        has.setdefault(person, set()).add(skill)
    together = {pair for skills in has.values() for pair in permutations(skills, 2)}
    return Counter(skill for skill, _ in together)


def pairs(theory: ir.Theory) -> list[tuple[ir.Term, ...]]:
    return [
        each.statement.literal.atom.arguments
        for each in theory.statements
        if isinstance(each.statement, ir.Fact) and isinstance(each.statement.literal, ir.Literal)
    ]


@pytest.mark.parametrize("sorts", [(), ("skill",)])
def test_members_of_a_sort_keep_their_partners(tmp_path: Path, sorts: tuple[str, ...]) -> None:
    path = tmp_path / "teams.rspec"
    path.write_text(
        """family teams
"who can do what"
logic asp
sort person = {ann, bob, cat, dan, eve}
sort skill = {sail, sing, sew, swim, climb}
pred can(person, skill)
fact able = can(?a, ?s)
theory { 11 of able. }
ask computation
""",
        "utf-8",
    )
    family = rspc.load(path)
    grammar = family.undivided.narrowed(Env(Stream("words"), {}, {}, ""))
    knobs = AnswerKnobs(least=0, greatest=1, steps=200, partners=sorts, matched=False)
    seen: list[ir.Theory] = []

    def never(theory: ir.Theory) -> int:
        seen.append(theory)
        return 0

    theory = family.instance().theory
    assert isinstance(exchange_until(theory, never, 1, grammar, knobs, Stream("chain")), Rejected)
    kept = [partners(each) == partners(theory) for each in seen]
    assert len({tuple(sorted(map(str, pairs(each)))) for each in seen}) > 2
    assert all(kept) == bool(sorts)
    assert all(mentions(each) == mentions(theory) for each in seen)


def test_with_matched_a_theory_is_left_at_once_whose_answer_is_none_of_the_range(
    tmp_path: Path,
) -> None:
    family = meetings(tmp_path, "ask optimum")
    grammar = family.undivided.narrowed(Env(Stream("words"), {}, {}, ""))
    for matched in (True, False):
        knobs = AnswerKnobs(least=0, greatest=1, steps=60, matched=matched)
        seen: list[ir.Theory] = []

        def five(theory: ir.Theory, seen: list[ir.Theory] = seen) -> int:
            seen.append(theory)
            return 5

        theory = family.instance().theory
        assert isinstance(
            exchange_until(theory, five, 1, grammar, knobs, Stream("chain")), Rejected
        )
        assert (len(seen) == 1) == matched


def test_without_matched_no_exchange_leads_away_from_the_target(tmp_path: Path) -> None:
    family = meetings(tmp_path, "ask optimum")
    grammar = family.undivided.narrowed(Env(Stream("words"), {}, {}, ""))
    knobs = AnswerKnobs(least=3, greatest=4, steps=60, matched=False)
    theory = family.instance().theory
    seen: list[ir.Theory] = []

    def away(changed: ir.Theory) -> int:
        """Answer 5 for the first theory, and more for each that differs from it."""
        seen.append(changed)
        return 5 + sum(a != b for a, b in zip(changed.statements, theory.statements, strict=True))

    assert isinstance(exchange_until(theory, away, 0, grammar, knobs, Stream("chain")), Rejected)
    assert len(seen) > 5
    assert {away(each) for each in list(seen)} == {5, 7}  # two facts differ, never more


def test_a_range_has_both_its_ends() -> None:
    assert list(AnswerKnobs(least=3, greatest=5).numbers) == [3, 4, 5]
    assert not AnswerKnobs().numbers
    with pytest.raises(ValueError, match="together"):
        AnswerKnobs(least=3)
    with pytest.raises(ValueError, match="at most"):
        AnswerKnobs(least=3, greatest=2)
