"""What an indexed line runs over: ranges, sorts, tables and lists, and the paths, trees and matchings of their members.

Every source gives rows of values: `each (?a, ?b) in path(person)` has rows of two. Draws are uniform, except that a
graph is a uniform tree with further pairs.
"""

from collections.abc import Mapping
from typing import Any

from .....dsl import syntax
from ...expressions import Expressions
from .builder import UNKNOWN, Builder, Elements, check_count
from .functions import FUNCTIONS

__all__ = ["UNKNOWN", "Elements", "build_elements", "check_count"]


def build_elements(
    expr: syntax.Expr, expressions: Expressions, numbers: Mapping[str, Any]
) -> Elements:
    """Check the source of an indexed line.

    Args:
        numbers: the sorts of whole numbers.
    """
    return Builder(expressions, numbers, FUNCTIONS).elements(expr)
