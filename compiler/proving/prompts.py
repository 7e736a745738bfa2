"""Renders a prompt with each document of a family, to find sentences that it drops, repeats or changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ...dsl.diagnostics import Report, SpecError
from ..certify.certify import Disagreement
from ..contract import EngineError
from ..family import Env, Family, NoValue
from ..instances import Exhausted
from ..maker import Maker
from ..random.stream import Stream


def check_prompts(family: Family, report: Report) -> None:
    """Report the errors in one prompt of each document that the defaults, a preset or a level use.

    A document whose condition depends on chosen values may be missed.
    """
    maker = Maker(family)
    for given in _one_for_each_page(family):
        try:
            maker.make(given, 0, "", 0)
        except SpecError as error:
            report.extend(error.diagnostics)
        except (Exhausted, EngineError, Disagreement):
            continue  # reported when the family is compiled


def _one_for_each_page(family: Family) -> Iterator[Mapping[str, Any]]:
    """Yield settings that use different documents."""
    seen: set[str] = set()
    for preset in ("", *family.presets):
        given = family.settings({}, preset)
        values = {name: parameter.default for name, parameter in family.parameters.items()}
        try:
            name = family.words.page(Env(Stream("page"), {**values, **given})).name
        except (KeyError, NoValue):  # the condition is about chosen values
            name = preset
        if name not in seen:
            seen.add(name)
            yield given
