"""Theories that are written out in a spec: their statements, drawn where they have holes, each with an id."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TypeAlias

from ....dsl import syntax
from ....dsl.diagnostics import did_you_mean
from ....dsl.edits import Edit, Help
from ....dsl.source import Span
from ...ir import is_plain_fact, mentions, nodes as ir, rebuild
from ...kinds import BOOLEAN, NUMBER, Scalar, Type
from ...notation import StatementScope, check_constants, lower_statement, show
from ..expressions import Env, Expressions, NoValue, TooLarge, Typed, whole_number
from .expansion import complete_statement, draw_statement, every_statement
from .grammar import Called, Grammar
from .indices import STEPS, Index, build_index, every_index
from .productions import calls_of

TRIES = 100
"""How often a statement is redrawn, on average, that is to be none of those drawn before."""

REPEATS = 400
"""After how many statements in a row that were drawn before no other one is expected."""

KNOWN = "k"
"""Begins the ids of statements that readers supply from what they know, or that one sentence says together."""

EACH = "each"
"""Stands in the place of a number: one statement for each way to fill it."""


Part: TypeAlias = Sequence[tuple[str, ir.Statement]]
"""The statements of a line, each with its label, which is empty where the author gave none."""


_OPEN = frozenset({ir.Hole, ir.Expand})
"""What stands for something that is drawn."""

_CHANGING = _OPEN | {ir.Not, ir.Restriction}
"""What an instance of a statement may have another form of."""


@dataclass(frozen=True, slots=True)
class Line:
    """A statement of a written-out theory, or the kind and number of the productions that replace it.

    Without a number, one for each way to fill a production with names. The line is there only if its guard holds.

    Attributes:
        indices: what repeats the line, the outermost first; its guard can mention their names.
        types: the types of the names that these bind.
        open: whether something of the statement is drawn: it has holes or expansions, or is not there yet.
        settled: the statement with its label, if each instance has it as it is: nothing in it is drawn, computed or
            negated.
    """

    label: str
    template: ir.Statement | None
    count: Typed | None = None
    kind: str = ""
    span: Span | None = None
    calls: tuple[Called, ...] = ()
    guard: Typed | None = None
    indices: tuple[Index, ...] = ()
    types: Mapping[str, Type] = field(default_factory=dict)
    open: bool = field(init=False, repr=False, compare=False)
    settled: Part | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        open_, settled = self.template is None, None
        if self.template is not None:
            plain = is_plain_fact(self.template)
            kinds = frozenset[type[ir.Node]]() if plain else mentions(self.template).kinds
            open_ = not _OPEN.isdisjoint(kinds)
            if _CHANGING.isdisjoint(kinds):
                settled = ((self.label, self.template),)
        object.__setattr__(self, "open", open_)
        object.__setattr__(self, "settled", settled)


@dataclass(frozen=True)
class Written:
    """The statements of a theory as written in a spec.

    Attributes:
        shuffled: whether an instance has them in random order; not if nothing is given.
    """

    lines: tuple[Line, ...] = ()
    shuffled: Typed | None = None

    def draw(self, grammar: Grammar, env: Env) -> tuple[ir.Labelled, ...]:
        """Return the theory's statements, with labels `f1`, `r1` … where the author gave none."""
        return label_lines(self.parts(grammar, env))

    def parts(self, grammar: Grammar, env: Env) -> Sequence[Part]:
        """Return the statements of each line."""
        return [
            line.settled
            if line.settled is not None and line.guard is None and not line.indices
            else _part(line, grammar, env)
            for line in self.lines
        ]

    def again(
        self, parts: Sequence[Part], kinds: Collection[str], grammar: Grammar, env: Env | None
    ) -> Sequence[Part]:
        """Return the statements of each line, those drawn of one of these kinds once more, or none without `env`."""
        return [
            part if line.kind not in kinds else [] if env is None else _part(line, grammar, env)
            for line, part in zip(self.lines, parts, strict=True)
        ]

    def arranged(self, parts: Sequence[Part], env: Env) -> Part:
        """Return the statements of all lines in the order of an instance.

        Every order is equally likely. Lines that are redrawn do not change the order of the others.
        """
        pairs = [pair for part in parts for pair in part]
        if self.shuffled is None or not self.shuffled.draw(env):
            return pairs
        streams = [env.stream.fork("place", line) for line in range(len(parts))]
        places = [stream.unit() for stream, part in zip(streams, parts, strict=True) for _ in part]
        return [pairs[number] for number in sorted(range(len(pairs)), key=places.__getitem__)]


def _part(line: Line, grammar: Grammar, env: Env) -> Part:
    if not line.indices:
        return _statements(line, grammar, env)
    bound = replace(grammar, named={**grammar.named, **line.types})
    found: list[tuple[str, ir.Statement]] = []
    for inner in every_index(line.indices, bound, env):
        found += _statements(line, bound, inner)
        if len(found) > STEPS:
            raise TooLarge(f"an indexed line draws more than {STEPS:,} statements")
    return found


def _statements(line: Line, grammar: Grammar, env: Env) -> Part:
    if line.guard is not None and not line.guard.draw(env):
        return []
    if line.template is None:
        return [("", statement) for statement in _draw_line(line, grammar, env)]
    if line.settled is not None:
        return line.settled
    return [(line.label, complete_statement(grammar, line.template, line.calls, env))]


