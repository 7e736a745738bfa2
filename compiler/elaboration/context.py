"""What every step of elaboration works on: the program's items, its vocabularies, the report."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from ...dsl import syntax
from ...dsl.diagnostics import Report, closest, did_you_mean
from ...dsl.parsing.places import name_span
from ...dsl.source import NOWHERE, Span
from ..contract import plugins
from ..family import Expressions, Typed, Vocabularies
from ..kinds import BOOLEAN, Type
from ..sources import Module, Program

Item = TypeVar("Item")


class Stage:
    """A program, the contents of its vocabularies, and the report for its errors."""

    def __init__(self, program: Program, report: Report) -> None:
        self.program = program
        self.report = report
        self.vocabularies = Vocabularies(program, report)
        self._by_kind: dict[type, list[Any]] = {}

    def items(self, kind: type[Item]) -> Sequence[tuple[Item, Module]]:
        """Return the active items of a kind, in order, each with its module."""
        found: list[tuple[Item, Module]] | None = self._by_kind.get(kind)
        if found is None:
            active = self.program.items()
            found = [(item, module) for item, module in active if isinstance(item, kind)]
            self._by_kind[kind] = found
        return found

    def guards(self, module: Module) -> list[Typed]:
        """Return the conditions under one of which a module's words are available; empty if they always are."""
        if module.always:
            return []
        expressions = self.expressions(self.program.main)
        return [expressions.typed(guard, BOOLEAN) for guard in module.guards]

    def own(self, kind: type[Item]) -> list[Item]:
        return [item for item in self.program.main.spec.items if isinstance(item, kind)]

    def one(self, kind: type[Item], word: str, help: str) -> Item | None:
        """Return the main file's one item of a kind; report none, and each beyond the first."""
        found = self.own(kind)
        if not found:
            self.report.add("E0211", f"the family has no `{word}`", self.whole(), help=help)
            return None
        for extra in found[1:]:
            assert isinstance(extra, syntax.Node)
            self.report.add("E0212", f"a family can have only one `{word}`", extra.span)
        return found[0]

    def installed(self, group: str, noun: str, name: str, at: syntax.Node) -> str | None:
        """Return the name of a plug-in; where none has it, report that, and return the nearest name or None."""
        known = plugins.names(group)
        if name in known:
            return name
        near = closest(name, known)
        self.report.add(
            "E0213",
            f"there is no {noun} `{name}`",
            name_span(at.span, name),
            help=did_you_mean(name, known) or f"installed are {', '.join(known)}",
        )
        return near or None

    def whole(self) -> Span:
        header = self.program.main.header
        if header is not None:
            return header.span
        items = self.program.main.spec.items
        return items[0].span if items else NOWHERE

    def expressions(self, module: Module, types: Mapping[str, Type] | None = None) -> Expressions:
        names = self.vocabularies.names(module)
        return Expressions(names.with_types(types) if types else names, self.report)
