"""Questions about what follows, and about the individuals and numbers of which it does."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self, cast

from ..answer_figures import count_terms
from ..matching import match
from ..substitution import fill
from ..theory import (
    Atom,
    Const,
    Fact,
    Hole,
    Literal,
    Node,
    Quantity,
    Statement,
    Term,
    Theory,
    Var,
)
from ..traversal import rebuild, walk
from .goal import (
    ANSWER_SETS,
    NOBODY,
    AnswerSets,
    Entailed,
    GoalNode,
    Reader,
    Show,
    Single,
    label_of_terms,
)


class Each(GoalNode, frozen=True):
    """Do these statements follow, each by itself? The label is theirs, in order, joined by `,`."""

    evidence: ClassVar[tuple[str, str]] = ("each", "questions")
    decided: ClassVar[str] = "each question"
    goals: tuple[Entailed, ...]

    def text(self, show: Show) -> str:
        return "; ".join(goal.text(show) for goal in self.goals)

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        parts = re.split(r"; (?=entailed[ :])", text)
        goals = [Entailed.read(part, reader) for part in parts] if len(parts) > 1 else []
        return cls(tuple(goal for goal in goals if goal is not None)) if goals else None

    def split(self, theory: Theory) -> Mapping[str, Single]:
        return {str(number): (theory, goal) for number, goal in enumerate(self.goals, 1)}

    def join(self, labels: Mapping[str, str], show: Show) -> str:
        return ",".join(labels.values())

    def explained(self, labels: Mapping[str, str]) -> Sequence[str]:
        return list(labels)

    def figures(self, label: str) -> Mapping[str, int | bool]:
        labels = label.split(",")
        return {"answers": labels.count("true"), "holds": set(labels) == {"true"}}


class _OfVariable(GoalNode, frozen=True):
    """A question about the values of a variable in a literal."""

    of_only_set: ClassVar[bool] = True
    variable: str
    literal: Literal

    @classmethod
    def _read(cls, word: str, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(rf"{word} (.*?): (.*)", text, re.DOTALL)
        if found is None:
            return None
        (literal,) = reader.literals(found[2])
        return cls(found[1], literal)

    def instance(self, value: str | Term) -> Literal:
        """Return the literal with an individual, or another term, in the place of the variable."""
        atom, variable = self.literal.atom, Var(self.variable)
        own = Const(value) if isinstance(value, str) else value
        terms = (own if term == variable else term for term in atom.arguments)
        return Literal(Atom(atom.predicate, tuple(terms)), self.literal.negative)

    def values(self, literals: Sequence[Literal], show: Show) -> tuple[Term, ...]:
        """Return the values of the variable for which a set holds the literal, in alphabetical order."""
        hole = Hole("value")
        bound = (match(self.instance(hole), literal) for literal in literals)
        terms: set[Any] = {each[hole.name] for each in bound if each is not None}
        return tuple(sorted(terms, key=show))

    def questions(self, literals: Sequence[Literal]) -> list[Self]:
        """Return every way to fill the holes of the question so that a set holds its literal for some value."""
        hole = Hole("a value")
        found: dict[Self, None] = {}
        for literal in literals:
            bound = match(self.instance(hole), literal)
            if bound is not None:
                own = {name: value for name, value in bound.items() if name != hole.name}
                found[fill(self, own)] = None  # type: ignore[index]
        return list(found)

    def behind(self, accepts: frozenset[str]) -> AnswerSets | None:
        return AnswerSets(1) if ANSWER_SETS in accepts else None


class Answers(_OfVariable, frozen=True):
    """Which individuals, in place of the variable, make the literal follow?

    The label is their names in alphabetical order, joined by `,`; `none` if there are none. The literal of
    each individual is decided with its own certificate, whether it follows or not, so the answer is
    complete.
    """

    evidence: ClassVar[tuple[str, str]] = ("answers", "individuals")
    decided: ClassVar[str] = "the statement about each individual"

    def text(self, show: Show) -> str:
        return f"answers {self.variable}: {show(self.literal)}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        return cls._read("answers", text, reader)

    def individuals(self, theory: Theory) -> tuple[str, ...]:
        """Return the names of the individuals in a theory and the question, in alphabetical order.

        Amounts and strings are not individuals.
        """
        nodes = (each for node in (*theory.statements, self) for each in walk(node))
        return tuple(sorted({each.name for each in nodes if isinstance(each, Const)}))

    def split(self, theory: Theory) -> Mapping[str, Single]:
        names = self.individuals(theory)
        return {name: (theory, Entailed(Fact(self.instance(name)))) for name in names}

    def join(self, labels: Mapping[str, str], show: Show) -> str:
        """Return the individuals whose literal follows; a label that decides nothing is that of the whole."""
        others = [each for each in labels.values() if each not in ("true", "false", "unknown")]
        right = [Const(name) for name, label in labels.items() if label == "true"]
        return others[0] if others else label_of_terms(right, show)

    def read_off(
        self, theory: Theory, label: str, literals: Sequence[Literal], cost: Any, show: Show
    ) -> str:
        return label_of_terms(self.values(literals, show), show)

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"answers": 0 if label == NOBODY else count_terms(label)}


class Number(_OfVariable, frozen=True):
    """How many individuals make the literal follow, in the place of the variable? The label is digits."""

    def text(self, show: Show) -> str:
        return f"number {self.variable}: {show(self.literal)}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        return cls._read("number", text, reader)

    def read_off(
        self, theory: Theory, label: str, literals: Sequence[Literal], cost: Any, show: Show
    ) -> str:
        return str(len(self.values(literals, show)))

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"answer": int(label)} if label.isdecimal() else {}


class Fitting(GoalNode, frozen=True):
    """Which whole number of a range, in the place of the variable, makes the statement follow?

    The label is its digits; `none` if no number does, and several numbers are joined by `,`. Each number of
    the range is decided with its own certificate.
    """

    evidence: ClassVar[tuple[str, str]] = ("fitting", "numbers")
    decided: ClassVar[str] = "the statement with each number of the range"
    unsaid: ClassVar[tuple[str, ...]] = ("low", "high")
    variable: str
    low: Term
    high: Term
    statement: Statement

    def text(self, show: Show) -> str:
        numbers = f"{show(self.low)}..{show(self.high)}"
        return f"fitting {self.variable} in {numbers}: {show(self.statement)}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(r"fitting (\w+) in (.*?)\.\.(.*?): (.*)", text, re.DOTALL)
        if found is None:
            return None
        low, high = reader.term(found[2]), reader.term(found[3])
        return cls(found[1], low, high, reader.statement(found[4]))

    def numbers(self) -> range:
        """Return the numbers that may be the answer; none if the bounds are not numbers yet."""
        match self.low, self.high:
            case Quantity(amount=low), Quantity(amount=high):
                return range(low, high + 1)
            case _:
                return range(0)

    def instance(self, number: Term) -> Statement:
        """Return the statement with a term in the place of the variable."""

        def put(node: Node) -> Node:
            return number if node == Var(self.variable) else rebuild(node, put)

        return cast(Statement, rebuild(self.statement, put))

    def split(self, theory: Theory) -> Mapping[str, Single]:
        return {
            str(each): (theory, Entailed(self.instance(Quantity("integer", each))))
            for each in self.numbers()
        }

    def join(self, labels: Mapping[str, str], show: Show) -> str:
        """Return the numbers whose statement follows; a label that decides nothing is that of the whole."""
        others = [each for each in labels.values() if each not in ("true", "false", "unknown")]
        right = [number for number, label in labels.items() if label == "true"]
        return others[0] if others else ",".join(right) or NOBODY

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"answer": int(label)} if label.isdecimal() else {}
