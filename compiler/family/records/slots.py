"""Slots: what a record's field was checked to be, and the function that draws the values of many in one go."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from ....dsl.diagnostics import Diagnostic, SpecError
from ....dsl.source import Span
from ...kinds import Kind, List, OneOf, Scalar, Set
from ..expressions import BUILTINS, Env, Typed, inline_source

Sampler: TypeAlias = Callable[[Env], dict[str, Any]]
"""Draws the values that an environment lacks, and gives those of every slot in the record's order."""


@dataclass(frozen=True)
class SlotOf:
    """A slot: its kind, how its value is drawn or derived, and the words that name it."""

    name: str
    kind: Kind
    value: Typed | None
    label: str
    span: Span


def sampler(drawn: Sequence[SlotOf], names: Sequence[str]) -> Sampler:
    """Return the function that draws slots in this order, each from those before it and the values of the environment.

    Its source consists of the sources of the slots' expressions, which contain no text of the author except
    quoted names. If an expression fails, the function that reports what cannot be computed draws it once
    more.
    """
    known: dict[str, Any] = {"faults": (ArithmeticError, ValueError, KeyError), "whole": {int}}
    lines = ["def draw(env):", "    values, stream = env.values, env.stream"]
    local: dict[str, str] = {}
    for place, slot in enumerate(drawn):
        assert slot.value is not None
        inline = inline_source(slot.value)
        value, again, fit, members = (f"{word}{place}" for word in ("v", "again", "fit", "members"))
        known |= {**inline.names, again: slot.value.draw, fit: _fitting_check(slot)}
        known[members] = _members(slot.kind)
        lines += [
            "    try:",
            f"        {value} = {_near(inline.text, local)}",
            "    except faults:",
            f"        {value} = {again}(env)",
            *(f"    {line}" for line in _fit(slot.kind, value, fit, members)),
            f"    values[{slot.name!r}] = {value}",
        ]
        local[slot.name] = value
    cells = ", ".join(f"{name!r}: {local.get(name) or f'values[{name!r}]'}" for name in names)
    lines.append(f"    return {{{cells}}}")
    known["__builtins__"] = BUILTINS
    exec("\n".join(lines), known)
    made: Sampler = known["draw"]
    return made


_VALUE = re.compile(r"env\.values\['(\w+)'\]")


def _near(text: str, local: dict[str, str]) -> str:
    """Read the known values from variables of the function."""
    text = _VALUE.sub(lambda found: local.get(found[1], found[0]), text)
    return text.replace("env.stream.", "stream.")


def _members(kind: Kind) -> frozenset[str]:
    """Return the symbols of a slot's sort."""
    element = kind.element if isinstance(kind, Set | List) else kind
    return frozenset(element.values) if isinstance(element, OneOf) else frozenset()


def _fit(kind: Kind, value: str, fit: str, members: str) -> list[str]:
    """Return the lines that bring a value into the form that its slot keeps."""
    match kind:
        case OneOf():
            return [f"if {value} not in {members}:", f"    {value} = {fit}({value})"]
        case Scalar(point=True):
            low = "" if kind.low is None else f"{kind.low} <= "
            high = "" if kind.high is None else f" <= {kind.high}"
            within = f" and {low}{value}{high}" if low or high else ""
            return [f"if not (type({value}) is int{within}):", f"    {value} = {fit}({value})"]
        case Scalar():
            return [f"if type({value}) is not int:", f"    {value} = {fit}({value})"]
        case List(element=OneOf()):
            short = f"type({value}) is tuple and len({value}) <= {kind.longest}"
            known = f"{members}.issuperset({value})"
            return [f"if not ({short} and {known}):", f"    {value} = {fit}({value})"]
        case List(element=Scalar(low=None, high=None)):
            short = f"type({value}) is tuple and len({value}) <= {kind.longest}"
            whole = f"whole.issuperset(map(type, {value}))"
            return [f"if not ({short} and {whole}):", f"    {value} = {fit}({value})"]
        case _:
            return [f"{value} = {fit}({value})"]


def _fitting_check(slot: SlotOf) -> Callable[[Any], Any]:
    return lambda value: fit_value(value, slot)


def fit_value(value: Any, slot: SlotOf) -> Any:
    """Return a value as its slot keeps it, or raise SpecError where the slot cannot hold it."""
    kind = slot.kind
    element = kind.element if isinstance(kind, Set | List) else kind
    if isinstance(element, OneOf):
        for symbol in value if isinstance(value, tuple | frozenset) else (value,):
            _check_symbol(symbol, element, slot)
    if isinstance(value, tuple):
        if isinstance(kind, Set):
            return frozenset(value)
        assert isinstance(kind, List)
        if len(value) > kind.longest:
            raise _unfit(slot, f"at most {kind.longest} values", f"there are {len(value)}")
        if isinstance(kind.element, OneOf):
            return value
        return tuple([_amount(each, kind.element, slot) for each in value])
    return _amount(value, kind, slot)


def _check_symbol(value: Any, kind: OneOf, slot: SlotOf) -> None:
    if value not in kind.said:
        raise _unfit(
            slot,
            f"a value of `{kind.label}`",
            f"the value is `{value}`",
            f"add `{value}` to `{kind.label}`, or change the expression or data that produces it",
        )


def _amount(value: Any, kind: Kind, slot: SlotOf) -> Any:
    if type(value) is float:
        if value != int(value):
            raise _unfit(slot, "whole values", f"the value is {value:g}", "round it: `round(x)`")
        value = int(value)
    if isinstance(kind, Scalar) and not kind.holds(value):
        raise _unfit(slot, f"{kind.described} {kind.bounds()}", "the value is outside this range")
    return value


def _unfit(slot: SlotOf, wanted: str, found: str, help: str = "") -> SpecError:
    return SpecError(
        [
            Diagnostic(
                "E0408", f"slot `{slot.name}` takes {wanted}, but {found}", slot.span, help=help
            )
        ]
    )
