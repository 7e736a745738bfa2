"""The indices of lines, `each ?x in SOURCE:`: their names, and the values that these have in turn."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ....dsl import syntax
from ....dsl.diagnostics import Report, count_noun
from ....dsl.source import Span
from ...kinds import NOTHING, Type, common_type
from ...notation import StatementScope
from ..expressions import Env, Expressions, Names
from .elements import UNKNOWN, Elements, build_elements
from .grammar import Grammar


@dataclass(frozen=True)
class Index:
    """What repeats a line: names that have the values of each row of a source in turn."""

    names: tuple[str, ...]
    elements: Elements
    span: Span

    @property
    def types(self) -> Mapping[str, Type]:
        """The types of the names."""
        return dict(zip(self.names, self.elements.types, strict=False))


def every_index(indices: Sequence[Index], grammar: Grammar, env: Env) -> Iterator[Env]:
    """Yield what a line is drawn with, for each row of its sources; an inner source is drawn for each outer row."""
    if not indices:
        yield env
        return
    first, *rest = indices
    for row in first.elements.draw(grammar, env):
        values = {**env.values, **dict(zip(first.names, row, strict=True))}
        yield from every_index(rest, grammar, Env(env.stream, values, env.taken, env.split))


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
    return Index(names, elements, statement.span)


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
