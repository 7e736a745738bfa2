"""Scores of proofs against a record's."""

from __future__ import annotations

from typing import Any

import pytest

from rspc.compiler.replies.proofs import conflict_f1, has_proof, proof_steps, rule_f1

RECORD: dict[str, Any] = {
    "theory": [
        "f1: bird(tweety)",
        "r1: bird(X) => flies(X)",
        "r2: flies(X) => high(X)",
        "r3: bird(X) => -high(X)",
        "p1: r2 > r3",
    ],
    "proof": [
        {"uses": ["f1", "r1"], "from": [], "beats": []},
        {"uses": ["r2"], "from": [1], "beats": ["r3"]},
    ],
}


def steps(*uses: str, beats: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    return [{"uses": list(uses), "beats": list(beats)}]


@pytest.mark.parametrize(
    ("proof", "score"),
    [
        (RECORD["proof"], 1.0),
        (steps("r1", "r2"), 1.0),
        (steps("f1", "f7", "r2", "r1", "p1"), 0.8),
        (steps("r1"), 2 / 3),
        (steps("r1", "r3"), 0.5),
        (steps("r3"), 0.0),
        ([], 0.0),
    ],
)
def test_rules(proof: list[dict[str, Any]], score: float) -> None:
    assert rule_f1(RECORD, proof) == pytest.approx(score)


@pytest.mark.parametrize(
    ("proof", "score"),
    [
        (RECORD["proof"], 1.0),
        (steps("r2", beats=("r3",)), 1.0),
        (steps("r2", "r1", beats=("r3",)), 0.0),
        (steps("r2", beats=("r3", "r1")), 2 / 3),
        (steps("r3", beats=("r2",)), 0.0),
        (steps(beats=("r3",)), 0.0),
        ([], 0.0),
    ],
)
def test_conflicts(proof: list[dict[str, Any]], score: float) -> None:
    assert conflict_f1(RECORD, proof) == pytest.approx(score)


def test_inclusions_are_rules() -> None:
    theory = ["s1: anne : kind", "s2: kind isa red", "s3: red isa some likes big"]
    record = {"theory": theory, "proof": steps("s1", "s2") + steps("s3")}
    assert rule_f1(record, steps("s1", "s2", "s3")) == 1.0
    assert rule_f1(record, steps("s1", "s2")) == pytest.approx(2 / 3)
    assert rule_f1(record, steps("s1")) == 0.0


@pytest.mark.parametrize("nothing", [None, []])
def test_nothing_agrees_with_nothing(nothing: list[Any] | None) -> None:
    record = {**RECORD, "proof": nothing}
    assert rule_f1(record, []) == conflict_f1(record, []) == 1.0
    assert rule_f1(record, RECORD["proof"]) == conflict_f1(record, RECORD["proof"]) == 0.0


@pytest.mark.parametrize(
    ("text", "rules", "conflicts"),
    [
        ("By rule r1 tweety flies (f1).\nSo by r2 it is high. Rule r2 is preferred over r3.", 1, 1),
        ("r1 and r2 apply; against that speaks rule r3, but r2 > r3.", 1, 1),
        ("r1, r2, r3; r3 beats r2", 0.8, 0),
        ("r1, r2, r12", 1, 0),
        ("It is a bird.", 0, 0),
    ],
)
def test_words_name_rules(text: str, rules: float, conflicts: float) -> None:
    proof = proof_steps(RECORD, text)
    assert (rule_f1(RECORD, proof), conflict_f1(RECORD, proof)) == (pytest.approx(rules), conflicts)


def test_what_no_sentence_says_need_not_be_named() -> None:
    said = [{**each, "text": f"By {each['uses'][-1]}."} for each in RECORD["proof"]]
    hidden = {"uses": ["f1", "r4"], "beats": [], "text": "As everybody knows."}
    record = {**RECORD, "theory": [*RECORD["theory"], "r4: a -> b"], "proof": [hidden, *said]}
    assert rule_f1(record, proof_steps(record, "r1, r2")) == 1
    assert rule_f1(record, record["proof"]) == 1
    assert has_proof(record)
    assert not has_proof({**record, "proof": [*record["proof"], {"uses": [], "text": "No rule."}]})
