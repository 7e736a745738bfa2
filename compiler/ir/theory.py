"""The nodes of every logic: terms, literals, rules, concepts, formulas and theories.

Templates, patterns and statements consist of the same nodes; templates contain `Hole`s. Nodes are frozen,
compared and hashed by value, and have no spans: the spans of a theory's statements are kept separately, by
id. Sequences are tuples. In a sequence of a template, a `Hole` with `rest` is replaced by any number of
members.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from msgspec import Struct


class Node(Struct, frozen=True, tag=True, cache_hash=True):
    """The base of all nodes."""


class Hole(Node, frozen=True):
    """A place to fill: a term, a predicate, a role, a sign, a whole statement. Equal names mean equal values."""

    name: str
    rest: bool = False


class Expand(Node, frozen=True):
    """A place that a production fills: `<concept(0)>`. Gone once a template is expanded."""

    production: str
    arguments: tuple[Term, ...] = ()


# ------------------------------------------------------------------------------------------------------ terms


class Var(Node, frozen=True):
    """A logical variable; `_` is a new one at each place."""

    name: str


class Const(Node, frozen=True):
    """A symbol: an individual, a value of a one-of slot. Of any spelling."""

    name: str


class String(Node, frozen=True):
    """A string constant, which is not the symbol of the same spelling."""

    text: str


class Quantity(Node, frozen=True):
    """An exact amount of a kind: `integer`, `money` … in the kind's smallest unit (cents, minutes, days)."""

    kind: str
    amount: int


class Function(Node, frozen=True):
    """A function symbol applied to terms."""

    name: str
    arguments: tuple[Term, ...]


class Tuple(Node, frozen=True):
    items: tuple[Term, ...]


class Interval(Node, frozen=True):
    low: Term
    high: Term


class Operation(Node, frozen=True):
    """Arithmetic (`+ - * / mod ** neg abs`) or a named function of values (`len sum max min first last`)."""

    operator: str
    operands: tuple[Term, ...]


class Slot(Node, frozen=True):
    """The value of a record's slot."""

    name: str


class SetOf(Node, frozen=True):
    """A set of values: in canonical order and without repeats when ground."""

    items: tuple[Term, ...]


class ListOf(Node, frozen=True):
    """A list of values, in order."""

    items: tuple[Term, ...]


Term: TypeAlias = (
    Hole
    | Expand
    | Var
    | Const
    | String
    | Quantity
    | Function
    | Tuple
    | Interval
    | Operation
    | Slot
    | SetOf
    | ListOf
)

# --------------------------------------------------------------------------------------- literals and formulas


class Atom(Node, frozen=True):
    predicate: str | Hole
    arguments: tuple[Term, ...] = ()


class Sign(Node, frozen=True):
    """Strong negation, as the value of a hole: `~p` has a hole for its sign."""

    negative: bool


class Literal(Node, frozen=True):
    """An atom, perhaps strongly negated (`-p`), perhaps under default negation (`not p`)."""

    atom: Atom
    negative: bool | Hole = False
    default: bool = False


class Comparison(Node, frozen=True):
    """`left operator right` with `< <= > >= == !=`, and for sets and lists `in`, `within`, `meets`.

    `x in s`: membership. `a within b`: each member of a is in b. `a meets b`: some member of a is in b.
    """

    operator: str
    left: Term | AggregateTerm
    right: Term | AggregateTerm


class Element(Node, frozen=True):
    """A member of a choice, an aggregate or an optimisation: `terms : condition`, weighed `weight@priority`."""

    terms: tuple[Term | Literal, ...]
    condition: tuple[BodyPart, ...] = ()
    priority: Term | None = None


class AggregateTerm(Node, frozen=True):
    """`count|sum|min|max { elements }` as a side of a comparison."""

    function: str
    elements: tuple[Element, ...]


class And(Node, frozen=True):
    """Conjunction of formulas, or intersection of concepts: two or more parts."""

    parts: tuple[Formula, ...]


class Or(Node, frozen=True):
    """Disjunction of formulas, or union of concepts: two or more parts."""

    parts: tuple[Formula, ...]


class Not(Node, frozen=True):
    """Negation of a formula, or complement of a concept."""

    part: Formula


