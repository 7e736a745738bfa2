"""Items: the parts of a file, each begun by its keyword, and the blocks of knobs that set them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from .expressions import Dotted, Expr, Name, Node
from .statements import Line, Statement


@dataclass(frozen=True, slots=True)
class Knob(Node):
    """A named setting: a value, a block of further knobs, or both (`conflict 0.5 { type1 0.5 }`)."""

    name: str
    value: Expr | None
    block: Knobs | None = None


@dataclass(frozen=True, slots=True)
class Knobs(Node):
    """A block of settings: `{ depth 5  conflict 0.8 }`. An empty `{}` is read as Braces where both are allowed."""

    knobs: tuple[Knob, ...]


@dataclass(frozen=True, slots=True)
class Header(Node):
    """`family NAME "…"` or `module NAME "…"`."""

    kind: str
    name: str
    description: str = ""


@dataclass(frozen=True, slots=True)
class Logic(Node):
    """`logic NAME { options }`."""

    name: str
    options: Knobs | None = None


@dataclass(frozen=True, slots=True)
class Use(Node):
    """`use std.animals` (all its names) or `use std.animals: animals.test, verbs` (those), perhaps `when GUARD`."""

    module: Dotted
    names: tuple[Name | Dotted, ...] = ()
    guard: Expr | None = None


@dataclass(frozen=True, slots=True)
class Param(Node):
    """`param NAME: KIND in DOMAIN = DEFAULT "…"`."""

    name: str
    kind: str
    domain: Expr | None
    default: Expr
    description: str = ""


@dataclass(frozen=True, slots=True)
class Preset(Node):
    """`preset NAME { parameter value … }`, or `level NUMBER { parameter value … }`, whose name is the number.

    The name of a preset can have holes, `{parameter}`; that of a level can be a range, `1..5`.
    """

    name: str
    knobs: Knobs
    is_level: bool = False


@dataclass(frozen=True, slots=True)
class Choose(Node):
    """`choose NAME = DISTRIBUTION` or `choose (A, B) = DISTRIBUTION`."""

    names: tuple[str, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Pool(Node):
    """`pool NAME = SOURCE | SOURCE split { train 0.8 test 0.2 }`; a source is a file or braces."""

    name: str
    value: Expr
    split: Knobs | None = None


@dataclass(frozen=True, slots=True)
class Table(Node):
    """`table NAME(column, …) = SOURCE`; a source is a file or braces of tuples."""

    name: str
    columns: tuple[str, ...]
    value: Expr
    split: Knobs | None = None


@dataclass(frozen=True, slots=True)
class Sort(Node):
    """`sort NAME = POOL`."""

    name: str
    value: Expr
    split: str = ""


@dataclass(frozen=True, slots=True)
class Vocabulary(Node):
    """`pred|role|concept` in one of its forms.

    `pred name(sort, …)`, `pred from POOL(sort, …)`, `role from N of POOL`.
    """

    kind: str
    name: str = ""
    arguments: tuple[Expr, ...] = ()
    origin: Expr | None = None
    functional: bool = False
    say: str = ""
    split: str = ""


@dataclass(frozen=True, slots=True)
class Field(Node):
    """`NAME: TYPE = VALUE say "…"` of a record; the type is an expression (`one of {…}`, `list of airport`)."""

    name: str
    type: Expr
    value: Expr | None = None
    say: str = ""


@dataclass(frozen=True, slots=True)
class Record(Node):
    """`record NAME { field … }`, or `record NAME from "file" { … }`."""

    name: str
    source: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Style(Node):
    """`style NAME = DISTRIBUTION`."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Kept(Node):
    """`?hole in POOL` of a `where`: a hole that only words of a pool, a sort or braces fill."""

    hole: str
    words: Expr


@dataclass(frozen=True, slots=True)
class Alternative(Node):
    """One of a production's templates, with its weight if it has one: `[0.7] <literal>`."""

    weight: Expr | None
    template: Statement


@dataclass(frozen=True, slots=True)
class Production(Node):
    """`KIND NAME(parameters) [weight] = ALTERNATIVE | … where ?h in POOL, … when GUARD split NAME`.

    KIND is `fact rule axiom clue query syntax`. The bracket before `=` weighs the production, one after it an
    alternative.
    """

    kind: str
    name: str
    parameters: tuple[str, ...]
    weight: Expr | None
    alternatives: tuple[Alternative, ...]
    guard: Expr | None = None
    split: str = ""
    kept: tuple[Kept, ...] = ()


@dataclass(frozen=True, slots=True)
class Shuffled(Node):
    """The ending of a theory whose statements are in random order: `shuffled`, perhaps `when GUARD`."""

    guard: Expr | None = None


@dataclass(frozen=True, slots=True)
class Theory(Node):
    """How a theory is made: written out, grown by a strategy (on a core), read from a file, or embedded.

    `theory { … }`; `theory STRATEGY { knobs } with { … }`; `theory from "file"`; `theory SYNTAX \"\"\"…\"\"\"`.
    With `shared` after it, all questions of the family are asked about each theory. With `shuffled`, its
    statements are in random order.
    """

    strategy: str = ""
    knobs: Knobs | None = None
    statements: tuple[Line, ...] | None = None
    source: str = ""
    syntax: str = ""
    embedded: str = ""
    shared: bool = False
    shuffled: Shuffled | None = None


@dataclass(frozen=True, slots=True)
class Background(Node):
    """`background { … } say "…" …`, or `background { … } known`, perhaps `when GUARD`; known if it has no phrases."""

    statements: tuple[Line, ...]
    phrases: tuple[Phrase, ...] = ()
    guard: Expr | None = None


