"""The nodes of every logic, and functions over them."""

from .answer_figures import ANSWER_MARKS, answer_figures
from .bounds import ranges
from .field_types import Place, places
from .goals import (
    ANSWER_SETS,
    CONSISTENCY,
    NOBODY,
    GoalNode,
    Single,
    label_of_terms,
    read_goal,
)
from .guards import guard_statement
from .matching import Binding, invertible, match, matcher
from .node_features import features
from .nodes import (
    ConceptAssertion,
    Const,
    Formula,
    Goal,
    Group,
    Inclusion,
    Labelled,
    ListOf,
    Literal,
    Node,
    Quantity,
    Query,
    SetOf,
    Stated,
    Statement,
    Term,
    Theory,
    Truth,
)
from .occurrences import Mentions, mentions
from .optimisation import LOWEST, costs, directions, optimised_elements
from .substitution import BindingError, Bound, as_statement, fill, filler, holes, negate, with_sign
from .traversal import children, rebuild, walk

__all__ = [
    "ANSWER_MARKS",
    "ANSWER_SETS",
    "CONSISTENCY",
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
    "Group",
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
    "Stated",
    "Statement",
    "Term",
    "Theory",
    "Truth",
    "answer_figures",
    "as_statement",
    "children",
    "costs",
    "directions",
    "features",
    "fill",
    "filler",
    "guard_statement",
    "holes",
    "invertible",
    "label_of_terms",
    "match",
    "matcher",
    "mentions",
    "negate",
    "optimised_elements",
    "places",
    "ranges",
    "read_goal",
    "rebuild",
    "walk",
    "with_sign",
]
