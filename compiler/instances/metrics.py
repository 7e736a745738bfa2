"""Plain values in a record: parameters, figures and measures."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from ..contract import Classifier, Logic
from ..family import Draft, Env, Family, Posed
from ..random.stream import Stream


def plain_params(
    family: Family, given: Mapping[str, Any], values: Mapping[str, Any]
) -> dict[str, Any]:
    """Return parameters and chosen values as plain values: numbers and truth values as they are, others as literals."""
    plain: dict[str, Any] = {}
    for name, parameter in family.parameters.items():
        value = given.get(name, parameter.default)
        bare = parameter.kind in ("int", "integer", "float", "bool")
        plain[name] = value if bare else parameter.show(value)
    for chosen in family.chosen:
        for name in chosen.names:
            value = values[name]
            plain[name] = value if isinstance(value, int | float | str) else str(value)
    return plain


def all_metrics(draft: Draft, posed: Posed) -> dict[str, Any]:
    """Return the metrics of strategy and task; `statements` refers to the question's theory."""
    return {**draft.metrics, "statements": len(posed.theory.statements), **posed.metrics}


def figures(draft: Draft, posed: Posed) -> dict[str, Any]:
    """Return what can be required and measured: an instance's numbers and truth values, and those of its answer."""
    metrics = {**all_metrics(draft, posed), **posed.query.goal.figures(posed.expected)}
    return {name: value for name, value in metrics.items() if isinstance(value, int | float)}


def family_measures(
    family: Family, values: Mapping[str, Any], figures: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the family's measures of an instance, by name."""
    env = Env(Stream("measure"), {**values, **figures})
    return {name: typed.draw(env) for name, typed in family.measures.items()}


def with_class_figures(logic: Logic, posed: Posed) -> Posed:
    """Return a question with the figures that its logic computes of the printed statements, if it computes any."""
    if not isinstance(logic, Classifier):
        return posed
    theory = posed.theory
    background = {id for stated in posed.background for id in stated.ids}
    unknown = posed.hidden - background
    shown = tuple(statement for statement in theory.statements if statement.id not in unknown)
    return replace(
        posed,
        metrics={
            **logic.classify(msgspec.structs.replace(theory, statements=shown)),
            **posed.metrics,
        },
    )
