"""The three problems that ASPBench (2025) prints as its case study, with the answers that it gives."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rspc.backends.checkers.asp.stability import Stability
from rspc.compiler.ir import nodes as ir

CASES = Path(__file__).parent / "cases"
EXPECTED = json.loads((CASES / "expected.json").read_text())


def literal(text: str) -> ir.Literal:
    found = re.fullmatch(r"\s*(not )?\s*(-)?\s*(\w+)(?:\((.*)\))?\s*", text)
    assert found is not None, text
    terms = [each.strip() for each in (found[4] or "").split(",") if each.strip()]
    arguments = tuple(
        ir.String(each.strip('"')) if each.startswith('"') else ir.Var(each) for each in terms
    )
    return ir.Literal(ir.Atom(found[3], arguments), found[2] == "-", found[1] is not None)


def theory(name: str) -> ir.Theory:
    """Read a program of facts and rules as it is printed, with blanks after strong negation."""
    statements: list[ir.Labelled] = []
    for line in (CASES / f"{name}.lp").read_text().splitlines():
        if line and not line.startswith("%"):
            head, _, body = line.rstrip(".").partition(":-")
            heads = tuple(map(literal, head.split("|")))
            parts = tuple(map(literal, re.split(r",(?![^(]*\))", body))) if body else ()
            whole = heads[0] if len(heads) == 1 else ir.Or(heads)
            statement = ir.Rule(parts, "->", whole) if parts else ir.Fact(heads[0])
            statements.append(ir.Labelled(f"s{len(statements) + 1}", statement))
    return ir.Theory("programs", tuple(statements))


@pytest.mark.parametrize("mode", ["", "cautious", "brave"])
def test_the_literal_is_refuted(mode: str) -> None:
    asked = ir.Entailed(ir.Fact(literal(EXPECTED["entailment"]["query"])), mode)
    verdict = Stability().derive(theory("entailment"), ir.Query(asked), {})
    assert verdict.label == EXPECTED["entailment"]["label"]
    steps = verdict.certificate["derivation"]
    assert steps[-1] == ['-coptic_church("Savannah", "Matthew")', "s17"]
    assert steps[0] == ['-changing("Matthew", "David")', "s5"]


def test_the_candidate_is_an_answer_set_and_nothing_near_it_is() -> None:
    program = theory("verification")
    candidate = tuple(map(literal, EXPECTED["verification"]["candidate"]))
    verdict = Stability().derive(program, ir.Query(ir.Stable(candidate)), {})
    assert (verdict.label == "true") is EXPECTED["verification"]["label"]
    for place in range(len(candidate)):
        less = (*candidate[:place], *candidate[place + 1 :])
        assert Stability().derive(program, ir.Query(ir.Stable(less)), {}).label == "false"
    more = (*candidate, literal('pledge("David")'))
    verdict = Stability().derive(program, ir.Query(ir.Stable(more)), {})
    assert verdict.certificate["reason"] == {"unfounded": ['pledge("David")']}


def test_the_answer_set_is_the_only_one() -> None:
    verdict = Stability().derive(theory("computation"), ir.Query(ir.AnswerSets(20)), {})
    assert verdict.label == "1"
    (found,) = verdict.certificate["sets"]
    assert sorted(each.replace(", ", ",") for each in found) == sorted(
        re.sub(r"^(-?)`?(\w+)`?", r"\1`\2`", each) for each in EXPECTED["computation"]["answer_set"]
    )
