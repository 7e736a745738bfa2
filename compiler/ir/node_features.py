"""What each node asks of a logic: computed on the statement, never on a logic's name."""

from collections.abc import Iterator

from . import nodes as ir
from .traversal import children


def features(node: ir.Node) -> Iterator[tuple[str, ir.Node]]:
    """Yield each feature that a statement, formula or term needs, with the node that needs it, outermost first.

    What an expansion computes for its arguments is gone once it is expanded, and needs nothing.
    """
    name = feature(node)
    if name:
        yield name, node
    for each in children(node) if not isinstance(node, ir.Expand) else ():
        if each.__class__ not in _PLAIN:
            yield from features(each)


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
