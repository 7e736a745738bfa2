"""Presets and levels: the values that each of them sets, and the items that stand for several of them."""

import itertools
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ....dsl import syntax
from ....dsl.diagnostics import Report, did_you_mean
from ....dsl.edits import Edit, Help, swap_ends
from ....dsl.parsing.places import name_span
from ....dsl.source import Span
from .parameters import Parameter, fixed_value
from .values import Expressions

MOST_SHOWN = 3
"""How many wrong values of a parameter a message lists."""

MOST_LEVELS = 10
"""How many levels of difficulty a family may declare."""

MOST_DIGITS = 18
"""How many digits the number of a level in a range may have."""

MOST_PRESETS = 1000
"""How many presets one item may stand for."""

_HOLE = re.compile(r"\{([^{}]*)\}")
_COUNTED = frozenset({"int", "integer"})

_Values = Mapping[str, Sequence[Any]]
"""The values of each parameter that an item sets: one for most, several where it stands for several presets."""


@dataclass(frozen=True)
class Preset:
    """A preset or a level: its name, the values of its parameters, and the item that declares it."""

    name: str
    values: Mapping[str, Any]
    item: syntax.Preset


def build_presets(
    items: Iterable[tuple[syntax.Preset, Expressions]],
    parameters: Mapping[str, Parameter],
    report: Report,
) -> tuple[Preset, ...]:
    """Return all presets and levels of items in order, each with the names of its module; each name occurs once."""
    found: dict[str, Preset] = {}
    for item, expressions in items:
        values = _read_values(item, parameters, expressions)
        made = (
            _levels(report, item, values)
            if item.is_level
            else _presets(report, item, values, parameters)
        )
        for preset in made:
            kind = "level" if item.is_level else "preset"
            if preset.name in found:
                report.add(
                    "E0202",
                    f"{kind} `{preset.name}` is declared twice",
                    name_span(item.span, item.name),
                )
            elif item.is_level:
                _check_level(report, preset, 1 + sum(each.item.is_level for each in found.values()))
            found[preset.name] = preset
    return tuple(found.values())


# -------------------------------------------------------------------------------------------------- values


def _read_values(
    item: syntax.Preset, parameters: Mapping[str, Parameter], expressions: Expressions
) -> _Values:
    """Return the values that an item sets. An error is reported, and leaves its parameter out."""
    report = expressions.report
    read: dict[str, Sequence[Any]] = {}
    for knob in item.knobs.knobs:
        parameter = parameters.get(knob.name)
        if parameter is None:
            report.add(
                "E0418",
                f"the family has no parameter `{knob.name}`",
                knob.span,
                help=did_you_mean(knob.name, parameters),
            )
        elif knob.value is None:
            report.add("E0415", f"parameter `{knob.name}` takes a value", knob.span)
        else:
            values = _constants(knob.value, parameter, expressions)
            outside = [parameter.show(value) for value in values if not parameter.holds(value)]
            if outside:
                listed = ", ".join(f"`{shown}`" for shown in outside[:MOST_SHOWN])
                more = len(outside) - MOST_SHOWN
                verb = "is" if len(outside) == 1 else "are"
                report.add(
                    "E0416",
                    f"{listed}{f' and {more} more' if more > 0 else ''} {verb} outside {parameter.domain}",
                    knob.span,
                )
            if values:
                read[knob.name] = values
    return read


def _constants(expr: syntax.Expr, parameter: Parameter, expressions: Expressions) -> Sequence[Any]:
    """Return the constants that a value, a range or braces hold; none if one of them has an error."""
    report = expressions.report
    match expr:
        case syntax.Infix(operator="..", left=left, right=right) if parameter.kind in _COUNTED:
            low, high = (fixed_value(end, parameter.type, expressions) for end in (left, right))
            if not isinstance(low, int) or not isinstance(high, int):
                return ()
            if low > high:
                report.add(
                    "E0404",
                    "this range is empty",
                    expr.span,
                    help=swap_ends(left.span, right.span),
                )
            elif high - low >= MOST_PRESETS:
                report.add(
                    "E0444",
                    f"this range has more than {MOST_PRESETS:,} values",
                    expr.span,
                    help="leave values out",
                )
            else:
                return range(low, high + 1)
            return ()
        case syntax.Braces(groups=groups, lower=None, upper=None) if any(groups):
            entries = [entry for group in groups for entry in group]
            weighted = next((entry for entry in entries if entry.value is not None), None)
            if weighted is not None:
                report.add(
                    "E0302",
                    "the values of a preset have no weights",
                    weighted.span,
                    help=Help(
                        "write the values alone: `{1, 2, 4}`",
                        *_without_weights(entries),
                    ),
                )
                return ()
            found = [fixed_value(entry.term, parameter.type, expressions) for entry in entries]
            return () if None in found else found
        case _:
            value = fixed_value(expr, parameter.type, expressions)
            return () if value is None else (value,)