@dataclass(frozen=True, slots=True)
class World(Node):
    """`world closed: p, q say "…"`, `… known`, or neither for the standard sentence; all predicates without names."""

    kind: str
    names: tuple[Name, ...] = ()
    phrases: tuple[Phrase, ...] = ()
    known: bool = False
    guard: Expr | None = None


@dataclass(frozen=True, slots=True)
class Require(Node):
    """`require CONDITION`, or words in a row: `require distinct shape` (words before the condition)."""

    condition: Expr
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Measure(Node):
    """`measure NAME = EXPR`."""

    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Binding(Node):
    """`NAME = EXPR`, `(A, B) = EXPR` or `?hole = EXPR` of a `let` or `where`."""

    names: tuple[str, ...]
    value: Expr


@dataclass(frozen=True, slots=True)
class Shown(Node):
    """`fact STATEMENT say "…" …` inside `knowledge`."""

    statement: Statement
    phrases: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Bridged(Node):
    """`test "…" … holds EXPR else EXPR` inside `knowledge`; the part after `else` is None if missing."""

    phrases: tuple[Phrase, ...]
    holds: Expr
    fails: Expr | None = None


@dataclass(frozen=True, slots=True)
class Knowledge(Node):
    """`knowledge NAME(?x, …) of TOPIC, … { let …  fact …  test … }`."""

    name: str
    parameters: tuple[str, ...]
    lets: tuple[Binding, ...]
    facts: tuple[Shown, ...]
    tests: tuple[Bridged, ...]
    split: str = ""
    topics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Wording(Node):
    """The phrase of a test and the phrase of its complement."""

    positive: str
    negative: str


@dataclass(frozen=True, slots=True)
class Test(Node):
    """`test NAME(?v, …) [weight] on SLOT, …: FORMULA else FORMULA where …` with its words.

    `say "…" else "…"` words it as a wish ("should be"), `if "…" else "…"` as a condition ("is"); `atypical when G`
    or `atypical else when G` marks the literal (or its complement) as unusual.
    """

    name: str
    parameters: tuple[str, ...]
    weight: Expr | None
    slots: tuple[str, ...]
    formula: Expr
    complement: Expr | None = None
    where: tuple[Binding, ...] = ()
    say: Wording | None = None
    condition: Wording | None = None
    atypical: Expr | None = None
    atypical_else: Expr | None = None
    guard: Expr | None = None
    split: str = ""


@dataclass(frozen=True, slots=True)
class Ask(Node):
    """`ask TASK` and what follows: expressions in a row, `: STATEMENT`, `where ?h in POOL, …`, a knob block, a question
    text, `as` with templates for the answer, `when GUARD`.

    `ask value H : at(?t, H) "…"` has arguments (H,), body at(?t, H) and a text.
    """

    task: str
    arguments: tuple[Expr, ...] = ()
    body: Statement | None = None
    knobs: Knobs | None = None
    text: str = ""
    templates: tuple[str, ...] = ()
    guard: Expr | None = None
    kept: tuple[Kept, ...] = ()


@dataclass(frozen=True, slots=True)
class Phrase(Node):
    """One wording of a `say`, with the split it belongs to and its weight, where given."""

    text: str
    split: str = ""


@dataclass(frozen=True, slots=True)
class Say(Node):
    """`say PATTERN as "…" "…" split test`; with `asked` before `as`, how a question says what matches."""

    pattern: Statement
    phrases: tuple[Phrase, ...]
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Document(Node):
    """`document "page.md.jinja" when GUARD`."""

    file: str
    guard: Expr | None = None


@dataclass(frozen=True, slots=True)
class GridPart(Node):
    """`PATTERN as "…"` of a grid: what a square shows for a statement."""

    pattern: Statement
    text: str


@dataclass(frozen=True, slots=True)
class Grid(Node):
    """`grid { knobs } PATTERN as "…" …`, perhaps `when GUARD`: statements that are drawn in squares."""

    knobs: Knobs
    parts: tuple[GridPart, ...]
    guard: Expr | None = None


@dataclass(frozen=True, slots=True)
class Gather(Node):
    """`gather ?a { PATTERN as "…" … } say "…" …`, perhaps `when GUARD`: statements about one thing, said together.

    Without a name, all statements of the patterns are.
    """

    names: tuple[str, ...]
    parts: tuple[GridPart, ...]
    phrases: tuple[Phrase, ...]
    guard: Expr | None = None


@dataclass(frozen=True, slots=True)
class Discourse(Node):
    """`discourse { knobs }`, perhaps `when GUARD`: how the sentences of a theory are arranged."""

    knobs: Knobs
    guard: Expr | None = None


@dataclass(frozen=True, slots=True)
class Verify(Node):
    """`verify ENGINE, ENGINE`."""

    engines: tuple[str, ...]


Item: TypeAlias = (
    Header
    | Logic
    | Use
    | Param
    | Preset
    | Choose
    | Pool
    | Table
    | Sort
    | Vocabulary
    | Record
    | Style
    | Production
    | Theory
    | Background
    | World
    | Require
    | Measure
    | Knowledge
    | Test
    | Ask
    | Say
    | Document
    | Discourse
    | Grid
    | Gather
    | Verify
)


@dataclass(frozen=True, slots=True)
class Unread(Node):
    """An item, or a statement of a theory, that could not be parsed: its keyword, and the names that it declares.

    Without names it may declare any: `use std.animals`, `pred from verbs`. The keyword of a statement is empty.
    """

    keyword: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Spec(Node):
    """A file: its items in the author's order, and what of it could not be read."""

    items: tuple[Item, ...]
    unread: tuple[Unread, ...] = field(default=(), compare=False)
