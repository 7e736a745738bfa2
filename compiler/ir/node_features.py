"""What each node asks of a logic: computed on the statement, never on a logic's name."""

from collections.abc import Iterator
from functools import lru_cache

from . import nodes as ir
from .traversal import children


def features(node: ir.Node) -> Iterator[tuple[str, ir.Node]]:
    """Yield each feature that a statement, formula or term needs, with the node that needs it, outermost first.

    What an expansion computes for its arguments is gone once it is expanded, and needs nothing.
    """
    return iter(_of_rule(node)) if isinstance(node, ir.Rule) else _features(node)


@lru_cache(maxsize=4096)
def _of_rule(rule: ir.Rule) -> tuple[tuple[str, ir.Node], ...]:
    """Return the same of a rule, about which several checks ask."""
    return tuple(_features(rule))


def _features(node: ir.Node) -> Iterator[tuple[str, ir.Node]]:
    name = feature(node)
    if name:
        yield name, node
    for each in children(node) if not isinstance(node, ir.Expand) else ():
        if each.__class__ not in _PLAIN:
            yield from _features(each)


def needs(statement: ir.Node) -> tuple[str, ...]:
    """Return the features that a statement needs, in the order of `features`."""
    literal = plain_literal(statement)
    if literal is None:
        return tuple([name for name, _ in features(statement)])
    return _OF_DENIALS if literal.negative else _OF_FACTS


_OF_FACTS = ("facts",)
_OF_DENIALS = ("facts", "strong_negation")


def is_plain_fact(statement: ir.Node) -> bool:
    """Return whether a statement is a fact over names, numbers and texts: nothing in it is open or has parts."""
    return plain_literal(statement) is not None


def plain_literal(statement: ir.Node) -> ir.Literal | None:
    """Return the literal of such a fact, whose predicate is a text and whose sign is known; None for all else."""
    if statement.__class__ is not ir.Fact:
        return None
    literal = statement.literal
    if literal.__class__ is not ir.Literal or literal.default is not False:
        return None
    atom = literal.atom
    if literal.negative.__class__ is not bool or atom.predicate.__class__ is not str:
        return None
    for term in atom.arguments:
        if term.__class__ not in _VALUES:
            return None
    return literal


_VALUES = frozenset({ir.Const, ir.Quantity, ir.String})
_PLAIN = frozenset({ir.Var, ir.Const, ir.String, ir.Quantity})
"""What has no parts and needs nothing."""


def feature(node: ir.Node) -> str:
    """Return the feature that this one node, apart from its parts, needs; the empty text if none."""
    match node:
        case ir.Fact():
            return "facts"
        case ir.Rule(head=ir.Truth(value=False)):
            return "constraints"
        case ir.Rule(arrow="->"):
            return "rules"
        case ir.Rule(arrow="=>"):
            return "defeasible_rules"
        case ir.Rule():
            return "defeaters"
        case ir.Choice():
            return "choice"
        case ir.Preference():
            return "preferences"
        case ir.Optimise():
            return "optimisation"
        case ir.Inclusion() | ir.ConceptAssertion() | ir.Named():
            return "concepts"
        case ir.Restriction(bound=None):
            return "quantifiers"
        case ir.Restriction():
            return "number_restrictions"
        case ir.Requirement():
            return "requirements"
        case ir.Literal(negative=True):
            return "strong_negation"
        case ir.Literal(default=True):
            return "default_negation"
        case ir.Modal(operator=operator):
            return operator
        case ir.Or():
            return "disjunction"
        case ir.And():
            return "conjunction"
        case ir.Not():
            return "negation"
        case ir.Comparison():
            return "comparisons"
        case ir.AggregateTerm():
            return "aggregates"
        case ir.Operation() | ir.Interval():
            return "arithmetic"
        case ir.Slot():
            return "slots"
        case ir.Function():
            return "functions"
        case _:
            return ""
