"""What is told of labels: every inference follows by itself, nothing is left out, and models are told as they are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import rspc
from rspc.backends.alcq.backend import Justification
from rspc.backends.alcq.base import Base
from rspc.backends.alcq.lemmas import inferences
from rspc.backends.checkers.alcq.entailments import CANNOT, FOLLOWS, NOTHING_IS
from rspc.compiler.contract import EngineError, Explainer, Limits, Step, Verdict
from rspc.compiler.ir import nodes as ir
from rspc.compiler.language import english

from .bases import Tiny, asked, assertion, levelled, role_fact, theory
from .test_engine import NOTHING, THING, A, B, C, isa, least, most, only, some

CHECKER = Justification()


def explained(
    statements: list[ir.Statement], query: ir.Statement, unique: bool = True
) -> tuple[Verdict, Sequence[Step]]:
    given = theory(statements, unique)
    verdict = CHECKER.derive(given, asked(query), {})
    assert isinstance(CHECKER, Explainer)
    return verdict, CHECKER.explain(given, asked(query), verdict)


def stated(step: Step) -> ir.Statement:
    match step.gives:
        case ir.Literal() as literal:
            return ir.Fact(ir.Literal(literal.atom))
        case claim:
            return claim


def check(
    verdict: Verdict,
    steps: Sequence[Step],
    statements: list[ir.Statement],
    query: ir.Statement,
    unique: bool,
) -> None:
    """Hold every step against the statements and the steps that it names, by a base of these alone."""
    named = {f"s{number}": each for number, each in enumerate(statements, 1)}
    for number, step in enumerate(steps, 1):
        assert all(1 <= each < number for each in step.premises)
        premises = [named[each] for each in step.uses]
        premises += [stated(steps[each - 1]) for each in step.premises]
        if step.tag == CANNOT:
            assert not Base([*premises, query], unique).consistent()
        elif step.gives == NOTHING_IS:
            assert not Base(premises, unique).consistent()
        else:
            assert step.tag == FOLLOWS
            assert Base(premises, unique).entails(stated(step))
        for said in step.said:
            assert set(english().holes(said.frame)) == set(said.parts)
            assert re.fullmatch(r"(\{\{|[A-Z]).*\.", english().texts[said.frame])
    assert {each for step in steps for each in step.uses} == {*verdict.certificate["justification"]}
    assert {each for step in steps for each in step.premises} == {*range(1, len(steps))}


@pytest.mark.parametrize("block", range(3))
def test_every_inference_follows(block: int) -> None:
    met = set()
    for seed in range(50 * block, 50 * block + 50):
        draw = Tiny(seed)
        statements, query, unique = draw.base(), draw.statement(), seed % 3 > 0
        verdict, steps = explained(statements, query, unique)
        met.add(verdict.label)
        if verdict.label == "unknown":
            assert [each.tag for each in steps] == ["fails in a model", "holds in a model"]
        else:
            check(verdict, steps, statements, query, unique)
    assert met == {"true", "false", "unknown", "inconsistent"}


@pytest.mark.parametrize("level", range(4))
def test_inferences_in_larger_bases_are_small(level: int) -> None:
    sizes = []
    for seed in range(5):
        statements = levelled(seed, level)
        for query in levelled(seed + 1000, level)[:4]:
            verdict, steps = explained(statements, query)
            if verdict.label != "unknown":
                check(verdict, steps, statements, query, True)
                sizes += [len(each.uses) + len(each.premises) for each in steps]
    assert sum(each <= 2 for each in sizes) > 0.8 * len(sizes)


# ---------------------------------------------------------------------------------------------------------- words

WORDS = """
family words
logic alcq
use std.concepts
theory {
  s1: anne : kind.
  s3: kind isa red.
  s4: red isa only likes round.
  s5: likes(anne, bob).
  s6: some likes round isa max 1 likes thing.
  s7: bob : not big.
  s8: blue isa big.
  s9: bob : only likes big.
  s10: anne : not big.
}
"""

TOLD = [
    ("anne : red", "true", ["Anne is kind (s1). If someone is kind, then they are red (s3). So Anne is red."]),
    ("anne : not red", "false", ["Anne is kind (s1). If someone is kind, then they are red (s3). So Anne is red."]),
    ("anne : kind", "true", ["This is given: Anne is kind (s1)."]),
    ("bob : blue", "false", ["Bob is not big (s7). If someone is blue, then they are big (s8). So Bob is not blue."]),
    ("likes(bob, anne)", "false", [
        "Bob likes only big people (s9). Anne is not big (s10). So it cannot be that Bob likes Anne.",
    ]),
    ("red isa red or big", "true", ["If someone is red, then they are either red or big in any case."]),
    ("bob : round", "true", [
        "Anne is kind (s1). If someone is kind, then they are red (s3). So Anne is red.",
        "If someone is red, then they like only round people (s4). Anne is red (step 1). "
        "So Anne likes only round people.",
        "Anne likes Bob (s5). Anne likes only round people (step 2). So Bob is round.",
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("question", "label", "told"), TOLD)
def test_proofs_are_told_in_words(question: str, label: str, told: list[str]) -> None:
    answer = rspc.solve(WORDS, query=question)
    assert answer.label == label
    assert answer.proof is not None
    assert [each["text"] for each in answer.proof] == told


def test_models_are_told_in_words() -> None:
    answer = rspc.solve(WORDS, query="round isa red")
    assert (answer.label, answer.proof and len(answer.proof)) == ("unknown", 2)
    fails, holds = answer.proof or ()
    assert fails["text"].startswith("Take a model with ")
    assert "Anne likes Bob." in fails["text"]
    assert re.search(r"There, (\w+) is round, but \1 is not red\.$", fails["text"])
    assert holds["text"].endswith("There, if someone is round, then they are red.")


def test_records_hold_the_proof_in_their_words(tmp_path: Path) -> None:
    path = tmp_path / "words.rspec"
    path.write_text(WORDS + "ask entailment bob : round\n", "utf-8")
    record = rspc.load(str(path)).instance(seed=0, index=0).record()
    answer = rspc.solve(path)
    assert [each["gives"] for each in record["proof"]] == [
        each["gives"] for each in answer.proof or ()
    ]
    kind, *_ = record["prompt"].split(". ")
    assert record["proof"][0]["text"].startswith(f"{kind}. ")


def test_without_words_symbols_stand() -> None:
    text = "family x\nlogic alcq\ntheory { f1: a : red. f2: red isa min 2 r blue. f3: b : max 1 r thing. }"
    proof = rspc.solve(text, query="a : min 3 r thing").proof or ()
    assert [each["gives"] for each in proof] == ["a : min 3 r thing"] * 2
    assert "a : red." in proof[0]["text"]
    (only_step,) = rspc.solve(text, query="a : min 1 r thing").proof or ()
    assert only_step["text"] == "a : red (f1). red isa min 2 r blue (f2). So a : min 1 r thing."


def test_names_of_one_element_are_told() -> None:
    statements = [role_fact("likes", "anne", "bob"), role_fact("likes", "anne", "cara")]
    _, (fails, _) = explained(statements, assertion("anne", least(2, THING)), False)
    assert any(each.frame == "same element" for each in fails.said)


FALSE = [
    ([assertion("anne", only(B)), assertion("bob", ir.Not(B))], role_fact("likes", "anne", "bob"), CANNOT),
    ([assertion("anne", A), isa(A, ir.Not(B))], isa(A, B), CANNOT),
    ([assertion("anne", A), isa(A, some(B)), isa(B, C)], isa(C, NOTHING), CANNOT),
    ([], isa(THING, NOTHING), CANNOT),
]  # fmt: skip


@pytest.mark.parametrize(("statements", "query", "tag"), FALSE)
def test_what_is_false_is_ruled_out(
    statements: list[ir.Statement], query: ir.Statement, tag: str
) -> None:
    verdict, steps = explained(statements, query)
    assert (verdict.label, steps[-1].tag) == ("false", tag)
    check(verdict, steps, statements, query, True)


def test_out_of_steps_a_proof_is_one_inference() -> None:
    given = [isa(A, B), isa(B, some(C)), isa(C, least(2, THING))]
    asked_for = isa(A, some(least(2, THING)))
    assert len(inferences(given, asked_for, None, True)) == 2
    assert inferences(given, asked_for, None, True, Limits(1)) == [((0, 1, 2), None)]


def test_an_inference_that_does_not_follow_is_refused() -> None:
    checker = Justification()
    checker._confirm({"1": isa(A, B), "2": isa(B, most(0, C))}, isa(A, most(0, C)), True)
    with pytest.raises(EngineError):
        checker._confirm({"1": isa(A, B)}, isa(A, most(0, C)), True)
