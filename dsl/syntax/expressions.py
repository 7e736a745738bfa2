"""Expressions: values, concepts and formulas, and the braces that list, weigh and choose them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from ..source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A symbol: `dog`, or of any spelling in backquotes (kept here without them)."""

    text: str


@dataclass(frozen=True, slots=True)
class Dotted(Node):
    """A dotted name: `std.animals`, `animals.test`."""

    parts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Word(Node):
    """A reserved constant: `true`, `false`, `thing`, `nothing`."""

    text: str


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A logical variable: `X`; `_` is the anonymous one."""

    text: str


@dataclass(frozen=True, slots=True)
class Hole(Node):
    """A hole: `?p`; with `rest`, `?rest...`, which matches the rest of a list. Text without mark and dots."""

    text: str
    rest: bool = False


@dataclass(frozen=True, slots=True)
class Text(Node):
    """A text between quotes, without them and with its escapes resolved."""

    text: str


@dataclass(frozen=True, slots=True)
class Quantity(Node):
    """A number, with its unit if it has one, as written: `3`, `2.5`, `30%`, `$1200`, `17:30`, `2h30m`."""

    text: str


@dataclass(frozen=True, slots=True)
class Expansion(Node):
    """The place of a production's text: `<concept(0)>`."""

    production: str
    arguments: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A name or hole applied to arguments: `p(X, a)`, `?p(X)`, `round(v, $100)`. No blank before `(`."""

    function: Name | Hole
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Tuple(Node):
    """Expressions in parentheses: `(job, field)`, one of them alone `(job,)`, none `()`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Prefix(Node):
    """`-x` (minus or strong negation), `~x` (sign to be drawn), `not x`."""

    operator: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Infix(Node):
    """Two operands: `+ - * / mod ** .. of @ < <= > >= == != = in isa`."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Junction(Node):
    """Two or more parts joined by one operator: `and`, `or`, `|`. A part of the same operator is a nested node."""

    operator: str
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Entry(Node):
    """One place of a brace: `term`, or `term : value`."""

    term: Expr
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Braces(Node):
    """`{ … }` with bounds if it has them: groups are separated by `;`, entries of a group by `,`. May be empty."""

    groups: tuple[tuple[Entry, ...], ...]
    lower: Expr | None = None
    upper: Expr | None = None


@dataclass(frozen=True, slots=True)
class Aggregate(Node):
    """`count { … }`, `sum { … }`, `min { … }`, `max { … }`."""

    function: str
    body: Braces


@dataclass(frozen=True, slots=True)
class Restriction(Node):
    """A quantified concept: `some R C`, `only R C`, `min n R C` … `more than n R C`, `fewer than n R C`.

    The kind is all words before the bound: `some`, `min`, `more than`.
    """

    kind: str
    bound: Expr | None
    role: Expr
    filler: Expr


@dataclass(frozen=True, slots=True)
class Index(Node):
    """A table at a key: `{0: 3..8, 5: 6..14}[depth]`."""

    table: Expr
    key: Expr


Expr: TypeAlias = (
    Name
    | Dotted
    | Word
    | Variable
    | Hole
    | Text
    | Quantity
    | Expansion
    | Call
    | Tuple
    | Prefix
    | Infix
    | Junction
    | Braces
    | Aggregate
    | Restriction
    | Index
)
