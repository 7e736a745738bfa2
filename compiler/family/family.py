"""A family as data: all that a spec says, checked; and what strategies and tasks are given of it."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from typing import Any, ClassVar, Protocol, runtime_checkable

from ...dsl import syntax
from ...dsl.diagnostics import Diagnostic, SpecError, did_you_mean
from ...dsl.source import NOWHERE, Span
from ..contract import Feature, Knobs, Label, Logic, Score
from ..contract.engine_set import Engines
from ..ir import Bound, Goal, Labelled, Literal, Statement, match, nodes as ir, walk
from ..kinds import Kind, Type
from ..random.stream import Stream
from ..sources import Library
from ..text import Phrase, Phrasebook, is_template
from .ask_scope import AskScope
from .divisions import Division
from .draft import Draft, Rejected, Sought
from .expressions import Chosen, Env, Parameter, Settings, Typed, read_settings
from .grammar import (
    KNOWN,
    Background,
    ClosedWorld,
    Grammar,
    KeptWords,
    Knowledge,
    Line,
    Undivided,
    WordList,
    Written,
    label,
)
from .naming import Naming
from .posed import Posed
from .records.tests import SlotTest
from .records.types import RecordType
from .wording import Words

THEORY, AIMS, ROWS, QUESTIONS = "theory", "aims", "rows", "questions"
"""What a question can need of its theory: see `Preparing`."""

USUAL_SPLITS = ("train", "validation", "test")
"""The splits that every family has."""


@dataclass(frozen=True)
class Growth:
    """How theories are made: by a strategy with its knobs, on statements written out (`core`), or by those alone.

    The statements of the background are part of every theory, before all others.
    """

    core: Written
    strategy: Strategy | None = None
    knobs: Settings | None = None
    span: Span = NOWHERE
    background: tuple[Background, ...] = ()
    world: ClosedWorld | None = None
    shared: bool = False
    """Whether all questions of the family are asked about each theory."""

    def lines_in(self, env: Env) -> tuple[Line, ...]:
        """Return the lines that an instance with these values has."""
        groups = (group.written for group in self.background if group.holds(env))
        return tuple(
            line
            for written in (*groups, self.core)
            for line in written.lines
            if line.guard is None or line.guard.draw(env)
        )

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the background and of the theory, in order."""
        return (*(line for one in self.background for line in one.written.lines), *self.core.lines)


@dataclass(frozen=True)
class Asked:
    """A question of the family: its task, knobs, goal, the author's own words for it, and when it is asked.

    `kept` has the words that can fill its holes, of those that `where` names. `values` are the types of the
    parameters and chosen values that the words can mention.
    """

    task: Task
    knobs: Settings
    goal: ir.Goal
    text: str
    span: Span
    guard: Typed | None = None
    kept: Mapping[str, WordList] = field(default_factory=dict)
    templates: tuple[str, ...] = ()
    values: Mapping[str, Type] = field(default_factory=dict)

    @cached_property
    def phrase(self) -> Phrase | None:
        """The words as a phrase for the goal, where holes or values make them differ between instances."""
        if not self.text or not (_has_holes(self.goal) or is_template(self.text)):
            return None
        return Phrase(self.goal, self.text, span=self.span, values=self.values)

    def worded(
        self, goal: ir.Goal, book: Phrasebook, pattern: ir.Goal, given: Mapping[str, Bound]
    ) -> str | None:
        """Return the question in the author's wording; None if this is not a phrase for this goal.

        Args:
            pattern: the question, and as `given` the values of parameters and chosen values.
        """
        bound: Mapping[str, Bound] | None = {}
        if _has_holes(pattern):
            bound = match(pattern, goal)
        if self.phrase is None or bound is None:
            return None
        return book.say_by(self.phrase, {**given, **bound})


def _has_holes(goal: ir.Goal) -> bool:
    return any(isinstance(node, ir.Hole) for node in walk(goal))


@dataclass(frozen=True)
class Requirement:
    """A condition that an instance must meet, with its own text for the account of rejections."""

    text: str
    holds: Typed


