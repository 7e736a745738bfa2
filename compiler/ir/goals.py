"""The goals of every logic: the questions about a theory, with everything that belongs to one kind of question.

A goal knows how it is written and read in records, which single questions it consists of, and how their
labels give its own. The text of its parts is left to `show` and to a `Reader`, because notation is built on
these nodes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, Self, TypeAlias, cast

from .answer_figures import count_terms
from .matching import match
from .optimisation import sums
from .substitution import fill
from .theory import (
    And,
    Atom,
    Comparison,
    Const,
    Fact,
    Formula,
    Hole,
    Inclusion,
    Literal,
    Node,
    Quantity,
    Slot,
    Statement,
    Term,
    Theory,
    Truth,
    Var,
)
from .traversal import rebuild, walk

NOBODY = "none"
"""The label if no individual is an answer."""

ROW = "A"
"""The name of a row that is the only one."""

ANSWER_SETS = "answer_sets"
"""The feature of logics whose theories have answer sets."""

CONSISTENCY = "consistency"
"""The feature of logics whose engines decide themselves whether all statements can be true together."""

Show: TypeAlias = Callable[[Node], str]
"""Returns a node as text."""


class Reader(Protocol):
    """Reads the parts of a goal. Each method raises an error if the text is not such a part."""

    def statement(self, text: str) -> Statement: ...

    def formula(self, text: str) -> Formula: ...

    def term(self, text: str) -> Term: ...

    def literals(self, text: str) -> tuple[Literal, ...]: ...


class GoalNode(Node, frozen=True):
    """The base of all goals: a single question, which engines decide directly.

    `evidence` names, for several questions at once, the kind of the certificate and the part with one for
    each. `unsaid` are the fields whose holes a question need not say. `explains_all` is true if a proof
    explains all of these, not only those that follow. `of_only_set` is true if the goal is about the only
    answer set of a theory that has answer sets.
    """

    evidence: ClassVar[tuple[str, str]] = ("", "")
    unsaid: ClassVar[tuple[str, ...]] = ()
    explains_all: ClassVar[bool] = False
    of_only_set: ClassVar[bool] = False

    def text(self, show: Show) -> str:
        """Return the goal as records have it."""
        raise NotImplementedError

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        """Return the goal that a text is; None if it is another kind of goal."""
        raise NotImplementedError

    def split(self, theory: Theory) -> Mapping[str, Single] | None:
        """Return the single questions that this goal consists of, each with its theory, by name; None if it is one."""
        return None

    def join(self, labels: Mapping[str, str], show: Show) -> str:
        """Return the label of the goal from those of its single questions."""
        raise NotImplementedError

    def behind(self, accepts: frozenset[str]) -> AnswerSets | Entailed | None:
        """Return the question that answers this one; None if engines decide it themselves."""
        return None

    def read_off(
        self, theory: Theory, label: str, literals: Sequence[Literal], cost: Any, show: Show
    ) -> str:
        """Return the label of the goal from that of the answer sets, the literals of the only one, or their cost."""
        raise NotImplementedError

    def figures(self, label: str) -> Mapping[str, int | bool]:
        """Return what can be required of an answer: those of `ANSWER_FIGURES` and `ANSWER_MARKS`."""
        return {}


class Satisfying(GoalNode, frozen=True):
    """Which of the rows satisfy the theory? The label is their ids joined by `,`; `none` when there are none."""

    def text(self, show: Show) -> str:
        return "satisfying"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        return cls() if text == "satisfying" else None

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"answers": 0 if label == NOBODY else len(label.split(","))}


class Exists(GoalNode, frozen=True):
    """Is there a row that satisfies the theory and the formula? The label is `true` or `false`."""

    formula: Formula

    def text(self, show: Show) -> str:
        return f"exists: {show(self.formula)}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        word, colon, formula = text.partition(": ")
        return cls(reader.formula(formula)) if word == "exists" and colon else None

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"holds": label == "true"}


class Best(GoalNode, frozen=True):
    """Which satisfying row has the least (`min`) or greatest (`max`) value of a term? The label is its id."""

    term: Term
    direction: str

    def text(self, show: Show) -> str:
        return f"best {show(self.term)} {self.direction}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(r"best (.*) (min|max)", text, re.DOTALL)
        return cls(reader.term(found[1]), found[2]) if found else None

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"answers": 0 if label == NOBODY else len(label.split(","))}


class Total(GoalNode, frozen=True):
    """`count`, `sum`, `min` or `max` of a term over the satisfying rows that meet the formula.

    The label is the amount in the smallest unit of the term's kind, as digits; `none` for `min` or `max` of no row.
    """

    function: str
    term: Term | None
    formula: Formula

    def text(self, show: Show) -> str:
        term = "" if self.term is None else f" {show(self.term)}"
        return f"{self.function}{term}: {show(self.formula)}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(r"(count|sum|min|max)(?: (.*?))?: (.*)", text, re.DOTALL)
        if found is None:
            return None
        term = None if found[2] is None else reader.term(found[2])
        return cls(found[1], term, reader.formula(found[3]))

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {} if label == NOBODY else {"answer": int(label)}


class Entailed(GoalNode, frozen=True):
    """Does the statement follow? `mode` is empty, `cautious` or `brave`."""

    statement: Statement
    mode: str = ""

    def text(self, show: Show) -> str:
        return f"entailed{f' {self.mode}' if self.mode else ''}: {show(self.statement)}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(r"entailed(?: (cautious|brave))?: (.*)", text, re.DOTALL)
        return cls(reader.statement(found[2]), found[1] or "") if found else None

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"answers": int(label == "true"), "holds": label == "true"}


class Each(GoalNode, frozen=True):
    """Do these statements follow, each by itself? The label is theirs, in order, joined by `,`."""

    evidence: ClassVar[tuple[str, str]] = ("each", "questions")
    explains_all: ClassVar[bool] = True
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


class Optimum(GoalNode, frozen=True):
    """What is the least, or greatest, sum that the theory asks for?

    The label is digits: of several priorities, one sum each, from the highest priority, joined by `,`.
    """

    def text(self, show: Show) -> str:
        return "optimum"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        return cls() if text == "optimum" else None

    def behind(self, accepts: frozenset[str]) -> AnswerSets | None:
        return AnswerSets(1) if ANSWER_SETS in accepts else None

    def read_off(
        self, theory: Theory, label: str, literals: Sequence[Literal], cost: Any, show: Show
    ) -> str:
        return ",".join(map(str, sums(theory, cost)))

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"answer": int(label.split(",")[0])}


class Stable(GoalNode, frozen=True):
    """Is this set of ground literals an answer set? The label is `true` or `false`.

    Of a theory that optimises, an optimal one.
    """

    literals: tuple[Literal, ...]

    def text(self, show: Show) -> str:
        return f"stable {{{', '.join(map(show, self.literals))}}}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(r"stable \{(.*)\}", text, re.DOTALL)
        return cls(reader.literals(found[1])) if found else None

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"holds": label == "true"}


class Solution(GoalNode, frozen=True):
    """Which instances of some literals does an answer set hold? Of a theory that optimises, an optimal one.

    The label is `1` if there is one answer set, and `more` if there are more: then any of them will do.
    """

    shown: tuple[Literal, ...]

    def text(self, show: Show) -> str:
        return f"solution {{{', '.join(map(show, self.shown))}}}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        found = re.fullmatch(r"solution \{(.*)\}", text, re.DOTALL)
        return cls(reader.literals(found[1])) if found else None

    def behind(self, accepts: frozenset[str]) -> AnswerSets | None:
        return AnswerSets(1) if ANSWER_SETS in accepts else None

    def read_off(
        self, theory: Theory, label: str, literals: Sequence[Literal], cost: Any, show: Show
    ) -> str:
        return label


class Completed(GoalNode, frozen=True):
    """Which values of some slots does a record have that satisfies the theory?

    `row` has one such record: it says that each slot is equal to a value. The label is `A`, its name as a row.
    """

    shown: tuple[str, ...]
    row: Formula

    def text(self, show: Show) -> str:
        return f"completed {', '.join(map(show, map(Slot, self.shown)))}: {show(self.row)}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        word, colon, rest = text.partition(": ")
        if not word.startswith("completed ") or not colon:
            return None
        shown = (reader.term(each) for each in word.removeprefix("completed ").split(", "))
        names = tuple(each.name for each in shown if isinstance(each, Slot))
        return cls(names, reader.formula(rest))

    @property
    def values(self) -> dict[str, Term]:
        """The values of the slots of the record, in order."""
        parts = self.row.parts if isinstance(self.row, And) else (self.row,)
        return {
            part.left.name: part.right  # type: ignore[misc]
            for part in parts
            if isinstance(part, Comparison) and isinstance(part.left, Slot)
        }


class AnswerSets(GoalNode, frozen=True):
    """Which are the answer sets? Of a theory that optimises, the optimal ones.

    The label is their number; `more` if there are more than `most`.
    """

    most: int

    def text(self, show: Show) -> str:
        return f"answer sets: {self.most}"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        word, _, most = text.partition(": ")
        return cls(int(most)) if word == "answer sets" and most.isdecimal() else None

    def figures(self, label: str) -> Mapping[str, int | bool]:
        number = int(label) if label.isdecimal() else self.most + 1
        return {"answer": number, "answers": number}


class Consistent(GoalNode, frozen=True):
    """Can all statements be true together? Is there such a record, an answer set, a model? `true` or `false`."""

    def text(self, show: Show) -> str:
        return "consistent"

    @classmethod
    def read(cls, text: str, reader: Reader) -> Self | None:
        return cls() if text == "consistent" else None

    def behind(self, accepts: frozenset[str]) -> AnswerSets | Entailed | None:
        """Ask for an answer set; of concepts, whether it follows that there is nothing."""
        if ANSWER_SETS in accepts:
            return AnswerSets(0)
        if "concepts" in accepts:
            return Entailed(Inclusion(Truth(True), Truth(False)))
        return None

    def read_label(self, label: str) -> str:
        """Return the label of the goal from that of the question behind it."""
        return "false" if label in ("0", "inconsistent") else "true"

    def figures(self, label: str) -> Mapping[str, int | bool]:
        return {"holds": label == "true"}


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
)


Single: TypeAlias = tuple[Theory, Goal]
"""A question that engines decide directly, with the theory that it is about."""


def read_goal(text: str, reader: Reader) -> Goal | None:
    """Return the goal of a text that `Goal.text` wrote; None if it is the text of no goal."""
    kinds: tuple[type[Goal], ...] = (Each, *(kind for kind in Goal.__args__ if kind is not Each))
    return next((goal for kind in kinds if (goal := kind.read(text, reader)) is not None), None)


def label_of_terms(terms: Sequence[Term], show: Show) -> str:
    """Return the label that names some terms."""
    names = [show(term) for term in terms]
    return ",".join(f"`{name}`" if name == NOBODY else name for name in names) or NOBODY


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