class Truth(Node, frozen=True):
    """`true` or `false` as a formula or a head; as a concept `thing` or `nothing`."""

    value: bool


class Named(Node, frozen=True):
    """An atomic concept."""

    name: str | Hole


class Restriction(Node, frozen=True):
    """`some|only R C`, `min|max|exactly n R C`; bounds `more than n`, `fewer than n` are kept as written."""

    kind: str
    bound: Term | None
    role: str | Hole
    filler: Formula


class Modal(Node, frozen=True):
    """An operator of a logic's own, applied to formulas: `always(p(a))`, `until(p(a), q(b))`.

    Its terms, if it has any, are written before them: `knows(anne, p(a))`.
    """

    operator: str
    parts: tuple[Formula, ...]
    terms: tuple[Term, ...] = ()


Formula: TypeAlias = (
    Hole | Expand | Literal | Comparison | And | Or | Not | Truth | Named | Restriction | Modal
)
BodyPart: TypeAlias = Formula

# ------------------------------------------------------------------------------------------------- statements


class Fact(Node, frozen=True):
    literal: Literal | Hole | Expand


class Choice(Node, frozen=True):
    """A choice head `lower { elements } upper`."""

    elements: tuple[Element, ...]
    lower: Term | None = None
    upper: Term | None = None


Head: TypeAlias = Literal | Or | Choice | Truth | Hole | Expand


class Rule(Node, frozen=True):
    """`body arrow head`: `->` strict, `=>` defeasible, `~>` defeater."""

    body: tuple[BodyPart, ...]
    arrow: str
    head: Head


class Preference(Node, frozen=True):
    """The rule labelled `stronger` beats the one labelled `weaker`."""

    stronger: str | Hole
    weaker: str | Hole


class Optimise(Node, frozen=True):
    direction: str
    elements: tuple[Element, ...]


class Inclusion(Node, frozen=True):
    """Each member of the left concept belongs to the right one."""

    left: Formula
    right: Formula


class ConceptAssertion(Node, frozen=True):
    individual: Term
    concept: Formula


class Requirement(Node, frozen=True):
    """A formula that must hold: over record slots, of a record; over atoms, of whatever a logic's models are."""

    formula: Formula


Statement: TypeAlias = (
    Fact | Rule | Preference | Optimise | Inclusion | ConceptAssertion | Requirement
)


class Filled(Node, frozen=True):
    """The values that a name of a background has in an instance: one, or all members of a list."""

    name: str
    terms: tuple[Term, ...]


class Aspect(Node, frozen=True):
    """What a statement says of a thing: the statement with a blank for the thing, and the group that it belongs to."""

    text: str
    statement: Statement


class Several(Node, frozen=True):
    """What gathered statements say of one thing: two parts or more."""

    name: str
    parts: tuple[Aspect | Hole, ...]


class Group(Node, frozen=True):
    """Statements that one sentence says together, of a background or gathered: their text, and what fills it."""

    text: str
    values: tuple[Filled | Several, ...] = ()


@dataclass(frozen=True)
class Stated:
    """The statements of a background in a theory: their ids, and what one sentence says of them, if one does.

    `drawn` is the grid in which these statements are drawn instead, with their places in it. Statements outside
    a background can be `gathered` in one sentence.
    """

    ids: tuple[str, ...]
    group: Group | None = None
    drawn: str = ""
    gathered: bool = False


# --------------------------------------------------------------------------------------- theories and queries


class Labelled(Node, frozen=True):
    """A statement and the id that its text, its proof and its certificate share."""

    id: str
    statement: Statement


class Signature(Node, frozen=True):
    """What the symbols of a theory are: predicates with the sorts of their arguments, slots with their kinds.

    Kinds and sorts are given by name; `values` lists the members of every finite sort. `functional` predicates have one
    value, their last argument, for their other arguments.
    """

    predicates: tuple[tuple[str, tuple[str, ...]], ...] = ()
    slots: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[str, tuple[str, ...]], ...] = ()
    functional: tuple[str, ...] = ()


class Theory(Node, frozen=True):
    """Statements under a logic with its options, over a signature."""

    logic: str
    statements: tuple[Labelled, ...]
    signature: Signature = Signature()
    options: tuple[tuple[str, str | bool | int], ...] = ()
