"""What a logic, backend, checker, strategy, task, writer and format must be.

All are found through entry points (`rspc.logics`, `rspc.backends`, `rspc.checkers`, `rspc.strategies`, `rspc.tasks`,
`rspc.writers`, `rspc.formats`); the shipped ones register as anybody's would. The compiler meets engines only here.
A package of `.rspec` modules is a library, registered in `rspc.libraries`: `use NAME.module` reads one of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, runtime_checkable

from msgspec import Struct

from ..dsl import syntax
from .ir.nodes import (
    ConceptAssertion,
    Formula,
    Goal,
    Inclusion,
    Labelled,
    Literal,
    Query,
    Statement,
    Theory,
)
from .kinds import Kind

if TYPE_CHECKING:
    from ..dsl.diagnostics import Report
    from ..dsl.source import Source
    from .family import Family
    from .productions import Grammar
    from .records import RecordType
    from .stream import Stream
    from .terms import StatementScope

Label: TypeAlias = str
"""`true`, `false`, `unknown`, `undecided`, `inconsistent`, the ids of rows, or an amount."""

UNDECIDED: Label = "undecided"
"""The verdict of an engine that ran out of its budget. Never a label of a record."""

Feature: TypeAlias = str
"""What a statement needs of a logic and an engine: `preferences`, `aggregates`, `order`, `sets` …"""


class Limits(Struct, frozen=True):
    """An engine's budget: `steps` in its own deterministic unit, and the fence of wall time in seconds."""

    steps: int = 5_000_000
    seconds: float = 60.0


LIMITS = Limits()
"""What an engine is given where nobody says otherwise."""


class Encoding(Struct, frozen=True):
    """A problem in an engine's standard format, complete: the stock engine answers it. `suffix` has its dot."""

    suffix: str
    text: str


class Verdict(Struct, frozen=True):
    """What an engine answered, with the evidence for it as plain values (JSON).

    `remarks` are what it has to say of statements, by their ids, to those who wrote them.
    """

    label: Label
    engine: str
    certificate: Mapping[str, Any] = {}
    seconds: float = 0.0
    remarks: tuple[tuple[str, str], ...] = ()


class CheckResult(Struct, frozen=True):
    """Whether a certificate bears out a label; `reason` says why not."""

    accepted: bool
    reason: str = ""


