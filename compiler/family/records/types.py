"""Records: typed slots, sampled coherently from the declarations or read from a user's file."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from graphlib import CycleError, TopologicalSorter
from typing import Any, Self, TypeAlias

from ....dsl import syntax
from ....dsl.diagnostics import Report, closest, did_you_mean, meant
from ....dsl.edits import Edit, Help, remove_entry
from ....dsl.parsing.places import name_span
from ....dsl.source import Span
from ...kinds import (
    NOTHING,
    SCALARS,
    Integer,
    Kind,
    List,
    OneOf,
    Scalar,
    Set,
    Type,
    Untyped,
    list_parts,
    set_parts,
)
from ...language import Language
from ..expressions import (
    Env,
    Expressions,
    Names,
    NoValue,
    PoolValues,
    Typed,
    placeholder,
    source,
    swift,
)
from .slots import Sampler, SlotOf, sampler
from .spoken_names import check_said

MAX_MEMBERS = 1000
"""How many members the sort of a slot may have: every proof spells them out."""

Groups: TypeAlias = dict[tuple[Any, ...], list[Mapping[str, Any]]]
"""Rows by their values in some slots."""

MOST_GROUPED = 16
"""The number of choices of slots whose groups are kept at a time."""

Opened: TypeAlias = Mapping[str, tuple[str, ...]]
"""What a user's file adds to each sort."""

KINDS: Mapping[str, type[Scalar]] = {scalar.label: scalar for scalar in SCALARS} | {"int": Integer}


@dataclass(frozen=True)
class RecordType:
    """A record's slots in the author's order, the order in which they are drawn, and the user's rows if any."""

    name: str
    slots: tuple[SlotOf, ...]
    order: tuple[int, ...]
    rows: tuple[Mapping[str, Any], ...] | None = None

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(slot.name for slot in self.slots)

    @property
    def kinds(self) -> dict[str, Kind]:
        return {slot.name: slot.kind for slot in self.slots}

    def spoken(self, language: Language) -> Self:
        """Return the record with the values of its slots worded in a language."""
        slots = tuple(replace(slot, kind=slot.kind.spoken(language)) for slot in self.slots)
        return replace(self, slots=slots)

    @property
    def labels(self) -> dict[str, str]:
        return {slot.name: slot.label for slot in self.slots}

    def sample(self, env: Env, given: Mapping[str, Any]) -> dict[str, Any]:
        """Draw the values of every slot, but for those given."""
        env.values.update(given)
        return self._sampler(given)(env)

    def _sampler(self, given: Iterable[str]) -> Sampler:
        held = frozenset(given)
        found = self._samplers.get(held)
        if found is None:
            drawn = [self.slots[place] for place in self.order]
            drawn = [slot for slot in drawn if slot.name not in held and slot.value is not None]
            found = self._samplers[held] = sampler(drawn, self.names)
        return found

    @cached_property
    def _samplers(self) -> dict[frozenset[str], Sampler]:
        return {}

    def draw(
        self, count: int, alike: Sequence[str], env: Env, values: Mapping[str, Any]
    ) -> list[dict[str, Any]]:
        """Draw rows that agree on the slots `alike`.

        Raises:
            NoValue: when the user's rows hold no group so large as two.
        """
        if self.rows is not None:
            return self._choose(count, alike, env)
        first = self.sample(_fresh(env, values), {})
        given = {name: first[name] for name in self._alike(alike)}
        draw, values = self._sampler(given), {**values, **given}
        return [first, *(draw(_fresh(env, values)) for _ in range(count - 1))]

    def _alike(self, names: Sequence[str]) -> set[str]:
        """Return the slots that are determined by the named ones: these, and slots derived from them alone."""
        alike, slots = set(names), {slot.name for slot in self.slots}
        for place in self.order:
            value = self.slots[place].value
            if value is not None and value.fixed and value.needs & slots <= alike:
                alike.add(self.slots[place].name)
        return alike

    def _choose(self, count: int, alike: Sequence[str], env: Env) -> list[dict[str, Any]]:
        assert self.rows is not None
        first = env.stream.pick(self.rows)
        group = self._groups(tuple(alike))[tuple(first[name] for name in alike)]
        if len(group) < 2:
            raise NoValue("no two rows have the same values in the slots that options share")
        return [dict(row) for row in env.stream.sample(group, min(count, len(group)))]

    def _groups(self, alike: tuple[str, ...]) -> Groups:
        """Return the rows by their values in the slots `alike`."""
        found = self._grouped.get(alike)
        if found is None:
            if len(self._grouped) == MOST_GROUPED:
                self._grouped.clear()
            found = self._grouped[alike] = {}
            for row in self.rows or ():
                found.setdefault(tuple(row[name] for name in alike), []).append(row)
        return found

    @cached_property
    def _grouped(self) -> dict[tuple[str, ...], Groups]:
        return {}


def _fresh(env: Env, values: Mapping[str, Any]) -> Env:
    return Env(env.stream, dict(values), {}, env.split)


