"""The statements of a program in fixed words, in symbols and in plain English: the same problem."""

from __future__ import annotations

import re
from pathlib import Path

import clingo
import pytest

import rspc

SPEC = Path(__file__).parents[2] / "specs" / "aspbench.rspec"
FAMILY = rspc.load(SPEC)


def status(program: str, goal: str) -> str:
    """Return what clingo says of a literal, from the program in symbols alone."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], program)
    control.ground([("base", [])])
    models: list[set[str]] = []
    control.solve(on_model=lambda model: models.append({str(s) for s in model.symbols(atoms=True)}))
    assert models
    opposite = goal.removeprefix("-") if goal.startswith("-") else f"-{goal}"
    if all(goal in model for model in models):
        return "true"
    return "false" if all(opposite in model for model in models) else "unknown"


@pytest.mark.parametrize("index", range(12))
def test_clingo_solves_the_prompt_in_symbols(index: int) -> None:
    prompt = FAMILY.instance(seed=5, index=index, form="symbols", most=6).text
    statements = [
        re.sub(r"\bP(\d+)", r"p\1", each).replace("'", "")
        for each in re.findall(r"^\d+\. `(.*)`$", prompt.partition("\n\n")[2], re.MULTILINE)
    ]
    (asked,) = re.findall(r"^Is `(.*)` true ", prompt, re.MULTILINE)
    goal = re.sub(r"\bP(\d+)", r"p\1", asked).replace(", ", ",")
    assert statements
    assert (
        status("\n".join(statements), goal) == FAMILY.instance(seed=5, index=index, most=6).answer
    )


@pytest.mark.parametrize("form", ["lexical", "prose"])
def test_forms_differ_in_words_alone(form: str) -> None:
    for index in range(6):
        plain = FAMILY.instance(seed=6, index=index, most=6)
        other = FAMILY.instance(seed=6, index=index, most=6, form=form)
        assert plain.theory == other.theory
        assert (plain.label, plain.certificate) == (other.label, other.certificate)
        assert plain.record()["theory_hash"] == other.record()["theory_hash"]
        assert not set(plain.statements) & set(other.statements)
