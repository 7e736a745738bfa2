"""The knobs of a family: parameters, presets, and the values chosen once for each instance."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Any

from ....dsl import syntax
from ....dsl.diagnostics import Diagnostic, Report, SpecError, closest, did_you_mean
from ....dsl.edits import swap_ends
from ....dsl.parsing.places import last_word, name_span
from ....dsl.source import NOWHERE, Span
from ...kinds import (
    BOOLEAN,
    NOTHING,
    NUMBER,
    SCALARS,
    SYMBOL,
    Integer,
    Kind,
    KindError,
    List,
    OneOf,
    Row,
    Scalar,
    Type,
)
from ...random.balance import balanced_choice
from .typed import Env, Typed, constant_value, placeholder
from .values import Expressions

TYPES: Mapping[str, Type] = {
    **{scalar.label: scalar() for scalar in SCALARS},
    "int": NUMBER,
    "float": NUMBER,
    "bool": BOOLEAN,
    "name": SYMBOL,
}
MAX_BLOCK = 100_000
"""How many instances whole weights may be balanced over: the sum of the weights in lowest terms."""

_PLAIN = re.compile(r"-?\d+(\.\d+)?")
"""A number without a unit: a table may hold it for an amount, an author writes the unit."""

_SPAN = re.compile(r"(-?\d+)\s*(?:-|–|:|to|\.{2,3})\s*(-?\d+)")
"""A range in somebody's own notation."""

WORDS: Mapping[str, bool] = {"true": True, "on": True, "false": False, "off": False}


@dataclass(frozen=True)
class Parameter:
    """A knob of a family.

    Attributes:
        low, high, members: the domain: a range, or the listed values; none if every value is accepted.
    """

    name: str
    kind: str
    type: Type
    default: Any
    description: str
    low: Any = None
    high: Any = None
    members: tuple[Any, ...] = ()

    @property
    def domain(self) -> str:
        if self.members:
            return "{" + ", ".join(self.show(member) for member in self.members) + "}"
        return "" if self.low is None else f"{self.show(self.low)}..{self.show(self.high)}"

    def show(self, value: Any) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if self.kind == "float" and isinstance(value, int):
            value = float(value)  # one spelling for 1 and 1.0, whoever wrote it
        return self.type.show(value) if _amount(self, value) else str(value)  # type: ignore[union-attr]

    def read(self, text: str) -> Any:
        """Return the value that a string spells. Raises KindError with the accepted values."""
        match self.kind:
            case "float":
                value: Any = _number(text)
            case "bool":
                if text not in WORDS:
                    raise KindError("`true` or `false`")
                value = WORDS[text]
            case "name":
                value = text
            case _:
                assert isinstance(self.type, Kind)
                plain = _PLAIN.fullmatch(text.strip()) and not isinstance(self.type, Integer)
                if plain and isinstance(self.type, Scalar):
                    raise KindError(f"{self.type.described} such as {self.type.example}")
                value = self.type.read(text)
        if not self.holds(value):
            raise KindError(f"a value in {self.domain}")
        return value

    def holds(self, value: Any) -> bool:
        """Return whether a value lies in the domain."""
        if self.members:
            return value in self.members
        return self.low is None or self.low <= value <= self.high


def _amount(parameter: Parameter, value: Any) -> bool:
    return isinstance(parameter.type, Scalar) and isinstance(value, int)


