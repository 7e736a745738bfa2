"""Tests on slots: a formula with holes, its exact complement, and how the holes are filled."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from ....dsl import syntax
from ....dsl.diagnostics import Report, did_you_mean
from ....dsl.edits import Edit, Help, insert
from ....dsl.parsing.places import last_word, name_span
from ....dsl.source import Span
from ...ir import fill, nodes as ir, walk
from ...kinds import (
    BOOLEAN,
    NOTHING,
    NUMBER,
    Kind,
    Row,
    Scalar,
    Set,
    Type,
    Untyped,
    fits,
    with_article,
)
from ...notation import FormulaScope, lower_formula, mentions_untyped
from ..expressions import Env, Expressions, Names, NoValue, Typed, constant_value, swift
from .evaluation import Mask, compile_mask
from .types import RecordType


@dataclass(frozen=True)
class SlotTest:
    """A test as it was checked.

    Attributes:
        slots: the slots that it is `on`; the test belongs to the first of them.
        holes: the kinds of its holes.
        where: the holes (or other names) and how they are drawn, in order.
        mask: the formula, compiled to decide many rows at once.
    """

    name: str
    slots: tuple[str, ...]
    formula: ir.Formula
    complement: ir.Formula
    authored: bool
    holes: Mapping[str, Kind]
    where: tuple[tuple[tuple[str, ...], Typed], ...]
    weight: Typed | None
    guard: Typed | None
    atypical: Typed | None
    atypical_else: Typed | None
    mask: Mask
    item: syntax.Test

    @property
    def span(self) -> Span:
        return self.item.span

    def fill(self, values: Mapping[str, Any], positive: bool) -> ir.Formula:
        """Return the literal with these values of its holes: the formula, or its complement."""
        binding = {name: kind.term(values[name]) for name, kind in self.holes.items()}
        return fill(self.formula if positive else self.complement, binding)  # type: ignore[return-value]

    def draw(self, env: Env) -> dict[str, Any]:
        """Draw the values of the holes, from an environment whose values are its own to change."""
        for names, value in self.where:
            drawn = value.draw(env)
            if len(names) == 1:
                env.values[names[0]] = drawn
            else:
                env.values.update(zip(names, drawn, strict=True))
        found = {name: env.values[name] for name in self.holes}
        for name in self._sets:
            found[name] = frozenset(found[name])
        for name, kind in self._scalars:
            if type(found[name]) is float:
                found[name] = round(found[name])
            if not kind.holds(found[name]):
                raise NoValue(f"`?{name}` of test `{self.name}` is outside the range of its kind")
        return found

    @cached_property
    def _scalars(self) -> tuple[tuple[str, Scalar], ...]:
        return tuple((name, kind) for name, kind in self.holes.items() if isinstance(kind, Scalar))

    @cached_property
    def _sets(self) -> tuple[str, ...]:
        return tuple(name for name, kind in self.holes.items() if isinstance(kind, Set))


def build_test(
    item: syntax.Test, record: RecordType, names: Names, report: Report
) -> SlotTest | None:
    """Check a test against its record; None, with a report, when it cannot be used."""
    for slot in item.slots:
        if slot not in record.kinds:
            report.add(
                "E0201",
                f"record `{record.name}` has no slot `{slot}`",
                last_word(Span(item.span.source, item.span.start, item.formula.span.start), slot),
                help=did_you_mean(slot, record.kinds),
            )
            return None
    untyped = any(isinstance(record.kinds[slot], Untyped) for slot in item.slots)
    if untyped or mentions_untyped((item.formula, item.complement), record.kinds):
        return None
    scope = FormulaScope(record.kinds, report)
    before = len(report.errors)
    formula = lower_formula(item.formula, scope)
    complement = (
        lower_formula(item.complement, scope) if item.complement is not None else ir.Not(formula)
    )
    sound = len(report.errors) == before  # else the holes of what was refused are not known
    _check_slots(item, formula, complement, report)
    taken = {slot: record.kinds[slot] for slot in item.slots}
    where = _where(item, scope, replace(names, slots=taken), report)
    if sound:
        _check_holes(item, scope, {name for each, _ in where for name in each}, report)
    guards = Expressions(names, report)
    atypical = Expressions(names.with_types(scope.holes), report)
    weight = None if item.weight is None else guards.typed(item.weight, NUMBER)
    if weight is not None and weight.constant and constant_value(weight) < 0:
        report.add("E0406", "a weight is negative", item.span, help="use 0 or more")
    if not sound:
        return None
    return SlotTest(
        item.name,
        item.slots,
        formula,
        complement,
        item.complement is not None,
        {name: scope.holes[name] for name in item.parameters if name in scope.holes},
        where,
        weight,
        None if item.guard is None else guards.typed(item.guard, BOOLEAN),
        None if item.atypical is None else atypical.typed(item.atypical, BOOLEAN),
        None if item.atypical_else is None else atypical.typed(item.atypical_else, BOOLEAN),
        compile_mask(formula),
        item,
    )


def _where(
    item: syntax.Test, scope: FormulaScope, names: Names, report: Report
) -> tuple[tuple[tuple[str, ...], Typed], ...]:
    found: list[tuple[tuple[str, ...], Typed]] = []
    types: dict[str, Type] = {}
    for binding in item.where:
        expressions = Expressions(names.with_types(types), report)
        expected = scope.holes.get(binding.names[0]) if len(binding.names) == 1 else None
        value = swift(expressions.typed(binding.value, expected))
        types |= _bound_types(binding, value, scope, report)
        found.append((binding.names, value))
    return tuple(found)


def _bound_types(
    binding: syntax.Binding, value: Typed, scope: FormulaScope, report: Report
) -> dict[str, Type]:
    """Return the types of the names of a binding; several names take the columns of a row."""
    names = binding.names
    columns: tuple[Type, ...] = (value.type,)
    if value.type is NOTHING:
        columns = (NOTHING,) * len(names)
    elif len(names) > 1:
        columns = value.type.columns if isinstance(value.type, Row) else ()
        if len(columns) != len(names):
            told = f"{len(columns)} values" if columns else with_article(value.type)
            report.add("E0306", f"{len(names)} names are bound, and {told} drawn", binding.span)
            columns = (NOTHING,) * len(names)
    for name, column in zip(names, columns, strict=True):
        kind = scope.holes.get(name)
        if kind is not None and not fits(column, kind):
            report.add(
                "E0301",
                f"`?{name}` is {with_article(kind)}, and {with_article(column)} is drawn",
                binding.span,
            )
    return {
        name: scope.holes.get(name, column) for name, column in zip(names, columns, strict=True)
    }


def _check_slots(
    item: syntax.Test, formula: ir.Formula, complement: ir.Formula, report: Report
) -> None:
    """Refuse a formula on slots that the test does not name: nothing would draw their values."""
    for part in (formula, complement):
        for node in walk(part):
            if isinstance(node, ir.Slot) and node.name not in item.slots:
                report.add(
                    "E0422",
                    f"test `{item.name}` uses slot `{node.name}`, but does not name it after `on`",
                    item.formula.span,
                    help=Help(
                        f"write `on {', '.join((*item.slots, node.name))}`",
                        *_name_slot(item, node.name),
                    ),
                )


def _name_slot(item: syntax.Test, slot: str) -> Iterator[Edit]:
    """Yield the edit that adds a slot to those that a test names."""
    head = Span(item.span.source, item.span.start, item.formula.span.start)
    named, colon, _ = head.text.rpartition(":")
    if colon and item.slots:
        end = head.start + len(named.rstrip())
        yield insert(f", {slot}", Span(head.source, end, end))


def _check_holes(item: syntax.Test, scope: FormulaScope, bound: set[str], report: Report) -> None:
    for hole in item.parameters:
        if hole not in scope.holes:
            report.add(
                "E0307",
                f"the hole `?{hole}` of test `{item.name}` is not in its formula",
                name_span(item.span, hole),
            )
        elif hole not in bound:
            report.add(
                "E0410",
                f"nothing can fill the hole `?{hole}` of test `{item.name}`",
                name_span(item.span, hole),
                help=f"add how it is drawn: `where ?{hole} = …`",
            )
    unused = [hole for hole in item.parameters if hole not in scope.holes]
    missing = [hole for hole in scope.holes if hole not in item.parameters]
    whole = ", ".join(f"?{hole}" for hole in (*item.parameters, *missing))
    for hole in missing:
        report.add(
            "E0410",
            f"`?{hole}` is not a hole of test `{item.name}`",
            item.formula.span,
            help=did_you_mean(hole, unused) or f"write `{item.name}({whole})`",
        )


def slot_values(column: Sequence[Any]) -> list[Any]:
    """Return the values that a slot takes in the rows, each once in order; of a slot of lists or sets, its members."""
    found = dict.fromkeys(column)
    if any(isinstance(value, tuple | frozenset) for value in column[:1]):
        members = (sorted(each) if isinstance(each, frozenset) else each for each in found)
        found = dict.fromkeys(member for each in members for member in each)
    return list(found)
