"""The goals of every logic: the questions about a theory, with everything that belongs to one kind of question.

A goal knows how it is written and read in records, which single questions it consists of, and how their
labels give its own. The text of its parts is left to `show` and to a `Reader`, because notation is built on
these nodes.
"""

from __future__ import annotations

from typing import TypeAlias

from ..theory import Node, Term
from .additions import Additions
from .goal import (
    ANSWER_SETS,
    CONSISTENCY,
    NOBODY,
    ROW,
    AnswerSets,
    Consistent,
    Entailed,
    GoalNode,
    Reader,
    Show,
    Single,
    label_of_terms,
)
from .programs import Optimum, Solution, Stable
from .records import Best, Completed, Exists, Satisfying, Total
from .repairs import Repairs, read_sets, set_name, without
from .statements import Answers, Each, Fitting, Number

__all__ = [
    "ANSWER_SETS",
    "CONSISTENCY",
    "NOBODY",
    "ROW",
    "Additions",
    "AnswerSets",
    "Answers",
    "Best",
    "Completed",
    "Consistent",
    "Each",
    "Entailed",
    "Exists",
    "Fitting",
    "Goal",
    "GoalNode",
    "Number",
    "Optimum",
    "Query",
    "Reader",
    "Repairs",
    "Row",
    "Satisfying",
    "Show",
    "Single",
    "Solution",
    "Stable",
    "Total",
    "label_of_terms",
    "over_rows",
    "read_goal",
    "read_sets",
    "set_name",
    "without",
]

Goal: TypeAlias = (
    Satisfying
    | Exists
    | Best
    | Total
    | Entailed
    | Each
    | Answers
    | Number
    | Fitting
    | Optimum
    | Stable
    | Solution
    | Completed
    | AnswerSets
    | Consistent
    | Repairs
    | Additions
)


def read_goal(text: str, reader: Reader) -> Goal | None:
    """Return the goal of a text that `Goal.text` wrote; None if it is the text of no goal."""
    kinds: tuple[type[Goal], ...] = (Each, *(kind for kind in Goal.__args__ if kind is not Each))
    return next((goal for kind in kinds if (goal := kind.read(text, reader)) is not None), None)


class Row(Node, frozen=True):
    """A record: its letter or number, and the value of every slot, in the order of the signature's slots."""

    id: str
    values: tuple[Term, ...]


class Query(Node, frozen=True):
    """A question about a theory, and over the shown rows if it has records."""

    goal: Goal
    rows: tuple[Row, ...] = ()


def over_rows(query: Query) -> Query:
    """Return a query about rows: for one about a record that it names, whether this only row satisfies the theory."""
    if isinstance(query.goal, Completed):
        return Query(Satisfying(), (Row(ROW, tuple(query.goal.values.values())),))
    return query
