"""Statements of a theory: expressions, rules, objectives, each with or without a label; and lines under a condition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from .expressions import Braces, Expr, Node


@dataclass(frozen=True, slots=True)
class Named(Node):
    """`Name : Statement`, neutral: a label of a statement, or an individual and its concept."""

    name: Expr
    body: Statement


@dataclass(frozen=True, slots=True)
class Implication(Node):
    """`body, … -> head` with an arrow of `->`, `=>`, `~>`; the body may be empty."""

    body: tuple[Expr, ...]
    arrow: str
    head: Expr


@dataclass(frozen=True, slots=True)
class Optimise(Node):
    """`minimize { … }` or `maximize { … }`."""

    direction: str
    body: Braces


@dataclass(frozen=True, slots=True)
class Guarded(Node):
    """`STATEMENT when GUARD`: a line of a body that is there only if the guard holds."""

    body: Statement
    guard: Expr


@dataclass(frozen=True, slots=True)
class Indexed(Node):
    """`each ?x in SOURCE: LINE` or `each (?a, ?b) in SOURCE: LINE`: the line once for each element of the source."""

    names: tuple[str, ...]
    source: Expr
    body: Line


Statement: TypeAlias = Named | Implication | Optimise | Expr

Line: TypeAlias = Guarded | Indexed | Statement
"""A line of the body of a theory or a background."""