def build_record(
    item: syntax.Record,
    names: Names,
    declared: Mapping[str, Span],
    report: Report,
    rows: Sequence[Mapping[str, str]] | None,
) -> RecordType:
    """Check a record's fields.

    Args:
        declared: the places of the declarations that are visible to the record.
        rows: the cells of the user's file, which open one-of sorts named by a pool.
    """
    kinds: dict[str, Kind] = {}
    untyped: dict[str, Type] = {}
    opened = _open_sorts(item, names, rows)
    for field in item.fields:
        if field.name in kinds:
            report.add(
                "E0202",
                f"record `{item.name}` has two slots named `{field.name}`",
                name_span(field.span, field.name),
            )
        kind = _field_kind(field, names, report, opened)
        kinds[field.name] = kind or Untyped()
        if kind is None:
            untyped[field.name] = NOTHING
    _check_sorts(item, kinds, report)
    if not item.fields:
        report.add("E0604", f"record `{item.name}` has no slots", name_span(item.span, item.name))
    scope = Expressions(names.with_slots({**kinds, **untyped}, declared), report)
    slots = tuple(
        SlotOf(
            field.name,
            kinds[field.name],
            placeholder(field.span)
            if field.name in untyped
            else _field_value(field, kinds[field.name], scope),
            field.say or field.name.replace("_", " "),
            field.span,
        )
        for field in item.fields
    )
    return RecordType(item.name, slots, _order(item, slots, scope))


def _check_sorts(item: syntax.Record, kinds: Mapping[str, Kind], report: Report) -> None:
    """Refuse two sorts of one name with different members: their symbols could not be distinguished."""
    members: dict[str, tuple[str, ...]] = {}
    for field in item.fields:
        kind = kinds[field.name]
        one = kind.element if isinstance(kind, List | Set) else kind
        if isinstance(one, OneOf) and one.label not in members:
            _check_said(one, one is not kind, field, report)
            for value in one.values:
                if value in kinds:
                    report.add(
                        "E0317",
                        f"the value `{value}` of `{one.label}` has the same name as a slot",
                        field.span,
                        help="rename one of them: in a formula this name means the slot",
                    )
        if isinstance(one, OneOf) and members.setdefault(one.label, one.values) != one.values:
            report.add(
                "E0202",
                f"`{one.label}` is the name of two sorts with different members",
                field.span,
                help="rename the slot or the pool",
            )


def _check_said(kind: OneOf, listed: bool, field: syntax.Field, report: Report) -> None:
    """Refuse a sort too large to reason about, and values whose wordings a reader could not distinguish."""
    if len(kind.values) > MAX_MEMBERS:
        report.add(
            "E0317",
            f"`{kind.label}` has {len(kind.values)} members, more than {MAX_MEMBERS}",
            field.span,
            help="give the slot a smaller sort",
        )
        return
    taken = {"none": "no member"} if listed else {}
    check_said(kind.label, kind.said, {}, field.span, report, taken)


def _field_kind(field: syntax.Field, names: Names, report: Report, opened: Opened) -> Kind | None:
    """Return a slot's kind; None if its type was complained about."""
    match field.type:
        case syntax.Name(text="one") | syntax.Infix(operator="of", left=syntax.Name(text="one")):
            return _one_of(field, names, report, opened)
        case syntax.Infix(operator="of", left=syntax.Name(text="list"), right=right):
            element = _simple(right, names, report, opened)
            return None if element is None else List(element)
        case syntax.Infix(operator="of", left=syntax.Name(text="set"), right=right):
            element = _simple(right, names, report, opened)
            if isinstance(element, OneOf):
                return Set(element)
            if element is not None:
                report.add(
                    "E0316",
                    f"a set can contain only one-of values, not {element.name} values",
                    right.span,
                    help="use `list of`",
                )
            return None
        case type:
            return _simple(type, names, report, opened)


def _simple(type: syntax.Expr, names: Names, report: Report, opened: Opened) -> Kind | None:
    if isinstance(type, syntax.Name):
        if type.text in KINDS:
            return KINDS[type.text]()
        pool = names.pool(type.text)
        if pool is not None:
            # An empty pool was reported where it is declared.
            values = (*pool.values, *opened.get(pool.name, ()))
            return OneOf(pool.name, values) if pool.values else None
    known = [*KINDS, "one of", "set of", "list of"]
    text = type.text if isinstance(type, syntax.Name) else type.span.text
    near = closest(text, known)
    report.add(
        "E0316",
        f"there is no slot type `{text}`",
        type.span,
        help=(f"did you mean `{near}`?" if " " in near else did_you_mean(text, known))
        or f"the types are {', '.join(known)}, and the name of any sort or pool",
    )
    return None


