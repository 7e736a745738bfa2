"""The indices of lines, `each ?x in SOURCE:`: their names, and the values that these have in turn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import prod

from ....dsl import syntax
from ....dsl.diagnostics import Report, count_noun
from ....dsl.source import Span
from ...kinds import NOTHING, Type, common_type
from ...notation import StatementScope
from ..expressions import Env, Expressions, Names, TooLarge
from .elements import UNKNOWN, Elements, build_elements, check_count
from .grammar import Called, Grammar, Rewriting


@dataclass(frozen=True)
class Index:
    """What repeats a line: names that have the values of each row of a source in turn.

    Attributes:
        used: whether the line itself mentions one of the names; if not, a production must.
    """

    names: tuple[str, ...]
    elements: Elements
    span: Span
    used: bool

    @property
    def types(self) -> Mapping[str, Type]:
        """The types of the names."""
        return dict(zip(self.names, self.elements.types, strict=False))


STEPS = 100_000
"""The most elements that the sources of a line have together, and the most statements that it draws."""


def every_index(indices: Sequence[Index], grammar: Grammar, env: Env) -> Iterator[Env]:
    """Yield what a line is drawn with, for each row of its sources; an inner source is drawn for each outer row.

    Raises TooLarge if there are more than `STEPS` rows.
    """
    yield from _every_index(indices, grammar, env, count(1))


def _every_index(
    indices: Sequence[Index], grammar: Grammar, env: Env, steps: Iterator[int]
) -> Iterator[Env]:
    if not indices:
        yield env
        return
    first, *rest = indices
    rows = first.elements.draw(grammar, env)
    check_count(len(rows), "the source of an indexed line")
    for row in rows:
        if next(steps) > STEPS:
            raise TooLarge(f"the sources of an indexed line have more than {STEPS:,} elements")
        values = {**env.values, **dict(zip(first.names, row, strict=True))}
        inner = Env(env.stream, values, env.taken, env.split)
        yield from _every_index(rest, grammar, inner, steps)


def build_index(
    statement: syntax.Indexed, scope: StatementScope, expressions: Expressions
) -> Index:
    """Check the names and the source of an indexed line."""
    report, names = expressions.report, statement.names
    elements = build_elements(statement.source, expressions, scope.numbers)
    for place, name in enumerate(names):
        if name in expressions.names.types or name in names[:place]:
            twice = name in names[:place]
            report.add(
                "E0481",
                f"`?{name}` is bound twice" if twice else f"`?{name}` has a value already",
                statement.span,
                help=f"rename it, for example `?{name}_1`",
            )
    width = len(elements.types)
    if width and width != len(names):
        pattern = ", ".join(f"?{name}" for name in (*names, *"abcdefgh")[:width])
        report.add(
            "E0483",
            f"{count_noun(len(names), 'name')} for elements of {count_noun(width, 'value')}",
            statement.source.span,
            help=f"write `each {f'({pattern})' if width > 1 else pattern} in …`",
        )
        elements = UNKNOWN
    if not elements.types:  # what the names stand for was reported
        elements = replace(elements, types=(NOTHING,) * len(names))
    used = not _mentioned(statement.body).isdisjoint(names)
    return Index(names, elements, statement.span, used)


def _mentioned(node: object) -> frozenset[str]:
    """Return the names of holes and values in a line."""
    if isinstance(node, tuple):
        return frozenset[str]().union(*map(_mentioned, node))
    if isinstance(node, syntax.Hole | syntax.Name):
        return frozenset((node.text,))
    if isinstance(node, syntax.Node):
        slots = (getattr(node, name) for name in type(node).__slots__ if name != "span")
        return frozenset[str]().union(*map(_mentioned, slots))
    return frozenset()


def check_indices(
    indices: Sequence[Index],
    kind: str,
    calls: Sequence[Called],
    span: Span,
    grammar: Grammar,
    report: Report,
) -> None:
    """Report indices whose names nothing uses, and productions that need the name of an index that is not there.

    Args:
        kind: the kind or name of the productions that the line draws from; empty if it is written out.
        calls: the productions that it expands.
    """
    sizes = [index.elements.size or 0 for index in indices]
    if prod(sizes) > STEPS and not report.has_error(span):
        shown = " x ".join(f"{size:,}" for size in sizes)
        report.add(
            "E0494",
            f"the sources of this line have {shown} = {prod(sizes):,} elements together",
            span,
            help=f"write sources with at most {STEPS:,} together",
        )
    drawn = _reachable(kind, calls, grammar)
    wanted = frozenset[str]().union(*map(_names_of, drawn))
    for index in indices:
        if not index.used and wanted.isdisjoint(index.names) and not report.has_error(span):
            shown = " or ".join(f"`?{name}`" for name in index.names)
            report.add(
                "E0484",
                f"nothing in this line mentions {shown}",
                index.span,
                help=f"mention {'it' if len(index.names) == 1 else 'one of them'}, or write `N of NAME` "
                "to draw several statements",
            )
    bound = {name for index in indices for name in index.names}
    lacking = [_unbound(production, grammar) - bound for production in grammar.of_kind(kind)]
    if lacking and all(lacking):
        name = min(lacking[0])
        report.add(
            "E0487",
            f"`{kind}` is never drawn here: its guard needs `{name}`, which no index binds",
            span,
            help=f"write `each ?{name} in …: …` before it",
        )


def _reachable(kind: str, calls: Sequence[Called], grammar: Grammar) -> list[Rewriting]:
    """Return the productions of a kind or name, those that are called, and those that they expand."""
    called = [grammar.productions.get(call.place.production) for call in calls]
    first = [*(grammar.of_kind(kind) if kind else ()), *(each for each in called if each)]
    found = {production.name: production for production in first}
    waiting = [*found.values()]
    while waiting:
        for option in waiting.pop().options:
            for call in option.calls:
                inner = grammar.productions.get(call.place.production)
                if inner is not None and inner.name not in found:
                    found[inner.name] = inner
                    waiting.append(inner)
    return [*found.values()]


def _names_of(production: Rewriting) -> frozenset[str]:
    """Return the names that a production's templates and guard mention."""
    names = frozenset[str]().union(*(option.holes for option in production.options))
    return names if production.guard is None else names | production.guard.needs


def _unbound(production: Rewriting, grammar: Grammar) -> frozenset[str]:
    """Return the names in a guard that only an index can bind."""
    if production.guard is None:
        return frozenset()
    return production.guard.needs - grammar.named.keys() - {*production.parameters}


def index_types(
    statements: Iterable[syntax.Indexed], scope: StatementScope, names: Names
) -> dict[str, Type]:
    """Return the types of the names that indexed lines bind, without a report: the lines are checked later."""
    found: dict[str, Type] = {}
    for statement in statements:
        inner: syntax.Line = statement
        known = names
        while isinstance(inner, syntax.Indexed):
            own = build_index(inner, scope, Expressions(known, Report())).types
            for name, type in own.items():
                found[name] = common_type(found.get(name, NOTHING), type) or NOTHING
            known, inner = known.with_types(own), inner.body
    return found
