"""Backgrounds: statements that are part of every theory, and that one sentence says together, or none."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import prod
from typing import Any

from ....dsl.diagnostics import Diagnostic, SpecError
from ....dsl.source import NOWHERE, Span
from ...contract import Closing, Unclosable
from ...ir import match, nodes as ir
from ..expressions import Env, NoValue, Typed
from .grammar import Grammar
from .named_holes import substitute, terms_of
from .written import KNOWN, Line, Part, Written


@dataclass(frozen=True)
class Background:
    """The lines of one background.

    Attributes:
        text: the group as its author wrote it, without its words: what tells it apart from others.
        said: whether a sentence says the group; otherwise readers know it.
        names: what the sentence depends on: holes, parameters, chosen values, productions, sorts.
        guards: the group is there if of each of these at least one condition holds.
    """

    text: str
    written: Written
    said: bool = False
    names: tuple[str, ...] = ()
    guards: tuple[tuple[Typed, ...], ...] = ()
    span: Span = NOWHERE

    def holds(self, env: Env) -> bool:
        """Return whether an instance has the group."""
        return all(any(guard.draw(env) for guard in some) for some in self.guards)

    def draw(self, grammar: Grammar, env: Env) -> tuple[Part, ir.Group | None]:
        """Return the statements of an instance, and what its sentence says; None where nothing says them."""
        if not self.holds(env):
            return [], None
        parts = self.written.parts(grammar, env)
        statements = [pair for part in parts for pair in part]
        if not self.said or not statements:
            return statements, None
        drawn = dict(self._drawn(parts, grammar, env.values))
        values = (ir.Filled(name, self._terms(name, drawn, grammar, env)) for name in self.names)
        return statements, ir.Group(self.text, tuple(values))

    def _drawn(
        self, parts: Sequence[Part], grammar: Grammar, values: Mapping[str, Any]
    ) -> Iterator[tuple[str, tuple[ir.Term, ...]]]:
        """Yield what filled the holes of lines, and the one hole of productions, in the order of the statements."""
        for line, part in zip(self.written.lines, parts, strict=True):
            statements = [statement for _, statement in part]
            if line.indices:
                yield from _repeated(line, statements, grammar, values)
            elif line.template is not None:
                for statement in statements:
                    bound = match(substitute(line.template, grammar, values), statement) or {}
                    yield from (
                        (name, terms) for name, term in bound.items() if (terms := _terms(term))
                    )
            elif line.kind in self.names:
                yield line.kind, tuple(_fillers(line, statements, grammar))

    def _terms(
        self,
        name: str,
        drawn: Mapping[str, tuple[ir.Term, ...]],
        grammar: Grammar,
        env: Env,
    ) -> tuple[ir.Term, ...]:
        if name in grammar.named and name in env.values:
            return terms_of(name, grammar.named[name], env.values[name])
        if name in drawn:
            return drawn[name]
        if name in grammar.sorts:
            return grammar.members(name)
        raise NoValue(f"nothing fills `{name}` in this instance")


@dataclass(frozen=True)
class ClosedWorld:
    """A world in which whatever is not stated and does not follow is false.

    Attributes:
        text: the item as its author wrote it, without its words.
        said: whether a sentence says it; otherwise readers know it.
        predicates: those that it is about; all of the instance if there are none.
    """

    text: str
    said: bool
    predicates: tuple[str, ...] = ()
    guard: Typed | None = None
    span: Span = NOWHERE

    def draw(
        self, logic: Closing, grammar: Grammar, env: Env, statements: Sequence[ir.Labelled]
    ) -> tuple[Sequence[ir.Labelled], ir.Group | None]:
        """Return the statements that close the world of these statements, and what says them.

        Raises SpecError if there are too many.
        """
        if self.guard is not None and not self.guard.draw(env):
            return (), None
        names = self.predicates or tuple(grammar.predicates)
        places = {
            name: [grammar.members(sort) for sort in grammar.places(name)]
            for name in names
            if name in grammar.predicates
        }
        atoms = sum(prod(map(len, terms)) for terms in places.values())
        if atoms > MOST_CLOSED:
            raise SpecError(
                [
                    Diagnostic(
                        "E0468",
                        f"this world has {atoms:,} atoms to close, and at most {MOST_CLOSED:,} are possible",
                        self.span,
                        help="name the predicates to close, or use smaller sorts",
                    )
                ]
            )
        taken = {statement.id for statement in statements}
        ids = (id for number in count(1) if (id := f"{KNOWN}{number}") not in taken)
        try:
            closed = logic.close(places, statements, ids)
        except Unclosable as error:
            raise NoValue(str(error)) from error
        return closed, ir.Group(self.text) if self.said and closed else None


MOST_CLOSED = 5_000
"""How many atoms a world can have that is closed."""


def _terms(value: Any) -> tuple[ir.Term, ...]:
    """Return what fills a hole as a term; nothing for a name or sign."""
    return (value,) if isinstance(value, ir.Term) else ()


def _repeated(
    line: Line, statements: Sequence[ir.Statement], grammar: Grammar, values: Mapping[str, Any]
) -> Iterator[tuple[str, tuple[ir.Term, ...]]]:
    """Yield the values that the names of an indexed line had, and what filled the one other hole of a production."""
    found: dict[str, list[ir.Term]] = {}
    own = {name: value for name, value in values.items() if name not in line.types}
    options = [option.template for one in grammar.of_kind(line.kind) for option in one.options]
    templates = [line.template] if line.template is not None else options
    named = replace(
        grammar,
        named={name: type for name, type in grammar.named.items() if name not in line.types},
    )
    patterns = [substitute(template, named, own) for template in templates]
    for statement in statements:
        bound = (match(pattern, statement) for pattern in patterns)
        for name, value in next((each for each in bound if each is not None), {}).items():
            key = name if name in line.types or line.template is not None else line.kind
            found.setdefault(key, []).extend(_terms(value))
    yield from ((name, tuple(terms)) for name, terms in found.items())


def _fillers(line: Line, statements: Sequence[ir.Statement], grammar: Grammar) -> Iterator[ir.Term]:
    """Yield what filled the one hole of a production in each of its statements."""
    options = [option for one in grammar.of_kind(line.kind) for option in one.options]
    for statement in statements:
        bound = [match(option.template, statement) for option in options]
        for value in next((each.values() for each in bound if each is not None), ()):
            yield from _terms(value)