def _open_sorts(
    item: syntax.Record, names: Names, rows: Sequence[Mapping[str, str]] | None
) -> dict[str, tuple[str, ...]]:
    """Return the values that the user's file adds to each sort: symbols of their world, from every column of it."""
    found: dict[str, set[str]] = {}
    for field in item.fields if rows is not None else ():
        match field.type:
            case syntax.Infix(operator="of", left=syntax.Name(text="list"), right=type):
                split = list_parts
            case syntax.Infix(operator="of", left=syntax.Name(text="set"), right=type):
                split = set_parts
            case syntax.Infix(operator="of", left=syntax.Name(text="one"), right=type) | type:
                split = _whole_cell
        pool = names.pool(type.text) if isinstance(type, syntax.Name) else None
        if pool is not None:
            cells = {row.get(field.name) or "" for row in rows or ()}
            parts = {part.strip("`") for cell in cells for part in split(cell)}
            known = {*pool.values, *(value.replace("_", " ") for value in pool.values), ""}
            found.setdefault(pool.name, set()).update(parts - known)
    return {name: tuple(sorted(values)) for name, values in found.items()}


def _whole_cell(text: str) -> list[str]:
    return [text.strip()]


def _one_of(field: syntax.Field, names: Names, report: Report, opened: Opened) -> Kind | None:
    right = field.type.right if isinstance(field.type, syntax.Infix) else field.type
    if isinstance(right, syntax.Braces):
        members = [entry.term for group in right.groups for entry in group]
        words = [
            term.text if isinstance(term, syntax.Name | syntax.Text | syntax.Quantity) else ""
            for term in members
        ]
        for word, term in zip(words, members, strict=True):
            if not word:
                variable = isinstance(term, syntax.Variable)
                report.add(
                    "E0316",
                    "a one-of type must list names",
                    term.span,
                    help=meant(term.span.text, (term.span.text,)) if variable else "",
                )
        if all(words) and len(set(words)) < len(words):
            again = (term for i, term in enumerate(members) if words[i] in words[:i])
            report.add(
                "E0202",
                f"slot `{field.name}` lists a value twice",
                right.span,
                help=Help("remove the second one", *(remove_entry(term.span) for term in again)),
            )
        if not words:
            report.add("E0316", "a one-of type must list at least one name", right.span)
        return OneOf(field.name, tuple(dict.fromkeys(words))) if words and all(words) else None
    return _simple(right, names, report, opened)


def _check_range(value: syntax.Expr, report: Report) -> None:
    """Warn of a difference of two literals: a range is meant."""
    match value:
        case syntax.Infix(
            operator="-", left=syntax.Quantity() as low, right=syntax.Quantity() as high
        ):
            report.add(
                "W0326",
                f"`{value.span.text}` is a subtraction, with one value",
                value.span,
                help=Help(
                    f"for a range write `{low.text}..{high.text}`",
                    Edit(value.span, f"{low.text}..{high.text}"),
                ),
            )
        case _:
            pass


def _field_value(field: syntax.Field, kind: Kind, scope: Expressions) -> Typed | None:
    if field.value is not None:
        _check_range(field.value, scope.report)
        return swift(scope.typed(field.value, kind))
    match field.type:
        case syntax.Infix(operator="of", left=syntax.Name(text="one"), right=right):
            if isinstance(right, syntax.Braces):
                return scope.typed(right, kind)
            return _any_of(kind, right, scope)
        case _ if isinstance(kind, OneOf):
            return _any_of(kind, field.type, scope)
        case _:
            return None


def _any_of(kind: Kind, type: syntax.Expr, scope: Expressions) -> Typed | None:
    """Draw a slot that nothing is said of from its sort, and from the split's part of it."""
    if not isinstance(kind, OneOf):
        return None
    pool = scope.names.pool(type.text) if isinstance(type, syntax.Name) else None
    if pool is not None and not pool.whole:
        return Typed(kind, lambda env: _member(pool, env), frozenset(), False, type.span)
    values = kind.values
    fast = source("{}[env.stream.below({})]", values, len(values))
    return Typed(kind, lambda env: env.stream.pick(values), frozenset(), False, type.span, fast)


def _member(pool: PoolValues, env: Env) -> str:
    members = pool.of(env.split)
    if not members:
        raise NoValue(f"`{pool.name}` has no members for this split")
    return env.stream.pick(members)


def _order(item: syntax.Record, slots: Sequence[SlotOf], scope: Expressions) -> tuple[int, ...]:
    places = {slot.name: place for place, slot in enumerate(slots)}
    graph = {
        place: sorted(places[need] for need in slot.value.needs if need in places)
        if slot.value is not None
        else []
        for place, slot in enumerate(slots)
    }
    try:
        return tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        circle = [slots[place] for place in error.args[1]]
        if not any(scope.shadowed(slot.name, slot.span) for slot in circle):
            way = " -> ".join(slot.name for slot in circle)
            scope.report.add(
                "E0409",
                f"the slots of `{item.name}` are derived in a circle: {way}",
                circle[0].span,
            )
        return ()


def undrawn_slots(record: RecordType) -> tuple[SlotOf, ...]:
    """Return the slots without a distribution or derivation: such a record needs rows from a file."""
    return tuple(slot for slot in record.slots if slot.value is None)
