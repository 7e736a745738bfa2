"""What every kind of question has, and the kinds that others consist of or are decided by."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, Self, TypeAlias

from ..theory import Formula, Inclusion, Literal, Node, Statement, Term, Theory, Truth

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
    each. `decided` says to a reader what is decided there. `unsaid` are the fields whose holes a question need
    not say. `of_only_set` is true if the goal is about the only answer set of a theory that has answer sets.
    """

    evidence: ClassVar[tuple[str, str]] = ("", "")
    decided: ClassVar[str] = ""
    unsaid: ClassVar[tuple[str, ...]] = ()
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

    def explained(self, labels: Mapping[str, str]) -> Sequence[str]:
        """Return the names of the single questions that a proof explains: those whose statement follows."""
        return [name for name, label in labels.items() if label == "true"]

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


def label_of_terms(terms: Sequence[Term], show: Show) -> str:
    """Return the label that names some terms."""
    names = [show(term) for term in terms]
    return ",".join(f"`{name}`" if name == NOBODY else name for name in names) or NOBODY


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


Single: TypeAlias = tuple[Theory, Entailed | Consistent]
"""One of the questions that another consists of, with the theory that it is about."""