@dataclass(frozen=True)
class Family:
    """A compiled family.

    `hash` names its meaning: the canonical text of all its files; `theory_hash` names what theories,
    questions and labels depend on, which is all but the wording. `wording` holds the parameters and chosen
    values that change words alone. `splits` are those that its pools and tables are divided into, and
    `undivided` has the words of all of them; the grammar of a scene has the instance's own words. `lists`
    are all lists of words, if one of them is divided.
    """

    name: str
    description: str
    hash: str
    theory_hash: str
    logic: Logic
    options: tuple[tuple[str, str | bool | int], ...]
    parameters: Mapping[str, Parameter]
    presets: Mapping[str, Mapping[str, Any]]
    chosen: tuple[Chosen, ...]
    chosen_types: Mapping[str, Type]
    record: RecordType | None
    tests: tuple[SlotTest, ...]
    knowledge: tuple[Knowledge, ...]
    undivided: Undivided
    signature: ir.Signature
    growth: Growth
    asks: tuple[Asked, ...]
    requirements: tuple[Requirement, ...]
    measures: Mapping[str, Typed]
    engines: Engines
    words: Words
    library: Library
    main: str
    wording: frozenset[str] = frozenset()
    splits: tuple[str, ...] = ()
    lists: tuple[Division, ...] = ()
    warnings: tuple[Diagnostic, ...] = ()
    naming: Naming | None = None
    attempts: int = 200
    name_spans: Mapping[str, Span] = field(default_factory=dict, compare=False, repr=False)

    @property
    def kinds(self) -> Mapping[str, Kind]:
        """The kinds of the record's slots."""
        return self.engines.kinds

    @property
    def all_splits(self) -> tuple[str, ...]:
        """The usual splits, and those of its own. Each problem belongs to one of them."""
        return tuple(dict.fromkeys((*USUAL_SPLITS, *self.splits)))

    def settings(self, pairs: Mapping[str, str], preset: str = "") -> dict[str, Any]:
        """Type settings that a user wrote as text, over those of a preset; SpecError names every bad one."""
        return read_settings(pairs, self.parameters, self.chosen_types, self._preset(preset))

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of difficulty, easiest first: the presets whose names are numbers."""
        return tuple(name for name in self.presets if name.isdigit())

    def _preset(self, name: str) -> Mapping[str, Any]:
        if not name or name in self.presets:
            return self.presets.get(name, {})
        levels, kind = self.levels, "level" if name.isdigit() else "preset"
        names = levels if kind == "level" else [each for each in self.presets if each not in levels]
        near = did_you_mean(name, names) if kind == "preset" else ""
        if not names:
            known = f"it has no {kind}s"
        elif kind == "level":
            known = f"its levels are 1 to {len(names)}" if len(names) > 1 else "its only level is 1"
        else:
            known = f"its presets are {', '.join(names)}"
        raise SpecError(
            [
                Diagnostic(
                    "E0418",
                    f"the family has no {kind} `{name}`",
                    help=f"{near} {known}".lstrip(),
                )
            ]
        )

    def typed(self, params: Mapping[str, Any], preset: str = "") -> dict[str, Any]:
        """Type settings given as values or as text, over those of a preset; SpecError names every bad one."""
        return self.settings(
            {name: self.shown(name, value) for name, value in params.items()}, preset
        )

    def check_split(self, split: str) -> None:
        """Raise SpecError (E0423) for a split that the family has not, or no name; the empty name is of none."""
        known = self.all_splits
        if not isinstance(split, str):
            listed = f"one of {', '.join(known)}" if known else "leave it out"
            told = f"the split must be a name, not `{split!r}`"
            raise SpecError(
                [Diagnostic("E0423", told, help=f'write `""` for no split, or {listed}')]
            )
        if split and split not in known:
            raise SpecError(
                [
                    Diagnostic(
                        "E0423",
                        f"the family has no split `{split}`",
                        help=did_you_mean(split, known) or f"its splits are {', '.join(known)}",
                    )
                ]
            )

    def shown(self, name: str, value: Any) -> str:
        """Return the value of a parameter as a user would write it."""
        if isinstance(value, str):
            return value
        parameter = self.parameters.get(name)
        return parameter.show(value) if parameter is not None else str(value)

    def bundle(self) -> dict[str, Any]:
        """Return the family as one JSON value that can be loaded again: every file that it was made from."""
        rows = self.library.rows()
        named = {"rows": {self.record.name: rows[0]}} if self.record is not None and rows else {}
        return {
            "family": self.name,
            "hash": self.hash,
            "main": self.main,
            **named,
            "files": self.library.bundle(),
        }


@dataclass(frozen=True)
class Scene:
    """The setting of an instance: its parameters and chosen values, its split, and the available rows and words.

    A row has a value for each slot of the family's record. `grammar` is the family's grammar with the
    instance's words, from which all words are drawn; `family` has those of other splits as well. `asked` is
    the question. `aims` are the literals to grow a theory for, if the task sets them: a hole has the same
    value in all of them, a variable a different one in each. `core` are the written statements, which a
    strategy extends. `barred` are literals that the grown theory must not have, if the task sets them, with
    the holes of `aims`. `sought` are the kinds of questions that must exist, if the task sets them. `lot`
    is the stream for what all attempts at an instance share, so that nothing becomes rare because it is
    hard to generate. `member` is the number of the question among those of its `ask` about the theory, and
    `others` are what other `ask`s have asked about it. `words` returns the author's wording of a question,
    if the `ask` has several. `kept` are the words that can fill holes of the question, if `where`
    names some. `templates` are those for its answer.
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
    member: int = 0
    others: tuple[Goal, ...] = ()
    words: Callable[[Goal], str | None] = lambda goal: None
    kept: KeptWords = field(default_factory=dict)
    templates: tuple[str, ...] = ()

    def label(
        self, statements: Sequence[Statement], hidden: Container[int] = ()
    ) -> tuple[Labelled, ...]:
        """Return statements with ids that no statement written out has: a letter for the kind, and a number.

        Those at the places `hidden`, which readers supply from their knowledge, have their own numbers, so
        the numbers of the rules in a prompt have no gaps. Statements of one kind are labelled in one call.
        """
        taken = {labelled.id for labelled in self.core}
        free = (id for number in count(1) if (id := f"{KNOWN}{number}") not in taken)
        own = [
            (next(free) if place in hidden else "", statement)
            for place, statement in enumerate(statements)
        ]
        return label([*((labelled.id, labelled.statement) for labelled in self.core), *own])[
            len(taken) :
        ]

    def theory(self, statements: tuple[Labelled, ...]) -> ir.Theory:
        """Return the theory of the statements written out and those that are added to them."""
        family = self.family
        return ir.Theory(
            family.logic.name, (*self.core, *statements), family.signature, family.options
        )