def _draw_line(line: Line, grammar: Grammar, env: Env) -> list[ir.Statement]:
    """Draw statements of a kind, or different ones of one production."""
    if line.count is None:
        return every_statement(grammar, line.kind, env)
    times = whole_number(line.count.draw(env), "how many statements stand", line.span)
    if line.kind not in grammar.productions:
        return [draw_statement(grammar, line.kind, env) for _ in range(times)]
    found: dict[ir.Node, ir.Statement] = {}
    repeats = 0
    for _ in range(TRIES * times):
        if len(found) == times or repeats == REPEATS:
            break
        made = draw_statement(grammar, line.kind, env)
        parts = _order_parts(made)
        repeats = repeats + 1 if parts in found else 0
        found.setdefault(parts, made)
    if len(found) < times:
        raise NoValue(f"there are not enough different statements of `{line.kind}`")
    return list(found.values())


def _order_parts(node: ir.Node) -> ir.Node:
    """Return a statement with the parts of each `and`, `or` and body in one order, whatever theirs is."""
    node = rebuild(node, _order_parts)
    match node:
        case ir.And(parts=parts) | ir.Or(parts=parts):
            return node.__class__(tuple(sorted(parts, key=show)))
        case ir.Rule(body=body):
            return ir.Rule(tuple(sorted(body, key=show)), node.arrow, node.head)
    return node


def label_lines(parts: Sequence[Part]) -> tuple[ir.Labelled, ...]:
    """Assign every statement of all lines an id."""
    return label([statement for part in parts for statement in part])


def label_background(
    background: Sequence[Part], parts: Sequence[Part]
) -> tuple[tuple[tuple[ir.Labelled, ...], ...], tuple[ir.Labelled, ...]]:
    """Assign the statements of groups and those of all lines ids; return both.

    The groups have numbers of their own, so the numbers of the statements in a prompt have no gaps.
    """
    taken = {name for part in (*background, *parts) for name, _ in part if name}
    free = (id for number in count(1) if (id := f"{KNOWN}{number}") not in taken)
    groups = tuple(
        tuple(ir.Labelled(name or next(free), statement) for name, statement in part)
        for part in background
    )
    given = [(each.id, each.statement) for group in groups for each in group]
    lines = label([*given, *(statement for part in parts for statement in part)])
    return groups, lines[len(given) :]


def label(statements: Sequence[tuple[str, ir.Statement]]) -> tuple[ir.Labelled, ...]:
    """Assign every statement an id: its label, or a letter for its kind and a number that is free."""
    taken = {name for name, _ in statements if name}
    counts: dict[str, int] = {}
    labelled = []
    for name, statement in statements:
        if not name:
            letter = _letter(statement)
            while not name or name in taken:
                counts[letter] = counts.get(letter, 0) + 1
                name = f"{letter}{counts[letter]}"
            taken.add(name)
        labelled.append(ir.Labelled(name, statement))
    return tuple(labelled)


def _letter(statement: ir.Statement) -> str:
    match statement:
        case ir.Fact() | ir.ConceptAssertion():
            return "f"
        case ir.Rule() | ir.Optimise():
            return "r"
        case ir.Preference():
            return "p"
        case ir.Requirement():
            return "s"
        case _:
            return "a"


def build_line(
    statement: syntax.Line,
    scope: StatementScope,
    expressions: Expressions,
    kinds: Sequence[str],
    productions: Sequence[str],
) -> Line:
    """Check a line of a written-out theory; statements are drawn of kinds, or by productions."""
    match statement:
        case syntax.Guarded(body=body, guard=guard):
            line = build_line(body, scope, expressions, kinds, productions)
            return replace(line, guard=expressions.typed(guard, BOOLEAN))
        case syntax.Indexed():
            return _build_indexed(statement, scope, expressions, kinds, productions)
        case syntax.Infix(operator="of", left=left, right=syntax.Name(text=kind)):
            every = isinstance(left, syntax.Name) and left.text == EACH
            drawn = None if every else expressions.typed(left, NUMBER)
            if kind not in kinds and kind not in productions:
                message = f"`{kind}` is neither a production nor a kind of production"
                near = did_you_mean(kind, (*kinds, *productions))
                if not near:
                    near = f"the kinds are {', '.join(kinds)}"
                    near += f"; the productions are {', '.join(productions)}" if productions else ""
                expressions.report.add("E0201", message, statement.span, help=near)
                return Line("", None, drawn, "", statement.span)
            return Line("", None, drawn, kind, statement.span)
        case _:
            name, template = lower_statement(statement, scope)
            check_constants(template, statement, expressions.names.types, scope)
            calls = calls_of(statement, scope, expressions)
            return Line(name, template, span=statement.span, calls=calls)


def _build_indexed(
    statement: syntax.Indexed,
    scope: StatementScope,
    expressions: Expressions,
    kinds: Sequence[str],
    productions: Sequence[str],
) -> Line:
    """Check a line that is repeated, and what it is repeated for."""
    index = build_index(statement, scope, expressions)
    known = expressions.names.with_types(index.types)
    named = {**scope.named, **index.types}
    inner = build_line(
        statement.body,
        replace(scope, named=named, values=scope.values.union(index.names)),
        Expressions(known, expressions.report),
        kinds,
        productions,
    )
    if inner.label and not inner.indices:
        expressions.report.add(
            "E0481",
            f"label `{inner.label}` would name several statements",
            inner.span or statement.span,
            help=Help(
                "remove the label: statements of an indexed line get ids of their own",
                *_without_label(inner),
            ),
        )
    own = {
        name: NUMBER if isinstance(type, Scalar) and not scope.slots else type
        for name, type in index.types.items()
    }
    indices, types = (index, *inner.indices), {**own, **inner.types}
    return replace(inner, span=statement.span, indices=indices, types=types)


def _without_label(line: Line) -> Iterator[Edit]:
    """Yield the edit that removes the label of a line."""
    if line.span is not None:
        label = re.match(rf"`?{re.escape(line.label)}`?\s*:\s*", line.span.text)
        if label is not None:
            yield Edit(Span(line.span.source, line.span.start, line.span.start + label.end()), "")
