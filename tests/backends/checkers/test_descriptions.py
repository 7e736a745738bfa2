"""Certificates in words: of each kind one that is written out here, and those of real problems."""

from __future__ import annotations

from typing import Any

import pytest

import rspc
from rspc.backends.alcq.backend import Justification
from rspc.backends.checkers.asp.stability import Stability
from rspc.backends.checkers.defeasible.derivation import Derivation
from rspc.backends.checkers.records.evaluation import Evaluation
from rspc.compiler.contract import Describer

SETS = {"kind": "answer sets", "sets": [["a"]], "complete": True, "beyond": None, "cost": None}
ASKED = {
    "kind": "entailment",
    "asked": "-a",
    "mode": "",
    "sets": [["-a", "b"]],
    "complete": True,
    "excluded": [],
    "derivation": [["b", "f1"], ["-a", None]],
}
MODEL = {"elements": [0, 1]}
PROVED = {
    "kind": "entailment",
    "label": "true",
    "justification": ["f1", "a2"],
    "tableau": [{}, {}],
    "models": {"f1": MODEL, "a2": MODEL},
    "model": MODEL,
}


@pytest.mark.parametrize(
    ("checker", "certificate", "said"),
    [
        (
            Evaluation(),
            {
                "kind": "evaluation",
                "rows": {
                    "A": {"satisfied": False, "violated": "s2"},
                    "B": {"satisfied": True, "violated": None, "value": 7},
                    "C": {"satisfied": False, "violated": "s2"},
                    "D": {"satisfied": False, "violated": "s1"},
                },
            },
            [
                "B meets every requirement.",
                "Amounts, in the smallest unit: B 7.",
                "A and C violate s2: [s2]",
                "D violates s1: [s1]",
            ],
        ),
        (
            Evaluation(),
            {
                "kind": "evaluation",
                "rows": {
                    "A": {"satisfied": True, "violated": None, "meets": True},
                    "B": {"satisfied": True, "violated": None, "meets": False},
                },
            },
            ["A and B meet every requirement.", "Of these, A also meets what is asked."],
        ),
        (
            Evaluation(),
            {"kind": "evaluation", "rows": {"A": {"satisfied": False, "violated": "s1"}}},
            ["No row meets every requirement.", "A violates s1: [s1]"],
        ),
        (
            Evaluation(),
            {"kind": "record", "record": {"price": "$5", "nights": "2"}},
            ["This record meets every requirement: price $5, nights 2."],
        ),
        (
            Evaluation(),
            {
                "kind": "refutation",
                "requirements": ["s1", "s4"],
                "refutation": {
                    "slot": "x",
                    "cases": {"1": "s4", "2": {"slot": "y", "cases": {"3": "s1"}}},
                },
            },
            [
                "No record meets s1 and s4 together: [s1, s4]",
                "By cases: - x 1: s4 is violated - x 2: one of them is violated, whatever the other slot is",
            ],
        ),
        (Stability(), SETS, ["There is exactly one answer set, of 1 literal."]),
        (Stability(), {**SETS, "sets": []}, ["There is no answer set."]),
        (Stability(), {**SETS, "sets": [["a"], ["b"]]}, ["There are exactly 2 answer sets."]),
        (
            Stability(),
            {**SETS, "complete": False, "beyond": ["c"]},
            ["There is more than one answer set."],
        ),
        (
            Stability(),
            {**SETS, "cost": [3, 0]},
            [
                "There is exactly one best answer set, of 1 literal.",
                "Its cost is 3, then 0: no answer set costs less.",
            ],
        ),
        (
            Stability(),
            {**SETS, "cost": [-3]},
            [
                "There is exactly one best answer set, of 1 literal.",
                "Its cost is -3: no answer set costs less. What is maximised counts as a negative cost.",
            ],
        ),
        (
            Stability(),
            {"kind": "stability", "set": ["a", "b"], "accepted": True, "reason": None},
            ["The set in question, of 2 literals, is an answer set."],
        ),
        (
            Stability(),
            {
                "kind": "stability",
                "set": ["a"],
                "accepted": False,
                "reason": {"violated": "r1", "instance": "a -> b"},
            },
            ["The set in question is not an answer set, since r1 is violated: a -> b. [r1]"],
        ),
        (
            Stability(),
            {"kind": "stability", "set": [], "accepted": False, "reason": {"unfounded": ["a"]}},
            ["The set in question is not an answer set, since nothing founds a."],
        ),
        (
            Stability(),
            ASKED,
            [
                "There is exactly one answer set, of 2 literals. It contains -a.",
                "-a is founded on f1, in 2 steps: [f1] - b, by f1 - -a",
            ],
        ),
        (
            Stability(),
            {**ASKED, "asked": "a", "derivation": None},
            ["There is exactly one answer set, of 2 literals. It contains -a, the opposite of a."],
        ),
        (
            Stability(),
            {**ASKED, "asked": "c", "derivation": None},
            ["There is exactly one answer set, of 2 literals. It contains neither c nor -c."],
        ),
        (Stability(), {**ASKED, "sets": []}, ["There is no answer set."]),
        (Stability(), {**ASKED, "complete": False}, ["There is more than one answer set."]),
        (
            Stability(),
            {
                **ASKED,
                "mode": "cautious",
                "excluded": [{"has": False, "literal": "-a"}],
                "derivation": None,
            },
            [
                "Every answer set has -a.",
                "There is an answer set of 2 literals. It contains -a.",
            ],
        ),
        (
            Stability(),
            {
                **ASKED,
                "mode": "brave",
                "asked": "c",
                "excluded": [{"has": True, "literal": "c"}],
                "derivation": None,
            },
            [
                "No answer set has c.",
                "There is an answer set of 2 literals. It contains neither c nor -c.",
            ],
        ),
        (
            Derivation(),
            {
                "kind": "derivation",
                "asked": "p",
                "claims": [
                    {"tag": "defeasibly", "literal": "p", "step": 2},
                    {"tag": "not definitely", "literal": "p", "step": 1},
                    {"tag": "definitely", "literal": "q", "step": None},
                ],
                "steps": [
                    {"rule": "f1", "gives": "a"},
                    {"rule": "r1", "gives": "p", "attackers": [{"rule": "r2"}, {"rule": "f1"}]},
                    {"gives": "c", "attacker": {"rule": "r3"}, "failing": [{"rule": "r4"}]},
                ],
                "closed": [{}],
            },
            [
                "p follows defeasibly.",
                "p does not follow definitely.",
                "q does not follow definitely.",
                "The proof uses f1, r1 and r3.",
                "r2 and r4 do not apply, or lose to other rules.",
                "A list of 1 conclusion, closed under all rules, shows what does not follow.",
            ],
        ),
        (
            Justification(),
            PROVED,
            [
                "The statement follows from f1 and a2, as a tableau of 2 steps shows: [f1, a2]",
                "None of these can be left out, as a model shows for each.",
                "The theory is consistent: it has a model of 2 individuals.",
            ],
        ),
        (
            Justification(),
            {**PROVED, "justification": [], "label": "false"},
            [
                "The statement can never hold, whatever the theory says,"
                " as a tableau of 2 steps shows.",
                "The theory is consistent: it has a model of 2 individuals.",
            ],
        ),
        (
            Justification(),
            {"kind": "entailment", "label": "unknown", "models": {"with": MODEL, "without": MODEL}},
            [
                "Neither the statement nor its denial follows, as two models show.",
                "In a model of 2 individuals, the statement is false.",
                "In a model of 2 individuals, the statement is true.",
            ],
        ),
    ],
)
def test_a_certificate_of_each_kind(
    checker: Describer, certificate: dict[str, Any], said: list[str]
) -> None:
    found = []
    for each in checker.describe(certificate):
        quoted = f" [{', '.join(each.quoted)}]" if each.quoted else ""
        found.append(each.text + quoted + "".join(f" - {item}" for item in each.items))
    assert found == said


@pytest.mark.parametrize("checker", [Evaluation(), Stability(), Derivation(), Justification()])
def test_a_certificate_of_another_kind_is_left_to_others(checker: Describer) -> None:
    assert isinstance(checker, Describer)
    for other in ({}, {"kind": "other"}, {"kind": None}, {"rows": {}}):
        assert list(checker.describe(other)) == []


def test_which_option_violates_what_is_what_a_reader_finds() -> None:
    """Of each wrong option the sentence that is named is false, and all before it are true."""
    family = rspc.load("flight")
    for index in range(4):
        instance = family.instance(seed=3, index=index)
        record = instance.record()
        named: dict[str, str] = {}
        for each in Evaluation().describe(record["certificate"]):
            if each.quoted:
                names = each.text.partition(" violate")[0].replace(" and ", ", ").split(", ")
                named |= dict.fromkeys(names, each.quoted[0])
        rows = record["certificate"]["rows"]
        labels = [option["label"] for option in record["options"]]
        assert sorted([*named, record["label"]]) == labels
        assert all(rows[label]["violated"] == id for label, id in named.items())