class Strategy(Protocol):
    """Grows theories. `grow` is a pure function of its arguments.

    A spec can require and measure `figures`, the numbers among a draft's metrics, each with what it counts,
    and `marks`, the truth values, each with its condition.
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
class Drawer(Protocol):
    """A strategy that says what it draws: a production of another kind is never used, and `rspc check` warns of it."""

    draws: ClassVar[frozenset[str]]
    """The kinds of productions that it draws statements from, as `rule`."""


@runtime_checkable
class Selective(Drawer, Protocol):
    """A strategy that never uses some alternatives of the productions that it draws; `rspc check` warns of them."""

    def unused(self, template: ir.Node) -> str:
        """Return why an alternative is never used; empty if it can be."""
        ...


@runtime_checkable
class Filler(Protocol):
    """A task that fills the holes of its question in all ways: only with the words of `where`, if that names some."""

    fills: ClassVar[bool]


@runtime_checkable
class Sampler(Protocol):
    """A strategy that gives statements such as it makes without growing a theory of them, which may take long."""

    def sample(self, scene: Scene, stream: Stream) -> Sequence[Statement]: ...


class Task(Protocol):
    """Asks, labels and scores.

    Attributes:
        figures: the numbers among the metrics that it adds and among the figures of its goals' answers, each
            with what it counts. A task can also have `marks`, the truth values among them, each with its
            condition, and `suits`, features of which a logic must accept one to be asked the task.
        reads: the fields of a record that `score` reads, apart from the prompt, the question and the answer.
            `options.label` is one member of a field, or of each of its items.
    """

    name: ClassVar[str]
    knobs: ClassVar[type[Knobs]]
    figures: ClassVar[Mapping[str, str]]
    reads: ClassVar[tuple[str, ...]]

    def read(self, ask: syntax.Ask, scope: AskScope) -> Goal | None:
        """Check an `ask` apart from its knobs; return None, with a report, if it is wrong."""

    def targets(self, knobs: Any) -> int:
        """Return how many answers instances are balanced over; 1 if nothing is balanced."""

    def prepare(self, scene: Scene, knobs: Any, stream: Stream) -> Scene | Rejected:
        """Draw what the theory must be grown on (rows); the scene unchanged where there is nothing."""

    def pose(
        self, scene: Scene, draft: Draft, goal: Goal, knobs: Any, target: int, stream: Stream
    ) -> Posed | Rejected:
        """Make the question. `target`, below `targets(knobs)`, says which answer this instance should have."""

    def score(self, record: Mapping[str, Any], answer: str) -> Score: ...


@runtime_checkable
class Preparing(Protocol):
    """A task that says what its questions need of a theory, so that others can be asked about it too.

    `needs` returns some of these, for a question and the way theories are made:

    - `theory`: the theory is grown for the answer, or changed until it has it
    - `aims`: the theory is grown with regard to what is asked, if no other question determines it
    - `rows`: rows are drawn
    - `questions`: the strategy finds the questions
    """

    def needs(
        self, goal: Goal, knobs: Settings, growth: Growth, logic: Logic
    ) -> frozenset[str]: ...


@runtime_checkable
class Catalogued(Protocol):
    """A task that the Hugging Face hub has a category for, other than `question-answering`."""

    category: ClassVar[str]


@runtime_checkable
class Templated(Protocol):
    """A task whose answers are written as the author says: `as` templates, and a form by name."""

    forms: ClassVar[tuple[str, ...]]


@runtime_checkable
class Answering(Protocol):
    """A task that also computes the answer for a record's label, from the record and its family.

    By this, an altered answer is found in records that are not made again, those of another version.
    """

    def answered(
        self, record: Mapping[str, Any], goal: Goal, knobs: Any, family: Family
    ) -> str: ...
