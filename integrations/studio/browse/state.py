"""What a page of a dataset shows: the filters, the order, and the columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from ....compiler.dataset.stats.expressions.conditions import Condition, Junction
from ....compiler.dataset.stats.expressions.statistics import Comparison
from . import conditions
from .cells import METRICS, PARAMS, Cell
from .conditions import Columns
from .index import Chosen

Value: TypeAlias = float | str

MOST_COLUMNS = 9
"""How many columns are shown at first."""

ALWAYS = ("label", "answer")
"""Columns that are shown at first, whatever the dataset."""


@dataclass(frozen=True)
class Filters:
    """The filters of a page.

    Attributes:
        facets: for each figure the values of which one is wanted.
        rest: all else that is wanted, and the order.
    """

    facets: tuple[tuple[str, tuple[Value, ...]], ...] = ()
    rest: Chosen = field(default_factory=Chosen)

    def chosen(self) -> Chosen:
        """Return the choice of records."""
        own = tuple(_one_of(name, values) for name, values in self.facets)
        return replace(self.rest, conditions=(*own, *self.rest.conditions))

    def but(self, **changes: Any) -> Filters:
        """Return the filters with other fields of `rest`."""
        return replace(self, rest=replace(self.rest, **changes))

    def toggled(self, name: str, value: Value) -> Filters:
        """Return the filters with a value of a figure wanted or no longer wanted."""
        held = dict(self.facets)
        own = held.get(name, ())
        held[name] = tuple(each for each in own if each != value) if value in own else (*own, value)
        return replace(
            self, facets=tuple((name, values) for name, values in held.items() if values)
        )

    def with_condition(self, condition: Condition) -> Filters:
        """Return the filters with one more condition; its parts are conditions of their own."""
        parts = (
            condition.parts
            if isinstance(condition, Junction) and condition.operator == "and"
            else (condition,)
        )
        known = self.rest.conditions
        return self.but(conditions=(*known, *(each for each in parts if each not in known)))

    def with_outcome(self, place: int, name: str) -> Filters:
        """Return the filters with another outcome of a model wanted; an empty name for any."""
        others = tuple(each for each in self.rest.outcomes if each[0] != place)
        return self.but(outcomes=(*others, (place, name)) if name else others)

    def sorted_by(self, name: str) -> Filters:
        """Return the filters with another order: by a figure, then downwards, then that of the dataset."""
        if self.rest.order != name:
            return self.but(order=name, is_descending=False)
        if not self.rest.is_descending:
            return self.but(is_descending=True)
        return self.but(order="", is_descending=False)

    def chips(self, models: Sequence[str]) -> list[str]:
        """Return a text for each filter, in the order in which `without` numbers them."""
        return [text for text, _ in self._parts(models)]

    def without(self, place: int) -> Filters:
        """Return the filters without the one at a place of `chips`."""
        parts = [rest for _, rest in self._parts(())]
        return parts[place] if 0 <= place < len(parts) else self

    def cleared(self) -> Filters:
        """Return no filters, in the same order."""
        return Filters(rest=Chosen(order=self.rest.order, is_descending=self.rest.is_descending))

    def _parts(self, models: Sequence[str]) -> Iterator[tuple[str, Filters]]:
        rest = self.rest
        for each in self.facets:
            others = tuple(other for other in self.facets if other != each)
            yield _told(_one_of(*each)), replace(self, facets=others)
        for condition in rest.conditions:
            kept = tuple(other for other in rest.conditions if other != condition)
            yield _told(condition), self.but(conditions=kept)
        if rest.text:
            yield f"prompt has “{rest.text}”", self.but(text="")
        for place, name in rest.outcomes:
            yield f"{_model(models, place)}: {name}", self.with_outcome(place, "")
        if rest.reason is not None:
            place, why = rest.reason
            yield f"{_model(models, place)}: {why or 'no reason'}", self.but(reason=None)


def _model(models: Sequence[str], place: int) -> str:
    return models[place] if place < len(models) else f"model {place + 1}"


def _one_of(name: str, values: Sequence[Value]) -> Condition:
    each = tuple(Comparison(name, "=", value) for value in values)
    return each[0] if len(each) == 1 else Junction("or", each)


def _told(condition: Condition) -> str:
    text = conditions.to_text(condition)
    if text is not None:
        return text
    match condition:
        case Comparison(figure, sign, value):
            return f"{figure} {sign} {value}"
        case Junction(operator, parts):
            return f" {operator} ".join(map(_told, parts))
        case _:
            return "a condition"


@dataclass(frozen=True)
class Facet:
    """A figure with few values, each with how many records have it."""

    name: str
    values: tuple[tuple[Value, int], ...]


@dataclass
class View:
    """What a page shows beside its filters.

    `counts` has how many records have each value of the facets; a figure that it lacks is counted over all records.
    """

    columns: list[str] = field(default_factory=list)
    facets: list[Facet] = field(default_factory=list)
    counts: Mapping[str, Mapping[Cell, int]] = field(default_factory=dict)
    first: int = 0
    count: int = 0
    number: int = 0
    pinned: int = 0
    tab: str = "records"


def first_columns(columns: Columns, varying: Sequence[str]) -> list[str]:
    """Return the columns that are shown at first: those that vary.

    Args:
        varying: the figures that have several values.
    """
    fields = [name for name in ("family", "task", "split") if name in varying]
    params = [name for name in varying if name.startswith(PARAMS)][:4]
    metrics = [name for name in varying if name.startswith(METRICS)][:3]
    sizes = [name for name in ("prompt_words", "proof_steps") if name in varying]
    found = [*ALWAYS, *fields, *params, *sizes, *metrics]
    return [name for name in found if name in columns.places][:MOST_COLUMNS]
