"""The nodes of every logic, and functions over them."""

from .fill import BindingError, Bound, as_statement, filler, holes, negate, with_sign
from .goals import ANSWER_SETS, NOBODY, GoalNode, Single, label_of_terms, read_goal
from .guards import guard_statement
from .match import Binding, invertible, matcher
from .mentions import Mentions
from .nodes import (
    ConceptAssertion,
    Const,
    Formula,
    Goal,
    Inclusion,
    Labelled,
    ListOf,
    Literal,
    Node,
    Quantity,
    Query,
    SetOf,
    Statement,
    Term,
    Theory,
    Truth,
)
from .optimisation import LOWEST, costs, directions, optimised_elements
from .places import Place
from .traversal import children, rebuild, walk

__all__ = [
    "ANSWER_SETS",
    "LOWEST",
    "NOBODY",
    "Binding",
    "BindingError",
    "Bound",
    "ConceptAssertion",
    "Const",
    "Formula",
    "Goal",
    "GoalNode",
    "Inclusion",
    "Labelled",
    "ListOf",
    "Literal",
    "Mentions",
    "Node",
    "Place",
    "Quantity",
    "Query",
    "SetOf",
    "Single",
    "Statement",
    "Term",
    "Theory",
    "Truth",
    "as_statement",
    "children",
    "costs",
    "directions",
    "filler",
    "guard_statement",
    "holes",
    "invertible",
    "label_of_terms",
    "matcher",
    "negate",
    "optimised_elements",
    "read_goal",
    "rebuild",
    "walk",
    "with_sign",
]