def _number(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        raise KindError("a number such as 0.5") from None
    if value != value or value in (float("inf"), float("-inf")):
        raise KindError("a finite number")
    return value


WANTED: Mapping[str, str] = {
    "int": "a whole number such as `3`",
    "float": "a number such as `0.5`",
}
"""What a parameter of a type of plain numbers takes, in words."""


def build_parameter(item: syntax.Param, expressions: Expressions) -> Parameter:
    """Check a parameter's kind, domain and default."""
    report = expressions.report
    kind = item.kind if item.kind in TYPES else closest(item.kind, TYPES)
    type = TYPES.get(kind, NOTHING)
    if kind != item.kind:
        report.add(
            "E0316",
            f"there is no parameter type `{item.kind}`",
            last_word(Span(item.span.source, item.span.start, item.default.span.start), item.kind),
            help=did_you_mean(item.kind, TYPES) or f"the types are {', '.join(TYPES)}",
        )

    def constant(expr: syntax.Expr) -> Any:
        return fixed_value(expr, type, expressions, WANTED.get(kind, ""))

    low = high = None
    members: tuple[Any, ...] = ()
    match item.domain:
        case syntax.Infix(operator="..", left=left, right=right):
            low, high = constant(left), constant(right)
            if low is None or high is None:  # its ends were reported
                low = high = None
            elif low > high:
                report.add(
                    "E0404",
                    "this range is empty",
                    item.domain.span,
                    help=swap_ends(left.span, right.span),
                )
                low = high = None
        case syntax.Braces(groups=groups):
            found = [constant(entry.term) for group in groups for entry in group]
            members = () if None in found else tuple(found)
        case None:
            pass
        case other:
            report.add(
                "E0302",
                "a domain must be a range or values in braces",
                other.span,
                help="write a range `1..5` or values `{a, b}`",
            )
    default = constant(item.default)
    if default is None:  # it was reported: what depends on the parameter is checked with another
        default = low if low is not None else next(iter(members), None)
    found_values = (default, low, high, *members)
    if kind == "float":  # records hold the same number as those that are made again from their text
        default, low, high = (
            each if each is None else float(each) for each in (default, low, high)
        )
        members = tuple(map(float, members))
    parameter = Parameter(item.name, kind, type, default, item.description, low, high, members)
    if kind != "float" and any(isinstance(found_value, float) for found_value in found_values):
        report.add(
            "E0301",
            f"parameter `{item.name}` must be a whole number",
            name_span(item.span, item.name),
        )
    if default is not None and not parameter.holds(default):
        report.add(
            "E0416",
            f"the default of `{item.name}` is outside {parameter.domain}",
            item.default.span,
        )
    return parameter


def fixed_value(expr: syntax.Expr, type: Type, expressions: Expressions, wanted: str = "") -> Any:
    """Return the value of a constant, or None with a report; `wanted` describes what it should be."""
    if type is NOTHING:  # what the value should be is not known
        return None
    if type is SYMBOL and isinstance(expr, syntax.Name | syntax.Text):
        return expr.text
    if type is BOOLEAN and isinstance(expr, syntax.Name) and expr.text in WORDS:
        return WORDS[expr.text]
    typed = expressions.typed(expr, type, wanted)
    if typed.type is NOTHING:
        return None
    if not typed.constant:
        expressions.report.add("E0302", "expected a constant", expr.span)
        return None
    return constant_value(typed)


@dataclass(frozen=True)
class Chosen:
    """Values drawn once per instance: balanced over instances if all weights are whole numbers that are not drawn.

    Attributes:
        alternatives: the values that can be chosen and their weights; empty if these are not known beforehand.
    """

    names: tuple[str, ...]
    value: Typed
    alternatives: tuple[tuple[Typed, Typed | int], ...]
    span: Span

    def draw(
        self, env: Env, key: Sequence[str | int], index: int, given: Mapping[str, Any]
    ) -> None:
        """Put the values into the environment; values given by the user restrict the choice."""
        mine = {name: given[name] for name in self.names if name in given}
        if len(mine) == len(self.names):
            env.values.update(mine)
            return
        weights = self._weights(env)
        if weights:
            drawn = self._pick_balanced(weights, env, key, index, mine)
        elif mine:
            raise SpecError(
                [
                    Diagnostic(
                        "E0417",
                        f"of {' and '.join(f'`{name}`' for name in self.names)} set all of them, or none",
                        self.span,
                    )
                ]
            )
        else:
            drawn = self.value.draw(env)
        values = drawn if len(self.names) > 1 else (drawn,)
        env.values.update(zip(self.names, values, strict=True))

    def _weights(self, env: Env) -> list[int]:
        """Return the weights of the alternatives; none if they cannot be balanced."""
        weights = [
            weight if isinstance(weight, int) else weight.draw(env)
            for _, weight in self.alternatives
        ]
        whole = all(isinstance(each, int) and each >= 0 for each in weights) and any(weights)
        return weights if whole and _block(weights) <= MAX_BLOCK else []

    def _pick_balanced(
        self,
        weights: Sequence[int],
        env: Env,
        key: Sequence[str | int],
        index: int,
        mine: Mapping[str, Any],
    ) -> Any:
        pairs = zip(self.alternatives, weights, strict=True)
        options = [(option, weight) for (option, _), weight in pairs]
        if mine:
            places = [(self.names.index(name), value) for name, value in mine.items()]
            options = [
                (option, weight)
                for option, weight in options
                if all(constant_value(option)[place] == value for place, value in places)
            ]
            if not options:
                told = ", ".join(f"{name}={value}" for name, value in mine.items())
                raise SpecError(
                    [Diagnostic("E0417", f"no alternative of this choice has {told}", self.span)]
                )
        left = [weight for _, weight in options]
        place = balanced_choice(
            left if any(left) else [1] * len(left), (*key, "choose", *self.names), index
        )
        return options[place][0].draw(env)


def build_chosen(item: syntax.Choose, expressions: Expressions) -> tuple[Chosen, dict[str, Type]]:
    """Check a `choose` and give the types of its names."""
    typed = expressions.typed(item.value)
    alternatives: list[tuple[Typed, Typed | int]] = []
    if isinstance(item.value, syntax.Braces) and typed.type is not NOTHING:
        entries = [entry for group in item.value.groups for entry in group]
        for entry in entries:
            weight: Any = 1
            if entry.value is not None:
                share = expressions.typed(entry.value, NUMBER)
                weight = constant_value(share) if share.constant else share
            option = expressions.typed(entry.term)
            known = isinstance(weight, int) or (isinstance(weight, Typed) and weight.fixed)
            if not known or not option.constant:
                alternatives = []
                break
            alternatives.append((option, weight))
    constants = [weight for _, weight in alternatives if isinstance(weight, int)]
    _check_block(item, constants, expressions.report)
    types = _chosen_types(item, typed, alternatives, expressions.report)
    if NOTHING in types.values():
        return Chosen(item.names, placeholder(item.value.span), (), item.span), types
    return Chosen(item.names, typed, tuple(alternatives), item.span), types


def _block(weights: Sequence[int]) -> int:
    """Return over how many instances weights are balanced."""
    return sum(weights) // max(1, gcd(*weights))


def _check_block(item: syntax.Choose, weights: Sequence[int], report: Report) -> None:
    """Report weights that would be balanced over more instances than can be held in order at once."""
    if _block(weights) > MAX_BLOCK:
        report.add(
            "E0406",
            f"these weights are balanced over more than {MAX_BLOCK:,} instances",
            item.value.span,
            help="give smaller whole numbers, or decimals, which are drawn but not balanced",
        )


def _chosen_types(
    item: syntax.Choose,
    typed: Typed,
    alternatives: Sequence[tuple[Typed, Typed | int]],
    report: Report,
) -> dict[str, Type]:
    if len(item.names) == 1:
        type = typed.type
        if type is SYMBOL:
            names = [str(constant_value(option)) for option, _ in alternatives]
            type = OneOf(item.names[0], tuple(dict.fromkeys(names))) if names else SYMBOL
        return {item.names[0]: type}
    columns = _columns(item, typed)
    if columns is None:
        if typed.type is not NOTHING:
            report.add(
                "E0306",
                f"{len(item.names)} names are chosen, but each alternative has one value",
                item.span,
                help="write tuples: `{(2, 3): 1, (4, 2): 1}`, or draw as many as there are names",
            )
        return dict.fromkeys(item.names, NOTHING)
    if len(columns) != len(item.names):
        report.add(
            "E0306",
            f"{len(item.names)} names are chosen, but an alternative has {len(columns)}",
            item.span,
        )
        return dict.fromkeys(item.names, NOTHING)
    types: dict[str, Type] = {}
    for place, (name, type) in enumerate(zip(item.names, columns, strict=True)):
        names = [str(constant_value(option)[place]) for option, _ in alternatives]
        known = type is SYMBOL and names
        types[name] = OneOf(name, tuple(dict.fromkeys(names))) if known else type
    return types


def _columns(item: syntax.Choose, typed: Typed) -> tuple[Type, ...] | None:
    """Return the types of the values in a row, or in a list of a length that is written down; None of another value."""
    match typed.type, item.value:
        case Row(columns=columns, name="row"), _:
            return columns
        case List(element=element), syntax.Infix(
            operator="of", left=syntax.Quantity(text=number)
        ) if number.isdecimal():
            return (element,) * int(number)
    return None


def read_settings(
    pairs: Mapping[str, str],
    parameters: Mapping[str, Parameter],
    chosen: Mapping[str, Type],
    base: Mapping[str, Any],
) -> dict[str, Any]:
    """Return the typed values of settings that a user wrote as text, over those of a preset.

    Raises:
        SpecError: with every unknown name and every value outside its domain.
    """
    report = Report()
    values = dict(base)
    for name, text in pairs.items():
        parameter = parameters.get(name)
        if parameter is None and name in chosen:
            kind = "bool" if chosen[name] is BOOLEAN else ""
            parameter = Parameter(name, kind, _chosen_type(chosen[name], text), None, "")
        if parameter is None:
            known = [*parameters, *chosen]
            report.add(
                "E0418",
                f"the family has no parameter `{name}`",
                NOWHERE,
                help=did_you_mean(name, known)
                or f"its parameters are {', '.join(known) or 'none'}",
            )
            continue
        try:
            values[name] = parameter.read(text)
        except KindError as error:
            ends = _SPAN.fullmatch(text)
            report.add(
                "E0416",
                f"`{text}` is not a value of `{name}`, which takes {error}",
                NOWHERE,
                help=f"for a range write `--sweep {name}={ends[1]}..{ends[2]}`" if ends else "",
            )
    report.raise_errors()
    return values


def _chosen_type(type: Type, text: str) -> Type:
    return type if isinstance(type, Kind) else OneOf("choice", (text,))


def shown_params(
    parameters: Mapping[str, Parameter], chosen: Sequence[Chosen], given: Mapping[str, Any]
) -> dict[str, str]:
    """Return every parameter's value, and the settings of chosen values, as texts, in the spec's order."""
    shown = {
        name: parameter.show(given.get(name, parameter.default))
        for name, parameter in parameters.items()
    }
    for each in chosen:
        shown |= {name: str(given[name]) for name in each.names if name in given}
    return shown
