"""The spaces of names, and what each name in them refers to.

Declarations of a module share one space. Slots, predicates with concepts and roles, and the holes and
variables of an item have spaces of their own, so the place of a name decides which space it is looked up in.
"""

from dataclasses import dataclass
from enum import StrEnum

from ...dsl import syntax
from ...dsl.parsing.places import name_span
from ...dsl.source import Span
from .modules import Module, Program


class Space(StrEnum):
    """The space that a name is looked up in."""

    DECLARATION = "declaration"
    SLOT = "slot"
    SYMBOL = "symbol"  # a predicate, a concept, a role or an individual
    LOCAL = "local"  # a hole, a variable or a bound name of one item
    MODULE = "module"


@dataclass(frozen=True, slots=True)
class Use:
    """A name at one place of a file.

    Attributes:
        span: the word itself, without the marks of holes, calls and expansions; with its backquotes.
        name: its text, without backquotes.
        space: what it was looked up in.
        declaration: the place of the name where it is declared, which is `span` there. For a symbol that is not
            declared, the place where it is first written.
        item: the span of the declaring item; None for what no item declares.
    """

    span: Span
    name: str
    space: Space
    declaration: Span
    item: Span | None = None

    @property
    def declares(self) -> bool:
        """Whether this is the place where the name is declared."""
        return self.span == self.declaration


@dataclass(frozen=True)
class Place:
    """Where a name is declared: the name, and the item around it."""

    span: Span
    item: Span | None = None

    def use(self, span: Span, name: str) -> Use:
        """Return the use of the declaration at a place."""
        return Use(span, name, Space.DECLARATION, self.span, self.item)


class Spaces:
    """The declarations, slots and symbols of a program, by name."""

    def __init__(self, program: Program) -> None:
        self.slots: dict[str, Place] = {}
        self.records: dict[str, Place] = {}
        self.symbols: dict[str, Place] = {}
        for module in program.modules:
            for item in module.spec.items:
                match item:
                    case syntax.Record():
                        for each in item.fields:
                            place = Place(name_span(each.span, each.name), each.span)
                            self.slots.setdefault(each.name, place)
                    case syntax.Vocabulary(name=name) if name:
                        place = Place(name_span(item.span, name), item.span)
                        self.symbols.setdefault(name, place)

    def declared(self, module: Module, name: str) -> Place | None:
        """Return where a name is declared that can be seen in a module."""
        found = module.names.get(name)
        if found is None:
            return None
        return Place(name_span(found.item.span, name), found.item.span)

    def is_declared_symbol(self, name: str) -> bool:
        place = self.symbols.get(name)
        return place is not None and place.item is not None

    def symbol(self, name: str, at: Span) -> Place:
        """Return where a symbol is declared; if it is not, where it is first written."""
        return self.symbols.setdefault(name, Place(at))
