"""Draws every block of knobs before a run, for each value that a finite `choose` and each that a preset gives."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ...dsl.diagnostics import Diagnostic, Note, Report, SpecError
from ...dsl.source import Span
from ..family import Chosen, Env, Family, NoValue, Preset, Settings, Typed, constant_value
from ..random.stream import Stream

MOST = 4096
"""How many settings are tried: independent chosen values have many combinations."""


@dataclass(frozen=True)
class _Given:
    """Values given together: their names, how they are written, and where."""

    values: Mapping[str, Any]
    span: Span


def try_knobs(family: Family, presets: Sequence[Preset], report: Report) -> None:
    """Report each value that a knob does not accept, where the value is written: at the knob, a choice, or a preset."""
    blocks = [asked.knobs for asked in family.asks]
    blocks += [discourse.settings for discourse in family.words.discourses]
    blocks += [grid.settings for grid in family.words.grids]
    if family.growth.knobs is not None:
        blocks.append(family.growth.knobs)
    relevant = [_relevant(family, block) for block in blocks]
    fine: set[tuple[int, frozenset[tuple[str, str]]]] = set()
    for givens in itertools.islice(_settings(family, presets), MOST):
        given = [(name, repr(value)) for each in givens for name, value in each.values.items()]
        open_ = [
            (number, block, key)
            for number, block in enumerate(blocks)
            if (key := (number, frozenset(one for one in given if one[0] in relevant[number])))
            not in fine
        ]
        if not open_:
            continue
        try:
            values = _choose_values(family, givens)
        except NoValue:  # of a split that is empty, say: counted when instances are made
            continue
        except SpecError as error:
            for block in blocks:
                _report(block, error.diagnostics, givens, family, report)
            continue
        for _, block, key in open_:
            if _try(family, block, values, givens, report):
                fine.add(key)


def _relevant(family: Family, block: Settings) -> frozenset[str]:
    """Return the names of the values that a block depends on, directly or by way of other chosen values."""
    found = block.needs
    for chosen in reversed(family.chosen):
        if not found.isdisjoint(chosen.names):
            found |= chosen.value.needs
    return found


def _settings(family: Family, presets: Sequence[Preset]) -> Iterator[tuple[_Given, ...]]:
    """Yield the knobs that are set together: one alternative of each finite choice; then the values of each preset
    as well.
    """
    choices = [
        [_option(chosen, option) for option, weight in chosen.alternatives if weight != 0]
        for chosen in family.chosen
        if chosen.alternatives
    ]
    yield from itertools.product(*choices)
    for preset in presets:
        given = preset.values
        knobs = [knob for knob in preset.item.knobs.knobs if knob.name in given]
        mine = tuple(_Given({knob.name: given[knob.name]}, knob.span) for knob in knobs)
        for choice in itertools.product(*choices):
            yield (*mine, *choice)


def _option(chosen: Chosen, option: Typed) -> _Given:
    value = constant_value(option)
    parts = value if len(chosen.names) > 1 else (value,)
    return _Given(dict(zip(chosen.names, parts, strict=True)), option.span or chosen.span)


def _try(
    family: Family,
    block: Settings,
    values: Mapping[str, Any],
    givens: Sequence[_Given],
    report: Report,
) -> bool:
    """Draw a block, and report what is out of range; return whether nothing is."""
    try:
        found = block.out_of_range(Env(_stream(family), dict(values)))
    except NoValue:
        return True
    except SpecError as error:
        found = list(error.diagnostics)
    _report(block, found, givens, family, report)
    return not found


def _report(
    block: Settings,
    found: Iterable[Diagnostic],
    givens: Sequence[_Given],
    family: Family,
    report: Report,
) -> None:
    for diagnostic in found:
        needed = block.at(diagnostic.span)
        behind = [one for one in givens if needed & one.values.keys()]
        report.extend([_place_error(diagnostic, behind, family)])


def _stream(family: Family) -> Stream:
    return Stream("check", family.hash)


def _choose_values(family: Family, givens: Sequence[_Given]) -> Mapping[str, Any]:
    """Return parameters and chosen values, without those with errors."""
    given = {name: value for each in givens for name, value in each.values.items()}
    parameters = family.parameters.items()
    values = {name: given.get(name, each.default) for name, each in parameters}
    known = {name: value for name, value in values.items() if value is not None}
    env = Env(_stream(family), known)
    for chosen in family.chosen:
        if chosen.value.needs <= env.values.keys():
            with suppress(NoValue):
                chosen.draw(env, ("check",), 0, given)
    return env.values


def _place_error(fault: Diagnostic, behind: Sequence[_Given], family: Family) -> Diagnostic:
    """Return an error with the span of the first of the values after it; unchanged if there are none."""
    if not behind:
        return fault
    told = ", ".join(
        f"`{name}` is {_show_value(family, name, value)}"
        for one in behind
        for name, value in one.values.items()
    )
    others = tuple(Note(one.span, "together with this") for one in behind[1:])
    return replace(
        fault,
        message=f"{fault.message}, where {told}",
        span=behind[0].span,
        notes=(*fault.notes, Note(fault.span, "the knob"), *others),
    )


def _show_value(family: Family, name: str, value: Any) -> str:
    parameter = family.parameters.get(name)
    return parameter.show(value) if parameter is not None else str(value)