# ------------------------------------------------------------------------------------------------- presets


def _presets(
    report: Report, item: syntax.Preset, values: _Values, parameters: Mapping[str, Parameter]
) -> Iterator[Preset]:
    """Yield one preset for each combination of values, the values of the last parameter changing fastest."""
    if not _check_name(report, item, values):
        return
    count = math.prod(len(each) for each in values.values())
    if count > MOST_PRESETS:
        report.add(
            "E0444",
            f"preset `{item.name}` stands for {count:,} presets, and {MOST_PRESETS:,} is the most",
            item.span,
            help="leave values out",
        )
        return
    for combination in itertools.product(*values.values()):
        chosen = dict(zip(values, combination, strict=True))
        shown = {name: parameters[name].show(value) for name, value in chosen.items()}
        name = _fill(item.name, shown)
        if name.isdigit():
            report.add(
                "E0444",
                f"preset `{name}` has the name of a level",
                item.span,
                help="add a letter to its name, or declare a `level`",
            )
        else:
            yield Preset(name, chosen, item)


def _fill(name: str, shown: Mapping[str, str]) -> str:
    """Return a name with values in its holes; a hole whose value has an error stays."""
    return _HOLE.sub(lambda hole: shown.get(hole[1], hole[0]), name)


def _check_name(report: Report, item: syntax.Preset, values: _Values) -> bool:
    """Report holes of a name that no value fills, and parameters with several values that have no hole."""
    holes = _HOLE.findall(item.name)
    known = [knob.name for knob in item.knobs.knobs]
    faults = [
        (
            f"the name of preset `{item.name}` has the hole `{{{hole}}}`, which the preset does not set",
            did_you_mean(hole, known) or "write a parameter that the preset sets",
        )
        for hole in holes
        if hole not in known
    ]
    if set("{}") & set(_HOLE.sub("", item.name)):
        faults.append(
            (f"a brace in the name of preset `{item.name}` has no partner", "write `{parameter}`")
        )
    for name, each in values.items():
        if len(each) > 1 and name not in holes and set(holes) <= set(known):
            faults.append(
                (
                    f"`{name}` has {len(each)} values, and the name of preset `{item.name}` does not say which",
                    f"write ``preset `{item.name}{{{name}}}` ``, or one value",
                )
            )
    for message, repair in faults:
        report.add("E0444", message, item.span, help=repair)
    return not faults


# -------------------------------------------------------------------------------------------------- levels


def _levels(report: Report, item: syntax.Preset, values: _Values) -> Iterator[Preset]:
    """Yield the levels of an item: the nth level of a range has the nth of several values."""
    first, _, last = item.name.partition("..")
    names = [first]
    if last:
        low, high = (
            int(end) if end.isdigit() and len(end) <= MOST_DIGITS else 0 for end in (first, last)
        )
        if not 0 < low < high:
            report.add(
                "E0443",
                f"`{item.name}` is not a range of levels",
                item.span,
                help="write the first and the last number: `level 1..5`",
            )
            return
        if high - low >= MOST_LEVELS:
            _report_too_many(report, item)
            return
        names = [str(number) for number in range(low, high + 1)]
    for knob, each in values.items():
        if len(each) not in (1, len(names)):
            levels = "one level" if not last else f"{len(names)} levels"
            report.add(
                "E0445",
                f"`{knob}` has {len(each)} values for {levels}",
                item.span,
                help="write one value for each level, or one for all",
            )
            return
    for place, name in enumerate(names):
        chosen = {knob: each[place if len(each) > 1 else 0] for knob, each in values.items()}
        yield Preset(name, chosen, item)


def _check_level(report: Report, level: Preset, wanted: int) -> None:
    """Report a level that is not the next one: levels are numbered from 1, without a gap, up to `MOST_LEVELS`."""
    if wanted > MOST_LEVELS:
        _report_too_many(report, level.item)
    elif level.name != str(wanted):
        report.add(
            "E0443",
            f"expected `level {wanted}`, found `level {level.name}`",
            level.item.span,
            help="number the levels from 1, the easiest, without gaps",
        )


def _report_too_many(report: Report, item: syntax.Preset) -> None:
    report.add(
        "E0443",
        f"the family has more than {MOST_LEVELS} levels",
        item.span,
        help="remove this one",
    )


def _without_weights(entries: Sequence[syntax.Entry]) -> Iterator[Edit]:
    """Yield the edits that remove the weights of values."""
    for entry in entries:
        weight = Span(entry.span.source, entry.term.span.end, entry.span.end)
        if weight.text.lstrip().startswith(":"):
            yield Edit(weight, "")
