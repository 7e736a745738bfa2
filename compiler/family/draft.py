"""A theory as a strategy grew it, and why one is dropped."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..contract import Label
from ..ir import Labelled, Literal, Stated, Statement, Theory
from ..random.stream import Stream


@dataclass(frozen=True)
class Rejected:
    """Why a draft was dropped, in a few words that runs count by.

    Attributes:
        details: lines about this draft alone.
        spent: whether an engine worked on it until its whole budget was spent, or something was too large to draw.
        label: the label of its question, if it was dropped for that.
        explain: computes further lines, which takes too long to do for every draft.
    """

    reason: str
    details: tuple[str, ...] = ()
    spent: bool = False
    label: Label = ""
    explain: Callable[[], Sequence[str]] | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True)
class Sought:
    """The kind of question that a theory is grown for: its label, and the depth of its statement; None for any."""

    label: Label
    depth: int | None


@dataclass(frozen=True)
class Found:
    """A question about a draft: its subject, its label, and its depth, which is None if unknown.

    `among` is the depth of the questions found together with it, one for each label; None if any would do.
    """

    statement: Statement
    label: Label
    depth: int | None
    among: int | None = None


@dataclass(frozen=True)
class Outcome:
    """The question about a draft for one label, and what then replaces the statements with these ids.

    Another statement replaces one, or None removes it.
    """

    goal: Literal
    changes: Mapping[str, Statement | None]

    def of(self, theory: Theory) -> Theory:
        """Return the theory with its changes."""
        pairs = (
            (statement.id, self.changes.get(statement.id, statement.statement))
            for statement in theory.statements
        )
        statements = tuple(Labelled(id, new) for id, new in pairs if new is not None)
        return Theory(theory.logic, statements, theory.signature, theory.options)


@dataclass(frozen=True)
class Draft:
    """A grown theory, and what its strategy knows about it.

    Attributes:
        metrics: figures for the record.
        truths: for each statement's id, one number per literal in the statement's order, whose bit i says
            whether
            row i of the scene satisfies that literal. Empty if unknown.
        slots: for each statement's id, the slot of each literal.
        goals: the literals that the theory was grown to decide, if any.
        candidates: possible questions, if the task must find out which of them follow because the theory
            was not grown for one.
        hidden: the ids of statements that readers must know: they have no sentence.
        background: the groups of the background, whose ids are hidden too.
        swaps: sets of statements that can replace those with their ids (None removes one), so that
            background knowledge contradicts what it supported.
        outcomes: for each label, a theory and question with it, if known. Only the label may depend on the
            choice.
        variants: changes of the theory that look alike, in random order: each maps ids to the statements
            that replace them.
        found: a question of each requested kind, in that order.
        shape: a string that drafts share if they differ only in names; empty if the strategy has none.
        needed: the ids of the statements without which the theory would have another answer set, and that one.
        again: returns the theory with its statements of some kinds redrawn, or without them if there is no
            stream. None if a strategy grew it.
    """

    theory: Theory
    metrics: Mapping[str, Any] = field(default_factory=dict)
    truths: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    slots: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    goals: tuple[Literal, ...] = ()
    candidates: tuple[Statement, ...] = ()
    hidden: frozenset[str] = frozenset()
    background: tuple[Stated, ...] = ()
    swaps: tuple[Mapping[str, Statement | None], ...] = ()
    outcomes: Mapping[Label, Outcome] = field(default_factory=dict)
    variants: tuple[Mapping[str, Statement], ...] = ()
    found: tuple[Found, ...] = ()
    shape: str = ""
    needed: Mapping[str, tuple[Literal, ...]] = field(default_factory=dict)
    again: Callable[[Collection[str], Stream | None], Theory] | None = None