class Backend(Protocol):
    """Decides queries by an engine, on the encoding that it emits."""

    name: ClassVar[str]
    decides: ClassVar[frozenset[Feature]]

    def encode(self, theory: Theory, query: Query, kinds: Mapping[str, Kind]) -> Encoding: ...

    def decide(
        self, theory: Theory, query: Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Verdict: ...


@runtime_checkable
class Demanding(Protocol):
    """A backend or writer that needs what a machine may lack, besides what is installed with rspc."""

    @staticmethod
    def lacks() -> str:
        """Say what this machine lacks for it; the empty text where it can be used."""
        ...


class Checker(Protocol):
    """Tests a label and its certificate without trusting the engine that gave them.

    `derive` builds the canonical certificate for a query from the IR alone; `check` accepts or refuses a verdict.
    Out of steps, the one gives the label `undecided`, and the other refuses.
    """

    name: ClassVar[str]
    decides: ClassVar[frozenset[Feature]]

    def derive(
        self, theory: Theory, query: Query, kinds: Mapping[str, Kind], limits: Limits = LIMITS
    ) -> Verdict: ...

    def check(
        self,
        theory: Theory,
        query: Query,
        verdict: Verdict,
        kinds: Mapping[str, Kind],
        limits: Limits = LIMITS,
    ) -> CheckResult: ...


Claim: TypeAlias = Literal | Inclusion | ConceptAssertion
"""What a step of a proof can be about."""


class Said(Struct, frozen=True):
    """A sentence about literals and statements: each `{}` of the frame stands for a part, in turn.

    Literals, inclusions and assertions are said as clauses. Of the theory's statements, rules are named and quoted,
    preferences said as they stand, and others with their ids behind them.
    """

    frame: str
    parts: tuple[Claim | Labelled, ...] = ()


class Step(Struct, frozen=True):
    """A step of a proof, or of an attempt that fails.

    Attributes:
        gives: what the step is about: a literal, or a statement about concepts.
        tag: what it shows of that, in the logic's own words.
        uses: the ids of the statements that it applies: facts, and then its rule, if it is one that has its own.
        premises: the numbers, from 1, of the earlier steps that it needs.
        beats: the ids of the rules against it that its rule beats.
        said: the sentences that tell it.
    """

    gives: Claim
    tag: str
    uses: tuple[str, ...] = ()
    premises: tuple[int, ...] = ()
    beats: tuple[str, ...] = ()
    said: tuple[Said, ...] = ()


@runtime_checkable
class Explainer(Protocol):
    """A checker that can also tell a reader what its certificate shows, step by step, premises first."""

    def explain(self, theory: Theory, query: Query, verdict: Verdict) -> Sequence[Step]: ...


class Counterexample(Struct, frozen=True):
    """Values of slots and holes, as literals, for which two formulas are both true or both false."""

    values: tuple[tuple[str, str], ...]
    both: bool


@runtime_checkable
class Prover(Protocol):
    """A backend that can also prove that two formulas are exact complements over whole kinds."""

    def complementary(
        self,
        formula: Formula,
        complement: Formula,
        slots: Mapping[str, Kind],
        holes: Mapping[str, Kind],
        limits: Limits,
    ) -> Counterexample | None:
        """Give None where exactly one of the two holds for all values; raise `Undecided` out of budget."""
        ...


class Session(Protocol):
    """A theory that is made ready once and then asked for its answer sets under many assumptions.

    Literals are told by their places in `atoms`: there stands every literal that an answer set can hold, and perhaps
    others. All of them raise `Undecided` out of budget.
    """

    @property
    def atoms(self) -> Sequence[Literal]: ...

    def answer_sets(
        self, true: Iterable[int], false: Iterable[int], most: int
    ) -> list[frozenset[int]]:
        """Give up to `most` answer sets that hold the ones and lack the others; which, is the engine's affair."""
        ...

    def count(self, true: Iterable[int], false: Iterable[int], most: int) -> int:
        """Give how many of them there are, `most` where there are more."""
        ...

    def possible(self, true: Iterable[int], false: Iterable[int]) -> frozenset[int]:
        """Give what some answer set holds of those that hold the ones and lack the others."""
        ...


@runtime_checkable
class Grounder(Protocol):
    """A backend that can also be asked again and again about one theory. What is to be optimised counts for nothing."""

    def ground(self, theory: Theory, kinds: Mapping[str, Kind], limits: Limits) -> Session: ...


class KnowledgeBase(Protocol):
    """Statements that grow one by one, of which it is asked again and again what follows.

    A statement is about concepts and roles; asked about are inclusions and assertions. All raise `Undecided` once the
    questions together are out of budget.
    """

    def take(self, statement: Statement) -> str:
        """Add a statement, and give the empty text; or leave it out, and say why.

        It is `trivial` where it holds, or fails, by itself, `implied` where it follows already, `inconsistent` where
        nothing would be a model, `incoherent` where a named concept could have no member.
        """
        ...

    def follows(self, statement: Statement) -> int | None:
        """Give a number of statements that suffice for one to follow; None where it does not."""
        ...

    def excluded(self, statement: Statement) -> int | None:
        """Give a number of statements that suffice to contradict one; None where it can hold."""
        ...

    def trivial(self, statement: Statement) -> bool:
        """Tell whether a statement follows from nothing; of an assertion, also whether its opposite does."""
        ...

    def depth(self, statement: Statement, follows: bool) -> int:
        """Give how many statements a smallest justification has, of what follows or of what is excluded."""
        ...


@runtime_checkable
class Reasoner(Protocol):
    """A backend that can also reason about a base of concepts and roles while it grows."""

    def base(self, theory: Theory, kinds: Mapping[str, Kind], limits: Limits) -> KnowledgeBase:
        """Give the base with the statements of a theory, which must be consistent and coherent."""
        ...


@runtime_checkable
class Labeller(Protocol):
    """A backend that can also give a label without evidence, which it is quicker at."""

    def label(
        self, theory: Theory, query: Query, kinds: Mapping[str, Kind], limits: Limits
    ) -> Label:
        """Give the label that `decide` would give."""
        ...


class Undecided(Exception):
    """An engine ran out of its budget where an answer is needed."""


class EngineError(Exception):
    """An engine failed in a way that is neither an answer nor a spent budget.

    `statement` is the id of the statement at which it did; empty where it is none's.
    """

    statement: str = ""


@dataclass(frozen=True)
class Rejected:
    """Why a draft was dropped, in a few words that runs count by."""

    reason: str


@dataclass(frozen=True)
class Sought:
    """What kind of question a theory is grown for: its label, and how deep what it asks about lies; None for any."""

    label: Label
    depth: int | None


@dataclass(frozen=True)
class Found:
    """A question about a draft: what it asks about, its label, and how deep that lies; None where that is unknown."""

    statement: Statement
    label: Label
    depth: int | None


@dataclass(frozen=True)
class Scene:
    """What an instance is made in: its parameters and chosen values, its split, the rows and words at hand.

    A row gives the value of each slot of the family's record; `grammar` is the family's with the instance's words;
    `asked` is the question, and `aims` are the literals that the theory is to be grown for, where the task says: their
    holes have the same values in all of them, their variables have others in each. `core` are the statements written
    out, which a strategy adds to. `sought` are the kinds of questions that there must be, where the task says. `lot` is
    drawn from for what all attempts at an instance share.
    """

    family: Family
    values: Mapping[str, Any]
    split: str = ""
    rows: tuple[Mapping[str, Any], ...] = ()
    grammar: Grammar | None = None
    asked: Goal | None = None
    aims: tuple[Literal, ...] = ()
    core: tuple[Labelled, ...] = ()
    sought: tuple[Sought, ...] = ()
    lot: Stream | None = None


@dataclass(frozen=True)
class Outcome:
    """What to ask of a draft for one label, and the statements that then stand in the place of those with their ids."""

    goal: Literal
    changes: Mapping[str, Statement]


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
        found: a question of each kind that was sought, in that order.
        shape: a name that drafts share which differ in names alone; empty where the strategy has none.
        needed: the ids of the statements without which the theory would have another answer set, and that one.
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
    found: tuple[Found, ...] = ()
    shape: str = ""
    needed: Mapping[str, tuple[Literal, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Posed:
    """A question about a theory: the label that it must have, and what the text needs to ask it.

    `rows` are the values of the query's rows, in order; `answer` is the label as a reader would give it, one of
    `choices` where there are few; `hidden` are the ids of the statements that no sentence says.
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


class Knobs(Struct, frozen=True, forbid_unknown_fields=True):
    """The base of knob schemas: fields are knobs, annotated with bounds and a description (`msgspec.Meta`).

    A field may be a block of knobs in its turn; `bare` names the knob of the block that a value before it sets, as in
    `conflict 0.5 { type1 0.3 }`. Of a task's knobs, `shared` names the one that says how many instances share a theory,
    and `seeking` those that ask a `Seeker` for what it finds.
    """

    bare: ClassVar[str] = ""
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


class Score(Struct, frozen=True):
    """How good a reply is, from 0 to 1, and why; `answer` is what it was found to answer, as a record would say it."""

    value: float
    reason: str = ""
    answer: str = ""


@dataclass(frozen=True)
class AskScope:
    """What the words after `ask TASK` are read against."""

    record: RecordType | None
    report: Report
    statements: StatementScope | None = None
    accepts: frozenset[Feature] = frozenset()
    """What the family's logic accepts."""
    grammar: Grammar | None = None
    """What fills the holes of a statement that is asked about."""


class Task(Protocol):
    """Asks, labels and scores. `figures` are the numbers among the metrics that it adds, each with what it counts."""

    name: ClassVar[str]
    knobs: ClassVar[type[Knobs]]
    figures: ClassVar[Mapping[str, str]]

    def read(self, ask: syntax.Ask, scope: AskScope) -> Goal | None:
        """Check what an `ask` says besides its knobs; None, with a report, when it is wrong."""
        ...

    def targets(self, knobs: Any) -> int:
        """Give how many answers there are to balance instances over; 1 where nothing is balanced."""
        ...

    def prepare(self, scene: Scene, knobs: Any, stream: Stream) -> Scene | Rejected:
        """Draw what the theory must be grown on (rows); the scene unchanged where there is nothing."""
        ...

    def pose(
        self, scene: Scene, draft: Draft, goal: Goal, knobs: Any, target: int, stream: Stream
    ) -> Posed | Rejected:
        """Make the question. `target`, below `targets(knobs)`, says which answer this instance should have."""
        ...

    def score(self, record: Mapping[str, Any], answer: str) -> Score: ...


@runtime_checkable
class Answering(Protocol):
    """A task that also tells how a record's label is answered, from what else the record and its family say.

    By this, an altered answer is found in records that are not made again, those of another version.
    """

    def answered(
        self, record: Mapping[str, Any], goal: Goal, knobs: Any, family: Family
    ) -> str: ...


class Logic(Protocol):
    """The statements that a logic accepts and the engines that decide them by default."""

    name: ClassVar[str]
    accepts: ClassVar[frozenset[Feature]]
    options: ClassVar[type[Knobs]]
    phrasebook: ClassVar[str]
    """The library's module with a phrase for every statement: `std.rules`; `NAME.rules` of a package that is
    registered as `NAME` in the group `rspc.libraries`."""
    establishes: ClassVar[str]
    confirms: ClassVar[tuple[str, ...]]
    """The backends and checkers that establish and confirm labels where the family names none."""
    explores: ClassVar[str]
    """The backend that answers while questions are sought; what it answers is certified by the others later."""
    introduces: ClassVar[str]
    """How a statement is said that others name, with `{id}` and `{text}`: `Rule {id}: {text}`."""

    def readings(self, options: Knobs) -> Mapping[str, Knobs]:
        """Give other options under which the same statements may mean something else, by name."""
        ...


class Operator(Struct, frozen=True):
    """What an operator is applied to: terms of these sorts, and then so many formulas.

    A sort is one that a family declares; where it declares none of the name, any term stands there.
    """

    formulas: int = 1
    terms: tuple[str, ...] = ()


@runtime_checkable
class Modal(Protocol):
    """A logic whose statements are formulas over atoms: literals, `not`, `and`, `or` and the operators that it names.

    An operator's name is the feature that it needs: `always`, `until`, `knows`.
    """

    operators: ClassVar[Mapping[str, Operator]]


@runtime_checkable
class Classifier(Protocol):
    """A logic that also tells what a theory is like: figures of the record, which a spec can require and measure.

    `figures` are the numbers that `classify` gives for the statements that are printed, each with what it counts, and
    `marks` the truth values, each with when it holds.
    """

    figures: ClassVar[Mapping[str, str]]
    marks: ClassVar[Mapping[str, str]]

    def classify(self, theory: Theory) -> Mapping[str, Any]: ...


Columns: TypeAlias = Mapping[str, str]
"""What a dataset's records hold, by field, in order: `text`, `integer`, `number`, `truth` or `json`.

A parameter or a metric that is no structure has a column too: `params.depth`.
"""


class Writer(Protocol):
    """Writes records to files in one format, and reads them back.

    A record is a line of JSON with its end, the same bytes whatever the format: they are what a dataset's digest is of.
    """

    name: ClassVar[str]
    suffix: ClassVar[str]

    def write(self, lines: Iterable[bytes], columns: Columns, file: IO[bytes]) -> None:
        """Write a whole file. Its bytes depend on its records, and on the columns of all the dataset's records."""
        ...

    def read(self, file: IO[bytes]) -> Iterator[bytes]:
        """Yield the lines that were written, byte for byte; ValueError where the file is damaged."""
        ...


@runtime_checkable
class Arranging(Protocol):
    """A writer with a layout of its own: where its files stand in a dataset's folder, and a card beside them."""

    def place(self, split: str, number: int, of: int) -> str:
        """Give the path of file `number`, from 0, of a split's `of`: in the folder `data`, with the writer's suffix."""
        ...

    def card(self, manifest: Mapping[str, Any]) -> str:
        """Give the text of the card, in Markdown, from what the manifest tells of the dataset."""
        ...


class Format(Protocol):
    """A text format of a logic's theories that is not ours: read into our statements, and written."""

    name: ClassVar[str]
    suffix: ClassVar[str]
    logic: ClassVar[str]

    def read(self, source: Source) -> tuple[syntax.Statement, ...]:
        """Give the statements of a text; SpecError with every place that cannot be read."""
        ...

    def settings(self, source: Source) -> Mapping[str, str | bool | int]:
        """Give the options of the logic that a text sets; SpecError where it sets what cannot be."""
        ...

    def write(self, theory: Theory) -> str: ...
