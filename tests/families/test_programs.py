"""The shipped families of programs: their figures are near the published ones, and labels hang on nothing else."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from rspc.compiler.analysis.program_classes import figures
from rspc.compiler.api import Family, load
from rspc.compiler.dataset.stats import references
from rspc.compiler.dataset.stats.expressions.measures import Measure
from rspc.compiler.family.chosen import chosen_values
from rspc.compiler.family.draft import Draft
from rspc.compiler.instances.growth import grow, open_scene
from rspc.compiler.instances.metrics import family_measures
from rspc.compiler.random.stream import Stream

SPECS = Path(__file__).parents[2] / "specs"
PROGRAMS = ["aspbench", "aspbench_verification", "aspbench_computation", "gatehouse"]
PUBLISHED = PROGRAMS[:3]
OF_A_TASK = ("label", "corruption", "answer_sets", "atoms")
"""What only records have that were asked about."""


@cache
def family(name: str) -> Family:
    return load(SPECS / f"{name}.rspec")


def drafts(name: str, n: int) -> list[dict[str, object]]:
    """Grow theories alone, in bare names, with their figures."""
    made = family(name)
    found: list[dict[str, object]] = []
    for index in range(n):
        values = chosen_values(made, {}, ("figures",), index)
        plain = {**values, "naming": "p_style"}
        asked = made.asks[0].goal
        scene = replace(open_scene(made, plain, Stream("words", index)), asked=asked)
        draft = grow(scene, Stream("figures", index))
        if isinstance(draft, Draft):
            known = {**draft.metrics, **figures(draft.theory)}
            found.append({**values, **known, **family_measures(made, values, known)})
    return found


@pytest.mark.parametrize("name", PUBLISHED)
def test_figures_are_near_the_published_ones(name: str) -> None:
    """Of 650 drafts, some of them dropped; the tolerances are for 2,000, so a third of each is added for chance."""
    known = drafts(name, 650)
    assert len(known) > 520
    compared = 0
    for row in references.read(SPECS / "references" / f"{name}.csv"):
        if any(word in row.text for word in OF_A_TASK):
            continue
        measure = Measure(row.statistic)
        for each in known:
            measure.add(each)
        off = measure.value() - row.value
        assert row.tolerance.allows(row.value + off * 0.75, row.value), row.text
        compared += 1
    assert compared > 20


@pytest.mark.parametrize("name", PROGRAMS)
def test_instances_are_certified_and_said(name: str) -> None:
    instances = list(family(name).generate(24, seed=5))
    for each in instances:
        assert set(each.engines.values()) == {each.label}
        assert each.shape
        assert each.record()["shape"] == each.shape
        assert len(each.sentences) == len(each.theory.statements)
    assert len({each.shape for each in instances}) == len(instances)


@pytest.mark.parametrize("name", PROGRAMS[:3])
def test_a_prompt_tells_its_variables_and_its_notation(name: str) -> None:
    for each in family(name).generate(6, seed=5):
        told = "The variables X, Y, and so on stand for any individuals" in each.text
        assert told == (re.search(r"[(, ][T-Z][,)]", each.context) is not None)
        assert "`-p` says that p is false, which has to be stated" in each.text
        assert "Capital letters" not in each.text


def test_labels_and_styles_are_in_balance_and_of_each_other_independent() -> None:
    made = list(family("aspbench").generate(36, seed=2))
    assert Counter(each.label for each in made) == dict.fromkeys(("true", "false", "unknown"), 12)
    styles = Counter(each.params["naming"] for each in made)
    assert styles == dict.fromkeys(("p_style", "related", "random"), 12)
    assert not any(each.rejections for each in made)
