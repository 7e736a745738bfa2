"""A question as a task poses it about a theory."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..contract import Label
from ..ir import Node, Query, Stated, Theory


@dataclass(frozen=True)
class Posed:
    """A question about a theory: the label that it must have, and what the text needs to ask it.

    `rows` are the values of the query's rows, in order; `answer` is the label as a reader would write it,
    one of `choices` if there are few. If the author's own text asks, `plain_format` replaces the answer
    format. `hidden` are the ids of statements without a sentence of their own; `background` has the
    groups of those that one sentence says together, or that readers know. With `symbols`, the question or
    its answer is in symbols, which a reader must be able to derive from the sentences. `says` are
    sentences within the question with their statements, or the whole question with the query's goal. They
    are read back like the sentences of the theory; if phrases of questions say them (`asked`), none may be
    without a reading. `reply` is what judging an open answer needs, as plain values. `numbered` are the ids of the
    statements whose sentences the text numbers from 1, in this order.
    """

    theory: Theory
    query: Query
    expected: Label
    metrics: Mapping[str, Any] = field(default_factory=dict)
    question: str = ""
    answer_format: str = ""
    rows: tuple[Mapping[str, Any], ...] = ()
    answer: str = ""
    choices: tuple[str, ...] = ()
    hidden: frozenset[str] = frozenset()
    background: tuple[Stated, ...] = ()
    symbols: bool = False
    says: tuple[tuple[str, Node], ...] = ()
    asked: bool = False
    reply: Mapping[str, Any] | None = None
    plain_format: str = ""
    numbered: tuple[str, ...] = ()
