"""What a strategy must be: what it is given, and the theories that it grows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, runtime_checkable

from msgspec import Struct

from ..ir.nodes import Goal, Labelled, Literal, Statement, Theory
from .engines import Feature, Label

if TYPE_CHECKING:
    from ..family import Family
    from ..productions import Grammar
    from ..stream import Stream


@dataclass(frozen=True)
class Rejected:
    """Why a draft was dropped, in a few words that runs count by.

    Attributes:
        details: lines about this draft alone.
        spent: whether an engine worked on it until its whole budget was spent.
    """

    reason: str
    details: tuple[str, ...] = ()
    spent: bool = False


@dataclass(frozen=True)
class Sought:
    """What kind of question a theory is grown for: its label, and how deep what it asks about lies; None for any."""

    label: Label
    depth: int | None


@dataclass(frozen=True)
class Found:
    """A question about a draft: what it asks about, its label, and how deep that lies; None where that is unknown.

    `among` is the depth of the questions that were sought with it, one of each label; None where any would do.
    """

    statement: Statement
    label: Label
    depth: int | None
    among: int | None = None


@dataclass(frozen=True)
class Scene:
    """What an instance is made in: its parameters and chosen values, its split, the rows and words at hand.

    A row gives the value of each slot of the family's record; `grammar` is the family's with the instance's words, and
    all words that are drawn come from it: `family` has those of other splits as well;
    `asked` is the question, and `aims` are the literals that the theory is to be grown for, where the task says: their
    holes have the same values in all of them, their variables have others in each. `core` are the statements written
    out, which a strategy adds to. `barred` are literals that what is grown is to lack, where the task says, with the
    holes of `aims`. `sought` are the kinds of questions that there must be, where the task says. `lot` is drawn from
    for what the attempts at an instance share, so that none of it is rarer for being hard to make. `words` gives a
    question in the author's own words, where the `ask` has some that differ between instances.
    """

    family: Family
    values: Mapping[str, Any]
    grammar: Grammar
    split: str = ""
    rows: tuple[Mapping[str, Any], ...] = ()
    asked: Goal | None = None
    aims: tuple[Literal, ...] = ()
    barred: tuple[Literal, ...] = ()
    core: tuple[Labelled, ...] = ()
    sought: tuple[Sought, ...] = ()
    lot: Stream | None = None
    words: Callable[[Goal], str | None] = lambda goal: None


@dataclass(frozen=True)
class Outcome:
    """What to ask of a draft for one label, and what then stands in the place of the statements with their ids.

    In the place of a statement there is another, or None for none.
    """

    goal: Literal
    changes: Mapping[str, Statement | None]

    def of(self, theory: Theory) -> Theory:
        """Give the theory with its changes."""
        pairs = ((each.id, self.changes.get(each.id, each.statement)) for each in theory.statements)
        statements = tuple(Labelled(id, new) for id, new in pairs if new is not None)
        return Theory(theory.logic, statements, theory.signature, theory.options)


@dataclass(frozen=True)
class Draft:
    """A theory as it was grown, and what its strategy knows of it.

    Attributes:
        metrics: figures for the record.
        truths: for each statement's id, one number per literal in the statement's order, whose bit i says whether
            row i of the scene satisfies that literal. Empty where the strategy does not know.
        slots: for each statement's id, the slot that each literal stands for.
        goals: the literals that the theory was grown to decide, where the strategy had any.
        candidates: the statements that may be asked about, where it is left to the task to find out which of them
            follow: the theory was grown to prove none.
        hidden: the ids of statements that readers are to supply from what they know: no sentence says them.
        swaps: sets of statements that can stand in the place of those with their ids, None for none: what a reader
            knows then speaks against what it bore out.
        outcomes: for each label, what gives it, where the strategy knows. Nothing but the label may depend on which is
            taken.
        variants: changes of the theory that look alike, in an order drawn by chance: each gives what stands in the
            place of the statements with their ids.
        found: a question of each kind that was sought, in that order.
        shape: a name that drafts share which differ in names alone; empty where the strategy has none.
        needed: the ids of the statements without which the theory would have another answer set, and that one.
        again: gives the theory with its statements of some kinds drawn once more, or without them where there is no
            stream. None where a strategy grew it.
    """

    theory: Theory
    metrics: Mapping[str, Any] = field(default_factory=dict)
    truths: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    slots: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    goals: tuple[Literal, ...] = ()
    candidates: tuple[Statement, ...] = ()
    hidden: frozenset[str] = frozenset()
    swaps: tuple[Mapping[str, Statement | None], ...] = ()
    outcomes: Mapping[Label, Outcome] = field(default_factory=dict)
    variants: tuple[Mapping[str, Statement], ...] = ()
    found: tuple[Found, ...] = ()
    shape: str = ""
    needed: Mapping[str, tuple[Literal, ...]] = field(default_factory=dict)
    again: Callable[[Collection[str], Stream | None], Theory] | None = None


class Knobs(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of knob schemas: fields are knobs, annotated with bounds and a description (`msgspec.Meta`).

    A field may be a block of knobs in its turn; `bare` names the knob of the block that a value before it sets, as in
    `conflict 0.5 { type1 0.3 }`. Of a task's knobs, `shared` names the one that says how many instances share a theory,
    and `seeking` those that ask a `Seeker` for what it finds. `wording` names the knobs whose values are words that a
    reader sees: theories and labels do not depend on them, but may depend on their keys.
    """

    bare: ClassVar[str] = ""
    wording: ClassVar[tuple[str, ...]] = ()
    shared: ClassVar[str] = ""
    seeking: ClassVar[tuple[str, ...]] = ()


class Strategy(Protocol):
    """Grows theories. `grow` is a pure function of its arguments.

    `figures` are the numbers among a draft's metrics, each with what it counts, and `marks` the truth values, each with
    when it holds: what a spec can require and measure.
    """

    name: ClassVar[str]
    makes: ClassVar[frozenset[Feature]]
    """What a logic must accept for the theories that are grown."""
    knobs: ClassVar[type[Knobs]]
    figures: ClassVar[Mapping[str, str]]
    marks: ClassVar[Mapping[str, str]]

    def grow(self, scene: Scene, knobs: Any, stream: Stream) -> Draft | Rejected: ...


@runtime_checkable
class Seeker(Protocol):
    """A strategy that finds questions for its theories, as `Scene.sought` asks for them: several about each."""

    seeks: ClassVar[frozenset[Label]]
    """The labels that it finds questions for."""


@runtime_checkable
class Sampler(Protocol):
    """A strategy that gives statements such as it makes without growing a theory of them, which may take long."""

    def sample(self, scene: Scene, stream: Stream) -> Sequence[Statement]: ...
